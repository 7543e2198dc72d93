//! The deck as all games together show it: how often each card comes, and whether it is full again for each game.

use std::collections::{BTreeMap, BTreeSet};

use reference::crowns::{Card, full_deck};

use crate::transcript::Ending;

use super::facts::{Deal, Session};
use super::reading::{Reading, sound};

/// The cards of the deck.
pub(super) const DECK: usize = 116;

/// How many of a card the deck holds.
pub(super) fn held(card: Card) -> usize {
    if card == Card::Joker { 6 } else { 2 }
}

/// How often each card comes.
pub(super) fn counts(cards: impl Iterator<Item = Card>) -> BTreeMap<Card, usize> {
    let mut counts = BTreeMap::new();
    for card in cards {
        *counts.entry(card).or_default() += 1;
    }
    counts
}

/// A card that comes more often than the deck holds it.
pub(super) fn too_many(counts: &BTreeMap<Card, usize>) -> Option<(Card, usize)> {
    counts.iter().find(|(card, count)| **count > held(**card)).map(|(card, count)| (*card, *count))
}

/// A rate counts as unfair beyond these parts of the fair one; a careless shuffle stays well within.
const RATES: (f64, f64) = (0.72, 1.45);

/// And only if chance is as good as excluded: so many standard deviations.
const DEVIATIONS: f64 = 6.0;

/// The logarithm of a chance too small to believe in.
const UNLIKELY: f64 = -23.0;

/// The cards of games with different deals, pooled.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    /// Games counted.
    pub(super) games: u32,
    /// The session of the last one.
    pub(super) last: usize,
    counts: BTreeMap<Card, usize>,
    cards: usize,
    /// The logarithm of the chance that no card of a suit came twice in a game.
    single: f64,
    /// One did.
    twice: bool,
}

impl Pool {
    /// Pools what the games show; a generator that cannot be reseeded repeats its deals, and each counts once.
    pub(super) fn new(sessions: &[Session], reading: &Reading) -> Self {
        let mut pool = Self::default();
        let mut deals: BTreeSet<Vec<Card>> = BTreeSet::new();
        for (nth, deal) in sound(sessions, reading) {
            let first = sessions[nth].deals.first().is_some_and(|first| std::ptr::eq(first, deal));
            if reading.same == Some(true) && !first {
                // The cards of the game before once more.
                continue;
            }
            let cards: Vec<Card> = deal.cards().collect();
            // In the full game cards are chosen, so that what is left says little of the deal.
            if deal.begins.is_some() || cards.is_empty() || !deals.insert(cards.clone()) {
                continue;
            }
            pool.games += 1;
            pool.last = nth;
            let suited = cards.iter().filter(|card| **card != Card::Joker).count();
            for at in 0..suited.min(110) {
                pool.single += (1.0 - at as f64 / 109.0).max(1e-9).ln();
            }
            for (card, count) in counts(cards.iter().copied()) {
                pool.twice |= count > 1 && card != Card::Joker;
                *pool.counts.entry(card).or_default() += count;
                pool.cards += count;
            }
        }
        pool
    }

    /// What is odd about the cards, in words.
    pub(super) fn oddity(&self) -> Option<String> {
        if !self.twice && self.single < UNLIKELY {
            return Some(format!(
                "In {} games no card came twice: there are two of each in the deck",
                self.games
            ));
        }
        let kinds: BTreeSet<Card> = full_deck().into_iter().collect();
        kinds.into_iter().find_map(|card| {
            let share = held(card) as f64 / DECK as f64;
            let expected = self.cards as f64 * share;
            let count = self.counts.get(&card).copied().unwrap_or(0);
            let rate = count as f64 / expected.max(1e-9);
            let far = (count as f64 - expected).abs() > DEVIATIONS * (expected * (1.0 - share)).sqrt();
            // A card that never came needs fewer games than a rate.
            let never = count == 0 && expected > 25.0;
            (never || far && !(RATES.0..=RATES.1).contains(&rate)).then(|| {
                format!("In {} games {card} came {count} times; about {expected:.0} are expected", self.games)
            })
        })
    }

