//! A class's grades in the forms that other systems read.
//!
//! Each form is a pure function from a [`Gradebook`], and the text of the file that is filled in, to text. Whatever came
//! from a student is shown and never obeyed: control characters by [`harmless`](fn@super::harmless), and what a form
//! treats as its own by that form's escapes.

mod annotations;
mod canvas;
mod escape;
mod feedback;
mod github;
mod gradescope;
mod junit;
mod markdown;
mod moodle;
mod roster;
mod sheet;
mod table;
mod words;

use crate::assignment::Assignment;
use crate::grade::{CheckEntry, Entry, State};
use crate::report::{harmless_line, number, rule};

pub use annotations::annotations;
pub use canvas::{CanvasColumn, canvas};
pub use feedback::{Feedback, Naming, feedback};
pub use github::github;
pub use gradescope::{gradescope, gradescope_failure};
pub use junit::junit;
pub use markdown::markdown;
pub use moodle::{MoodleColumn, moodle};
pub use table::table;

#[cfg(doc)]
use crate::report::Gradebook;

/// An export, and what a person should know of how it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The file's text.
    pub text: String,
    /// What was left out and why, a line each.
    pub notes: Vec<String>,
}

/// The file that an export is filled into.
#[derive(Debug, Clone, Copy)]
pub struct Filled<'a> {
    /// How it is named to people.
    pub name: &'a str,
    /// What is in it.
    pub text: &'a str,
}

/// An export cannot be made.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ExportError {
    /// The file to fill in is not what it should be.
    #[error("{file}: {what}")]
    Unfit {
        /// The file.
        file: String,
        /// What is wrong, and what to do next.
        what: String,
    },
    /// It is not clear which column takes the grades.
    #[error("{file}: {why}; name one with --column \"TITLE\":\n  {}", columns.join("\n  "))]
    Column {
        /// The file.
        file: String,
        /// Why.
        why: String,
        /// The columns there are.
        columns: Vec<String>,
    },
}

/// Where the titles of rules are found.
#[derive(Clone, Copy)]
pub struct Titles<'a> {
    assignments: &'a [&'a dyn Assignment],
}

impl<'a> Titles<'a> {
    /// The titles of these assignments' rules.
    pub fn new(assignments: &'a [&'a dyn Assignment]) -> Self {
        Self { assignments }
    }

    /// A rule in words; its id where the catalogue does not have it.
    fn of(self, entry: &Entry, check: &CheckEntry) -> String {
        if check.hidden && check.id.starts_with("hidden-") {
            return "A hidden check".to_owned();
        }
        match rule(self.assignments, entry.assignment.as_deref(), &check.id) {
            Some(rule) => rule.title.to_owned(),
            None => harmless_line(&check.id),
        }
    }
}

/// All points a student has, those beyond the possible ones included.
fn earned(entry: &Entry) -> f64 {
    // Adding zero turns -0.0 into 0.0.
    ((entry.points + entry.extra) * 100.0).round() / 100.0 + 0.0
}

/// The points in a form that has one maximum for all: those of a program that some rules are not asked of are the same
/// share of it.
fn scaled(entry: &Entry) -> f64 {
    match entry.full.filter(|_| entry.possible > 0.0) {
        Some(full) => (earned(entry) * full / entry.possible * 100.0).round() / 100.0 + 0.0,
        None => earned(entry),
    }
}

/// What is said where points were scaled.
fn scaled_note(entry: &Entry) -> Option<String> {
    let full = entry.full.filter(|_| entry.possible > 0.0)?;
    let (points, possible) = (number(earned(entry)), number(entry.possible));
    Some(format!(
        "{}: {points} of {possible} are written as {} of {}: not every rule is asked of this program",
        called(entry),
        number(scaled(entry)),
        number(full)
    ))
}

/// Why a grade cannot stand yet; none where it can.
fn pending(entry: &Entry) -> Option<String> {
    let ruled = entry.is_ruled();
    match entry.state {
        State::Fault if !ruled => Some("the grader failed on it".to_owned()),
        State::Review if !ruled => Some("a person must look at it first".to_owned()),
        State::NoSource if entry.is_unread() => {
            Some("what was handed in is no source file: a person must look at it first".to_owned())
        }
        _ if entry.is_late_by_unknown() => Some("it is late, and by how much is not known".to_owned()),
        _ if entry.open > 0.0 => Some(format!("{} points are still open", number(entry.open))),
        _ => None,
    }
}

/// Why a grade is not written; with `open` one with open points is, as far as its points are certain.
fn held_back(entry: &Entry, open: bool) -> Option<String> {
    pending(entry).filter(|_| !open || entry.state != State::Graded)
}

/// People in a list, the first few by name.
fn listed(names: &[String]) -> String {
    const NAMED: usize = 12;
    match names.len().checked_sub(NAMED) {
        Some(more) if more > 1 => format!("{} and {more} more", names[..NAMED].join(", ")),
        _ => names.join(", "),
    }
}

/// What is said of those who handed in nothing.
fn missing_note(names: &[String], zeros: bool) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let what = if zeros { "get 0" } else { "are left as they are (--zeros writes 0 for them)" };
    let count = names.len();
    Some(format!("handed in nothing, and {what}: {count}, {}", listed(names)))
}

/// An entry for each person: one for each member of a group that handed in together.
fn by_person(entries: &[Entry]) -> Vec<Entry> {
    let mut all = Vec::new();
    for entry in entries {
        let members = &entry.hand_in.members;
        if members.len() < 2 {
            all.push(entry.clone());
            continue;
        }
        for (nth, member) in members.iter().enumerate() {
            let mut own = entry.clone();
            own.hand_in.name = Some(member.clone());
            // The number and the address are those of the first.
            if nth > 0 {
                let address = entry.hand_in.addresses.get(nth).filter(|address| !address.is_empty());
                (own.hand_in.id, own.hand_in.email) = (None, address.cloned());
            }
            all.push(own);
        }
    }
    all
}

/// Whether a person may still give a rule's points. What is only offered and never came up was not tried.
fn is_open(check: &CheckEntry) -> bool {
    check.ruling.is_none() && (check.status == "review" || check.status == "unseen" && !check.extra)
}

/// The person's name as far as it is known, else what the submission's folder or file is called.
fn called(entry: &Entry) -> String {
    harmless_line(entry.hand_in.name.as_deref().unwrap_or(&entry.student))
}

/// The word for how far a submission came.
const fn state_word(state: State) -> &'static str {
    match state {
        State::Graded => "graded",
        State::Review => "review",
        State::NotBuilt => "not built",
        State::NoSource => "no source",
        State::Fault => "fault",
    }
}
