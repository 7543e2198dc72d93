//! Tells a class from a single student, and names every submission.

use super::archive::{self, Form};
use super::download::{self, Download, Hand, Layout, Part};
use super::gather::{self, Gathered};
use super::plain::{self, Top};
use super::stage::{self, Stage};
use super::tree::{self, Item, ItemKind};
use super::{HandIn, Roster, Submission, Work, kinds, limits};
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
    /// How the class is laid out, each way once, and how many files there are of it.
    pub layouts: Vec<(Layout, usize)>,
    /// How many of the submissions are none: people on the roster who handed in nothing.
    pub missing: usize,
}

impl Found {
    /// The layout in one line for people: `Canvas download: 31 students, 34 files`.
    pub fn told(&self) -> Option<String> {
        let names: Vec<String> = self.layouts.iter().map(|(layout, _)| layout.to_string()).collect();
        match (self.layouts.as_slice(), self.submissions.as_slice()) {
            ([], _) => return None,
            ([(Layout::One, _)], [one]) => return Some(format!("{}: {}", Layout::One, one.student)),
            _ => {}
        }
        let count = |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
        let files: usize = self.layouts.iter().map(|(_, files)| files).sum();
        let files = if files == 0 { String::new() } else { format!(", {}", count(files, "file")) };
        let missing = match self.missing {
            0 => String::new(),
            missing => format!("; {missing} more on the roster"),
        };
        let students = count(self.submissions.len() - self.missing, "student");
        Some(format!("{}: {students}{files}{missing}", names.join(" and ")))
    }
}

/// What to look for, and where.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// The files and folders named by the user.
    pub paths: &'a [PathBuf],
    /// A folder of the grader's own, where archives are unpacked and a student's files put together.
    pub unpacked: &'a Path,
    /// A folder that is nobody's work, wherever it lies.
    pub output: Option<&'a Path>,
    /// The students of the course.
    pub roster: Option<&'a Roster>,
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

/// Finds the submissions under `paths`, as they lie there: archives stay closed, and downloads are plain folders.
///
/// A file is one submission, named by its stem. A folder with several files with a `main` at its top is a class of
/// loose files, one with folders for students a class of folders, anything else one student's own folder.
pub fn find(paths: &[PathBuf]) -> Result<Found, FindError> {
    Finder { stage: None, output: None, found: Found::default() }.find(paths)
}

/// Finds the submissions of a search: in plain files and folders like [`find`], in archives, and in downloads as the
/// systems of courses make them.
pub fn search(search: &Search<'_>) -> Result<Found, FindError> {
    let output = search.output.and_then(real);
    let stage = Stage::new(search.unpacked, output.clone());
    let finder = Finder { stage: Some(stage), output, found: Found::default() };
    let mut found = finder.find(search.paths)?;
    if let Some(roster) = search.roster {
        roster.fit(&mut found);
        in_order(&mut found.submissions);
    }
    Ok(found)
}

/// Looks through paths.
pub(super) struct Finder {
    /// Where archives are unpacked; without it they stay closed.
    pub(super) stage: Option<Stage>,
    /// The folder that is nobody's work.
    output: Option<PathBuf>,
    pub(super) found: Found,
}

impl Finder {
    fn find(mut self, paths: &[PathBuf]) -> Result<Found, FindError> {
        if !self.is_download_of(paths) {
            self.each(paths)?;
        }
        let mut found = self.found;
        name_apart(&mut found.submissions);
        in_order(&mut found.submissions);
        Ok(found)
    }

    fn each(&mut self, paths: &[PathBuf]) -> Result<(), FindError> {
        let mut seen = BTreeSet::new();
        let folders = paths.iter().filter(|path| path.is_dir()).count();
        for path in paths {
            // Somebody typed the name of one path; of many a shell did (`submissions/*`), and what a student's link
            // leads to is not the student's. A slash at the end would look through the link.
            if paths.len() > 1 && path.components().as_path().is_symlink() {
                let name = own_name(path);
                let remark = format!("`{name}` is a link and was not followed; give its target instead");
                self.found.remarks.push(remark);
                continue;
            }
            let real = path.canonicalize().map_err(|source| unusable(path, source))?;
            if !seen.insert(real.clone()) {
                continue;
            }
            let meta = real.metadata().map_err(|source| unusable(path, source))?;
            let name = own_name(path);
            let was_unpacked = path.parent().is_some_and(|parent| parent.join(UNPACKED).is_file());
            if meta.is_dir() && was_unpacked && self.stage.is_some() {
                self.one(path, false);
            } else if meta.is_dir() {
                self.folder(path, &real, folders > 1)?;
            } else if !meta.is_file() {
                return Err(FindError::NeitherFileNorFolder { path: path.clone() });
            } else if real.file_name().is_some_and(|name| name == "Cargo.toml") {
                let folder = real.parent().unwrap_or(&real);
                self.add(Layout::One, folder, own_name(folder), gather::folder(folder));
            } else if let Some(form) = archive::form(&name).filter(|_| self.stage.is_some()) {
                self.archive(path, archive::stem(&name), form, paths.len() > 1)?;
            } else {
                self.add(
                    if paths.len() > 1 { Layout::Files } else { Layout::One },
                    path,
                    stem(path),
                    gather::file(path),
                );
            }
        }
        Ok(())
    }

