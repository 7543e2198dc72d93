//! Tells a class from a single student, and names every submission.

use super::gather::{self, Gathered};
use super::kinds::{self, Kind};
use super::tree::{self, Item, ItemKind};
use super::{HandIn, Submission, lexer, limits, mains};
use crate::assignment::Language;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Everything found under some paths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The submissions, sorted by student.
    pub submissions: Vec<Submission>,
    /// What lay in a class's folder and is no submission.
    pub remarks: Vec<String>,
}

/// A path given by the user cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// There is nothing at the path.
    #[error("{path}: no such file or folder; check the spelling, or quote a name with blanks in it")]
    Missing {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a device, pipe or socket.
    #[error(
        "{path}: neither a file nor a folder; give a source file, a student's folder, or a folder of them"
    )]
    NeitherFileNorFolder {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is there but cannot be looked at.
    #[error("{path}: {source}; check its permissions")]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Finds the submissions under `paths`.
///
/// A file is one submission, named by its stem. A folder with several files with a `main` at its top is a class of
/// loose files, one with folders for students a class of folders, anything else one student's own folder.
pub fn find(paths: &[PathBuf]) -> Result<Found, FindError> {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    let folders = paths.iter().filter(|path| path.is_dir()).count();
    for path in paths {
        // Somebody typed the name of one path; of many a shell did (`submissions/*`), and what a student's link leads to
        // is not the student's. A slash at the end would look through the link.
        if paths.len() > 1 && path.components().as_path().is_symlink() {
            let name = own_name(path);
            found.remarks.push(format!("`{name}` is a link and was not followed; give its target instead"));
            continue;
        }
        let real = path.canonicalize().map_err(|source| unusable(path, source))?;
        if !seen.insert(real.clone()) {
            continue;
        }
        let meta = real.metadata().map_err(|source| unusable(path, source))?;
        if meta.is_dir() {
            find_in_folder(path, &real, folders > 1, &mut found)?;
        } else if !meta.is_file() {
            return Err(FindError::NeitherFileNorFolder { path: path.clone() });
        } else if real.file_name().is_some_and(|name| name == "Cargo.toml") {
            let folder = real.parent().unwrap_or(&real);
            found.submissions.push(submission(folder, own_name(folder), gather::folder(folder)));
        } else {
            found.submissions.push(loose(path));
        }
    }
    name_apart(&mut found.submissions);
    found.submissions.sort_by(|a, b| (&a.student, &a.root).cmp(&(&b.student, &b.root)));
    Ok(found)
}

fn unusable(path: &Path, source: io::Error) -> FindError {
    let path = path.to_path_buf();
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FindError::Missing { path },
        _ => FindError::Unreadable { path, source },
    }
}

fn submission(root: &Path, student: String, gathered: Gathered) -> Submission {
    let Gathered { work, remarks, key } = gathered;
    Submission { student, root: root.to_path_buf(), work, remarks, hand_in: HandIn::default(), key }
}

fn loose(path: &Path) -> Submission {
    submission(path, kinds::stem(&own_name(path)).to_owned(), gather::file(path))
}

fn own_name(path: &Path) -> String {
    let named = path.file_name().map(tree::shown);
    let real = || path.canonicalize().ok().and_then(|real| real.file_name().map(tree::shown));
    named.or_else(real).unwrap_or_else(|| "submission".to_owned())
}

/// What lies directly in a folder.
struct Top {
    /// Source files, in order.
    sources: Vec<PathBuf>,
    /// How many of them have a `main`.
    mains: usize,
    /// Whether project files lie there, or a header.
    is_project: bool,
    /// Other files.
    strays: Vec<Item>,
    /// Folders that may be students'.
    folders: Vec<Item>,
    /// What was not looked at.
    remarks: Vec<String>,
}

/// A folder inside the one that was given, gathered as if it were a student's.
type Gathering = (Item, Gathered);

fn find_in_folder(path: &Path, real: &Path, one_of_many: bool, found: &mut Found) -> Result<(), FindError> {
    let top = Top::look(path).map_err(|source| unusable(path, source))?;
    if top.mains < 2 && (top.is_project || top.folders.is_empty()) {
        found.submissions.push(submission(path, own_name(path), gather::folder(path)));
        return Ok(());
    }
    let Top { sources, mains, strays, folders, remarks, .. } = top;
    let gathered: Vec<Gathering> = folders
        .into_iter()
        .map(|item| {
            let gathered = gather::folder(&item.real);
            (item, gathered)
        })
        .collect();
    if mains < 2 && is_one_student(&sources, mains, &strays, &gathered, one_of_many, real) {
        found.submissions.push(submission(path, own_name(path), gather::folder(path)));
        return Ok(());
    }
    if let [(item, gathered)] = gathered.as_slice()
        && sources.is_empty()
        && holds_class(gathered)
    {
        let inner = item.real.clone();
        return find_in_folder(&inner, &real.join(item.real.file_name().unwrap_or_default()), false, found);
    }
    found.remarks.extend(remarks);
    found.submissions.extend(sources.iter().map(|source| loose(source)));
    for (item, gathered) in gathered {
        let name = &item.name;
        if !sources.is_empty() && !gathered.is_program() {
            found.remarks.push(format!("folder `{name}` holds no program and was not taken as a submission"));
        } else {
            found.submissions.push(submission(&item.real, name.clone(), gathered));
        }
    }
    let names = strays.iter().map(|item| &item.name);
    found
        .remarks
        .extend(names.map(|name| format!("`{name}` is no source file and was not taken as a submission")));
    Ok(())
}

