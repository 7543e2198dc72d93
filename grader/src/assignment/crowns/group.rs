//! Cards that stand together, and whether they are a hand of their own or one that was shown before.

use std::collections::BTreeMap;

use reference::crowns::Card;

use crate::assignment::words::patterns;

use super::cards::CardAt;
use super::facts::{Event, Hand, Intent, Session};
use super::lines;
use super::question::Kind;
use super::unclear::lead_of;

patterns! {
    dealt = r"\b(?:gets?|got|receives?|received|draws?|drew|takes?|took|(?:is|was|been)\s+(?:dealt|given)|dealt)\b|^\W*(?:deal(?:s|ing|t)?|giv(?:es?|ing)|gave)\b";
    deck = r"\b(?:deck|stock|pile|undealt)\b";
}

/// Cards that belong together: of one line, or of lines that follow each other.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) hand: Hand,
    /// Each line tells of one card that a player is given.
    pub(super) dealing: bool,
    /// No words say whose cards they are.
    nameless: bool,
    /// The line's words speak of the winner.
    wins: bool,
    /// The words before the cards, without numbers.
    label: String,
    /// The total that stands behind its points in a full game.
    pub(super) total: Option<i64>,
    /// How many cards the first line has.
    pub(super) first: usize,
    /// The blanks and bullets before the first line's text.
    pub(super) lead: String,
}

/// What a group of cards is, if it is no hand of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// A hand shown before: whose it is.
    Whole(u32),
    /// Some cards of such a hand, or a card of which a sentence speaks.
    Part,
}

impl Group {
    /// A group that begins with a line; its cards are not in it yet.
    pub(super) fn new(hand: Hand, line: &str, cards: &[CardAt], nameless: bool) -> Self {
        let before = &line[..cards[0].start];
        let wins = lines::verdict_in(line).is_some();
        let dealing = !nameless && is_dealing(before, cards);
        let lead = lead_of(line).to_owned();
        Self { hand, dealing, nameless, wins, label: label(before), total: None, first: cards.len(), lead }
    }

    /// Whether a further line of the same player shows these cards once more, or some of them under another label.
    pub(super) fn is_said_again(&self, before: &str, cards: &[CardAt], named: bool) -> bool {
        let cards: Option<Vec<Card>> = cards.iter().map(|card| card.card.clone().ok()).collect();
        let Some(cards) = cards else { return false };
        let other = label(before) != self.label;
        if cards.len() == self.hand.cards.len() && holds(&self.hand.cards, &cards) {
            let least = if named && other { SHORT } else { LONG };
            return cards.len() >= least;
        }
        named && other && self.first > 1 && !self.dealing && holds(&self.hand.cards, &cards)
    }

    /// Whether a line goes on with the cards after one that was not understood: it stands as they do, and shows none
    /// of them again.
    pub(super) fn goes_on(&self, line: &str, cards: &[CardAt]) -> bool {
        let again =
            cards.iter().all(|card| card.card.as_ref().is_ok_and(|card| self.hand.cards.contains(card)));
        lead_of(line) == self.lead && !again
    }

    /// Whether a line tells of some of these cards, or all, under a label that is no player's name: `What remains: …`
    pub(super) fn tells_of(&self, before: &str, cards: &[CardAt]) -> bool {
        label(before) != self.label && tells_of(&self.hand, before, cards)
    }

    /// What the group is beside the hands shown before in the same game, if it is none of its own.
    pub(super) fn again(&self, session: &Session) -> Option<Again> {
        let hands = hands(session);
        let cards = &self.hand.cards;
        if session.is_full() || cards.is_empty() || !self.hand.wrong.is_empty() {
            return None;
        }
        let part_of = |hand: &Hand| hand.cards.len() > cards.len() && holds(&hand.cards, cards);
        if !self.nameless {
            let own = hands.iter().find(|(seat, _)| *seat == self.hand.seat);
            return own.filter(|(_, hand)| part_of(hand)).map(|_| Again::Part);
        }
        let named = !hands.is_empty() && hands.iter().all(|(_, hand)| hand.seat > 0);
        let all_shown = named || is_complete(session, hands.len());
        let same = |hand: &Hand| hand.cards.len() == cards.len() && holds(&hand.cards, cards);
        if let Some((seat, _)) = hands.iter().rev().find(|(_, hand)| same(hand)) {
            return (all_shown || cards.len() >= LONG).then_some(Again::Whole(*seat));
        }
        let single = cards.len() == 1 && !self.label.is_empty();
        let beside = hands.iter().all(|(_, hand)| hand.cards.len() > 1);
        let no_hand = single && beside || deck().is_match(&self.label);
        (all_shown && !hands.is_empty() && (no_hand || hands.iter().any(|(_, hand)| part_of(hand))))
            .then_some(Again::Part)
    }

