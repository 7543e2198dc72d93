//! The catalogue of rules.

use std::fmt::Write as _;

use super::style::{FAINT, STRONG, paint};
use crate::assignment::RuleEntry;

/// All rules of an assignment, one line each.
pub fn catalogue(assignment: &str, rules: &[&RuleEntry]) -> String {
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let mut text = format!("{}\n", paint(STRONG, assignment));
    for rule in rules {
        let gap = " ".repeat(width - rule.id.len());
        let _ = writeln!(text, "  {}{gap}  {}", rule.id, rule.title);
    }
    text
}

/// One rule of some assignments: what is asked, what breaks it, what is accepted.
pub fn entry(assignments: &[&str], rule: &RuleEntry) -> String {
    let head = format!("{}: {}", paint(STRONG, rule.id), rule.title);
    // Lines of a doc comment begin with a blank.
    let lines: Vec<&str> =
        rule.doc.trim().lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    format!("{head} {}\n\n{}\n", paint(FAINT, &format!("({})", assignments.join(", "))), lines.join("\n"))
}
