//! Reads what `rustc` prints as JSON, alone or through Cargo.

use super::diagnose::{Diagnostic, Level, Place};
use crate::submission::Program;
use serde::Deserialize;
use std::collections::BTreeSet;

/// A message of the compiler; the fields used here.
#[derive(Debug, Deserialize)]
struct Message {
    #[serde(rename = "message")]
    text: String,
    level: String,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Child>,
    code: Option<Code>,
}

#[derive(Debug, Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    label: Option<String>,
    expansion: Option<Box<Expansion>>,
}

/// Where a macro that holds a span was called.
#[derive(Debug, Deserialize)]
struct Expansion {
    span: Span,
}

#[derive(Debug, Deserialize)]
struct Child {
    message: String,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

/// A line of Cargo's; the fields used here.
#[derive(Debug, Deserialize)]
struct CargoLine {
    reason: String,
    message: Option<Message>,
    executable: Option<String>,
}

/// What a run of `rustc` or Cargo said.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// The messages, in order.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The linker is not on this machine.
    pub(super) no_linker: bool,
    /// The program that Cargo made.
    pub(super) executable: Option<String>,
}

/// Reads the standard error of `rustc --error-format=json`.
pub(super) fn read(stderr: &[u8], program: &Program) -> Report {
    let mut report = Report::default();
    for line in String::from_utf8_lossy(stderr).lines() {
        if let Ok(message) = serde_json::from_str::<Message>(line) {
            report.add(&message, program);
        }
    }
    report
}

/// Reads the standard output of `cargo … --message-format=json`.
pub(super) fn read_cargo(stdout: &[u8], program: &Program) -> Report {
    let mut report = Report::default();
    for line in String::from_utf8_lossy(stdout).lines() {
        match serde_json::from_str::<CargoLine>(line) {
            Ok(CargoLine { message: Some(message), reason, .. }) if reason == "compiler-message" => {
                report.add(&message, program);
            }
            Ok(CargoLine { executable: Some(executable), .. }) => report.executable = Some(executable),
            _ => {}
        }
    }
    report
}

impl Report {
    fn add(&mut self, message: &Message, program: &Program) {
        if message.text.starts_with("linker `") && message.text.contains("not found") {
            self.no_linker = true;
        } else if message.text.starts_with("linking with") {
            self.diagnostics.extend(link_errors(message));
        } else if !message.text.starts_with("aborting due to") {
            self.diagnostics.extend(diagnostic(message, program));
        }
    }
}

fn diagnostic(message: &Message, program: &Program) -> Option<Diagnostic> {
    let level = match message.level.as_str() {
        "error" => Level::Error,
        "warning" => Level::Warning,
        _ => return None,
    };
    let primary = message.spans.iter().find(|span| span.is_primary);
    let place = primary.and_then(|span| own_place(span, program));
    // The text of a file that is not the student's must not show through its errors.
    if !primary.is_none_or(|span| is_own(span, program) || is_librarys(span)) {
        let message = "a file from outside the hand-in is included and does not compile".to_owned();
        return Some(Diagnostic { level, place, message, label: String::new() });
    }
    let code = message.code.as_ref().map_or(String::new(), |code| format!(" [{}]", code.code));
    let label = primary.and_then(|span| span.label.clone()).unwrap_or_default();
    Some(Diagnostic { level, place, message: format!("{}{code}", message.text), label })
}

fn is_own(span: &Span, program: &Program) -> bool {
    program.files().any(|file| file.path == own_path(span))
}

/// Whether a span lies in the source of the standard library or of a crate, as those of their macros do.
fn is_librarys(span: &Span) -> bool {
    span.file_name.contains("/library/") || span.file_name.contains("/registry/src/")
}

fn own_path(span: &Span) -> &str {
    span.file_name.strip_prefix("./").unwrap_or(&span.file_name)
}

/// The place of a span in the student's files, through the macros it stands in.
fn own_place(span: &Span, program: &Program) -> Option<Place> {
    if is_own(span, program) {
        let file = own_path(span).to_owned();
        return Some(Place { file, line: span.line_start, column: span.column_start });
    }
    span.expansion.as_ref().and_then(|expansion| own_place(&expansion.span, program))
}

/// The names a linker misses or finds twice; its own text is full of the machine's paths.
fn link_errors(message: &Message) -> Vec<Diagnostic> {
    let text: Vec<&str> = message.children.iter().flat_map(|child| child.message.lines()).collect();
    let named = |marks: [&str; 2], told: fn(&str) -> String| {
        let names =
            text.iter().filter_map(|line| marks.iter().find_map(|mark| Some(line.split_once(mark)?.1)));
        let names = names.filter_map(|rest| rest.split('\'').next());
        names.map(told).collect::<BTreeSet<String>>()
    };
    // The words of GNU's linker, then of LLVM's.
    let missing = ["undefined reference to `", "undefined symbol: "];
    let double = ["multiple definition of `", "duplicate symbol: "];
    let mut errors = named(missing, |name| format!("`{name}` is used, but defined nowhere"));
    errors.extend(named(double, |name| format!("`{name}` is defined more than once")));
    if errors.is_empty() {
        errors.insert("the linker failed".to_owned());
    }
    errors.into_iter().map(Diagnostic::error).collect()
}
