//! Turns of the full game of which a line was not printed, or not understood.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::{Deal, Event, Session};

/// Why turns cannot be judged: a line of them is missing although the hands show that they were whole.
pub(super) fn unread(sessions: &[Session]) -> Option<String> {
    never_discards(sessions).or_else(|| half_told(sessions))
}

/// The hands of play that were played to their end by two or more players.
fn played(sessions: &[Session]) -> impl Iterator<Item = (&Session, &Deal)> {
    let deals = sessions.iter().flat_map(|session| session.deals.iter().map(move |deal| (session, deal)));
    deals.filter(|(_, deal)| deal.begins.is_some() && deal.is_scored() && deal.hands.len() > 1)
}

fn told<'a>(session: &'a Session, deal: &'a Deal) -> impl Iterator<Item = &'a Event> {
    deal.events.iter().filter_map(|at| session.events.get(*at)).map(|(_, event)| event)
}

/// A player whose discards are never told.
fn never_discards(sessions: &[Session]) -> Option<String> {
    let mut seats = BTreeSet::new();
    let mut discards = BTreeSet::new();
    for (session, deal) in played(sessions) {
        seats.extend(deal.hands.iter().map(|hand| hand.seat));
        discards.extend(told(session, deal).filter_map(|event| match event {
            Event::Discards(seat, _) => Some(*seat),
            _ => None,
        }));
    }
    let silent = seats.difference(&discards).next()?;
    let line = unknown_line(sessions);
    Some(format!(
        "No line was understood that tells what player {silent} discards.{line} The published line is `Player {silent} discards 9 of Clubs.`"
    ))
}

/// A turn of which only one half is told, in a hand of play that ends with hands of the right size: both halves were
/// played.
fn half_told(sessions: &[Session]) -> Option<String> {
    let whole = |deal: &Deal| {
        let size = deal.begins.and_then(|begins| begins.cards).map(|cards| cards as usize);
        let size = size.or(deal.hands.first().map(|hand| hand.cards.len()));
        deal.hands.iter().all(|hand| Some(hand.cards.len()) == size)
    };
    let (seat, half) = played(sessions)
        .filter(|(_, deal)| whole(deal))
        .find_map(|(session, deal)| half_turn(told(session, deal)))?;
    let line = unknown_line(sessions);
    Some(match half {
        Half::Taken => format!(
            "Player {seat} takes a card, and no line was understood that tells what is discarded.{line} The published line is `Player {seat} discards 9 of Clubs.`"
        ),
        Half::Discarded => format!(
            "Player {seat} discards a card, and no line was understood that tells where one was taken.{line} The published line is `Player {seat} draws from the deck.`"
        ),
    })
}

/// The half of a turn that was told.
enum Half {
    Taken,
    Discarded,
}

/// The first turn that is told by half: lines of one player in a row, with nothing taken or nothing discarded.
fn half_turn<'a>(events: impl Iterator<Item = &'a Event>) -> Option<(u32, Half)> {
    let mut turn: Option<(u32, bool, bool)> = None;
    let half = |turn: Option<(u32, bool, bool)>| match turn? {
        (seat, true, false) => Some((seat, Half::Taken)),
        (seat, false, true) => Some((seat, Half::Discarded)),
        _ => None,
    };
    for event in events {
        let (seat, takes) = match event {
            Event::Draws(seat) | Event::Takes(seat, _) => (*seat, true),
            Event::Discards(seat, _) => (*seat, false),
            _ => continue,
        };
        if turn.is_none_or(|(before, ..)| before != seat) {
            if let Some(found) = half(turn) {
                return Some(found);
            }
            turn = Some((seat, false, false));
        }
        if let Some((_, taken, discarded)) = &mut turn {
            *taken |= takes;
            *discarded |= !takes;
        }
    }
    half(turn)
}

/// The line that was not understood most often in hands of play, if any, as a sentence.
fn unknown_line(sessions: &[Session]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, line) in played(sessions).flat_map(|(_, deal)| &deal.others) {
        *counts.entry(line).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map_or_else(String::new, |(line, _)| format!(" A line that was not understood is \"{line}\"."))
}

#[cfg(test)]
mod tests {
    use super::super::reader::tests::session;
    use super::*;

    /// Whether a hand of play of two players is left to a person, given its turns.
    fn is_unread(turns: &str) -> bool {
        let told = format!(
            "--- Hand 1: 3 cards, 3s are wild ---\n{turns}Player 1: 10S 8S JK\nPlayer 1 points: 0\n\
             Player 2: JH 7H 8D\nPlayer 2 points: 26\nTotals: Player 1 0, Player 2 26\n"
        );
        unread(&[session(&[("How many players (1-7)? ", "2")], &told)]).is_some()
    }

    #[test]
    fn turns_told_by_half_are_left_to_a_person() {
        let whole = "Player 1 draws from the deck.\nPlayer 1 discards 5P.\nPlayer 1 goes out.\n";
        let table = [
            ("Player 2 takes 5P.\nPlayer 2 discards QH.\n", false),
            ("Player 2 takes 5P.\nPlayer 2 draws from the deck.\nPlayer 2 discards QH.\n", false),
            ("Player 2 discards QH.\n", true),
            ("Player 2 takes 5P.\nPlayer 2 lays a card on the heap.\n", true),
            ("", true),
        ];
        for (last, expected) in table {
            assert_eq!(is_unread(&format!("{whole}{last}")), expected, "{last:?}");
        }
    }
}
