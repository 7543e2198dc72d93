//! A program's habits, learnt from all its sessions together: what its melds are, what its cards count, and to which
//! rule the points that are wrong belong.

use std::collections::{BTreeMap, BTreeSet};

use reference::crowns::{Arrangement, Card, MAX_HAND, Rank, Scoring, Suit, arrange, points};

use super::blame::{Fault, blamed};
use super::facts::{Deal, Event, Session};
use super::models::{MOST, Model, VALUES};
use super::worth::{joker, values};

/// The seed of an untouched run.
pub const HOME_SEED: u32 = 0;

/// A hand with its points.
#[derive(Debug, Clone)]
pub struct Scored<'a> {
    /// The session, by its place.
    pub session: usize,
    /// The game it belongs to.
    pub deal: &'a Deal,
    /// Whose it is.
    pub seat: u32,
    /// Its cards.
    pub cards: &'a [Card],
    /// The rank that is wild beside the Jokers.
    pub wild: Option<Rank>,
    /// The points shown.
    pub number: i64,
    /// The turn whose text shows them.
    pub turn: usize,
    /// Cards were taken or discarded before.
    pub turns: bool,
}

/// What was learnt.
#[expect(clippy::struct_excessive_bools, reason = "each habit is there or not, whatever the others are")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Runs are melds to it.
    pub runs: bool,
    /// In the weekly game too the rank equal to the number of cards dealt is wild.
    pub ranks: bool,
    /// What a left-over Joker counts.
    pub joker: i64,
    /// What its cards count, from the 3 on.
    pub values: [i64; 11],
    /// The rule to which all wrong points belong, where there is one.
    pub fault: Option<Fault>,
    /// Cards of the wild rank are not melded as they should be, so that hands which go out tell nothing.
    pub melds_by_other_wilds: bool,
    /// Two untouched runs deal the same cards.
    pub repeats: bool,
    /// Cards are not returned to the deck.
    pub unreturned: bool,
    /// Hands keep their cards from game to game.
    pub growing: bool,
    /// It offers the full game.
    pub full: bool,
    /// Hands without any run are too high as well: that is no fault of runs.
    pub high_without_runs: bool,
    /// Each game of a session deals what the first did; whether other sessions deal other cards.
    pub same: Option<bool>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            runs: false,
            ranks: false,
            joker: 50,
            values: VALUES,
            fault: None,
            melds_by_other_wilds: false,
            same: None,
            repeats: false,
            unreturned: false,
            growing: false,
            full: false,
            high_without_runs: false,
        }
    }
}

/// Games that rules about cards and points are judged on: those no fault outside has spoiled.
pub(super) fn sound<'a>(
    sessions: &'a [Session],
    reading: &Reading,
) -> impl Iterator<Item = (usize, &'a Deal)> {
    let (growing, unreturned) = (reading.growing, reading.unreturned);
    sessions.iter().enumerate().flat_map(move |(nth, session)| {
        let mut dealt = 0;
        session.deals.iter().enumerate().filter_map(move |(at, deal)| {
            dealt += deal.cards().count();
            let spoiled = deal.spoiled || growing && at > 0 || unreturned && dealt >= super::deck::DECK;
            (!spoiled).then_some((nth, deal))
        })
    })
}

/// Every hand that points were shown for and that can be counted.
pub fn scored<'a>(sessions: &'a [Session], reading: &Reading) -> Vec<Scored<'a>> {
    let mut all = Vec::new();
    for (session, deal) in sound(sessions, reading) {
        let turns = deal.begins.is_some() && has_turns(&sessions[session], deal);
        for hand in &deal.hands {
            let Some((number, place)) = hand.points else { continue };
            if !hand.wrong.is_empty() || hand.cards.is_empty() || hand.cards.len() > MAX_HAND {
                continue;
            }
            let (seat, cards) = (hand.seat, hand.cards.as_slice());
            let wild = deal.wild().or_else(|| reading.ranks.then(|| rank_of_size(cards.len())).flatten());
            all.push(Scored { session, deal, seat, cards, wild, number, turn: place.turn, turns });
        }
    }
    all
}

/// Whether anything was taken or discarded in a hand of play, or anybody went out.
fn has_turns(session: &Session, deal: &Deal) -> bool {
    let mut told = deal.events.iter().filter_map(|at| session.events.get(*at)).map(|(_, event)| event);
    told.any(|event| {
        matches!(event, Event::Draws(_) | Event::Takes(..) | Event::Discards(..) | Event::GoesOut(_))
    })
}

impl Reading {
    /// Learns from all sessions.
    pub fn learn(sessions: &[Session]) -> Self {
        let full = sessions.iter().any(Session::is_full);
        let mut reading = Self {
            full,
            same: super::deck::same_games(sessions),
            repeats: repeats(sessions),
            growing: super::deck::growing(sessions),
            unreturned: super::deck::unreturned(sessions),
            ..Self::default()
        };
        let wrong = reading.count(&scored(sessions, &reading));
        if !full && wrong > 0 {
            let mut ranks = Self { ranks: true, ..reading.clone() };
            let others = ranks.count(&scored(sessions, &ranks));
            if others * FEWER_BY_RANKS < wrong {
                reading = ranks;
            }
        }
        let hands = scored(sessions, &reading);
        let is_plain = |hand: &&Scored<'_>| !holds_run(hand.cards) && reading.is_high(hand);
        reading.high_without_runs = hands.iter().filter(is_plain).take(HIGH).count() == HIGH;
        if let Some(blamed) = blamed(&reading, &hands) {
            reading.fault = Some(blamed);
            reading.melds_by_other_wilds =
                blamed == Fault::Wild && hands.iter().any(|hand| reading.is_high(hand));
        }
        reading
    }

