//! Where the entries of an archive go.

use super::super::kinds::{self, Kind};
use super::super::{limits as depths, tree};
use super::{LOOKED_AT, Limits, Trouble, Unpacked, too_much};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Writes plain files into a folder, within limits.
pub(super) struct Sink {
    into: PathBuf,
    limits: Limits,
    seen: usize,
    entries: usize,
    done: Unpacked,
    /// What was left aside without a remark of its own, and how many files that were.
    aside: Vec<String>,
    aside_files: usize,
    /// How many entries that lead outside were left aside without a remark of their own.
    more_outside: usize,
}

/// The longest path written, in bytes.
const PATH: usize = 1000;
/// The longest name written, in bytes.
const NAME: usize = 255;
/// How many things left aside are named.
const NAMED: usize = 5;
/// How many remarks an archive gets.
const REMARKS: usize = 10;

/// How many entries that lead outside are named.
const OUTSIDE: usize = 20;

/// What becomes of an entry.
pub(super) enum Fate {
    /// It is written to this place below the folder.
    Kept(String),
    /// It is left aside.
    Left,
}

/// How an entry leads outside the folder, or would.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outside {
    /// It is a link.
    Link,
    /// Its name begins at the root, or at a drive.
    Absolute,
    /// Its name goes up.
    Up,
}

impl Sink {
    pub(super) fn new(into: &Path, limits: Limits) -> io::Result<Self> {
        fs::create_dir_all(into)?;
        Ok(Self {
            into: into.to_path_buf(),
            limits,
            seen: 0,
            entries: 0,
            done: Unpacked::default(),
            aside: Vec::new(),
            aside_files: 0,
            more_outside: 0,
        })
    }

    /// What becomes of the entry of this name.
    pub(super) fn fate(&mut self, name: &str, is_folder: bool, bytes: u64) -> Result<Fate, Trouble> {
        self.seen += 1;
        if self.seen > LOOKED_AT {
            return Err(crowd(LOOKED_AT));
        }
        let parts = match parts(name) {
            Ok(parts) => parts,
            Err(how) => {
                self.outside(how, &tree::shown(OsStr::new(name)))?;
                return Ok(Fate::Left);
            }
        };
        let Some((last, above)) = parts.split_last() else { return Ok(Fate::Left) };
        if let Some(litter) = parts.iter().find(|part| kinds::is_litter(part)) {
            self.leave(litter, is_folder);
            return Ok(Fate::Left);
        }
        let is_text = matches!(kinds::kind(last), Kind::Source(_) | Kind::Header | Kind::Manifest);
        if let Some(output) = above.iter().find(|part| kinds::is_output_folder(part))
            && !is_text
        {
            self.leave(output, is_folder);
            return Ok(Fate::Left);
        }
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(crowd(self.limits.entries));
        }
        let path = parts.join("/");
        if above.len() > depths::DEPTH || path.len() > PATH || parts.iter().any(|part| part.len() > NAME) {
            let start: String = path.chars().take(60).collect();
            self.tell(format!("`{start}…` is nested too deep or named too long and was left aside"));
            return Ok(Fate::Left);
        }
        if bytes > self.limits.file {
            let mib = self.limits.file >> 20;
            self.tell(format!("`{path}` is larger than {mib} MiB and was left aside"));
            return Ok(Fate::Left);
        }
        Ok(Fate::Kept(path))
    }

    /// Makes a folder; one that cannot be made is told.
    pub(super) fn folder(&mut self, path: &str) {
        if fs::create_dir_all(self.into.join(path)).is_err() {
            self.tell(format!("`{path}` stands for a file and a folder; one was left aside"));
        }
    }

    /// Writes a file of at most as many bytes as it was said to have.
    pub(super) fn file(&mut self, path: &str, from: &mut dyn Read, bytes: u64) -> Result<(), Trouble> {
        if self.done.bytes + bytes > self.limits.bytes {
            return Err(too_much(self.limits.bytes));
        }
        let full = self.into.join(path);
        let made = full.parent().map_or(Ok(()), fs::create_dir_all);
        let Ok(mut file) = made.and_then(|()| File::options().write(true).create_new(true).open(&full))
        else {
            self.tell(format!("`{path}` stands for several things; the later ones were left aside"));
            return Ok(());
        };
        let written = io::copy(&mut from.take(bytes + 1), &mut file).map_err(|error| Trouble::io(&error))?;
        if written > bytes {
            return Err(Trouble::Harmful(format!(
                "holds more in `{path}` than it says and was not unpacked"
            )));
        }
        self.done.bytes += written;
        self.done.files += 1;
        Ok(())
    }

    /// Leaves an entry aside that leads outside; an error where that is the end of the archive.
    pub(super) fn outside(&mut self, how: Outside, name: &str) -> Result<(), Trouble> {
        let name = cut(name);
        let (is, does) = match how {
            Outside::Link => ("is a link", format!("holds a link (`{name}`)")),
            Outside::Absolute => ("is an absolute path", format!("names an absolute path (`{name}`)")),
            Outside::Up => {
                ("leads out of the archive's folder", format!("leads out of its folder (`{name}`)"))
            }
        };
        let trouble = Trouble::Harmful(format!("{does} and was not unpacked"));
        if !self.limits.spares {
            return Err(trouble);
        }
        let (told, _) = self.done.outside.get_or_insert_with(|| (Vec::new(), trouble));
        if told.len() < OUTSIDE {
            told.push(format!("`{name}` {is} and was left aside"));
        } else {
            self.more_outside += 1;
        }
        Ok(())
    }

    /// Leaves a thing aside that is named in one remark with all of its kind.
    pub(super) fn leave(&mut self, name: &str, is_folder: bool) {
        self.aside_files += usize::from(!is_folder);
        // A name from a student's machine such as `._main.cpp` is one of many.
        let name = if name.starts_with("._") { "._*" } else { name };
        if self.aside.len() <= NAMED && !self.aside.iter().any(|known| known == name) {
            self.aside.push(name.to_owned());
        }
    }

    /// Keeps a remark, up to a number of them.
    pub(super) fn tell(&mut self, remark: String) {
        if self.done.remarks.len() < REMARKS && !self.done.remarks.contains(&remark) {
            self.done.remarks.push(remark);
        }
    }

    /// What came out, with the last remark.
    pub(super) fn end(mut self) -> Unpacked {
        if !self.aside.is_empty() {
            let more = if self.aside.len() > NAMED { " and more" } else { "" };
            let names: Vec<String> = self.aside.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
            let files = self.aside_files;
            let count = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
            self.done.remarks.push(format!("left aside: {}{more} ({count})", names.join(", ")));
        }
        if let (Some((told, _)), more @ 1..) = (&mut self.done.outside, self.more_outside) {
            told.push(match more {
                1 => "1 more entry leads outside and was left aside".to_owned(),
                more => format!("{more} more entries lead outside and were left aside"),
            });
        }
        self.done
    }
}

fn crowd(limit: usize) -> Trouble {
    Trouble::Harmful(format!("holds more than {limit} files and was not unpacked"))
}

/// The names that lead to an entry, as they are written; an error where they lead out of the folder.
fn parts(name: &str) -> Result<Vec<String>, Outside> {
    let has_drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
    if name.starts_with('/') || (has_drive && name.as_bytes().get(2) == Some(&b'/')) {
        return Err(Outside::Absolute);
    }
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return Err(Outside::Up);
    }
    Ok(parts.iter().map(|part| tree::shown(OsStr::new(part))).collect())
}

/// The beginning of a name, as long as a message may show it.
fn cut(name: &str) -> String {
    name.chars().take(100).collect()
}
