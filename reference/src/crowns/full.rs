//! The full game: eleven hands with wild ranks, drawing, discarding and going out.

mod computer;
mod game;
mod table;

pub use computer::{discards, outlook, takes_pile};
pub use game::{Game, Hand, MAX_ROUNDS, Turn};

use super::cards::Rank;

/// The cards and the wild rank of each hand: three cards and wild 3s first, thirteen and wild Kings last.
///
/// "When three cards are dealt, the 3s are wild, when four cards are dealt, the 4s are wild, and so on until the last
/// hand when the Kings are wild."
pub fn hands() -> impl Iterator<Item = (usize, Rank)> {
    Rank::ALL.into_iter().map(|wild| (usize::from(wild.number()), wild))
}
