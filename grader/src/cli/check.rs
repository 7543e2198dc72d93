//! `grader check`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::local::Local;
use super::{Confinement, Exit, Stop, Watch, known};
use crate::assignment::Assignment;
use crate::check::{self, CheckError, Options, Outcome, World};
use crate::grade::{Graded, LATE_BY_UNKNOWN, State, quoted};
use crate::report::{self, Progress};
use crate::spec::Shelf;
use crate::submission::Roster;

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
    /// A file of your own rulings (student,rule,points,reason); overrides.csv in the results' folder without it.
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
    /// The form of the report on standard output.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// The confinement to ask for.
    #[arg(long, value_enum, default_value = "auto", value_name = "MODE")]
    sandbox: Confinement,
    /// By what to know that a program waits for input.
    #[arg(long, value_enum, default_value = "auto", value_name = "ENGINE")]
    engine: Watch,
    /// The most sessions of one program, in place of the spec's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seeds: Option<u32>,
    /// A secret mixed into the seeds, so that knowing the public ones does not pay.
    #[arg(long, value_name = "S", default_value = "", hide_default_value = true)]
    salt: String,
    /// The students of the course as a table (CSV) with columns such as Student, ID, Email, Section: it brings names and
    /// sections, and a row for everybody who handed in nothing.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Judge these rules only.
    #[arg(long, value_name = "RULE,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Write no pages.
    #[arg(long)]
    no_html: bool,
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
    let roster = args.roster.as_deref().map(Roster::read).transpose();
    let roster = roster.map_err(|error| Stop::usage(error.to_string()))?;
    let options = Options {
        paths: args.paths,
        assignment: args.assignment,
        jobs: args.jobs.map(usize::from),
        out: args.output,
        rulings: args.overrides,
        sessions: args.seeds,
        salt: args.salt,
        only: args.only,
        shelf,
        identity: identity(),
    };
    let assignments = known::all();
    let machine = Local::new(args.sandbox, args.engine)?.with_roster(roster);
    let outcome = run_on(&machine, &options, &assignments)?;
    // Of a run that was stopped there are pages as well.
    let pages = (!args.no_html).then(|| report::html::write_beside_results(&output, &assignments));
    if let Some(Err(error)) = &pages {
        anstream::eprintln!("grader: cannot write the pages, and all grades are kept: {error}");
    }
    if !outcome.complete {
        anstream::eprintln!(
            "grader: stopped; {} finished and kept in {}. The same command goes on from there.",
            outcome.graded.len(),
            output.display()
        );
        return Ok(Exit::Interrupted);
    }
    match args.format {
        Format::Json => report::print(&text(&outcome.results)?),
        Format::Human => {
            report::print(&report::class(&outcome.graded));
            after(&outcome, &output);
            if let Some(Ok(index)) = &pages {
                report::print(&format!("the pages: {}\n", index.display()));
            }
        }
    }
    for graded in outcome.graded.iter().filter(|graded| graded.state == State::Fault) {
        let reason = graded.remarks.first().map_or("", String::as_str);
        let student = report::harmless_line(&graded.whose.student);
        anstream::eprintln!("grader: {student}: {}", report::harmless(reason));
    }
    Ok(if matches!(pages, Some(Err(_))) { Exit::Fault } else { exit(&outcome) })
}

/// What to do next: cases for a person, grades that differ from those of the run before.
fn after(outcome: &Outcome, output: &Path) {
    let place = match output.to_str() {
        Some("grades") => String::new(),
        _ => format!(" {}", quoted(&output.display().to_string())),
    };
    let waits = |graded: &Graded| {
        matches!(graded.state, State::Review | State::Fault)
            || graded.open > 0.0
            || graded.remarks.iter().any(|remark| remark == LATE_BY_UNKNOWN)
    };
    if outcome.graded.iter().any(waits) {
        anstream::println!("`grader review{place}` lists what waits for a person.");
    }
    if let Some(replaced) = &outcome.replaced {
        anstream::println!("Grades differ from the run before, which is kept in {}.", replaced.display());
    }
}

/// The results as they are on disk.
fn text(results: &Path) -> Result<String, Stop> {
    fs::read_to_string(results).map_err(|error| {
        Stop::fault(format!("cannot read {}: {error}; was it taken away?", results.display()))
    })
}

