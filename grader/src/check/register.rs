//! Which judgement belongs to which submission, so that a class can be graded anew without its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::folder::{Folder, FolderError};
use super::{Found, Source};
use crate::grade::Rulings;
use crate::submission::HandIn;

/// One submission of the run before.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Registered {
    pub(super) student: String,
    pub(super) path: String,
    pub(super) hand_in: HandIn,
    pub(super) assignment: Option<String>,
    pub(super) language: Option<String>,
    /// What was remarked on how it was handed in.
    pub(super) remarks: Vec<String>,
    pub(super) judgement: Where,
    /// A hash of what was handed in; a register of an older grader has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) content: Option<String>,
}

/// What tells one hand-in of a student from the next: a hash of its programs, or that there is none.
pub(super) fn content(source: &Source) -> String {
    match source {
        Source::Program { content, .. } => content.clone(),
        Source::Several { choices, .. } => {
            let all: Vec<String> = choices.iter().map(|choice| content(&choice.source)).collect();
            blake3::hash(all.join(" ").as_bytes()).to_hex().to_string()
        }
        // The words of a reason say nothing certain: another grader may use others for the same files.
        Source::Nothing(_) => "nothing".to_owned(),
        Source::Unclear(_) => "unclear".to_owned(),
        Source::Unreadable(_) => "unreadable".to_owned(),
    }
}

/// A warning on rulings that were made when their students had handed in something else: in the run before in the same
/// output folder.
pub(super) fn outdated(folder: &Path, found: &[Found], rulings: &Rulings) -> Option<String> {
    if rulings.is_empty() {
        return None;
    }
    let before: BTreeMap<String, String> = Register::read(folder)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|one| Some((one.student, one.content?)))
        .collect();
    let is_other = |one: &&Found| {
        rulings.rules_on(&one.student)
            && before.get(&one.student).is_some_and(|before| *before != content(&one.source))
    };
    let names: Vec<String> = found.iter().filter(is_other).map(|one| format!("`{}`", one.student)).collect();
    let (work, it) = match names.len() {
        0 => return None,
        1 => ("the work", "it"),
        _ => ("the works", "them"),
    };
    Some(format!(
        "{work} of {} changed since the run before, and what {} rules on {it} counts until you take it away from there",
        names.join(", "),
        rulings.file()
    ))
}

/// Where the judgement on a submission is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Where {
    /// Kept under this key.
    Kept(String),
    /// There was nothing to judge: why.
    NoSource(String),
    /// A person had to look before it was played: why.
    Review(String),
    /// The grader failed: there is none.
    Fault,
}

/// The register of the run that goes on: a line for each submission that finished.
pub(super) struct Register {
    path: PathBuf,
    file: Mutex<File>,
}

const NAME: &str = "class.jsonl";

impl Register {
    /// Begins an empty register.
    pub(super) fn begin(folder: &Folder) -> Result<Self, FolderError> {
        let path = folder.hidden(NAME);
        match File::create(&path) {
            Ok(file) => Ok(Self { path, file: Mutex::new(file) }),
            Err(source) => Err(FolderError::File { path, source }),
        }
    }

    /// Adds a submission.
    pub(super) fn add(&self, registered: &Registered) -> Result<(), FolderError> {
        let mut line = serde_json::to_vec(registered).unwrap_or_default();
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(&line).map_err(|source| FolderError::File { path: self.path.clone(), source })
    }

    /// The register of the last run.
    pub(super) fn read(folder: &Path) -> Result<Vec<Registered>, FolderError> {
        let path = folder.join(super::folder::HIDDEN).join(NAME);
        let file = File::open(&path).map_err(|_| FolderError::Unregistered { path: folder.to_owned() })?;
        let lines = BufReader::new(file).split(b'\n').map_while(Result::ok);
        Ok(lines.filter_map(|line| serde_json::from_slice(&line).ok()).collect())
    }
}

/// Where each student's work of the last run lies, as far as its output folder knows.
pub fn paths(folder: &Path) -> BTreeMap<String, String> {
    let registered = Register::read(folder).unwrap_or_default();
    registered.into_iter().map(|one| (one.student, one.path)).collect()
}
