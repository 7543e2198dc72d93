//! Copies a program's files, decoded, into the scratch folder.

use super::BuildError;
use crate::submission::{Program, SourceFile, lexer};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a scratch folder that holds the copies.
pub(super) const SOURCES: &str = "src";

/// Writes every file of the program below `scratch/src` under its own relative path; returns that folder.
pub(super) fn write(program: &Program, scratch: &Path) -> Result<PathBuf, BuildError> {
    let folder = scratch.join(SOURCES);
    make_folder(&folder)?;
    for file in program.files() {
        write_file(&folder, &file.path, &file.text)?;
    }
    Ok(folder)
}

/// The longest name and the longest path that are copied, in bytes: the system's own limits, less the scratch folder.
const NAME: usize = 255;
const PATH: usize = 3000;
/// The most bytes in the names of all folders together: the compiler is given each of them, twice.
const FOLDERS: usize = 256 << 10;
/// The most names from `#include`s that are held against those of files.
const INCLUDES: usize = 1000;

/// Why the files of a program cannot be copied side by side, if they cannot. Names change on their way to the copy (a
/// byte that is no text takes three), so one can become too long, or the same as another.
pub(super) fn misplaced(program: &Program) -> Option<String> {
    let paths: BTreeSet<&str> = program.files().map(|file| file.path.as_str()).collect();
    let folders: BTreeSet<&str> = program.files().map(SourceFile::folder).collect();
    let told = |path: &str| path.chars().take(60).collect::<String>();
    if let Some(path) = paths.iter().find(|path| !is_short(path)) {
        return Some(format!("the name `{}…` is too long to compile; give the file a short one", told(path)));
    }
    let doubled = program.files().count() > paths.len();
    let is_in_file = |path: &&&str| ancestors(path).any(|folder| paths.contains(folder));
    if let Some(path) = paths.iter().find(is_in_file).or(paths.first().filter(|_| doubled)) {
        return Some(format!(
            "two names are the same once written as text, as with `{}`; rename one",
            told(path)
        ));
    }
    let bytes: usize = folders.iter().map(|folder| folder.len() + 3).sum();
    (bytes > FOLDERS).then(|| "its files lie in more folders than are compiled".to_owned())
}

/// Whether the system takes a path of this length.
fn is_short(path: &str) -> bool {
    path.len() <= PATH && path.split('/').all(|name| name.len() <= NAME)
}

/// The folders that a path lies in.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// Writes one file below a folder, with the folders on the way.
pub(super) fn write_file(folder: &Path, path: &str, text: &str) -> Result<(), BuildError> {
    let full = folder.join(path);
    if let Some(parent) = full.parent() {
        make_folder(parent)?;
    }
    fs::write(&full, text).map_err(|source| BuildError::Scratch { path: full, source })
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(path).map_err(|source| BuildError::Scratch { path: path.into(), source })
}

/// An `#include` that Windows resolves and this system does not: `Cards.h` for `cards.h`, `inc\cards.h`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Alias {
    /// Where a file under the included name is put.
    pub(super) path: String,
    /// The name as it stands in the source.
    pub(super) name: String,
    /// The file that is meant.
    pub(super) meant: String,
}

/// The aliases a program needs.
pub(super) fn aliases(program: &Program) -> Vec<Alias> {
    let names = Names::of(program);
    let mut aliases: BTreeMap<String, Alias> = BTreeMap::new();
    let mut order = Vec::new();
    for (file, name) in quoted_includes(program) {
        let path = join(file.folder(), &name);
        if !stays(&name) || names.resolve(&name, file) || aliases.contains_key(&path) {
            continue;
        }
        if let Some(meant) = names.meant(&name, file).filter(|_| names.has_room_for(&path)) {
            order.push(path.clone());
            aliases.insert(path.clone(), Alias { path, name, meant });
        }
    }
    order.iter().filter_map(|path| aliases.remove(path)).collect()
}

/// The names that a program includes in quotes, each once for every folder, with a file that does; of very many, the
/// first.
fn quoted_includes(program: &Program) -> Vec<(&SourceFile, String)> {
    let mut seen = BTreeSet::new();
    let all = program.files().flat_map(|file| {
        let includes = lexer::includes(&file.text).into_iter().filter(|include| include.quoted);
        includes.map(move |include| (file, include.name))
    });
    all.filter(|(file, name)| seen.insert((file.folder().to_owned(), name.clone()))).take(INCLUDES).collect()
}

/// Whether an included name leads to no other folder than those below.
fn stays(name: &str) -> bool {
    !name.starts_with('/') && !name.split('/').any(|part| matches!(part, "" | "." | ".."))
}

/// A path relative to a folder, as text.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The paths of a program's files, and what an `#include` finds by.
struct Names<'a> {
    paths: BTreeSet<&'a str>,
    /// All ends of all paths: `cards.h` and `inc/cards.h` of `src/inc/cards.h`.
    ends: BTreeSet<&'a str>,
    folders: BTreeSet<&'a str>,
    /// By the whole path, then by the file's own name, as Windows compares them: the first such path.
    by_path: BTreeMap<String, &'a str>,
    by_name: BTreeMap<String, &'a str>,
}

impl<'a> Names<'a> {
    fn of(program: &'a Program) -> Self {
        let paths: BTreeSet<&str> = program.files().map(|file| file.path.as_str()).collect();
        let ends_of = |path: &'a str| path.match_indices('/').map(move |(at, _)| &path[at + 1..]);
        let ends = paths.iter().flat_map(|path| std::iter::once(*path).chain(ends_of(path))).collect();
        let folders = paths.iter().flat_map(|path| ancestors(path)).collect();
        let (mut by_path, mut by_name) = (BTreeMap::new(), BTreeMap::new());
        for path in &paths {
            let flat = flat(path);
            by_name.entry(own_name(&flat).to_owned()).or_insert(*path);
            by_path.entry(flat).or_insert(*path);
        }
        Self { paths, ends, folders, by_path, by_name }
    }

    /// Whether a quoted include finds a file: beside the including one, or in any folder with files.
    fn resolve(&self, name: &str, from: &SourceFile) -> bool {
        self.paths.contains(join(from.folder(), name).as_str()) || self.ends.contains(name)
    }

    /// The file whose name agrees with the included one but for case and the way slashes lean.
    fn meant(&self, name: &str, from: &SourceFile) -> Option<String> {
        let wanted = flat(name);
        let same_path = self.by_path.get(&flat(&join(from.folder(), &wanted)));
        same_path.or_else(|| self.by_name.get(own_name(&wanted))).map(|path| (*path).to_owned())
    }

    /// Whether a file can be put there: no file stands in the place of one of its folders, no folder in its own.
    fn has_room_for(&self, path: &str) -> bool {
        let is_free = !self.folders.contains(path) && !ancestors(path).any(|up| self.paths.contains(up));
        is_free && is_short(path)
    }
}

/// A path as Windows compares them.
fn flat(path: &str) -> String {
    path.replace('\\', "/").to_lowercase()
}

fn own_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
