//! `grader specs`.

use super::{Exit, Stop, known};
use crate::report;
use crate::spec::Shelf;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Read every spec and show what is wrong with it.
    Check,
    /// List the specs.
    List,
}

pub(super) fn run(args: &Args, shelf: &Shelf) -> Result<Exit, Stop> {
    match args.action {
        Action::Check => check(shelf),
        Action::List => list(shelf),
    }
}

/// All specs are read before the command fails, so that every mistake is shown at once.
fn check(shelf: &Shelf) -> Result<Exit, Stop> {
    let mut wrong = Vec::new();
    for assignment in known::all() {
        match shelf.load(assignment) {
            Ok(loaded) => {
                for warning in &loaded.warnings {
                    anstream::eprintln!("{warning}\n");
                }
                report::print(&format!("{}: fine ({})\n", assignment.id(), shelf.place_of(assignment.id())));
            }
            Err(error) => wrong.push(error.to_string()),
        }
    }
    if wrong.is_empty() { Ok(Exit::Done) } else { Err(Stop::usage(wrong.join("\n\n"))) }
}

fn list(shelf: &Shelf) -> Result<Exit, Stop> {
    for assignment in known::all() {
        let spec = shelf.load(assignment)?.spec;
        let (rules, points) = (spec.rules.len(), spec.possible());
        let place = shelf.place_of(&spec.id);
        report::print(&format!("{}  {} ({rules} rules, {points} points; {place})\n", spec.id, spec.title));
    }
    Ok(Exit::Done)
}
