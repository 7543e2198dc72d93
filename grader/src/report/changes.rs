//! What differs between two gradings of a class.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::style::{FAINT, paint};
use super::{harmless, harmless_line};
use crate::grade::{CheckEntry, Entry, State, number};

/// A line for each student whose grade differs, old and new, with the rules below it; how many there are.
pub fn changes(before: &[Entry], after: &[Entry]) -> (String, usize) {
    let old: BTreeMap<&str, &Entry> = before.iter().map(|entry| (entry.student.as_str(), entry)).collect();
    let mut text = String::new();
    let mut count = 0;
    for entry in after {
        let told = match old.get(entry.student.as_str()) {
            None => Some(format!("new: {}", mark(entry))),
            Some(old) => differing(old, entry),
        };
        if let Some(told) = told {
            count += 1;
            let _ = writeln!(text, "{}: {told}", harmless_line(&entry.student));
        }
    }
    let gone = before.iter().filter(|old| after.iter().all(|entry| entry.student != old.student));
    for entry in gone {
        count += 1;
        let _ = writeln!(text, "{}: gone, was {}", harmless_line(&entry.student), mark(entry));
    }
    (text, count)
}

/// What differs for one student; nothing where only words do.
fn differing(old: &Entry, new: &Entry) -> Option<String> {
    let (was, is) = (mark(old), mark(new));
    let head = if was == is { is.clone() } else { format!("{was} -> {is}") };
    let mut lines = Vec::new();
    for check in &new.checks {
        let before = old.checks.iter().find(|before| before.id == check.id);
        match before {
            None => lines.push(format!("{}: new, {}", check.id, worth(check))),
            Some(before) if worth(before) != worth(check) => {
                let why = check
                    .ruling
                    .as_ref()
                    .map_or_else(String::new, |ruling| format!(" ({})", harmless(&ruling.reason)));
                lines.push(format!("{}: {} -> {}{why}", check.id, worth(before), worth(check)));
            }
            Some(_) => {}
        }
    }
    let gone = old.checks.iter().filter(|before| new.checks.iter().all(|check| check.id != before.id));
    lines.extend(gone.map(|check| format!("{}: gone, was {}", check.id, worth(check))));
    let adjusted = |from: &Entry, other: &Entry, word: &str| -> Vec<String> {
        let only = from.adjustments.iter().filter(|one| !other.adjustments.contains(one));
        only.map(|one| format!("{word} {}: {}", signed(one.points), harmless(&one.reason))).collect()
    };
    lines.extend(adjusted(old, new, "no more"));
    lines.extend(adjusted(new, old, "now"));
    if was == is && lines.is_empty() {
        return None;
    }
    let rows: Vec<String> = lines.iter().map(|line| format!("\n  {} {line}", paint(FAINT, "|"))).collect();
    Some(format!("{head}{}", rows.concat()))
}

/// A verdict with its points: `pass 4`, `fail 0 of 6`.
fn worth(check: &CheckEntry) -> String {
    let (points, possible) = (number(check.points), number(check.possible));
    let points = if points == possible { points } else { format!("{points} of {possible}") };
    format!("{} {points}", check.status)
}

/// The points of an entry as people write them, or its state where there are none to speak of.
pub(super) fn mark(entry: &Entry) -> String {
    let word = match entry.state {
        State::Graded => {
            let sure = number(entry.points);
            let most = number(entry.points + entry.open);
            let range = if entry.open > 0.0 { format!("{sure}-{most}") } else { sure };
            let extra = if entry.extra > 0.0 { format!("+{}", number(entry.extra)) } else { String::new() };
            return format!("{range}{extra}");
        }
        State::Review => "review",
        State::NotBuilt => "not built",
        State::NoSource => "no source",
        State::Fault => "fault",
    };
    if entry.points > 0.0 { format!("{word}, {}", number(entry.points)) } else { word.to_owned() }
}

fn signed(points: f64) -> String {
    if points < 0.0 { number(points) } else { format!("+{}", number(points)) }
}
