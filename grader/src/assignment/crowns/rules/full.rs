//! The rules of the full game, judged where a program offers it.

use reference::crowns::{Card, Rank, winners};

use super::cards::dealt;
use super::points::told;
use super::{Finding, Findings, Rule, Session, breach, players, rule};
use crate::assignment::crowns::blame::Fault;
use crate::assignment::crowns::facts::{Deal, Event};
use crate::assignment::crowns::reading::{Reading, scored};

/// The hands of a full game.
const HANDS: u32 = 11;

/// The hands of play, with their sessions.
fn hands(sessions: &[Session]) -> impl Iterator<Item = (usize, &Session, &Deal)> {
    sessions.iter().enumerate().flat_map(|(nth, session)| {
        session
            .deals
            .iter()
            .filter(|deal| deal.begins.is_some() && !deal.spoiled)
            .map(move |deal| (nth, session, deal))
    })
}

rule! {
    /// Full game: eleven hands, of 3 to 13 cards.
    ///
    /// Handout: "In the first hand of the game, three cards are dealt […] In each following hand, the amount of cards
    /// dealt increases by one".
    /// Broken by: a hand left out, one card too few. Judged only where the full game is offered.
    FULL_DEALS = "full-deals", "Full game: eleven hands, of 3 to 13 cards", full_deals;
}

fn full_deals(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session, deal) in hands(sessions) {
        let before = session.deals.iter().take_while(|other| *other != deal);
        let number = before.filter(|other| other.verdict.is_none() || other.begins.is_none()).count() as u32;
        let position = position(session, deal).unwrap_or(number);
        if !deal.is_scored() {
            continue;
        }
        findings.see();
        let wanted = position + 3;
        let size = deal.hands.first().map_or(0, |hand| hand.cards.len() as u32);
        if size != wanted {
            let what = format!("Hand {} has {size} cards.", position + 1);
            let expected = format!("Hand {} has {wanted} cards.", position + 1);
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        } else if deal.verdict.is_some() && position + 1 < HANDS {
            let what = format!("The game ends after {} hands.", position + 1);
            findings.broken.push(breach(nth, deal, deal.to, what, "A game has eleven hands."));
        }
    }
    findings
}

/// Which hand of its game a hand of play is, from 0.
fn position(session: &Session, deal: &Deal) -> Option<u32> {
    let at = session.deals.iter().position(|other| other == deal)?;
    let start =
        session.deals[..at].iter().rposition(|other| other.verdict.is_some()).map_or(0, |end| end + 1);
    Some((at - start) as u32)
}

rule! {
    /// Full game: the rank equal to the number of cards dealt is wild.
    ///
    /// Handout: "when three cards are dealt, the 3s are wild, when four cards are dealt, the 4s are wild".
    /// Broken by: a wild rank that stays, wild cards that cannot be melded or count their face value.
    FULL_WILD = "full-wild", "Full game: the wild rank follows the number of cards", full_wild;
}

fn full_wild(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session, deal) in hands(sessions).filter(|(_, _, deal)| deal.is_scored()) {
        let size = deal.hands.first().map_or(0, |hand| hand.cards.len());
        let wanted = u8::try_from(size).ok().and_then(Rank::from_number);
        if let (Some(wild), Some(wanted)) = (deal.wild(), wanted) {
            findings.see();
            // Where a hand has the wrong size, its place in the game may tell as well.
            let place = position(session, deal).and_then(|at| Rank::from_number(u8::try_from(at + 3).ok()?));
            if wild != wanted && Some(wild) != place {
                let what = format!("With {size} cards the {wild}s are wild.");
                let expected = format!("With {size} cards the {wanted}s are wild.");
                findings.broken.push(breach(nth, deal, deal.from, what, expected));
            }
        }
    }
    for hand in scored(sessions, reading) {
        if reading.blame(&hand) == Some(Fault::Wild) {
            let (what, expected) = told(&hand, Fault::Wild, reading);
            findings.broken.push(breach(hand.session, hand.deal, hand.turn, what, expected));
        }
    }
    findings
}

rule! {
    /// Full game: a turn is one card taken, from the deck or the pile, and one card discarded.
    ///
    /// Handout: "Each turn starts with either drawing a card from the deck or picking up the top card from the discard
    /// pile. The turn is completed by discarding one card."
    /// Broken by: two cards taken, no discard, a card taken that is not the top of the pile.
    FULL_TURN = "full-turn", "Full game: a turn is one card taken and one discarded", full_turn;
}

