//! The search through the ways of all suits.

use super::counts::Counts;
use super::ranks::RankSet;
use super::sorted::{Copies, Sorted, counts};
use super::tracks::{Next, Visit, Way, each_way};
use crate::crowns::cards::Suit;

/// How many suits there are.
const SUITS: usize = Suit::ALL.len();

/// Room for the ways of all suits but the one with the most cards. Of sixteen cards the next suit has at most eight,
/// and the others at most five, four and three; no two ways of a suit leave the same cards, so there are at most
/// 2^8 + 2^5 + 2^4 + 2^3 = 312.
const ROOM: usize = 320;

/// The best hand found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// What the natural cards count that are left over.
    pub(super) dead: u32,
    /// The way of each suit.
    pub(super) ways: [Way; SUITS],
}

/// Finds the ways of the suits that leave the least over.
pub(super) fn search(hand: &Sorted) -> Best {
    let mut search = Search {
        suits: [(0, 0); SUITS],
        depth: 0,
        wilds: hand.wilds,
        settled: Counts::default(),
        path: hand.suits.map(|copies| Way { wilds: 0, left: counts(&copies) }),
    };
    search.sort_suits(hand);
    let best = Best { dead: u32::MAX, ways: search.path };
    if search.depth == 0 {
        return Best { dead: search.settled.dead(hand.wilds), ..best };
    }
    search.run(hand, best)
}

/// The suits that have runs to choose from.
struct Search {
    /// The suits, and how many cards each has; the one with the most cards first.
    suits: [(usize, u32); SUITS],
    /// How many suits these are.
    depth: usize,
    wilds: u8,
    /// The cards of all other suits, which go into no run.
    settled: Counts,
    /// The ways as they stand now, by suit.
    path: [Way; SUITS],
}

impl Search {
    fn sort_suits(&mut self, hand: &Sorted) {
        for (suit, copies) in hand.suits.iter().enumerate() {
            if !hand.runs || !copies[0].has_run(hand.wilds) {
                self.settled = self.settled.plus(counts(copies));
                continue;
            }
            let cards = cards_of(copies);
            let mut place = self.depth;
            while place > 0 && self.suits[place - 1].1 < cards {
                self.suits[place] = self.suits[place - 1];
                place -= 1;
            }
            self.suits[place] = (suit, cards);
            self.depth += 1;
        }
    }

    /// The first suit's ways are taken as they come, those of the others from a list.
    fn run(self, hand: &Sorted, best: Best) -> Best {
        let all = hand.suits.iter().fold(Counts::default(), |all, copies| all.plus(counts(copies)));
        let mut lists = Lists::default();
        lists.fill(hand, &self.suits[..self.depth], all.singles());
        let (suit, _) = self.suits[0];
        let wilds = self.wilds;
        let mut first = First { search: self, suit, lists: &lists, best };
        each_way(&hand.suits[suit], wilds, all.singles(), &mut first);
        first.best
    }

    fn descend(&mut self, level: usize, left: Counts, wilds: u8, lists: &Lists, best: &mut Best) {
        if level == self.depth {
            let dead = left.dead(wilds);
            if dead < best.dead {
                *best = Best { dead, ways: self.path };
            }
            return;
        }
        if left.dead_at_least(lists.others[level], wilds) >= best.dead {
            return;
        }
        let (suit, _) = self.suits[level];
        for way in lists.of(level).iter().filter(|way| way.wilds <= wilds) {
            self.path[suit] = *way;
            self.descend(level + 1, left.plus(way.left), wilds - way.wilds, lists, best);
            if best.dead == 0 {
                return;
            }
        }
    }
}

/// The search as it goes through the ways of the first suit.
struct First<'a> {
    search: Search,
    suit: usize,
    lists: &'a Lists,
    best: Best,
}

impl Visit for First<'_> {
    fn way(&mut self, way: Way, _: &[RankSet]) -> Next {
        let search = &mut self.search;
        search.path[self.suit] = way;
        let left = search.settled.plus(way.left);
        search.descend(1, left, search.wilds - way.wilds, self.lists, &mut self.best);
        if self.best.dead == 0 { Next::Stop } else { Next::Way }
    }

    fn worth_while(&self, left: Counts, open: Counts, wilds: u8) -> bool {
        let left = self.search.settled.plus(left);
        left.dead_at_least(self.lists.others[1].plus(open), self.search.wilds - wilds) < self.best.dead
    }
}

/// The ways of the suits after the first.
struct Lists {
    ways: [Way; ROOM],
    /// Where the ways of a suit end; they start where those of the next suit end.
    ends: [usize; SUITS + 1],
    /// The cards of this suit and all after it.
    others: [Counts; SUITS + 1],
}

impl Default for Lists {
    fn default() -> Self {
        Self { ways: [Way::default(); ROOM], ends: [0; SUITS + 1], others: [Counts::default(); SUITS + 1] }
    }
}

impl Lists {
    /// Lists the ways of these suits but the first. This is not done while making the lists, so that they need not be
    /// moved once they are full.
    fn fill(&mut self, hand: &Sorted, suits: &[(usize, u32)], lonely: RankSet) {
        let mut end = 0;
        for (level, &(suit, _)) in suits.iter().enumerate().skip(1).rev() {
            let copies = &hand.suits[suit];
            let start = end;
            each_way(copies, hand.wilds, lonely, &mut |way: Way, _: &[RankSet]| {
                // Where cards are there twice, several ways leave the same.
                let twice = !copies[1].is_empty();
                let list = &mut self.ways[start..end];
                if let Some(known) = list.iter_mut().find(|known| twice && known.left == way.left) {
                    known.wilds = known.wilds.min(way.wilds);
                } else {
                    self.ways[end] = way;
                    end += 1;
                }
                Next::Way
            });
            self.ends[level] = end;
            self.others[level] = self.others[level + 1].plus(counts(copies));
        }
    }

    fn of(&self, level: usize) -> &[Way] {
        &self.ways[self.ends[level + 1]..self.ends[level]]
    }
}

fn cards_of(copies: &Copies) -> u32 {
    copies.iter().take_while(|ranks| !ranks.is_empty()).map(|ranks| ranks.len()).sum()
}