    /// Whether several paths are what a shell makes of `download/*`; then they are taken up as that download.
    fn is_download_of(&mut self, paths: &[PathBuf]) -> bool {
        let parent = paths.first().and_then(|path| path.parent());
        let (Some(parent), true) = (parent, paths.len() > 1 && self.stage.is_some()) else { return false };
        if paths.iter().any(|path| path.parent() != Some(parent)) {
            return false;
        }
        let items: Vec<Item> = paths.iter().filter_map(|path| tree::item(path.clone())).collect();
        let download = download::recognise(parent, &items).filter(|_| items.len() == paths.len());
        download.map(|download| self.download(download)).is_some()
    }

    /// What lies in a folder: a download, a class, or one student's work.
    fn folder(&mut self, path: &Path, real: &Path, one_of_many: bool) -> Result<(), FindError> {
        if self.stage.is_none() {
            return self.plain_folder(path, real, one_of_many);
        }
        let mut path = path.to_path_buf();
        let mut real = real.to_path_buf();
        let given = (path.clone(), real.clone());
        for _ in 0..DOWN {
            let (mut items, more) = tree::list(&path).map_err(|source| unusable(&path, source))?;
            items.retain(|item| !kinds::is_litter(&item.name) && !self.is_output(&item.real));
            if let Some(download) = download::recognise(&path, &items) {
                if more {
                    let limit = limits::ENTRIES;
                    let remark = format!("more than {limit} entries; only the first {limit} were looked at");
                    self.found.remarks.push(remark);
                }
                self.download(download);
                return Ok(());
            }
            if path != given.0 && plain::is_class(&path, true) {
                return self.plain_folder(&path, &real, false);
            }
            let top = Top::look(items, true);
            if let ([item], [], []) =
                (top.archives.as_slice(), top.sources.as_slice(), top.folders.as_slice())
                && !one_of_many
                && let Some(form) = archive::form(&item.name)
            {
                let remarks = top.strays.iter().map(|item| no_submission(&item.name));
                self.found.remarks.extend(remarks);
                self.archive(&item.real, &own_name(&given.0), form, false)?;
                // A student's own folder must not hold the output: see where that is found out.
                if let ([one], [(Layout::One, _)], Some(output)) =
                    (&mut self.found.submissions[..], &self.found.layouts[..], &self.output)
                    && output.starts_with(&given.1)
                {
                    one.root.clone_from(&given.0);
                }
                return Ok(());
            }
            let [item] = top.folders.as_slice() else { break };
            if one_of_many || !top.sources.is_empty() || !top.archives.is_empty() || top.is_project {
                break;
            }
            (path, real) = (item.real.clone(), real.join(item.real.file_name().unwrap_or_default()));
        }
        self.plain_folder(&given.0, &given.1, one_of_many)
    }

    /// An archive that was named by the user: of a class, or of one student.
    fn archive(&mut self, path: &Path, name: &str, form: Form, one_of_many: bool) -> Result<(), FindError> {
        let Some(stage) = &mut self.stage else { return Ok(()) };
        if one_of_many {
            let (root, gathered) = stage.gather(name, &[Part::file(path)]);
            if gathered.is_program() && plain::is_whole_class(&root) {
                let real = root.canonicalize().map_err(|source| unusable(&root, source))?;
                return self.folder(&root, &real, false);
            }
            if gathered.is_shut()
                && let Some((place, told)) = stage.spared(name, path, form)
            {
                self.found.remarks.extend(told);
                return self.folder(&place, &place, false);
            }
            self.add(Layout::Files, &root, name.to_owned(), gathered);
            return Ok(());
        }
        let place = stage.place(name);
        match stage::unpack_class(path, form, &place) {
            Ok(stage::Opened { remarks, mut outside }) => {
                self.found.remarks.extend(remarks);
                let real = place.canonicalize().map_err(|source| unusable(&place, source))?;
                let before = self.found.submissions.len();
                self.folder(&place, &real, false)?;
                // A folder that was packed with what is in it says less than the archive's own name.
                if let [one] = &mut self.found.submissions[before..]
                    && matches!(self.found.layouts.as_slice(), [(Layout::Folders | Layout::One, _)])
                {
                    name.clone_into(&mut one.student);
                    // The archive can be named in place of what came out of it, which may not last as long.
                    one.root = path.to_path_buf();
                    self.found.layouts = vec![(Layout::One, 0)];
                    if let Some((_, work)) = outside.take() {
                        let Gathered { work, remarks, key } = Gathered::of(work, Vec::new());
                        (one.work, one.remarks, one.key) = (work, remarks, key);
                        let _ = std::fs::remove_dir_all(&place);
                    }
                }
                self.found.remarks.extend(outside.into_iter().flat_map(|(told, _)| told));
            }
            Err(work) => self.add(Layout::One, path, name.to_owned(), Gathered::of(*work, Vec::new())),
        }
        Ok(())
    }

