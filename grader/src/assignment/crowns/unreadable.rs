//! What a person must look at, because the reader could not follow it.

use reference::crowns::MAX_HAND;

use crate::transcript::Ending;

use super::facts::{Event, Session};
use super::question::Kind;
use super::reading::{Reading, sound};
use super::survey::is_game;
use super::turns::unread;
use super::unclear::Face;
use super::winners::WinnerLines;

/// Why a person must look at the whole program, if the reader could not follow it.
pub(super) fn reason(sessions: &[Session]) -> Option<String> {
    let blind = sessions.iter().find_map(|session| match &session.end {
        Ending::Blind(how) => Some(how),
        _ => None,
    });
    if let Some(how) = blind {
        return Some(format!("The program waits for input in a way the grader cannot see ({how})."));
    }
    if let Some(reason) = unclear_cards(sessions).or_else(|| unknown_headings(sessions)) {
        return Some(reason);
    }
    let ran_away = sessions.iter().any(|session| !session.ended());
    if is_game(sessions) || ran_away {
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

/// Cards that are none, or whose ranks are not clear.
fn unclear_cards(sessions: &[Session]) -> Option<String> {
    let published = "the published line is `Player 1: 7 of Stars, Joker, Queen of Hearts`";
    let mut hands = sessions.iter().flat_map(|session| &session.deals).flat_map(|deal| &deal.hands);
    if let Some(unclear) = hands.find_map(|hand| hand.unclear.as_ref()) {
        let (text, line) = (&unclear.text, &unclear.line);
        return Some(format!(
            "The cards could not be followed: \"{text}\" is no card in the line \"{line}\". Expected there was a card; {published}."
        ));
    }
    let example = |nth: usize| sessions.iter().find_map(|session| session.faces[nth].as_ref());
    let (number, name) = (example(Face::Number as usize)?, example(Face::Name as usize)?);
    Some(format!(
        "The cards could not be followed: \"{number}\" stands beside \"{name}\", so that it is not clear which number is which card. Expected were Jack, Queen and King; {published}."
    ))
}

/// Turns are played, but no heading of a hand of play was understood.
fn unknown_headings(sessions: &[Session]) -> Option<String> {
    let turn = |session: &&Session| {
        session.events.iter().any(|(_, event)| matches!(event, Event::Discards(..) | Event::Draws(_)))
    };
    let session = sessions.iter().find(turn)?;
    if sessions.iter().any(Session::is_full) {
        return None;
    }
    let line = session.events.iter().find_map(|(_, event)| other(event));
    let line =
        line.map_or("it has none".to_owned(), |line| format!("the first line not understood is \"{line}\""));
    Some(format!(
        "The full game could not be followed: {line}. Expected there was the heading of a hand; the published line is `--- Hand 1: 3 cards, 3s are wild ---`."
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
            let turn = session.events[hand].0.turn;
            let line =
                session.events[hand..].iter().find_map(|(place, event)| Some((place.turn, other(event)?)));
            let unknown =
                session.asks.iter().enumerate().skip(turn).find(|(_, ask)| ask.kind == Kind::Unknown);
            return match (line, unknown) {
                (Some((at, line)), Some((asked, _))) if at <= asked => Some(line),
                (_, Some((_, ask))) => Some(ask.line.clone()),
                (line, None) => line.map(|(_, line)| line),
            };
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

/// Why a person must look at one rule; `certain` if it was broken by what was understood.
pub(super) fn of_rule(id: &str, sessions: &[Session], reading: &Reading, certain: bool) -> Option<String> {
    let deals = || sessions.iter().flat_map(|session| &session.deals);
    match id {
        // A game that never ended had no chance to name a winner.
        "winner" | "full-winner"
            if reading.full && (id == "winner" || !sessions.iter().any(Session::ended)) =>
        {
            None
        }
        "full-winner" if !reading.full => None,
        "winner" if !certain => silent_winner(sessions).or_else(|| {
            let winners = WinnerLines::new(sessions);
            deals().find_map(|deal| winners.unclear_in(deal)).map(no_winner)
        }),
        "winner" | "full-winner" => silent_winner(sessions),
        "full-turn" | "full-last-turn" => unread(sessions),
        "replay" => unknown_again(sessions),
        "card-points" | "book" | "book-joker" | "points-optimal" | "points-possible" => {
            let large = sound(sessions, reading)
                .filter(|(_, deal)| deal.begins.is_none())
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

/// No winner was understood in any game, but lines were printed that may tell of one.
fn silent_winner(sessions: &[Session]) -> Option<String> {
    let winners = WinnerLines::new(sessions);
    let mut deals = sessions.iter().flat_map(|session| &session.deals);
    if deals.clone().any(|deal| winners.verdict(deal).is_some()) {
        return None;
    }
    deals.find_map(|deal| deal.others.last()).map(|(_, line)| no_winner(line))
}

fn no_winner(line: &str) -> String {
    format!(
        "No winner was understood. The line not understood is \"{line}\"; the published line is `Winner: Player 1 (62 points)`."
    )
}

/// No question for another game was understood in any session, but the program asked for something after a game.
fn unknown_again(sessions: &[Session]) -> Option<String> {
    if sessions.iter().flat_map(|session| &session.asks).any(|ask| ask.kind == Kind::Again) {
        return None;
    }
    let unknown = |kind| matches!(kind, Kind::Unknown | Kind::Menu | Kind::Start | Kind::Number | Kind::Bare);
    let asked = sessions.iter().find_map(|session| {
        let after = session.deals.iter().find(|deal| deal.is_scored())?.to;
        session.asks.iter().skip(after).find(|ask| unknown(ask.kind))
    })?;
    let published = "the published question is `Play again? (y/n): `";
    Some(match asked.line.as_str() {
        "" => format!("The program waits after a game without a question; {published}."),
        line => format!("The question \"{line}\" was not understood; {published}."),
    })
}

#[cfg(test)]
mod tests {
    use super::super::reader::tests::session;
    use super::*;

    #[test]
    fn a_question_after_a_game_that_is_not_understood_is_left_to_a_person() {
        let game = "Player 1: 7 of Stars, Joker, 7 of Clubs\nPlayer 1 points: 0\n";
        let table = [("Otra partida: ", true), ("Play again? (y/n): ", false), ("", true)];
        for (question, expected) in table {
            let said = format!("{game}{question}");
            let one = session(&[("How many players (1-7)? ", "1"), (&said, "n")], "");
            assert_eq!(unknown_again(&[one]).is_some(), expected, "{question:?}");
        }
        let silent = session(&[("How many players (1-7)? ", "1")], game);
        assert_eq!(unknown_again(&[silent]), None);
    }
}
