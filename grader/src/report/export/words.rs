//! A grade in plain words, as its student is told of it.

use super::{Titles, earned, is_open, pending};
use crate::grade::{Adjustment, CheckEntry, Entry, State};
use crate::report::evidence::{Piece, Reader, pieces};
use crate::report::{harmless, harmless_line, number};

/// All that a student is told.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Account {
    /// The points, in a sentence.
    pub(super) points: String,
    /// What came on top or was taken, and what a person ruled; sentences.
    pub(super) changes: Vec<String>,
    /// What did not hold, the most points first.
    pub(super) failed: Vec<Told>,
    /// What a person still has to look at.
    pub(super) open: Vec<Told>,
    /// What held.
    pub(super) held: Vec<String>,
    /// What was not judged.
    pub(super) skipped: Vec<String>,
    /// Extra credit that was not tried.
    pub(super) untried: Vec<String>,
    /// What costs nothing; the reason of a review or a fault comes first.
    pub(super) remarks: Vec<String>,
}

/// One rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    /// The rule in words, with its points.
    pub(super) head: String,
    /// What the program did, and how to see it.
    pub(super) pieces: Vec<Piece>,
}

/// What the student of an entry is told.
pub(super) fn account(entry: &Entry, titles: Titles<'_>) -> Account {
    let entry = &entry.for_student();
    let with = |status: &[&str]| -> Vec<&CheckEntry> {
        entry.checks.iter().filter(|check| status.contains(&check.status.as_str())).collect()
    };
    let name = |check: &CheckEntry| titles.of(entry, check);
    let told = |checks: Vec<&CheckEntry>| checks.into_iter().map(|check| tell(check, &name(check))).collect();
    let names = |checks: Vec<&CheckEntry>| checks.into_iter().map(name).collect();
    let mut failed = with(&["fail"]);
    failed.sort_by(|a, b| (b.possible - b.points).total_cmp(&(a.possible - a.points)));
    // Of a program that nobody could judge every rule is open: one sentence says that.
    let is_unjudged = matches!(entry.state, State::Review | State::Fault);
    let open = entry.checks.iter().filter(|check| is_open(check) && !is_unjudged).collect();
    let untried = with(&["unseen"]).into_iter().filter(|check| check.extra && check.possible > 0.0).collect();
    Account {
        points: points(entry),
        changes: entry.adjustments.iter().map(change).chain(rulings(entry, titles)).collect(),
        failed: told(failed),
        open: told(open),
        held: names(with(&["pass"])),
        skipped: names(with(&["skipped"])),
        untried: names(untried),
        remarks: entry.remarks.iter().map(|remark| harmless(remark).trim().to_owned()).collect(),
    }
}

/// The points in a sentence.
pub(super) fn points(entry: &Entry) -> String {
    let possible = number(entry.possible);
    let sure = number(entry.points);
    let extra = match entry.extra {
        extra if extra > 0.0 => format!(", and {} of extra credit: {}", number(extra), number(earned(entry))),
        _ => String::new(),
    };
    let unsettled = pending(entry).is_some();
    match entry.state {
        State::Fault if unsettled => {
            "No grade yet: the grader failed on your program, which is not your fault. A person looks at it."
                .to_owned()
        }
        State::Review if unsettled => {
            "No grade yet: a person must look at your program before it has one.".to_owned()
        }
        State::NotBuilt => format!("{sure} of {possible} points: your program does not compile."),
        State::NoSource => format!("{sure} of {possible} points: there was no source file."),
        _ if entry.open > 0.0 => {
            let open = number(entry.open);
            format!("{sure} of {possible} points for certain{extra}; a person still looks at {open} more.")
        }
        _ => format!("{sure} of {possible} points{extra}."),
    }
}

/// What changed the points beside the rules, in a sentence.
pub(super) fn change(adjustment: &Adjustment) -> String {
    let sign = if adjustment.points < 0.0 { "-" } else { "+" };
    let reason = harmless_line(adjustment.reason.trim());
    format!("{sign}{} points: {reason}", number(adjustment.points.abs()))
}

/// What a person ruled on single rules.
fn rulings(entry: &Entry, titles: Titles<'_>) -> Vec<String> {
    let ruled = entry.checks.iter().filter_map(|check| Some((check, check.ruling.as_ref()?)));
    let told = |(check, ruling): (&CheckEntry, &crate::grade::Ruling)| {
        let (given, graded) = (number(check.points), number(ruling.graded));
        let reason = harmless_line(ruling.reason.trim());
        let rule = titles.of(entry, check);
        format!("A person gave {given} points in place of {graded} for \"{rule}\": {reason}")
    };
    ruled.map(told).collect()
}

fn tell(check: &CheckEntry, title: &str) -> Told {
    let worth = match check.status.as_str() {
        "fail" => format!("{} of {} points", number(check.points), number(check.possible)),
        _ => format!("{} points", number(check.possible)),
    };
    let mut told = Vec::new();
    if check.status == "unseen" {
        told.push(Piece::Said("This never came up while your program was played.".to_owned()));
    }
    if !check.message.is_empty() && !check.hidden {
        told.extend(harmless(&check.message).trim().lines().map(|line| Piece::Said(line.to_owned())));
    }
    if let Some(evidence) = &check.evidence {
        told.extend(pieces(evidence, Reader::Recipient));
    }
    Told { head: format!("{title} ({worth})"), pieces: told }
}

/// The pieces as lines of plain text with an indent; quoted lines have a bar before them.
pub(super) fn plain(pieces: &[Piece]) -> Vec<String> {
    let mut lines = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Said(said) | Piece::Kept(said) => lines.push(format!("  {said}")),
            Piece::Quoted(quoted) => lines.extend(quoted.iter().map(|line| format!("  | {line}"))),
        }
    }
    lines
}