    /// Books or books and runs, the Joker's constant, and what the cards count; how many hands are still wrong.
    fn count(&mut self, hands: &[Scored<'_>]) -> usize {
        // Eleven hands without any turn are counted like those of the weekly game.
        let full = self.full && hands.iter().any(|hand| hand.turns);
        let mut best: Option<(Self, usize, usize, usize)> = None;
        for runs in [false, true] {
            let mut reading = Self { runs: runs || full, ..self.clone() };
            reading.values = values(hands, &reading);
            reading.joker = joker(hands, &reading);
            let exact: Vec<Option<i64>> = hands.iter().map(|hand| reading.exact(hand)).collect();
            let low = hands.iter().zip(&exact).filter(|(hand, exact)| Some(hand.number) < **exact).count();
            let wrong = hands.iter().zip(&exact).filter(|(hand, exact)| Some(hand.number) != **exact).count();
            match best.take() {
                None => best = Some((reading, low, wrong, wrong)),
                // Points below what books can reach, and never below books and runs, are those of runs.
                Some((books, low_books, wrong_books, _))
                    if low_books > 0 && (low == 0 || wrong < wrong_books) =>
                {
                    let _ = books;
                    best = Some((reading, low, wrong, wrong_books));
                }
                books => best = books,
            }
        }
        let Some((reading, _, wrong, _)) = best else { return 0 };
        *self = reading;
        wrong
    }

    /// The least points of a hand by the rules, with the Joker's constant.
    pub fn least(&self, hand: &Scored<'_>, runs: bool) -> Option<i64> {
        let joker = u32::try_from(self.joker).ok()?;
        let scoring = Scoring { runs, wild: hand.wild, joker };
        points(hand.cards, scoring).ok().map(i64::from)
    }

    /// Whether the points shown are above the minimum.
    pub(super) fn is_high(&self, hand: &Scored<'_>) -> bool {
        Some(hand.number) > self.least(hand, self.runs)
    }

    /// The least points with what its cards count.
    pub(super) fn exact(&self, hand: &Scored<'_>) -> Option<i64> {
        if self.values == VALUES {
            return self.least(hand, self.runs);
        }
        let least = self.least(hand, self.runs);
        let model = Model::rules(self.runs, self.values, self.joker);
        model.points(hand.cards, hand.wild).or(least)
    }

    /// The best melds of a hand, by the rules.
    pub fn melds(&self, cards: &[Card], wild: Option<Rank>) -> Option<Arrangement> {
        let joker = u32::try_from(self.joker).unwrap_or(50);
        arrange(cards, Scoring { runs: self.runs, wild, joker }).ok()
    }

    /// To which rule the points shown for a hand belong; `None` if they are right.
    pub fn blame(&self, hand: &Scored<'_>) -> Option<Fault> {
        let least = self.least(hand, self.runs)?;
        if hand.number == least {
            return None;
        }
        // Hands too large for a model have the fault that all others show.
        let counted = hand.cards.len() > MOST || self.exact(hand) == Some(hand.number);
        if self.values != VALUES && counted {
            return Some(Fault::CardPoints);
        }
        if let Some(fault) = self.fault {
            return Some(fault);
        }
        if hand.number < least {
            return Some(Fault::Possible);
        }
        let in_books = !self.runs || self.full || self.high_without_runs;
        Some(if in_books { Fault::Optimal } else { Fault::Runs })
    }
}

/// So many times fewer hands must be wrong if the rank of the number of cards is taken for wild.
const FEWER_BY_RANKS: usize = 2;

/// The rank equal to a number of cards.
fn rank_of_size(cards: usize) -> Option<Rank> {
    u8::try_from(cards).ok().and_then(Rank::from_number)
}

/// So many hands without a run must be too high before that is no fault of runs.
const HIGH: usize = 3;

/// Whether a hand holds a run, or a Joker that might make one.
fn holds_run(cards: &[Card]) -> bool {
    let starts = |suit| {
        let holds = |rank: &Rank| cards.contains(&Card::new(*rank, suit));
        Rank::ALL.windows(3).any(|three| three.iter().all(holds))
    };
    cards.contains(&Card::Joker) || Suit::ALL.into_iter().any(starts)
}

/// Whether untouched runs with different clocks deal the same cards.
fn repeats(sessions: &[Session]) -> bool {
    let untouched: Vec<&Session> = sessions.iter().filter(|session| session.seed == HOME_SEED).collect();
    let moments: BTreeSet<u32> = untouched.iter().map(|session| session.moment).collect();
    let mut firsts: BTreeMap<Option<u32>, BTreeSet<Vec<Card>>> = BTreeMap::new();
    for session in &untouched {
        if let Some(deal) = session.deals.first() {
            firsts.entry(deal.asked).or_default().insert(deal.cards().collect());
        }
    }
    moments.len() > 1 && !firsts.is_empty() && firsts.values().all(|deals| deals.len() == 1)
}
