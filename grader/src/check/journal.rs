//! The journal of a run: a line for each grade, added as it is reached.
//!
//! Adding a line costs the same however large the class is, and a run that is killed leaves all lines but, at worst, a
//! torn last one, which is left out when the next run reads them.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;

use super::folder::{Folder, FolderError};
use crate::grade::Entry;

/// `journal.jsonl` of the output folder; it is there while a run goes on, and after one that did not end in good order.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

const NAME: &str = "journal.jsonl";

impl Journal {
    /// Gives what a run that was killed left in its journal to `take_up`, oldest first, and says whether there was
    /// anything.
    pub(super) fn read(folder: &Folder, mut take_up: impl FnMut(Entry)) -> bool {
        let Ok(file) = File::open(folder.file(NAME)) else { return false };
        let mut any = false;
        for line in BufReader::new(file).split(b'\n').map_while(Result::ok) {
            if let Ok(entry) = serde_json::from_slice(&line) {
                take_up(entry);
                any = true;
            }
        }
        any
    }

    /// Begins an empty journal.
    pub(super) fn begin(folder: &Folder) -> Result<Self, FolderError> {
        let path = folder.file(NAME);
        match File::create(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(source) => Err(FolderError::File { path, source }),
        }
    }

    /// Adds a grade.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), FolderError> {
        let mut line = serde_json::to_vec(entry).unwrap_or_default();
        line.push(b'\n');
        self.file.write_all(&line).map_err(|source| FolderError::File { path: self.path.clone(), source })
    }

    /// Takes the journal away: what it holds is in the results.
    pub(super) fn end(&self) {
        // One that stays is read by the next run and tells it nothing new.
        let _ = fs::remove_file(&self.path);
    }
}
