//! What a person must look at, because the reader could not follow it.

use reference::crowns::MAX_HAND;

use crate::transcript::Ending;

use super::facts::{Deal, Event, Session};
use super::question::Kind;
use super::reading::{Reading, sound};
use super::survey::followed;
use super::turns::unread;

/// Why a person must look at the whole program, if the reader could not follow it.
pub(super) fn reason(sessions: &[Session]) -> Option<String> {
    let blind = sessions.iter().find_map(|session| match &session.end {
        Ending::Blind(how) => Some(how),
        _ => None,
    });
    if let Some(how) = blind {
        return Some(format!("The program waits for input in a way the grader cannot see ({how})."));
    }
    let ran_away = sessions.iter().any(|session| !session.ended());
    if followed(sessions) || ran_away {
        return None;
    }
    let session = sessions.first()?;
    let stage = stage(session);
    let line = match first_other(session, stage) {
        Some(line) => format!("the first line not understood is \"{line}\""),
        None if session.asks.is_empty() => "it ended without asking anything".to_owned(),
        None => "nothing else was printed".to_owned(),
    };
    let (what, published) = match stage {
        Stage::Players => ("the question how many play", "How many players (1-7)? "),
        Stage::Hands => ("a hand", "Player 1: 7 of Stars, Joker, Queen of Hearts"),
        Stage::Points => ("the points of a hand", "Player 1 points: 12"),
    };
    Some(format!(
        "The program could not be followed: {line}. Expected there was {what}; the published line is `{published}`."
    ))
}

/// How far the reader came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Players,
    Hands,
    Points,
}

fn stage(session: &Session) -> Stage {
    if session.deals.iter().any(|deal| !deal.hands.is_empty()) {
        Stage::Points
    } else if session.asks.iter().any(|ask| ask.kind == Kind::Players) {
        Stage::Hands
    } else {
        Stage::Players
    }
}

/// The first line that was not understood where the stage's line was expected.
fn first_other(session: &Session, stage: Stage) -> Option<String> {
    let from = match stage {
        Stage::Players => {
            let unknown = session.asks.iter().find(|ask| ask.kind == Kind::Unknown);
            if let Some(ask) = unknown {
                return Some(ask.line.clone());
            }
            0
        }
        Stage::Hands => session.asks.iter().position(|ask| ask.kind == Kind::Players)? + 1,
        Stage::Points => {
            let hand = session.events.iter().position(|(_, event)| matches!(event, Event::Hand(_)))?;
            return session.events[hand..].iter().find_map(|(_, event)| other(event));
        }
    };
    session.events.iter().filter(|(place, _)| place.turn >= from).find_map(|(_, event)| other(event))
}

fn other(event: &Event) -> Option<String> {
    match event {
        Event::Other(line) => Some(line.clone()),
        _ => None,
    }
}

/// Why a person must look at one rule.
pub(super) fn of_rule(id: &str, sessions: &[Session], reading: &Reading) -> Option<String> {
    let deals = || sessions.iter().flat_map(|session| &session.deals);
    match id {
        "winner" | "full-winner" => silent_winner(deals()),
        "full-turn" | "full-last-turn" => unread(sessions),
        "replay" => unknown_question(sessions),
        "card-points" | "book" | "book-joker" | "points-optimal" | "points-possible" => {
            let large = sound(sessions, reading)
                .flat_map(|(_, deal)| &deal.hands)
                .find(|hand| hand.cards.len() > MAX_HAND)?;
            let count = large.cards.len();
            Some(format!(
                "Hands of {count} cards are not counted; {MAX_HAND} are the most that seven players can have of 116."
            ))
        }
        _ => None,
    }
}

/// No question for another game was understood in any session, but a question was asked after a game.
fn unknown_question(sessions: &[Session]) -> Option<String> {
    if sessions.iter().flat_map(|session| &session.asks).any(|ask| ask.kind == Kind::Again) {
        return None;
    }
    let after_game = sessions.iter().flat_map(|session| {
        let over = session.deals.iter().find(|deal| deal.is_scored()).map_or(usize::MAX, |deal| deal.to);
        session.asks.get(over..).unwrap_or_default()
    });
    let unknown = |kind| matches!(kind, Kind::Unknown | Kind::Menu | Kind::Start | Kind::Number | Kind::Bare);
    let ask = after_game.into_iter().find(|ask| unknown(ask.kind))?;
    let asks = match ask.line.as_str() {
        "" => "waits without a word".to_owned(),
        line => format!("asks \"{line}\""),
    };
    Some(format!(
        "No question for another game was understood. After a game the program {asks}; the published line is `Play again? (y/n): `."
    ))
}

/// No winner was understood in any game, but lines were printed that may tell of one.
fn silent_winner<'a>(mut deals: impl Iterator<Item = &'a Deal> + Clone) -> Option<String> {
    if deals.clone().any(|deal| deal.verdict.is_some()) {
        return None;
    }
    let line = deals.find_map(|deal| deal.others.last())?;
    Some(format!(
        "No winner was understood. The last line not understood is \"{}\"; the published line is `Winner: Player 1 (62 points)`.",
        line.1
    ))
}

#[cfg(test)]
mod tests {
    use super::super::reader::tests::session;
    use super::*;

    #[test]
    fn a_question_after_a_game_that_is_not_understood_is_left_to_a_person() {
        let game = "Player 1: 7 of Stars, Joker, 7 of Clubs\nPlayer 1 points: 0\n";
        let table = [("Noch ein Spiel [j/n] ", true), ("Play again? (y/n): ", false), ("", true)];
        for (question, expected) in table {
            let said = format!("{game}{question}");
            let one = session(&[("How many players (1-7)? ", "1"), (&said, "n")], "");
            assert_eq!(unknown_question(&[one]).is_some(), expected, "{question:?}");
        }
        let silent = session(&[("How many players (1-7)? ", "1")], game);
        assert_eq!(unknown_question(&[silent]), None);
    }
}
