//! The least points of a hand, exact and fast.
//!
//! # Why it is right
//!
//! A wild card melds for nothing wherever there is a meld to join or two others to meld with, so it is left over
//! only in a hand that melds nothing at all. A card of the wild rank never does better by standing for itself. What
//! remains is to choose which *natural* cards, those that are not wild, are melded, when each meld costs so many
//! wild cards: one of two natural cards costs at least one, a single natural card costs two.
//!
//! 1. Of one suit, a set of ranks goes into runs at a price that depends on the set alone: [`RankSet::price`], a
//!    table of 2048 numbers. Where a hand has a card twice, its runs lie on two *tracks*, each of them such a set
//!    (see [`tracks`]).
//! 2. The cards that go into no run are counted by rank, up to three of each. Three are a book; a pair costs one wild
//!    card and a single two, and which of them to buy is a walk over two short lists: [`Counts::dead`].
//! 3. So the suits meet only in these counts and in the number of wild cards. [`search`] takes the ways of each suit
//!    in turn, and leaves a branch as soon as the cards that are left over for certain count as much as the best hand
//!    found before.
//!
//! Sets of ranks are eleven bits, so that counting and comparing are a few instructions for all ranks at once, and a
//! random hand is settled after about a dozen ways. A hand allocates nothing.
//!
//! `cargo xtask bench solver` measures it. On one core of a busy machine (AMD EPYC, Rust 1.95) it scored two million
//! random hands of thirteen cards a second, some 70,000 times as many as trying everything does. The slowest of a
//! million took 3 µs, and the worst that a search for bad hands has found, of sixteen cards, 39 µs.

mod arrange;
mod counts;
mod ranks;
mod search;
mod sorted;
mod tracks;

pub use arrange::{Arrangement, Meld, arrange};
pub use sorted::{MAX_HAND, TooManyCards};

use super::cards::Card;
use super::rules::Scoring;
use sorted::Sorted;

/// The least points of a hand of up to [`MAX_HAND`] cards, over all ways to meld it.
///
/// The cards may be in any order, and more of a kind than a deck holds: a faulty program's hand has a minimum too.
///
/// ```
/// use reference::crowns::{Rank, Scoring, points, read_hand};
///
/// let hand = read_hand("7S 7P 7S JK QH").unwrap();
/// assert_eq!(points(&hand, Scoring::BOOKS), Ok(12));
///
/// // The Jokers go where they save most, which need not be at the highest card.
/// let hand = read_hand("KS QH QD JK JK").unwrap();
/// assert_eq!(points(&hand, Scoring::BOOKS), Ok(13));
///
/// // "For example, when 7s are wild, a run could be made from 9, 7, J".
/// let hand = read_hand("9C 7D JC").unwrap();
/// assert_eq!(points(&hand, Scoring::full_game(Rank::Seven)), Ok(0));
/// ```
pub fn points(hand: &[Card], scoring: Scoring) -> Result<u32, TooManyCards> {
    let sorted = Sorted::new(hand, scoring)?;
    Ok(sorted.points(search::search(&sorted).dead))
}
