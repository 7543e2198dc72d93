//! Sets of ranks, and what it costs to put one into runs.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::crowns::cards::Rank;
use crate::crowns::rules::SMALLEST_MELD;

/// How many sets of ranks there are.
const SETS: usize = 1 << Rank::ALL.len();

/// A set of ranks: bit 0 is the 3, bit 10 the King.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RankSet(u16);

/// The price of a set that is not made of runs with two natural cards each. No hand has so many wild cards.
const NO_PRICE: u8 = u8::MAX;

/// What the cards of a set count together.
static VALUES: [u8; SETS] = values();

/// See [`RankSet::price`].
static PRICES: [u8; SETS] = PRICE_TABLE;

/// The same as a constant, for [`covers`] to be computed from.
const PRICE_TABLE: [u8; SETS] = prices();

/// See [`RankSet::cover`].
static COVERS: [u16; SETS] = covers();

impl RankSet {
    /// No rank at all.
    pub(super) const NONE: Self = Self(0);

    /// Every rank.
    pub(super) const ALL: Self = Self(SETS as u16 - 1);

    /// The set of this rank alone.
    pub(super) fn of(rank: Rank) -> Self {
        Self(1 << (rank.number() - Rank::Three.number()))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn contains(self, rank: Rank) -> bool {
        self.meets(Self::of(rank))
    }

    /// Whether the two sets have a rank in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The ranks, the lowest first.
    pub(super) fn ranks(self) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |&rank| self.contains(rank))
    }

    /// What one card of each rank counts together.
    pub(super) fn value(self) -> u32 {
        u32::from(VALUES[self.index()])
    }

    /// The fewest wild cards with which one card of each rank, all of one suit, goes into runs. In each run are two
    /// natural cards at least: a single one costs two wild cards, as much as in a book.
    pub(super) fn price(self) -> u8 {
        PRICES[self.index()]
    }

    /// The ranks from the lowest to the highest natural card of each run, in one cheapest way to form the runs.
    pub(super) fn cover(self) -> Self {
        Self(COVERS[self.index()])
    }

    /// The highest rank of the set, or nothing of an empty one.
    pub(super) fn highest(self) -> Self {
        Self(0x8000_u16.checked_shr(self.0.leading_zeros()).unwrap_or(0))
    }

    /// The highest ranks of the set, so many at most.
    pub(super) fn top(self, count: u32) -> Self {
        let mut top = Self::NONE;
        for _ in 0..count {
            if top == self {
                break;
            }
            top |= (self - top).highest();
        }
        top
    }

    /// Whether two ranks of the set, or three in a row if `wilds` is 0, can be in one run with so many wild cards.
    pub(super) fn has_run(self, wilds: u8) -> bool {
        if wilds == 0 {
            return self.0 & (self.0 >> 1) & (self.0 >> 2) != 0;
        }
        (1..=u32::from(wilds) + 1).take(Rank::ALL.len()).any(|steps| self.0 & (self.0 >> steps) != 0)
    }

    /// The ranks of `within` that can be in a run with a rank of this set when no more than so many places in a row
    /// lack a card.
    pub(super) fn spread(self, within: Self, gaps: u8) -> Self {
        let mut reached = self.0 & within.0;
        loop {
            let (mut up, mut down) = (reached, reached);
            for _ in 0..=gaps.min(Rank::ALL.len() as u8) {
                up |= (up << 1) & Self::ALL.0;
                down |= down >> 1;
            }
            let further = (up | down) & within.0;
            if further == reached {
                return Self(reached);
            }
            reached = further;
        }
    }

    /// Every part of the set, itself first and the empty one last.
    pub(super) fn parts(self) -> impl Iterator<Item = Self> {
        let mut next = Some(self.0);
        std::iter::from_fn(move || {
            let part = next?;
            next = part.checked_sub(1).map(|smaller| smaller & self.0);
            Some(Self(part))
        })
    }

    /// The runs of one cheapest way, the highest first: the natural cards of each.
    pub(super) fn runs(self) -> Vec<Self> {
        let mut runs = Vec::new();
        let mut left = usize::from(self.0);
        while left != 0 {
            let rest = rest_of_cheapest(&PRICES, left);
            runs.push(Self((left & !rest) as u16));
            left = rest;
        }
        runs
    }

    /// The places from the lowest to the highest rank of the set.
    pub(super) fn span(self) -> Self {
        Self(span_of(usize::from(self.0)) as u16)
    }

    /// The set with the rank above its highest one, or below its lowest if that is the King.
    pub(super) fn lengthened(self) -> Self {
        let higher = (self.highest().0 << 1) & Self::ALL.0;
        let lower = (self.0 & self.0.wrapping_neg()) >> 1;
        Self(self.0 | if higher == 0 { lower } else { higher })
    }

    fn index(self) -> usize {
        usize::from(self.0) & (SETS - 1)
    }
}

impl BitOr for RankSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for RankSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for RankSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The ranks of the first set that are not in the second.
impl Sub for RankSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

const fn values() -> [u8; SETS] {
    let mut table = [0; SETS];
    let mut set = 1;
    while set < SETS {
        table[set] = table[set & (set - 1)] + set.trailing_zeros() as u8 + Rank::Three.number();
        set += 1;
    }
    table
}

