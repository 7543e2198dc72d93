//! `grader specs`.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::{Exit, Stop, known};
use crate::report;
use crate::spec::{self, Shelf};

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
    /// Write the built-in specs into a folder that has none of them yet, to be changed there and taken with --specs DIR,
    /// and the pages for people that go with them.
    Export {
        /// The folder; it is made where there is none.
        dir: PathBuf,
    },
}

pub(super) fn run(args: &Args, shelf: &Shelf) -> Result<Exit, Stop> {
    match &args.action {
        Action::Check => check(shelf),
        Action::List => list(shelf),
        Action::Export { dir } => export(dir),
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

/// Writes the specs of this binary, whatever shelf there is: nothing that is there already is replaced.
fn export(dir: &Path) -> Result<Exit, Stop> {
    let unwritable = |path: &Path, error: &std::io::Error| {
        Stop::usage(format!("cannot write {}: {error}; name another folder", path.display()))
    };
    let ids = known::all().into_iter().map(crate::assignment::Assignment::id);
    let named = |id, ending| (id, dir.join(format!("{id}.{ending}")));
    let files: Vec<(&str, PathBuf)> = ids.flat_map(|id| [named(id, "toml"), named(id, "md")]).collect();
    if let Some((_, there)) = files.iter().find(|(_, path)| path.symlink_metadata().is_ok()) {
        let what = "is there already, and nothing was written; name another folder, or move it away";
        return Err(Stop::usage(format!("{} {what}", there.display())));
    }
    fs::create_dir_all(dir).map_err(|error| unwritable(dir, &error))?;
    for (id, path) in &files {
        let page = spec::page(id).filter(|_| path.extension().is_some_and(|ending| ending == "md"));
        let text = match page {
            Some(page) => page.to_owned(),
            None => Shelf::Embedded.text(id).map_err(|error| unwritable(path, &error))?,
        };
        let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| unwritable(path, &error))?;
        report::print(&format!("{}\n", path.display()));
    }
    anstream::eprintln!(
        "change them there; `--specs {}` takes them, and for one that you remove the one built in",
        crate::grade::quoted(&dir.display().to_string())
    );
    Ok(Exit::Done)
}
