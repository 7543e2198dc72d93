//! Headers compiled ahead, for programs that begin with the same includes.
//!
//! A program gets what stands for its own first `#include`s and nothing else, so an `#include` it lacks is missed as
//! before. What is compiled ahead is text of the grader's with names from a fixed list; no student's file is part of it,
//! and no compiler of a student's program can write it.

use super::cpp::Job;
use super::{headers, limit};
use crate::sandbox::Tool;
use crate::submission::lexer;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Headers are compiled ahead for the second program that asks: for one alone that would take longer than it saves.
const REQUESTS: u32 = 2;
/// The most bytes kept. `<iostream>` and what goes with it take 25 MB, all of the library 100.
const BYTES: u64 = 400 << 20;

/// The headers compiled ahead in one run, in a folder that goes with the run.
#[derive(Debug)]
pub struct Precompiled {
    folder: PathBuf,
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    /// By flags and headers.
    known: BTreeMap<String, State>,
    bytes: u64,
}

#[derive(Debug)]
enum State {
    Asked(u32),
    Making,
    Ready(PathBuf),
    /// They do not compile, or there is no room.
    Never,
}

impl Precompiled {
    /// None yet; `folder` must exist, and is filled as programs come.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, shelf: Mutex::default() }
    }

    /// The folder of the headers with which a job's file begins, if they are there; they are made where it pays.
    pub(super) fn folder_for(&self, job: &Job<'_>, first: &str) -> Option<PathBuf> {
        let headers = leading(first)?;
        let flags = &job.builder.spec.cpp_flags;
        let key = format!("{flags:?} {headers:?}");
        let number = {
            let mut kept = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
            let (full, number) = (kept.bytes >= BYTES, kept.known.len());
            let state = kept.known.entry(key.clone()).or_insert(State::Asked(0));
            match state {
                State::Ready(folder) => return Some(folder.clone()),
                State::Making | State::Never => return None,
                State::Asked(before) if full || *before + 1 < REQUESTS => {
                    *before += 1;
                    return None;
                }
                State::Asked(_) => *state = State::Making,
            }
            number
        };
        let folder = self.folder.join(format!("headers-{number}-{}", headers.len()));
        let made = make(job, &headers, &folder);
        let mut kept = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += made.unwrap_or(0);
        let state = if made.is_some() { State::Ready(folder.clone()) } else { State::Never };
        kept.known.insert(key, state);
        made.map(|_| folder)
    }
}

/// The option that puts the headers of a folder before a file.
pub(super) fn option(folder: &Path) -> [OsString; 2] {
    ["-include".into(), folder.join(NAME).into()]
}

/// The file with the includes; what the compiler made of it lies beside it.
const NAME: &str = "first.h";

/// Compiles the headers in a folder of their own; returns how many bytes that made, or nothing if it cannot be done.
/// A program then compiles without them, so no error is lost.
fn make(job: &Job<'_>, headers: &BTreeSet<&str>, folder: &Path) -> Option<u64> {
    std::fs::create_dir(folder).ok()?;
    let lines: Vec<String> = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
    std::fs::write(folder.join(NAME), lines.concat()).ok()?;
    let output = folder.join(format!("{NAME}.gch"));
    let mut args: Vec<OsString> = job.builder.spec.cpp_flags.iter().map(OsString::from).collect();
    args.extend(["-x", "c++-header", NAME, "-o"].map(OsString::from));
    args.push(output.clone().into());
    let tool = Tool {
        program: job.compiler.program.clone(),
        args,
        folder: folder.to_path_buf(),
        env: vec![("LC_ALL".into(), "C".into()), ("TMPDIR".into(), folder.into())],
        readable: job.readable(),
        writable: vec![folder.to_path_buf()],
        fork: true,
        limits: limit::of(job.builder.spec),
    };
    let made = job.builder.sandbox.run(&tool).is_ok_and(|output| output.success());
    made.then(|| std::fs::metadata(&output).map(|file| file.len()).ok()).flatten()
}

/// The headers of the system's that a text includes before it says anything else; nothing if there are none, or one of
/// them is not known.
fn leading(text: &str) -> Option<BTreeSet<&'static str>> {
    let mut headers = BTreeSet::new();
    for token in lexer::cpp(text) {
        let lexer::Token::Directive(line) = token else { break };
        match lexer::include(line) {
            Some(include) if !include.quoted => headers.insert(headers::standard(&include.name)?),
            _ => break,
        };
    }
    (!headers.is_empty()).then_some(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_comes_first_is_compiled_ahead() {
        let cases: [(&str, Option<&[&str]>); 8] = [
            (
                "// A game\n#include <string>\n#include <iostream>\nint main() {}\n",
                Some(&["iostream", "string"]),
            ),
            ("#include <iostream>\n#include \"card.h\"\n#include <string>\n", Some(&["iostream"])),
            ("#include <iostream>\nusing namespace std;\n#include <string>\n", Some(&["iostream"])),
            ("#if 0\n#include <string>\n#endif\n#include <iostream>\n", None),
            ("#define NDEBUG\n#include <cassert>\n", None),
            ("#include <iostream>\n#include <windows.h>\n", None),
            ("#include \"card.h\"\n#include <iostream>\n", None),
            ("int main() {}\n", None),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|names| names.iter().copied().collect());
            assert_eq!(leading(text), expected, "{text:?}");
        }
    }
}
