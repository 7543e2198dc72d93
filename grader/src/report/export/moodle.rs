//! The grading worksheet of Moodle, filled in.
//!
//! What Moodle reads is told by its own importer (`mod/assign/feedback/offline` in its source): the number in
//! `Identifier`, `Grade`, `Last modified (grade)`, and a column for each kind of feedback. A grade above the maximum is
//! left out there without a word.

use std::fmt::Write as _;

use super::escape::markup;
use super::roster::{Person, pair};
use super::sheet::Sheet;
use super::words::account;
use super::{
    ExportError, Exported, Filled, Titles, by_person, called, held_back, missing_note, scaled, scaled_note,
};
use crate::grade::Entry;
use crate::report::evidence::Piece;
use crate::report::{Gradebook, harmless_line, number};

/// Where what is.
struct Layout {
    id: usize,
    name: Option<usize>,
    email: Option<usize>,
    grade: usize,
    most: Option<usize>,
    can_change: Option<usize>,
    feedback: Option<usize>,
}

/// Which column takes the grades, and which grades.
#[derive(Debug, Clone, Copy, Default)]
pub struct MoodleColumn<'a> {
    /// Its title, where it is not in English.
    pub asked: Option<&'a str>,
    /// Whether points that are certain are written where others are still open.
    pub open: bool,
    /// Whether those who handed in nothing get 0.
    pub zeros: bool,
}

/// Fills grades and feedback into the worksheet that Moodle gave.
pub fn moodle(
    book: &Gradebook,
    file: Filled<'_>,
    titles: Titles<'_>,
    MoodleColumn { asked: column, open, zeros }: MoodleColumn<'_>,
) -> Result<Exported, ExportError> {
    let mut sheet = Sheet::parse(file)?;
    let header: Vec<String> = sheet.values(0).into_iter().map(String::from).collect();
    let layout = layout(file, &header, column)?;
    let mut notes = Vec::new();
    if layout.feedback.is_none() {
        let how =
            "switch on Feedback comments in the assignment's settings, and download the worksheet again";
        notes.push(format!("no feedback is written: the file has no column for it; {how}"));
    }
    let rows: Vec<usize> =
        (1..sheet.len()).filter(|row| !sheet.values(*row).iter().all(|cell| cell.is_empty())).collect();
    let people: Vec<Person> = rows.iter().map(|row| person(&sheet, *row, &layout)).collect();
    let all = by_person(&book.entries);
    let entries: Vec<&Entry> = all.iter().collect();
    let mut missing = Vec::new();
    let paired = pair(&entries, &people);
    notes.extend(paired.notes);
    let mut has_one = vec![false; people.len()];
    for (entry, place) in entries.iter().zip(paired.places) {
        let Some(place) = place else { continue };
        has_one[place] = true;
        let (row, who) = (rows[place], called(entry));
        if let Some(why) = held_back(entry, open) {
            notes.push(format!("{who}: not written: {why}"));
            continue;
        }
        if layout.can_change.is_some_and(|column| is_no(&sheet.value(row, column))) {
            notes.push(format!("{who}: not written: Moodle says the grade cannot be changed"));
            continue;
        }
        if entry.is_missing() && !entry.is_ruled() {
            missing.push(who);
            if zeros && matches!(sheet.value(row, layout.grade).trim(), "" | "-") {
                sheet.set(row, layout.grade, "0");
            }
            continue;
        }
        let most = layout.most.and_then(|column| value(&sheet.value(row, column)));
        let grade = within(file, sheet.line(row), entry, most, &mut notes)?;
        sheet.set(row, layout.grade, &number(grade));
        if let Some(column) = layout.feedback {
            sheet.set(row, column, &html(entry, titles));
        }
    }
    notes.extend(missing_note(&missing, zeros));
    let without = people.iter().zip(has_one).filter(|(_, has)| !has);
    notes.extend(without.map(|(person, _)| format!("{}: no submission", harmless_line(&person.name))));
    Ok(Exported { text: sheet.text(), notes })
}

/// What the column of the maximum is called in some languages; in others what is above it goes unsaid.
const MOST: [&str; 5] =
    ["Maximum Grade", "Bestwertung", "Note maximale", "Calificaci\u{f3}n m\u{e1}xima", "Valutazione massima"];

