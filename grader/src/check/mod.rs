//! The class run: finds the submissions, builds, plays and judges each, grades it and writes it down.
//!
//! Everything that finished is on disk at every moment: a run that was killed or interrupted is taken up by the next
//! one, and a submission on which the grader fails disturbs no other. Reporting is somebody else's work: the run sends
//! [`Event`]s and prints nothing.

mod cache;
mod choose;
mod event;
#[cfg(test)]
pub(crate) mod fake;
mod folder;
mod journal;
mod ledger;
mod machine;
mod memory;
mod one;
mod register;
mod regrade;
mod settle;
mod twins;
mod unpacked;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use crate::assignment::Assignment;
use crate::grade::{Graded, Rulings, RulingsError, State};
use crate::spec::{Shelf, Spec, SpecError, closest};

pub(crate) use choose::choose;
pub use event::Event;
pub use folder::FolderError;
pub use machine::{Built, Choice, Class, Found, Machine, Source};
pub use one::keep_panics_quiet;
pub use register::paths;
pub use regrade::{Regrade, Regraded, regrade};
pub(crate) use settle::settle;

use cache::Cache;
use folder::Folder;
use ledger::Ledger;
use twins::Twins;

/// What a class run was asked to do.
#[derive(Debug, Clone)]
pub struct Options {
    /// The submissions: folders or files.
    pub paths: Vec<PathBuf>,
    /// The assignment, where the user named it.
    pub assignment: Option<String>,
    /// How many submissions are judged at the same time; `None` takes one for each processor.
    pub jobs: Option<usize>,
    /// The folder for the results.
    pub out: PathBuf,
    /// The file of a person's rulings; `None` takes the output folder's own, if it has one.
    pub rulings: Option<PathBuf>,
    /// The most sessions of one program; `None` takes the spec's.
    pub sessions: Option<u32>,
    /// Mixed into the seeds; empty for the public ones.
    pub salt: String,
    /// The rules to judge; empty for all of the spec.
    pub only: Vec<String>,
    /// Where the specs come from.
    pub shelf: Shelf,
    /// Which grader this is: its version and the hash of its binary. Another grader takes up nothing this one judged.
    pub identity: String,
}

/// What a class run works with.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// Finds, builds and plays.
    pub machine: &'a dyn Machine,
    /// The assignments there are.
    pub assignments: &'a [&'a dyn Assignment],
    /// Set from outside when the user wants to stop.
    pub stop: &'a AtomicBool,
}

/// What came of a class run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The submissions that finished, in the order of the report.
    pub graded: Vec<Graded>,
    /// Whether every submission was reached.
    pub complete: bool,
    /// The file `results.json`: a large class's is not held in memory.
    pub results: PathBuf,
    /// Where the grades of the run before are kept, if these differ.
    pub replaced: Option<PathBuf>,
}

impl Outcome {
    /// Whether the grader or the machine failed on some submission.
    pub fn has_fault(&self) -> bool {
        self.graded.iter().any(|graded| graded.state == State::Fault)
    }
}

