//! Copies a program's files, decoded, into the scratch folder.

use super::BuildError;
use crate::submission::{Program, SourceFile, lexer};
use std::collections::BTreeSet;
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
    let paths: BTreeSet<&str> = program.files().map(|file| file.path.as_str()).collect();
    let mut aliases: Vec<Alias> = Vec::new();
    for file in program.files() {
        for include in lexer::includes(&file.text).into_iter().filter(|include| include.quoted) {
            let name = include.name;
            let path = join(file.folder(), &name);
            let stays =
                !name.starts_with('/') && !name.split('/').any(|part| matches!(part, "" | "." | ".."));
            if !stays || resolves(&name, file, &paths) || aliases.iter().any(|alias| alias.path == path) {
                continue;
            }
            if let Some(meant) = meant(&name, file, &paths) {
                aliases.push(Alias { path, name, meant });
            }
        }
    }
    aliases
}

/// A path relative to a folder, as text.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Whether a quoted include finds a file: beside the including one, or in any folder with files.
fn resolves(name: &str, from: &SourceFile, paths: &BTreeSet<&str>) -> bool {
    paths.contains(join(from.folder(), name).as_str())
        || paths.iter().any(|path| *path == name || path.ends_with(&format!("/{name}")))
}

/// The file whose name agrees with the included one but for case and the way slashes lean.
fn meant(name: &str, from: &SourceFile, paths: &BTreeSet<&str>) -> Option<String> {
    let flat = |path: &str| path.replace('\\', "/").to_lowercase();
    let wanted = flat(name);
    let own = wanted.rsplit('/').next().unwrap_or(&wanted);
    let beside = flat(&join(from.folder(), &wanted));
    let same_path = paths.iter().find(|path| flat(path) == beside);
    let same_name = || paths.iter().find(|path| flat(path).rsplit('/').next() == Some(own));
    same_path.or_else(same_name).map(|path| (*path).to_owned())
}
