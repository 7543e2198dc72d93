//! The assignments: each has its questions, players, facts and rules.

use reference::script::Script;

use crate::build::Workbench;
use crate::play::{PlayError, Setting, Stage};
use crate::source::Code;
use crate::spec::Spec;
use crate::transcript::Transcript;

pub mod bluejack;
pub mod casino;
pub mod crowns;
pub mod deck52;
pub mod excerpt;
mod finding;
pub mod lexicon;
mod memo;
mod offers;
pub mod outcome;
pub mod words;

/// An assignment, with the types of its facts erased.
pub trait Assignment: Sync {
    /// Its name in specs, results and on the command line (`casino`).
    fn id(&self) -> &'static str;
    /// Every rule it can judge by playing, in the order of its catalogue.
    fn rules(&self) -> &'static [RuleEntry];
    /// The kinds of question a spec may give patterns for.
    fn questions(&self) -> &'static [&'static str];
    /// How likely it is that this source text is meant for this assignment, 0.0 to 1.0.
    fn recognises(&self, source: &str) -> f64;
    /// Plays the program and judges every rule named in the spec, except `builds`.
    fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError>;
    /// Where a rule calls the program's functions: what gives the text of the harness that judging will ask for first,
    /// so that it can be compiled together with the program.
    fn harness(&self, spec: &Spec) -> Option<fn(&Code) -> Option<String>> {
        let _ = spec;
        None
    }
    /// What a script may switch on with `option` lines.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }
    /// Plays a script: each answer goes to the next question of its kind. The notes tell where the program and the
    /// script did not fit together.
    fn follow(
        &self,
        stage: &mut dyn Stage,
        setting: &Setting,
        script: &Script,
        spec: &Spec,
    ) -> Result<(Transcript, Vec<String>), PlayError>;
    /// A transcript for people: what was said and typed, with the arithmetic of the cards beside it.
    fn annotate(&self, transcript: &Transcript, spec: &Spec) -> String;
}

/// What an assignment is given to judge one program.
pub struct Task<'a> {
    /// The program, ready to play.
    pub stage: &'a mut dyn Stage,
    /// Compiles more from its sources: C++ programs have one.
    pub workbench: Option<&'a mut dyn Workbench>,
    /// The assignment's spec.
    pub spec: &'a Spec,
    /// Its source files: path as shown to people, and decoded text.
    pub sources: &'a [(String, String)],
    /// The language it is written in.
    pub language: Language,
    /// The seeds to play, beside the handout's own: public ones for students, salted ones for TAs.
    pub seeds: Seeds,
    /// The most sessions to survey; `None` takes the spec's.
    pub sessions: Option<u32>,
    /// The command that plays this program again, without its options (`grader play PATH`).
    pub replay: String,
}

impl Task<'_> {
    /// The program's source, read; `Err` within says why it cannot be, for a person.
    pub fn code(&mut self) -> Result<Result<Code, String>, PlayError> {
        let Some(workbench) = self.workbench.as_deref_mut() else {
            return Ok(Err("only C++ sources are read".to_owned()));
        };
        let preprocessed = workbench.preprocessed()?;
        Ok(Code::parse(&preprocessed, self.sources).map_err(|error| error.to_string()))
    }
}

/// Where a run's seeds come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seeds {
    /// Mixed into every seed; empty for the public seeds of students.
    pub salt: String,
}

impl Seeds {
    /// The `n`-th seed of the run.
    pub fn nth(&self, n: u32) -> u32 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.salt.as_bytes());
        hasher.update(&n.to_le_bytes());
        let hash = hasher.finalize();
        let bytes = hash.as_bytes();
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]) % 1_000_000
    }
}

/// The languages submissions are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// C++, and C compiled as C++.
    Cpp,
    /// Rust.
    Rust,
}

/// A rule's entry in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleEntry {
    /// Its id, as fixed in the handout's page (`ace-sticky`).
    pub id: &'static str,
    /// One line for tables.
    pub title: &'static str,
    /// What the handout asks, an example that breaks it, what is accepted.
    pub doc: &'static str,
}

/// What came of judging one program.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judgement {
    /// One for each rule that was judged.
    pub checks: Vec<Check>,
    /// What a person should know and that costs no points.
    pub remarks: Vec<String>,
    /// Why a person must look at the whole program, if the reader could not follow it at all.
    pub review: Option<String>,
    /// Rules that cannot be asked of this program at all: they are worth nothing in its grade.
    pub inapplicable: Vec<&'static str>,
    /// Whether the published text came out, and the rule whose points an instructor may tie to it.
    pub text: Option<TextMatch>,
}

/// How the text of the sample runs compares with the published one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextMatch {
    /// The rule whose points may have a share for the text.
    pub rule: &'static str,
    /// The text is the published one, line ends apart.
    pub same: bool,
}

/// The verdict on one rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// The rule.
    pub id: &'static str,
    /// Whether it holds.
    pub status: Status,
    /// How often the rule's situation came up.
    pub seen: u32,
    /// How often it was broken.
    pub broken: u32,
    /// One sentence: what was found, for a student.
    pub message: String,
    /// The shortest proof of a failure.
    pub evidence: Option<Evidence>,
}

/// Whether a rule holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It held whenever its situation came up, and that was often enough.
    Pass,
    /// It was broken; there is evidence.
    Fail,
    /// Its situation never came up.
    Unseen,
    /// A person must look.
    Review,
    /// A check it rests on failed.
    Skipped,
}

/// Proof of a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// A session of the program.
    Play {
        /// The seed of the session.
        seed: u32,
        /// Who played, in words.
        player: String,
        /// The answers typed, in order.
        answers: Vec<String>,
        /// The part of the transcript that shows the fault, annotated.
        excerpt: String,
        /// What was expected instead, in one sentence.
        expected: String,
        /// Whether typing the answers into the program at home, without the toolkit, shows the same.
        at_home: bool,
        /// What differs from a published session, where the rule compares with one: see [`crate::snapshot::diff`].
        diff: String,
        /// The command that shows it again.
        replay: String,
    },
    /// A call of one of the program's own functions.
    Call {
        /// The function, as the program names it (`draw_card`).
        function: String,
        /// What it was given, in words or as C++ (`"", 10`); several calls in a row are told as such.
        arguments: String,
        /// What came of it: a value, what it printed, how it crashed.
        result: String,
        /// What was expected instead, in one sentence.
        expected: String,
        /// Lines of C++ that show the same, to be put into the program's `main`; empty if there are none.
        snippet: String,
    },
    /// A place in the source.
    Source {
        /// The file, as shown to people.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The line's text.
        excerpt: String,
    },
}
