//! Plays the games of the `reference` library: in a terminal, or from a script.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::{Parser, Subcommand};
use reference::casino::{DealOrder, Game, HANDOUT_SEED, RandDeck, Step, replay};
use reference::script::Script;

/// The exit status for a command line or a script that makes no sense, as clap has it.
const USAGE: u8 = 2;

#[derive(Parser)]
#[command(version, about = "Plays the games of the handouts, the way they should be played.")]
struct Arguments {
    #[command(subcommand)]
    game: GameArguments,
}

#[derive(Subcommand)]
enum GameArguments {
    /// Single-player Blackjack.
    ///
    /// Without a script the game is played by hand, one answer a line. With one, the whole play is printed as a
    /// snapshot holds it: each answer on a line of its own, after its question.
    Casino {
        /// Deal the cards that C programs get after `srand(N)` [default: the script's seed, else 333].
        #[arg(long, value_name = "N")]
        seed: Option<u32>,
        /// Take the answers from this file: `bet 50`, `hit n`, `again y`, or plain answers, one a line.
        #[arg(long, value_name = "FILE")]
        script: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let GameArguments::Casino { seed, script } = Arguments::parse().game;
    let script = match script.as_deref().map(read_script).transpose() {
        Ok(script) => script,
        Err(error) => {
            eprintln!("error: {error:#}");
            return ExitCode::from(USAGE);
        }
    };
    let played = match script {
        Some(script) => print_replay(seed, &script),
        None => play_by_hand(seed.unwrap_or(HANDOUT_SEED)),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has read enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: the game stopped: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read_script(path: &Path) -> anyhow::Result<Script> {
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| {
        format!("cannot read the script {name}; check its path, or play by hand without --script")
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| anyhow!("the script {name} is not UTF-8 text; save it as plain text and try again"))?;
    Ok(Script::parse(&name, &text)?)
}

fn print_replay(seed: Option<u32>, script: &Script) -> io::Result<()> {
    let seed = seed.or(script.seed).unwrap_or(HANDOUT_SEED);
    let replay = replay(seed, DealOrder::default(), script);
    io::stdout().write_all(replay.text.as_bytes())?;
    for note in &replay.notes {
        eprintln!("note: {}: {note}", script.name);
    }
    Ok(())
}

fn play_by_hand(seed: u32) -> io::Result<()> {
    let order = DealOrder::default();
    let mut game = Game::new(RandDeck::new(seed, order.style), order);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let (said, step) = game.step();
        output.write_all(said.as_bytes())?;
        output.flush()?;
        if step == Step::Over {
            return Ok(());
        }
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            // After ^D the terminal's cursor still stands on the line where the answer would be.
            let line_end = if io::stdin().is_terminal() { "\n" } else { "" };
            eprintln!(
                "{line_end}The input has ended, and so does the game. You leave with ${}.",
                game.money()
            );
            return Ok(());
        }
        game.answer(&String::from_utf8_lossy(&line));
    }
}