    /// Whether enough was seen to say something.
    pub(super) fn is_enough(&self) -> bool {
        self.cards >= 1500
    }
}

/// Whether the hands of a game hold those of the game before, and more.
pub(super) fn growing(sessions: &[Session]) -> bool {
    let pairs = || sessions.iter().flat_map(|session| session.deals.windows(2));
    let judged = |two: &&[Deal]| two.iter().all(|deal| deal.begins.is_none() && !deal.hands.is_empty());
    let count = pairs().filter(judged).count();
    let grown = pairs().filter(judged).filter(|two| grows(&two[0], &two[1])).count();
    grown > 0 && grown * 2 >= count
}

/// Whether each hand holds all cards of the one before, and others.
pub(super) fn grows(before: &Deal, after: &Deal) -> bool {
    let same = before.hands.iter().filter_map(|hand| Some((hand, after.hand(hand.seat)?)));
    let mut any = false;
    for (old, new) in same {
        let (old, new) = (counts(old.cards.iter().copied()), counts(new.cards.iter().copied()));
        let holds = old.iter().all(|(card, count)| new.get(card).is_some_and(|now| now >= count));
        if !holds || old == new {
            return false;
        }
        any = true;
    }
    any
}

/// Whether each game of a session deals the cards of the first; then whether other sessions deal other cards.
pub(super) fn same_games(sessions: &[Session]) -> Option<bool> {
    // In whatever order: cards put back on top and dealt again are the same ones.
    let dealt = |deal: &Deal| {
        let mut cards: Vec<Card> = deal.cards().collect();
        cards.sort_unstable();
        cards
    };
    let pairs = || {
        let two = sessions.iter().flat_map(|session| session.deals.windows(2));
        two.filter(|two| two[0].asked == two[1].asked && two[0].begins.is_none() && !two[0].spoiled)
    };
    let again = |two: &[Deal]| is_within(&dealt(&two[0]), &dealt(&two[1]));
    let chance: f64 =
        pairs().map(|two| within_by_chance(two[0].cards().count(), two[1].cards().count())).sum();
    if pairs().count() < 3 || chance > UNLIKELY || !pairs().all(again) {
        return None;
    }
    let first = sessions.iter().filter_map(|session| session.deals.first()).filter(|deal| !deal.spoiled);
    let mut firsts: BTreeMap<Option<u32>, BTreeSet<Vec<Card>>> = BTreeMap::new();
    for deal in first {
        firsts.entry(deal.asked).or_default().insert(dealt(deal));
    }
    Some(firsts.values().any(|deals| deals.len() > 1))
}

/// Whether the smaller of two sorted deals is in the other one.
fn is_within(one: &[Card], other: &[Card]) -> bool {
    let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let (few, many) = (counts(few.iter().copied()), counts(many.iter().copied()));
    !few.is_empty() && few.iter().all(|(card, count)| many.get(card).is_some_and(|all| all >= count))
}

/// The logarithm of about the chance that the smaller of two games has only cards of the other one.
fn within_by_chance(one: usize, other: usize) -> f64 {
    let share = one.max(other) as f64 / DECK as f64;
    one.min(other) as f64 * (2.0 * share).min(1.0).ln()
}

/// So many sessions must show it.
const RUN_OUT: usize = 2;

