//! `grader play`.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use reference::script::Script;

use super::local::Local;
use super::person::Person;
use super::{Confinement, Exit, Stop, Watch, known};
use crate::assignment::Assignment;
use crate::check::{Built, Found, Machine, Source, choose, settle};
use crate::play::{Dialogue, Reply, Setting, Stage};
use crate::report;
use crate::spec::Shelf;
use crate::transcript::Transcript;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The program: a source file, or the folder of one.
    path: PathBuf,
    /// The seed of the session; the script's or the handout's without it.
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Answers by kind of question, or plain ones, from a file.
    #[arg(long, value_name = "FILE", conflicts_with = "answers")]
    script: Option<PathBuf>,
    /// Answers, typed one after the other.
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', num_args = 0..=1)]
    answers: Option<Vec<String>>,
    /// Values that `rand()` returns first, as the evidence of a check names them.
    #[arg(long, value_name = "V,W,...", value_delimiter = ',')]
    rigged: Vec<u32>,
    /// Which of the equally untouched runs to play.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    moment: u32,
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

pub(super) fn run(args: &Args, shelf: &Shelf) -> Result<Exit, Stop> {
    let script = args.script.as_deref().map(read_script).transpose()?;
    if let Some(name) = &args.assignment {
        known::named(name)?;
    }
    let machine = Local::new(args.sandbox, args.engine)?;
    let named = args.assignment.as_deref();
    let specs = |assignment: &dyn Assignment| shelf.load(assignment).ok().map(|loaded| loaded.spec);
    let found = the_one(&machine, &args.path)?;
    let found = settle(&found, &machine, &known::all(), named, &specs).map_err(Stop::usage)?;
    let assignment =
        choose(files(&found)?, &known::all(), args.assignment.as_deref()).map_err(Stop::usage)?;
    if let Some(script) = &script {
        script.expect_options(assignment.options()).map_err(|error| Stop::usage(error.to_string()))?;
    }
    let spec = shelf.load(assignment)?.spec;
    let (mut stage, remarks) = ready(machine.build(&found, assignment, &spec))?;
    for remark in remarks {
        anstream::eprintln!("remark: {}", report::harmless_line(&remark));
    }
    let seed = args.seed.or(script.as_ref().and_then(|script| script.seed)).unwrap_or(spec.seed);
    let (moment, rigged) = (args.moment, args.rigged.clone());
    let setting = Setting { seed, base: spec.seed, moment, rigged };
    let stage = stage.as_mut();
    let (transcript, notes) = match (&script, &args.answers) {
        (Some(script), _) => assignment
            .follow(stage, &setting, script, &spec)
            .map_err(|error| Stop::fault(error.to_string()))?,
        (None, Some(answers)) => {
            let mut typist = Typist(answers.iter().cloned().collect());
            (play(stage, &setting, &mut typist)?, Vec::new())
        }
        (None, None) => {
            let mut person = Person::new(assignment, &spec, seed);
            let transcript = play(stage, &setting, &mut person)?;
            person.see_out(&transcript);
            (transcript, Vec::new())
        }
    };
    if script.is_some() || args.answers.is_some() {
        report::print(&report::harmless(&assignment.annotate(&transcript, &spec)));
    }
    report::print(&format!("\n{}\n", report::ending(&transcript.end)));
    for remark in stage.remarks() {
        report::print(&format!("remark: {}\n", report::harmless(&remark)));
    }
    for note in notes {
        report::print(&format!("note: {}\n", report::harmless(&note)));
    }
    Ok(Exit::Done)
}

fn play(stage: &mut dyn Stage, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, Stop> {
    stage.play(setting, player).map_err(|error| Stop::fault(error.to_string()))
}

fn read_script(path: &Path) -> Result<Script, Stop> {
    let text = fs::read_to_string(path)
        .map_err(|error| Stop::usage(format!("cannot read the script {}: {error}", path.display())))?;
    Script::parse(&path.display().to_string(), &text).map_err(|error| Stop::usage(error.to_string()))
}

/// The submission at a path, which must be exactly one.
fn the_one(machine: &Local, path: &Path) -> Result<Found, Stop> {
    let mut found = machine.find(&[path.to_owned()], None).map_err(Stop::usage)?.submissions;
    match (found.pop(), found.is_empty()) {
        (Some(one), true) => Ok(one),
        (None, _) => Err(Stop::usage(format!("{}: there is no program", path.display()))),
        (Some(_), false) => {
            let many = found.len() + 1;
            Err(Stop::usage(format!("{}: {many} programs; name one of them", path.display())))
        }
    }
}

/// The sources of a submission that has some.
fn files(found: &Found) -> Result<&[(String, String)], Stop> {
    match &found.source {
        Source::Program { files, .. } => Ok(files),
        Source::Nothing(why) | Source::Unclear(why) | Source::Several { why, .. } => {
            Err(Stop::usage(why.clone()))
        }
        Source::Unreadable(why) => Err(Stop::fault(why.clone())),
    }
}

fn ready(built: Built) -> Result<(Box<dyn Stage>, Vec<String>), Stop> {
    match built {
        Built::Ready { stage, remarks, .. } => Ok((stage, remarks)),
        Built::Failed { message, .. } => {
            Err(Stop::usage(format!("it does not compile: {}", report::harmless(&message))))
        }
        Built::Review(reason) => Err(Stop::usage(report::harmless(&reason))),
        Built::Fault(reason) => Err(Stop::fault(report::harmless(&reason))),
    }
}

/// Types the answers it was given, one at each question, and stops after the last.
struct Typist(VecDeque<String>);

impl Dialogue for Typist {
    fn reply(&mut self, _said: &str) -> Reply {
        self.0.pop_front().map_or(Reply::Stop, Reply::Line)
    }
}
