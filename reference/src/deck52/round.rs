//! What there is to tell of a game.

use super::{Outcome, score_with_high_aces};
use crate::cards::Card;

/// A hand as it stands, or as it was in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandPlayed {
    /// The cards in the order they were dealt.
    pub cards: Vec<Card>,
    /// How many of its aces count 11; the others count 1.
    pub high_aces: usize,
    /// How it ended. It is `None` while it is not settled, and for the dealer's hands, which are what the player's
    /// are settled against.
    pub outcome: Option<Outcome>,
}

impl HandPlayed {
    /// The score as it is printed.
    pub fn score(&self) -> i64 {
        score_with_high_aces(&self.cards, self.high_aces)
    }
}

/// What happened in a game. The program deals once a run, so a game is one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The dealer's hand, or both after a split.
    pub dealer: Vec<HandPlayed>,
    /// The player's hand, or both after a split.
    pub player: Vec<HandPlayed>,
    /// The answers that were not taken, as they were given.
    pub refused: Vec<String>,
}