fn full_turn(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    let expected = "A turn is one card taken and one discarded.";
    for (nth, session, deal) in hands(sessions) {
        if let Some(seat) = second_turn(session, deal) {
            findings.see();
            let what = format!("Player {seat} has two turns in a row.");
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
            continue;
        }
        let mut turn = Turn::default();
        for event in dealt(session, deal) {
            if matches!(event, Event::Discards(..)) {
                findings.see();
            }
            if let Some(what) = turn.take(event) {
                findings.broken.push(breach(nth, deal, deal.to, what, expected));
                turn = Turn::default();
                break;
            }
        }
        if let Some(seat) = turn.taken.filter(|_| deal.is_scored()) {
            let what = format!("Player {seat} takes a card and discards none.");
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        }
    }
    findings
}

/// Whether a turn of the hand of play takes or discards another number of cards than one.
pub(super) fn has_broken_turn(session: &Session, deal: &Deal) -> bool {
    let mut turn = Turn::default();
    dealt(session, deal).any(|event| turn.take(event).is_some()) || turn.taken.is_some()
}

/// A turn as it goes on.
#[derive(Debug, Default)]
struct Turn {
    /// Who has taken a card and not discarded one.
    taken: Option<u32>,
    /// The top of the discard pile, where it is known.
    top: Option<Card>,
}

impl Turn {
    /// Goes on by what was told; what is wrong about it.
    fn take(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Pile(card) => self.top = Some(*card),
            Event::Draws(seat) | Event::Takes(seat, _) => {
                if let Some(before) = self.taken {
                    return Some(if before == *seat {
                        format!("Player {seat} takes a second card.")
                    } else {
                        format!("Player {seat} takes a card before player {before} has discarded one.")
                    });
                }
                self.taken = Some(*seat);
                if let Event::Takes(_, card) = event
                    && self.top.take().is_some_and(|top| top != *card)
                {
                    return Some(format!("{card} is taken, which is not the top of the discard pile."));
                }
            }
            Event::Discards(seat, card) => {
                self.top = Some(*card);
                if self.taken.take() != Some(*seat) {
                    return Some(format!("Player {seat} discards without having taken a card."));
                }
            }
            _ => {}
        }
        None
    }
}

/// A player who has two turns in a row before anybody goes out.
fn second_turn(session: &Session, deal: &Deal) -> Option<u32> {
    let discards: Vec<u32> = dealt(session, deal)
        .take_while(|event| !matches!(event, Event::GoesOut(_)))
        .filter_map(|event| match event {
            Event::Discards(seat, _) => Some(*seat),
            _ => None,
        })
        .collect();
    let two = discards.windows(2).find(|two| two[0] == two[1]).filter(|_| deal.hands.len() > 1)?;
    Some(two[0])
}

/// Whether turns are doubled anywhere: then who goes out when says nothing.
fn has_second_turns(sessions: &[Session]) -> bool {
    hands(sessions).any(|(_, session, deal)| second_turn(session, deal).is_some())
}

rule! {
    /// Full game: who goes out has every card melded after the discard.
    ///
    /// Handout: "if a player is able to arrange all the cards in his/her hand into books and/or runs with one card
    /// remaining".
    /// Broken by: a player who goes out with points left.
    /// A hand that is shown with 0 points and counts more belongs to the rules about points.
    FULL_GOING_OUT = "full-going-out", "Full game: only a melded hand goes out", full_going_out;
}

fn full_going_out(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    if has_second_turns(sessions) {
        return findings;
    }
    for (nth, session, deal) in hands(sessions).filter(|(_, _, deal)| deal.is_scored()) {
        let Some(seat) = first_out(session, deal).filter(|_| !reading.melds_by_other_wilds) else { continue };
        let Some(hand) = deal.hand(seat) else { continue };
        let Some(best) = reading.melds(&hand.cards, deal.wild()) else { continue };
        findings.see();
        // A hand that the program counts as melded, and is not, belongs to the rules about points.
        let miscounted = hand.points.is_some_and(|(number, _)| number == 0);
        if best.points > 0 && !miscounted {
            let what = format!("Player {seat} goes out with a hand that counts {}.", best.points);
            let expected = "All cards but the discard are melded.";
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        }
    }
    findings
}

