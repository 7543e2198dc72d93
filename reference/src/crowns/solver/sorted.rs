//! A hand sorted for the solver.

use thiserror::Error;

use super::counts::Counts;
use super::ranks::RankSet;
use crate::crowns::cards::{Card, Suit};
use crate::crowns::rules::{SMALLEST_MELD, Scoring, card_points, is_wild};

/// The most cards of a hand: as many as seven players can all have of 116.
pub const MAX_HAND: usize = 16;

/// A hand has more cards than [`MAX_HAND`].
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a hand of {0} cards is too large; at most {MAX_HAND} can be scored")]
pub struct TooManyCards(
    /// How many it has.
    pub usize,
);

/// The natural cards of one suit: at place `k` the ranks of which there are more than `k`.
pub(super) type Copies = [RankSet; MAX_HAND];

/// The copies of each rank, counted.
pub(super) fn counts(copies: &Copies) -> Counts {
    Counts { one: copies[0], two: copies[1], three: copies[2] }
}

/// A hand: its natural cards by suit, and its wild cards.
#[derive(Clone, Debug)]
pub(super) struct Sorted {
    pub(super) suits: [Copies; Suit::ALL.len()],
    /// How many cards are wild.
    pub(super) wilds: u8,
    /// Whether cards may be melded in runs.
    pub(super) runs: bool,
    /// What the natural cards count together.
    natural_points: u32,
    /// What the wild cards count together.
    wild_points: u32,
}

impl Sorted {
    pub(super) fn new(hand: &[Card], scoring: Scoring) -> Result<Self, TooManyCards> {
        if hand.len() > MAX_HAND {
            return Err(TooManyCards(hand.len()));
        }
        let mut sorted = Self {
            suits: [[RankSet::NONE; MAX_HAND]; Suit::ALL.len()],
            wilds: 0,
            runs: scoring.runs,
            natural_points: 0,
            wild_points: 0,
        };
        for &card in hand {
            match card {
                Card::Suited { rank, suit } if !is_wild(card, scoring) => {
                    sorted.natural_points += card_points(card, scoring);
                    let rank = RankSet::of(rank);
                    let copies = &mut sorted.suits[suit as usize];
                    if let Some(first_without) = copies.iter_mut().find(|ranks| !ranks.meets(rank)) {
                        *first_without |= rank;
                    }
                }
                _ => {
                    sorted.wild_points += card_points(card, scoring);
                    sorted.wilds += 1;
                }
            }
        }
        Ok(sorted)
    }

    /// The points of the hand if its natural cards that are left over count `dead`.
    pub(super) fn points(&self, dead: u32) -> u32 {
        if self.wilds_are_left(dead) { dead + self.wild_points } else { dead }
    }

    /// Whether the wild cards are left over: they can join any meld, but here is none, and they are too few to be
    /// one by themselves.
    pub(super) fn wilds_are_left(&self, dead: u32) -> bool {
        dead == self.natural_points && usize::from(self.wilds) < SMALLEST_MELD
    }
}
