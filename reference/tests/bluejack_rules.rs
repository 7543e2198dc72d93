//! Bluejack's rules, one by one, and what the computer makes of them.

use proptest::prelude::*;
use reference::bluejack::{
    BOARD_CARDS, Card, Colour, Decision, GOAL, Move, PerSide, STANDS_FROM, Side, Situation, blue_twenty,
    board_full, board_sum, board_values, busted, choose, closest, decision, game_deck_card, game_winner,
    hand_card, legal_hand, legal_move, next_to_move, nine_cards_win, playable,
};

/// The cards of a list as the transcript prints it.
fn cards(list: &str) -> Vec<Card> {
    let names = list.split(", ").filter(|name| !name.is_empty());
    names.map(|name| name.parse().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Nine plain cards, the last of which brings the sum to this.
fn nine_cards(sum: i64) -> Vec<Card> {
    let mut board = cards("Red 1, Red 2, Red 3, Green 1, Green 2, Green 3, Yellow 1, Yellow 2");
    board.push(Card::Signed { colour: Colour::Blue, value: sum - board_sum(&board) });
    board
}

#[test]
fn flip_and_double_change_the_last_number() {
    let cases: [(&str, &[i64]); 11] = [
        ("", &[]),
        ("Blue 7", &[7]),
        ("Blue 7, Red -2, Green +3", &[7, -2, 3]),
        ("Blue 7, Red 4, Flip", &[7, -4, 0]),
        ("Blue 7, Red -4, Flip", &[7, 4, 0]),
        ("Blue 7, Red 4, Double", &[7, 8, 0]),
        ("Blue 7, Red -4, Double, Green 1", &[7, -8, 0, 1]),
        ("Blue 7, Flip, Double", &[-14, 0, 0]),
        ("Blue 7, Flip, Flip", &[7, 0, 0]),
        ("Flip, Double", &[0, 0]),
        ("Flip, Blue 7", &[0, 7]),
    ];
    for (board, values) in cases {
        assert_eq!(board_values(&cards(board)), values, "{board}");
        assert_eq!(board_sum(&cards(board)), values.iter().sum::<i64>(), "{board}");
    }
}

#[test]
fn numbers_that_no_card_bears_are_still_added_up() {
    let most = format!("Blue {}, Double, Flip, Double, Red {}", i64::MAX, i64::MIN);
    assert_eq!(board_sum(&cards(&most)), i64::MIN);
    assert!(!hand_card(Card::Signed { colour: Colour::Blue, value: i64::MIN }));
}

#[test]
fn only_blue_cards_make_a_bluejack() {
    let cases = [
        ("Blue 10, Blue 7, Blue 3", true),
        ("Blue 10, Blue 6, Blue +4", true),
        ("Blue 10, Blue 9, Blue 4, Blue -3", true),
        ("Blue 10, Blue 6, Blue 3", false),
        ("Blue 10, Blue 7, Red 3", false),
        ("Blue 10, Blue 5, Double", false),
        ("Blue 10, Blue 9, Flip, Blue 19", false),
        ("", false),
    ];
    for (board, wins) in cases {
        assert_eq!(blue_twenty(&cards(board)), wins, "{board}");
    }
}

#[test]
fn a_board_decides_what_the_handout_says() {
    use Decision::{BlueTwenty, Bust, NineCards};
    let nine = |sum| nine_cards(sum).iter().map(Card::to_string).collect::<Vec<_>>().join(", ");
    let cases = [
        ("Red 10, Red 9".to_owned(), None, None),
        ("Red 10, Red 9, Green 1".to_owned(), None, None),
        ("Red 10, Red 9, Green 2".to_owned(), None, Some(Bust)),
        ("Blue 10, Blue 7, Blue 3".to_owned(), Some(BlueTwenty), Some(BlueTwenty)),
        ("Blue 10, Blue 7, Blue 4".to_owned(), None, Some(Bust)),
        (nine(19), Some(NineCards), Some(NineCards)),
        (nine(20), Some(NineCards), Some(NineCards)),
        (nine(-5), Some(NineCards), Some(NineCards)),
        (nine(21), Some(Bust), Some(Bust)),
    ];
    for (board, after_draw, after_turn) in cases {
        assert_eq!(decision(&cards(&board), false), after_draw, "{board}");
        assert_eq!(decision(&cards(&board), true), after_turn, "{board}");
    }
    let all_blue = ["Blue 1, Blue 2, Blue 3, Blue 4, Blue 5, Blue 6", "Blue +1, Blue -3, Blue +1"].join(", ");
    assert_eq!(decision(&cards(&all_blue), true), Some(BlueTwenty), "the game is worth more than the set");
}

#[test]
fn a_board_is_full_with_nine_cards() {
    let board = nine_cards(20);
    assert_eq!([7, 8, 9].map(|count| board_full(&board[..count])), [false, false, true]);
    assert_eq!([8, 9].map(|count| nine_cards_win(&board[..count])), [false, true]);
    assert!(!nine_cards_win(&nine_cards(21)));
}

#[test]
fn the_higher_sum_wins_and_equal_ones_do_not() {
    let cases = [
        (20, 19, Some(Side::Human)),
        (17, 18, Some(Side::Computer)),
        (-3, 2, Some(Side::Computer)),
        (-3, -4, Some(Side::Human)),
        (20, 20, None),
        (0, 0, None),
    ];
    for (human, computer, winner) in cases {
        assert_eq!(closest(PerSide { human, computer }), winner, "{human} against {computer}");
    }
    assert_eq!([19, 20, 21].map(busted), [false, false, true]);
}

#[test]
fn three_sets_win_the_game() {
    let cases = [
        (0, 0, None),
        (2, 2, None),
        (3, 0, Some(Side::Human)),
        (3, 2, Some(Side::Human)),
        (1, 3, Some(Side::Computer)),
    ];
    for (human, computer, winner) in cases {
        assert_eq!(game_winner(PerSide { human, computer }), winner, "{human} to {computer}");
    }
}

#[test]
fn turns_alternate_until_somebody_stands() {
    use Side::{Computer, Human};
    let cases = [
        (None, false, false, Some(Human)),
        (Some(Human), false, false, Some(Computer)),
        (Some(Computer), false, false, Some(Human)),
        (Some(Human), true, false, Some(Computer)),
        (Some(Computer), true, false, Some(Computer)),
        (Some(Human), false, true, Some(Human)),
        (Some(Computer), false, true, Some(Human)),
        (Some(Human), true, true, None),
    ];
    for (last, human, computer, next) in cases {
        assert_eq!(next_to_move(last, PerSide { human, computer }), next, "{last:?} {human} {computer}");
    }
}

#[test]
fn answers_mean_moves() {
    let (hand, board) = (cards("Blue +3, Flip"), cards("Red 7"));
    let cases = [
        ("end", Some(Move::End)),
        (" STAND \r\n", Some(Move::Stand)),
        ("play 1", Some(Move::Play(0))),
        ("Play\t02", Some(Move::Play(1))),
        ("play 3", None),
        ("play 0", None),
        ("play -1", None),
        ("play +1", None),
        ("play", None),
        ("play x", None),
        ("play 1 2", None),
        ("play 99999999999999999999", None),
        ("1", None),
        ("e", None),
        ("end turn", None),
        ("", None),
    ];
    for (answer, means) in cases {
        assert_eq!(legal_move(answer, &hand, &board), means, "{answer:?}");
    }
    assert_eq!(legal_move("play 1", &[], &board), None);
}

#[test]
fn a_card_is_played_where_there_is_room_and_a_number() {
    let full = nine_cards(15);
    for name in ["Blue 3", "Blue +3", "Flip", "Double"] {
        let card = cards(name)[0];
        assert!(playable(card, &cards("Red 7")), "{name}");
        assert!(!playable(card, &full), "{name}");
        assert_eq!(playable(card, &[]), card.value().is_some(), "{name}");
        assert_eq!(playable(card, &cards("Flip")), card.value().is_some(), "{name}");
        assert_eq!(legal_move("play 1", &[card], &full), None, "{name}");
    }
}

#[test]
fn decks_hold_the_cards_of_the_handout() {
    let cases = [
        ("Blue 1", true, true),
        ("Green 10", true, true),
        ("Green 11", false, false),
        ("Green 0", false, false),
        ("Red +6", false, true),
        ("Red -6", false, true),
        ("Red +7", false, false),
        ("Red -7", false, false),
        ("Red +0", false, false),
        ("Flip", false, true),
        ("Double", false, true),
    ];
    for (name, in_game_deck, in_hand) in cases {
        let card = cards(name)[0];
        assert_eq!((game_deck_card(card), hand_card(card)), (in_game_deck, in_hand), "{name}");
    }
}

#[test]
fn hands_have_four_cards_that_one_deck_can_hold() {
    let cases = [
        ("Blue 1, Red 1, Flip, Double", true),
        ("Blue +1, Blue +1, Blue +1, Blue +1", true),
        ("Blue 1, Blue +1, Flip, Red 2", true),
        ("Blue 1, Blue 1, Flip, Double", false),
        ("Flip, Flip, Red 2, Red 3", false),
        ("Double, Red 1, Double, Red 3", false),
        ("Red 1, Red 2, Red 3", false),
        ("Red 1, Red 2, Red 3, Red 4, Red 5", false),
        ("Red 1, Red 2, Red 3, Red 11", false),
    ];
    for (hand, legal) in cases {
        assert_eq!(legal_hand(&cards(hand)), legal, "{hand}");
    }
}

#[test]
fn the_computer_plays_as_documented() {
    use Move::{End, Play, Stand};
    let cases = [
        // A card that wins at once, be the sum as it may.
        ("Red 2, Blue +3, Blue +3", "Blue 10, Blue 7", 0, false, Play(1)),
        ("Red 2, Blue -3", "Blue 10, Blue 9, Blue 4", 0, false, Play(1)),
        ("Red 9, Red 2", "Red 1, Red 1, Red 1, Red 1, Red 1, Red 1, Red 1, Red 6", 0, false, Play(1)),
        // Over 20: the best card that saves the set, or none.
        ("Red -6, Red -4, Green -4", "Red 10, Green 7, Green 5", 0, false, Play(1)),
        ("Flip, Red -1", "Red 10, Green 7, Green 5", 0, false, Play(0)),
        ("Red -1, Green 2, Double", "Red 10, Green 7, Green 5", 0, false, End),
        ("", "Red 10, Green 7, Green 5", 0, true, End),
        // The other side has stood.
        ("Flip", "Red 9", 8, true, Stand),
        ("Flip", "Red 9", 9, true, End),
        ("Flip", "Red 9", 10, true, End),
        ("Flip", "Red 10, Red 7", 17, true, Stand),
        ("Flip", "Red 10, Red 6", 16, true, End),
        ("Flip", "Red 10, Red 9", 20, true, End),
        // The other side still plays.
        ("Red +4", "Red 10, Red 6", 9, false, End),
        ("Red +3", "Red 10, Red 7", 20, false, Stand),
    ];
    for (hand, board, other_sum, other_stood, choice) in cases {
        let (hand, board) = (cards(hand), cards(board));
        let situation = Situation { hand: &hand, board: &board, other_sum, other_stood };
        assert_eq!(choose(&situation), choice, "{situation:?}");
    }
}

fn any_card() -> impl Strategy<Value = Card> {
    let colour = prop::sample::select(&Colour::ALL[..]);
    prop_oneof![
        4 => (colour.clone(), 1..=10_i64).prop_map(|(colour, value)| Card::Plain { colour, value }),
        4 => (colour, -6..=6_i64).prop_map(|(colour, value)| Card::Signed { colour, value }),
        1 => Just(Card::Flip),
        1 => Just(Card::Double),
    ]
}

proptest! {
    #[test]
    fn without_flip_and_double_a_sum_is_that_of_the_numbers(board in prop::collection::vec(any_card(), 0..9)) {
        let plain: Vec<Card> = board.into_iter().filter(|card| card.value().is_some()).collect();
        let numbers: i64 = plain.iter().filter_map(|card| card.value()).sum();
        prop_assert_eq!(board_sum(&plain), numbers);
    }

    #[test]
    fn a_flip_played_after_the_draw_negates_the_drawn_card(
        board in prop::collection::vec(any_card(), 0..7),
        drawn in 1..=10_i64,
    ) {
        let before = board_sum(&board);
        let with = |card| [&board[..], &[Card::Plain { colour: Colour::Red, value: drawn }, card]].concat();
        prop_assert_eq!(board_sum(&with(Card::Flip)), before - drawn);
        prop_assert_eq!(board_sum(&with(Card::Double)), before + 2 * drawn);
    }

    #[test]
    fn whoever_sits_where_the_closest_wins(human in -60..=GOAL, computer in -60..=GOAL) {
        let winner = closest(PerSide { human, computer });
        let swapped = closest(PerSide { human: computer, computer: human });
        prop_assert_eq!(winner.map(Side::other), swapped);
    }

    #[test]
    fn the_computer_only_makes_moves_it_has(
        hand in prop::collection::vec(any_card(), 0..=4),
        board in prop::collection::vec(any_card(), 1..BOARD_CARDS),
        other_sum in -20..=GOAL,
        other_stood: bool,
    ) {
        let choice = choose(&Situation { hand: &hand, board: &board, other_sum, other_stood });
        match choice {
            Move::Play(place) => {
                prop_assert!(playable(hand[place], &board));
                let after = [&board[..], &[hand[place]]].concat();
                prop_assert_ne!(decision(&after, true), Some(Decision::Bust));
            }
            Move::Stand => prop_assert!(!busted(board_sum(&board))),
            Move::End => prop_assert!(other_stood || busted(board_sum(&board)) || board_sum(&board) < STANDS_FROM),
        }
    }
}
