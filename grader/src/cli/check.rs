//! `grader check`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::local::Local;
use super::{Confinement, Exit, Stop, known};
use crate::check::{self, CheckError, Options, Outcome, World};
use crate::grade::State;
use crate::report::{self, Progress};
use crate::spec::Shelf;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The submissions: a class's folder, students' folders, or files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The assignment; told from the sources without it.
    #[arg(short, long, value_name = "ID")]
    assignment: Option<String>,
    /// How many submissions are judged at the same time; one for each processor without it.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The folder for the results; a run that was stopped goes on from there.
    #[arg(short, long, value_name = "DIR", default_value = "grades")]
    output: PathBuf,
    /// The form of the report on standard output.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// The confinement to ask for.
    #[arg(long, value_enum, default_value = "auto", value_name = "MODE")]
    sandbox: Confinement,
    /// The most sessions of one program, in place of the spec's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seeds: Option<u32>,
    /// A secret mixed into the seeds, so that knowing the public ones does not pay.
    #[arg(long, value_name = "S", default_value = "", hide_default_value = true)]
    salt: String,
    /// Judge these rules only.
    #[arg(long, value_name = "RULE,...", value_delimiter = ',')]
    only: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Human,
    /// The text of results.json.
    Json,
}

pub(super) fn run(args: Args, shelf: Shelf) -> Result<Exit, Stop> {
    let output = args.output.clone();
    let options = Options {
        paths: args.paths,
        assignment: args.assignment,
        jobs: args.jobs.map(usize::from),
        out: args.output,
        sessions: args.seeds,
        salt: args.salt,
        only: args.only,
        shelf,
        identity: identity(),
    };
    let outcome = class_run(&options, args.sandbox)?;
    if !outcome.complete {
        anstream::eprintln!(
            "grader: stopped; {} finished and kept in {}. The same command goes on from there.",
            outcome.graded.len(),
            output.display()
        );
        return Ok(Exit::Interrupted);
    }
    match args.format {
        Format::Json => report::print(&outcome.results),
        Format::Human => report::print(&report::class(&outcome.graded)),
    }
    for graded in outcome.graded.iter().filter(|graded| graded.state == State::Fault) {
        let reason = graded.remarks.first().map_or("", String::as_str);
        anstream::eprintln!("grader: {}: {}", graded.whose.student, report::harmless(reason));
    }
    Ok(if outcome.has_fault() { Exit::Fault } else { Exit::Done })
}

/// Judges with this machine, progress on standard error, and Ctrl-C stopping in good order.
pub(super) fn class_run(options: &Options, confinement: Confinement) -> Result<Outcome, Stop> {
    let stop = stop_on_ctrl_c()?;
    let machine = Local::new(confinement)?;
    let assignments = known::all();
    check::keep_panics_quiet();
    let (sender, receiver) = channel();
    let outcome = thread::scope(|scope| {
        scope.spawn(move || {
            let progress = Progress::new();
            for event in receiver {
                progress.show(&event);
            }
            progress.end();
        });
        let world = World { machine: &machine, assignments: &assignments, stop: &stop };
        let outcome = check::run(options, world, &sender);
        // The reporter ends once nobody can send any more.
        drop(sender);
        outcome
    });
    outcome.map_err(|error| match error {
        // Once the work has begun, a folder that cannot be written is the machine's failure.
        CheckError::Lost(_) => Stop::fault(error.to_string()),
        other => other.into(),
    })
}

/// The first Ctrl-C asks the run to stop, the second ends it at once; results are on disk either way.
fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, Stop> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
    set.map_err(|error| Stop::fault(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// This grader: another version, or the same version built from other sources, takes up nothing it judged.
pub(super) fn identity() -> String {
    let binary = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    format!("grader {} ({})", env!("CARGO_PKG_VERSION"), &blake3::hash(&binary).to_hex()[..16])
}
