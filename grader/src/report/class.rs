//! The report on a class.

use std::fmt::Write as _;

use anstyle::Style;

use super::evidence::{Reader, evidence};
use super::style::{BAD, FAINT, GOOD, OPEN, STRONG, paint};
use super::{harmless, harmless_line, number, points};
use crate::assignment::Status;
use crate::grade::{Graded, Scored, State};

/// One line for each student, then the proof of each failed rule, then remarks.
pub fn class(class: &[Graded]) -> String {
    let name_width =
        class.iter().map(|graded| name(graded).chars().count()).max().unwrap_or(0).min(NAME_WIDTH);
    let mark_width = class.iter().map(|graded| mark(graded).0.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for graded in class {
        let name = name(graded);
        let (mark, style) = mark(graded);
        let gap = " ".repeat(name_width.saturating_sub(name.chars().count()) + 2);
        let mark_gap = " ".repeat(mark_width - mark.chars().count());
        let row = format!("{name}{gap}{mark_gap}{}  {}", paint(style, &mark), remarkable(graded));
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text.push_str(&rulings(class));
    for graded in class.iter().filter(|graded| !has_own_reason(graded)) {
        let told = |scored: &&Scored| matches!(scored.check.status, Status::Fail | Status::Review);
        let ruled = |scored: &&Scored| scored.ruling.is_some();
        for scored in graded.checks.iter().filter(told).filter(|scored| !ruled(scored)) {
            text.push_str(&rule(graded, scored));
        }
    }
    text.push_str(&remarks(class));
    let _ = write!(text, "\n{}", summary(class));
    text
}

/// A longer name moves its own line only.
const NAME_WIDTH: usize = 40;

/// What people ruled, and what changed points beside the rules.
fn rulings(class: &[Graded]) -> String {
    let mut text = String::new();
    for graded in class {
        for scored in &graded.checks {
            let Some(ruling) = &scored.ruling else { continue };
            let (points, before) = (number(scored.points), number(ruling.graded));
            let id = scored.check.id;
            let reason = harmless_line(&ruling.reason);
            let _ = writeln!(text, "  {}: {id} {points} in place of {before}: {reason}", name(graded));
        }
        for adjustment in &graded.adjustments {
            let sign = if adjustment.points < 0.0 { "" } else { "+" };
            let points = number(adjustment.points);
            let _ =
                writeln!(text, "  {}: {sign}{points}: {}", name(graded), harmless_line(&adjustment.reason));
        }
    }
    if text.is_empty() { text } else { format!("\n{}\n{text}", paint(FAINT, "Rulings and adjustments:")) }
}

fn name(graded: &Graded) -> String {
    harmless_line(&graded.whose.student)
}

/// The points, or the state where there are none to speak of.
fn mark(graded: &Graded) -> (String, Style) {
    match graded.state {
        State::Graded if graded.open > 0.0 => (points(graded), OPEN),
        State::Graded if graded.points < graded.possible => (points(graded), BAD),
        State::Graded => (points(graded), GOOD),
        State::Review => ("review".to_owned(), OPEN),
        State::NotBuilt => ("not built".to_owned(), BAD),
        State::NoSource => ("no source".to_owned(), BAD),
        State::Fault => ("fault".to_owned(), STRONG),
    }
}

/// What a line says after the points: failed rules, what needs a person.
fn remarkable(graded: &Graded) -> String {
    if graded.state != State::Graded {
        let builds = graded.checks.iter().find(|scored| scored.check.status == Status::Fail);
        // Of a program that does not compile a remark is one on how it was handed in.
        let own = graded.remarks.first().filter(|_| graded.state != State::NotBuilt);
        let why = own.or(builds.map(|scored| &scored.check.message));
        return harmless_line(why.and_then(|why| why.lines().next()).unwrap_or_default());
    }
    let mut parts = Vec::new();
    let failed = ids(graded, |scored| scored.check.status == Status::Fail && scored.ruling.is_none());
    if !failed.is_empty() {
        parts.push(format!("fails {failed}"));
    }
    // A rule that rests on a failed one earns nothing either: without it the points would not add up.
    let skipped = ids(graded, |scored| scored.check.status == Status::Skipped && scored.possible > 0.0);
    if !skipped.is_empty() && graded.state == State::Graded {
        parts.push(format!("not judged: {skipped}"));
    }
    if graded.whose.hand_in.late {
        parts.push("handed in late".to_owned());
    }
    for (status, word) in [(Status::Review, "to look at"), (Status::Unseen, "never came up")] {
        let open = ids(graded, |scored| scored.check.status == status && scored.is_open());
        if !open.is_empty() {
            parts.push(format!("{word}: {open}"));
        }
    }
    parts.join("; ")
}

/// The ids of some checks.
fn ids(graded: &Graded, wanted: impl Fn(&Scored) -> bool) -> String {
    let ids: Vec<&str> =
        graded.checks.iter().filter(|scored| wanted(scored)).map(|scored| scored.check.id).collect();
    shortened(&ids)
}

/// Whether the first remark is why there are no verdicts; the student's line tells it already.
fn has_own_reason(graded: &Graded) -> bool {
    matches!(graded.state, State::Review | State::Fault | State::NoSource)
}

/// What costs nothing but should be known: each remark once, with those it is about.
fn remarks(class: &[Graded]) -> String {
    let mut told: Vec<(&str, Vec<String>)> = Vec::new();
    for graded in class {
        for remark in graded.remarks.iter().skip(usize::from(has_own_reason(graded))) {
            match told.iter_mut().find(|(known, _)| *known == remark.as_str()) {
                Some((_, names)) => names.push(name(graded)),
                None => told.push((remark, vec![name(graded)])),
            }
        }
    }
    if told.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint(FAINT, "Remarks, which cost nothing:"));
    for (remark, names) in told {
        let _ = writeln!(text, "  {}: {}", shortened(&names), harmless(remark).trim_end());
    }
    text
}

/// Names in a row; a long row is cut, the whole of it being in `results.json`.
fn shortened<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 6;
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.len().checked_sub(SHOWN) {
        Some(more) if more > 1 => format!("{} and {more} more", names[..SHOWN].join(", ")),
        _ => names.join(", "),
    }
}

fn rule(graded: &Graded, scored: &Scored) -> String {
    let check = &scored.check;
    let worth = number(scored.possible);
    let style = if check.status == Status::Fail { BAD } else { OPEN };
    let broken = if check.seen > 1 && check.broken > 0 {
        format!(", {} of {}", check.broken, check.seen)
    } else {
        String::new()
    };
    let head = format!("\n{}: {} ({worth} points{broken})", name(graded), paint(style, check.id));
    let mut text = format!("{head}: {}\n", harmless(&check.message).trim_end());
    if let Some(proof) = &check.evidence {
        text.push_str(&evidence(proof, Reader::Teacher, None));
    }
    text
}

/// How many there are of each kind.
fn summary(class: &[Graded]) -> String {
    let count = |state: State| class.iter().filter(|graded| graded.state == state).count();
    let open = class.iter().filter(|graded| graded.state == State::Graded && graded.open > 0.0).count();
    let parts = [
        (count(State::Graded), "graded"),
        (open, "of these with open points"),
        (count(State::Review), "to look at"),
        (count(State::NotBuilt), "not built"),
        (count(State::NoSource), "without source"),
        (count(State::Fault), "on which the grader failed"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    let all = class.len();
    let noun = if all == 1 { "submission" } else { "submissions" };
    if told.is_empty() { format!("{all} {noun}\n") } else { format!("{all} {noun}: {}\n", told.join(", ")) }
}
