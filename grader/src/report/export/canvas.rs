//! The gradebook of Canvas, filled in.
//!
//! What Canvas reads is told by its own importer (`lib/gradebook_importer.rb` in its source): rows begin with a name and
//! a number, `Section` comes last of what names people, titles that contain one of [`DROPPED`] are no assignments, a
//! title ends in the assignment's number, and a cell `EX` excuses.

use super::roster::{Person, pair};
use super::sheet::Sheet;
use super::{
    ExportError, Exported, Filled, by_person, called, held_back, listed, missing_note, scaled, scaled_note,
};
use crate::grade::Entry;
use crate::report::{Gradebook, harmless_line, number};

/// Which column takes the grades.
#[derive(Debug, Clone, Copy, Default)]
pub struct CanvasColumn<'a> {
    /// Its title as somebody typed it, with or without its number.
    pub asked: Option<&'a str>,
    /// The assignment's title and id, which the column may be called by.
    pub assignment: Option<(&'a str, &'a str)>,
    /// Whether points that are certain are written where others are still open.
    pub open: bool,
    /// Whether those who handed in nothing get 0.
    pub zeros: bool,
    /// Whether points are written as shares where Canvas has another maximum.
    pub scale: bool,
}

/// What the title of a column of totals contains. Canvas leaves out any column whose title has one of these in it.
const DROPPED: &[&str] = &[
    "Current Score",
    "Current Points",
    "Current Grade",
    "Final Score",
    "Final Points",
    "Final Grade",
    "Override Score",
    "Override Grade",
    "Override Status",
];

/// The columns that name people.
struct Layout {
    id: usize,
    sis_user: Option<usize>,
    login: Option<usize>,
    /// Whether the name is in two columns, the last name first.
    two_names: bool,
    /// The first column after those.
    rest: usize,
}

/// Fills the grades into the file that Canvas exported: one cell of each student whose grade stands, and nothing else.
pub fn canvas(book: &Gradebook, file: Filled<'_>, wanted: CanvasColumn<'_>) -> Result<Exported, ExportError> {
    let mut sheet = Sheet::parse(file)?;
    let header: Vec<String> = sheet.values(0).into_iter().map(String::from).collect();
    let layout = layout(file, &header)?;
    let column = column(file, &header, &layout, wanted)?;
    let mut notes = doubts(&header, column);
    let (mut rows, mut people) = (Vec::new(), Vec::new());
    let mut factor = 1.0;
    for row in 1..sheet.len() {
        if sheet.value(row, 0).contains("Points Possible") {
            let cell = sheet.value(row, column);
            if cell.contains("read only") {
                notes.push("the column is read only: Canvas leaves it out".to_owned());
            }
            if let Some((there, here)) = other_maximum(&cell, book) {
                if !wanted.scale {
                    return Err(fail_maximum(file, &header[column], there, here));
                }
                factor = there / here;
                notes.push(format!(
                    "points are written as shares of {}, not of {}",
                    number(there),
                    number(here)
                ));
            }
        } else if !is_posting(&sheet, row) {
            rows.push(row);
            people.push(person(&sheet, row, &layout));
        }
    }
    let all = by_person(&book.entries);
    let entries: Vec<&Entry> = all.iter().collect();
    let paired = pair(&entries, &people);
    notes.extend(paired.notes);
    let mut has_one = vec![false; people.len()];
    let (mut replaced, mut missing) = (Vec::new(), Vec::new());
    for (entry, place) in entries.iter().zip(paired.places) {
        let Some(place) = place else { continue };
        has_one[place] = true;
        let (row, who) = (rows[place], called(entry));
        if let Some(why) = held_back(entry, wanted.open) {
            notes.push(format!("{who}: not written: {why}"));
            continue;
        }
        let before = sheet.value(row, column);
        if entry.is_missing() && !entry.is_ruled() {
            missing.push(who);
            if wanted.zeros && matches!(before.trim(), "" | "-") {
                sheet.set(row, column, "0");
            }
            continue;
        }
        let grade = number((scaled(entry) * factor * 100.0).round() / 100.0);
        notes.extend(scaled_note(entry));
        match before.trim() {
            "N/A" => notes.push(format!("{who}: not written: Canvas says the assignment is not theirs")),
            word if word.eq_ignore_ascii_case("EX") => {
                notes.push(format!("{who}: not written: excused in Canvas"));
            }
            "" | "-" => sheet.set(row, column, &grade),
            other if is_same(other, &grade) => {}
            _ => {
                replaced.push(format!("{who} {} -> {grade}", harmless_line(before.trim())));
                sheet.set(row, column, &grade);
            }
        }
    }
    if !replaced.is_empty() {
        let count = replaced.len();
        let grades = if count == 1 { "1 grade takes".to_owned() } else { format!("{count} grades take") };
        notes.push(format!("{grades} the place of others in Canvas: {}", listed(&replaced)));
    }
    notes.extend(missing_note(&missing, wanted.zeros));
    let without = people.iter().zip(has_one).filter(|(person, has)| !has && !is_test_student(person));
    notes.extend(without.map(|(person, _)| format!("{}: no submission", harmless_line(&person.name))));
    Ok(Exported { text: sheet.text(), notes })
}