/// Who goes out first.
fn first_out(session: &Session, deal: &Deal) -> Option<u32> {
    dealt(session, deal).find_map(|event| match event {
        Event::GoesOut(seat) => Some(*seat),
        _ => None,
    })
}

rule! {
    /// Full game: after one player went out, each other player has exactly one more turn.
    ///
    /// Handout: "When a player is able to go out, the remaining players each have one last turn."
    /// Broken by: a hand that ends at once, two more turns, another turn of the one who went out.
    FULL_LAST_TURN = "full-last-turn", "Full game: each other player has one last turn", full_last_turn;
}

fn full_last_turn(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    if has_second_turns(sessions) {
        return findings;
    }
    for (nth, session, deal) in hands(sessions).filter(|(_, _, deal)| deal.is_scored()) {
        let Some(out) = first_out(session, deal).filter(|_| !reading.melds_by_other_wilds) else { continue };
        let events: Vec<&Event> = dealt(session, deal).collect();
        let at = events.iter().position(|event| matches!(event, Event::GoesOut(_))).unwrap_or(0);
        // The discard of the one who goes out may stand before or after the words.
        let turns: Vec<u32> = events[at..]
            .iter()
            .filter_map(|event| match event {
                Event::Discards(seat, _) => Some(*seat),
                _ => None,
            })
            .collect();
        let turns = if turns.first() == Some(&out) { turns[1..].to_vec() } else { turns };
        findings.see();
        let others: Vec<u32> = deal.hands.iter().map(|hand| hand.seat).filter(|seat| *seat != out).collect();
        let mut sorted = turns.clone();
        sorted.sort_unstable();
        let mut wanted = others;
        wanted.sort_unstable();
        if sorted != wanted {
            let what = format!("After player {out} went out these have a turn: {}.", players(&turns));
            let expected = format!("One turn each: {}.", players(&wanted));
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        }
    }
    findings
}

rule! {
    /// Full game: the points of each hand are added to the totals.
    ///
    /// Handout: "The scorekeeper records the points and keeps a running tally."
    /// Broken by: totals that start anew, points added twice.
    FULL_TALLY = "full-tally", "Full game: totals are the sums of the points", full_tally;
}

fn full_tally(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session) in sessions.iter().enumerate() {
        let mut before: Vec<(u32, i64)> = Vec::new();
        for deal in session.deals.iter().filter(|deal| deal.begins.is_some()) {
            let Some((place, totals)) = &deal.totals else { continue };
            for (seat, total) in totals {
                let Some((points, _)) = deal.hand(*seat).and_then(|hand| hand.points) else { continue };
                let old = before.iter().find(|(other, _)| other == seat).map_or(0, |(_, old)| *old);
                findings.see();
                if old + points != *total {
                    let what =
                        format!("Player {seat} has a total of {total} after {old} and {points} points.");
                    let expected = format!("The total is {}.", old + points);
                    findings.broken.push(breach(nth, deal, place.turn, what, expected));
                }
            }
            before.clone_from(totals);
            if deal.verdict.is_some() {
                before.clear();
            }
        }
    }
    findings
}

rule! {
    /// Full game: the lowest total wins.
    ///
    /// Handout: "Low score wins."
    /// Broken by: the winner of the last hand, the highest total.
    /// Accepted: in a tie all tied players, or any of them.
    FULL_WINNER = "full-winner", "Full game: the lowest total wins", full_winner;
}

fn full_winner(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, _, deal) in hands(sessions) {
        let (Some(verdict), Some((_, totals))) = (&deal.verdict, &deal.totals) else { continue };
        if totals.len() < deal.hands.len() {
            continue;
        }
        let least = totals.iter().map(|(_, total)| *total).min().unwrap_or(0);
        let above: Vec<u32> =
            totals.iter().map(|(_, total)| u32::try_from(total - least).unwrap_or(u32::MAX)).collect();
        let lowest: Vec<u32> = winners(&above).into_iter().map(|at| totals[at].0).collect();
        findings.see();
        if !verdict.seats.is_empty() && !verdict.seats.iter().all(|seat| lowest.contains(seat)) {
            let what = format!("{} is announced as the winner.", players(&verdict.seats));
            let expected = format!("The lowest total wins: {}.", players(&lowest));
            let turn = verdict.place.turn;
            findings.broken.push(Finding { session: nth, from: deal.from, turn, what, expected });
        }
    }
    findings
}
