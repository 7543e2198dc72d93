//! Downloads of a whole class, as the systems of courses make them.
//!
//! Each system names files or folders in a way of its own. A folder is read as such a download only where nearly all
//! of it is named that way, so that plain folders are never misread; what is not goes the plain way.

mod blackboard;
mod canvas;
mod classroom;
mod commit;
mod gradescope;
mod moodle;

use super::HandIn;
use super::archive;
use super::kinds::{self, Kind};
use super::tree::{self, Item, ItemKind};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// How the work of a class is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// Canvas, *Download Submissions*.
    Canvas,
    /// Moodle, *Download all submissions*.
    Moodle,
    /// Blackboard, *Assignment File Download*.
    Blackboard,
    /// Gradescope, *Export Submissions*.
    Gradescope,
    /// GitHub Classroom: a clone for each student.
    Classroom,
    /// A folder for each student.
    Folders,
    /// A file for each student.
    Files,
    /// The work of one student.
    One,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Canvas => "Canvas download",
            Self::Moodle => "Moodle download",
            Self::Blackboard => "Blackboard download",
            Self::Gradescope => "Gradescope export",
            Self::Classroom => "GitHub Classroom clones",
            Self::Folders => "class of folders",
            Self::Files => "class of loose files",
            Self::One => "one student's work",
        })
    }
}

/// A download that was recognised.
pub(super) struct Download {
    pub(super) layout: Layout,
    /// What each student handed in.
    pub(super) hands: Vec<Hand>,
    /// What is named otherwise.
    pub(super) strays: Vec<Item>,
}

/// What one student, or one group, handed in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Hand {
    /// What the student is called in the results.
    pub(super) student: String,
    /// What tells two students apart who are called the same.
    pub(super) apart: String,
    #[expect(clippy::struct_field_names, reason = "it is what the type is called everywhere")]
    pub(super) hand_in: HandIn,
    pub(super) parts: Vec<Part>,
    /// What the list of the download names, where it is not in it.
    pub(super) absent: Option<String>,
    /// How many files were downloaded of it, whichever count.
    pub(super) files: usize,
    pub(super) remarks: Vec<String>,
}

/// A file or folder of a hand-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The name the student gave it.
    pub(super) name: String,
    pub(super) real: PathBuf,
    pub(super) is_folder: bool,
    /// The part of the larger rank counts: a newer attempt, a file rather than a text that was typed in.
    pub(super) rank: u64,
}

impl Part {
    /// A file under its own name.
    pub(super) fn file(path: &Path) -> Self {
        let name = path.file_name().map(tree::shown).unwrap_or_default();
        Self { name, real: path.to_path_buf(), is_folder: false, rank: 0 }
    }
}

/// The download that these items of a folder are.
pub(super) fn recognise(folder: &Path, items: &[Item]) -> Option<Download> {
    gradescope::recognise(folder, items)
        .or_else(|| moodle::recognise(items))
        .or_else(|| blackboard::recognise(items))
        .or_else(|| canvas::recognise(items))
        .or_else(|| classroom::recognise(items))
}

/// Sorts items into those that `read` understands and the others; nothing where the others are too many to call this
/// a download. A document or a table that somebody put beside it does not count.
fn most<T>(items: &[Item], read: impl Fn(&Item) -> Option<T>) -> Option<(Vec<T>, Vec<Item>)> {
    let mut fit = Vec::new();
    let mut strays = Vec::new();
    let mut against = 0;
    for item in items.iter().filter(|item| !kinds::is_litter(&item.name)) {
        if let Some(one) = read(item) {
            fit.push(one);
            continue;
        }
        let counts = match item.kind {
            ItemKind::File(_) => {
                kinds::kind(&item.name) != Kind::Other || archive::form(&item.name).is_some()
            }
            ItemKind::Folder => true,
            ItemKind::Link | ItemKind::Special(_) => false,
        };
        against += usize::from(counts);
        strays.push(item.clone());
    }
    (!fit.is_empty() && fit.len() >= 4 * against).then_some((fit, strays))
}

/// Puts together what belongs to one student, in the order of their keys; the names that several share are told apart.
fn gather(hands: Vec<(String, Hand)>) -> Vec<Hand> {
    let mut by_key: BTreeMap<String, Hand> = BTreeMap::new();
    for (key, mut hand) in hands {
        hand.files = hand.parts.iter().filter(|part| !part.is_folder).count();
        match by_key.get_mut(&key) {
            None => drop(by_key.insert(key, hand)),
            Some(known) => {
                known.parts.extend(hand.parts);
                known.files += hand.files;
                known.remarks.extend(hand.remarks);
                known.hand_in.late |= hand.hand_in.late;
            }
        }
    }
    let mut hands: Vec<Hand> = by_key.into_values().collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for hand in &hands {
        *counts.entry(hand.student.to_lowercase()).or_default() += 1;
    }
    for hand in &mut hands {
        let is_shared = counts.get(&hand.student.to_lowercase()).is_some_and(|count| *count > 1);
        if is_shared && !hand.apart.is_empty() {
            hand.student = format!("{}_{}", hand.student, hand.apart);
        }
    }
    hands
}

fn is_file(item: &Item) -> bool {
    matches!(item.kind, ItemKind::File(_))
}

/// The number at the start of a text, and what follows it.
fn number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}
