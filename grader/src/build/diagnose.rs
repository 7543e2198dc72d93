//! Compiler messages as data, and how they are shown to a student.

use crate::submission::Program;
use std::fmt::Write;

/// How bad a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Error,
    Warning,
}

/// A place in one of the student's files; line and column from 1, the column 0 if unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// One message of a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Diagnostic {
    pub(super) level: Level,
    /// Where in the student's files; none for a message about the whole.
    pub(super) place: Option<Place>,
    pub(super) message: String,
    /// What stands beside the caret.
    pub(super) label: String,
}

impl Diagnostic {
    /// An error about no place in particular.
    pub(super) fn error(message: String) -> Self {
        Diagnostic { level: Level::Error, place: None, message, label: String::new() }
    }
}

/// How many errors are shown.
const ERRORS: usize = 3;
/// How many warnings are listed.
const WARNINGS: usize = 5;
/// The longest message shown, in characters.
const MESSAGE: usize = 300;
/// The widest piece of a source line shown, in characters.
const LINE: usize = 100;

/// The first errors, each with its source line and a caret, and how many more there are.
pub(super) fn render(diagnostics: &[Diagnostic], program: &Program) -> String {
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|one| one.level == Level::Error).collect();
    let mut text = String::new();
    for error in errors.iter().take(ERRORS) {
        let _ = writeln!(text, "{}", headline(error));
        if let Some(place) = &error.place {
            text.push_str(&excerpt(place, &error.label, program));
        }
    }
    if errors.len() > ERRORS {
        let more = errors.len() - ERRORS;
        let _ = writeln!(text, "and {more} more error{}", if more == 1 { "" } else { "s" });
    }
    text.truncate(text.trim_end().len());
    if text.is_empty() { "the compiler failed without naming an error".to_owned() } else { text }
}

/// The first warnings, a line each.
pub(super) fn warnings(diagnostics: &[Diagnostic]) -> Vec<String> {
    let all = diagnostics.iter().filter(|one| one.level == Level::Warning && one.place.is_some());
    all.take(WARNINGS).map(headline).collect()
}

fn headline(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.level {
        Level::Error => "error",
        Level::Warning => "warning",
    };
    let message = shorten(&diagnostic.message);
    match &diagnostic.place {
        Some(Place { file, line, column: 0 }) => format!("{file}:{line}: {level}: {message}"),
        Some(Place { file, line, column }) => format!("{file}:{line}:{column}: {level}: {message}"),
        None => format!("{level}: {message}"),
    }
}

fn shorten(message: &str) -> String {
    let clean: String =
        message.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MESSAGE + 1).collect();
    if clean.chars().count() <= MESSAGE {
        return clean;
    }
    clean.chars().take(MESSAGE).chain("…".chars()).collect()
}

/// The source line of a place with a caret under its column; nothing if the student's files have no such line. Of a
/// long line only the piece around the column is shown.
fn excerpt(place: &Place, label: &str, program: &Program) -> String {
    let file = program.files().find(|file| file.path == place.file);
    let Some(line) = file.and_then(|file| file.text.lines().nth(place.line.checked_sub(1)?)) else {
        return String::new();
    };
    let chars: Vec<char> = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let at = place.column.saturating_sub(1).min(chars.len());
    let start = if chars.len() <= LINE { 0 } else { at.saturating_sub(LINE / 2) };
    let end = chars.len().min(start + LINE);
    let piece: String = chars[start..end].iter().collect();
    let number = place.line.to_string();
    let mut text = format!("{number:>5} | {}\n", piece.trim_end());
    if place.column > 0 {
        let label = if label.is_empty() { String::new() } else { format!(" {}", shorten(label)) };
        let _ = writeln!(text, "      | {}^{label}", " ".repeat(at - start));
    }
    text
}
