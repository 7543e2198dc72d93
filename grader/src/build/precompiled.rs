//! Headers compiled ahead, for programs that begin with the same includes.
//!
//! A program gets what stands for its own first `#include`s, or for some of them, and nothing else, so an `#include` it lacks is missed as
//! before. What is compiled ahead is text of the grader's with names from a fixed list; no student's file is part of it,
//! and no compiler of a student's program can write it.

use super::cpp::Job;
use super::leading::Headers;
use super::{headers, limit};
use crate::sandbox::Tool;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The header that nearly all programs include, and that is most of the work: alone it serves them all.
const COMMON: &str = "iostream";
/// What making headers ahead costs beside reading them, in milliseconds. A set is made as soon as the programs so far
/// would have saved as much by it.
const MAKING: u32 = 250;
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
    known: BTreeMap<(String, Headers), State>,
    bytes: u64,
}

#[derive(Debug)]
enum State {
    /// So many milliseconds would have been saved by it.
    Missed(u32),
    Making,
    Ready {
        folder: PathBuf,
    },
    /// They do not compile, or there is no room.
    Never,
}

impl Precompiled {
    /// None yet; `folder` must exist, and is filled as programs come.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, shelf: Mutex::default() }
    }

    /// The folder of headers with which a job's file begins, all of them or some, if there are any; they are made where
    /// it pays.
    pub(super) fn folder_for(&self, job: &Job<'_>, headers: &Headers) -> Option<PathBuf> {
        let flags = format!("{:?}", job.builder.spec.cpp_flags);
        let (wanted, number) = {
            let mut kept = self.shelf();
            let Some(wanted) = kept.wanted(&flags, headers) else { return kept.nearest(&flags, headers) };
            kept.known.insert((flags.clone(), wanted.clone()), State::Making);
            // What was made or is being made, this set among it: a number for its folder that no other has.
            (wanted, kept.known.values().filter(|state| !matches!(state, State::Missed(_))).count())
        };
        let folder = self.folder.join(format!("headers-{number}-{}", wanted.len()));
        let made = make(job, &wanted, &folder);
        let mut kept = self.shelf();
        kept.bytes += made.unwrap_or(0);
        let state = made.map_or(State::Never, |_| State::Ready { folder });
        kept.known.insert((flags.clone(), wanted), state);
        kept.nearest(&flags, headers)
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    /// Counts what each set would have saved for a program with these headers; returns the set to make for it now, if
    /// any.
    fn wanted(&mut self, flags: &str, headers: &Headers) -> Option<Headers> {
        let own = headers::weighty(headers);
        let common = own.contains(COMMON).then(|| Headers::from([COMMON]));
        if own.is_empty() {
            return None;
        }
        let had = self.best(flags, headers).map_or(0, |(set, _)| headers::weight(set));
        let full = self.bytes >= BYTES;
        for set in common.into_iter().chain([own]) {
            self.known.entry((flags.to_owned(), set)).or_insert(State::Missed(0));
        }
        let mut due = None;
        for ((with, set), state) in &mut self.known {
            let State::Missed(missed) = state else { continue };
            if with != flags || !set.is_subset(headers) {
                continue;
            }
            let weight = headers::weight(set);
            *missed += weight.saturating_sub(had);
            if *missed >= MAKING + weight && !full && due.as_ref().is_none_or(|(most, _)| weight > *most) {
                due = Some((weight, set.clone()));
            }
        }
        due.map(|(_, set)| set)
    }

    /// The heaviest of what was made that has no header but these.
    fn nearest(&self, flags: &str, headers: &Headers) -> Option<PathBuf> {
        self.best(flags, headers).map(|(_, folder)| folder.clone())
    }

    fn best(&self, flags: &str, headers: &Headers) -> Option<(&Headers, &PathBuf)> {
        let fits = self.known.iter().filter_map(|((with, set), state)| match state {
            State::Ready { folder } if with == flags && set.is_subset(headers) => Some((set, folder)),
            _ => None,
        });
        fits.max_by_key(|(set, _)| headers::weight(set))
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
fn make(job: &Job<'_>, headers: &Headers, folder: &Path) -> Option<u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks as programs do; what is to be made is made at once.
    fn ask(shelf: &mut Shelf, headers: &[&'static str]) -> Option<PathBuf> {
        let headers: Headers = headers.iter().copied().collect();
        if let Some(made) = shelf.wanted("", &headers) {
            let folder = format!("{made:?}").into();
            shelf.known.insert((String::new(), made), State::Ready { folder });
        }
        shelf.nearest("", &headers)
    }

    #[test]
    fn the_common_header_comes_first_and_then_what_would_have_saved_most() {
        let mut shelf = Shelf::default();
        let common = Some("{\"iostream\"}".into());
        let random: &[&str] = &["ctime", "iostream", "random"];
        assert_eq!(ask(&mut shelf, &["ctime", "iostream"]), None);
        assert_eq!(ask(&mut shelf, &["iostream", "vector"]), None);
        assert_eq!(ask(&mut shelf, &["iostream", "string"]), common);
        // Each would have saved 145 of the 585 that making it costs.
        for _ in 0..3 {
            assert_eq!(ask(&mut shelf, random), common);
        }
        assert_eq!(ask(&mut shelf, &["iostream", "random", "vector"]), common);
        assert_eq!(ask(&mut shelf, random), Some("{\"iostream\", \"random\"}".into()));
        assert_eq!(ask(&mut shelf, &["iostream", "string"]), common);
        assert_eq!(ask(&mut shelf, &["cstdio"]), None);
        assert_eq!(ask(&mut shelf, &["string"]), None);
    }
}