/// Why there was no class run, or why it ended early.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// An assignment nobody knows.
    #[error("there is no assignment `{name}`{hint}")]
    UnknownAssignment {
        /// What was written.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A rule nobody knows.
    #[error("no spec has a rule `{name}`{hint}")]
    UnknownRule {
        /// What was written.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A spec with mistakes.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The output folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The output folder could not be written any more; what was written before is there.
    #[error("the run ended early, and what had finished is kept: {0}")]
    Lost(FolderError),
    /// The file of a person's rulings has a mistake.
    #[error(transparent)]
    Rulings(#[from] RulingsError),
    /// The submissions cannot be found.
    #[error("{0}")]
    Find(String),
    /// The worker threads cannot be started.
    #[error("cannot start {jobs} workers: {source}; try a smaller -j")]
    Workers {
        /// How many were asked for.
        jobs: usize,
        /// What the system said.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Judges a class.
///
/// The output folder is tried before anything is built; `events` may be dropped by its receiver at any time.
pub fn run(options: &Options, world: World<'_>, events: &Sender<Event>) -> Result<Outcome, CheckError> {
    let specs = specs(options, world.assignments, events)?;
    let Class { submissions: mut found, remarks, layout, unpacked } =
        world.machine.find(&options.paths, Some(&options.out)).map_err(CheckError::Find)?;
    keep_apart(&options.out, &mut found)?;
    let folder = Folder::open(&options.out)?;
    let mut rulings = match &options.rulings {
        Some(file) => Rulings::read(file)?,
        None => Rulings::of_folder(&options.out)?,
    };
    rulings.check(&specs.values())?;
    let mut found = without_output(found, options);
    rulings.settle(found.iter().map(|found| (found.student.as_str(), found.hand_in.id.as_deref())))?;
    if let Some(unpacked) = unpacked {
        unpacked::keep(&unpacked, options, &mut found)?;
    }
    if let Some(layout) = &layout {
        let _ = events.send(Event::Layout(layout.clone()));
    }
    for remark in remarks {
        let _ = events.send(Event::Warning(remark));
    }
    if let Some(other) = ledger::other_specs(&options.out, &options.shelf.describe()) {
        let _ = events.send(Event::Warning(other));
    }
    if let Some(untold) = untold_times(&specs, &found, layout.as_deref()) {
        let _ = events.send(Event::Warning(untold));
    }
    if let Some(strangers) = rulings.strangers(found.iter().map(|found| found.student.as_str())) {
        let _ = events.send(Event::Warning(strangers));
    }
    if let Some(outdated) = register::outdated(&options.out, &found, &rulings) {
        let _ = events.send(Event::Warning(outdated));
    }
    let _ = events.send(Event::Found { total: found.len() });
    let ledger = Ledger::open(&folder, options, world.machine, &found, &specs, layout)?;
    let cache = Cache::new(&folder);
    let twins = Twins::default();
    let job = one::Job {
        options,
        world,
        specs: &specs,
        rulings: &rulings,
        cache: &cache,
        twins: &twins,
        ledger: &ledger,
        common: common(options, world.assignments, &found),
        events,
    };
    let jobs = options.jobs.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .thread_name(|index| format!("{}{index}", one::WORKER))
        .build()
        .map_err(|source| CheckError::Workers { jobs, source })?;
    pool.scope_fifo(|scope| {
        for (index, found) in found.into_iter().enumerate() {
            let job = &job;
            // Each submission is dropped as soon as it is judged: the sources of a large class are large.
            scope.spawn_fifo(move |_| job.run(index, &found));
        }
    });
    if world.stop.load(Ordering::SeqCst) {
        let _ = events.send(Event::Interrupted);
    }
    ledger.close().map_err(CheckError::Lost)
}

/// The assignment of a class: the one that was named, else the one that all of its first programs are for.
fn common(options: &Options, assignments: &[&dyn Assignment], found: &[Found]) -> Option<&'static str> {
    /// So many programs tell it.
    const TOLD_BY: usize = 12;
    if let Some(named) = &options.assignment {
        return assignments.iter().map(|assignment| assignment.id()).find(|id| id == named);
    }
    let mut programs = found.iter().filter_map(|one| match &one.source {
        Source::Program { files, .. } => Some(files),
        _ => None,
    });
    if found.iter().all(|one| matches!(one.source, Source::Program { .. })) {
        return None;
    }
    // A panic here is one of those that judging would meet again, and tell.
    let told = |files| {
        let choose = || choose(files, assignments, None).ok().map(Assignment::id);
        catch_unwind(AssertUnwindSafe(choose)).ok()?
    };
    let first = told(programs.next()?)?;
    programs.take(TOLD_BY - 1).all(|files| told(files) == Some(first)).then_some(first)
}

/// A warning where lateness costs points and nothing says when students handed in. Canvas marks who is late.
fn untold_times(
    specs: &BTreeMap<&'static str, Spec>,
    found: &[Found],
    layout: Option<&str>,
) -> Option<String> {
    let is_canvas = layout.is_some_and(|layout| layout.starts_with("Canvas"));
    let costs = specs.values().any(|spec| spec.grading.late.is_some_and(|late| late.due.is_some()));
    if is_canvas || !costs {
        return None;
    }
    let handed_in = found.iter().filter(|found| !matches!(found.source, Source::Nothing(_)));
    let untold: Vec<&str> = handed_in
        .filter(|found| found.hand_in.submitted.is_none() && !found.hand_in.late)
        .map(|found| found.student.as_str())
        .collect();
    let names = match untold.len() {
        0 => return None,
        1..=6 => untold.join(", "),
        all => format!("{} and {} more", untold[..5].join(", "), all - 5),
    };
    Some(format!(
        "the spec has a cost for lateness, and nothing says when {names} handed in: nothing is taken. overrides.csv takes \
         the hours (STUDENT,late,HOURS,REASON)"
    ))
}

/// The submissions without what lies in the output folder: it may be made among them, and is nobody's work.
fn without_output(mut found: Vec<Found>, options: &Options) -> Vec<Found> {
    let Ok(out) = options.out.canonicalize() else { return found };
    let is_inside = |path: &Path| path.canonicalize().is_ok_and(|real| real.starts_with(&out));
    if !options.paths.iter().any(|path| is_inside(path)) {
        found.retain(|found| !is_inside(Path::new(&found.path)));
    }
    found
}

/// The present time, to the second, as results and messages show it.
fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Sees to it that no student can have put kept judgements, or links, into the output folder: it must not lie in a
/// submission. That it lies in the class's own folder is no harm: there it is not taken for a student's.
fn keep_apart(out: &Path, found: &mut Vec<Found>) -> Result<(), FolderError> {
    let out = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let Some(real) = out.ancestors().find_map(|folder| folder.canonicalize().ok()) else { return Ok(()) };
    let root = |one: &Found| Path::new(&one.path).canonicalize().ok();
    found.retain(|one| root(one).as_ref() != Some(&real) || !matches!(one.source, Source::Nothing(_)));
    let holds = |one: &&Found| root(one).is_some_and(|root| root.is_dir() && real.starts_with(root));
    match found.iter().find(holds) {
        Some(one) => Err(FolderError::Inside { path: out, student: one.student.clone() }),
        None => Ok(()),
    }
}

/// The specs by assignment, cut down to the rules that were asked for.
fn specs(
    options: &Options,
    assignments: &[&dyn Assignment],
    events: &Sender<Event>,
) -> Result<BTreeMap<&'static str, Spec>, CheckError> {
    let known: Vec<&str> = assignments.iter().map(|assignment| assignment.id()).collect();
    if let Some(name) = &options.assignment
        && !known.contains(&name.as_str())
    {
        return Err(CheckError::UnknownAssignment { name: name.clone(), hint: hint(name, &known) });
    }
    let mut specs = BTreeMap::new();
    for assignment in assignments {
        if options.assignment.as_ref().is_some_and(|name| name != assignment.id()) {
            continue;
        }
        let loaded = options.shelf.load(*assignment)?;
        for warning in loaded.warnings {
            let _ = events.send(Event::Warning(warning.to_string()));
        }
        specs.insert(assignment.id(), loaded.spec);
    }
    let ids: Vec<&str> = specs.values().flat_map(|spec| spec.rules.iter().map(|rule| rule.id)).collect();
    if let Some(name) = options.only.iter().find(|name| !ids.contains(&name.as_str())) {
        return Err(CheckError::UnknownRule { name: name.clone(), hint: hint(name, &ids) });
    }
    if !options.only.is_empty() {
        for spec in specs.values_mut() {
            *spec = spec.only(&options.only);
        }
    }
    Ok(specs)
}

/// The end of an error message about an unknown name.
fn hint(written: &str, known: &[&str]) -> String {
    match closest(written, known) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => format!("; known: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests;
