//! The rules of the 52-card game and the functions of its handout, one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use reference::cards::{Card, Rank};
use reference::crand::GlibcRand;
use reference::deck52::{
    CARDS, DEFAULT_SEED, Half, Hand, Outcome, Owner, Picker, RandPicker, Seat, TARGET, best_dealer_score,
    better_score, busted, card_at, card_value, deal_card, dealer_hits, dealer_splits, ends_turn, get_random,
    hand_score, index_of, initialize_cards, may_split, score_hand, score_with_high_aces, settle,
    wins_at_once,
};

/// The cards with these short names.
fn hand(names: &str) -> Vec<Card> {
    let card = |name| Card::from_short_name(name).unwrap_or_else(|| panic!("{name} is no card"));
    names.split_whitespace().map(card).collect()
}

#[test]
fn the_array_has_every_card_once_in_the_order_of_the_handouts_lists() {
    let names: Vec<String> = (0..CARDS).map(|index| card_at(index).short_name()).collect();
    assert_eq!([&names[0], &names[12], &names[13], &names[26], &names[51]], ["AH", "KH", "AD", "AS", "KC"]);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), CARDS);
    for index in 0..CARDS {
        assert_eq!(index_of(card_at(index)), index);
    }
}

#[test]
fn cards_count_what_the_handout_says() {
    let values = Rank::ALL.map(card_value);
    assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
}

#[test]
fn hands_are_added_up() {
    let cases = [
        ("", 0, 0),
        ("KD 3S", 13, 13),
        ("QD AS", 11, 21),
        ("9D 10H 10C", 29, 29),
        ("AH AD", 2, 2),
        ("8S AD", 9, 9),
        ("9S AD", 10, 20),
        ("AH 8S AD", 10, 20),
        ("AH 9S AD", 11, 21),
        ("AH 2S", 3, 3),
        ("AH 10S 9S", 20, 20),
        ("KH QH", 20, 20),
    ];
    for (names, score, best) in cases {
        let cards = hand(names);
        assert_eq!((hand_score(&cards), best_dealer_score(&cards)), (score, best), "{names}");
    }
    let scores = [0, 1, 2, 3].map(|high_aces| score_with_high_aces(&hand("AH 9D AS"), high_aces));
    assert_eq!(scores, [11, 21, 31, 31]);
}

#[test]
fn turns_end_where_the_handout_says() {
    assert_eq!([16, 17, 18, 19].map(dealer_hits), [true, true, false, false]);
    assert_eq!([20, 21, 22].map(busted), [false, false, true]);
    assert_eq!([20, 21, 22].map(wins_at_once), [false, true, false]);
    assert_eq!([20, 21, 22].map(ends_turn), [None, Some(Outcome::PlayerAt21), Some(Outcome::PlayerBust)]);
}

#[test]
fn hands_are_settled_as_the_handout_says() {
    let cases = [
        (22, 23, Outcome::PlayerBust, Some(Seat::Dealer)),
        (22, 18, Outcome::PlayerBust, Some(Seat::Dealer)),
        (21, 21, Outcome::PlayerAt21, Some(Seat::Player)),
        (12, 22, Outcome::DealerBust, Some(Seat::Player)),
        (20, 19, Outcome::PlayerWins, Some(Seat::Player)),
        (19, 20, Outcome::DealerWins, Some(Seat::Dealer)),
        (20, 21, Outcome::DealerWins, Some(Seat::Dealer)),
        (19, 19, Outcome::Draw, None),
    ];
    for (player, dealer, outcome, winner) in cases {
        let settled = settle(player, dealer);
        assert_eq!((settled, settled.winner()), (outcome, winner), "{player} against {dealer}");
    }
}

#[test]
fn pairs_are_split_by_the_value_on_the_card() {
    let cases = [
        ("8S 8D", true, true),
        ("AS AD", true, true),
        ("KS KD", true, false),
        ("KS QD", false, false),
        ("8S 8D 8H", false, false),
        ("8S", false, false),
    ];
    for (names, player, dealer) in cases {
        let cards = hand(names);
        assert_eq!((may_split(&cards), dealer_splits(&cards)), (player, dealer), "{names}");
    }
}

