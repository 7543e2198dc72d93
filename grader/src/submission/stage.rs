//! Where archives are unpacked, and where the files of one student are put together.

use super::archive::{self, Form, Limits, Trouble, Unpacked};
use super::download::Part;
use super::gather::{self, Gathered};
use super::tree::{self, Entry};
use super::{Work, kinds, limits, plain};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A folder of the grader's own with a folder in it for each hand-in that needs one.
#[derive(Debug)]
pub(super) struct Stage {
    root: PathBuf,
    taken: BTreeSet<String>,
    /// The folder of the output.
    output: Option<PathBuf>,
}

/// How deep archives in archives are opened.
const NESTED: usize = 2;
/// The longest name of a folder, in bytes.
const NAME: usize = 100;

impl Stage {
    pub(super) fn new(root: &Path, output: Option<PathBuf>) -> Self {
        Self { root: root.to_path_buf(), taken: BTreeSet::new(), output }
    }

    /// A place for a folder named after a student; nothing is made there yet.
    pub(super) fn place(&mut self, student: &str) -> PathBuf {
        let plain = file_name(student);
        let name = apart(&plain, |name| self.taken.contains(name));
        let place = self.root.join(&name);
        self.taken.insert(name);
        place
    }

    /// A class out of one of several archives in which something leads outside, and what is to be said of that, if it
    /// is a class: to one student's archive that is harm.
    pub(super) fn spared(&mut self, name: &str, path: &Path, form: Form) -> Option<(PathBuf, Vec<String>)> {
        let place = self.place(name);
        let unpacked = archive::unpack(path, form, &place, Limits { spares: true, ..Limits::HAND_IN });
        let outside = unpacked.ok().and_then(|unpacked| Some((unpacked.remarks, unpacked.outside?)));
        let (Some((remarks, (told, _))), true) = (outside, plain::is_whole_class(&place)) else {
            let _ = fs::remove_dir_all(&place);
            return None;
        };
        let archive = path.file_name().map(tree::shown).unwrap_or_default();
        let told = remarks.into_iter().chain(told).map(|remark| format!("`{archive}`: {remark}"));
        Some((place, told.collect()))
    }

    /// Gathers what a student handed in, and tells where it lies: where it was found if that will do, else here.
    pub(super) fn gather(&mut self, student: &str, parts: &[Part]) -> (PathBuf, Gathered) {
        match parts {
            [] => (PathBuf::new(), Gathered::of(Work::Missing, Vec::new())),
            [part] if part.is_folder && !holds_archive(&part.real) => {
                (part.real.clone(), gather::folder(&part.real))
            }
            [part] if !part.is_folder && archive::form(&part.name).is_none() => {
                (part.real.clone(), gather::file(&part.real))
            }
            parts => {
                let place = self.place(student);
                let gathered = match Assembly::new(&place).and_then(|mut assembly| {
                    assembly.take(parts)?;
                    Ok(assembly)
                }) {
                    Ok(assembly) => assembly.gather(),
                    Err(why) => Gathered::of(Work::Unreadable { why }, Vec::new()),
                };
                // Where nothing came of it, what was handed in is the place to look.
                let is_empty = fs::remove_dir(&place).is_ok() || !place.is_dir();
                // So it is where the output lies in it, which is refused: a student could have put anything there.
                let holds_output = |part: &&Part| {
                    let real = part.real.canonicalize().ok();
                    real.zip(self.output.as_ref()).is_some_and(|(real, output)| output.starts_with(real))
                };
                let origin = parts.iter().find(holds_output).or(is_empty.then_some(&parts[0]));
                (origin.map_or(place, |part| part.real.clone()), gathered)
            }
        }
    }
}

/// Whether an archive lies anywhere in a folder.
fn holds_archive(folder: &Path) -> bool {
    tree::walk(folder, false).files.iter().any(|entry| archive::form(entry.name()).is_some())
}

/// What came out of an archive that may hold a class, beside the files.
pub(super) struct Opened {
    /// What was left out, in words for people.
    pub(super) remarks: Vec<String>,
    /// The same of what leads outside its folder; and what the hand-in is if all of it is one student's.
    pub(super) outside: Option<(Vec<String>, Work)>,
}

