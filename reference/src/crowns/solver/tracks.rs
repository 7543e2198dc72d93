//! The ways in which cards of one suit go into runs.
//!
//! Where no card is there twice, a way is a set of ranks. Where some are, a way lies on *tracks*: sets of ranks, in
//! none of which a rank is twice, so that each has its own price. Two tracks are enough where no card is there more
//! than twice. For of three runs that all overlap at one place, that place is filled at most twice; with the runs
//! sorted by where they start and end, the first can end where the second did, and the last start where the second
//! started, which covers all the same places for fewer wild cards.
//!
//! The same cards lie on two tracks in many ways, of which few need to be looked at:
//!
//! - A run that has no rank in common with another track can lie on that track, for the same price or less. So each run
//!   of a later track has a rank in common with each earlier one.
//! - A card on a later track whose place is covered but not filled on an earlier one can fill it there, and a wild
//!   card fills its old place. (If its old run is left with one natural card, that card costs no more in a book.) So
//!   a later track has no card of that kind.
//! - The tracks are in order, the greatest set first. Both of the moves above make an earlier track greater, so
//!   they lead to the order and come to an end.

use super::counts::Counts;
use super::ranks::RankSet;
use super::sorted::{Copies, MAX_HAND, counts};

/// A way to put cards of one suit into runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Way {
    /// The wild cards it takes.
    pub(super) wilds: u8,
    /// The cards of the suit that it leaves for books.
    pub(super) left: Counts,
}

/// Whether to go on to the next way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Way,
    Stop,
}

/// What is done with ways.
pub(super) trait Visit {
    /// Takes the next way, and the tracks of its runs.
    fn way(&mut self, way: Way, tracks: &[RankSet]) -> Next;

    /// Whether a way is worth looking for that leaves all of `left`, may leave some of `open`, and takes so many wild
    /// cards or more.
    fn worth_while(&self, left: Counts, open: Counts, wilds: u8) -> bool;
}

/// Every way is of interest to a closure.
impl<F: FnMut(Way, &[RankSet]) -> Next> Visit for F {
    fn way(&mut self, way: Way, tracks: &[RankSet]) -> Next {
        self(way, tracks)
    }

    fn worth_while(&self, _: Counts, _: Counts, _: u8) -> bool {
        true
    }
}

/// Gives every way that takes at most so many wild cards and may be of use, the one without runs last.
///
/// Of `lonely` ranks the hand has one card only. Such a card is of no use to a book, so that a way which could have it
/// in a run for nothing is passed over.
pub(super) fn each_way(copies: &Copies, wilds: u8, lonely: RankSet, visit: &mut impl Visit) {
    let ranks = copies[0];
    if !copies[1].is_empty() {
        Tracks { wilds, visit, sets: [RankSet::NONE; MAX_HAND] }.lay(copies, 0, 0, RankSet::NONE);
        return;
    }
    for part in ranks.parts() {
        let price = part.price();
        if price > wilds || can_grow(part, lonely & (ranks - part)) {
            continue;
        }
        let left = Counts { one: ranks - part, ..Counts::default() };
        if visit.way(Way { wilds: price, left }, &[part]) == Next::Stop {
            return;
        }
    }
}

/// Whether one of these ranks can join the runs of the set for nothing.
fn can_grow(part: RankSet, by: RankSet) -> bool {
    let mut by = by;
    while !by.is_empty() {
        let rank = by.highest();
        if (part | rank).price() <= part.price() {
            return true;
        }
        by = by - rank;
    }
    false
}

/// Tracks as they are laid, one after the other.
struct Tracks<'a, V> {
    /// The wild cards there are.
    wilds: u8,
    visit: &'a mut V,
    /// The tracks.
    sets: [RankSet; MAX_HAND],
}

impl<V: Visit> Tracks<'_, V> {
    /// Lays the track number `count` and those after it with the copies that are left; `spent` wild cards are in the
    /// tracks before. A track must do without the ranks that are `taken`: a track before it has a place for them.
    fn lay(&mut self, copies: &Copies, count: usize, spent: u8, taken: RankSet) -> Next {
        let before = count.checked_sub(1).map(|last| self.sets[last]);
        let free = copies[0] - taken;
        let usable = before.map_or(free, |before| before.spread(free, self.wilds - spent));
        // The tracks after this one spread from it, and no further than it can.
        let left = counts(&copies.map(|ranks| ranks - usable));
        let open = counts(&copies.map(|ranks| ranks & usable));
        if !self.visit.worth_while(left, open, spent) {
            return Next::Way;
        }
        for part in usable.parts() {
            let spent = spent + part.price().min(self.wilds + 1);
            let in_order = before.is_none_or(|before| part <= before && part.meets(before));
            if part.is_empty() || spent > self.wilds || !in_order {
                continue;
            }
            let left = without(copies, part);
            self.sets[count] = part;
            // Another track needs a rank in common with this one.
            let next = if left[0].meets(part) {
                self.lay(&left, count + 1, spent, taken | (part.cover() - part))
            } else {
                self.give(&left, count + 1, spent)
            };
            if next == Next::Stop {
                return next;
            }
        }
        self.give(copies, count, spent)
    }

    fn give(&mut self, left: &Copies, count: usize, wilds: u8) -> Next {
        self.visit.way(Way { wilds, left: counts(left) }, &self.sets[..count])
    }
}

/// The copies that are left when one card of each of these ranks is gone.
fn without(copies: &Copies, ranks: RankSet) -> Copies {
    let mut left = *copies;
    for place in 0..MAX_HAND {
        if copies[place].is_empty() {
            break;
        }
        let further = copies.get(place + 1).copied().unwrap_or_default();
        left[place] = (copies[place] - ranks) | (further & ranks);
    }
    left
}
