//! `reference bluejack`.

use std::path::PathBuf;

use clap::Args;
use reference::bluejack::{DEFAULT_SEED, Game, replay};

use crate::Stop;
use crate::table::{play_by_hand, print_replay, read_script};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Deal the cards that C programs get after `srand(N)` [default: the script's seed, else 1, which is where C's
    /// `rand()` starts without a call of `srand`].
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Take the answers from this file: `move end`, `move stand`, `move play 2`, one a line.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Stop> {
    if let Some(path) = &arguments.script {
        let script = read_script(path, &[])?;
        let seed = arguments.seed.or(script.seed).unwrap_or(DEFAULT_SEED);
        print_replay(&replay(seed, &script), &script)?;
    } else {
        let game = Game::new(arguments.seed.unwrap_or(DEFAULT_SEED));
        play_by_hand(game, |game| {
            format!(" You leave at {}-{} in sets.", game.won().human, game.won().computer)
        })?;
    }
    Ok(())
}
