//! The casino's rules, one by one.

use proptest::prelude::*;
use reference::cards::{Card, Rank, Suit};
use reference::casino::{
    AfterRound, DEALER_DRAWS_AT_MOST, Outcome, TARGET, after_round, bet_accepted, busted, card_value,
    dealer_draws, hand_total, player_is_asked, settle,
};

/// A hand of these ranks, of any suit.
fn hand(ranks: &[Rank]) -> Vec<Card> {
    ranks.iter().map(|&rank| Card::new(rank, Suit::Hearts)).collect()
}

#[test]
fn cards_count_what_the_handout_says() {
    let values = [(Rank::Two, 2), (Rank::Nine, 9), (Rank::Ten, 10)];
    let faces = [(Rank::Jack, 10), (Rank::Queen, 10), (Rank::King, 10)];
    for (rank, value) in values.into_iter().chain(faces) {
        for total in 0..=30 {
            assert_eq!(card_value(rank, total), value, "{rank} at {total}");
        }
    }
    for total in 0..=30 {
        assert_eq!(card_value(Rank::Ace, total), if total <= 10 { 11 } else { 1 }, "ace at {total}");
    }
}

#[test]
fn hands_are_added_card_by_card() {
    use Rank::{Ace, Eight, Five, Four, Jack, King, Queen, Ten, Three};
    let cases: [(&[Rank], i64); 8] = [
        (&[], 0),
        (&[Ten, Ace], 21),
        (&[Ace, Ace], 12),
        (&[Ace, Ace, Ace], 13),
        (&[Three, Ace, Queen], 24),
        (&[Three, Queen, Ace], 14),
        (&[Ace, Three, Eight], 22),
        (&[Jack, King, Five, Four], 29),
    ];
    for (ranks, total) in cases {
        assert_eq!(hand_total(&hand(ranks)), total, "{ranks:?}");
    }
}

#[test]
fn turns_end_where_the_handout_says() {
    assert_eq!([20, 21, 22].map(player_is_asked), [true, false, false]);
    assert_eq!([20, 21, 22].map(busted), [false, false, true]);
    assert_eq!([15, 16, 17, 18].map(dealer_draws), [true, true, false, false]);
}

#[test]
fn rounds_are_settled_as_the_handout_says() {
    let cases = [
        (22, Some(23), Outcome::PlayerBust),
        (22, Some(20), Outcome::PlayerBust),
        (22, None, Outcome::PlayerBust),
        (12, Some(22), Outcome::DealerBust),
        (20, Some(19), Outcome::PlayerWins),
        (18, Some(20), Outcome::DealerWins),
        (21, Some(21), Outcome::Draw),
        (17, Some(17), Outcome::Draw),
    ];
    for (player, dealer, outcome) in cases {
        assert_eq!(settle(player, dealer), outcome, "{player} against {dealer:?}");
    }
    let outcomes =
        [Outcome::PlayerBust, Outcome::DealerBust, Outcome::PlayerWins, Outcome::DealerWins, Outcome::Draw];
    assert_eq!(outcomes.map(|outcome| outcome.money_change(40)), [-40, 40, 40, -40, 0]);
}

#[test]
fn bets_and_money_have_their_limits() {
    assert_eq!([-1, 0, 1, 100, 101].map(|bet| bet_accepted(bet, 100)), [false, false, true, true, false]);
    let ends = [0, 1, 1000, 1001].map(after_round);
    assert_eq!(ends, [AfterRound::Broke, AfterRound::AskAgain, AfterRound::AskAgain, AfterRound::Rich]);
}

fn any_hand() -> impl Strategy<Value = Vec<Card>> {
    let card = (0..Rank::ALL.len(), 0..Suit::ALL.len())
        .prop_map(|(rank, suit)| Card::new(Rank::ALL[rank], Suit::ALL[suit]));
    prop::collection::vec(card, 0..12)
}

proptest! {
    #[test]
    fn an_ace_alone_never_takes_a_hand_over(hand in any_hand()) {
        let total = hand_total(&hand);
        let with_ace = total + card_value(Rank::Ace, total);
        prop_assert!(!busted(with_ace) || total >= TARGET, "{total} became {with_ace}");
    }

    /// A second ace never counts 11, so a hand is at most 10 above its lowest value.
    #[test]
    fn at_most_one_ace_is_high(hand in any_hand()) {
        let lowest: i64 = hand.iter().map(|card| i64::from(card.rank.number().min(10))).sum();
        prop_assert!([lowest, lowest + 10].contains(&hand_total(&hand)));
    }

    #[test]
    fn between_two_who_stand_the_money_only_changes_hands(a in 0..=TARGET, b in 0..=TARGET, bet in 1_i64..1000) {
        let (mine, yours) = (settle(a, Some(b)).money_change(bet), settle(b, Some(a)).money_change(bet));
        prop_assert_eq!(mine, -yours);
        prop_assert_eq!(mine == 0, a == b);
    }

    #[test]
    fn a_dealer_who_draws_to_the_end_is_never_below_17(hand in any_hand()) {
        let mut total = 0;
        for card in hand.iter().chain(&[Card::new(Rank::Ten, Suit::Clubs); 2]) {
            if dealer_draws(total) {
                total += card_value(card.rank, total);
            }
        }
        prop_assert!((DEALER_DRAWS_AT_MOST + 1..=DEALER_DRAWS_AT_MOST + 10).contains(&total), "{total}");
    }
}