    /// Takes up a download.
    fn download(&mut self, download: Download) {
        let Download { layout, hands, strays } = download;
        self.laid_out(layout, hands.iter().map(|hand| hand.files).sum());
        for Hand { student, hand_in, parts, remarks, absent, .. } in hands {
            let Some(stage) = &mut self.stage else { return };
            let (root, mut gathered) = match absent {
                Some(name) => {
                    let why = format!("the download lists `{name}` and does not hold it: download it again");
                    (PathBuf::new(), Gathered::of(Work::Closed { why }, Vec::new()))
                }
                None => stage.gather(&student, &parts),
            };
            gathered.remarks.splice(0..0, remarks);
            self.found.submissions.push(Submission { hand_in, ..submission(&root, student, gathered) });
        }
        for item in strays {
            self.stray(&item);
        }
    }

    /// Takes up what lies in a download and is named otherwise: a program is some student's all the same.
    fn stray(&mut self, item: &Item) {
        let (kind, name) = (kinds::kind(&item.name), &item.name);
        let is_archive = archive::form(name).is_some();
        let part = match item.kind {
            ItemKind::File(_) if is_archive || matches!(kind, kinds::Kind::Source(_)) => {
                Part::file(&item.real)
            }
            ItemKind::Folder if !kinds::is_output_folder(name) && !self.is_output(&item.real) => {
                Part { is_folder: true, ..Part::file(&item.real) }
            }
            ItemKind::Link => {
                let remark = format!("`{name}` is a link and was not followed; give its target instead");
                return self.found.remarks.push(remark);
            }
            _ => return self.found.remarks.push(no_submission(name)),
        };
        let student = if part.is_folder { name.clone() } else { archive::stem(name).to_owned() };
        let Some(stage) = &mut self.stage else { return };
        let (root, gathered) = stage.gather(&student, std::slice::from_ref(&part));
        if !gathered.is_program() || (part.is_folder && plain::is_class(&part.real, true)) {
            return self.found.remarks.push(no_submission(name));
        }
        let remark =
            format!("`{name}` is not named as in this download, and was taken as a submission of its own");
        self.found.remarks.push(remark);
        self.found.submissions.push(submission(&root, student, gathered));
    }

    /// Gathers a student's folder or file, archives in it included.
    pub(super) fn gather(&mut self, student: &str, part: &Part) -> (PathBuf, Gathered) {
        match &mut self.stage {
            Some(stage) => stage.gather(student, std::slice::from_ref(part)),
            None if part.is_folder => (part.real.clone(), gather::folder(&part.real)),
            None => (part.real.clone(), gather::file(&part.real)),
        }
    }

    pub(super) fn add(&mut self, layout: Layout, root: &Path, student: String, gathered: Gathered) {
        self.laid_out(layout, usize::from(layout == Layout::Files));
        self.found.submissions.push(submission(root, student, gathered));
    }

    fn laid_out(&mut self, layout: Layout, files: usize) {
        match self.found.layouts.iter_mut().find(|(known, _)| *known == layout) {
            Some((_, known)) => *known += files,
            None => self.found.layouts.push((layout, files)),
        }
    }

    /// Whether this is the folder that is nobody's work.
    pub(super) fn is_output(&self, path: &Path) -> bool {
        self.output.is_some() && path.canonicalize().ok() == self.output
    }
}

/// A path without links; what is not there yet is named from what is.
fn real(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let there = path.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let (folder, real) = there?;
    Some(real.join(path.strip_prefix(folder).ok()?))
}

fn in_order(submissions: &mut [Submission]) {
    submissions.sort_by(|a, b| (&a.student, &a.root).cmp(&(&b.student, &b.root)));
}

/// The file that marks a folder in which each folder is what one student handed in, whatever is in it.
pub(crate) const UNPACKED: &str = ".made-by-grader";

/// How far down a download is looked for below folders that hold nothing else.
pub(super) const DOWN: usize = 4;

/// The remark on what is nobody's work.
pub(super) fn no_submission(name: &str) -> String {
    format!("`{name}` is no source file and was not taken as a submission")
}

pub(super) fn unusable(path: &Path, source: io::Error) -> FindError {
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

/// What a student is called who handed in this file.
pub(super) fn stem(path: &Path) -> String {
    kinds::stem(&own_name(path)).to_owned()
}

pub(super) fn own_name(path: &Path) -> String {
    let named = path.file_name().map(tree::shown);
    let real = || path.canonicalize().ok().and_then(|real| real.file_name().map(tree::shown));
    named.or_else(real).unwrap_or_else(|| "submission".to_owned())
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