/// Unpacks an archive that may hold a class; or says why not.
pub(super) fn unpack_class(path: &Path, form: Form, into: &Path) -> Result<Opened, Box<Work>> {
    let name = path.file_name().map(tree::shown).unwrap_or_default();
    match archive::unpack(path, form, into, Limits::CLASS) {
        Ok(Unpacked { remarks, outside, .. }) => {
            let outside = outside.map(|(told, trouble)| (told, work(&name, trouble)));
            Ok(Opened { remarks, outside })
        }
        Err(trouble) => Err(Box::new(work(&name, trouble))),
    }
}

/// What a hand-in is whose archive was not unpacked.
fn work(name: &str, trouble: Trouble) -> Work {
    match trouble {
        Trouble::Closed(why) => Work::Closed { why: format!("`{name}` {why}") },
        Trouble::Harmful(why) => Work::Unreadable { why: format!("`{name}` {why}") },
    }
}

/// One student's files, put together.
struct Assembly {
    place: PathBuf,
    left: Limits,
    remarks: Vec<String>,
    /// What was not unpacked.
    troubles: Vec<(String, Trouble)>,
    unreadable: Option<String>,
}

impl Assembly {
    fn new(place: &Path) -> Result<Self, String> {
        fs::create_dir_all(place).map_err(|error| cannot(place, &error))?;
        let (remarks, troubles) = (Vec::new(), Vec::new());
        Ok(Self { place: place.to_path_buf(), left: Limits::HAND_IN, remarks, troubles, unreadable: None })
    }

    fn take(&mut self, parts: &[Part]) -> Result<(), String> {
        let mut entries = Vec::new();
        for part in parts {
            let name = file_name(&part.name);
            if !part.is_folder {
                let bytes = part.real.symlink_metadata().map_or(0, |meta| meta.len());
                entries.push(Entry { path: name, real: part.real.clone(), bytes });
                continue;
            }
            let tree = tree::walk(&part.real, true);
            self.remarks.extend(tree.remarks);
            self.unreadable = self.unreadable.take().or(tree.unreadable);
            let prefix = if parts.len() > 1 { format!("{name}/") } else { String::new() };
            entries.extend(
                tree.files
                    .into_iter()
                    .map(|entry| Entry { path: format!("{prefix}{}", entry.path), ..entry }),
            );
        }
        let (archives, plain): (Vec<Entry>, Vec<Entry>) =
            entries.into_iter().partition(|entry| archive::form(entry.name()).is_some());
        for entry in &plain {
            self.copy(entry)?;
        }
        let is_only = archives.len() == 1 && plain.is_empty();
        for entry in archives {
            let into = if is_only { self.place.clone() } else { self.beside(&entry.path) };
            self.unpack(&entry.path, &entry.real, &into, 0);
        }
        Ok(())
    }

