//! The weekly assignment: what it asks, what it prints, and that it comes to an end.

use proptest::prelude::*;
use reference::crand::GlibcRand;
use reference::crowns::weekly::{DEFAULT_CARDS, Game};
use reference::crowns::{
    BadCard, Card, DEFAULT_SEED, MAX_GAMES, MAX_HAND, MAX_PLAYERS, Options, Question, Rank, Scoring, Shuffle,
    Step, Suit, full_deck, points, read_hand, replay, winners,
};
use reference::script::{Problem, Script};

/// Puts these cards on the top of the deck.
fn stacked(cards: &str) -> impl Shuffle {
    let top = read_hand(cards).unwrap_or_else(|error| panic!("{error}"));
    move |deck: &mut [Card]| {
        for (place, card) in top.iter().enumerate() {
            let found = deck[place..].iter().position(|other| other == card).expect("the deck has the card");
            deck.swap(place, place + found);
        }
    }
}

/// All that a game says until its next question, without the question before.
fn said_after<S: Shuffle>(game: &mut Game<S>, answer: &str) -> String {
    game.step();
    assert!(game.answer(answer), "{answer}");
    game.step().0
}

#[test]
fn a_game_is_dealt_one_card_at_a_time_and_told_in_the_published_words() {
    let mut game = Game::new(stacked("7S QH 7P 9C JK 9D 7S 9H QH KD"), 5, Scoring::BOOKS);
    assert_eq!(
        said_after(&mut game, "2"),
        "Player 1: 7 of Stars, 7 of Spades, Joker, 7 of Stars, Queen of Hearts\nPlayer 1 points: 12\n\
         Player 2: Queen of Hearts, 9 of Clubs, 9 of Diamonds, 9 of Hearts, King of Diamonds\n\
         Player 2 points: 25\nWinner: Player 1 (12 points)\nPlay again? (y/n): "
    );
    let deal = &game.deals()[0];
    assert_eq!((deal.points.as_slice(), deal.winners.as_slice()), ([12, 25].as_slice(), [0].as_slice()));
}

#[test]
fn ties_are_named() {
    let mut game = Game::new(stacked("3S KS 3H 4S 4H 4H 5S 5H 5H"), 3, Scoring::RUNS);
    let said = said_after(&mut game, "3");
    assert!(said.contains("Player 1 points: 0\n"), "{said}");
    assert!(said.ends_with("\nTie: Player 1, Player 3 (0 points)\nPlay again? (y/n): "), "{said}");
    // Without the extra credit the same hands are no runs.
    let mut game = Game::new(stacked("3S KS 3H 4S 4H 4H 5S 5H 5H"), 3, Scoring::BOOKS);
    assert!(said_after(&mut game, "3").contains("\nTie: Player 1, Player 3 (12 points)\n"));
}

#[test]
fn what_is_no_answer_is_asked_again_and_deals_nothing() {
    let mut game = Game::new(GlibcRand::new(DEFAULT_SEED), DEFAULT_CARDS, Scoring::BOOKS);
    game.step();
    for answer in ["0", "8", "-1", "two", "", " ", "3.0", "1 2", "99999999999999999999", "y"] {
        assert!(!game.answer(answer), "{answer}");
        let again = ("How many players (1-7)? ".to_owned(), Step::Ask(Question::Players));
        assert_eq!(game.step(), again, "{answer}");
    }
    assert!(game.deals().is_empty() && game.answer(" 7\r\n"));
    game.step();
    for answer in ["", "maybe", "1", "yn"] {
        assert!(!game.answer(answer), "{answer}");
        assert_eq!(game.step(), ("Play again? (y/n): ".to_owned(), Step::Ask(Question::Again)), "{answer}");
    }
    assert!(game.answer("YES") && game.answer("n"));
    assert_eq!((game.deals().len(), game.step().1), (2, Step::Over));
    assert!(!game.answer("y"));
}

#[test]
fn rote_answers_come_to_an_end() {
    let script = Script::parse("a.script", "else players 7\nelse again y\n").expect("a script");
    let replay = replay(1, Options::default(), &script);
    assert_eq!((replay.rounds.len(), replay.turns.len()), (MAX_GAMES, MAX_GAMES + 1));
}

