//! The casino played from a script.

use super::{DealOrder, Game, RandDeck, Round};
use crate::script::Script;

/// What came of playing a script at the casino.
pub type Replay = crate::replay::Replay<Round>;

/// Plays a script with the cards of `srand(seed)` dealt in this order. The script's own seed is not looked at:
/// the caller decides which one counts.
///
/// The play ends with the game, or at the first question the script does not answer. It ends even if fallbacks
/// answer every question: a fallback that is refused stops it, and bets that are taken lead to $0 or above $1000
/// sooner or later.
pub fn replay(seed: u32, order: DealOrder, script: &Script) -> Replay {
    crate::replay::replay(Game::new(RandDeck::new(seed, order.style), order), script)
}
