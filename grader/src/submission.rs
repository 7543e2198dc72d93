//! Finds students' work in files and folders as they were handed in.
//!
//! [`find`] turns paths into [`Submission`]s: it tells a class from a single student's folder, looks through nested
//! project folders, leaves out what tools and systems put there, decodes the text, and says in words what it could
//! not use. It never follows a link out of a submission, never opens anything but regular files, and reads only as
//! much as [`limits`] allow, so no tree can harm or stall it.

mod archive;
mod candidates;
mod decode;
mod disguised;
mod download;
mod find;
mod gather;
mod handed;
mod kinds;
pub mod lexer;
mod mains;
mod plain;
mod roster;
mod stage;
mod tree;

pub(crate) use archive::BY_HAND;
pub use download::Layout;
pub(crate) use find::UNPACKED;
pub use find::{FindError, Found, Search, find, search};
pub use handed::HandIn;
pub(crate) use kinds::EMPTY;
pub use mains::has_main;
pub use roster::{Roster, RosterError};

use crate::assignment::Language;
use std::path::PathBuf;

/// How much of a hand-in is read.
pub mod limits {
    /// The largest file read, in bytes.
    pub const FILE_BYTES: u64 = 4 << 20;
    /// The most bytes read of one submission.
    pub const SUBMISSION_BYTES: u64 = 24 << 20;
    /// The most files and folders looked at in one submission, or in the folder of a class.
    pub const ENTRIES: usize = 10_000;
    /// The deepest nesting of folders looked at.
    pub const DEPTH: usize = 24;
}

/// One student's work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The student, as the file or folder names them; unique within one [`find`].
    pub student: String,
    /// The file or folder handed in.
    pub root: PathBuf,
    /// What was found in it.
    pub work: Work,
    /// What a person should know about it and that costs no points.
    pub remarks: Vec<String>,
    /// Who handed it in and when, as far as the download says.
    pub hand_in: HandIn,
    key: String,
}

impl Submission {
    /// A hash of the work as blake3 hex: of the files' relative paths and bytes, not of the student's name or of
    /// where the files lie, so the same project handed in twice has the same key. The path of a loose file is its
    /// own name, since that is what diagnostics show.
    pub fn content_key(&self) -> &str {
        &self.key
    }
}

/// What was found in a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// Source files that make one program.
    Program(Program),
    /// Nothing that could be compiled.
    NoSource {
        /// What was found instead (`only a compiled program (a.out)`).
        why: String,
    },
    /// Nothing: nobody handed anything in.
    Missing,
    /// An archive that cannot be opened: a person must.
    Closed {
        /// Which, and what to do.
        why: String,
    },
    /// More than one program: a person must choose.
    Ambiguous {
        /// The files that each have a `main`, relative to the root.
        mains: Vec<String>,
        /// The program that each of them makes, where it can be told which files are whose.
        candidates: Vec<Candidate>,
    },
    /// The machine could not read it, or it is made to harm the machine; no zero.
    Unreadable {
        /// Which file, and what the system said.
        why: String,
    },
}

/// One of several programs in a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The file with its `main`, relative to the root.
    pub main: String,
    /// The program: that file, and all files that belong to no other's `main`.
    pub program: Program,
    /// What a person should know about it.
    pub remarks: Vec<String>,
    key: String,
}

impl Candidate {
    /// The hash of its files, as it would be if nothing else had been handed in.
    pub fn content_key(&self) -> &str {
        &self.key
    }
}

/// The files of one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The language of its sources.
    pub language: Language,
    /// The folder that the paths of its files are relative to.
    pub folder: PathBuf,
    /// What is compiled, sorted by path; never empty.
    pub sources: Vec<SourceFile>,
    /// What the sources need beside them: headers, and text files they name.
    pub others: Vec<SourceFile>,
    /// The manifest, if this is a Cargo project; paths of a Cargo project are relative to its folder.
    pub manifest: Option<SourceFile>,
    /// Files that act on the tools rather than being compiled (`build.rs`, `.cargo/config.toml`, `rust-toolchain`),
    /// relative to the root: building with them is refused.
    pub tool_files: Vec<String>,
}

impl Program {
    /// The sources that have a `main` function, in order.
    pub fn mains(&self) -> Vec<&SourceFile> {
        let all: Vec<&SourceFile> = self.sources.iter().collect();
        mains::with_main(&all, self.language)
    }

    /// Every file of the program: sources, then the others, then the manifest.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.iter().chain(&self.others).chain(&self.manifest)
    }
}

/// A text file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The path relative to the program's folder, with `/` between names, as shown to people.
    pub path: String,
    /// The decoded text: no byte order mark, line ends as `\n`, the line numbers those of the file.
    pub text: String,
    /// How its bytes were written.
    pub written: Written,
    /// A hash of its bytes as they were handed in.
    pub(crate) hash: blake3::Hash,
}

/// How a text file was written, whatever is made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The encoding (`UTF-8`, `UTF-16LE`, `windows-1252`).
    pub encoding: &'static str,
    /// Whether it begins with a byte order mark.
    pub has_mark: bool,
    /// How its lines end.
    pub ends: LineEnds,
}

impl Written {
    /// Every way in which it differs from plain UTF-8 with Unix line ends, in words.
    fn told(self) -> Vec<String> {
        let mut told = Vec::new();
        match self.encoding {
            "UTF-8" if self.has_mark => told.push("begins with a byte order mark (UTF-8)".to_owned()),
            "UTF-8" => {}
            "windows-1252" => {
                told.push("is encoded as Windows-1252 (Latin-1) and was read as such".to_owned());
            }
            encoding => told.push(format!("is encoded as {encoding} and was read as such")),
        }
        match self.ends {
            LineEnds::Unix => {}
            LineEnds::Windows => told.push("has the line ends of Windows (CRLF)".to_owned()),
            LineEnds::OldMacintosh => told.push("has the line ends of old Macintoshes (CR)".to_owned()),
        }
        told
    }
}

/// How the lines of a file end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnds {
    /// By a line feed.
    Unix,
    /// By a carriage return and a line feed, all of them or some.
    Windows,
    /// By a carriage return.
    OldMacintosh,
}

impl SourceFile {
    /// The file's own name, without its folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The folder it lies in, relative to the program's; empty at the top.
    pub fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}
