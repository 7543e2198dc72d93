//! The least points of a hand: the handout's examples, the plain definition, and what must hold of any hand.

use proptest::prelude::*;
use proptest::sample::select;
use reference::crowns::{
    Card, MAX_HAND, Meld, Rank, Scoring, Suit, TooManyCards, arrange, card_points, full_deck, is_book,
    is_meld, is_run, is_wild, plain_points, points, read_hand, winners,
};

fn hand(text: &str) -> Vec<Card> {
    read_hand(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Scores hands by the solver and by the definition, which must both give what is expected.
fn check(scoring: Scoring, cases: &[(&str, u32)]) {
    for &(text, expected) in cases {
        let hand = hand(text);
        assert_eq!(points(&hand, scoring), Ok(expected), "{text}");
        assert_eq!(plain_points(&hand, scoring), expected, "{text}");
        assert_eq!(arrange(&hand, scoring).map(|arrangement| arrangement.points), Ok(expected), "{text}");
    }
}

#[test]
fn books_are_scored_as_the_weekly_handout_says() {
    let cases = [
        ("", 0),
        ("7S 7P 7S", 0),
        ("7S 7P 7S 7H", 0),
        ("7S 7P 7S JK", 0),
        ("7S 7P 7S JK QH", 12),
        ("7S 7P QH", 26),
        ("JK", 50),
        ("JK JK", 100),
        ("JK JK JK", 0),
        ("JK 3S", 53),
        ("JK JK 3S", 0),
        // "You would prefer to match two queens with a joker than keep the two Queens unmatched, for 24 points, and
        // match two threes with the joker instead."
        ("QS QH 3D 3C JK", 6),
        // Highest first would pair the King with both Jokers and leave the Queens.
        ("KS QH QD JK JK", 13),
        ("KS 3H 3D JK JK", 6),
        ("9S 9H 9C 9D 4S 4H JK", 0),
        ("3S 4S 5S", 12),
        ("10S JS QS KS", 46),
    ];
    check(Scoring::BOOKS, &cases);
}

#[test]
fn runs_are_scored_as_the_extra_credit_says() {
    let cases = [
        ("6D 7D 8D", 0),
        ("6D 7D 8D 9D", 0),
        ("6D 7D 8H", 21),
        ("6D 7D JK", 0),
        ("6D 8D JK", 0),
        ("6D 9D JK", 65),
        ("6D 9D JK JK", 0),
        ("QD KD JK", 0),
        // The King is high, and a run does not go round the corner.
        ("QD KD 3D", 28),
        ("KD 3D 4D", 20),
        ("KD 3D JK", 66),
        // A card is in one meld only: the run and the book both want the 8.
        ("6H 7H 8H 8D 8S", 13),
        ("6H 7H 8H 8D 8S JK", 0),
        ("6H 7H 8H 8D 8S 8C", 0),
        // The same card twice is in two runs.
        ("5C 6C 7C 7C 8C 9C", 0),
        ("5C 6C 7C 7C 8C", 7),
        ("5C 6C 7C 6C 7C 8C", 0),
        // Cards that a run could have for nothing are needed for a book.
        ("3S 4S 5S 6S 7S 5H 6H 7H 8H 8C 8D", 0),
        ("7S 8S JS JC 8P 10P JP JK", 15),
        ("6S 7S 8S 8S 9S 6H 9H JK", 14),
        // A faulty program may deal a card three times.
        ("QS JS JS JS 10S 10S 9S 9S 10S", 0),
        ("7S 8S 8S 7S 6S 5S 7S 9S 10S 9S", 0),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK", 0),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK JK", 0),
    ];
    check(Scoring::RUNS, &cases);
}

#[test]
fn wild_cards_are_scored_as_the_full_handout_says() {
    // "For example, when 7s are wild, a run could be made from 9, 7, J, or 6, 7, 7, 9."
    let sevens =
        [("9C 7D JC", 0), ("6H 7C 7D 9H", 0), ("7S", 20), ("7S 7P 7D", 0), ("7S JK", 70), ("7D 8D 9D", 0)];
    check(Scoring::full_game(Rank::Seven), &sevens);
    // "For example, if 8s are wild, then a book could be 8, Q, Q."
    check(Scoring::full_game(Rank::Eight), &[("8S QD QH", 0), ("8S QD KH", 45), ("8S 8H KH", 0)]);
    check(Scoring::full_game(Rank::King), &[("QD KD 3D", 35), ("JD KC KD", 0), ("KC KD", 40)]);
}

#[test]
fn a_program_may_count_a_joker_as_it_likes() {
    for joker in [0, 20, 25, 50] {
        let scoring = Scoring { joker, ..Scoring::BOOKS };
        check(scoring, &[("JK 3S", joker + 3), ("JK JK 3S", 0), ("JK JK", 2 * joker), ("JK 3S 3D 4S", 4)]);
    }
}

#[test]
fn melds_are_told_from_other_cards() {
    let scoring = Scoring::full_game(Rank::Four);
    let cases = [
        ("7S 7P 7S", true, false),
        ("7S 7P", false, false),
        ("7S 7P 8S", false, false),
        ("7S 8S 9S", false, true),
        ("9S 7S 8S", false, true),
        ("7S 8S 9H", false, false),
        ("7S 7S 8S", false, false),
        ("QS KS 3S", false, false),
        ("7S 4D JK", true, true),
        ("JK 4D 4H", true, true),
        ("JK JK QS KS", false, true),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", false, true),
        ("3S JK 5S 6S 7S 8S 9S 10S JS QS KS JK", false, false),
    ];
    for (text, book, run) in cases {
        let cards = hand(text);
        assert_eq!((is_book(&cards, scoring), is_run(&cards, scoring)), (book, run), "{text}");
        assert!(!is_run(&cards, Scoring::BOOKS), "{text}");
    }
}

#[test]
fn the_lowest_points_win() {
    let cases: [(&[u32], &[usize]); 4] =
        [(&[], &[]), (&[12], &[0]), (&[12, 3, 40], &[1]), (&[0, 7, 0, 0], &[0, 2, 3])];
    for (points, seats) in cases {
        assert_eq!(winners(points), seats, "{points:?}");
    }
}

#[test]
fn a_hand_of_more_than_sixteen_cards_is_refused() {
    let hand = full_deck();
    assert!(points(&hand[..MAX_HAND], Scoring::RUNS).is_ok());
    assert_eq!(points(&hand[..17], Scoring::RUNS), Err(TooManyCards(17)));
    assert_eq!(arrange(&hand, Scoring::BOOKS), Err(TooManyCards(116)));
    let message = "a hand of 17 cards is too large; at most 16 can be scored";
    assert_eq!(TooManyCards(17).to_string(), message);
}

fn any_scoring() -> impl Strategy<Value = Scoring> {
    let wild = prop::option::weighted(0.7, select(Rank::ALL.as_slice()));
    let joker = prop_oneof![4 => Just(50), 1 => select(vec![0, 20, 25])];
    (prop::bool::weighted(0.8), wild, joker).prop_map(|(runs, wild, joker)| Scoring { runs, wild, joker })
}

/// Cards of few suits and ranks, so that books, runs, duplicates and their overlaps are many; every so often a Joker.
/// Some hands hold more of a kind than a deck.
fn dense_hand(cards: usize) -> impl Strategy<Value = Vec<Card>> {
    let shape = (1..=5_usize, 1..=11_usize, 0..=10_usize, 0..6_u32);
    shape.prop_flat_map(move |(suits, ranks, lowest, jokers)| {
        let lowest = lowest.min(11 - ranks);
        let suited = (select(&Suit::ALL[..suits]), select(&Rank::ALL[lowest..lowest + ranks]))
            .prop_map(|(suit, rank)| Card::new(rank, suit));
        let card = prop_oneof![10 - jokers => suited, jokers => Just(Card::Joker)];
        prop::collection::vec(card, 0..=cards)
    })
}

/// Cards of one suit in which many cards are there twice or more, so that runs overlap.
fn one_suit(cards: usize) -> impl Strategy<Value = Vec<Card>> {
    (3..=8_usize, 0..=8_usize, 0..3_u32).prop_flat_map(move |(ranks, lowest, jokers)| {
        let lowest = lowest.min(11 - ranks);
        let suited = select(&Rank::ALL[lowest..lowest + ranks]).prop_map(|rank| Card::new(rank, Suit::Clubs));
        let card = prop_oneof![10 - jokers => suited, jokers => Just(Card::Joker)];
        prop::collection::vec(card, cards / 2..=cards)
    })
}

/// Cards of a few suits, many of the first one and some of them twice, so that books take from runs.
fn few_suits(cards: usize) -> impl Strategy<Value = Vec<Card>> {
    (2..=4_usize, 4..=8_usize, 0..=7_usize, 0..4_u32).prop_flat_map(move |(suits, ranks, lowest, jokers)| {
        let suit = prop_oneof![Just(Suit::Stars), select(&Suit::ALL[..suits])];
        let suited = (suit, select(&Rank::ALL[lowest.min(11 - ranks)..][..ranks]))
            .prop_map(|(suit, rank)| Card::new(rank, suit));
        let card = prop_oneof![20 - jokers => suited, jokers => Just(Card::Joker)];
        prop::collection::vec(card, cards - 2..=cards)
    })
}

/// Cards dealt from the full deck.
fn dealt_hand(cards: usize) -> impl Strategy<Value = Vec<Card>> {
    prop::sample::subsequence(full_deck(), 0..=cards).prop_shuffle()
}

fn any_hand(cards: usize) -> impl Strategy<Value = Vec<Card>> {
    prop_oneof![dense_hand(cards), one_suit(cards), few_suits(cards), dealt_hand(cards)]
}

/// The cards in an order of their own, so that two hands can be compared.
fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn the_solver_finds_what_trying_everything_finds(hand in any_hand(9), scoring in any_scoring()) {
        prop_assert_eq!(points(&hand, scoring), Ok(plain_points(&hand, scoring)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn it_does_so_for_larger_hands(hand in any_hand(12), scoring in any_scoring()) {
        prop_assert_eq!(points(&hand, scoring), Ok(plain_points(&hand, scoring)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn an_arrangement_is_legal_and_has_the_least_points(hand in any_hand(MAX_HAND), scoring in any_scoring()) {
        let arrangement = arrange(&hand, scoring).expect("a hand of a size that can be scored");
        prop_assert_eq!(Ok(arrangement.points), points(&hand, scoring));
        let left: u32 = arrangement.left.iter().map(|&card| card_points(card, scoring)).sum();
        prop_assert_eq!(arrangement.points, left);
        for meld in &arrangement.melds {
            prop_assert!(is_meld(meld.cards(), scoring), "{}", meld);
        }
        let melded = arrangement.melds.iter().flat_map(|meld| meld.cards().to_vec());
        prop_assert_eq!(sorted(melded.chain(arrangement.left.clone()).collect()), sorted(hand));
    }

    /// Wild cards stand in a run where the cards are that they stand for.
    #[test]
    fn a_run_is_laid_out_in_order(hand in dense_hand(MAX_HAND), wild in select(Rank::ALL.as_slice())) {
        let scoring = Scoring::full_game(wild);
        for meld in arrange(&hand, scoring).expect("a hand of a size that can be scored").melds {
            if let Meld::Run(cards) = meld {
                let natural = |&(_, card): &(u8, Card)| !is_wild(card, scoring);
                let places = (0..).zip(cards.iter().copied()).filter(natural);
                let firsts: Vec<Option<u8>> =
                    places.map(|(place, card)| card.rank()?.number().checked_sub(place)).collect();
                let first = firsts[0].expect("a run starts at the 3 or above");
                prop_assert!(firsts.iter().all(|&other| other == Some(first)), "{:?}", cards);
                prop_assert!(first >= 3 && usize::from(first) + cards.len() <= 14, "{:?}", cards);
            }
        }
    }

    #[test]
    fn the_order_of_the_cards_does_not_matter(
        (hand, other) in any_hand(MAX_HAND).prop_flat_map(|hand| (Just(hand.clone()), Just(hand).prop_shuffle())),
        scoring in any_scoring(),
    ) {
        prop_assert_eq!(points(&hand, scoring), points(&other, scoring));
    }

    /// A card more costs at most what it counts; a rule more costs nothing.
    #[test]
    fn more_ways_to_meld_never_cost(
        hand in any_hand(MAX_HAND - 1),
        card in select(full_deck()),
        scoring in any_scoring(),
    ) {
        let count = |hand: &[Card], scoring| points(hand, scoring).expect("a hand of a size that can be scored");
        let before = count(&hand, scoring);
        let mut more = hand.clone();
        more.push(card);
        prop_assert!(count(&more, scoring) <= before + card_points(card, scoring));
        let with_runs = Scoring { runs: true, ..scoring };
        prop_assert!(count(&hand, with_runs) <= before);
        let sum: u32 = hand.iter().map(|&card| card_points(card, scoring)).sum();
        prop_assert!(before <= sum);
    }
}
