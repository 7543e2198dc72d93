//! Where specs are taken from.

use std::path::{Path, PathBuf};

use super::{Problem, Spec, SpecError, closest, parse};
use crate::assignment::Assignment;

/// The specs that are part of the binary, by assignment.
const EMBEDDED: &[(&str, &str)] = &[
    ("casino", include_str!("../../../specs/casino.toml")),
    ("bluejack", include_str!("../../../specs/bluejack.toml")),
    ("deck52", include_str!("../../../specs/deck52.toml")),
    ("crowns", include_str!("../../../specs/crowns.toml")),
];

/// What each spec says in words for people, by assignment: the transcript that is published where the handout leaves it
/// open, and what is asked.
const PAGES: &[(&str, &str)] = &[
    ("casino", include_str!("../../../specs/casino.md")),
    ("bluejack", include_str!("../../../specs/bluejack.md")),
    ("deck52", include_str!("../../../specs/deck52.md")),
    ("crowns", include_str!("../../../specs/crowns.md")),
];

/// The page for people that goes with an assignment's built-in spec, in Markdown.
pub fn page(id: &str) -> Option<&'static str> {
    PAGES.iter().find(|(other, _)| *other == id).map(|(_, page)| *page)
}

/// Where specs are taken from: a folder that was named, else the repository the command runs in, else the binary.
///
/// Only a folder that also holds the grader's own sources counts as the repository: a `specs` folder a student handed
/// in must never set points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shelf {
    /// A folder with files `ID.toml`. An assignment that has none there has the spec of the binary.
    Folder(PathBuf),
    /// The specs this binary was built with.
    Embedded,
}

/// A spec, and what is doubtful about it.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The spec.
    pub spec: Spec,
    /// What an instructor should look at, though it can be used.
    pub warnings: Vec<Problem>,
}

impl Shelf {
    /// The shelf to use when working in `here`.
    pub fn choose(named: Option<&Path>, here: &Path) -> Self {
        if let Some(folder) = named {
            return Self::Folder(folder.to_owned());
        }
        let is_repository = here.join("specs").is_dir() && here.join("grader/Cargo.toml").is_file();
        if is_repository { Self::Folder(PathBuf::from("specs")) } else { Self::Embedded }
    }

    /// Reads an assignment's spec.
    pub fn load(&self, assignment: &dyn Assignment) -> Result<Loaded, SpecError> {
        let id = assignment.id();
        if !self.is_source_of(id) {
            return Self::Embedded.load(assignment);
        }
        let mut loaded = self.parsed(assignment)?;
        loaded.spec.samples = self.samples(id, &loaded.spec.play.sample_scripts)?;
        Ok(loaded)
    }

    /// Whether an assignment's spec is taken from this shelf, and not from the binary in its place.
    ///
    /// A folder without the spec of any assignment is a mistake, and so is one whose file has nearly the right name:
    /// there the spec is missed, not replaced.
    fn is_source_of(&self, id: &str) -> bool {
        let Self::Folder(folder) = self else { return true };
        if folder.join(format!("{id}.toml")).exists() {
            return true;
        }
        let (known, others): (Vec<String>, Vec<String>) =
            names(folder).into_iter().partition(|name| is_known(name));
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        known.is_empty() || closest(id, &others).is_some()
    }

    fn parsed(&self, assignment: &dyn Assignment) -> Result<Loaded, SpecError> {
        let id = assignment.id();
        match self {
            Self::Folder(folder) => {
                let path = folder.join(format!("{id}.toml"));
                let text = std::fs::read_to_string(&path).map_err(|source| SpecError::Unreadable {
                    path: path.display().to_string(),
                    source,
                    help: "name the folder that holds it with --specs DIR, or leave --specs out to take the \
                           specs the grader was built with"
                        .to_owned(),
                })?;
                parse(&path.display().to_string(), &text, assignment)
            }
            Self::Embedded => {
                let text = EMBEDDED.iter().find(|(name, _)| *name == id).map_or("", |(_, text)| text);
                parse(&format!("specs/{id}.toml (built in)"), text, assignment)
            }
        }
    }

    /// The text of an assignment's spec; empty where there is none of that name.
    pub fn text(&self, id: &str) -> std::io::Result<String> {
        match self {
            Self::Folder(folder) if self.is_source_of(id) => {
                std::fs::read_to_string(folder.join(format!("{id}.toml")))
            }
            _ => Ok(EMBEDDED.iter().find(|(name, _)| *name == id).map_or("", |(_, text)| text).to_owned()),
        }
    }

    /// How the shelf is named to people.
    pub fn describe(&self) -> String {
        match self {
            Self::Folder(folder) => folder.display().to_string(),
            Self::Embedded => Self::BUILT_IN.to_owned(),
        }
    }

    /// How the place of an assignment's spec is named to people.
    pub fn place_of(&self, id: &str) -> String {
        if self.is_source_of(id) { self.describe() } else { Self::BUILT_IN.to_owned() }
    }

    const BUILT_IN: &str = "built in";
}

fn is_known(name: &str) -> bool {
    EMBEDDED.iter().any(|(id, _)| *id == name)
}

/// The names, without `.toml`, of the specs in a folder. One that cannot be read has none: the error comes when the
/// spec is read.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let specs = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    specs.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}
