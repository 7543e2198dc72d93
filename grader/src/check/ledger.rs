//! Writes down what finished, as it finishes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::folder::{Folder, FolderError};
use super::journal::Journal;
use super::register::{Register, Registered};
use super::{Found, Machine, Options, Outcome};
use crate::grade::{Entry, Graded, Results, State};
use crate::spec::Spec;

/// The results of a run so far, mirrored in `results.json` and `run.json`.
///
/// Each grade goes to the journal at once, so that none is lost; `results.json` is written whole now and then, as
/// often as it costs little, and at the end. A submission that has not finished in this run, or on which the grader
/// failed, keeps the grade an earlier run gave it.
pub(super) struct Ledger<'a> {
    folder: &'a Folder,
    begun: Instant,
    /// The name for the grades of the run before, if there are any.
    previous: Option<String>,
    register: Register,
    state: Mutex<Pages>,
}

struct Pages {
    /// The entry of each submission found, once there is one.
    entries: Vec<Option<Page>>,
    graded: Vec<Option<Arc<Graded>>>,
    journal: Journal,
    /// When `results.json` is to be written next.
    due: Instant,
    run: Run,
    /// Set once writing has failed: the run ends with it.
    broken: Option<FolderError>,
}

/// An entry, kept as the text it has in `results.json`: that is smaller, and is not made anew for each writing.
struct Page {
    text: String,
    is_fault: bool,
}

/// The shortest time between two writings of `results.json`.
const PAUSE: Duration = Duration::from_secs(1);
/// How many times as long as a writing took the run goes on before the next.
const WORTH: u32 = 20;

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
    /// How the class was laid out where it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    started: String,
    seconds: f64,
    /// Which spec each assignment was graded with.
    spec_versions: BTreeMap<String, String>,
    /// The same of what is played alone.
    played_with: BTreeMap<String, String>,
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
        specs: &BTreeMap<&'static str, Spec>,
        layout: Option<String>,
    ) -> Result<Self, FolderError> {
        let previous = folder.keep_previous()?;
        let mut before = earlier(folder);
        let unfinished = Journal::read(folder, |entry| take_up(&mut before, &entry));
        let entries: Vec<Option<Page>> = found.iter().map(|found| before.remove(&found.student)).collect();
        drop(before);
        if unfinished {
            // The journal is begun anew only when what it held is in the results.
            write_results(folder, &entries)?;
        }
        let run = Run {
            format: 1,
            complete: false,
            grader: options.identity.clone(),
            sandbox: machine.sandbox(),
            engine: machine.engine(),
            tools: machine.tools().into_iter().collect(),
            specs: options.shelf.describe(),
            salted: !options.salt.is_empty(),
            layout,
            started: super::now(),
            seconds: 0.0,
            spec_versions: specs.values().map(|spec| (spec.id.clone(), spec.version())).collect(),
            played_with: specs.values().map(|spec| (spec.id.clone(), play_version(spec))).collect(),
            submissions: Vec::new(),
        };
        let begun = Instant::now();
        let graded = found.iter().map(|_| None).collect();
        let journal = Journal::begin(folder)?;
        let pages = Pages { entries, graded, journal, due: begun, run, broken: None };
        let register = Register::begin(folder)?;
        let ledger = Self { folder, begun, previous, register, state: Mutex::new(pages) };
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

    /// Writes down a grade; returns only when it is in the journal.
    pub(super) fn finished(
        &self,
        index: usize,
        graded: &Arc<Graded>,
        registered: &Registered,
        time: Time,
        cached: bool,
    ) {
        if let Err(error) = self.register.add(registered) {
            self.break_off(error);
        }
        let mut pages = self.pages();
        let entry = kept_through_fault(pages.entries[index].as_ref(), graded);
        let written = pages.journal.add(&entry);
        pages.entries[index] = Some(Page::new(&entry));
        pages.graded[index] = Some(Arc::clone(graded));
        let student = graded.whose.student.clone();
        let (seconds, building) = (thousandths(time.all), thousandths(time.building));
        pages.run.submissions.push(Took { student, seconds, building, cached });
        if let Err(error) = written.and_then(|()| self.write_when_due(&mut pages)) {
            pages.broken.get_or_insert(error);
        }
    }

    /// Ends the run: the last state of both files, and what there is to report.
    pub(super) fn close(self) -> Result<Outcome, FolderError> {
        let mut pages = self.pages();
        let written = write_results(self.folder, &pages.entries);
        if let Some(error) = pages.broken.take() {
            return Err(error);
        }
        written?;
        let complete = pages.graded.iter().all(Option::is_some);
        pages.run.complete = complete;
        pages.run.seconds = thousandths(self.begun.elapsed());
        pages.run.submissions.sort_by(|a, b| a.student.cmp(&b.student));
        self.write_run(&pages)?;
        pages.journal.end();
        let replaced = match &self.previous {
            Some(name) if complete => self.folder.file_previous(name)?,
            _ => None,
        };
        let graded = pages.graded.drain(..).flatten().map(Arc::unwrap_or_clone).collect();
        Ok(Outcome { graded, complete, results: self.folder.file(RESULTS), replaced })
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        // Nothing panics while holding the lock, and a grade that is on disk stays true if something did.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the results if that was long ago, seen beside what it costs: however large the class, writing them takes
    /// a small share of the run.
    fn write_when_due(&self, pages: &mut Pages) -> Result<(), FolderError> {
        let start = Instant::now();
        if start < pages.due {
            return Ok(());
        }
        write_results(self.folder, &pages.entries)?;
        let now = Instant::now();
        pages.due = now + PAUSE.max((now - start) * WORTH);
        Ok(())
    }

    fn write_run(&self, pages: &Pages) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(&pages.run).unwrap_or_default();
        self.folder.write(&self.folder.file(RUN), &[&text, "\n"])
    }
}

