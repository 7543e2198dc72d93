//! A class's grades as they lie in the output folder, with what stands beside them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::assignment::{Assignment, RuleEntry};
use crate::grade::{BUILDS_RULE, Entry, Results};

/// Everything a page or an export is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradebook {
    /// The grades, sorted by student.
    pub entries: Vec<Entry>,
    /// With what they were made.
    pub origin: Origin,
}

/// With what grades were made: it stands on every page, for appeals.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The grader and its version.
    pub grader: String,
    /// The version of each assignment's spec: a hash of all that is in it.
    pub spec_versions: BTreeMap<String, String>,
    /// When the run began, RFC 3339.
    pub started: String,
    /// Whether every submission was reached.
    pub complete: bool,
}

/// The output folder of a class run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GradebookError {
    /// A file is missing or cannot be opened.
    #[error("cannot read {}: {source}; name the folder that `grader check` wrote, as in `grader export csv grades`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is not what `grader check` writes.
    #[error("{} is not what `grader check` writes: {source}; run `grader check` again", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
}

impl Gradebook {
    /// Reads the output folder of a class run.
    pub fn open(folder: &Path) -> Result<Self, GradebookError> {
        let results: Results = read(&folder.join("results.json"))?;
        Ok(Self { entries: results.submissions, origin: Self::origin(folder)? })
    }

    /// With what the grades in a folder were made; grades stand for themselves where the run's own record is missing.
    pub fn origin(folder: &Path) -> Result<Origin, GradebookError> {
        match read(&folder.join("run.json")) {
            Err(GradebookError::Unreadable { .. }) => Ok(Origin::default()),
            read => read,
        }
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, GradebookError> {
    let unreadable = |source| GradebookError::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    serde_json::from_reader(BufReader::new(file))
        .map_err(|source| GradebookError::Broken { path: path.to_owned(), source })
}

/// The catalogue's entry of a rule, as far as the assignment is known.
pub fn rule<'a>(
    assignments: &[&'a dyn Assignment],
    assignment: Option<&str>,
    id: &str,
) -> Option<&'a RuleEntry> {
    if id == BUILDS_RULE.id {
        return Some(&BUILDS_RULE);
    }
    let assignment = assignments.iter().find(|known| Some(known.id()) == assignment)?;
    assignment.rules().iter().find(|rule| rule.id == id)
}