/// The bits from the lowest to the highest of a set.
const fn span_of(set: usize) -> usize {
    if set == 0 { 0 } else { (2 << set.ilog2()) - (1 << set.trailing_zeros()) }
}

/// What a run costs whose natural cards are these.
const fn price_of_run(run: usize) -> u8 {
    let length = span_of(run).count_ones() as usize;
    let cards = run.count_ones();
    if cards < 2 {
        return NO_PRICE;
    }
    (if length < SMALLEST_MELD { SMALLEST_MELD } else { length }) as u8 - cards as u8
}

/// What a set costs whose highest run is what `rest` leaves of it.
const fn price_with(prices: &[u8; SETS], set: usize, rest: usize) -> u8 {
    price_of_run(set & !rest).saturating_add(prices[rest])
}

/// What is left of a set after the highest run of a cheapest way. Two runs whose places overlap cost no less than
/// the one they make together, so a run takes all the cards between its lowest and its highest.
const fn rest_of_cheapest(prices: &[u8; SETS], set: usize) -> usize {
    let mut rest = set;
    let mut best = set;
    let mut best_price = NO_PRICE;
    while rest != 0 {
        rest &= !(1 << rest.ilog2());
        let price = price_with(prices, set, rest);
        if price < best_price {
            best = rest;
            best_price = price;
        }
    }
    // A set that has no price is one run all the same, so that taking runs off it comes to an end.
    if best_price == NO_PRICE { 0 } else { best }
}

const fn prices() -> [u8; SETS] {
    let mut table = [0; SETS];
    let mut set = 1;
    while set < SETS {
        table[set] = price_with(&table, set, rest_of_cheapest(&table, set));
        set += 1;
    }
    table
}

const fn covers() -> [u16; SETS] {
    let mut table = [0; SETS];
    let mut set = 1;
    while set < SETS {
        let rest = rest_of_cheapest(&PRICE_TABLE, set);
        table[set] = table[rest] | span_of(set & !rest) as u16;
        set += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranks: &[u8]) -> RankSet {
        let of = |&number: &u8| RankSet::of(Rank::from_number(number).expect("a rank"));
        ranks.iter().map(of).fold(RankSet::NONE, BitOr::bitor)
    }

    #[test]
    fn runs_cost_what_they_lack() {
        let cases: [(&[u8], u8); 12] = [
            (&[], 0),
            (&[3, 4, 5], 0),
            (&[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 0),
            (&[12, 13], 1),
            (&[3, 5], 1),
            (&[3, 6], 2),
            (&[3, 13], 9),
            (&[3, 4, 5, 11, 12, 13], 0),
            (&[3, 4, 12, 13], 2),
            (&[3, 5, 7, 9], 2),
            (&[4, 5, 6, 8], 1),
            (&[3, 4, 5, 10], 4),
        ];
        for (ranks, price) in cases {
            assert_eq!(set(ranks).price(), price, "{ranks:?}");
        }
        assert!(RankSet::ALL.parts().filter(|part| part.len() == 1).all(|part| part.price() == NO_PRICE));
    }

    #[test]
    fn runs_are_what_was_paid_for() {
        for part in RankSet::ALL.parts().filter(|part| part.price() < NO_PRICE) {
            let runs = part.runs();
            let together = runs.iter().fold(RankSet::NONE, |all, &run| all | run);
            let cover = runs.iter().fold(RankSet::NONE, |all, run| all | run.span());
            let price: u32 = runs.iter().map(|run| run.span().len().max(3) - run.len()).sum();
            assert_eq!((together, cover, price), (part, part.cover(), u32::from(part.price())), "{part:?}");
        }
    }

    #[test]
    fn sets_are_taken_apart() {
        assert_eq!(set(&[3, 7, 13]).value(), 23);
        assert_eq!(set(&[3, 7, 13]).highest(), set(&[13]));
        assert_eq!(RankSet::NONE.highest(), RankSet::NONE);
        assert_eq!(set(&[3, 7, 9, 13]).top(2), set(&[9, 13]));
        assert_eq!(set(&[3, 7, 9]).parts().count(), 8);
        assert_eq!(RankSet::ALL.parts().count(), 2048);
        assert_eq!(set(&[5]).spread(set(&[3, 5, 6, 8, 12]), 0), set(&[5, 6]));
        assert_eq!(set(&[5]).spread(set(&[3, 5, 6, 8, 12]), 1), set(&[3, 5, 6, 8]));
        assert_eq!(set(&[5, 9]).spread(set(&[3, 4, 5]), 15), set(&[3, 4, 5]));
    }

    #[test]
    fn what_can_be_in_a_run_is_told() {
        let cases: [(&[u8], [bool; 3]); 6] = [
            (&[], [false, false, false]),
            (&[5], [false, false, false]),
            (&[5, 6, 7], [true, true, true]),
            (&[12, 13], [false, true, true]),
            (&[5, 7], [false, true, true]),
            (&[5, 8], [false, false, true]),
        ];
        for (ranks, found) in cases {
            assert_eq!([0, 1, 2].map(|wilds| set(ranks).has_run(wilds)), found, "{ranks:?}");
        }
        assert!(set(&[3, 13]).has_run(15));
    }
}