fn exit(outcome: &Outcome) -> Exit {
    if outcome.has_fault() { Exit::Fault } else { Exit::Done }
}

/// Judges with this machine, progress on standard error, and Ctrl-C stopping in good order.
pub(super) fn class_run(
    options: &Options,
    (confinement, engine): (Confinement, Watch),
    assignments: &[&dyn Assignment],
) -> Result<Outcome, Stop> {
    run_on(&Local::new(confinement, engine)?, options, assignments)
}

fn run_on(machine: &Local, options: &Options, assignments: &[&dyn Assignment]) -> Result<Outcome, Stop> {
    let stop = stop_on_ctrl_c()?;
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
        let world = World { machine, assignments, stop: &stop };
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
    let mut hasher = blake3::Hasher::new();
    let binary = std::env::current_exe().and_then(std::fs::File::open);
    // A piece at a time: the binary is larger than all else that is held.
    let _ = binary.and_then(|mut binary| std::io::copy(&mut binary, &mut hasher));
    format!("grader {} ({})", env!("CARGO_PKG_VERSION"), &hasher.finalize().to_hex()[..16])
}

#[cfg(test)]
mod tests {
    use reference::script::Script;

    use super::*;
    use crate::assignment::casino::Casino;
    use crate::assignment::{Judgement, RuleEntry, Task};
    use crate::play::{PlayError, Setting, Stage};
    use crate::spec::Spec;
    use crate::transcript::Transcript;

    /// The casino with a rule that panics on a program that says so.
    struct Faulty;

    impl Assignment for Faulty {
        fn id(&self) -> &'static str {
            Casino.id()
        }

        fn rules(&self) -> &'static [RuleEntry] {
            Casino.rules()
        }

        fn questions(&self) -> &'static [&'static str] {
            Casino.questions()
        }

        fn recognises(&self, source: &str) -> f64 {
            Casino.recognises(source)
        }

        fn follow(
            &self,
            stage: &mut dyn Stage,
            setting: &Setting,
            script: &Script,
            spec: &Spec,
        ) -> Result<(Transcript, Vec<String>), PlayError> {
            Casino.follow(stage, setting, script, spec)
        }

        fn annotate(&self, transcript: &Transcript, spec: &Spec) -> String {
            Casino.annotate(transcript, spec)
        }

        fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError> {
            assert!(!task.sources[0].1.contains("panic"), "this rule cannot count");
            Casino.judge(task)
        }
    }

    #[test]
    fn a_rule_that_panics_costs_no_student_a_point() {
        let home = tempfile::tempdir().expect("a folder");
        let legal = include_str!("../../tests/edges/casino.cpp");
        for (student, text) in [("a", legal), ("b", &format!("{legal}// panic\n")), ("c", legal)] {
            fs::create_dir_all(home.path().join("class").join(student)).expect("a folder");
            fs::write(home.path().join("class").join(student).join("main.cpp"), text).expect("a file");
        }
        let options = Options {
            paths: vec![home.path().join("class")],
            assignment: Some("casino".to_owned()),
            jobs: None,
            out: home.path().join("grades"),
            rulings: None,
            sessions: Some(5),
            salt: String::new(),
            only: vec!["two-cards".to_owned()],
            shelf: Shelf::Embedded,
            identity: identity(),
        };
        let outcome =
            class_run(&options, (Confinement::Auto, Watch::Auto), &[&Faulty]).expect("the run goes through");
        assert_eq!(exit(&outcome), Exit::Fault);
        let states: Vec<State> = outcome.graded.iter().map(|graded| graded.state).collect();
        assert_eq!(states, [State::Graded, State::Fault, State::Graded]);
        let told = &outcome.graded[1].remarks[0];
        assert!(told.contains("src/cli/check.rs:") && told.contains("this rule cannot count"), "{told}");
        assert!(told.contains("nothing about the student"), "{told}");
        let points: Vec<f64> = outcome.graded.iter().map(|graded| graded.points).collect();
        assert!(points[0] > 0.0 && (points[0] - points[2]).abs() < 1e-9, "{points:?}");
    }
}
