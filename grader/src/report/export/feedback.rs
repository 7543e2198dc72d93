//! A file for each student, ready to be sent.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::roster::download_parts;
use super::words::{Account, account};
use super::{Titles, called};
use crate::grade::Entry;
use crate::report::evidence::Piece;
use crate::report::wrap::wrap;
use crate::report::{Gradebook, harmless_line};

/// A student's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// The student, as the results name them.
    pub student: String,
    /// Its name, below the folder for all of them; folders are separated by a slash.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// How wide its lines are.
const WIDTH: usize = 80;
/// Names that Windows keeps for devices, whatever follows a dot.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];
/// The most characters of a name: file systems take 255 bytes.
const NAME: usize = 80;

/// How the files are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming<'a> {
    /// Like the submissions in the results.
    Plain,
    /// Each in a folder that Moodle knows by the student's number in it.
    Moodle,
    /// Like these files of Canvas's download, which it knows by the numbers in their names.
    Canvas(&'a [String]),
}

/// A text for each student, in plain words, and notes on who has none or one that the course's system will not know.
pub fn feedback(book: &Gradebook, titles: Titles<'_>, naming: Naming<'_>) -> (Vec<Feedback>, Vec<String>) {
    let (mut files, mut notes, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
    for entry in &book.entries {
        let path = match naming {
            Naming::Plain => Some(file(entry)),
            Naming::Moodle => folder(entry),
            Naming::Canvas(names) => Some(like(entry, names).unwrap_or_else(|| {
                notes.push(format!(
                    "{}: no file of the download fits: Canvas will not know whose it is",
                    called(entry)
                ));
                file(entry)
            })),
        };
        let Some(path) = path else {
            notes.push(format!("{}: no file: the participant's number is not known", called(entry)));
            continue;
        };
        let path = apart(&path, &mut taken);
        let path =
            if naming == Naming::Moodle { format!("{path}/feedback.txt") } else { format!("{path}.txt") };
        files.push(Feedback { student: entry.student.clone(), path, text: letter(entry, book, titles) });
    }
    (files, notes)
}

/// The name, without its ending, of the download's file that has the student's number.
fn like(entry: &Entry, names: &[String]) -> Option<String> {
    let own = download_parts(&entry.student).map(|(_, id)| id);
    let id = entry.hand_in.id.as_deref().or(own)?;
    let stem = |name: &'_ str| name.rsplit_once('.').map_or(name.to_owned(), |(stem, _)| stem.to_owned());
    let fits = |name: &&String| match download_parts(name) {
        Some((_, number)) => number == id,
        None => has_id(name, id),
    };
    names.iter().find(fits).map(|name| safe(&stem(name)))
}

/// Whether Canvas put this id into the name of a file: `anon_x7Kd2_67890_main.cpp` where students are anonymous, and
/// `van_dyk_12_345_main.cpp` where blanks of a name became lines.
fn has_id(name: &str, id: &str) -> bool {
    let own = format!("_{id}_");
    name.match_indices(&own).any(|(at, _)| {
        let rest = &name[at + own.len()..];
        let rest = rest.strip_prefix("LATE_").unwrap_or(rest);
        let file = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        at > 0 && (matches!(rest, "text.html" | "link.html") || (file != rest && file.starts_with('_')))
    })
}

fn file(entry: &Entry) -> String {
    safe(&entry.student)
}

/// `Jane Doe_123456_assignsubmission_file_`, as Moodle's own download has it.
fn folder(entry: &Entry) -> Option<String> {
    let from_name = || {
        let mut parts = entry.student.split('_');
        let (_, number, kind) = (parts.next()?, parts.next()?, parts.next()?);
        kind.starts_with("assign").then(|| number.to_owned())
    };
    let id = entry.hand_in.id.clone().or_else(from_name)?;
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let name = safe(&called(entry)).replace('_', "-");
    is_number.then(|| format!("{name}_{id}_assignsubmission_file_"))
}

/// A name that every file system takes and no shell or archive reads as anything else.
fn safe(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || " ._-+,".contains(c) { c } else { '-' };
    let name: String = harmless_line(name).chars().map(plain).take(NAME).collect();
    let name = name.trim_matches(|c: char| c == '.' || c == ' ' || c == '-');
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    match name {
        "" => "student".to_owned(),
        name if DEVICES.contains(&stem) => format!("student {name}"),
        name => name.to_owned(),
    }
}

/// A name that no other file has, in whatever letters.
fn apart(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while !taken.insert(unique.to_lowercase()) {
        unique = format!("{name}-{number}");
        number += 1;
    }
    unique
}

fn letter(entry: &Entry, book: &Gradebook, titles: Titles<'_>) -> String {
    let account = account(entry, titles);
    let mut text = wrap(&called(entry), WIDTH, "", "");
    if let Some(submitted) = &entry.hand_in.submitted {
        let late = if entry.hand_in.late { ", late" } else { "" };
        let _ = writeln!(text, "handed in {}{late}", harmless_line(submitted));
    }
    let _ = write!(text, "\n{}", wrap(&account.points, WIDTH, "", ""));
    for change in &account.changes {
        text.push_str(&wrap(change, WIDTH, "  ", "    "));
    }
    rules(&mut text, &account);
    for (heading, items) in [
        ("What held:", &account.held),
        ("Not judged, and without points:", &account.skipped),
        ("Extra credit that was not tried:", &account.untried),
        ("Remarks, which cost nothing:", &account.remarks),
    ] {
        list(&mut text, heading, items);
    }
    if !book.origin.grader.is_empty() {
        let _ = write!(
            text,
            "\n{}",
            wrap(&format!("Judged with {}.", harmless_line(&book.origin.grader)), WIDTH, "", "")
        );
    }
    text
}

fn rules(text: &mut String, account: &Account) {
    for (heading, told) in [("What did not hold", &account.failed), ("Still to be looked at", &account.open)]
    {
        if !told.is_empty() {
            let _ = write!(text, "\n{heading}\n{}\n", "-".repeat(heading.len()));
        }
        for rule in told {
            let _ = write!(text, "\n{}", wrap(&rule.head, WIDTH, "", "  "));
            for piece in &rule.pieces {
                match piece {
                    Piece::Said(said) => text.push_str(&wrap(said, WIDTH, "  ", "    ")),
                    Piece::Kept(said) => {
                        let _ = writeln!(text, "  {said}");
                    }
                    Piece::Quoted(lines) => {
                        for line in lines {
                            let _ = writeln!(text, "  | {line}");
                        }
                    }
                }
            }
        }
    }
}

fn list(text: &mut String, heading: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = write!(text, "\n{heading}\n");
    for item in items {
        text.push_str(&wrap(item, WIDTH, "  - ", "    "));
    }
}