    /// Whether its words name the winner by showing the hand.
    pub(super) fn shows_winner(&self, session: &Session) -> bool {
        let told = |event: &Event| matches!(event, Event::Verdict(_));
        self.wins && !game(session).any(told)
    }
}

/// Whether words and cards tell of some cards of a hand, or all, and not by chance.
pub(super) fn tells_of(hand: &Hand, before: &str, cards: &[CardAt]) -> bool {
    let cards: Option<Vec<Card>> = cards.iter().map(|card| card.card.clone().ok()).collect();
    let labelled = before.contains(char::is_alphabetic) && hand.cards.len() > SHORT;
    cards.is_some_and(|cards| labelled && holds(&hand.cards, &cards))
}

/// So few cards under another label, or so many under the same one, are no new cards if they equal those before.
const SHORT: usize = 2;
const LONG: usize = 5;

/// Cards that players were told to be given, one at a time, before any of the hands was listed.
#[derive(Debug, Clone, Default)]
pub(super) struct Dealt(BTreeMap<u32, Hand>);

impl Dealt {
    /// Takes up cards that a player is given.
    pub(super) fn add(&mut self, hand: Hand) {
        match self.0.get_mut(&hand.seat) {
            Some(known) => known.cards.extend(hand.cards),
            None => drop(self.0.insert(hand.seat, hand)),
        }
    }

    /// The player's hand is listed.
    pub(super) fn is_listed(&mut self, seat: u32) {
        if seat > 0 { drop(self.0.remove(&seat)) } else { self.0.clear() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The hands of those whose cards were never listed.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Hand> {
        std::mem::take(&mut self.0).into_values()
    }
}

/// Whether a line tells that a player is given one card.
pub(super) fn is_dealing(before: &str, cards: &[CardAt]) -> bool {
    matches!(cards, [CardAt { card: Ok(_), .. }]) && dealt().is_match(before)
}

/// The player to whom a card is dealt: `Dealing 7 of Clubs to player 1`.
pub(super) fn dealt_to(before: &str, after: &str, cards: &[CardAt]) -> Option<u32> {
    let to = after.trim_start().get(..3).is_some_and(|word| word.eq_ignore_ascii_case("to "));
    lines::seat_in(after).filter(|_| to && is_dealing(before, cards))
}

/// The words before cards, without numbers and signs.
fn label(before: &str) -> String {
    let words = before.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether cards hold others, each as often as it is there.
fn holds(cards: &[Card], others: &[Card]) -> bool {
    let count = |cards: &[Card], card: Card| cards.iter().filter(|other| **other == card).count();
    others.iter().all(|card| count(cards, *card) >= count(others, *card))
}

/// What was told since the last question that begins a game, the last first.
fn game(session: &Session) -> impl Iterator<Item = &Event> {
    let begins = |kind: Kind| matches!(kind, Kind::Again | Kind::Players | Kind::Start);
    let from = session.asks.iter().rposition(|ask| begins(ask.kind)).map_or(0, |at| at + 1);
    session.events.iter().rev().take_while(move |(place, _)| place.turn >= from).map(|(_, event)| event)
}

/// The hands of the game so far, each with its player.
fn hands(session: &Session) -> Vec<(u32, &Hand)> {
    let mut hands: Vec<&Hand> = Vec::new();
    for event in game(session) {
        let Event::Hand(hand) = event else { continue };
        // Other cards of the same player are those of a game before.
        let known = hands.iter().find(|known| hand.seat > 0 && known.seat == hand.seat);
        match known {
            Some(known) if known.cards.len() != hand.cards.len() || !holds(&known.cards, &hand.cards) => {
                break;
            }
            Some(_) => {}
            None => hands.push(hand),
        }
    }
    let seat = |(at, hand): (usize, &Hand)| if hand.seat > 0 { hand.seat } else { at as u32 + 1 };
    hands.iter().rev().enumerate().map(|(at, hand)| (seat((at, hand)), *hand)).collect()
}

/// Whether so many hands are those of all players asked for.
pub(super) fn is_complete(session: &Session, hands: usize) -> bool {
    let counts = session.asks.iter().rev().filter_map(|ask| match ask.intent {
        Some(Intent::Count(count)) => Some(count as usize),
        _ => None,
    });
    counts.into_iter().next().is_some_and(|count| hands >= count)
}

/// Whether all hands of the game are shown, with one more that is still read, and these cards are in one of them.
pub(super) fn is_shown(session: &Session, open: Option<&Group>, cards: &[CardAt]) -> bool {
    let cards: Vec<Card> = cards.iter().filter_map(|card| card.card.clone().ok()).collect();
    let shown = hands(session);
    let open = open.map(|group| &group.hand);
    let mut all = shown.iter().map(|(_, hand)| *hand).chain(open);
    is_complete(session, shown.len() + usize::from(open.is_some()))
        && all.any(|hand| holds(&hand.cards, &cards))
}
