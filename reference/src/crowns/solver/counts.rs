//! Cards counted by rank, and which of them are melded in books.

use super::ranks::RankSet;

/// How many cards there are of each rank, counted up to three: the ranks with at least one, two and three.
///
/// Two counts are added for all ranks at once, and more than three need not be told from three: they are a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) one: RankSet,
    pub(super) two: RankSet,
    pub(super) three: RankSet,
}

impl Counts {
    /// The counts of both together.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            one: self.one | other.one,
            two: self.two | other.two | (self.one & other.one),
            three: self.three | other.three | (self.one & other.two) | (self.two & other.one),
        }
    }

    /// The ranks with exactly one card.
    pub(super) fn singles(self) -> RankSet {
        self.one - self.two
    }

    /// The ranks with exactly two cards.
    pub(super) fn pairs(self) -> RankSet {
        self.two - self.three
    }

    /// What these cards count after melding them in books with so many wild cards.
    #[inline]
    pub(super) fn dead(self, wilds: u8) -> u32 {
        dead(self.singles(), self.pairs(), wilds)
    }

    /// The least these cards can count, even if all of `others` are there to make books with them.
    #[inline]
    pub(super) fn dead_at_least(self, others: Self, wilds: u8) -> u32 {
        let all = self.plus(others);
        // A single card that may get company would then cost one wild card; it is taken to cost none at all.
        let hopeful = if wilds > 0 { all.two | all.three } else { all.three };
        dead(self.singles() - hopeful, self.pairs() - all.three, wilds)
    }
}

#[inline]
fn dead(singles: RankSet, pairs: RankSet, wilds: u8) -> u32 {
    let value = singles.value() + 2 * pairs.value();
    if wilds == 0 || value == 0 { value } else { value - Bought::best(singles, pairs, wilds).value() }
}

/// The singles and pairs that wild cards make books of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bought {
    /// Ranks with one card, for two wild cards each.
    pub(super) singles: RankSet,
    /// Ranks with two cards, for one wild card each.
    pub(super) pairs: RankSet,
}

impl Bought {
    /// What so many wild cards buy that counts most.
    ///
    /// Of the pairs the highest are bought, and of the singles too, so that only their numbers are to be found: every
    /// number of singles is tried.
    pub(super) fn best(singles: RankSet, pairs: RankSet, wilds: u8) -> Self {
        let mut wilds = u32::from(wilds);
        let mut bought = Self { singles: RankSet::NONE, pairs: pairs.top(wilds) };
        let mut best = bought;
        while wilds >= 2 && bought.singles != singles {
            wilds -= 2;
            bought.singles |= (singles - bought.singles).highest();
            bought.pairs = bought.pairs.top(wilds);
            if bought.value() > best.value() {
                best = bought;
            }
        }
        best
    }

    /// What the bought cards count together.
    pub(super) fn value(self) -> u32 {
        self.singles.value() + 2 * self.pairs.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowns::cards::Rank;

    fn set(ranks: &[Rank]) -> RankSet {
        ranks.iter().fold(RankSet::NONE, |set, &rank| set | RankSet::of(rank))
    }

    #[test]
    fn counts_are_added_up_to_three() {
        let rank = set(&[Rank::Nine]);
        let one = Counts { one: rank, ..Counts::default() };
        let two = Counts { two: rank, ..one };
        let three = Counts { three: rank, ..two };
        assert_eq!([one.plus(one), one.plus(two), two.plus(one), two.plus(two)], [two, three, three, three]);
        assert_eq!([three.plus(one), Counts::default().plus(two)], [three, two]);
    }

    #[test]
    fn wild_cards_buy_what_counts_most() {
        use Rank::{Five, King, Queen, Three};
        let cases: [(&[Rank], &[Rank], u8, u32); 7] = [
            (&[King], &[Three], 0, 0),
            (&[King], &[Three], 1, 6),
            (&[King], &[Three], 2, 13),
            (&[King], &[Three, Five], 2, 16),
            (&[King, Queen], &[Three], 3, 19),
            (&[King, Queen], &[Three], 4, 25),
            (&[King, Queen], &[Three], 15, 31),
        ];
        for (singles, pairs, wilds, value) in cases {
            let bought = Bought::best(set(singles), set(pairs), wilds);
            assert_eq!(bought.value(), value, "{singles:?}, {pairs:?} with {wilds}");
            assert!(bought.singles.len() * 2 + bought.pairs.len() <= u32::from(wilds));
        }
    }
}
