//! The command line: what was typed becomes a call of the library, and what came of it an exit status.
//!
//! A file for each command. The statuses are all in [`Exit`].

mod anonymise;
mod check;
mod completions;
mod doctor;
mod exit;
mod explain;
mod export;
mod gradescope;
mod known;
#[cfg(test)]
pub(crate) use known::all as assignments;
mod local;
mod person;
mod play;
mod regrade;
mod review;
mod scratch;
mod specs;
mod verify;
mod zipped;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub use exit::{Exit, Stop};

use scratch::Scratch;

use crate::report;
use crate::sandbox::{Engine, SandboxMode, Tier};
use crate::spec::Shelf;

/// Judges interactive card-game programs by the rules of their handout.
#[derive(Debug, Parser)]
#[command(name = "grader", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    /// Take the specs from this folder in place of the ones built in (in the repository: its specs folder).
    #[arg(long, global = true, value_name = "DIR")]
    specs: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge a class: find, build, play and grade every submission.
    Check(check::Args),
    /// Grade a class anew, with other points or rulings, and show what would change; nothing is played.
    Regrade(regrade::Args),
    /// List what waits for a person, with the command to look and the line that rules on it.
    Review(review::Args),
    /// Write a class's grades without names, for research or for showing.
    #[command(visible_alias = "anonymize")]
    Anonymise(anonymise::Args),
    /// Play one program and show what was said and typed.
    Play(play::Args),
    /// Show the rules, or one rule with examples.
    Explain(explain::Args),
    /// Look at the specs.
    Specs(specs::Args),
    /// Show what this machine has and lacks.
    Doctor(doctor::Args),
    /// Judge your own program before handing it in.
    Verify(verify::Args),
    /// Give the grades to another system: Canvas, Moodle, Gradescope, GitHub, spreadsheets, students.
    Export(export::Args),
    /// Make an autograder for Gradescope: a zip file to upload.
    Gradescope(gradescope::Args),
    /// Print a script that completes this command in a shell.
    Completions(completions::Args),
    /// Write the man pages.
    #[command(hide = true)]
    Man(completions::ManArgs),
}

/// How much confinement is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Confinement {
    /// The best this machine offers; refused where that is too little.
    Auto,
    /// Only a tier that keeps programs apart from the grader's own user.
    Require,
    /// None: for your own programs.
    Off,
    /// Tier 1 only: name spaces of their own, landlock, seccomp, limits.
    #[value(name = "1")]
    Spaces,
    /// Tier 2 only: a user of their own, landlock, seccomp, limits (needs root).
    #[value(name = "2")]
    User,
    /// Tier 3 only: the grader's own user, landlock, seccomp, limits.
    #[value(name = "3")]
    Fence,
    /// Tier 4 only: a user of their own, seccomp, limits, no fence around files (needs root).
    #[value(name = "4")]
    Reduced,
}

impl From<Confinement> for SandboxMode {
    fn from(asked: Confinement) -> Self {
        match asked {
            Confinement::Auto => Self::Auto,
            Confinement::Require => Self::Require,
            Confinement::Off => Self::Off,
            Confinement::Spaces => Self::Only(Tier::Spaces),
            Confinement::User => Self::Only(Tier::User),
            Confinement::Fence => Self::Only(Tier::Fence),
            Confinement::Reduced => Self::Only(Tier::Reduced),
        }
    }
}

/// By what the grader knows that a program waits for input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Watch {
    /// The kernel's reports where it gives them, looks otherwise.
    Auto,
    /// The kernel reports each read before it happens.
    Notify,
    /// Programs are looked at until they stand still: slower, with the same results.
    Portable,
}

impl From<Watch> for Option<Engine> {
    fn from(asked: Watch) -> Self {
        match asked {
            Watch::Auto => None,
            Watch::Notify => Some(Engine::Notify),
            Watch::Portable => Some(Engine::Portable),
        }
    }
}

impl Cli {
    /// Carries out the command; all that is left to do is to exit with the status.
    pub fn run(self) -> Exit {
        let specs = Shelf::choose(self.specs.as_deref(), std::path::Path::new("."));
        let outcome = match self.command {
            Command::Check(args) => Scratch::hold(|| check::run(args, specs)),
            Command::Regrade(args) => regrade::run(args, specs),
            Command::Review(args) => review::run(&args),
            Command::Anonymise(args) => anonymise::run(args),
            Command::Play(args) => Scratch::hold(|| play::run(&args, &specs)),
            Command::Explain(args) => explain::run(&args),
            Command::Specs(args) => specs::run(&args, &specs),
            Command::Doctor(args) => Ok(doctor::run(&args)),
            Command::Verify(args) => Scratch::hold(|| verify::run(args, specs)),
            Command::Export(args) => export::run(&args, &specs),
            Command::Gradescope(args) => gradescope::run(&args, &specs),
            Command::Completions(args) => Ok(completions::run(&args)),
            Command::Man(args) => completions::man(&args),
        };
        outcome.unwrap_or_else(|stop| {
            anstream::eprintln!("grader: {}", report::harmless(&stop.message));
            stop.exit
        })
    }
}