#[test]
fn the_better_hand_is_the_higher_one_that_is_not_over() {
    for (first, second, better) in [(18, 20, 20), (18, 22, 18), (26, 21, 21), (19, 19, 19)] {
        assert_eq!(better_score(first, second), better);
        assert_eq!(better_score(second, first), better);
    }
    assert!(busted(better_score(22, 23)));
}

/// glibc's numbers themselves have their own tests.
#[test]
fn the_picks_are_those_of_a_c_program() {
    let mut picker = RandPicker::new(DEFAULT_SEED);
    let mut rand = GlibcRand::new(1);
    for _ in 0..1000 {
        assert_eq!(picker.pick(), rand.next_rand() as usize % CARDS);
    }
}

#[test]
fn random_numbers_stay_within_their_bounds_and_reach_both() {
    let mut rand = GlibcRand::new(7);
    for (min, max) in [(0, 51), (1, 6), (-3, 3), (5, 5), (i32::MIN, i32::MIN + 1), (i32::MAX - 1, i32::MAX)] {
        let numbers: BTreeSet<i32> = (0..2000).map(|_| get_random(&mut rand, min, max)).collect();
        assert_eq!((numbers.first(), numbers.last()), (Some(&min), Some(&max)));
    }
    // All the numbers there are leave nothing to divide by.
    assert!(get_random(&mut rand, i32::MIN, i32::MAX) < 0);
}

#[test]
#[should_panic(expected = "there is no number between 2 and 1")]
fn there_is_no_random_number_between_bounds_that_cross() {
    get_random(&mut GlibcRand::new(1), 2, 1);
}

#[test]
fn a_card_that_was_dealt_is_not_dealt_again() {
    let mut cards = [Owner::Nobody; CARDS];
    let mut picks = [7, 7, 7, 9, 7].into_iter();
    let mut picker = || picks.next().expect("enough picks");
    assert_eq!(deal_card(&mut cards, Hand::PLAYER, &mut picker), 7);
    assert_eq!(deal_card(&mut cards, Hand::DEALER, &mut picker), 9);
    assert_eq!((cards[7], cards[9]), (Owner::Hand(Hand::PLAYER), Owner::Hand(Hand::DEALER)));
}

#[test]
fn initializing_takes_every_card_back() {
    let mut cards = [Owner::Hand(Hand::DEALER); CARDS];
    initialize_cards(&mut cards);
    assert_eq!(cards, [Owner::Nobody; CARDS]);
}

#[test]
#[should_panic(expected = "there is no card left to deal")]
fn nothing_is_dealt_from_a_full_array() {
    let mut cards = [Owner::Hand(Hand::DEALER); CARDS];
    deal_card(&mut cards, Hand::PLAYER, &mut || 0);
}

proptest! {
    #[test]
    fn every_card_is_dealt_once_and_scored_where_it_went(seed: u32, to in prop::collection::vec(0..4_usize, CARDS)) {
        let seats = [Seat::Player, Seat::Dealer];
        let hands = seats.map(|seat| Half::ALL.map(|half| Hand::new(seat, half))).concat();
        let mut cards = [Owner::Nobody; CARDS];
        let mut picker = RandPicker::new(seed);
        let mut dealt = vec![Vec::new(); hands.len()];
        for hand in to {
            let index = deal_card(&mut cards, hands[hand], &mut picker);
            prop_assert_eq!(cards[index], Owner::Hand(hands[hand]));
            dealt[hand].push(card_at(index));
        }
        prop_assert!(!cards.contains(&Owner::Nobody));
        prop_assert_eq!(dealt.concat().len(), CARDS);
        for (hand, dealt) in hands.iter().zip(dealt) {
            prop_assert_eq!(score_hand(&cards, *hand), hand_score(&dealt));
        }
    }

    #[test]
    fn the_dealers_best_is_its_lowest_score_or_20_or_21(picks in prop::collection::vec(0..CARDS, 0..8)) {
        let cards: Vec<Card> = picks.into_iter().map(card_at).collect();
        let (lowest, best) = (hand_score(&cards), best_dealer_score(&cards));
        prop_assert!(best == lowest || best == lowest + 10 && (best == 20 || best == 21));
    }

    #[test]
    fn the_one_with_more_wins(a in 0..TARGET, b in 0..TARGET) {
        let (mine, yours) = (settle(a, b).winner(), settle(b, a).winner());
        prop_assert_eq!(mine == Some(Seat::Player), a > b);
        prop_assert_eq!(mine.is_none(), yours.is_none());
    }
}
