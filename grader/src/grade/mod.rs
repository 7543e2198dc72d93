//! Turns what was found out about a submission, and the points of the spec, into a grade.
//!
//! Nothing here plays or reads files: the same [`Played`] under other points gives another grade at once, which is
//! how changed points are applied to a class that was played already.

mod entry;
mod hidden;
mod policy;
mod rulings;

use crate::assignment::{Check, Evidence, Judgement, Language, RuleEntry, Status};
use crate::spec::{BUILDS, GradingSpec, RulePoints, Spec};
use crate::submission::HandIn;

pub(crate) use entry::language_word;
pub use entry::{CheckEntry, Entry, EvidenceEntry, Results};
pub(crate) use hidden::is_hidden;
pub(crate) use policy::LATE_BY_UNKNOWN;
pub use rulings::{RULINGS, Rulings, RulingsError};

/// The catalogue entry of the one rule that no assignment judges itself.
pub const BUILDS_RULE: RuleEntry = RuleEntry {
    id: BUILDS,
    title: "The program compiles",
    doc: "The program compiles with the flags of the spec.\n\n\
          Broken by: a syntax error, a missing file, a function that is called and defined nowhere.\n\n\
          Accepted: warnings, which are shown and never scored, and a missing standard header that other compilers \
          include for free. A program that needs `windows.h` or `conio.h` is not portable: a person looks at it.",
};

/// What is said of somebody who handed in nothing at all.
pub(crate) const NOTHING: &str = "Nothing was handed in.";

/// Stands for the submission's path in the replay commands of kept judgements, so that a class folder may be moved
/// or named another way without playing it again.
pub const PLACE: &str = "\u{1a}";

/// What was found out about a submission, whatever its points are.
#[derive(Debug, Clone, PartialEq)]
pub enum Played {
    /// There is no source file to judge.
    NoSource {
        /// What there is instead.
        message: String,
    },
    /// It does not compile.
    NotBuilt {
        /// The first error, in one sentence.
        message: String,
        /// The place of the first error.
        evidence: Option<Evidence>,
        /// What else a person should know.
        remarks: Vec<String>,
    },
    /// A person must look at it before anything can be judged.
    Review {
        /// Why.
        reason: String,
    },
    /// It was played.
    Judged {
        /// What came up while building.
        remarks: Vec<String>,
        /// What came of playing.
        judgement: Judgement,
    },
    /// The grader or the machine failed.
    Fault {
        /// What happened, and what to do next.
        reason: String,
    },
}

/// How far a submission came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It was played and judged.
    Graded,
    /// A person must look at the whole of it.
    Review,
    /// It does not compile.
    NotBuilt,
    /// There is nothing to compile.
    NoSource,
    /// The grader or the machine failed; says nothing about the student.
    Fault,
}

/// Who a grade is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whose {
    /// The student, as the submission's folder or file names them.
    pub student: String,
    /// The submission's path, as it was given.
    pub path: String,
    /// Who handed it in and when, as far as the download says.
    pub hand_in: HandIn,
    /// The assignment, if it is known.
    pub assignment: Option<&'static str>,
    /// The language, if there is a source.
    pub language: Option<Language>,
}

/// A submission's grade.
#[derive(Debug, Clone, PartialEq)]
pub struct Graded {
    /// Who it is for.
    pub whose: Whose,
    /// How far it came.
    pub state: State,
    /// The points earned for certain.
    pub points: f64,
    /// The points that a person may still give.
    pub open: f64,
    /// The points there are.
    pub possible: f64,
    /// The points there are for a program of which every rule is asked.
    pub full: f64,
    /// Points beyond those.
    pub extra: f64,
    /// What changed the points after the rules: lateness, a cap, a person's ruling on the whole.
    pub adjustments: Vec<Adjustment>,
    /// What a person should know and that costs nothing; the reason of a review or a fault comes first.
    pub remarks: Vec<String>,
    /// Every rule of the spec, in its order.
    pub checks: Vec<Scored>,
}

