//! What a class run needs from the machine it runs on, as a seam: the tests of the run itself have no compiler.

use std::path::{Path, PathBuf};

use crate::assignment::{Assignment, Evidence, Language};
use crate::build::Workbench;
use crate::play::Stage;
use crate::spec::Spec;
use crate::submission::HandIn;

/// Finds submissions, builds them and plays them.
pub trait Machine: Sync {
    /// The submissions under these paths, in the order of the report; what lies in the folder of the output is none.
    /// The error says which path is wrong, and why.
    fn find(&self, paths: &[PathBuf], output: Option<&Path>) -> Result<Class, String>;
    /// Compiles a submission for an assignment.
    fn build(&self, found: &Found, assignment: &dyn Assignment, spec: &Spec) -> Built;
    /// The sandbox's tier, as one line for people.
    fn sandbox(&self) -> String;
    /// By what it knows that a program waits, as one line for people.
    fn engine(&self) -> String;
    /// The tools' names and versions: other compilers take up nothing these judged.
    fn tools(&self) -> Vec<(String, String)>;
}

/// The submissions that were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Class {
    /// The submissions, in the order of the report.
    pub submissions: Vec<Found>,
    /// What lay among them and is none.
    pub remarks: Vec<String>,
    /// How they are laid out (`Canvas download: 31 students, 34 files`); nothing for one student's work.
    pub layout: Option<String>,
    /// The temporary folder that holds what came out of archives, if anything did.
    pub unpacked: Option<PathBuf>,
}

/// A submission as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The student.
    pub student: String,
    /// Its path, as it was given.
    pub path: String,
    /// What there is to judge.
    pub source: Source,
    /// What a person should know about how it was handed in.
    pub remarks: Vec<String>,
    /// Who handed it in and when, as far as the download says.
    pub hand_in: HandIn,
}

/// What there is to judge in a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Source files of one program.
    Program {
        /// The files: path as shown to people, and decoded text.
        files: Vec<(String, String)>,
        /// Their language.
        language: Language,
        /// A hash of all their bytes and names.
        content: String,
    },
    /// No source file: what there is instead.
    Nothing(String),
    /// Several programs, of which one may turn out to be meant.
    Several {
        /// What a person must say where none does.
        why: String,
        /// The programs.
        choices: Vec<Choice>,
    },
    /// A person must say what counts: why.
    Unclear(String),
    /// The machine cannot read it: why.
    Unreadable(String),
}

/// One of several programs in a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The file with its `main`.
    pub main: String,
    /// The program: a [`Source::Program`].
    pub source: Source,
    /// What a person should know about it.
    pub remarks: Vec<String>,
}

/// What came of compiling.
pub enum Built {
    /// It can be played.
    Ready {
        /// The program.
        stage: Box<dyn Stage>,
        /// Compiles more from its sources.
        workbench: Option<Box<dyn Workbench>>,
        /// What a person should know.
        remarks: Vec<String>,
    },
    /// It does not compile.
    Failed {
        /// The first error, in one sentence.
        message: String,
        /// Its place.
        evidence: Option<Evidence>,
        /// What else a person should know.
        remarks: Vec<String>,
    },
    /// A person must look: it is not portable to this machine.
    Review(String),
    /// The machine failed; what happened, and what to do next.
    Fault(String),
}
