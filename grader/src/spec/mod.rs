//! The data of an assignment: points, limits, flags, question patterns, how much is played.
//!
//! A spec is a file of `specs/` that instructors edit. The one the grader was built with is inside the binary, so that
//! students need no files; see [`Shelf`] for which one is taken. Every mistake in a spec is an error that points at
//! its place in the file, because a silently ignored key would change somebody's grade.

mod parse;
mod problem;
mod samples;
mod shelf;

use reference::script::Script;

pub use parse::parse;
pub(crate) use problem::closest;
pub use problem::{Problem, SpecError};
pub use samples::{Sample, SampleError};
pub use shelf::{Loaded, Shelf, page};

/// The rule that every assignment has and that no play can judge: it compiles.
pub const BUILDS: &str = "builds";

/// An assignment's spec: everything an instructor may change without touching code.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The assignment's id.
    pub id: String,
    /// Its title for people.
    pub title: String,
    /// The seed the handout asks for.
    pub seed: u32,
    /// The rules with their points, in spec order.
    pub rules: Vec<RulePoints>,
    /// Compiler flags.
    pub build: BuildSpec,
    /// Limits of one session.
    pub limits: LimitSpec,
    /// How much is played.
    pub play: PlaySpec,
    /// Patterns (regular expressions, case ignored) by question kind (`bet`, `hit`, `again`, `name`, …), tried before
    /// the built-in reading of a question.
    pub questions: Vec<(String, Vec<regex::Regex>)>,
    /// How rules become grades: hidden rules, caps, lateness.
    pub grading: GradingSpec,
    /// The published sample runs that `play.sample_scripts` names.
    pub samples: Vec<Sample>,
}

impl Spec {
    /// What the results of play depend on, as text: everything but titles, points, how rules become grades, and the
    /// share for text.
    ///
    /// Cached judgements are kept under a hash of this, so that changed points are regraded without playing again.
    pub fn play_relevant(&self) -> String {
        let mut ids: Vec<&str> = self.rules.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        format!("{ids:?} {}", self.how_played())
    }

    /// The same without which rules there are.
    pub(crate) fn how_played(&self) -> String {
        let Self { id, title: _, seed, rules: _, build, limits, play, questions, grading: _, samples } = self;
        let PlaySpec { witness, sessions, shrink_sessions, sample_scripts, text_share: _ } = play;
        let questions: Vec<(&str, Vec<&str>)> = questions
            .iter()
            .map(|(kind, patterns)| (kind.as_str(), patterns.iter().map(regex::Regex::as_str).collect()))
            .collect();
        // Where a script lies is no matter: a folder's specs may be those that are built in.
        let samples: Vec<_> = samples
            .iter()
            .map(|Sample { name, script, snapshot }| {
                let Script { name: _, about: _, seed, options, answers, fallback } = script;
                (name, seed, options, answers, fallback, snapshot)
            })
            .collect();
        format!(
            "{id:?} {seed} {build:?} {limits:?} {witness} {sessions} {shrink_sessions} \
             {sample_scripts:?} {questions:?} {samples:?}"
        )
    }

    /// Which spec this is: a short hash of all that is in it, for people to compare.
    pub fn version(&self) -> String {
        let Self { title, rules, grading, play, .. } = self;
        let text = format!("{title:?} {rules:?} {grading:?} {} {}", play.text_share, self.how_played());
        blake3::hash(text.as_bytes()).to_hex()[..12].to_owned()
    }

    /// The same spec with these rules only, in its own order.
    #[must_use]
    pub fn only(&self, ids: &[String]) -> Self {
        let mut spec = self.clone();
        spec.rules.retain(|rule| ids.iter().any(|id| id == rule.id));
        spec
    }

    /// The points there are, without the extra ones.
    pub fn possible(&self) -> f64 {
        self.rules.iter().filter(|rule| !rule.extra).map(|rule| rule.points).sum()
    }
}

/// A rule's weight.
#[derive(Debug, Clone, PartialEq)]
pub struct RulePoints {
    /// The rule's id.
    pub id: &'static str,
    /// Its points.
    pub points: f64,
    /// They come on top of the possible points: the handout offers them and does not ask for them.
    pub extra: bool,
}

/// How submissions are compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildSpec {
    /// Flags for `g++`.
    pub cpp_flags: Vec<String>,
    /// The Rust edition for single files.
    pub rust_edition: String,
    /// Processor seconds one compiler run may take.
    pub cpu_seconds: u32,
    /// Memory of one compiler run, MiB.
    pub memory_mib: u32,
}

/// What one session may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitSpec {
    /// Processor time between two questions, milliseconds.
    pub cpu_ms: u32,
    /// Wall-clock time of a session, seconds: generous, the machine may be busy.
    pub wall_seconds: u32,
    /// Output kept and allowed, KiB.
    pub output_kib: u32,
    /// Memory, MiB.
    pub memory_mib: u32,
    /// Answers one session is given at most.
    pub answers: u32,
}

/// How much is played.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaySpec {
    /// How often a rule must have been witnessed before it passes without further play.
    pub witness: u32,
    /// The most sessions of the survey.
    pub sessions: u32,
    /// The most sessions spent on shortening the evidence of one failed rule.
    pub shrink_sessions: u32,
    /// The scripts of `sample-run`, by file name without its ending.
    pub sample_scripts: Vec<String>,
    /// The share of `sample-run`'s points that the exact text earns, 0.0 to 1.0.
    pub text_share: f64,
}

/// How rules become grades. Nothing here is played: a change is applied by grading anew.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GradingSpec {
    /// Rules that students are told of only as a hidden check.
    pub hidden: Vec<&'static str>,
    /// The most points of extra credit that count; `None` for no limit.
    pub extra_cap: Option<f64>,
    /// What lateness costs; `None` for nothing.
    pub late: Option<LateSpec>,
}

/// What lateness costs: a share of the points there are for each begun period after the grace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LateSpec {
    /// When the work was due; `None` where only the course's system knows.
    pub due: Option<jiff::Timestamp>,
    /// So many minutes cost nothing.
    pub grace_minutes: u32,
    /// The length of a period, hours.
    pub hours: f64,
    /// Percent for each begun period.
    pub percent: f64,
    /// The most that lateness costs, percent.
    pub most: f64,
    /// Percent of what.
    pub of: Share,
}

/// What a percentage is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// The points there are.
    #[default]
    Possible,
    /// The points earned.
    Earned,
}

#[cfg(test)]
mod tests;