impl Page {
    fn new(entry: &Entry) -> Self {
        Self { text: entry.text(), is_fault: entry.state == State::Fault }
    }
}

/// The grades.
pub(super) const RESULTS: &str = "results.json";
/// The record of the run.
const RUN: &str = "run.json";

/// Which spec is played, whatever its points.
pub(super) fn play_version(spec: &Spec) -> String {
    let ids: Vec<&str> = spec.rules.iter().map(|rule| rule.id).collect();
    blake3::hash(format!("{} {}", ids.len(), spec.play_relevant()).as_bytes()).to_hex()[..12].to_owned()
}

/// The grades in an output folder.
pub(super) fn results(folder: &Path) -> Result<Vec<Entry>, FolderError> {
    let unregistered = || FolderError::Unregistered { path: folder.to_owned() };
    let file = std::fs::File::open(folder.join(RESULTS)).map_err(|_| unregistered())?;
    let results: Results =
        serde_json::from_reader(std::io::BufReader::new(file)).map_err(|_| unregistered())?;
    Ok(results.submissions)
}

/// Which specs a folder's class was played with.
pub(super) fn played_with(folder: &Path) -> BTreeMap<String, String> {
    let record = || -> Option<serde_json::Value> {
        serde_json::from_str(&std::fs::read_to_string(folder.join(RUN)).ok()?).ok()
    };
    let versions = record().and_then(|mut run| run.get_mut("played_with").map(serde_json::Value::take));
    versions.and_then(|versions| serde_json::from_value(versions).ok()).unwrap_or_default()
}

/// A warning where a folder's grades were made with specs from elsewhere than `now`.
pub(super) fn other_specs(folder: &Path, now: &str) -> Option<String> {
    let text = std::fs::read_to_string(folder.join(RUN)).ok()?;
    let run: serde_json::Value = serde_json::from_str(&text).ok()?;
    let before = run.get("specs")?.as_str().filter(|before| *before != now)?;
    Some(format!(
        "the grades in {} were made with specs from: {before}. Now they are taken from: {now}. --specs names a folder.",
        folder.display()
    ))
}

/// Notes in the record of the run that it was graded anew.
pub(super) fn regraded(
    folder: &Folder,
    specs: &BTreeMap<String, String>,
    shelf: &str,
) -> Result<(), FolderError> {
    let path = folder.file(RUN);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut run: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap_or_default();
    run.insert("regraded".to_owned(), super::now().into());
    run.insert("specs".to_owned(), shelf.into());
    run.insert("spec_versions".to_owned(), serde_json::json!(specs));
    let text = serde_json::to_string_pretty(&run).unwrap_or_default();
    folder.write(&path, &[&text, "\n"])
}

fn write_results(folder: &Folder, entries: &[Option<Page>]) -> Result<(), FolderError> {
    let texts = entries.iter().flatten().map(|page| page.text.as_str());
    folder.write(&folder.file(RESULTS), &Results::pieces(texts))
}

/// The finished grades of an earlier run, by student.
fn earlier(folder: &Folder) -> BTreeMap<String, Page> {
    let mut before = BTreeMap::new();
    let Ok(file) = std::fs::File::open(folder.file(RESULTS)) else { return before };
    let results: Option<Results> = serde_json::from_reader(std::io::BufReader::new(file)).ok();
    for entry in results.into_iter().flat_map(|results| results.submissions) {
        take_up(&mut before, &entry);
    }
    before
}

/// Takes up a grade of an earlier run, unless it is none.
fn take_up(before: &mut BTreeMap<String, Page>, entry: &Entry) {
    if entry.state != State::Fault {
        before.insert(entry.student.clone(), Page::new(entry));
    }
}

/// The entry to write: the new one, unless the grader failed and there is a finished grade to keep.
fn kept_through_fault(before: Option<&Page>, graded: &Graded) -> Entry {
    const MARK: &str = "This grade is from an earlier run; the latest run ended in a fault: ";
    let finished = before.filter(|page| graded.state == State::Fault && !page.is_fault);
    match finished.and_then(|page| serde_json::from_str::<Entry>(&page.text).ok()) {
        Some(mut kept) => {
            let reason = graded.remarks.first().map_or("", String::as_str);
            kept.remarks.retain(|remark| !remark.starts_with(MARK));
            kept.remarks.insert(0, format!("{MARK}{reason}"));
            kept
        }
        None => Entry::from(graded),
    }
}

/// Seconds, to the millisecond.
fn thousandths(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
