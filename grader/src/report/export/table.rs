//! A plain table: a row for each student, for any program that reads commas.

use super::escape::{cell, no_formula};
use super::words::change;
use super::{earned, is_open, state_word};
use crate::grade::Entry;
use crate::report::{Gradebook, harmless_line, number};

const COLUMNS: &[&str] = &[
    "student",
    "name",
    "id",
    "email",
    "section",
    "members",
    "submitted",
    "late",
    "assignment",
    "language",
    "state",
    "points",
    "open",
    "possible",
    "extra",
    "total",
    "failed",
    "to look at",
    "changes",
    "remarks",
];

/// The class as a table with commas; with `rules` a column for the points of each rule. Text that a spreadsheet would
/// take for a formula stands behind an apostrophe, and every row is one line.
pub fn table(book: &Gradebook, rules: bool) -> String {
    let ids = if rules { ids(book) } else { Vec::new() };
    let header = COLUMNS.iter().map(|title| (*title).to_owned()).chain(ids.iter().map(|id| text(id)));
    let mut table = line(header);
    for entry in &book.entries {
        let points = ids.iter().map(|id| points(entry, id));
        table.push_str(&line(columns(entry).into_iter().chain(points)));
    }
    table
}

fn line(values: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = values.map(|value| cell(&value, ',')).collect();
    cells.join(",") + "\n"
}

fn columns(entry: &Entry) -> Vec<String> {
    let hand_in = &entry.hand_in;
    let some = |value: &Option<String>| text(value.as_deref().unwrap_or_default());
    let failed = entry.checks.iter().filter(|check| check.status == "fail").map(|check| check.id.as_str());
    let failed = text(&failed.collect::<Vec<_>>().join(" "));
    let open = entry.checks.iter().filter(|check| is_open(check)).map(|check| check.id.as_str());
    let open = text(&open.collect::<Vec<_>>().join(" "));
    let joined = |parts: Vec<String>| text(&parts.join("; "));
    vec![
        text(&entry.student),
        some(&hand_in.name),
        some(&hand_in.id),
        some(&hand_in.email),
        some(&hand_in.section),
        joined(hand_in.members.clone()),
        some(&hand_in.submitted),
        if hand_in.late { "late".to_owned() } else { String::new() },
        some(&entry.assignment),
        some(&entry.language),
        state_word(entry.state).to_owned(),
        number(entry.points),
        number(entry.open),
        number(entry.possible),
        number(entry.extra),
        number(earned(entry)),
        failed,
        open,
        joined(entry.adjustments.iter().map(change).collect()),
        joined(entry.remarks.clone()),
    ]
}

/// A cell of text: one line, and no formula.
fn text(value: &str) -> String {
    no_formula(&harmless_line(value))
}

/// The rules of all entries, in the order they come up.
fn ids(book: &Gradebook) -> Vec<String> {
    let mut known = std::collections::BTreeSet::new();
    let checks = book.entries.iter().flat_map(|entry| &entry.checks);
    checks.filter(|check| known.insert(check.id.as_str())).map(|check| check.id.clone()).collect()
}

/// The points of a rule; nothing where they are open or the rule is not of this assignment.
fn points(entry: &Entry, id: &str) -> String {
    let check = entry.checks.iter().find(|check| check.id == id);
    check.filter(|check| !is_open(check)).map_or_else(String::new, |check| number(check.points))
}
