//! One submission of a class run.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use super::cache::{self, Cache};
use super::choose::choose;
use super::ledger::{Ledger, Time};
use super::register::{self, Registered, Where};
use super::settle::settle;
use super::twins::Twins;
use super::{Built, Event, Found, Options, Source, World, memory};
use crate::assignment::{Assignment, Language, Seeds, Task};
use crate::build::Workbench;
use crate::grade::{self, PLACE, Played, Rulings, Whose};
use crate::play::{Dialogue, PlayError, Setting, Stage};
use crate::spec::Spec;
use crate::transcript::Transcript;

/// How the names of a run's threads begin.
pub(super) const WORKER: &str = "judge-";

/// What every submission of a run shares.
pub(super) struct Job<'a> {
    pub(super) options: &'a Options,
    pub(super) world: World<'a>,
    pub(super) specs: &'a BTreeMap<&'static str, Spec>,
    pub(super) rulings: &'a Rulings,
    pub(super) cache: &'a Cache<'a>,
    pub(super) twins: &'a Twins,
    pub(super) ledger: &'a Ledger<'a>,
    /// The assignment of the class: of what does not show its own, such as a hand-in without a source.
    pub(super) common: Option<&'static str>,
    pub(super) events: &'a Sender<Event>,
}

/// What there is to know about a submission.
struct Known {
    assignment: Option<&'static str>,
    language: Option<Language>,
    played: Played,
    /// Under what its judgement is kept.
    key: Option<String>,
    /// Whether the judgement was kept: from an earlier run, or from the same work of somebody else.
    cached: bool,
    /// How long compiling took.
    building: Duration,
}

/// A program to judge, with all that is known about it.
struct Work<'a> {
    found: &'a Found,
    files: &'a [(String, String)],
    language: Language,
    assignment: &'a dyn Assignment,
    spec: &'a Spec,
}

impl Job<'_> {
    /// Judges a submission, grades it and writes it down; does nothing once the run is to stop.
    pub(super) fn run(&self, index: usize, found: &Found) {
        if self.is_stopped() || self.ledger.is_broken() {
            return;
        }
        let _ = self.events.send(Event::Started { index, student: found.student.clone() });
        let begun = Instant::now();
        let content = register::content(&found.source);
        let settled = self.settle(found);
        let found = settled.as_ref().unwrap_or(found);
        let Known { assignment, language, played, key, cached, building } = self.find_out(found);
        // A program that was ended by the same Ctrl-C as this run shows faults that are not its own.
        if self.is_stopped() && !cached {
            return;
        }
        let whose = Whose {
            student: found.student.clone(),
            path: found.path.clone(),
            hand_in: found.hand_in.clone(),
            assignment,
            language,
        };
        let spec = assignment.and_then(|id| self.specs.get(id));
        let mut graded = grade::grade(whose, &played, spec, self.rulings);
        graded.remarks.extend(found.remarks.iter().cloned());
        let graded = Arc::new(graded);
        let registered = Registered {
            student: found.student.clone(),
            path: found.path.clone(),
            hand_in: found.hand_in.clone(),
            assignment: assignment.map(str::to_owned),
            language: language.map(|language| grade::language_word(language).to_owned()),
            remarks: found.remarks.clone(),
            judgement: judgement(&played, key),
            content: Some(content),
        };
        self.ledger.finished(index, &graded, &registered, Time { all: begun.elapsed(), building }, cached);
        let _ = self.events.send(Event::Finished { index, graded, cached });
        if !cached {
            memory::give_back();
        }
    }

    fn is_stopped(&self) -> bool {
        self.world.stop.load(Ordering::SeqCst)
    }

    /// A submission of several programs with the one that counts, where that can be told.
    fn settle(&self, found: &Found) -> Option<Found> {
        let Source::Several { .. } = &found.source else { return None };
        let spec = |assignment: &dyn Assignment| self.specs.get(assignment.id()).cloned();
        let named = self.options.assignment.as_deref();
        let settle = || settle(found, self.world.machine, self.world.assignments, named, &spec);
        // A panic here is one of those that judging would meet again, and leaves the submission to a person.
        catch_unwind(AssertUnwindSafe(settle)).ok()?.ok()
    }

    /// What there is to know about a submission, by playing it or from an earlier run.
    fn find_out(&self, found: &Found) -> Known {
        let unplayed = |assignment, language, played| Known {
            assignment,
            language,
            played,
            key: None,
            cached: false,
            building: Duration::ZERO,
        };
        let named = self.options.assignment.as_deref();
        let (files, language, content) = match &found.source {
            Source::Nothing(message) => {
                return unplayed(self.common, None, Played::NoSource { message: message.clone() });
            }
            Source::Unclear(reason) | Source::Several { why: reason, .. } => {
                return unplayed(self.common, None, Played::Review { reason: reason.clone() });
            }
            Source::Unreadable(why) => {
                let reason = format!(
                    "It was not read: {why}. This is no zero, and all other grades stand: look at it, ask for it anew \
                     if need be, and run the same command again, or rule on the `total`."
                );
                return unplayed(self.common, None, Played::Fault { reason });
            }
            Source::Program { files, language, content } => (files, *language, content),
        };
        let chosen = catch_unwind(AssertUnwindSafe(|| choose(files, self.world.assignments, named)));
        let assignment = match chosen {
            Ok(Ok(assignment)) => assignment,
            Ok(Err(reason)) => return unplayed(None, Some(language), Played::Review { reason }),
            Err(panic) => return unplayed(None, Some(language), fault(&said(&*panic), found)),
        };
        let id = assignment.id();
        let Some(spec) = self.specs.get(id) else {
            let reason = format!("There is no spec for {id}.");
            return unplayed(Some(id), Some(language), Played::Fault { reason });
        };
        let key = cache::key(content, spec, self.options, self.world.machine);
        let work = Work { found, files, language, assignment, spec };
        let (played, cached, building) = self.twins.one_at_a_time(&key, || self.judgement(&work, &key));
        Known { assignment: Some(id), language: Some(language), played, key: Some(key), cached, building }
    }

    /// The judgement kept under this key, or that of playing; whether it was kept, and how long compiling took.
    fn judgement(&self, work: &Work<'_>, key: &str) -> (Played, bool, Duration) {
        if let Some(played) = self.cache.load(key, work.assignment) {
            return (played, true, Duration::ZERO);
        }
        let begun = Instant::now();
        let mut building = Duration::ZERO;
        let played = catch_unwind(AssertUnwindSafe(|| {
            let built = self.world.machine.build(work.found, work.assignment, work.spec);
            building = begun.elapsed();
            self.play(work, built)
        }));
        let played = played.unwrap_or_else(|panic| fault(&said(&*panic), work.found));
        if !self.is_stopped()
            && let Err(error) = self.cache.store(key, &played)
        {
            self.ledger.break_off(error);
        }
        (played, false, building)
    }

    /// Judges what was built.
    fn play(&self, work: &Work<'_>, built: Built) -> Played {
        let (mut stage, mut workbench, remarks) = match built {
            Built::Ready { stage, workbench, remarks } => (stage, workbench, remarks),
            Built::Failed { message, evidence, remarks } => {
                return Played::NotBuilt { message, evidence, remarks };
            }
            Built::Review(reason) => return Played::Review { reason },
            Built::Fault(reason) => return Played::Fault { reason },
        };
        let mut stage = Stoppable { stage: stage.as_mut(), stop: self.world.stop };
        let mut task = Task {
            stage: &mut stage,
            workbench: workbench.as_mut().map(|workbench| &mut **workbench as &mut dyn Workbench),
            spec: work.spec,
            sources: work.files,
            language: work.language,
            seeds: Seeds { salt: self.options.salt.clone() },
            sessions: self.options.sessions,
            replay: format!("grader play {PLACE}"),
        };
        match work.assignment.judge(&mut task) {
            Ok(mut judgement) => {
                judgement.remarks.extend(task.stage.remarks());
                Played::Judged { remarks, judgement }
            }
            Err(error) => fault(&error.to_string(), work.found),
        }
    }
}

