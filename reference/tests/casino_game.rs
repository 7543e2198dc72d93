//! The casino's game loop: what it asks, what it takes for an answer, and the legal orders of the deal.

use std::collections::BTreeSet;

use proptest::prelude::*;
use reference::cards::{Card, Rank, Suit};
use reference::casino::{
    DealOrder, DealStyle, DealerCards, Deck, Game, HANDOUT_SEED, Note, Outcome, Question, RandDeck, Replay,
    Step, dealer_draws, hand_total, player_is_asked, replay,
};
use reference::script::Script;

/// A deck of these ranks in this order, all spades; it is a fault of the test if it runs out.
fn stacked(ranks: &[u8]) -> impl Deck {
    let mut cards = ranks.iter().copied();
    move || {
        let number = cards.next().expect("the deck holds all the cards the game draws");
        Card::new(Rank::from_number(number).expect("a number from 1 to 13"), Suit::Spades)
    }
}

fn numbers(cards: &[Card]) -> Vec<u8> {
    cards.iter().map(|card| card.rank.number()).collect()
}

fn played(text: &str) -> Replay {
    let script = Script::parse("a.script", text).unwrap_or_else(|error| panic!("{error}"));
    replay(HANDOUT_SEED, DealOrder::default(), &script)
}

#[test]
fn cards_go_where_the_order_says() {
    let cases = [
        (DealerCards::AfterPlayer, [2, 3], [5, 6]),
        (DealerCards::UpFrontPPDD, [2, 3], [4, 5]),
        (DealerCards::UpFrontPDPD, [2, 4], [3, 5]),
        (DealerCards::UpFrontDDPP, [4, 5], [2, 3]),
        (DealerCards::UpFrontDPDP, [3, 5], [2, 4]),
        (DealerCards::OpenPPD, [2, 3], [4, 6]),
        (DealerCards::OpenPDP, [2, 4], [3, 6]),
        (DealerCards::OpenDPP, [3, 4], [2, 6]),
    ];
    for (dealer_cards, player, dealer) in cases {
        // The card of the hit is the next one after those dealt before the player's turn.
        let hit = match dealer_cards {
            DealerCards::AfterPlayer => 4,
            DealerCards::OpenPPD | DealerCards::OpenPDP | DealerCards::OpenDPP => 5,
            _ => 6,
        };
        let order = DealOrder { dealer_cards, ..DealOrder::default() };
        let mut game = Game::new(stacked(&[2, 3, 4, 5, 6, 10, 10]), order);
        for answer in ["10", "y", "n"] {
            assert!(game.answer(answer), "{dealer_cards:?}");
        }
        let round = &game.rounds()[0];
        assert_eq!(numbers(&round.player), [player[0], player[1], hit], "{dealer_cards:?}");
        assert_eq!(numbers(&round.dealer[..2]), dealer, "{dealer_cards:?}");
    }
}

#[test]
fn after_a_bust_the_dealer_does_what_the_order_says() {
    let cases: [(bool, bool, &[u8]); 3] =
        [(false, false, &[]), (true, false, &[2, 3]), (true, true, &[2, 3, 13, 5])];
    for dealer_cards in DealerCards::ALL {
        for (dealer_after_bust, dealer_plays_after_bust, shown) in cases {
            let order = DealOrder {
                dealer_cards,
                dealer_after_bust,
                dealer_plays_after_bust,
                ..DealOrder::default()
            };
            let cards: &[u8] = match dealer_cards {
                DealerCards::AfterPlayer => &[10, 11, 12, 2, 3, 13, 5],
                DealerCards::UpFrontPPDD => &[10, 11, 2, 3, 12, 13, 5],
                DealerCards::UpFrontPDPD => &[10, 2, 11, 3, 12, 13, 5],
                DealerCards::UpFrontDDPP => &[2, 3, 10, 11, 12, 13, 5],
                DealerCards::UpFrontDPDP => &[2, 10, 3, 11, 12, 13, 5],
                DealerCards::OpenPPD => &[10, 11, 2, 12, 3, 13, 5],
                DealerCards::OpenPDP => &[10, 2, 11, 12, 3, 13, 5],
                DealerCards::OpenDPP => &[2, 10, 11, 12, 3, 13, 5],
            };
            let mut game = Game::new(stacked(cards), order);
            game.answer("10");
            game.answer("y");
            let round = &game.rounds()[0];
            assert_eq!(numbers(&round.dealer), shown, "{order:?}");
            assert_eq!((round.outcome, game.money()), (Some(Outcome::PlayerBust), 90), "{order:?}");
            let (said, step) = game.step();
            assert_eq!(said.contains("The dealer's cards are:"), dealer_after_bust, "{order:?}");
            assert_eq!(step, Step::Ask(Question::Again), "{order:?}");
        }
    }
}

#[test]
fn suit_first_reads_the_same_numbers_the_other_way_round() {
    let mut deck = RandDeck::new(HANDOUT_SEED, DealStyle { rank_first: false });
    let dealt: Vec<String> = (0..4).map(|_| deck.draw().to_string()).collect();
    // What a C program deals with `suit = rand() % 4; rank = rand() % 13` after `srand(333)`.
    assert_eq!(dealt, ["Two of Spades", "Jack of Hearts", "Three of Diamonds", "Ace of Diamonds"]);
}

#[test]
fn every_legal_order_is_listed_once_and_the_samples_first() {
    let orders = DealOrder::all();
    assert_eq!(orders[0], DealOrder::default());
    assert_eq!(orders.len(), 48);
    assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), orders.len());
}

