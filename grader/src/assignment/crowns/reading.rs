//! A program's habits, learnt from all its sessions together: what its melds are, what its cards count, and which one
//! change of the rules explains the points that are wrong.

use std::collections::{BTreeMap, BTreeSet};

use reference::crowns::{Arrangement, Card, MAX_HAND, Rank, Scoring, arrange, points};

use super::facts::{Deal, Session};
use super::models::{Jokers, MOST, Model, VALUES, groups, is_meldless, jokers, sum};

/// The seed of an untouched run.
pub const HOME_SEED: u32 = 0;

/// The rule that a wrong number of points belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// What a card counts.
    CardPoints,
    /// Books.
    Book,
    /// Jokers in books.
    BookJoker,
    /// The wild rank of the full game.
    Wild,
    /// Too high: there are cheaper melds.
    Optimal,
    /// Too low: no melds count so little.
    Possible,
    /// Above the minimum with runs.
    Runs,
}

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
}

/// What was learnt.
#[expect(clippy::struct_excessive_bools, reason = "each habit is there or not, whatever the others are")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Runs are melds to it.
    pub runs: bool,
    /// What a left-over Joker counts.
    pub joker: i64,
    /// What its cards count, from the 3 on.
    pub values: [i64; 11],
    /// The rule to which all wrong points belong, where there is one.
    pub fault: Option<Fault>,
    /// Wild cards of the full game are not melded as they should be.
    pub wild_unmelded: bool,
    /// Two untouched runs deal the same cards.
    pub repeats: bool,
    /// Cards are not returned to the deck.
    pub unreturned: bool,
    /// Hands keep their cards from game to game.
    pub growing: bool,
    /// It offers the full game.
    pub full: bool,
    /// Each game of a session deals what the first did; whether other sessions deal other cards.
    pub same: Option<bool>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            runs: false,
            joker: 50,
            values: VALUES,
            fault: None,
            wild_unmelded: false,
            same: None,
            repeats: false,
            unreturned: false,
            growing: false,
            full: false,
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
        for hand in &deal.hands {
            let Some((number, place)) = hand.points else { continue };
            if !hand.wrong.is_empty() || hand.cards.is_empty() || hand.cards.len() > MAX_HAND {
                continue;
            }
            let (seat, cards, wild) = (hand.seat, hand.cards.as_slice(), deal.wild());
            all.push(Scored { session, deal, seat, cards, wild, number, turn: place.turn });
        }
    }
    all
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
        let hands = scored(sessions, &reading);
        reading.count(&hands);
        reading.blame_all(&hands);
        reading
    }

    /// Books or books and runs, the Joker's constant, and what the cards count.
    fn count(&mut self, hands: &[Scored<'_>]) {
        let mut best: Option<(Self, usize, usize, usize)> = None;
        for runs in [false, true] {
            let mut reading = Self { runs: runs || self.full, ..self.clone() };
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
        if let Some((reading, ..)) = best {
            *self = reading;
        }
    }

    /// The least points of a hand by the rules, with the Joker's constant.
    pub fn least(&self, hand: &Scored<'_>, runs: bool) -> Option<i64> {
        let joker = u32::try_from(self.joker).ok()?;
        let scoring = Scoring { runs, wild: hand.wild, joker };
        points(hand.cards, scoring).ok().map(i64::from)
    }

    /// The least points with what its cards count.
    fn exact(&self, hand: &Scored<'_>) -> Option<i64> {
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
        if self.values != VALUES && self.exact(hand) == Some(hand.number) {
            return Some(Fault::CardPoints);
        }
        if let Some(fault) = self.fault {
            return Some(fault);
        }
        if hand.number < least {
            return Some(Fault::Possible);
        }
        let in_books = !self.runs || self.full;
        Some(if in_books { Fault::Optimal } else { Fault::Runs })
    }

    /// Finds the rule that explains every wrong hand.
    fn blame_all(&mut self, hands: &[Scored<'_>]) {
        let (right, wrong): (Vec<&Scored<'_>>, Vec<&Scored<'_>>) =
            hands.iter().partition(|hand| self.exact(hand) == Some(hand.number));
        if wrong.is_empty() {
            return;
        }
        let found = models(self.runs, self.values, self.joker)
            .into_iter()
            .find(|(_, model)| explains(model, &wrong, &right))
            .map(|(fault, _)| fault);
        self.fault = found.or_else(|| self.suspected(&wrong, &right));
        let high = |hand: &&Scored<'_>| Some(hand.number) > self.least(hand, self.runs);
        self.wild_unmelded = self.fault == Some(Fault::Wild) && wrong.iter().any(high);
    }

    /// The rule whose situation all wrong hands share, where the others are right.
    fn suspected(&self, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> Option<Fault> {
        if self.full {
            let wild = |hand: &Scored<'_>| {
                hand.cards.iter().any(|card| card.rank().is_some() && card.rank() == hand.wild)
            };
            let without = right.iter().filter(|hand| !wild(hand)).count();
            if without >= 10 && wrong.iter().all(|hand| wild(hand)) {
                return Some(Fault::Wild);
            }
            if self.wild_stays(wrong, right) {
                return Some(Fault::Wild);
            }
        }
        let meldless = |hand: &Scored<'_>| is_meldless(hand.cards, self.runs, hand.wild);
        if wrong.iter().all(|hand| meldless(hand)) {
            return Some(Fault::CardPoints);
        }
        let high = |hand: &Scored<'_>| Some(hand.number) > self.least(hand, self.runs);
        if self.runs || !wrong.iter().all(|hand| high(hand)) {
            return None;
        }
        // Without Jokers nothing is to be chosen: each three of a rank are a book.
        let has_book = |hand: &Scored<'_>| groups(hand.cards).iter().any(|count| *count >= 3);
        if wrong.iter().any(|hand| jokers(hand.cards) == 0) {
            return wrong.iter().all(|hand| has_book(hand)).then_some(Fault::Book);
        }
        None
    }

    /// Whether one rank is wild in all hands, whatever the number of cards.
    fn wild_stays(&self, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> bool {
        Rank::ALL.into_iter().any(|rank| {
            let fits = |hand: &&Scored<'_>| {
                let hand = Scored { wild: Some(rank), ..(*hand).clone() };
                self.least(&hand, true) == Some(hand.number)
            };
            wrong.iter().all(fits) && right.iter().all(fits)
        })
    }
}

/// The most wrong and right hands that a model is held against.
const MOST_WRONG: usize = 80;
const MOST_RIGHT: usize = 200;

/// Whether a model gives the points shown, of the wrong hands and of the right ones.
fn explains(model: &Model, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> bool {
    // Three Jokers in one hand are rare, and what a faulty program makes of them is often another thing.
    let many = |hand: &&Scored<'_>| jokers(hand.cards) >= 3;
    let only_many = wrong.iter().all(many);
    let small = |hand: &&&Scored<'_>| hand.cards.len() <= MOST && (only_many || !many(hand));
    let gives = |hand: &&Scored<'_>| model.points(hand.cards, hand.wild) == Some(hand.number);
    let (wrong, right): (Vec<_>, Vec<_>) = (
        wrong.iter().filter(small).take(MOST_WRONG).collect(),
        // Hands with melds tell more.
        right
            .iter()
            .filter(small)
            .filter(|hand| !is_meldless(hand.cards, model.runs, hand.wild))
            .take(MOST_RIGHT)
            .collect(),
    );
    !wrong.is_empty() && wrong.into_iter().all(gives) && right.into_iter().all(gives)
}

/// The changes of the rules that a wrong number may come from, each with the rule it belongs to.
fn models(runs: bool, values: [i64; 11], joker: i64) -> Vec<(Fault, Model)> {
    let base = Model::rules(runs, values, joker);
    let with = |jokers: Jokers| (Fault::BookJoker, Model { jokers, ..base.clone() });
    let book = |model: Model| (Fault::Book, model);
    vec![
        (Fault::CardPoints, Model { once: true, ..base.clone() }),
        with(Jokers::Nothing),
        with(Jokers::One),
        with(Jokers::NeedPair),
        with(Jokers::NeedCard),
        with(Jokers::Complete),
        with(Jokers::NotAdded),
        with(Jokers::Join),
        with(Jokers::Pair),
        book(Model { smallest: 2, ..base.clone() }),
        book(Model { smallest: 2, jokers: Jokers::Three, ..base.clone() }),
        book(Model { smallest: 4, ..base.clone() }),
        book(Model { smallest: usize::MAX, ..base.clone() }),
        book(Model { largest: 3, ..base.clone() }),
        book(Model { largest: 4, ..base.clone() }),
        book(Model { distinct: true, ..base.clone() }),
        book(Model { one_meld: true, ..base.clone() }),
        (Fault::Runs, Model { runs_take_jokers: false, ..base.clone() }),
    ]
    .into_iter()
    .filter(|(fault, _)| runs || *fault != Fault::Runs)
    .collect()
}

/// The constant of a left-over Joker that most hands agree on.
fn joker(hands: &[Scored<'_>], reading: &Reading) -> i64 {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for hand in hands.iter().filter(|hand| hand.wild.is_none()) {
        let count = jokers(hand.cards) as i64;
        if count == 0 || !is_meldless(hand.cards, reading.runs, None) {
            continue;
        }
        let rest = hand.number - sum(hand.cards, &Model::rules(reading.runs, reading.values, 0), None);
        if rest >= 0 && rest % count == 0 {
            *counts.entry(rest / count).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .max_by_key(|(constant, count)| (*count, *constant == 50))
        .map_or(50, |(constant, _)| constant)
}

/// So many hands are enough to learn from.
const ENOUGH: usize = 600;

/// What the cards count, learnt from the hands without Jokers or any meld; the handout's numbers if others explain
/// little more.
fn values(hands: &[Scored<'_>], reading: &Reading) -> [i64; 11] {
    let plain: Vec<&Scored<'_>> = hands
        .iter()
        .filter(|hand| {
            let mut ranks = hand.cards.iter().map(|card| card.rank());
            ranks.all(|rank| rank.is_some() && rank != hand.wild)
                && is_meldless(hand.cards, reading.runs, hand.wild)
        })
        .take(ENOUGH)
        .collect();
    let misses = |values: [i64; 11]| {
        let model = Model::rules(reading.runs, values, 50);
        plain.iter().filter(|hand| sum(hand.cards, &model, hand.wild) != hand.number).count()
    };
    let wrong = misses(VALUES);
    if wrong == 0 {
        return VALUES;
    }
    let mut tens = VALUES;
    tens[8..].fill(10);
    let fitted = fit(&plain).unwrap_or(VALUES);
    let best = [fitted, tens].into_iter().min_by_key(|values| misses(*values)).unwrap_or(VALUES);
    if misses(best) * 4 <= wrong { best } else { VALUES }
}

/// The values that come nearest to the points shown, by least squares, rounded.
#[expect(
    clippy::cast_possible_truncation,
    reason = "values are small, and a wrong one only explains nothing"
)]
fn fit(hands: &[&Scored<'_>]) -> Option<[i64; 11]> {
    const N: usize = 11;
    let mut table = [[0.0_f64; N + 1]; N];
    for hand in hands {
        let mut row = [0.0_f64; N];
        for rank in hand.cards.iter().filter_map(|card| card.rank()) {
            row[usize::from(rank.number() - 3)] += 1.0;
        }
        for i in 0..N {
            for j in 0..N {
                table[i][j] += row[i] * row[j];
            }
            table[i][N] += row[i] * hand.number as f64;
        }
    }
    for column in 0..N {
        let pivot = (column..N).max_by(|a, b| table[*a][column].abs().total_cmp(&table[*b][column].abs()))?;
        table.swap(column, pivot);
        if table[column][column].abs() < 1e-6 {
            return None;
        }
        let chosen = table[column];
        for (_, row) in table.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / chosen[column];
            for (cell, other) in row.iter_mut().zip(chosen) {
                *cell -= factor * other;
            }
        }
    }
    Some(std::array::from_fn(|at| (table[at][N] / table[at][at]).round() as i64))
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