/// Where a judgement can be found again.
fn judgement(played: &Played, key: Option<String>) -> Where {
    match (played, key) {
        (Played::NoSource { message }, _) => Where::NoSource(message.clone()),
        (Played::Review { .. } | Played::NotBuilt { .. } | Played::Judged { .. }, Some(key)) => {
            Where::Kept(key)
        }
        (Played::Review { reason }, None) => Where::Review(reason.clone()),
        // What was built or played has a key; of a fault nothing is kept.
        (Played::Fault { .. } | Played::NotBuilt { .. } | Played::Judged { .. }, _) => Where::Fault,
    }
}

/// The state for a failure of ours, with the next step.
fn fault(what: &str, found: &Found) -> Played {
    let path = grade::quoted(&found.path);
    let reason = format!(
        "The grader failed on this submission ({what}). This says nothing about the student, and all other grades \
         stand; the same command tries it again, and `grader check {path} -o again` does so for this one alone."
    );
    Played::Fault { reason }
}

thread_local! {
    /// Where this thread last panicked.
    static PLACE_OF_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the place of a panic for the report of the submission it happened in, in place of a message on standard
/// error among the progress. For the whole process, so a command calls it, not the library.
pub fn keep_panics_quiet() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_worker = thread::current().name().is_some_and(|name| name.starts_with(WORKER));
        if is_worker {
            let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
            PLACE_OF_PANIC.with_borrow_mut(|kept| *kept = place);
        } else {
            usual(info);
        }
    }));
}

/// The message of a panic, and its place if it was kept.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    match PLACE_OF_PANIC.take() {
        Some(place) => format!("a panic at {place}: {text}"),
        None => format!("a panic: {text}"),
    }
}

/// Plays no further session once the run is to stop.
struct Stoppable<'a> {
    stage: &'a mut dyn Stage,
    stop: &'a AtomicBool,
}

impl Stage for Stoppable<'_> {
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        if self.stop.load(Ordering::SeqCst) {
            let source = io::Error::from(io::ErrorKind::Interrupted);
            return Err(PlayError { doing: "playing".to_owned(), source });
        }
        self.stage.play(setting, player)
    }

    fn remarks(&self) -> Vec<String> {
        self.stage.remarks()
    }
}
