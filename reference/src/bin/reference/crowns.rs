//! `reference crowns`.

mod points;

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use reference::crowns::{DEFAULT_SEED, Game, MAX_HAND, MAX_PLAYERS, Options, replay};
use reference::replay::Play;

use crate::Stop;
use crate::table::{play_by_hand, print_replay, read_script};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    tool: Option<Tool>,
    #[command(flatten)]
    play: PlayArguments,
}

#[derive(Subcommand)]
enum Tool {
    /// Print the least points of hands.
    ///
    /// Hands are read from standard input, one a line: `7S 10P JK QH` with S for Stars, H Hearts, C Clubs, P Spades, D
    /// Diamonds, and JK for a Joker; or `7 of Stars, Joker` as programs print them. Empty lines and those that start
    /// with # are passed over. A line that is no hand is shown on standard error, and the others are still scored;
    /// the exit status is then 2.
    Points(points::Arguments),
}

#[derive(Args)]
struct PlayArguments {
    /// Deal the cards that C programs get after `srand(N)` [default: the script's seed, else 1, which is where C's
    /// `rand()` starts without a call of `srand`].
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Take the answers from this file: `players 3`, `take pile`, `discard 4`, `again n`, one a line. `option full`,
    /// `option runs`, `option cards-13` and `option people-2` at its head do what the arguments of these names do.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "full", "runs", "cards", "people"])]
    script: Option<PathBuf>,
    /// So many play, 1 to 7; without it the game asks.
    #[arg(long, value_name = "N", value_parser = up_to(1, MAX_PLAYERS))]
    players: Option<usize>,
    /// Play the full game of eleven hands.
    #[arg(long)]
    full: bool,
    /// Extra credit of the weekly assignment: count runs too.
    #[arg(long, conflicts_with = "full")]
    runs: bool,
    /// Deal so many cards in the weekly assignment, 1 to 16 [default: 7].
    #[arg(long, value_name = "N", conflicts_with = "full", value_parser = up_to(1, MAX_HAND))]
    cards: Option<usize>,
    /// In the full game so many of the first players are people, the others the computer's [default: 1].
    #[arg(long, value_name = "N", requires = "full", value_parser = up_to(0, MAX_PLAYERS))]
    people: Option<usize>,
}

/// Numbers from `least` to `most`.
fn up_to(least: u64, most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least..=most as u64)
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Stop> {
    match &arguments.tool {
        Some(Tool::Points(arguments)) => points::run(arguments),
        None => play(&arguments.play),
    }
}

fn play(arguments: &PlayArguments) -> Result<(), Stop> {
    if let Some(path) = &arguments.script {
        let names = Options::names();
        let script = read_script(path, &names.iter().map(String::as_str).collect::<Vec<_>>())?;
        let options = Options::from_script(&script).map_err(anyhow::Error::from)?;
        let seed = arguments.seed.or(script.seed).unwrap_or(DEFAULT_SEED);
        print_replay(&replay(seed, options, &script), &script)?;
        return Ok(());
    }
    let default = Options::default();
    let options = Options {
        full: arguments.full,
        runs: arguments.runs,
        cards: arguments.cards.unwrap_or(default.cards),
        people: arguments.people.unwrap_or(default.people),
    };
    let mut game = Game::new(arguments.seed.unwrap_or(DEFAULT_SEED), options);
    if let Some(players) = arguments.players {
        // The question is answered, so it is not shown.
        game.listen();
        game.answer(&players.to_string());
    }
    play_by_hand(game, |_| String::new())?;
    Ok(())
}
