//! Workflow commands of GitHub Actions: a note at each fault, beside the line where the source shows it.

use std::fmt::Write as _;

use super::escape::{command_data, command_property};
use super::words::{account, plain};
use super::{Titles, called, pending};
use crate::grade::{CheckEntry, EvidenceEntry};
use crate::report::{Gradebook, harmless_line};

/// A command for each failed rule, the most points first: GitHub shows ten of a step.
pub fn annotations(book: &Gradebook, titles: Titles<'_>) -> String {
    let mut commands = String::new();
    for entry in &book.entries {
        let who = if book.entries.len() > 1 { format!("{}: ", called(entry)) } else { String::new() };
        let account = account(entry, titles);
        let shown = entry.for_student();
        let mut failed: Vec<&CheckEntry> =
            shown.checks.iter().filter(|check| check.status == "fail").collect();
        failed.sort_by(|a, b| (b.possible - b.points).total_cmp(&(a.possible - a.points)));
        for (check, told) in failed.into_iter().zip(&account.failed) {
            let place = place(check);
            let title = command_property(&format!("{who}{}", told.head));
            let lines: Vec<String> =
                plain(&told.pieces).iter().map(|line| line.trim_start().to_owned()).collect();
            let _ = writeln!(commands, "::error {place}title={title}::{}", command_data(&lines.join("\n")));
        }
        if pending(entry).is_some() {
            let title = command_property(&format!("{who}No final grade yet"));
            let _ = writeln!(commands, "::warning title={title}::{}", command_data(&account.points));
        }
        let summary = command_data(&format!("{who}{}", account.points));
        let _ = writeln!(commands, "::notice title=Points::{summary}");
    }
    commands
}

/// Where the source shows it.
fn place(check: &CheckEntry) -> String {
    match &check.evidence {
        Some(EvidenceEntry::Source { file, line, .. }) => {
            format!("file={},line={line},", command_property(&harmless_line(file)))
        }
        _ => String::new(),
    }
}
