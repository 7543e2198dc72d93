//! How Bluejack is dealt: the numbers of `rand()` it takes, and the handout's odds.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reference::bluejack::{
    Card, Deal, GameDeck, HAND_CARDS, Side, game_cards, game_deck_card, legal_hand, made_cards, shuffle,
};
use reference::crand::GlibcRand;

fn deal(seed: u32) -> Deal {
    Deal::new(&mut GlibcRand::new(seed))
}

fn list(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(", ")
}

/// What a C++ program deals that draws the numbers of `rand()` in the documented order.
#[test]
fn seeds_deal_what_they_deal_in_c() {
    let dealt = [
        (
            1,
            "Blue -3, Red 3, Blue 10, Red +3",
            "Double, Red -4, Red 5, Red +6",
            "Yellow 10, Yellow 5, Yellow 8, Blue 1",
        ),
        (
            7,
            "Yellow 2, Yellow -2, Yellow 3, Red -5",
            "Blue +2, Yellow 6, Green 4, Red 7",
            "Red 6, Blue 8, Red 3, Green 7",
        ),
        (
            333,
            "Green 7, Blue 3, Red -1, Red -2",
            "Yellow +3, Green 10, Red -2, Blue -4",
            "Green 6, Yellow 1, Red 10, Blue 10",
        ),
    ];
    for (seed, human, computer, top) in dealt {
        let deal = deal(seed);
        assert_eq!(list(&deal.hands.human), human, "seed {seed}");
        assert_eq!(list(&deal.hands.computer), computer, "seed {seed}");
        assert_eq!(list(&deal.deck[..4]), top, "seed {seed}");
    }
}

#[test]
fn the_game_deck_holds_each_card_once() {
    let cards = game_cards();
    assert_eq!(
        (list(&cards[..2]), list(&cards[38..])),
        ("Blue 1, Blue 2".into(), "Green 9, Green 10".into())
    );
    assert!(cards.iter().all(|card| game_deck_card(*card)));
    let mut shuffled = cards.clone();
    shuffle(&mut shuffled, &mut GlibcRand::new(1));
    assert_ne!(shuffled, cards);
    shuffled.sort_unstable();
    assert_eq!(shuffled, cards);
}

/// How many of all come up, in thousandths.
fn share(count: usize, all: usize) -> usize {
    (count * 1000 + all / 2) / all
}

/// The seeds are fixed, so this holds or fails for ever; the margins only say how far from the handout's odds the
/// result may be.
#[test]
fn luck_is_as_rare_as_the_handout_says() {
    let all = 20_000;
    let mut rand = GlibcRand::new(1);
    let (mut flips, mut doubles, mut both) = (0, 0, 0);
    for _ in 0..all {
        let made = made_cards(&mut rand);
        assert!(made[..3].iter().all(|card| matches!(card, Card::Signed { .. })), "{made:?}");
        let (flip, double) = (made[3] == Card::Flip, made[4] == Card::Double);
        flips += usize::from(flip);
        doubles += usize::from(double);
        both += usize::from(flip && double);
    }
    for (count, wanted, margin) in [(flips, 200, 8), (doubles, 200, 8), (both, 40, 4)] {
        let found = share(count, all);
        assert!(found.abs_diff(wanted) <= margin, "{found} of 1000 instead of {wanted}");
    }
}

#[test]
fn hands_hold_every_kind_of_card_as_often_as_the_player_decks() {
    let games = 5_000;
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 1..=games {
        for card in Side::ALL.into_iter().flat_map(|side| deal(seed).hands[side].clone()) {
            let kind = match card {
                Card::Plain { .. } => "plain",
                Card::Signed { value, .. } if value > 0 => "plus",
                Card::Signed { .. } => "minus",
                Card::Flip => "flip",
                Card::Double => "double",
            };
            *kinds.entry(kind).or_default() += 1;
        }
    }
    // A deck of ten has five plain cards, 4.6 signed ones and 0.2 each of Flip and Double.
    let all = 2 * HAND_CARDS * games as usize;
    for (kind, wanted) in [("plain", 500), ("plus", 230), ("minus", 230), ("flip", 20), ("double", 20)] {
        let found = share(kinds[kind], all);
        assert!(found.abs_diff(wanted) <= 8, "{kind}: {found} of 1000 instead of {wanted}");
    }
}

#[test]
#[should_panic(expected = "a game deck of 17 cards may not last for a set")]
fn a_deck_too_small_for_a_set_is_refused() {
    let _ = GameDeck::new(game_cards()[..17].to_vec());
}

proptest! {
    #[test]
    fn every_deal_is_legal(seed: u32) {
        let deal = deal(seed);
        prop_assert!(Side::ALL.into_iter().all(|side| legal_hand(&deal.hands[side])), "{deal:?}");
        let mut plain: Vec<Card> = deal.deck.clone();
        prop_assert_eq!(plain.len(), 30);
        plain.extend(Side::ALL.into_iter().flat_map(|side| deal.hands[side].clone()).filter(|card| game_deck_card(*card)));
        plain.sort_unstable();
        let cards = plain.len();
        plain.dedup();
        prop_assert_eq!(plain.len(), cards, "a card of the game deck is in one place only");
    }

    /// What is on the boards stays there, and everything else comes again.
    #[test]
    fn a_deck_that_ran_out_goes_on_with_the_cards_it_took_back(seed: u32, taken_back in 12..=30_usize) {
        let mut rand = GlibcRand::new(seed);
        let mut deck = GameDeck::new(Deal::new(&mut rand).deck);
        let drawn: Vec<Card> = (0..30).map(|_| deck.draw(&mut rand)).collect();
        deck.take_back(drawn[..taken_back].iter().copied());
        let mut again: Vec<Card> = (0..taken_back).map(|_| deck.draw(&mut rand)).collect();
        let mut wanted = drawn[..taken_back].to_vec();
        again.sort_unstable();
        wanted.sort_unstable();
        prop_assert_eq!(again, wanted);
    }
}
