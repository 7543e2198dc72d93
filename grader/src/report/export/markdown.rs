//! A summary in Markdown: the class as a table, or what one student's rules came to.

use std::fmt::Write as _;

use super::escape::{fence, markdown as text};
use super::words::{Account, account};
use super::{Titles, called, pending, state_word};
use crate::grade::{Entry, State};
use crate::report::evidence::Piece;
use crate::report::{Gradebook, number};

/// The class as a table; a class of one as that student's page, as the student may see it.
pub fn markdown(book: &Gradebook, titles: Titles<'_>) -> String {
    match book.entries.as_slice() {
        [one] => page(one, &account(one, titles)),
        entries => class(entries, book, titles),
    }
}

fn class(entries: &[Entry], book: &Gradebook, titles: Titles<'_>) -> String {
    let mut page = format!("# {} submissions\n\n", entries.len());
    if !entries.is_empty() {
        page.push_str("| student | points | of | what to know |\n| --- | ---: | ---: | --- |\n");
    }
    for entry in entries {
        let (who, possible) = (text(&called(entry)), number(entry.possible));
        let points = text(&marks(entry));
        let _ = writeln!(page, "| {who} | {points} | {possible} | {} |", text(&known(entry, titles)));
    }
    let waiting = entries.iter().filter(|entry| pending(entry).is_some()).count();
    if waiting > 0 {
        let _ = write!(page, "\n{waiting} of them wait for a person.\n");
    }
    if !book.origin.grader.is_empty() {
        let _ = write!(page, "\nMade with {}.\n", text(&book.origin.grader));
    }
    page
}

/// The points, as in the class's report.
fn marks(entry: &Entry) -> String {
    if !matches!(entry.state, State::Graded | State::NotBuilt | State::NoSource) && pending(entry).is_some() {
        return state_word(entry.state).to_owned();
    }
    let mut marks = number(entry.points);
    if entry.open > 0.0 {
        let _ = write!(marks, "-{}", number(entry.points + entry.open));
    }
    if entry.extra > 0.0 {
        let _ = write!(marks, "+{}", number(entry.extra));
    }
    marks
}

fn known(entry: &Entry, titles: Titles<'_>) -> String {
    if entry.state != State::Graded {
        let first = entry.checks.iter().find(|check| check.status == "fail").map(|check| &check.message);
        let why = entry.remarks.first().or(first).map_or("", String::as_str);
        return format!("{}: {}", state_word(entry.state), crate::report::harmless_line(why));
    }
    let failed: Vec<String> = entry
        .checks
        .iter()
        .filter(|check| check.status == "fail")
        .map(|check| titles.of(entry, check))
        .collect();
    failed.join("; ")
}

fn page(entry: &Entry, account: &Account) -> String {
    let mut page = format!("# {}\n\n{}\n", text(&called(entry)), text(&account.points));
    list(&mut page, "Changed by a person or a date", &account.changes);
    for (heading, told) in [("What did not hold", &account.failed), ("Still to be looked at", &account.open)]
    {
        if !told.is_empty() {
            let _ = write!(page, "\n## {heading}\n");
        }
        for rule in told {
            let _ = write!(page, "\n### {}\n\n", text(&rule.head));
            for piece in &rule.pieces {
                match piece {
                    Piece::Said(said) => {
                        let _ = write!(page, "{}\n\n", text(said));
                    }
                    Piece::Kept(said) => page.push_str(&(fence(said) + "\n")),
                    Piece::Quoted(lines) => page.push_str(&(fence(&lines.join("\n")) + "\n")),
                }
            }
        }
    }
    list(&mut page, "What held", &account.held);
    list(&mut page, "Not judged, and without points", &account.skipped);
    list(&mut page, "Extra credit that was not tried", &account.untried);
    list(&mut page, "Remarks, which cost nothing", &account.remarks);
    page
}

fn list(page: &mut String, heading: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = write!(page, "\n## {heading}\n\n");
    for item in items {
        let _ = writeln!(page, "- {}", text(item));
    }
}