/// Whether two cells say the same grade.
fn is_same(one: &str, other: &str) -> bool {
    let value = |text: &str| text.replace(',', ".").parse::<f64>().ok();
    value(one).is_some() && value(one) == value(other)
}

fn layout(file: Filled<'_>, header: &[String]) -> Result<Layout, ExportError> {
    let is = |column: usize, word: &str| header.get(column).is_some_and(|title| title.contains(word));
    let find = |word: &str| header.iter().position(|title| title.trim() == word);
    let two_names = is(0, "LastName") && is(1, "FirstName");
    let id = if two_names { 2 } else { 1 };
    let section = header.iter().position(|title| title.contains("Section"));
    match section {
        Some(section) if (two_names || is(0, "Student")) && is(id, "ID") && section > id => Ok(Layout {
            id,
            sis_user: find("SIS User ID"),
            login: find("SIS Login ID"),
            two_names,
            rest: section + 1,
        }),
        _ => Err(ExportError::Unfit {
            file: file.name.to_owned(),
            what:
                "this is not a gradebook of Canvas, whose first line begins with Student, ID and goes on to \
                   Section; in Canvas choose Grades, Export, Export Entire Gradebook"
                    .to_owned(),
        }),
    }
}

/// A title without the number that Canvas puts after it.
fn bare(title: &str) -> &str {
    let is_number = |inner: &str| !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
    match title.trim().strip_suffix(')').and_then(|title| title.rsplit_once('(')) {
        Some((title, inner)) if is_number(inner) => title.trim(),
        _ => title.trim(),
    }
}

fn is_dropped(title: &str) -> bool {
    DROPPED.iter().any(|word| title.contains(word))
}