/// Cuts sessions off where the deck had run out: from a game on that would need more cards than the deck held at first,
/// and never before, what is printed are no cards. A deck that gets its cards back never runs out.
pub(super) fn cut_where_it_ran_out(sessions: &mut [Session]) {
    let is_unclear =
        |deal: &Deal| deal.hands.iter().any(|hand| hand.unclear.is_some() || !hand.wrong.is_empty());
    let mut cuts = Vec::new();
    for (nth, session) in sessions.iter().enumerate() {
        let Some(at) = session.deals.iter().position(is_unclear) else { continue };
        let dealt: usize = session.deals[..=at].iter().map(|deal| deal.cards().count()).sum();
        let lost = session.deals[at].hands.iter().filter(|hand| hand.unclear.is_some()).count();
        if at == 0 || dealt + lost <= DECK {
            return;
        }
        cuts.push((nth, at));
    }
    if cuts.len() < RUN_OUT {
        return;
    }
    for (nth, at) in cuts {
        let session = &mut sessions[nth];
        session.ran_out = Some(session.deals[at].to);
        session.deals.truncate(at);
        session.end = Ending::Stopped;
        session.faces = [None, None];
    }
}

/// Whether cards that were dealt never come back, as all sessions together show: the first two games of each, or all
/// that one deck is enough for.
pub(super) fn unreturned(sessions: &[Session]) -> bool {
    unreturned_in(sessions, 2) || unreturned_in(sessions, usize::MAX)
}

fn unreturned_in(sessions: &[Session], games: usize) -> bool {
    let mut chance = 0.0;
    let mut seen: BTreeSet<Vec<Card>> = BTreeSet::new();
    let twice =
        |deal: &Deal| counts(deal.cards().filter(|card| *card != Card::Joker)).values().any(|n| *n > 1);
    let one_deck = !sessions.iter().flat_map(|session| &session.deals).any(twice);
    let most = |card: Card| if one_deck { held(card) / 2 } else { held(card) };
    for session in sessions {
        let mut cards: Vec<Card> = Vec::new();
        let mut sizes = Vec::new();
        for deal in session.deals.iter().take(games) {
            let size = deal.cards().count();
            if deal.spoiled || deal.begins.is_some() || cards.len() + size > DECK {
                break;
            }
            cards.extend(deal.cards());
            sizes.push(size);
        }
        if sizes.len() < 2 || !seen.insert(cards.clone()) {
            continue;
        }
        if counts(cards.iter().copied()).iter().any(|(card, count)| *count > most(*card)) {
            return false;
        }
        chance += no_excess(&sizes);
    }
    chance < UNLIKELY
}

/// The logarithm of the chance that games from full decks show no card of a suit more than twice together.
fn no_excess(sizes: &[usize]) -> f64 {
    // The chances that a card was shown not at all, once and twice so far.
    let mut shown = [1.0, 0.0, 0.0];
    for size in sizes {
        let share = *size as f64 / DECK as f64;
        let (none, one, two) = ((1.0 - share).powi(2), 2.0 * share * (1.0 - share), share * share);
        shown = [
            shown[0] * none,
            shown[1] * none + shown[0] * one,
            shown[2] * none + shown[1] * one + shown[0] * two,
        ];
    }
    55.0 * shown.iter().sum::<f64>().max(1e-9).ln()
}

/// A game, not the first of its session, whose deck was not shuffled: other sessions, which begin with other cards,
/// deal the same in the same order. The session, and the game.
pub(super) fn unshuffled(sessions: &[Session]) -> Option<(usize, usize)> {
    const CARDS: usize = 10;
    let mut known: BTreeMap<Vec<Card>, (u32, Vec<Card>)> = BTreeMap::new();
    for (nth, session) in sessions.iter().enumerate() {
        let Some(first) = session.deals.first() else { continue };
        let first: Vec<Card> = first.cards().collect();
        for (at, deal) in session.deals.iter().enumerate().skip(1) {
            let cards: Vec<Card> = deal.cards().collect();
            if cards.len() < CARDS || deal.begins.is_some() {
                continue;
            }
            match known.get(&cards) {
                Some((seed, other)) if *seed != session.seed && !starts_alike(other, &first) => {
                    return Some((nth, at));
                }
                Some(_) => {}
                None => drop(known.insert(cards, (session.seed, first.clone()))),
            }
        }
    }
    None
}

/// Whether the first cards of two deals are the same.
fn starts_alike(one: &[Card], other: &[Card]) -> bool {
    one.iter().zip(other).take(3).all(|(a, b)| a == b)
}
