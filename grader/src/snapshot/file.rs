//! Reading insta's snapshot files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A snapshot that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// It is not there, or cannot be read.
    #[error(
        "cannot read the snapshot {}: {source}; `cargo xtask fixtures` makes the snapshots anew",
        path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It has not the form insta writes.
    #[error(
        "{} is no snapshot: {wrong}; `cargo xtask fixtures` makes the snapshots anew",
        path.display()
    )]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        wrong: &'static str,
    },
}

/// The text of a snapshot file, without its header.
pub fn read(path: &Path) -> Result<String, SnapshotError> {
    let text = fs::read_to_string(path)
        .map_err(|source| SnapshotError::Unreadable { path: path.to_owned(), source })?;
    parse(path, &text)
}

/// The text of a snapshot, without its header; `path` names it in errors.
pub fn parse(path: &Path, text: &str) -> Result<String, SnapshotError> {
    let text = text.replace("\r\n", "\n");
    let broken = |wrong| SnapshotError::Broken { path: path.to_owned(), wrong };
    let header = text.strip_prefix("---\n").ok_or_else(|| broken("it does not begin with a line `---`"))?;
    let end = header.find("\n---\n").ok_or_else(|| broken("its header has no end"))?;
    let body = &header[end + "\n---\n".len()..];
    if body.trim().is_empty() {
        return Err(broken("there is nothing after its header"));
    }
    Ok(body.to_owned())
}