/// The column that takes the grades: the one asked for, else the only one that is called like the assignment.
fn column(
    file: Filled<'_>,
    header: &[String],
    layout: &Layout,
    wanted: CanvasColumn<'_>,
) -> Result<usize, ExportError> {
    let all: Vec<usize> = (layout.rest..header.len()).filter(|column| !header[*column].is_empty()).collect();
    let assignments: Vec<usize> =
        all.iter().copied().filter(|column| !is_dropped(&header[*column])).collect();
    let fail = |why: String| ExportError::Column {
        file: file.name.to_owned(),
        why,
        columns: assignments.iter().map(|column| harmless_line(&header[*column])).collect(),
    };
    let only = |columns: &[usize], fits: &dyn Fn(&str) -> bool| {
        let mut found = columns.iter().copied().filter(|column| fits(&header[*column]));
        found.next().filter(|_| found.next().is_none())
    };
    if let Some(asked) = wanted.asked {
        let (asked, low) = (asked.trim(), asked.trim().to_lowercase());
        let number = format!("({asked})");
        let found = only(&all, &|title| title.trim() == asked)
            .or_else(|| only(&all, &|title| bare(title) == asked))
            .or_else(|| only(&all, &|title| title.ends_with(&number)))
            .or_else(|| only(&all, &|title| bare(title).to_lowercase() == low));
        return found.ok_or_else(|| fail(format!("there is not one column \"{}\"", harmless_line(asked))));
    }
    let Some((title, id)) = wanted.assignment else {
        return Err(fail("it is not clear which column takes the grades".to_owned()));
    };
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (full, short) = (words(title), words(id));
    let holds =
        |title: &str, wanted: &[String]| words(title).windows(wanted.len()).any(|some| some == wanted);
    only(&assignments, &|column| words(bare(column)) == full)
        .or_else(|| only(&assignments, &|column| words(bare(column)) == short))
        .or_else(|| only(&assignments, &|column| holds(bare(column), &full)))
        .or_else(|| only(&assignments, &|column| holds(bare(column), &short)))
        .ok_or_else(|| fail(format!("there is not one column that is called \"{title}\" or \"{id}\"")))
}

/// What Canvas may do with the column that was not meant.
fn doubts(header: &[String], column: usize) -> Vec<String> {
    let title = &header[column];
    let shown = harmless_line(title);
    let mut doubts = Vec::new();
    if let Some(word) = DROPPED.iter().find(|word| title.contains(*word)) {
        doubts.push(format!(
            "the column \"{shown}\": Canvas leaves out columns with \"{word}\" in their title; rename the assignment"
        ));
    }
    if bare(title) == title.trim() {
        doubts.push(format!(
            "the column \"{shown}\" has no number in parentheses: Canvas may make a new assignment of it"
        ));
    }
    if header.iter().filter(|other| *other == title).count() > 1 {
        doubts.push(format!("two columns are called \"{shown}\": Canvas reads the first for both"));
    }
    doubts
}

/// The maximum that Canvas has for the column and that of the rules, where they differ.
fn other_maximum(cell: &str, book: &Gradebook) -> Option<(f64, f64)> {
    let there: f64 = cell.trim().replace(',', ".").parse().ok().filter(|there| *there > 0.0)?;
    let here = book.entries.iter().map(|entry| entry.full.unwrap_or(entry.possible)).fold(0.0, f64::max);
    (here > 0.0 && (there - here).abs() > 0.005).then_some((there, here))
}

fn fail_maximum(file: Filled<'_>, title: &str, there: f64, here: f64) -> ExportError {
    ExportError::Unfit {
        file: file.name.to_owned(),
        what: format!(
            "the column \"{}\" has {} points in Canvas, and the rules have {}: name another one with --column, change \
             the points in Canvas and export the gradebook again, or add --scale to write shares of {}",
            harmless_line(title),
            number(there),
            number(here),
            number(there)
        ),
    }
}

/// Whether a row tells how grades are posted, or nothing at all.
fn is_posting(sheet: &Sheet<'_>, row: usize) -> bool {
    sheet.values(row).iter().all(|cell| {
        let cell = cell.trim().to_lowercase();
        cell.is_empty() || cell == "muted" || cell.starts_with("manual posting")
    })
}

fn person(sheet: &Sheet<'_>, row: usize, layout: &Layout) -> Person {
    let value = |column: usize| sheet.value(row, column).trim().to_owned();
    let name = if layout.two_names { format!("{}, {}", value(0), value(1)) } else { value(0) };
    let logins = [layout.sis_user, layout.login].into_iter().flatten().map(value).collect();
    Person { id: value(layout.id), logins, email: String::new(), name }
}

/// Canvas has a student in each course that a teacher may play.
fn is_test_student(person: &Person) -> bool {
    person.name == "Student, Test" || person.name == "Test Student"
}
