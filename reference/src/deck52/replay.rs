//! The game played from a script.

use super::{Game, Options, RandPicker, Round};
use crate::script::Script;

/// What came of playing a script; the game is its only round.
pub type Replay = crate::replay::Replay<Round>;

/// Plays a script with the cards of `srand(seed)`. The script's own seed and options are not looked at: the caller
/// decides which ones count.
///
/// ```
/// use reference::deck52::{DEFAULT_SEED, Options, Outcome, replay};
/// use reference::script::Script;
///
/// let script = Script::parse("my.script", "hit stand\n")?;
/// let replay = replay(DEFAULT_SEED, Options::from_script(&script)?, &script);
/// assert_eq!(replay.turns.len(), 1);
/// assert_ne!(replay.rounds[0].player[0].outcome, Some(Outcome::PlayerBust));
/// # Ok::<(), reference::script::ScriptError>(())
/// ```
pub fn replay(seed: u32, options: Options, script: &Script) -> Replay {
    crate::replay::replay(Game::new(RandPicker::new(seed), options), script)
}
