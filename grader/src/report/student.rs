//! One student's screen.

use std::fmt::Write as _;

use anstyle::Style;

use super::evidence::{Reader, evidence};
use super::style::{BAD, FAINT, GOOD, OPEN, paint};
use super::{asked_points, harmless, harmless_line, number};
use crate::assignment::{RuleEntry, Status};
use crate::grade::{BUILDS_RULE, Graded, Scored, State};

/// How wide lists of rules are.
const WIDTH: usize = 100;

/// What passed, and for each fault: the rule in plain words, what the program did, what was expected, and how to see
/// it again.
pub fn student(graded: &Graded, rules: &[RuleEntry]) -> String {
    let mut text = format!("{}\n", headline(graded));
    list(&mut text, GOOD, "passed", &with(graded, Status::Pass));
    list(&mut text, FAINT, "not judged and without points", &with(graded, Status::Skipped));
    let (offered, asked): (Vec<_>, Vec<_>) =
        with(graded, Status::Unseen).into_iter().partition(|scored| scored.extra);
    list(&mut text, OPEN, "never came up in play, left to a person", &asked);
    list(&mut text, FAINT, "of extra credit, not attempted", &offered);
    if graded.state != State::Review && graded.state != State::Fault {
        for scored in with(graded, Status::Fail).into_iter().chain(with(graded, Status::Review)) {
            text.push_str(&fault(scored, rules));
        }
    }
    let own_reason = matches!(graded.state, State::Review | State::Fault | State::NoSource);
    for (index, remark) in graded.remarks.iter().enumerate() {
        let head = if own_reason && index == 0 { "why:" } else { "remark, which costs nothing:" };
        let _ = writeln!(text, "\n{} {}", paint(FAINT, head), harmless(remark).trim_end());
    }
    text
}

/// A heading with the number of rules, and their ids below it.
fn list(text: &mut String, style: Style, heading: &str, checks: &[&Scored]) {
    if checks.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}", paint(style, &format!("{} {heading}:", checks.len())));
    let mut line = String::from(" ");
    for (index, scored) in checks.iter().enumerate() {
        let comma = if index + 1 < checks.len() { "," } else { "" };
        if line.len() + scored.check.id.len() + 2 > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from(" ");
        }
        let _ = write!(line, " {}{comma}", scored.check.id);
    }
    let _ = writeln!(text, "{line}");
}

fn headline(graded: &Graded) -> String {
    let whose = harmless_line(&graded.whose.path);
    match graded.state {
        State::Graded => {
            let extra = if graded.extra > 0.0 {
                format!(", and {} of extra credit", number(graded.extra))
            } else {
                String::new()
            };
            format!("{whose}: {} of {} points{extra}", asked_points(graded), number(graded.possible))
        }
        State::Review => format!("{whose}: a person must look at this"),
        State::NotBuilt => format!("{whose}: it does not compile"),
        State::NoSource => format!("{whose}: there is no source file"),
        State::Fault => format!("{whose}: the grader failed, which is not your fault"),
    }
}

fn with(graded: &Graded, status: Status) -> Vec<&Scored> {
    graded.checks.iter().filter(|scored| scored.check.status == status).collect()
}

fn fault(scored: &Scored, rules: &[RuleEntry]) -> String {
    let check = &scored.check;
    let style = if check.status == Status::Fail { BAD } else { OPEN };
    let all = std::iter::once(&BUILDS_RULE).chain(rules);
    let title = all.into_iter().find(|rule| rule.id == check.id).map_or("", |rule| rule.title);
    let word = if check.status == Status::Fail { "failed" } else { "to be looked at" };
    let head = format!(
        "{} ({} points): {title}",
        paint(style, &format!("{word}: {}", check.id)),
        number(scored.possible)
    );
    let mut text = format!("\n{}\n", head.trim_end_matches([' ', ':']));
    for line in harmless(&check.message).trim_end().lines() {
        let _ = writeln!(text, "  {line}");
    }
    if let Some(proof) = &check.evidence {
        text.push_str(&evidence(proof, Reader::Student));
    }
    if check.status == Status::Fail {
        let _ = writeln!(text, "  the whole rule: grader explain {}", check.id);
    }
    text
}
