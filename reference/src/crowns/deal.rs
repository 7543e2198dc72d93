//! How the cards are shuffled and dealt, number by number of `rand()`.
//!
//! The handout fixes neither generator nor seed. The reference uses glibc's `rand()` after `srand(seed)`. Before each
//! deal all 116 cards, in the order of [`full_deck`], are shuffled: from the last place down to the second, each
//! changes places with one not behind it (Fisher and Yates); place `i`, from 0, takes the number `rand() % (i + 1)`.
//! Place 0 is the top.

use super::cards::{Card, full_deck};
use crate::crand::GlibcRand;

/// The seed where nobody names one. The handout has none; this is that of a C program which never calls `srand`.
pub const DEFAULT_SEED: u32 = 1;

/// Who shuffles the cards.
///
/// Any closure that puts cards into some order is one too, so a test can stack the deck.
pub trait Shuffle {
    /// Puts the cards into another order. The first one will be the top.
    fn shuffle(&mut self, cards: &mut [Card]);
}

impl<F: FnMut(&mut [Card])> Shuffle for F {
    fn shuffle(&mut self, cards: &mut [Card]) {
        self(cards);
    }
}

impl Shuffle for GlibcRand {
    fn shuffle(&mut self, cards: &mut [Card]) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.next_rand().cast_unsigned() as usize % (last + 1));
        }
    }
}

/// Shuffles the full deck and deals so many hands, "one at a time in a clockwise direction", beginning with the
/// player `first`. Gives the hands by player, and the cards that are left, the top one last.
///
/// # Panics
///
/// If the deck does not hold so many cards.
pub(super) fn deal(
    shuffle: &mut impl Shuffle,
    players: usize,
    cards: usize,
    first: usize,
) -> (Vec<Vec<Card>>, Vec<Card>) {
    let mut deck = full_deck();
    shuffle.shuffle(&mut deck);
    deck.reverse();
    let mut hands = vec![Vec::with_capacity(cards + 1); players];
    for turn in 0..players * cards {
        let card = deck.pop().expect("the deck holds all the cards that are dealt");
        hands[(first + turn) % players].push(card);
    }
    (hands, deck)
}
