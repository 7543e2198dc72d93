//! Bluejack played from a script.

use super::{Game, Set};
use crate::script::Script;

/// What came of playing a script of Bluejack; its rounds are the sets.
pub type Replay = crate::replay::Replay<Set>;

/// Plays a script with the cards of `srand(seed)`. The script's own seed is not looked at: the caller decides which
/// one counts.
///
/// The play ends with the game, or at the first question the script does not answer. It ends even if fallbacks
/// answer every question: a fallback that is refused stops it, a set has at most 18 turns, and the cards do not tie
/// sets for ever.
pub fn replay(seed: u32, script: &Script) -> Replay {
    crate::replay::replay(Game::new(seed), script)
}
