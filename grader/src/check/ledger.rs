//! Writes down what finished, as it finishes.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::folder::{Folder, FolderError};
use super::{Found, Machine, Options, Outcome};
use crate::grade::{Entry, Graded, Results, State};

/// The results of a run so far, mirrored in `results.json` and `run.json`.
///
/// A submission that has not finished in this run, or on which the grader failed, keeps the grade an earlier run
/// gave it.
pub(super) struct Ledger<'a> {
    folder: &'a Folder,
    begun: Instant,
    state: Mutex<Pages>,
}

struct Pages {
    /// The entry of each submission found, once there is one.
    entries: Vec<Option<Entry>>,
    graded: Vec<Option<Graded>>,
    run: Run,
    /// Set once writing has failed: the run ends with it.
    broken: Option<FolderError>,
}

/// `run.json`: what is not compared between runs.
#[derive(Serialize)]
struct Run {
    format: u32,
    complete: bool,
    grader: String,
    sandbox: String,
    engine: String,
    tools: BTreeMap<String, String>,
    specs: String,
    salted: bool,
    started: String,
    seconds: f64,
    submissions: Vec<Took>,
}

#[derive(Serialize)]
struct Took {
    student: String,
    seconds: f64,
    /// The part of `seconds` that compiling took.
    building: f64,
    cached: bool,
}

/// How long a submission took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Time {
    /// From its start to its grade.
    pub(super) all: Duration,
    /// Compiling alone.
    pub(super) building: Duration,
}

impl<'a> Ledger<'a> {
    /// Begins a run: takes up the results of the one before, and says in `run.json` that it is not complete.
    pub(super) fn open(
        folder: &'a Folder,
        options: &Options,
        machine: &dyn Machine,
        found: &[Found],
    ) -> Result<Self, FolderError> {
        let mut before = earlier(folder);
        let run = Run {
            format: 1,
            complete: false,
            grader: options.identity.clone(),
            sandbox: machine.sandbox(),
            engine: machine.engine(),
            tools: machine.tools().into_iter().collect(),
            specs: options.shelf.describe(),
            salted: !options.salt.is_empty(),
            started: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            seconds: 0.0,
            submissions: Vec::new(),
        };
        let pages = Pages {
            entries: found.iter().map(|found| before.remove(&found.student)).collect(),
            graded: found.iter().map(|_| None).collect(),
            run,
            broken: None,
        };
        let ledger = Self { folder, begun: Instant::now(), state: Mutex::new(pages) };
        ledger.write_run(&ledger.pages())?;
        Ok(ledger)
    }

    /// Whether writing failed, so that going on is pointless.
    pub(super) fn is_broken(&self) -> bool {
        self.pages().broken.is_some()
    }

    /// Takes note that writing elsewhere in the folder failed.
    pub(super) fn break_off(&self, error: FolderError) {
        self.pages().broken.get_or_insert(error);
    }

    /// Writes down a grade; returns only when it is on disk.
    pub(super) fn finished(&self, index: usize, graded: &Graded, time: Time, cached: bool) {
        let mut pages = self.pages();
        let entry = kept_through_fault(pages.entries[index].take(), Entry::from(graded), graded);
        pages.entries[index] = Some(entry);
        pages.graded[index] = Some(graded.clone());
        let student = graded.whose.student.clone();
        let (seconds, building) = (thousandths(time.all), thousandths(time.building));
        pages.run.submissions.push(Took { student, seconds, building, cached });
        if let Err(error) = self.write_results(&pages) {
            pages.broken.get_or_insert(error);
        }
    }

    /// Ends the run: the last state of both files, and what there is to report.
    pub(super) fn close(self) -> Result<Outcome, FolderError> {
        let complete;
        let results;
        {
            let mut pages = self.pages();
            if let Some(error) = pages.broken.take() {
                return Err(error);
            }
            complete = pages.graded.iter().all(Option::is_some);
            pages.run.complete = complete;
            pages.run.seconds = thousandths(self.begun.elapsed());
            pages.run.submissions.sort_by(|a, b| a.student.cmp(&b.student));
            results = self.write_results(&pages)?;
            self.write_run(&pages)?;
        }
        let pages = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Outcome { graded: pages.graded.into_iter().flatten().collect(), complete, results })
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        // Nothing panics while holding the lock, and a grade that is on disk stays true if something did.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_results(&self, pages: &Pages) -> Result<String, FolderError> {
        let text = Results::new(pages.entries.iter().flatten().cloned().collect()).text();
        self.folder.write(&self.folder.file("results.json"), &text)?;
        Ok(text)
    }

    fn write_run(&self, pages: &Pages) -> Result<(), FolderError> {
        let mut text = serde_json::to_string_pretty(&pages.run).unwrap_or_default();
        text.push('\n');
        self.folder.write(&self.folder.file("run.json"), &text)
    }
}

/// The finished grades of an earlier run, by student.
fn earlier(folder: &Folder) -> BTreeMap<String, Entry> {
    let text = std::fs::read_to_string(folder.file("results.json")).unwrap_or_default();
    let results: Results = serde_json::from_str(&text).unwrap_or_else(|_| Results::new(Vec::new()));
    results
        .submissions
        .into_iter()
        .filter(|entry| entry.state != State::Fault)
        .map(|entry| (entry.student.clone(), entry))
        .collect()
}

/// The entry to write: the new one, unless the grader failed and there is a finished grade to keep.
fn kept_through_fault(before: Option<Entry>, new: Entry, graded: &Graded) -> Entry {
    const MARK: &str = "This grade is from an earlier run; the latest run ended in a fault: ";
    match before {
        Some(mut kept) if graded.state == State::Fault && kept.state != State::Fault => {
            let reason = graded.remarks.first().map_or("", String::as_str);
            kept.remarks.retain(|remark| !remark.starts_with(MARK));
            kept.remarks.insert(0, format!("{MARK}{reason}"));
            kept
        }
        _ => new,
    }
}

/// Seconds, to the millisecond.
fn thousandths(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
