//! Reads what `g++`, the assembler and the linker print.

use super::diagnose::{Diagnostic, Level, Place};
use super::headers;
use crate::submission::Program;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What a run of `g++` said.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Its messages, in order.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// A header that is included and not there.
    pub(super) missing: Option<String>,
    /// Headers that other compilers include for free and whose names are unknown here.
    pub(super) free: BTreeSet<&'static str>,
    /// Names that the linker found both in the program and in the object linked to it.
    pub(super) clashes: BTreeSet<String>,
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is fixed")
}

static MESSAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(.+?):(\d+):(?:(\d+):)? (fatal error|error|sorry, unimplemented|warning|note): (.*)$")
});
static INCLUDED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(In file included|\s+) ?from (.+?):(\d+)(?::(\d+))?[,:]$"));
static REQUIRED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(.+?):(\d+):(\d+):\s+required (?:from|by) "));
static MISSING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(.+): No such file or directory$"));
static HINT: LazyLock<Regex> = LazyLock::new(|| pattern(r"is defined in header '<([\w.]+)>'"));
static UNKNOWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"'(?:std::)?(\w+)' (?:was not declared|is not a member of|has not been declared|does not name|in namespace 'std' does not name|is not a class template)",
    )
});
static INCOMPLETE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"'(?:const )?(?:class |struct )?std::(?:__cxx11::)?(\w+)"));
static UNDEFINED: LazyLock<Regex> = LazyLock::new(|| pattern(r"undefined reference to `(.+)'$"));
static MULTIPLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"multiple definition of `(.+?)'"));
static ASSEMBLER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[^ ]+:\d+: Error: (.+)$"));
static MACHINE_PATH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"/(?:usr|tmp|opt|home|root|var)/[^\s':,;]*/([^\s':,;/]+)"));

/// Reads the standard error of `g++`; `shim` is the path of the object linked to the program, `ours` that of a file
/// compiled with it which the grader wrote.
pub(super) fn read(stderr: &[u8], program: &Program, shim: Option<&str>, ours: Option<&str>) -> Report {
    let mut reader = Reader { program, ours, report: Report::default(), included: None, required: None };
    let text = String::from_utf8_lossy(stderr);
    for line in text.lines() {
        reader.line(line);
    }
    reader.linker(&text, shim);
    reader.report
}

struct Reader<'a> {
    program: &'a Program,
    ours: Option<&'a str>,
    report: Report,
    /// The student's line that includes the file now spoken of.
    included: Option<Place>,
    /// The student's line that uses the template now spoken of.
    required: Option<Place>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        if let Some(found) = INCLUDED.captures(line) {
            if found[1].starts_with("In") {
                self.included = None;
            }
            let place = self.own(&found[2], &found[3], found.get(4).map_or("0", |column| column.as_str()));
            self.included = self.included.take().or(place);
        } else if let Some(found) = REQUIRED.captures(line) {
            self.required = self.own(&found[1], &found[2], &found[3]).or(self.required.take());
        } else if let Some(found) = MESSAGE.captures(line) {
            let column = found.get(3).map_or("0", |column| column.as_str());
            self.message(&found[1], (&found[2], column), &found[4], &found[5]);
        }
    }

    fn message(&mut self, file: &str, (line, column): (&str, &str), level: &str, message: &str) {
        if level == "note" {
            self.report.free.extend(HINT.captures(message).and_then(|found| headers::free(&found[1])));
            return;
        }
        let level = if level == "warning" { Level::Warning } else { Level::Error };
        if level == Level::Error {
            self.report.free.extend(needed(message));
            if let Some(found) = MISSING.captures(message) {
                self.report.missing.get_or_insert_with(|| found[1].to_owned());
            }
        }
        let own = self.own(file, line, column);
        let required = self.required.take();
        // The text of a file that is neither the student's nor the compiler's must not show through its errors.
        let safe = own.is_some() || is_compilers(file) || self.ours == Some(file);
        let message = if safe {
            MACHINE_PATH.replace_all(message, "$1").into_owned()
        } else {
            "a file from outside the hand-in is included here and does not compile".to_owned()
        };
        let place = own.or(required).or_else(|| self.included.clone());
        self.report.diagnostics.push(Diagnostic { level, place, message, label: String::new() });
    }

    /// The place, if it is in one of the student's files.
    fn own(&self, file: &str, line: &str, column: &str) -> Option<Place> {
        let file = normal(file);
        let known = self.program.files().any(|own| own.path == file);
        known.then(|| Place { file, line: line.parse().unwrap_or(0), column: column.parse().unwrap_or(0) })
    }

    fn linker(&mut self, text: &str, shim: Option<&str>) {
        let mut seen = BTreeSet::new();
        // The linker names the object on the line with the clash, or on the one before it with the function.
        let in_shim = |line: &str| shim.is_some_and(|shim| line.contains(shim));
        let before = std::iter::once("").chain(text.lines());
        for (line, before) in text.lines().zip(before) {
            let message = if let Some(found) = UNDEFINED.captures(line) {
                undefined(&found[1])
            } else if let Some(found) = MULTIPLE.captures(line) {
                if in_shim(line) || in_shim(before) {
                    self.report.clashes.insert(found[1].to_owned());
                }
                format!("`{}` is defined more than once", &found[1])
            } else if line.contains("relocation truncated to fit") {
                "its variables take more than 2 GiB, which no program of this kind can reach".to_owned()
            } else if let Some(found) = ASSEMBLER.captures(line) {
                format!("in inline assembly: {}", MACHINE_PATH.replace_all(&found[1], "$1"))
            } else {
                continue;
            };
            if seen.insert(message.clone()) {
                self.report.diagnostics.push(Diagnostic::error(message));
            }
        }
    }
}

fn undefined(name: &str) -> String {
    if name == "main" {
        "no file has a `main` function; a program starts in one".to_owned()
    } else {
        let name = name.replace("[abi:cxx11]", "");
        format!("`{name}` is used, but defined in no file that was handed in")
    }
}

/// The header that would make the name in a message known.
fn needed(message: &str) -> Option<&'static str> {
    let name = if message.contains("incomplete type") {
        INCOMPLETE.captures(message)
    } else {
        UNKNOWN.captures(message)
    };
    name.and_then(|found| headers::for_name(found[1].trim_start_matches("basic_")))
}

/// The name an error calls unknown.
pub(super) fn unknown_name(message: &str) -> Option<&str> {
    UNKNOWN.captures(message).and_then(|found| found.get(1)).map(|name| name.as_str())
}

fn is_compilers(file: &str) -> bool {
    file.starts_with("/usr/include/") || file.starts_with("/usr/lib/gcc") || file.contains("/include/c++/")
}

/// A path without `.` and `..`, as far as that can be told from its text.
pub(crate) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