#[test]
fn options_come_from_the_script() {
    let options = |text: &str| Options::from_script(&Script::parse("a.script", text).expect("a script"));
    assert_eq!(options(""), Ok(Options { full: false, runs: false, cards: 7, people: 1 }));
    let all = "option full\noption runs\noption people-0\noption cards-3\noption CARDS-16\n";
    assert_eq!(options(all), Ok(Options { full: true, runs: true, cards: 16, people: 0 }));
    for unknown in ["fully", "cards", "cards-2", "cards-17", "people-8", "people--1"] {
        let error = options(&format!("option {unknown}\n")).expect_err(unknown);
        assert!(matches!(error.problem, Problem::UnknownOption { .. }), "{unknown}");
    }
}

#[test]
fn cards_are_read_by_their_names() {
    let ten = Card::new(Rank::Ten, Suit::Spades);
    let queen = Card::new(Rank::Queen, Suit::Hearts);
    let cases: [(&str, &[Card]); 7] = [
        ("", &[]),
        (" ,\t, ", &[]),
        ("10P", &[ten]),
        ("qh jk 10p", &[queen, Card::Joker, ten]),
        ("10 of Spades, Queen of Hearts, JOKER", &[ten, queen, Card::Joker]),
        ("10 of spades,12 OF heart", &[ten, queen]),
        ("Q of Hearts 10P", &[queen, ten]),
    ];
    for (line, cards) in cases {
        assert_eq!(read_hand(line).as_deref(), Ok(cards), "{line}");
    }
    let bad = [
        ("7S 2H", "2H", 4),
        ("  7é", "7é", 3),
        ("é 7S", "é", 1),
        ("7S, 7 of Coins", "7 of Coins", 5),
        ("7S of", "of", 4),
        ("2  of Hearts", "2  of Hearts", 1),
        ("7 of", "7", 1),
        ("Player 1: 7S", "Player", 1),
    ];
    for (line, word, column) in bad {
        assert_eq!(read_hand(line), Err(BadCard { word: word.into(), column }), "{line}");
    }
}

proptest! {
    #[test]
    fn every_game_is_dealt_from_the_full_deck(
        seed: u32,
        players in 1..=MAX_PLAYERS,
        cards in 1..=MAX_HAND,
        runs: bool,
    ) {
        let scoring = Scoring { runs, ..Scoring::BOOKS };
        let mut game = Game::new(GlibcRand::new(seed), cards, scoring);
        for answer in [&players.to_string(), "y", "n"] {
            prop_assert!(game.answer(answer));
        }
        prop_assert_eq!((game.step().1, game.deals().len()), (Step::Over, 2));
        for deal in game.deals() {
            prop_assert!(deal.hands.len() == players && deal.hands.iter().all(|hand| hand.len() == cards));
            let mut deck = full_deck();
            for card in deal.hands.concat() {
                let place = deck.iter().position(|&other| other == card);
                deck.swap_remove(place.expect("no card is dealt more often than the deck has it"));
            }
            let expected: Result<Vec<u32>, _> = deal.hands.iter().map(|hand| points(hand, scoring)).collect();
            prop_assert_eq!(Ok(&deal.points), expected.as_ref());
            prop_assert_eq!(&deal.winners, &winners(&deal.points));
        }
    }

    /// Whatever is answered, the game is over after the first `n` it has asked for, or waits for more.
    #[test]
    fn any_answers_are_taken_or_asked_again(answers in prop::collection::vec("[0-9yn -]{0,2}|[a-z]{0,5}", 0..40)) {
        let mut game = Game::new(GlibcRand::new(1), DEFAULT_CARDS, Scoring::RUNS);
        for answer in answers {
            let (_, before) = game.step();
            let taken = game.answer(&answer);
            let (said, after) = game.step();
            match before {
                Step::Over => prop_assert!(!taken && said.is_empty() && after == Step::Over),
                Step::Ask(question) if !taken => {
                    prop_assert_eq!((said, after), (question.to_string(), Step::Ask(question)));
                }
                Step::Ask(_) => prop_assert!(said.is_empty() == (after == Step::Over)),
            }
        }
    }

    #[test]
    fn any_line_is_read_or_refused_within_itself(line in r"([ ,\té]|of|7S|JK|Queen|Hearts|2){0,12}") {
        if let Err(BadCard { word, column }) = read_hand(&line) {
            let from: String = line.chars().skip(column - 1).collect();
            prop_assert!(from.starts_with(&word) && !word.is_empty());
        }
    }
}
