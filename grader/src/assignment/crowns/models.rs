//! Ways of counting a hand that differ from the rules in one thing, and the least points by each of them.

use reference::crowns::{Card, Rank, Scoring, WILD_POINTS, card_points, is_run};

/// What a program counts cards with.
#[expect(clippy::struct_excessive_bools, reason = "each change is there or not, whatever the others are")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Runs are melds.
    pub runs: bool,
    /// Runs take Jokers.
    pub runs_take_jokers: bool,
    /// What a card of each rank counts, from the 3 on.
    pub values: [i64; 11],
    /// Cards that count other than their rank, and by how much.
    pub odd: Vec<(Card, i64)>,
    /// What a left-over Joker counts.
    pub joker: i64,
    /// The fewest cards of a book.
    pub smallest: usize,
    /// The most cards of a book.
    pub largest: usize,
    /// The same card twice is no part of a book.
    pub distinct: bool,
    /// A card that is there twice counts once.
    pub once: bool,
    /// Only one meld is found.
    pub one_meld: bool,
    /// What Jokers can do.
    pub jokers: Jokers,
    /// A rank is not divided: a book with Jokers holds all cards of its rank.
    pub undivided: bool,
}

/// What Jokers can do in a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jokers {
    /// Stand for any card, any number of them.
    Any,
    /// Nothing.
    Nothing,
    /// One in a book.
    One,
    /// They need two cards of a rank beside them.
    NeedPair,
    /// They need one card beside them.
    NeedCard,
    /// They make a book of three, and join none.
    Complete,
    /// The first of a hand stands for any card, and the others are never melded.
    First,
    /// They join books of three, and complete none.
    Join,
    /// They join no book that is one without them.
    Needed,
    /// One card and a Joker are enough.
    Pair,
    /// One completes two cards of a rank, and nothing else.
    PairAndOne,
    /// Stand for any card of a book of three, even where fewer cards without a Joker are one.
    Three,
}

impl Jokers {
    /// What Jokers cannot do in a faulty program.
    pub(super) const FAULTS: [Self; 10] = [
        Self::Nothing,
        Self::One,
        Self::First,
        Self::NeedPair,
        Self::NeedCard,
        Self::Complete,
        Self::Join,
        Self::Needed,
        Self::PairAndOne,
        Self::Pair,
    ];
}

/// What cards count by the handout.
pub const VALUES: [i64; 11] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/// The most cards of a hand that is counted by a model: the time grows threefold with each.
pub const MOST: usize = 12;

impl Model {
    /// The rules themselves.
    pub fn rules(runs: bool, values: [i64; 11], joker: i64) -> Self {
        Self {
            runs,
            runs_take_jokers: true,
            values,
            odd: Vec::new(),
            joker,
            smallest: 3,
            largest: usize::MAX,
            distinct: false,
            once: false,
            one_meld: false,
            jokers: Jokers::Any,
            undivided: false,
        }
    }

