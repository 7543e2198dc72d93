//! The deck as all games together show it: which cards come up, and how often.

use std::collections::{BTreeMap, BTreeSet};

use reference::cards::{Rank, Suit};
use reference::deck52::card_value;

use crate::assignment::lexicon::CardName;
use crate::assignment::words::Owner;

use super::facts::{Session, Show};
use super::reading::first_choice;
use super::score::base_score;
use super::short::short;

/// The cards of games with different deals, pooled.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    /// Games counted.
    pub(super) games: u32,
    /// The last game counted.
    pub(super) last: usize,
    /// How often each card was among those the games began with.
    starts: BTreeMap<CardName, u32>,
    /// Every card that ever came.
    came: BTreeSet<CardName>,
    /// The logarithm of the chance that a certain card stays away all along, if all that are left are equally likely.
    absence: f64,
}

/// The logarithm of 2e-9: with 52 cards that may stay away, a fair deck hides one with a chance of 1e-7.
const ABSENT: f64 = -20.03;

/// Chi-squared of 51 degrees of freedom exceeds this with probability 2e-9; the cards of one game differ, which makes
/// the sum smaller, not larger, and at 15 or more expected of each card the tail is near enough to chi-squared's.
const BOUND: f64 = 135.0;

/// So many cards may be left out of what is shown.
const MOST_UNSHOWN: usize = 4;

/// With fewer expected of each card the counts say nothing.
const EXPECTED: f64 = 15.0;

impl Pool {
    /// Pools what `games` show. A generator that cannot be reseeded repeats its deal: each deal counts once.
    pub(super) fn new<'a>(games: impl Iterator<Item = (usize, &'a Session)>) -> Self {
        let mut pool = Self::default();
        let mut deals: BTreeSet<Vec<CardName>> = BTreeSet::new();
        for (nth, session) in games {
            if session
                .shows
                .iter()
                .flat_map(|show| &show.printed)
                .any(|card| card.rank.is_none() || card.suit.is_none())
            {
                // Cards nobody can read may be any: then nothing is known to be missing.
                return Self::default();
            }
            let begin = session.shows_before(first_choice(session));
            let start = cards(session, begin);
            if start.len() < 3 || !deals.insert(start.clone()) {
                continue;
            }
            pool.games += 1;
            pool.last = nth;
            for card in start {
                *pool.starts.entry(card).or_default() += 1;
            }
            let all = cards(session, session.shows.len());
            pool.absence += (1.0 - all.len() as f64 / 52.0).max(1e-9).ln();
            pool.came.extend(all);
        }
        pool
    }

    /// Whether enough different games were seen to tell that a card never comes.
    pub(super) fn is_enough(&self) -> bool {
        self.absence <= ABSENT
    }

    /// What is odd about the deck, if anything is.
    pub(super) fn oddity(&self) -> Option<String> {
        let missing = self.missing();
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().take(4).map(short).collect();
            let more =
                if missing.len() > 4 { format!(" and {} others", missing.len() - 4) } else { String::new() };
            return Some(format!("In {} games {}{more} never came", self.games, names.join(", ")));
        }
        let fair = self.fair();
        let counts = || self.starts.iter().map(|(card, count)| (card, f64::from(*count)));
        let absent = (52 - self.starts.len()) as f64 * fair;
        let chi = absent + counts().map(|(_, count)| (count - fair).powi(2) / fair).sum::<f64>();
        if chi <= BOUND || fair < EXPECTED {
            return None;
        }
        let (card, count) = counts().max_by(|a, b| (a.1 - fair).abs().total_cmp(&(b.1 - fair).abs()))?;
        let (games, card) = (self.games, short(card));
        Some(format!(
            "In {games} games {card} was dealt {count} times at the start, where about {fair:.0} are fair"
        ))
    }

    /// How often each card is fair among those the games began with.
    fn fair(&self) -> f64 {
        f64::from(self.starts.values().sum::<u32>()) / 52.0
    }

    /// The suit that comes twice as often as is fair, where another one never does: both have one letter.
    fn doubled_suit(&self) -> Option<Suit> {
        let missing = self.missing();
        let same = missing.iter().all(|card| card.suit == missing[0].suit);
        if missing.len() != Rank::ALL.len() || !same {
            return None;
        }
        let fair = f64::from(self.starts.values().sum::<u32>()) / 4.0;
        Suit::ALL.into_iter().find(|suit| {
            let of_suit = self.starts.iter().filter(|(card, _)| card.suit == Some(*suit));
            f64::from(of_suit.map(|(_, count)| count).sum::<u32>()) > fair * 1.6
        })
    }

    /// The cards of the deck that never came.
    fn missing(&self) -> Vec<CardName> {
        let deck = Rank::ALL.into_iter().flat_map(|rank| {
            Suit::ALL.into_iter().map(move |suit| CardName {
                rank: Some(rank),
                suit: Some(suit),
                wrong: None,
            })
        });
        deck.filter(|card| !self.came.contains(card)).collect()
    }
}

/// The cards of both hands as last shown before the `shows`-th show, however they are called.
fn cards(session: &Session, shows: usize) -> Vec<CardName> {
    let hands = [Owner::Player, Owner::Dealer].into_iter().filter_map(|owner| session.hand_at(owner, shows));
    hands.flat_map(|hand| hand.cards.iter().map(|card| CardName { wrong: None, ..card.clone() })).collect()
}

/// Leaves out the games with a card that the program never shows: of the whole deck some never come, and scores say that
/// hands hold one of them. That is one fault, of `deck-complete`, and no hand is short or counted wrongly by it.
pub(super) fn leave_out_unshown(sessions: &mut Vec<Session>) {
    let pool = Pool::new(sessions.iter().enumerate());
    let missing = pool.missing();
    if !pool.is_enough() || missing.is_empty() || missing.len() > MOST_UNSHOWN {
        return;
    }
    let worth: Vec<i64> = missing.iter().filter_map(|card| card.rank).map(card_value).collect();
    let over = |show: &Show| Some(show.score.as_ref()?.number - base_score(&show.cards)?);
    let shows = || sessions.iter().flat_map(|session| &session.shows).filter(|show| !show.hidden);
    let wrong: Vec<i64> = shows().filter_map(over).filter(|over| *over != 0).collect();
    if wrong.is_empty() || !wrong.iter().all(|over| worth.contains(over)) {
        return;
    }
    sessions.retain(|session| !session.shows.iter().any(|show| over(show).is_some_and(|over| over != 0)));
}

/// Names that come about twice as often as is fair, where as many others never come: two cards have one name.
pub(super) fn shared_names(sessions: &[Session]) -> BTreeSet<CardName> {
    let pool = Pool::new(sessions.iter().enumerate());
    let missing = pool.missing().len();
    if !pool.is_enough() || missing == 0 || missing > 13 {
        return BTreeSet::new();
    }
    if let Some(suit) = pool.doubled_suit() {
        return pool.starts.keys().filter(|card| card.suit == Some(suit)).cloned().collect();
    }
    let often = pool.starts.iter().filter(|(_, count)| f64::from(**count) > pool.fair() * 1.5);
    let often: BTreeSet<CardName> = often.map(|(card, _)| card.clone()).collect();
    if often.len() == missing { often } else { BTreeSet::new() }
}
