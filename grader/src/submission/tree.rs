//! Lists the files of a hand-in: regular ones only, in a fixed order, never outside its folder.

use super::kinds;
use super::limits;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A regular file in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The path from the root of the tree, as shown to people.
    pub(super) path: String,
    /// Where to read it.
    pub(super) real: PathBuf,
    /// Its length in bytes.
    pub(super) bytes: u64,
}

impl Entry {
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// A file or folder in a folder.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) real: PathBuf,
    pub(super) kind: ItemKind,
}

/// What stands under a name.
#[derive(Debug, Clone)]
pub(super) enum ItemKind {
    File(u64),
    Folder,
    Link,
    /// A device, pipe or socket, by that word.
    Special(&'static str),
}

/// A name as it is shown and as it is used in copies: bytes that are no text become `�`, control characters their
/// escapes, so a name never breaks a line.
pub(super) fn shown(name: &OsStr) -> String {
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    name.to_string_lossy().chars().map(escape).collect()
}

/// The items of a folder, sorted by name, and whether there were more than are looked at.
pub(super) fn list(folder: &Path) -> io::Result<(Vec<Item>, bool)> {
    let mut items = Vec::new();
    let mut entries = fs::read_dir(folder)?;
    for entry in entries.by_ref().take(limits::ENTRIES) {
        let entry = entry?;
        // An entry that vanishes in between is as good as never there.
        items.extend(item(entry.path()));
    }
    items.sort_by(|a, b| (&a.name, &a.real).cmp(&(&b.name, &b.real)));
    Ok((items, entries.next().is_some()))
}

/// What stands at a path, if anything does.
pub(super) fn item(path: PathBuf) -> Option<Item> {
    let meta = path.symlink_metadata().ok()?;
    let kind = meta.file_type();
    let kind = if kind.is_file() {
        ItemKind::File(meta.len())
    } else if kind.is_dir() {
        ItemKind::Folder
    } else if kind.is_symlink() {
        ItemKind::Link
    } else if kind.is_fifo() {
        ItemKind::Special("pipe")
    } else if kind.is_socket() {
        ItemKind::Special("socket")
    } else {
        ItemKind::Special("device")
    };
    Some(Item { name: shown(path.file_name()?), real: path, kind })
}

/// The files of one hand-in.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The folder its paths are relative to.
    pub(super) root: PathBuf,
    /// Its regular files, those nearer the top first, then by name.
    pub(super) files: Vec<Entry>,
    /// What was left out and should be told.
    pub(super) remarks: Vec<String>,
    /// A folder that could not be listed, and why.
    pub(super) unreadable: Option<String>,
}

/// Walks a hand-in's folder; `outputs` says whether folders for build output are looked into as well.
pub(super) fn walk(root: &Path, outputs: bool) -> Tree {
    let mut tree = Tree { root: root.to_path_buf(), ..Tree::default() };
    let home = fs::canonicalize(root).ok();
    let mut queue = VecDeque::from([(String::new(), root.to_path_buf(), 0)]);
    let mut seen = 0;
    while let Some((prefix, folder, depth)) = queue.pop_front() {
        let (items, more) = match list(&folder) {
            Ok(listed) => listed,
            Err(error) => {
                let name = if prefix.is_empty() { "its folder" } else { prefix.trim_end_matches('/') };
                tree.unreadable.get_or_insert(format!("{name} cannot be listed: {error}"));
                continue;
            }
        };
        let mut capped = more;
        for item in items {
            if kinds::is_litter(&item.name) {
                continue;
            }
            seen += 1;
            if seen > limits::ENTRIES {
                capped = true;
                break;
            }
            let path = format!("{prefix}{}", item.name);
            match item.kind {
                ItemKind::Folder
                    if kinds::is_output_folder(&item.name) && !(outputs && item.name != "CMakeFiles") => {}
                ItemKind::Folder if depth + 1 > limits::DEPTH => {
                    tree.remarks.push(format!("`{path}` is nested too deep and was not looked into"));
                }
                ItemKind::Folder => queue.push_back((format!("{path}/"), item.real, depth + 1)),
                _ => tree.take(path, item, home.as_deref()),
            }
        }
        if capped {
            let limit = limits::ENTRIES;
            tree.remarks.push(format!(
                "more than {limit} files were handed in; only the first {limit} were looked at"
            ));
            break;
        }
    }
    tree
}

impl Tree {
    /// Takes up a file; a link only if it leads to a file inside the same folder.
    fn take(&mut self, path: String, item: Item, home: Option<&Path>) {
        match item.kind {
            ItemKind::File(bytes) => self.files.push(Entry { path, real: item.real, bytes }),
            ItemKind::Special(what) => {
                self.remarks.push(format!("`{path}` is a {what}, not a file, and was ignored"));
            }
            ItemKind::Link => match target(&item.real, home) {
                Ok((real, bytes)) => self.files.push(Entry { path, real, bytes }),
                Err(why) => self.remarks.push(format!("`{path}` is a link that {why}; it was not followed")),
            },
            ItemKind::Folder => {}
        }
    }
}

/// Where a link leads, if that is a file under `home`.
pub(super) fn target(link: &Path, home: Option<&Path>) -> Result<(PathBuf, u64), &'static str> {
    let real = fs::canonicalize(link).map_err(|_| "leads nowhere")?;
    if !home.is_some_and(|home| real.starts_with(home)) {
        return Err("leads out of the submission");
    }
    match fs::metadata(&real) {
        Ok(meta) if meta.is_file() => Ok((real, meta.len())),
        _ => Err("leads to no file"),
    }
}

/// The length of a regular file below a folder, if no link leads there.
pub(super) fn plain_file(folder: &Path, path: &str) -> Option<u64> {
    let mut real = folder.to_path_buf();
    for part in path.split('/') {
        real.push(part);
        if real.symlink_metadata().ok()?.is_symlink() {
            return None;
        }
    }
    real.metadata().ok().filter(fs::Metadata::is_file).map(|meta| meta.len())
}

/// Reads a regular file up to a limit of bytes; a file longer than that is an error. Never waits, whatever the name
/// stands for by now.
pub(super) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("it is longer than {limit} bytes")));
    }
    Ok(bytes)
}

/// The first bytes of a file, as many as tell its format; none if it cannot be read.
pub(super) fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path);
    if let Ok(file) = file
        && file.metadata().is_ok_and(|meta| meta.is_file())
        && file.take(16).read_to_end(&mut bytes).is_err()
    {
        bytes.clear();
    }
    bytes
}