/// A rule's verdict with its points.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The verdict.
    pub check: Check,
    /// The points earned.
    pub points: f64,
    /// The points it is worth.
    pub possible: f64,
    /// They come on top of the possible ones.
    pub extra: bool,
    /// Students are told of it as a hidden check.
    pub hidden: bool,
    /// A person's ruling that stands in place of the grader's points.
    pub ruling: Option<Ruling>,
}

/// A person's ruling on a rule; the verdict stays on record beside it.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Ruling {
    /// What the grader alone would have given.
    pub graded: f64,
    /// Why the person ruled otherwise.
    pub reason: String,
}

/// Points given or taken beside the rules.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Adjustment {
    /// What kind it is.
    pub kind: AdjustmentKind,
    /// The points it adds; negative where it takes some.
    pub points: f64,
    /// Why, in a sentence.
    pub reason: String,
}

/// Why points changed beside the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdjustmentKind {
    /// It was handed in late.
    Late,
    /// Extra credit counts up to a limit.
    Cap,
    /// A person's ruling on the whole submission.
    Ruling,
}

impl Graded {
    /// The grade as its student may see it: hidden rules without name, message or proof.
    #[must_use]
    pub fn for_student(&self) -> Self {
        let mut graded = self.clone();
        for scored in graded.checks.iter_mut().filter(|scored| scored.hidden) {
            let Check { status, .. } = scored.check;
            scored.check = plain("hidden", status, HIDDEN);
        }
        let hidden: Vec<&str> =
            self.checks.iter().filter(|scored| scored.hidden).map(|scored| scored.check.id).collect();
        for scored in &mut graded.checks {
            scored.check.message = entry::without_names(&scored.check.message, &hidden);
        }
        graded.remarks.iter_mut().for_each(entry::without_advice);
        graded
    }
}

/// What students are told of a hidden rule.
pub(crate) const HIDDEN: &str = "A hidden check.";

impl Scored {
    /// Whether a person may still give its points. What is only offered and never came up was not attempted.
    pub fn is_open(&self) -> bool {
        match self.check.status {
            _ if self.ruling.is_some() => false,
            Status::Review => true,
            Status::Unseen => !self.extra,
            _ => false,
        }
    }

    /// What the grader alone gives.
    fn graded(&self) -> f64 {
        self.ruling.as_ref().map_or(self.points, |ruling| ruling.graded)
    }

    /// The points earned among those asked for.
    fn asked(&self) -> f64 {
        if self.extra { 0.0 } else { self.points }
    }
}

/// Grades one submission. Without a spec (the assignment is not known) there are no checks and no points.
///
/// What the spec says beside the rules (caps, lateness) and a person's rulings come after them.
pub fn grade(whose: Whose, played: &Played, spec: Option<&Spec>, rulings: &Rulings) -> Graded {
    let rules = spec.map_or(&[][..], |spec| &spec.rules);
    let share = spec.map_or(0.0, |spec| spec.play.text_share);
    let checks: Vec<Scored> =
        rules.iter().map(|rule| score(rule, verdict(rule.id, played, &whose.path), played, share)).collect();
    let mut graded = Graded {
        state: state(played),
        points: 0.0,
        open: 0.0,
        possible: 0.0,
        full: hundredths(rules.iter().filter(|rule| !rule.extra).map(|rule| rule.points).sum()),
        extra: 0.0,
        adjustments: Vec::new(),
        remarks: remarks(played),
        checks,
        whose,
    };
    let none = GradingSpec::default();
    let grading = spec.map_or(&none, |spec| &spec.grading);
    let lines = rulings.of(&graded.whose.student).to_vec();
    policy::settle(&mut graded, grading, &lines);
    graded
}