    /// The least points of a hand by this model; `None` if it is too large.
    pub fn points(&self, cards: &[Card], wild: Option<Rank>) -> Option<i64> {
        let mut cards = cards.to_vec();
        if self.once {
            cards.sort_unstable();
            cards.dedup_by(|a, b| a == b && *a != Card::Joker);
        }
        if cards.len() > MOST {
            return None;
        }
        let all = (1_usize << cards.len()) - 1;
        let of = |set: usize| -> Vec<Card> {
            cards.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, card)| *card).collect()
        };
        let spare = self.unmelded(&cards);
        let melds: Vec<bool> =
            (0..=all).map(|set| set & spare == 0 && self.is_meld(&of(set), &cards, wild)).collect();
        let values: Vec<i64> = cards.iter().map(|card| self.value(*card, wild)).collect();
        let sum = |set: usize| -> i64 {
            values.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, value)| *value).sum()
        };
        if self.one_meld {
            let melds = (0..=all).filter(|set| *set == 0 || melds[*set]);
            return melds.map(|set| sum(all & !set)).min();
        }
        let mut least = vec![0_i64; all + 1];
        for set in 1..=all {
            let first = set & set.wrapping_neg();
            let others = set & !first;
            let mut best = least[others] + values[first.trailing_zeros() as usize];
            let mut with = others;
            while with != 0 {
                if melds[first | with] {
                    best = best.min(least[others & !with]);
                }
                with = (with - 1) & others;
            }
            least[set] = best;
        }
        Some(least[all])
    }

    /// The places of the cards that are in no meld whatever the others are, as bits.
    fn unmelded(&self, cards: &[Card]) -> usize {
        let jokers = cards.iter().enumerate().filter(|(_, card)| **card == Card::Joker);
        let free = if self.jokers == Jokers::First { 1 } else { usize::MAX };
        jokers.skip(free).map(|(at, _)| 1 << at).sum()
    }

    /// What a card counts that is left over.
    pub fn value(&self, card: Card, wild: Option<Rank>) -> i64 {
        match card.rank() {
            None => self.joker,
            Some(rank) if Some(rank) == wild => i64::from(WILD_POINTS),
            Some(rank) => self.values[usize::from(rank.number() - 3)] + self.more(card),
        }
    }

    /// How much more than its rank a card counts.
    fn more(&self, card: Card) -> i64 {
        self.odd.iter().find(|(odd, _)| *odd == card).map_or(0, |(_, more)| *more)
    }

    fn is_meld(&self, cards: &[Card], hand: &[Card], wild: Option<Rank>) -> bool {
        if cards.len() < 2 {
            return false;
        }
        let is_wild = |card: &Card| card.rank().is_none_or(|rank| wild == Some(rank));
        let naturals: Vec<Card> = cards.iter().filter(|card| !is_wild(card)).copied().collect();
        let jokers = cards.len() - naturals.len();
        let scoring = Scoring { runs: self.runs, wild, ..Scoring::BOOKS };
        if self.runs && (jokers == 0 || self.runs_take_jokers) && is_run(cards, scoring) {
            return true;
        }
        if naturals.windows(2).any(|two| two[0].rank() != two[1].rank()) {
            return false;
        }
        if self.distinct && naturals.iter().enumerate().any(|(at, card)| naturals[..at].contains(card)) {
            return false;
        }
        let (all, natural) = (cards.len(), naturals.len());
        let size = all >= self.smallest && all <= self.largest;
        if jokers == 0 {
            return size;
        }
        let of_rank = |rank| hand.iter().filter(|card| card.rank() == rank).count();
        if self.undivided && naturals.first().is_some_and(|card| natural < of_rank(card.rank())) {
            return false;
        }
        match self.jokers {
            Jokers::Any | Jokers::First => size,
            Jokers::Nothing => false,
            Jokers::One => size && (jokers == 1 || natural == 0),
            Jokers::NeedPair => size && natural != 1,
            Jokers::NeedCard => size && natural >= 1,
            Jokers::Complete => size && all == 3,
            Jokers::Join => size && natural >= 3,
            Jokers::Needed => size && natural < 3,
            Jokers::PairAndOne => size && natural == 2 && jokers == 1,
            Jokers::Three => all >= 3 && all <= self.largest,
            Jokers::Pair => all >= 2 && all <= self.largest,
        }
    }
}

/// What the cards of a hand count together if none is melded.
pub(super) fn sum(cards: &[Card], model: &Model, wild: Option<Rank>) -> i64 {
    cards.iter().map(|card| model.value(*card, wild)).sum()
}

/// Whether no cards of the hand can be melded.
pub(super) fn is_meldless(cards: &[Card], runs: bool, wild: Option<Rank>) -> bool {
    let scoring = Scoring { runs, wild, joker: 50 };
    let all: u32 = cards.iter().map(|card| card_points(*card, scoring)).sum();
    reference::crowns::points(cards, scoring) == Ok(all)
}

/// How many cards of the hand are Jokers.
pub(super) fn jokers(cards: &[Card]) -> usize {
    cards.iter().filter(|card| **card == Card::Joker).count()
}

/// The sizes of the groups of one rank.
pub(super) fn groups(cards: &[Card]) -> Vec<usize> {
    Rank::ALL
        .into_iter()
        .map(|rank| cards.iter().filter(|card| card.rank() == Some(rank)).count())
        .filter(|count| *count > 0)
        .collect()
}
