//! One student's screen.

use std::fmt::Write as _;

use super::evidence::{Reader, evidence};
use super::style::{BAD, FAINT, GOOD, OPEN, paint};
use super::{harmless, harmless_line, number, points};
use crate::assignment::{RuleEntry, Status};
use crate::grade::{BUILDS_RULE, Graded, Scored, State};

/// What passed, and for each fault: the rule in plain words, what the program did, what was expected, and how to see
/// it again.
pub fn student(graded: &Graded, rules: &[RuleEntry]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", headline(graded));
    let passed = with(graded, Status::Pass);
    if !passed.is_empty() {
        let _ = writeln!(text, "{} {}", paint(GOOD, &format!("{} passed:", passed.len())), ids(&passed));
    }
    let skipped = with(graded, Status::Skipped);
    if !skipped.is_empty() {
        let _ = writeln!(
            text,
            "{} {}",
            paint(FAINT, &format!("{} not judged, because they rest on another rule:", skipped.len())),
            ids(&skipped)
        );
    }
    let unseen = with(graded, Status::Unseen);
    if !unseen.is_empty() {
        let _ =
            writeln!(text, "{} {}", paint(OPEN, &format!("{} never came up:", unseen.len())), ids(&unseen));
    }
    if graded.state != State::Review && graded.state != State::Fault {
        for scored in with(graded, Status::Fail).into_iter().chain(with(graded, Status::Review)) {
            text.push_str(&fault(scored, rules));
        }
    }
    for remark in &graded.remarks {
        let _ = writeln!(text, "\n{} {}", paint(FAINT, "remark:"), harmless(remark).trim_end());
    }
    text
}

fn headline(graded: &Graded) -> String {
    let whose = harmless_line(&graded.whose.path);
    match graded.state {
        State::Graded => {
            format!("{whose}: {} of {} points", points(graded), number(graded.possible))
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

fn ids(checks: &[&Scored]) -> String {
    checks.iter().map(|scored| scored.check.id).collect::<Vec<_>>().join(", ")
}

fn fault(scored: &Scored, rules: &[RuleEntry]) -> String {
    let check = &scored.check;
    let style = if check.status == Status::Fail { BAD } else { OPEN };
    let all = std::iter::once(&BUILDS_RULE).chain(rules);
    let title = all.into_iter().find(|rule| rule.id == check.id).map_or("", |rule| rule.title);
    let head = format!("{} ({} points): {title}", paint(style, check.id), number(scored.possible));
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