/// Whether an only folder is a class rather than a student: programs in at least three folders of it.
fn holds_class(gathered: &Gathered) -> bool {
    let super::Work::Ambiguous { mains } = &gathered.work else { return false };
    let folders: BTreeSet<&str> = mains.iter().filter_map(|path| Some(path.split_once('/')?.0)).collect();
    folders.len() > 2
}

impl Top {
    fn look(path: &Path) -> io::Result<Self> {
        let (items, more) = tree::list(path)?;
        let mut top = Top {
            sources: Vec::new(),
            mains: 0,
            is_project: false,
            strays: Vec::new(),
            folders: Vec::new(),
            remarks: Vec::new(),
        };
        if more {
            let limit = limits::ENTRIES;
            top.remarks.push(format!("more than {limit} entries; only the first {limit} were looked at"));
        }
        for item in items {
            let name = item.name.clone();
            match item.kind {
                _ if kinds::is_litter(&name) => {}
                ItemKind::Folder if kinds::is_output_folder(&name) => {
                    top.remarks.push(format!(
                        "`{name}` is named like build output and was not taken as a submission"
                    ));
                }
                ItemKind::Folder => top.folders.push(item),
                ItemKind::Link => top
                    .remarks
                    .push(format!("`{name}` is a link and was not followed; give its target instead")),
                ItemKind::Special(what) => top.remarks.push(format!("`{name}` is a {what} and was ignored")),
                ItemKind::File(_) => top.file(item),
            }
        }
        Ok(top)
    }

    fn file(&mut self, item: Item) {
        self.is_project |= kinds::marks_project(&item.name);
        match kinds::kind(&item.name) {
            Kind::Source(language) => {
                self.mains += usize::from(file_has_main(&item.real, language));
                self.sources.push(item.real);
            }
            Kind::Header | Kind::Manifest | Kind::Other => self.strays.push(item),
        }
    }
}

fn file_has_main(path: &Path, language: Language) -> bool {
    let bytes = tree::read(path, limits::FILE_BYTES);
    bytes.is_ok_and(|bytes| mains::has_main(&super::decode::decode(&bytes).text, language))
}

/// Whether a folder with at most one `main` at its top, and folders in it, is one student's own.
fn is_one_student(
    sources: &[PathBuf],
    mains: usize,
    strays: &[Item],
    gathered: &[Gathering],
    one_of_many: bool,
    real: &Path,
) -> bool {
    let programs = gathered.iter().filter(|(_, gathered)| gathered.is_program()).count();
    let headers = strays.iter().any(|item| kinds::kind(&item.name) == Kind::Header);
    if mains == 1 || !sources.is_empty() || headers {
        return programs < 2;
    }
    let without_source = gathered.iter().all(|(_, g)| matches!(g.work, super::Work::NoSource { .. }));
    let layout = gathered.iter().all(|(item, _)| kinds::is_layout_folder(&item.name));
    let alone = gathered.len() == 1;
    layout
        || (alone && (one_of_many || without_source))
        || (without_source && !strays.is_empty())
        || (programs < 2 && gathered.iter().any(|(_, gathered)| reaches_out(gathered, real)))
}

/// Whether a source includes a file of a neighbouring folder: then the folders are parts of one project.
fn reaches_out(gathered: &Gathered, real: &Path) -> bool {
    let super::Work::Program(program) = &gathered.work else { return false };
    program.sources.iter().any(|file| {
        let depth = file.path.matches('/').count() + 1;
        let ups = "../".repeat(depth);
        lexer::includes(&file.text).iter().any(|include| {
            let rest = include.name.strip_prefix(&ups);
            rest.is_some_and(|rest| !rest.starts_with("..") && real.join(rest).is_file())
        })
    })
}

/// Makes the names of students unique: by the whole file name, then by the folders above.
fn name_apart(submissions: &mut [Submission]) {
    for level in 0..limits::DEPTH {
        let names: Vec<String> = submissions.iter().map(|submission| submission.student.clone()).collect();
        let is_double = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let doubles: Vec<bool> = names.iter().map(is_double).collect();
        if !doubles.contains(&true) {
            return;
        }
        for (submission, _) in submissions.iter_mut().zip(doubles).filter(|(_, double)| *double) {
            submission.student = longer_name(&submission.root, level);
        }
    }
    let mut seen = BTreeSet::new();
    for submission in submissions {
        let plain = submission.student.clone();
        for nth in 2.. {
            if seen.insert(submission.student.clone()) {
                break;
            }
            submission.student = format!("{plain} #{nth}");
        }
    }
}

/// The root's own name, with as many folders above it as the level says, in brackets.
fn longer_name(root: &Path, level: usize) -> String {
    let real = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let above: Vec<String> =
        real.ancestors().skip(1).take(level).filter_map(|up| up.file_name().map(tree::shown)).collect();
    let above: Vec<String> = above.into_iter().rev().collect();
    if above.is_empty() { own_name(root) } else { format!("{} ({})", own_name(root), above.join("/")) }
}