    /// Copies a file, under another name where its own is taken.
    fn copy(&mut self, entry: &Entry) -> Result<(), String> {
        let path = &entry.path;
        if entry.bytes > self.left.file || entry.bytes > self.left.bytes {
            let mib = self.left.file.min(limits::SUBMISSION_BYTES) >> 20;
            self.remarks.push(format!("`{path}` is larger than {mib} MiB and was left aside"));
            return Ok(());
        }
        let bytes = match tree::read(&entry.real, self.left.file) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.unreadable.get_or_insert(format!("{path} cannot be read: {error}"));
                return Ok(());
            }
        };
        self.left.bytes -= (bytes.len() as u64).min(self.left.bytes);
        let free = apart(path, |path| self.place.join(path).symlink_metadata().is_ok());
        let full = self.place.join(free);
        let write = || -> io::Result<()> {
            full.parent().map_or(Ok(()), fs::create_dir_all)?;
            File::options().write(true).create_new(true).open(&full)?.write_all(&bytes)
        };
        write().map_err(|error| cannot(&full, &error))
    }

    /// A free place beside an archive, named as it is without its ending.
    fn beside(&self, path: &str) -> PathBuf {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut stem = archive::stem(name).to_owned();
        if kinds::is_output_folder(&stem) || kinds::is_litter(&stem) {
            stem.insert(0, '_');
        }
        let plain = self.place.join(folder).join(stem);
        let plain = plain.strip_prefix(&self.place).unwrap_or(&plain).display().to_string();
        self.place.join(apart(&plain, |path| self.place.join(path).symlink_metadata().is_ok()))
    }

    /// Unpacks an archive, and those in it.
    fn unpack(&mut self, path: &str, real: &Path, into: &Path, depth: usize) {
        let Some(form) = archive::form(path) else { return };
        // Into a folder of its own first: where there is trouble, that goes with all that is in it.
        let is_whole = into == self.place;
        if is_whole {
            let _ = fs::remove_dir(into);
        }
        match archive::unpack(real, form, into, self.left) {
            Ok(unpacked) => {
                self.left.bytes = self.left.bytes.saturating_sub(unpacked.bytes);
                self.left.entries = self.left.entries.saturating_sub(unpacked.files);
                self.remarks.extend(unpacked.remarks.iter().map(|remark| format!("`{path}`: {remark}")));
            }
            Err(trouble) => {
                self.troubles.push((path.to_owned(), trouble));
                let _ = fs::create_dir_all(&self.place);
                return;
            }
        }
        let inner = tree::walk(into, true).files;
        for entry in inner.into_iter().filter(|entry| archive::form(entry.name()).is_some()) {
            let shown = format!("{path}/{}", entry.path);
            if depth + 1 >= NESTED {
                self.remarks.push(format!(
                    "`{shown}` is an archive in an archive in an archive and was not unpacked"
                ));
                continue;
            }
            let below = entry.real.strip_prefix(&self.place).unwrap_or(&entry.real).display().to_string();
            let into = self.beside(&below);
            self.unpack(&shown, &entry.real, &into, depth + 1);
            let _ = fs::remove_file(&entry.real);
        }
    }

    /// Makes a program of what was put together.
    fn gather(self) -> Gathered {
        if let Some(why) = self.unreadable {
            return Gathered::of(Work::Unreadable { why }, self.remarks);
        }
        let mut gathered = gather::folder(&self.place);
        gathered.remarks.splice(0..0, self.remarks);
        let is_program = gathered.is_program();
        for (name, trouble) in self.troubles {
            match trouble {
                Trouble::Closed(why) | Trouble::Harmful(why) if is_program => {
                    gathered.remarks.push(format!("`{name}` {why}"));
                }
                trouble if matches!(gathered.work, Work::Unreadable { .. }) => drop(trouble),
                trouble => gathered.work = work(&name, trouble),
            }
        }
        gathered
    }
}

fn cannot(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}; make room, or set TMPDIR", path.display())
}

/// A name that is one name of a file: what follows its last slash, not hidden, not too long.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).find(|part| !part.trim().is_empty()).unwrap_or("hand-in");
    let plain: String =
        last.trim().chars().map(|c| if crate::grade::is_hidden(c) { '_' } else { c }).collect();
    let plain = if plain.starts_with('.') { format!("_{plain}") } else { plain };
    let mut end = plain.len().min(NAME);
    while !plain.is_char_boundary(end) {
        end -= 1;
    }
    // A name cut short keeps its ending.
    match plain.rsplit_once('.') {
        Some((stem, ending)) if end < plain.len() && ending.len() < 10 => {
            let mut end = NAME - 10;
            while !stem.is_char_boundary(end.min(stem.len())) {
                end -= 1;
            }
            format!("{}.{ending}", &stem[..end.min(stem.len())])
        }
        _ => plain[..end].to_owned(),
    }
}

/// A path that is not taken: `main.cpp`, else `main (2).cpp`, and so on.
fn apart(path: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let (stem, ending) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((name, ""));
    let mut free = path.to_owned();
    for nth in 2.. {
        if !is_taken(&free) {
            break;
        }
        let dot = if ending.is_empty() { "" } else { "." };
        let slash = if folder.is_empty() { "" } else { "/" };
        free = format!("{folder}{slash}{stem} ({nth}){dot}{ending}");
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_plain() {
        let long = format!("{}.cpp", "x".repeat(300));
        assert!(file_name(&long).ends_with("x.cpp") && file_name(&long).len() < 110);
        let cases = [
            ("main.cpp", "main.cpp"),
            ("../../etc/passwd", "passwd"),
            ("..", "_.."),
            ("", "hand-in"),
            ("a\nb\u{202e}.cpp", "a_b_.cpp"),
            ("C:\\x\\y.cpp", "y.cpp"),
            (".bashrc", "_.bashrc"),
        ];
        for (name, plain) in cases {
            assert_eq!(file_name(name), plain, "{name:?}");
        }
        assert!(file_name(&"\u{e9}".repeat(300)).len() <= NAME);
        assert_eq!(apart("a/b.cpp", |path| path == "a/b.cpp"), "a/b (2).cpp");
    }
}