fn state(played: &Played) -> State {
    match played {
        Played::NoSource { .. } => State::NoSource,
        Played::NotBuilt { .. } => State::NotBuilt,
        Played::Review { .. } => State::Review,
        Played::Judged { judgement, .. } if judgement.review.is_some() => State::Review,
        Played::Judged { .. } => State::Graded,
        Played::Fault { .. } => State::Fault,
    }
}

fn remarks(played: &Played) -> Vec<String> {
    match played {
        Played::NoSource { message } => vec![message.clone()],
        Played::Review { reason } | Played::Fault { reason } => vec![reason.clone()],
        Played::NotBuilt { remarks, .. } => remarks.clone(),
        Played::Judged { remarks, judgement } => {
            judgement.review.iter().chain(remarks).chain(&judgement.remarks).cloned().collect()
        }
    }
}

/// The verdict on one rule of the spec, as far as `played` has one.
fn verdict(id: &'static str, played: &Played, path: &str) -> Check {
    let is_builds = id == BUILDS;
    match played {
        Played::NoSource { message } if is_builds => plain(id, Status::Fail, message),
        Played::NoSource { .. } => plain(id, Status::Skipped, "There is no source file."),
        Played::NotBuilt { message, evidence, .. } if is_builds => {
            Check { broken: 1, seen: 1, evidence: evidence.clone(), ..plain(id, Status::Fail, message) }
        }
        Played::NotBuilt { .. } => plain(id, Status::Skipped, "The program does not compile."),
        Played::Review { .. } => plain(id, Status::Review, "A person must look at the submission first."),
        Played::Fault { .. } => plain(id, Status::Review, "The grader failed before this was judged."),
        Played::Judged { judgement, .. } => judged(id, judgement, path),
    }
}

fn judged(id: &'static str, judgement: &Judgement, path: &str) -> Check {
    if let Some(check) = judgement.checks.iter().find(|check| check.id == id) {
        return placed(check, path);
    }
    if id == BUILDS {
        return Check { seen: 1, ..plain(id, Status::Pass, "It compiles.") };
    }
    let message = if judgement.review.is_some() {
        "The output could not be followed."
    } else {
        "This rule was not judged."
    };
    plain(id, Status::Review, message)
}

/// The check with the submission's path in its replay command.
fn placed(check: &Check, path: &str) -> Check {
    let mut check = check.clone();
    if let Some(Evidence::Play { replay, .. }) = &mut check.evidence {
        *replay = replay.replace(PLACE, &quoted(path));
    }
    check
}

/// A path as a shell takes it: in single quotes where it has anything but plain characters.
pub(crate) fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,@%:".contains(c);
    if !path.is_empty() && path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

fn plain(id: &'static str, status: Status, message: &str) -> Check {
    Check { id, status, seen: 0, broken: 0, message: message.to_owned(), evidence: None }
}

/// A verdict with its points; `share` is the part of them that the published text earns.
fn score(rule: &RulePoints, mut check: Check, played: &Played, share: f64) -> Scored {
    let judgement = match played {
        Played::Judged { judgement, .. } => Some(judgement),
        _ => None,
    };
    if judgement.is_some_and(|judgement| judgement.inapplicable.contains(&rule.id)) {
        return Scored { check, points: 0.0, possible: 0.0, extra: rule.extra, hidden: false, ruling: None };
    }
    let mut points = if check.status == Status::Pass { rule.points } else { 0.0 };
    let text = judgement.and_then(|judgement| judgement.text).filter(|text| text.rule == rule.id);
    if share > 0.0 && points > 0.0 && text.is_some_and(|text| !text.same) {
        points = hundredths(points * (1.0 - share));
        check.message.push_str(" The text is not the published one, which has a share of the points.");
    }
    Scored { check, points, possible: rule.points, extra: rule.extra, hidden: false, ruling: None }
}

/// A number of points with at most two decimals, and none it does not need.
pub(crate) fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Rounded to hundredths, so that sums of decimal points print as people wrote them.
fn hundredths(points: f64) -> f64 {
    // Adding zero turns the -0.0 of an empty sum into 0.0.
    (points * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests;
