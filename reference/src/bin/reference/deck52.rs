//! `reference deck52`.

use std::path::PathBuf;

use clap::Args;
use reference::deck52::{DEFAULT_SEED, Game, Options, RandPicker, replay};

use crate::Stop;
use crate::table::{play_by_hand, print_replay, read_script};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Deal the cards that C programs get after `srand(N)` [default: the script's seed, else 1, which is where C's
    /// `rand()` starts without a call of `srand`].
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Take the answers from this file: `hit stand`, `ace 11`, `split y`, or plain answers, one a line. `option
    /// aces` and `option split` at its head do what the arguments of these names do.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Extra credit: ask whether an ace counts 1 or 11; the dealer counts 11 where that makes 20 or 21.
    #[arg(long)]
    aces: bool,
    /// Extra credit: let player and dealer split two cards of the same value.
    #[arg(long)]
    split: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Stop> {
    let mut options = Options { aces: arguments.aces, split: arguments.split };
    if let Some(path) = &arguments.script {
        let script = read_script(path, &Options::NAMES)?;
        let of_script = Options::from_script(&script).map_err(anyhow::Error::from)?;
        options.aces |= of_script.aces;
        options.split |= of_script.split;
        let seed = arguments.seed.or(script.seed).unwrap_or(DEFAULT_SEED);
        print_replay(&replay(seed, options, &script), &script)?;
    } else {
        let seed = arguments.seed.unwrap_or(DEFAULT_SEED);
        play_by_hand(Game::new(RandPicker::new(seed), options), |_| String::new())?;
    }
    Ok(())
}
