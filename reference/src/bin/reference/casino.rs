//! `reference casino`.

use std::path::PathBuf;

use clap::Args;
use reference::casino::{DealOrder, Game, HANDOUT_SEED, RandDeck, replay};

use crate::Stop;
use crate::table::{play_by_hand, print_replay, read_script};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Deal the cards that C programs get after `srand(N)` [default: the script's seed, else 333].
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Take the answers from this file: `bet 50`, `hit n`, `again y`, or plain answers, one a line.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Stop> {
    let order = DealOrder::default();
    if let Some(path) = &arguments.script {
        let script = read_script(path, &[])?;
        let seed = arguments.seed.or(script.seed).unwrap_or(HANDOUT_SEED);
        print_replay(&replay(seed, order, &script), &script)?;
    } else {
        let seed = arguments.seed.unwrap_or(HANDOUT_SEED);
        let game = Game::new(RandDeck::new(seed, order.style), order);
        play_by_hand(game, |game| format!(" You leave with ${}.", game.money()))?;
    }
    Ok(())
}
