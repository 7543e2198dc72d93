use super::*;

/// Reads texts, each answered, and a last one.
pub(in crate::assignment::crowns) fn session(texts: &[(&str, &str)], tail: &str) -> Session {
    let questions = Questions::default();
    let mut reader = Reader::new(&questions, 0, 0, "");
    for (said, answer) in texts {
        let asked = reader.hear(said);
        reader.answered(&Answer::Line((*answer).to_owned()), meaning(&asked, answer));
    }
    reader.finish(tail, &Ending::Exited(0), (0, Vec::new()))
}

const OPENING: &str = "--- Hand 1: 3 cards, 3s are wild ---\nThe discard pile starts with 10C.\n";
const REST: &str = "Player 1 discards 5P.\nPlayer 1 goes out.\nPlayer 2 takes 5P.\nPlayer 2 discards QH.\n\
    Player 1: 10S 8S JK\nPlayer 1 points: 0\nPlayer 2: JH 7H 8D\nPlayer 2 points: 26\n\
    Totals: Player 1 0, Player 2 26\n";

/// A hand of play with the person's lines as given before and after the card is taken.
fn hand_of_play(before: &str, after: &str) -> Session {
    let take = format!("{OPENING}{before}\nTake from (d)eck or (p)ile? ");
    let discard = format!("{after}\nDiscard (1-4)? ");
    session(&[("How many players (1-7)? ", "2"), (&take, "d"), (&discard, "3")], REST)
}

#[test]
fn a_hand_listed_before_the_discard_is_no_hand_of_the_game() {
    let befores =
        ["Player 1: 10S 8S 5P", "Player 1, it is your turn.\n1. 10S\n2. 8S\n3. 5P", "1) 10S 2) 8S 3) 5P"];
    let list = "1. 10 of Stars\n2. 8 of Stars\n3. 5 of Spades\n4. Joker";
    let afters = [
        "You draw JK.".to_owned(),
        "Player 1 draws from the deck.\nYou draw JK.".to_owned(),
        "You draw JK.\nPlayer 1 draws from the deck.".to_owned(),
        format!("You draw JK.\n{list}"),
        format!("Player 1 draws from the deck.\nYour hand:\n{list}"),
        "You draw JK.\n1) 10S  2) 8S  3) 5P  4) JK".to_owned(),
        "You draw Joker.\nPlayer 1: 10S 8S 5P JK".to_owned(),
    ];
    for (before, after) in befores.iter().flat_map(|before| afters.iter().map(move |after| (before, after))) {
        let session = hand_of_play(before, after);
        let told: Vec<&Event> = session.events.iter().map(|(_, event)| event).collect();
        let draws = told.iter().filter(|event| matches!(event, Event::Draws(1))).count();
        assert_eq!(draws, 1, "{before:?} {after:?}");
        let [deal] = session.deals.as_slice() else { panic!("one hand of play: {before:?} {after:?}") };
        let sizes: Vec<usize> = deal.hands.iter().map(|hand| hand.cards.len()).collect();
        assert_eq!(sizes, [3, 3], "{before:?} {after:?}");
        assert!(deal.is_scored());
        let discards = told.iter().filter(|event| matches!(event, Event::Discards(..))).count();
        let takes = told.iter().filter(|event| matches!(event, Event::Takes(2, _))).count();
        assert_eq!((discards, takes), (2, 1));
    }
}
