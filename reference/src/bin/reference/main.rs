//! Plays the games of the `reference` library: in a terminal, or from a script.

mod bluejack;
mod casino;
mod crowns;
mod deck52;
mod table;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    /// Bluejack against the computer.
    ///
    /// Without a script the game is played by hand, one answer a line: `end`, `stand`, or `play 2` for the second
    /// card in hand. With one, the whole play is printed as a snapshot holds it: each answer on a line of its own,
    /// after its question.
    Bluejack(bluejack::Arguments),
    /// Single-player Blackjack.
    ///
    /// Without a script the game is played by hand, one answer a line. With one, the whole play is printed as a
    /// snapshot holds it: each answer on a line of its own, after its question.
    Casino(casino::Arguments),
    /// Five Crowns, and the least points of its hands.
    ///
    /// Without a script the weekly assignment or the full game is played by hand, one answer a line. With one, the
    /// whole play is printed as a snapshot holds it: each answer behind its question.
    Crowns(crowns::Arguments),
    /// Blackjack with one deck of 52 cards.
    ///
    /// Without a script the game is played by hand, one answer a line. With one, the whole play is printed as a
    /// snapshot holds it: each answer behind its question.
    Deck52(deck52::Arguments),
}

fn main() -> ExitCode {
    let played = match Arguments::parse().game {
        GameArguments::Bluejack(arguments) => bluejack::run(&arguments),
        GameArguments::Casino(arguments) => casino::run(&arguments),
        GameArguments::Crowns(arguments) => crowns::run(&arguments),
        GameArguments::Deck52(arguments) => deck52::run(&arguments),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Usage(error)) => {
            eprintln!("error: {error:#}");
            ExitCode::from(USAGE)
        }
        // Whoever read the output has read enough, as `head` does.
        Err(Stop::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Stop::Io(error)) => {
            eprintln!("error: the game stopped: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Why a game was not played to its end.
enum Stop {
    /// There is no such script, or what there is cannot be read.
    Usage(anyhow::Error),
    /// The terminal or pipe failed.
    Io(io::Error),
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
