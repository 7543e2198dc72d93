//! The published sample runs that a spec names: a script and its snapshot each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use reference::script::{Script, ScriptError};

use super::Shelf;
use crate::snapshot::{self, SnapshotError};

/// A published sample run: a script and the reference's snapshot of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The script's name.
    pub name: String,
    /// The script.
    pub script: Script,
    /// The snapshot's text: what was said, each answer and a newline in its place.
    pub snapshot: String,
}

/// A sample run that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// Its script is not there.
    #[error("cannot read the sample script {}: {source}; `sample_scripts` in the spec names it", path.display())]
    NoScript {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Its script has a mistake.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Its snapshot is missing or broken.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The binary does not hold it.
    #[error(
        "the sample run `{name}` is not part of this grader; name a folder with --specs DIR that has the fixtures beside it, or take it out of `sample_scripts`"
    )]
    NotEmbedded {
        /// The script's name.
        name: String,
    },
}

/// A sample that is part of the binary: assignment, name, script, snapshot file.
type Embedded = (&'static str, &'static str, &'static str, &'static str);

macro_rules! embedded {
    ($($assignment:literal $name:literal),+ $(,)?) => {
        &[$((
            $assignment,
            $name,
            include_str!(concat!("../../../fixtures/", $assignment, "/scripts/", $name, ".script")),
            include_str!(concat!("../../../fixtures/", $assignment, "/snapshots/", $name, ".snap")),
        )),+]
    };
}

const EMBEDDED: &[Embedded] = embedded!("casino" "sample-run-1", "casino" "sample-run-2");

impl Shelf {
    /// The sample runs of an assignment: from the fixtures beside the shelf's folder, else from the binary.
    pub(super) fn samples(&self, assignment: &str, names: &[String]) -> Result<Vec<Sample>, SampleError> {
        let fixtures = match self {
            Self::Folder(folder) => Some(beside(folder, assignment)).filter(|fixtures| fixtures.is_dir()),
            Self::Embedded => None,
        };
        names
            .iter()
            .map(|name| match &fixtures {
                Some(fixtures) => from_folder(fixtures, name),
                None => embedded(assignment, name),
            })
            .collect()
    }
}

/// The fixtures of an assignment that belong to a folder of specs.
fn beside(specs: &Path, assignment: &str) -> PathBuf {
    let parent = specs.parent().unwrap_or(Path::new(""));
    parent.join("fixtures").join(assignment)
}

fn from_folder(fixtures: &Path, name: &str) -> Result<Sample, SampleError> {
    let path = fixtures.join("scripts").join(format!("{name}.script"));
    let text =
        fs::read_to_string(&path).map_err(|source| SampleError::NoScript { path: path.clone(), source })?;
    let script = Script::parse(&path.display().to_string(), &text)?;
    let snapshot = snapshot::read(&fixtures.join("snapshots").join(format!("{name}.snap")))?;
    Ok(Sample { name: name.to_owned(), script, snapshot })
}

fn embedded(assignment: &str, name: &str) -> Result<Sample, SampleError> {
    let found = EMBEDDED.iter().find(|embedded| (embedded.0, embedded.1) == (assignment, name));
    let Some((_, _, script, snap)) = found else {
        return Err(SampleError::NotEmbedded { name: name.to_owned() });
    };
    let file = format!("{name}.script (built in)");
    let snapshot = snapshot::parse(Path::new(&format!("{name}.snap (built in)")), snap)?;
    Ok(Sample { name: name.to_owned(), script: Script::parse(&file, script)?, snapshot })
}
