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
    /// Too high only where runs matter.
    pub books_sound: bool,
    /// Two untouched runs deal the same cards.
    pub repeats: bool,
    /// Cards are not returned to the deck.
    pub unreturned: bool,
    /// Hands keep their cards from game to game.
    pub growing: bool,
    /// It offers the full game.
    pub full: bool,
    /// Winners are announced in some games.
    pub announces: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            runs: false,
            joker: 50,
            values: VALUES,
            fault: None,
            books_sound: true,
            repeats: false,
            unreturned: false,
            growing: false,
            full: false,
            announces: false,
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
            let spoiled = deal.spoiled || growing && at > 0 || unreturned && dealt > 116;
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
        let announces =
            sessions.iter().any(|session| session.deals.iter().any(|deal| deal.verdict.is_some()));
        let mut reading = Self {
            full,
            announces,
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
            reading.joker = joker(hands, reading.runs);
            reading.values = values(hands, &reading);
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
        let in_books = !self.runs || self.full || !self.books_sound && no_run(hand);
        Some(if in_books { Fault::Optimal } else { Fault::Runs })
    }

    /// Finds the rule that explains every wrong hand.
    fn blame_all(&mut self, hands: &[Scored<'_>]) {
        let (right, wrong): (Vec<&Scored<'_>>, Vec<&Scored<'_>>) =
            hands.iter().partition(|hand| self.exact(hand) == Some(hand.number));
        if wrong.is_empty() {
            return;
        }
        self.books_sound =
            !wrong.iter().any(|hand| no_run(hand) && Some(hand.number) > self.least(hand, self.runs));
        let found = models(self.runs, self.values, self.joker)
            .into_iter()
            .find(|(_, model)| explains(model, &wrong, &right))
            .map(|(fault, _)| fault);
        self.fault = found.or_else(|| self.suspected(&wrong, &right));
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
        // With one Joker and one place for it nothing is to be chosen either.
        let forced = |hand: &Scored<'_>| {
            jokers(hand.cards) == 1 && groups(hand.cards).iter().filter(|count| **count >= 2).count() == 1
        };
        let with = right.iter().filter(|hand| jokers(hand.cards) > 0).count();
        (with > 0 || right.len() >= 20)
            .then(|| wrong.iter().any(|hand| forced(hand)).then_some(Fault::BookJoker))?
    }
}

/// Whether no three cards of a hand can be a run, whatever its Jokers stand for.
fn no_run(hand: &Scored<'_>) -> bool {
    let wilds =
        hand.cards.iter().filter(|card| card.rank().is_none_or(|rank| hand.wild == Some(rank))).count();
    if wilds >= 2 {
        return false;
    }
    let near = |a: &Card, b: &Card| match (a, b) {
        (Card::Suited { rank: one, suit }, Card::Suited { rank: two, suit: other }) => {
            suit == other && one != two && one.number().abs_diff(two.number()) <= 2
        }
        _ => false,
    };
    let pairs = hand.cards.iter().enumerate();
    let close = pairs.flat_map(|(at, a)| hand.cards[..at].iter().filter(move |b| near(a, b))).count();
    close == 0 || wilds == 0 && close < 2
}

/// The most wrong and right hands that a model is held against.
const MOST_WRONG: usize = 80;
const MOST_RIGHT: usize = 200;

/// Whether a model gives the points shown, of the wrong hands and of the right ones.
fn explains(model: &Model, wrong: &[&Scored<'_>], right: &[&Scored<'_>]) -> bool {
    let small = |hand: &&&Scored<'_>| hand.cards.len() <= MOST;
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
        with(Jokers::Join),
        with(Jokers::Pair),
        book(Model { smallest: 2, ..base.clone() }),
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
fn joker(hands: &[Scored<'_>], runs: bool) -> i64 {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for hand in hands.iter().filter(|hand| hand.wild.is_none()) {
        let count = jokers(hand.cards) as i64;
        if count == 0 || !is_meldless(hand.cards, runs, None) {
            continue;
        }
        let rest = hand.number - sum(hand.cards, &Model::rules(runs, VALUES, 0), None);
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

/// What the cards count, learnt from the hands without any meld; the handout's numbers if others explain little more.
fn values(hands: &[Scored<'_>], reading: &Reading) -> [i64; 11] {
    let plain: Vec<&Scored<'_>> =
        hands.iter().filter(|hand| is_meldless(hand.cards, reading.runs, hand.wild)).take(ENOUGH).collect();
    let misses = |values: [i64; 11], only: Option<Rank>| {
        let model = Model::rules(reading.runs, values, reading.joker);
        let matter = |hand: &&&Scored<'_>| {
            only.is_none_or(|rank| hand.cards.iter().any(|card| card.rank() == Some(rank)))
        };
        plain.iter().filter(matter).filter(|hand| sum(hand.cards, &model, hand.wild) != hand.number).count()
    };
    let wrong = misses(VALUES, None);
    if wrong == 0 {
        return VALUES;
    }
    let mut found = VALUES;
    for _ in 0..2 {
        for rank in Rank::ALL.into_iter().rev() {
            let at = usize::from(rank.number() - 3);
            let mut best = (misses(found, Some(rank)), found[at]);
            for value in 0..=20 {
                let mut other = found;
                other[at] = value;
                let count = misses(other, Some(rank));
                if count < best.0 {
                    best = (count, value);
                }
            }
            found[at] = best.1;
        }
    }
    // Faces that count 10 each are found one by one only where a hand has one of them.
    let mut tens = VALUES;
    tens[8..].fill(10);
    let best = [found, tens].into_iter().min_by_key(|values| misses(*values, None)).unwrap_or(VALUES);
    if misses(best, None) * 4 <= wrong { best } else { VALUES }
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
