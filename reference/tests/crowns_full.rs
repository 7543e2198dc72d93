//! The full game: turns, going out, last turns, totals, and that it comes to an end.

use proptest::prelude::*;
use reference::crand::GlibcRand;
use reference::crowns::full::{Game, Hand, MAX_ROUNDS, discards, outlook, takes_pile};
use reference::crowns::{
    Card, MAX_GAMES, MAX_PLAYERS, Options, Question, Rank, Scoring, Shuffle, Source, Step, full_deck, points,
    read_hand, replay,
};
use reference::script::Script;

fn hand(text: &str) -> Vec<Card> {
    read_hand(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Puts these cards on the top of the deck.
fn stacked(cards: &str) -> impl Shuffle {
    let top = hand(cards);
    move |deck: &mut [Card]| {
        for (place, card) in top.iter().enumerate() {
            let found = deck[place..].iter().position(|other| other == card).expect("the deck has the card");
            deck.swap(place, place + found);
        }
    }
}

/// What a game says after each of these answers, all of which it takes.
fn said<S: Shuffle>(game: &mut Game<S>, answers: &[&str]) -> String {
    game.step();
    let mut text = String::new();
    for answer in answers {
        assert!(game.answer(answer), "{answer} after {text}");
        text.push_str(&game.step().0);
    }
    text
}

#[test]
fn two_people_play_a_hand_in_the_published_words() {
    // Player 1 is dealt 5S 5H 9C, player 2 KS QS 4H; the 8D is turned over, then come 7C, JS and 6C.
    let mut game = Game::new(stacked("5S KS 5H QS 9C 4H 8D 7C JS 5D 6C"), 2);
    assert_eq!(
        said(&mut game, &["2", "d", "4", "deck", "3"]),
        "--- Hand 1: 3 cards, 3s are wild ---\nThe discard pile starts with 8 of Diamonds.\n\
         Player 1: 5 of Stars, 5 of Hearts, 9 of Clubs\nTake from (d)eck or (p)ile? \
         Player 1 draws from the deck.\nYou draw 7 of Clubs.\nDiscard (1-4)? \
         Player 1 discards 7 of Clubs.\n\
         Player 2: King of Stars, Queen of Stars, 4 of Hearts\nTake from (d)eck or (p)ile? \
         Player 2 draws from the deck.\nYou draw Jack of Stars.\nDiscard (1-4)? \
         Player 2 discards 4 of Hearts.\nPlayer 2 goes out.\n\
         Player 1: 5 of Stars, 5 of Hearts, 9 of Clubs\nTake from (d)eck or (p)ile? "
    );
    // The last turn ends the hand even though player 1 has every card melded as well.
    let end = said(&mut game, &["D", "3"]);
    assert!(
        end.contains("You draw 5 of Diamonds.\nDiscard (1-4)? Player 1 discards 9 of Clubs.\nPlayer 1: ")
    );
    assert!(end.contains(
        "Player 2: King of Stars, Queen of Stars, Jack of Stars\nPlayer 2 points: 0\n\
         Totals: Player 1 0, Player 2 0\n--- Hand 2: 4 cards, 4s are wild ---\n"
    ));
    let first = &game.hands()[0];
    assert_eq!((first.out, first.points.as_slice(), first.first), (Some(1), [0, 0].as_slice(), 0));
    // The deal passes on, so player 2 begins the second hand.
    assert_eq!(game.hand_in_play().map(|hand| hand.first), Some(1));
}

#[test]
fn the_discard_pile_gives_its_top() {
    let mut game = Game::new(stacked("5S 9S 9C 8D"), 1);
    let text = said(&mut game, &["1", "pile", "4"]);
    assert!(
        text.contains("Player 1 takes 8 of Diamonds.\nDiscard (1-4)? Player 1 discards 8 of Diamonds.\n")
    );
    let turn = game.hand_in_play().expect("nobody has gone out").turns[0];
    assert_eq!((turn.source, turn.taken, turn.discarded), (Source::Pile, hand("8D")[0], hand("8D")[0]));
}

#[test]
fn what_is_no_answer_is_asked_again_and_changes_nothing() {
    let mut game = Game::new(stacked("5S 9S 9C 8D"), 7);
    said(&mut game, &["1"]);
    for answer in ["", "x", "1", "deck pile", "dp"] {
        assert!(!game.answer(answer), "{answer}");
        let again = ("Take from (d)eck or (p)ile? ".to_owned(), Step::Ask(Question::Take { seat: 0 }));
        assert_eq!(game.step(), again, "{answer}");
    }
    said(&mut game, &["P"]);
    for answer in ["", "0", "5", "-1", "8 of Diamonds", "d"] {
        assert!(!game.answer(answer), "{answer}");
        let question = Question::Discard { seat: 0, cards: 4 };
        assert_eq!(game.step(), ("Discard (1-4)? ".to_owned(), Step::Ask(question)), "{answer}");
    }
    assert!(game.answer("1"));
}

#[test]
fn a_hand_ends_though_nobody_goes_out() {
    let mut game = Game::new(stacked("5S 9S QC 8D"), 1);
    said(&mut game, &["1"]);
    for _ in 0..MAX_ROUNDS {
        assert!(game.answer("p") && game.answer("4"));
    }
    let first = &game.hands()[0];
    assert_eq!((first.out, first.turns.len(), first.points.as_slice()), (None, MAX_ROUNDS, [26].as_slice()));
    assert!(
        game.step().0.contains("Player 1 discards 8 of Diamonds.\nNobody goes out.\nPlayer 1: 5 of Stars")
    );
}

#[test]
fn rote_answers_come_to_an_end() {
    let text = "option full\noption people-7\nelse players 7\nelse take d\nelse discard 1\nelse again n\n";
    let script = Script::parse("a.script", text).expect("a script");
    let options = Options::from_script(&script).expect("known options");
    let played = replay(1, options, &script);
    assert_eq!(played.rounds.len(), 11);
    // Fifty rounds of seven draws are more than the draw pile has.
    assert!(played.text.contains("The deck is used up, so the discards are shuffled.\nPlayer "));

    let script = Script::parse("a.script", "else players 2\nelse again y\n").expect("a script");
    let computers = Options { full: true, people: 0, ..Options::default() };
    let played = replay(1, computers, &script);
    assert_eq!((played.rounds.len(), played.turns.len()), (11 * MAX_GAMES, MAX_GAMES + 1));
}

#[test]
fn the_computer_takes_what_helps_and_discards_what_costs() {
    let nines = Scoring::full_game(Rank::Nine);
    // The third Queen, a wild card, and what lets it go out are worth taking; a King is not.
    for (cards, top, takes) in [
        ("QS QH 3D 4C", "QD", true),
        ("QS QH 3D 4C", "JK", true),
        ("QS QH 3D 4C", "9H", true),
        ("QS QH 3D 4C", "KD", false),
        ("5S 5H 5D 4C 3C", "5C", false),
        ("4D 5D 6D 7D KC", "8D", true),
    ] {
        assert_eq!(takes_pile(&hand(cards), hand(top)[0], nines, false), takes, "{top} to {cards}");
    }
    // Of cards that count the same, a pair is kept; in the last turn only points matter.
    let cards = hand("QS QH KD 3C 3D 3H");
    assert_eq!(cards[discards(&cards, nines, false)], hand("KD")[0]);
    let cards = hand("7S 7H 8D");
    assert_eq!(cards[discards(&cards, nines, false)], hand("8D")[0]);
    let cards = hand("QS QH KD");
    assert_eq!(discards(&cards, nines, true), 2);
    assert_eq!((outlook(&cards, nines, true), outlook(&cards, nines, false)), (37, 50));
}

/// The cards that can be seen or held at one time must all be in the deck.
fn assert_in_deck(cards: &[Card]) {
    let mut deck = full_deck();
    for card in cards {
        let place = deck.iter().position(|other| other == card);
        deck.swap_remove(place.unwrap_or_else(|| panic!("there is one {card} too many")));
    }
}

/// Plays a hand again from its record, and holds what it says against the rules.
fn check_hand(hand: &Hand, totals_before: &[u32]) {
    let scoring = Scoring::full_game(hand.wild);
    let players = hand.dealt.len();
    let (mut hands, mut pile) = (hand.dealt.clone(), vec![hand.turned_over]);
    let mut deck = full_deck().len() - players * hand.cards - 1;
    let mut out = None;
    for (number, turn) in hand.turns.iter().enumerate() {
        assert_eq!(turn.seat, (hand.first + number) % players, "everybody has a turn");
        assert!(out.is_none_or(|(_, at)| number < at + players), "nobody has two last turns");
        if turn.source == Source::Pile {
            assert_eq!(pile.pop(), Some(turn.taken));
        } else {
            if deck == 0 {
                deck = pile.len() - 1;
                pile.drain(..deck);
            }
            deck -= 1;
        }
        let own = &mut hands[turn.seat];
        own.push(turn.taken);
        let place = own.iter().position(|&card| card == turn.discarded);
        own.remove(place.expect("the discard was in hand"));
        pile.push(turn.discarded);
        if out.is_none() && points(own, scoring) == Ok(0) {
            out = Some((turn.seat, number));
        }
        assert_in_deck(&[hands.concat(), pile.clone()].concat());
    }
    assert_eq!(hand.out, out.map(|(seat, _)| seat));
    let turns = out.map_or(MAX_ROUNDS * players, |(_, at)| at + players);
    assert_eq!(hand.turns.len(), turns);
    let sorted = |hands: &[Vec<Card>]| {
        let mut hands = hands.to_vec();
        for hand in &mut hands {
            hand.sort_unstable();
        }
        hands
    };
    assert_eq!(sorted(&hand.kept), sorted(&hands));
    let counted: Vec<u32> =
        hand.kept.iter().map(|cards| points(cards, scoring).expect("small hands")).collect();
    assert_eq!(hand.points, counted);
    let totals: Vec<u32> =
        totals_before.iter().zip(&counted).map(|(before, points)| before + points).collect();
    assert_eq!(hand.totals, totals);
}

/// Checks whole games, each of eleven hands.
fn check_games(hands: &[Hand], players: usize) {
    for game in hands.chunks(11) {
        let mut totals = vec![0; players];
        for (index, hand) in game.iter().enumerate() {
            assert_eq!((hand.cards, usize::from(hand.wild.number())), (index + 3, index + 3));
            assert_eq!(hand.first, index % players);
            check_hand(hand, &totals);
            totals.clone_from(&hand.totals);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn computers_play_by_the_rules(seed: u32, players in 1..=MAX_PLAYERS) {
        let mut game = Game::new(GlibcRand::new(seed), 0);
        prop_assert!(game.answer(&players.to_string()) && game.answer("y") && game.answer("n"));
        prop_assert_eq!((game.step().1, game.hands().len()), (Step::Over, 22));
        check_games(game.hands(), players);
    }

    /// People may answer as they like: the game comes to its end, and the rules are kept.
    #[test]
    fn any_answers_lead_to_the_end(seed: u32, players in 1..=MAX_PLAYERS, people in 1..=MAX_PLAYERS, stubborn: bool) {
        let mut game = Game::new(GlibcRand::new(seed), people);
        let mut answers = GlibcRand::new(!seed);
        let mut any = |count: usize| answers.next_rand().cast_unsigned() as usize % count;
        let mut asked = 0;
        while let Step::Ask(question) = game.step().1 {
            asked += 1;
            prop_assert!(asked <= 2 + 11 * 2 * MAX_ROUNDS * MAX_PLAYERS);
            let answer = match question {
                Question::Players => players.to_string(),
                Question::Take { seat } => {
                    prop_assert!(seat < people.min(players));
                    if any(2) == 0 { "d".to_owned() } else { "p".to_owned() }
                }
                Question::Discard { cards, .. } if stubborn => cards.to_string(),
                Question::Discard { cards, .. } => (any(cards) + 1).to_string(),
                Question::Again => "n".to_owned(),
            };
            prop_assert!(game.answer(&answer), "{}", answer);
        }
        check_games(game.hands(), players);
        prop_assert_eq!(game.hands().len(), 11);
    }
}
