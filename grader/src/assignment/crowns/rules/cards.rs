//! Rules about the deck and the deal.

use super::full::has_broken_turn;
use super::{Finding, Findings, Rule, Session, breach, cards, rule, sound};
use crate::assignment::crowns::deck::{Pool, counts, held, too_many};
use crate::assignment::crowns::facts::{Deal, Event};
use crate::assignment::crowns::reading::Reading;

rule! {
    /// The deck holds 116 cards: five suits from 3 to King, each card twice, and six Jokers.
    ///
    /// Handout: "The game consists of two 58card decks. Each deck contains five suits […] The game contains six
    /// Jokers."
    /// Broken by: a card that is there three times in one game, an Ace, a deck of 58, a suit or rank that never comes.
    /// Accepted: any shuffle. Rates are judged over all games with different deals: a card fails if it comes less than
    /// 0.72 or more than 1.45 times as often as in a full deck, and that by seven standard deviations, or if it never
    /// comes where 25 are expected. In the full game only cards held at one time count.
    DECK_116 = "deck-116", "Cards come from a deck of 116", deck_116;
}

fn deck_116(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let expected = "Two decks of 58: five suits from 3 to King, each card twice, and six Jokers.";
    for (nth, deal) in sound(sessions, reading).filter(|(_, deal)| !deal.hands.is_empty()) {
        findings.see();
        if let Some(name) = deal.hands.iter().flat_map(|hand| &hand.wrong).next() {
            let what = format!("There is no card \"{name}\" in the deck.");
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        } else if let Some((card, count)) = too_many(&counts(deal.cards())) {
            let what = format!("{card} comes {count} times in one game; the deck holds {}.", held(card));
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        }
    }
    if reading.same == Some(false)
        && let Some((nth, deal)) = sessions
            .iter()
            .enumerate()
            .find_map(|(nth, session)| Some((nth, session.deals.get(1).filter(|deal| !deal.spoiled)?)))
    {
        let what = "Every game of every run deals the same cards: the deck is not shuffled.";
        let mut finding = breach(nth, deal, deal.to, what, expected);
        finding.from = 0;
        findings.broken.push(finding);
    }
    let pool = Pool::new(sessions, reading);
    if findings.broken.is_empty()
        && pool.is_enough()
        && let Some(oddity) = pool.oddity()
    {
        let what = format!("{oddity}.");
        findings.broken.push(Finding {
            session: pool.last,
            from: 0,
            turn: 0,
            what,
            expected: expected.to_owned(),
        });
    }
    findings
}

rule! {
    /// All hands of a game have the same size.
    ///
    /// Broken by: a player with a card more or less than the others, hands without cards.
    /// Accepted: any size from 1 to 16; another size in the next game, unless old cards are kept (`replay`). In the
    /// full game the hands of one hand of play are compared.
    HAND_SIZE = "hand-size", "All hands of a game have the same size", hand_size;
}

fn hand_size(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, deal) in sound(sessions, reading) {
        // In the full game the hands of one who goes out are shown at another time than the others'.
        let over = deal.begins.is_none() || deal.is_scored();
        // A deck that is not filled again runs down, which is another rule's fault.
        let runs_down = reading.unreturned && sessions[nth].deals.first() != Some(deal);
        if deal.hands.is_empty() || !over || runs_down {
            continue;
        }
        findings.see();
        // A turn without a discard changes the size of a hand.
        if deal.begins.is_some() && has_broken_turn(&sessions[nth], deal) {
            continue;
        }
        if let Some(what) = uneven(deal) {
            let expected = "Each player is dealt the same number of cards.";
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        }
    }
    findings
}

fn uneven(deal: &Deal) -> Option<String> {
    let size = |hand: &crate::assignment::crowns::facts::Hand| hand.cards.len() + hand.wrong.len();
    let first = deal.hands.first()?;
    if size(first) == 0 {
        return Some(format!("Player {} has no cards.", first.seat));
    }
    let other = deal.hands.iter().find(|hand| size(hand) != size(first))?;
    Some(format!(
        "Player {} has {}, player {} has {}.",
        first.seat,
        cards(size(first)),
        other.seat,
        cards(size(other))
    ))
}

/// The deal of a hand of play was shown before anything was drawn.
pub(super) fn dealt<'a>(session: &'a Session, deal: &'a Deal) -> impl Iterator<Item = &'a Event> {
    deal.events.iter().filter_map(|at| session.events.get(*at)).map(|(_, event)| event)
}
