//! `grader verify`.

use std::fs;
use std::path::{Path, PathBuf};

use super::check::{class_run, identity};
use super::{Confinement, Exit, Stop, Watch, known};
use crate::assignment::Status;
use crate::check::{Options, Outcome};
use crate::grade::{Graded, State};
use crate::report;
use crate::spec::Shelf;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Your source file, or the folder it is in; without it this folder, or the folder `submission` in it.
    path: Option<PathBuf>,
    /// The assignment; told from the source without it.
    #[arg(short, long, value_name = "ID")]
    assignment: Option<String>,
    /// The confinement to ask for.
    #[arg(long, value_enum, default_value = "auto", value_name = "MODE")]
    sandbox: Confinement,
    /// By what to know that a program waits for input.
    #[arg(long, value_enum, default_value = "auto", value_name = "ENGINE")]
    engine: Watch,
}

pub(super) fn run(args: Args, shelf: Shelf) -> Result<Exit, Stop> {
    let path = match args.path {
        Some(path) => path,
        None => own_program(Path::new("."))?,
    };
    let scratch = tempfile::tempdir().map_err(|error| {
        Stop::fault(format!("cannot make a temporary folder: {error}; make room, or set TMPDIR"))
    })?;
    let options = Options {
        paths: vec![path],
        assignment: args.assignment,
        jobs: None,
        out: scratch.path().to_owned(),
        rulings: None,
        sessions: None,
        salt: String::new(),
        only: Vec::new(),
        shelf,
        identity: identity(),
    };
    let outcome = class_run(&options, (args.sandbox, args.engine), &known::all())?;
    if !outcome.complete {
        return Ok(Exit::Interrupted);
    }
    for graded in &outcome.graded {
        let rules = match graded.whose.assignment {
            Some(id) => known::named(id)?.rules(),
            None => &[],
        };
        report::print(&report::student(&graded.for_student(), rules, report::width()));
    }
    Ok(exit(&outcome))
}

fn exit(outcome: &Outcome) -> Exit {
    let failed = |graded: &Graded| {
        matches!(graded.state, State::NotBuilt | State::NoSource)
            || graded.checks.iter().any(|scored| scored.check.status == Status::Fail)
    };
    if outcome.has_fault() {
        Exit::Fault
    } else if outcome.graded.iter().any(failed) {
        Exit::Failed
    } else {
        Exit::Done
    }
}

/// Where a student's program is when nothing was named: here, if a source lies here, else in `submission`.
fn own_program(here: &Path) -> Result<PathBuf, Stop> {
    if holds_source(here) {
        return Ok(here.to_owned());
    }
    let submission = here.join("submission");
    if submission.is_dir() {
        return Ok(submission);
    }
    Err(Stop::usage(
        "there is no program in this folder and no folder `submission`; name your source file: grader verify FILE",
    ))
}

/// Whether source files or a package lie directly in a folder. A workspace's manifest is no program.
fn holds_source(folder: &Path) -> bool {
    const ENDINGS: &[&str] = &["cpp", "cc", "cxx", "c++", "c", "rs"];
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_source = |path: &Path| {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        ENDINGS.contains(&ending.as_str())
    };
    // A pipe of that name would be waited for.
    let manifest = folder.join("Cargo.toml");
    let is_package =
        || manifest.is_file() && fs::read_to_string(&manifest).is_ok_and(|text| text.contains("[package]"));
    entries.map(|entry| entry.path()).any(|path| is_source(&path)) || is_package()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_here_or_in_submission() {
        let home = tempfile::tempdir().expect("a folder");
        let here = home.path();
        assert_eq!(own_program(here).expect_err("nothing is here").exit, Exit::Usage);
        fs::write(here.join("Cargo.toml"), "[workspace]\n").expect("a file");
        assert!(own_program(here).is_err(), "a workspace is no program");
        fs::create_dir(here.join("submission")).expect("a folder");
        assert_eq!(own_program(here), Ok(here.join("submission")));
        fs::write(here.join("Main (1).CPP"), "").expect("a file");
        assert_eq!(own_program(here), Ok(here.to_owned()));
    }
}