fn layout(file: Filled<'_>, header: &[String], column: Option<&str>) -> Result<Layout, ExportError> {
    let is = |title: &str, wanted: &str| title.trim().eq_ignore_ascii_case(wanted);
    let find = |wanted: &str| header.iter().position(|title| is(title, wanted));
    let grade = find(column.unwrap_or("Grade"));
    // The number comes first whatever the language.
    let id = find("Identifier").or((header.len() > 3).then_some(0));
    let feedback = find("Feedback comments")
        .or_else(|| header.iter().position(|title| title.to_lowercase().contains("feedback")));
    match (id, grade) {
        (Some(id), Some(grade)) if id != grade => Ok(Layout {
            id,
            name: find("Full name"),
            email: find("Email address"),
            grade,
            most: MOST.iter().find_map(|title| find(title)),
            can_change: find("Grade can be changed"),
            feedback,
        }),
        (Some(_), _) if header.len() > 3 => Err(ExportError::Column {
            file: file.name.to_owned(),
            why: format!(
                "there is no column \"{}\" for the grades",
                harmless_line(column.unwrap_or("Grade"))
            ),
            columns: header.iter().map(|title| harmless_line(title)).collect(),
        }),
        _ => Err(ExportError::Unfit {
            file: file.name.to_owned(),
            what:
                "this is not a grading worksheet of Moodle, whose first line begins with Identifier; in the \
                   assignment choose View all submissions, Download grading worksheet"
                    .to_owned(),
        }),
    }
}

fn person(sheet: &Sheet<'_>, row: usize, layout: &Layout) -> Person {
    let value = |column: Option<usize>| column.map(|column| sheet.value(row, column).trim().to_owned());
    // `Participant 123456`, whatever the word is in the site's language.
    let named = value(Some(layout.id)).unwrap_or_default();
    let digits = named
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |last| last + named[last..].chars().next().map_or(0, char::len_utf8));
    let name = value(layout.name).unwrap_or_else(|| named.clone());
    let email = value(layout.email).unwrap_or_default();
    Person { id: named[digits..].to_owned(), logins: Vec::new(), email, name }
}

fn value(cell: &str) -> Option<f64> {
    cell.trim().replace(',', ".").parse().ok()
}

fn is_no(cell: &str) -> bool {
    cell.trim().eq_ignore_ascii_case("no")
}

/// The grade to write: at most what Moodle takes.
fn within(
    file: Filled<'_>,
    line: usize,
    entry: &Entry,
    most: Option<f64>,
    notes: &mut Vec<String>,
) -> Result<f64, ExportError> {
    let grade = scaled(entry);
    notes.extend(scaled_note(entry));
    let Some(most) = most else { return Ok(grade) };
    let full = entry.full.unwrap_or(entry.possible);
    if full > most {
        return Err(ExportError::Unfit {
            file: format!("{}:{line}", file.name),
            what: format!(
                "the maximum grade is {} and the rules have {} points; change it in the assignment's settings \
                 in Moodle, and download the worksheet again",
                number(most),
                number(full)
            ),
        });
    }
    if grade > most {
        let (had, most) = (number(grade), number(most));
        notes.push(format!("{}: {had} points, of which Moodle takes {most}", called(entry)));
    }
    Ok(grade.min(most).max(0.0))
}

/// The feedback as HTML, on one line.
fn html(entry: &Entry, titles: Titles<'_>) -> String {
    let account = account(entry, titles);
    let mut html = format!("<p>{}</p>", markup(&account.points));
    let list = |html: &mut String, heading: &str, items: &[String]| {
        if !items.is_empty() {
            let items: Vec<String> = items.iter().map(|item| format!("<li>{}</li>", markup(item))).collect();
            let _ = write!(html, "<p>{heading}</p><ul>{}</ul>", items.concat());
        }
    };
    list(&mut html, "Changed by a person or a date:", &account.changes);
    for (heading, told) in
        [("What did not hold:", &account.failed), ("Still to be looked at:", &account.open)]
    {
        if !told.is_empty() {
            let _ = write!(html, "<p>{heading}</p>");
        }
        for rule in told {
            let _ = write!(html, "<p><b>{}</b>", markup(&rule.head));
            html.push_str(&pieces(&rule.pieces));
        }
    }
    list(&mut html, "What held:", &account.held);
    list(&mut html, "Not judged, and without points:", &account.skipped);
    list(&mut html, "Extra credit that was not tried:", &account.untried);
    list(&mut html, "Remarks, which cost nothing:", &account.remarks);
    html
}

/// What goes on within a paragraph and ends it.
fn pieces(pieces: &[Piece]) -> String {
    let mut html = String::new();
    let mut is_open = true;
    for piece in pieces {
        match piece {
            Piece::Said(said) | Piece::Kept(said) => {
                html.push_str(if is_open { "<br>" } else { "<p>" });
                is_open = true;
                html.push_str(&markup(said));
            }
            Piece::Quoted(lines) => {
                html.push_str(if is_open { "</p><pre>" } else { "<pre>" });
                is_open = false;
                let lines: Vec<String> = lines.iter().map(|line| markup(line)).collect();
                // A cell may have several lines, but not every program that fills in worksheets knows it.
                html.push_str(&lines.join("<br>"));
                html.push_str("</pre>");
            }
        }
    }
    html.push_str(if is_open { "</p>" } else { "" });
    html
}