#[test]
fn what_is_no_answer_is_asked_again() {
    let mut game = Game::new(stacked(&[2, 3, 10, 10]), DealOrder::default());
    let questions = [
        (
            vec!["0", "-5", "101", "abc", "", "50.5", "9223372036854775808"],
            " 100 \n",
            "You have $100. Enter bet:\n",
        ),
        (vec!["", "maybe", "1"], "No", "Your total is 5. Do you want another card (y/n)?\n"),
    ];
    for (refused, taken, question) in questions {
        let (_, step) = game.step();
        for line in refused {
            assert!(!game.answer(line), "{line}");
            assert_eq!(game.step(), (question.to_owned(), step), "{line}");
        }
        assert!(game.answer(taken));
    }
    let round = &game.rounds()[0];
    assert_eq!(round.refused, ["0", "-5", "101", "abc", "", "50.5", "9223372036854775808"]);
    assert_eq!((round.bet, round.money_before, round.money_after), (Some(100), 100, Some(0)));
    assert_eq!(game.step().1, Step::Over);
    assert!(!game.answer("y"));
    assert_eq!(game.step(), (String::new(), Step::Over));
}

#[test]
fn a_round_in_play_is_told_from_finished_ones() {
    let mut game = Game::new(stacked(&[2, 3, 10, 10]), DealOrder::default());
    assert_eq!(game.round_in_play().map(|round| round.bet), Some(None));
    game.answer("7");
    let round = game.round_in_play().expect("the player is asked for another card");
    assert_eq!((round.bet, round.player_total(), round.dealer_total()), (Some(7), 5, None));
    game.answer("n");
    assert_eq!((game.round_in_play(), game.rounds().len()), (None, 1));
    game.answer("y");
    assert_eq!(game.round_in_play().map(|round| round.money_before), Some(93));
}

#[test]
fn a_replay_notes_where_the_script_and_the_game_part() {
    let missing = played("bet 10\nhit y\n");
    assert_eq!(missing.tail.lines().last(), Some("Play again? (y/n):"));
    let unused = Note::Unused { lines: vec!["hit y".into()] };
    assert_eq!(missing.notes, [Note::NoAnswer { kind: "again".into() }, unused]);

    let fallback = played("else again n\nbet 10\n");
    let again = Note::Fallback { turn: 1, kind: "again".into(), answer: "n".into() };
    assert_eq!((fallback.turns.len(), fallback.tail.as_str(), fallback.notes), (2, "", vec![again]));

    let refused = played("else bet 101\n");
    let bet = Note::FallbackRefused { turn: 0, kind: "bet".into(), answer: "101".into() };
    assert_eq!((refused.turns.len(), refused.notes), (1, vec![bet]));
    assert_eq!(refused.rounds[0].refused, ["101"]);
}

#[test]
fn plain_answers_go_to_whatever_is_asked() {
    let plain = played("50\ny\n50\nn\n");
    assert_eq!(plain.text, played("bet 50\nagain y\nbet 50\nhit n\n").text);
    assert_eq!(plain.notes, [Note::NoAnswer { kind: "again".into() }]);
}

fn any_order() -> impl Strategy<Value = DealOrder> {
    prop::sample::select(DealOrder::all())
}

/// A script that goes on until the money is gone or has grown enough, or its answers are used up.
fn any_script() -> impl Strategy<Value = Script> {
    let answer =
        prop_oneof![Just("y".to_owned()), Just("n".to_owned()), (0..200_u32).prop_map(|bet| bet.to_string())];
    prop::collection::vec(answer, 1..60).prop_map(|answers| {
        Script::parse("a.script", &answers.join("\n")).unwrap_or_else(|error| panic!("{error}"))
    })
}

proptest! {
    #[test]
    fn every_round_keeps_the_rules(seed: u32, order in any_order(), script in any_script()) {
        let replay = replay(seed, order, &script);
        let mut money = 100;
        for round in &replay.rounds {
            prop_assert_eq!(round.money_before, money);
            let Some(outcome) = round.outcome else { continue };
            let bet = round.bet.expect("a finished round has a bet");
            prop_assert!((1..=money).contains(&bet));
            money += outcome.money_change(bet);
            prop_assert_eq!(round.money_after, Some(money));
            for cards in 2..round.player.len() {
                prop_assert!(player_is_asked(hand_total(&round.player[..cards])));
            }
            for cards in 2..round.dealer.len() {
                prop_assert!(dealer_draws(hand_total(&round.dealer[..cards])));
            }
            if outcome != Outcome::PlayerBust {
                prop_assert!(round.dealer_total() >= Some(17));
            }
        }
        let unfinished = replay.rounds.iter().rev().skip(1).any(|round| round.outcome.is_none());
        prop_assert!(!unfinished, "only the last round may be unfinished");
    }

    #[test]
    fn the_text_is_the_turns_and_the_tail(seed: u32, order in any_order(), script in any_script()) {
        let replay = replay(seed, order, &script);
        let turns: Vec<&str> = replay.turns.iter().flat_map(|(said, answer)| [said, answer, "\n"]).collect();
        prop_assert_eq!(turns.concat() + &replay.tail, replay.text);
    }

    /// Drawing the dealer's cards late or early moves cards about; showing them after a bust only adds text.
    #[test]
    fn dealer_cards_up_front_are_the_same_shown_or_not(seed: u32, script in any_script()) {
        let hidden = DealOrder { dealer_cards: DealerCards::UpFrontPDPD, ..DealOrder::default() };
        let shown = DealOrder { dealer_after_bust: true, ..hidden };
        let (hidden, shown) = (replay(seed, hidden, &script), replay(seed, shown, &script));
        let outcomes = |replay: &Replay| -> Vec<_> {
            replay.rounds.iter().map(|round| (round.player.clone(), round.outcome, round.money_after)).collect()
        };
        prop_assert_eq!(outcomes(&hidden), outcomes(&shown));
    }
}
