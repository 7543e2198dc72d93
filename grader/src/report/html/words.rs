//! The few words and signs that pages share.

use crate::grade::{CheckEntry, Entry, State};
use crate::report::number;

/// What a rule came to, for its cell, word and style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Fail,
    Review,
    Unseen,
    Skipped,
    /// Extra credit that was not tried for, or a rule that is told without points.
    Untried,
    Pass,
}

impl Mark {
    pub(super) const ALL: [Self; 6] =
        [Self::Fail, Self::Review, Self::Unseen, Self::Skipped, Self::Untried, Self::Pass];

    pub(super) fn of(check: &CheckEntry) -> Self {
        match check.status.as_str() {
            "pass" => Self::Pass,
            "fail" => Self::Fail,
            "unseen" if check.extra || check.possible == 0.0 => Self::Untried,
            "unseen" => Self::Unseen,
            "skipped" => Self::Skipped,
            // A status that a later grader may bring is for a person as well.
            _ => Self::Review,
        }
    }

    /// The sign in the matrix.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Pass => "✓",
            Self::Fail => "F",
            Self::Review => "?",
            Self::Unseen => "o",
            Self::Skipped => "–",
            Self::Untried => "·",
        }
    }

    /// The class that styles it.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Pass => "p",
            Self::Fail => "f",
            Self::Review => "q",
            Self::Unseen => "o",
            Self::Skipped | Self::Untried => "n",
        }
    }

    /// The word for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Pass => "passed",
            Self::Fail => "failed",
            Self::Review => "to look at",
            Self::Unseen => "never came up",
            Self::Skipped => "not judged",
            Self::Untried => "not attempted",
        }
    }
}

/// How far a submission came, in words.
pub(super) const fn state(state: State) -> &'static str {
    match state {
        State::Graded => "graded",
        State::Review => "review",
        State::NotBuilt => "not built",
        State::NoSource => "no source",
        State::Fault => "fault",
    }
}

/// The points among those asked for: `94`, or `61–94` where some are open.
pub(super) fn points(entry: &Entry) -> String {
    let sure = number(entry.points);
    if entry.open > 0.0 { format!("{sure}–{}", number(entry.points + entry.open)) } else { sure }
}

/// The same among those of a class: `89/89` where not every rule is asked and there are fewer than elsewhere.
pub(super) fn points_in_class(entry: &Entry) -> String {
    let points = points(entry);
    if entry.full.is_some() { format!("{points}/{}", number(entry.possible)) } else { points }
}

/// A number of points with the noun.
pub(super) fn of_points(points: f64) -> String {
    let noun = if (points.abs() - 1.0).abs() < 1e-9 { "point" } else { "points" };
    format!("{} {noun}", number(points))
}

/// A count with its noun.
pub(super) fn count(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Why a person should look at a submission; nothing where nobody has to.
pub(super) fn for_a_person(entry: &Entry) -> Vec<Why> {
    let whole = match entry.state {
        State::Fault => Some(Why::Fault),
        State::Review => Some(Why::Review),
        State::NotBuilt => Some(Why::NotBuilt),
        State::NoSource if entry.is_missing() => None,
        State::NoSource => Some(Why::NoSource),
        State::Graded if entry.open > 0.0 => Some(Why::Open),
        State::Graded => None,
    };
    let hours_unknown = entry.is_late_by_unknown();
    whole.into_iter().chain(hours_unknown.then_some(Why::Late)).collect()
}

/// What a person is needed for, the most pressing first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Why {
    Fault,
    Review,
    NotBuilt,
    NoSource,
    Late,
    Open,
}

impl Why {
    pub(super) const ALL: [Self; 6] =
        [Self::Fault, Self::Review, Self::NotBuilt, Self::NoSource, Self::Late, Self::Open];

    /// A heading, and what to do.
    pub(super) const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Fault => (
                "The grader failed",
                "The failure is the grader's or the machine's, never a zero: run it again.",
            ),
            Self::Review => ("Review of the whole program", "Nothing was judged, or not all of it could be."),
            Self::NotBuilt => {
                ("Not built", "Look whether a small mistake stands between the program and its points.")
            }
            Self::NoSource => {
                ("No source", "Something was handed in, and nothing of it can be compiled: look what it is.")
            }
            Self::Late => ("Late, by how much is not known", "The course's system says late and not when."),
            Self::Open => (
                "Open points",
                "A rule never came up or could not be followed; its points are a person's to give.",
            ),
        }
    }
}
