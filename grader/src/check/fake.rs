//! A class without programs: what the tests of the run are made of.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use reference::script::Script;

use super::{Built, Class, Found, Machine, Options, Source};
use crate::assignment::{Assignment, Check, Judgement, Language, RuleEntry, Status, Task};
use crate::play::{Dialogue, PlayError, Setting, Stage};
use crate::spec::{Shelf, Spec, parse};
use crate::submission::HandIn;
use crate::transcript::{Ending, Transcript};

pub(crate) const SPEC: &str = r#"id = "cards"
title = "Cards"
seed = 333

[build]
cpp_flags = ["-O0"]
rust_edition = "2021"
cpu_seconds = 10
memory_mib = 512

[limits]
cpu_ms = 1000
wall_seconds = 10
output_kib = 64
memory_mib = 256
answers = 50

[play]
witness = 20
sessions = 40
shrink_sessions = 10
sample_scripts = []
text_share = 0.0

[questions]
bet = ['how (much|many)']

[points]
builds = 10
two-cards = 30
ace-sticky = 60
"#;

/// The fake assignment's spec.
pub(crate) fn spec() -> Spec {
    parse("cards.toml", SPEC, &Cards::default()).expect("the fake spec is right").spec
}

/// An assignment that judges by the words of the source: each rule's id in it is a rule broken, `panic` panics,
/// `unplayable` fails to play, `stop` sets the run's flag.
#[derive(Default)]
pub(crate) struct Cards {
    pub(crate) judged: AtomicU32,
    pub(crate) panics: AtomicBool,
    pub(crate) stop: AtomicBool,
}

const RULES: &[RuleEntry] = &[
    RuleEntry { id: "two-cards", title: "two cards each", doc: "Each side starts with two cards." },
    RuleEntry { id: "ace-sticky", title: "an 11 stays 11", doc: "An ace counted 11 stays 11." },
];

impl Assignment for Cards {
    fn id(&self) -> &'static str {
        "cards"
    }

    fn rules(&self) -> &'static [RuleEntry] {
        RULES
    }

    fn questions(&self) -> &'static [&'static str] {
        &["bet", "hit"]
    }

    fn recognises(&self, source: &str) -> f64 {
        if source.contains("unknown") { 0.1 } else { 0.9 }
    }

    fn follow(
        &self,
        stage: &mut dyn Stage,
        setting: &Setting,
        _script: &Script,
        _spec: &Spec,
    ) -> Result<(Transcript, Vec<String>), PlayError> {
        Ok((stage.play(setting, &mut Silent)?, Vec::new()))
    }

    fn annotate(&self, transcript: &Transcript, _spec: &Spec) -> String {
        transcript.tail.clone()
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError> {
        self.judged.fetch_add(1, Ordering::SeqCst);
        let text = &task.sources[0].1;
        assert!(
            !(text.contains("panic") && self.panics.load(Ordering::SeqCst)),
            "the rule ace-sticky is broken"
        );
        if text.contains("stop") {
            self.stop.store(true, Ordering::SeqCst);
        }
        task.stage.play(&Setting::default(), &mut Silent)?;
        let checks = RULES
            .iter()
            .map(|rule| Check {
                id: rule.id,
                status: if text.contains(rule.id) { Status::Fail } else { Status::Pass },
                seen: 20,
                broken: 0,
                message: "said".to_owned(),
                evidence: None,
            })
            .collect();
        Ok(Judgement { checks, ..Judgement::default() })
    }
}

struct Silent;

impl Dialogue for Silent {
    fn reply(&mut self, _said: &str) -> crate::play::Reply {
        crate::play::Reply::Stop
    }
}

/// A machine whose submissions are given as texts.
pub(crate) struct Workbench {
    pub(crate) found: Vec<Found>,
    pub(crate) compiler: Mutex<String>,
}

impl Workbench {
    pub(crate) fn new(class: &[(&str, &str)]) -> Self {
        let found = class.iter().map(|(student, text)| found(student, text)).collect();
        Self { found, compiler: Mutex::new("12.2.0".to_owned()) }
    }
}

fn found(student: &str, text: &str) -> Found {
    let source = match text {
        "" => Source::Nothing("There is only `essay.pdf`.".to_owned()),
        "two mains" => Source::Unclear("Two files have a `main`: a.cpp and b.cpp.".to_owned()),
        _ => Source::Program {
            files: vec![("main.cpp".to_owned(), text.to_owned())],
            language: Language::Cpp,
            content: blake3::hash(text.as_bytes()).to_hex().to_string(),
        },
    };
    Found {
        student: student.to_owned(),
        path: format!("class/{student}"),
        source,
        remarks: Vec::new(),
        hand_in: HandIn::default(),
    }
}

impl Machine for Workbench {
    fn find(&self, _paths: &[PathBuf]) -> Result<Class, String> {
        Ok(Class { submissions: self.found.clone(), remarks: Vec::new() })
    }

    fn build(&self, found: &Found, _assignment: &dyn Assignment, _spec: &Spec) -> Built {
        let Source::Program { files, .. } = &found.source else { panic!("only programs are built") };
        if files[0].1.contains("syntax error") {
            let message = "main.cpp:3: expected `;`".to_owned();
            return Built::Failed { message, evidence: None, remarks: Vec::new() };
        }
        if files[0].1.contains("no compiler") {
            return Built::Fault("g++ is missing; `grader doctor` says how to get it".to_owned());
        }
        let fails = files[0].1.contains("unplayable");
        Built::Ready { stage: Box::new(Theatre { fails }), workbench: None, remarks: Vec::new() }
    }

    fn sandbox(&self) -> String {
        "none".to_owned()
    }

    fn engine(&self) -> String {
        "none".to_owned()
    }

    fn tools(&self) -> Vec<(String, String)> {
        vec![("g++".to_owned(), self.compiler.lock().expect("not poisoned").clone())]
    }
}

struct Theatre {
    fails: bool,
}

impl Stage for Theatre {
    fn play(&mut self, setting: &Setting, _player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        if self.fails {
            let source = std::io::Error::other("no memory");
            return Err(PlayError { doing: "starting the program".to_owned(), source });
        }
        Ok(Transcript {
            seed: setting.seed,
            turns: Vec::new(),
            tail: String::new(),
            end: Ending::Exited(0),
            seedings: Vec::new(),
            seeding_calls: 0,
        })
    }
}

/// Options for a run in `home`, whose spec is `home/specs/cards.toml` and whose results go to `home/grades`.
pub(crate) fn options(home: &Path) -> Options {
    let specs = home.join("specs");
    std::fs::create_dir_all(&specs).expect("a folder");
    if !specs.join("cards.toml").exists() {
        std::fs::write(specs.join("cards.toml"), SPEC).expect("a file");
    }
    Options {
        paths: vec![PathBuf::from("class")],
        assignment: None,
        jobs: Some(1),
        out: home.join("grades"),
        rulings: None,
        sessions: None,
        salt: String::new(),
        only: Vec::new(),
        shelf: Shelf::Folder(specs),
        identity: "grader 1".to_owned(),
    }
}
