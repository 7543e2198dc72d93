//! Plain files and folders: tells a class from a single student.

use super::archive;
use super::decode::decode;
use super::download::{self, Layout, Part};
use super::find::{self, FindError, Finder, no_submission, own_name, unusable};
use super::gather::{self, Gathered};
use super::kinds::{self, Kind};
use super::tree::{self, Item, ItemKind};
use super::{Work, lexer, limits, mains};
use crate::assignment::Language;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What lies directly in a folder.
#[derive(Default)]
pub(super) struct Top {
    /// Source files, in order.
    pub(super) sources: Vec<PathBuf>,
    /// How many of them have a `main`.
    mains: usize,
    /// Whether project files lie there, or a header.
    pub(super) is_project: bool,
    /// Archives, where they are opened.
    pub(super) archives: Vec<Item>,
    /// Other files.
    pub(super) strays: Vec<Item>,
    /// Folders that may be students'.
    pub(super) folders: Vec<Item>,
    /// What was not looked at.
    remarks: Vec<String>,
}

/// A folder inside the one that was given, gathered as if it were a student's.
struct Gathering {
    item: Item,
    /// Where its work lies.
    root: PathBuf,
    gathered: Gathered,
}

impl Finder {
    /// What lies in a plain folder: a class, or one student's work.
    pub(super) fn plain_folder(
        &mut self,
        path: &Path,
        real: &Path,
        one_of_many: bool,
    ) -> Result<(), FindError> {
        let (mut items, more) = tree::list(path).map_err(|source| unusable(path, source))?;
        items.retain(|item| !self.is_output(&item.real));
        let mut top = Top::look(items, self.stage.is_some());
        if more {
            let limit = limits::ENTRIES;
            top.remarks.push(format!("more than {limit} entries; only the first {limit} were looked at"));
        }
        let are_archives =
            top.archives.len() > 1 && top.sources.is_empty() && !top.is_project && !one_of_many;
        if top.mains < 2 && !are_archives && (top.is_project || top.folders.is_empty()) {
            self.one(path, one_of_many);
            return Ok(());
        }
        let Top { sources, mains, archives, strays, folders, remarks, .. } = top;
        let gathered: Vec<Gathering> = folders
            .into_iter()
            .map(|item| {
                let part = Part { is_folder: true, ..Part::file(&item.real) };
                let (root, gathered) = self.gather(&item.name, &part);
                Gathering { item, root, gathered }
            })
            .collect();
        let known: Vec<String> = gathered.iter().map(|one| one.item.name.clone()).collect();
        let others: Vec<&Item> = strays.iter().chain(&archives).collect();
        if mains < 2
            && !are_archives
            && is_one_student(&sources, mains, &others, &gathered, one_of_many, real)
        {
            self.one(path, one_of_many);
            return Ok(());
        }
        if let [Gathering { item, .. }] = gathered.as_slice()
            && sources.is_empty()
            && archives.is_empty()
            && is_class(&item.real, self.stage.is_some())
        {
            let inner = item.real.clone();
            let real = real.join(item.real.file_name().unwrap_or_default());
            return self.plain_folder(&inner, &real, false);
        }
        self.found.remarks.extend(remarks);
        for source in &sources {
            self.add(Layout::Files, source, find::stem(source), gather::file(source));
        }
        for Gathering { item, root, gathered } in gathered {
            let name = &item.name;
            if !sources.is_empty() && !gathered.is_program() && !gathered.is_shut() {
                let remark = format!("folder `{name}` holds no program and was not taken as a submission");
                self.found.remarks.push(remark);
            } else {
                self.add(Layout::Folders, &root, name.clone(), gathered);
            }
        }
        let names = |items: &[Item]| items.iter().map(|item| archive::stem(&item.name).to_owned()).collect();
        let mut students: BTreeSet<String> = names(&archives);
        students.extend(sources.iter().map(|source| find::stem(source)));
        students.extend(known);
        for item in &archives {
            self.archive_of_one(item, &students);
        }
        self.found.remarks.extend(strays.iter().map(|item| no_submission(&item.name)));
        Ok(())
    }

    /// Takes up a folder as one student's own.
    pub(super) fn one(&mut self, path: &Path, one_of_many: bool) {
        let name = own_name(path);
        // As it was named: a path on the way may be a link of the user's own.
        let part = Part { is_folder: true, ..Part::file(path) };
        let (root, gathered) = self.gather(&name, &part);
        // Alone it is named as it was given, wherever what is in its archives lies: that is there later as well.
        let (layout, root) =
            if one_of_many { (Layout::Folders, root.as_path()) } else { (Layout::One, path) };
        self.add(layout, root, name, gathered);
    }

    /// Takes up an archive in a class as a student's, unless it is that of the class itself: a download, or what holds
    /// students who have their work beside it.
    fn archive_of_one(&mut self, item: &Item, students: &BTreeSet<String>) {
        let name = archive::stem(&item.name);
        let (root, gathered) = self.gather(name, &Part::file(&item.real));
        let mut items = tree::list(&root).map(|(items, _)| items).unwrap_or_default();
        if let [item] = items.as_slice()
            && matches!(item.kind, ItemKind::Folder)
        {
            items = tree::list(&item.real).map(|(items, _)| items).unwrap_or_default();
        }
        let is_known = |item: &&Item| students.contains(archive::stem(&item.name));
        if download::recognise(&root, &items).is_some() || items.iter().filter(is_known).count() > 1 {
            self.found.remarks.push(format!(
                "`{}` holds a whole class and was left out; name it alone to judge that",
                item.name
            ));
            return;
        }
        self.add(Layout::Files, &root, name.to_owned(), gathered);
    }
}

/// Whether an only folder is a class rather than a student: at least three programs in it, as loose files or in folders
/// of their own, or several archives and nothing else.
pub(super) fn is_class(folder: &Path, opens: bool) -> bool {
    let Ok((items, _)) = tree::list(folder) else { return false };
    let top = Top::look(items, opens);
    if top.mains >= CLASS {
        return true;
    }
    let has_program = |item: &&Item| {
        let files = tree::walk(&item.real, false).files;
        files.iter().any(|entry| match kinds::kind(entry.name()) {
            Kind::Source(language) => file_has_main(&entry.real, language),
            _ => false,
        })
    };
    let is_empty = top.sources.is_empty() && !top.is_project;
    is_empty
        && (top.archives.len() > 1 || top.folders.iter().filter(has_program).take(CLASS).count() == CLASS)
}

/// Whether what came out of one of several archives is a class of its own: a download, or students' programs, below
/// folders that hold nothing else.
pub(super) fn is_whole_class(unpacked: &Path) -> bool {
    let mut path = unpacked.to_path_buf();
    for _ in 0..find::DOWN {
        let Ok((items, _)) = tree::list(&path) else { return false };
        if download::recognise(&path, &items).is_some_and(|download| download.hands.len() > 1)
            || is_class(&path, true)
        {
            return true;
        }
        let Top { sources, folders, .. } = Top::look(items, true);
        match folders.as_slice() {
            [only] if sources.is_empty() => path.clone_from(&only.real),
            _ => return false,
        }
    }
    false
}

/// So many programs in a folder that holds nothing else are those of so many students.
const CLASS: usize = 3;

impl Top {
    /// Sorts the items of a folder; whether archives are opened.
    pub(super) fn look(items: Vec<Item>, opens: bool) -> Self {
        let mut top = Self::default();
        for item in items {
            let name = item.name.clone();
            match item.kind {
                _ if hides_source(&item) => top.remarks.push(format!(
                    "`{name}` begins with a dot and was left aside, though source is in it; rename it if it is a \
                     student's"
                )),
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
                ItemKind::File(_) if opens && archive::form(&name).is_some() => top.archives.push(item),
                ItemKind::File(_) => top.file(item),
            }
        }
        top
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

/// Whether what is skipped for the dot its name begins with is source, or a folder of it; not what tools call so.
fn hides_source(item: &Item) -> bool {
    let tools = [".git", ".svn", ".hg", ".vs", ".vscode", ".idea", ".cargo", ".cache"];
    let is_source = |name: &str| matches!(kinds::kind(name), Kind::Source(_));
    let name = item.name.as_str();
    if !name.starts_with('.') || name.starts_with("._") || tools.contains(&name) {
        return false;
    }
    match item.kind {
        ItemKind::File(_) => is_source(name),
        ItemKind::Folder => tree::walk(&item.real, false).files.iter().any(|entry| is_source(entry.name())),
        ItemKind::Link | ItemKind::Special(_) => false,
    }
}

pub(super) fn file_has_main(path: &Path, language: Language) -> bool {
    let bytes = tree::read(path, limits::FILE_BYTES);
    bytes.is_ok_and(|bytes| mains::has_main(&decode(&bytes).text, language))
}

/// Whether a folder with at most one `main` at its top, and folders in it, is one student's own.
fn is_one_student(
    sources: &[PathBuf],
    mains: usize,
    strays: &[&Item],
    gathered: &[Gathering],
    one_of_many: bool,
    real: &Path,
) -> bool {
    let programs = gathered.iter().filter(|one| one.gathered.is_program()).count();
    let headers = strays.iter().any(|item| kinds::kind(&item.name) == Kind::Header);
    if mains == 1 || !sources.is_empty() || headers {
        return programs < 2;
    }
    let without_source = gathered.iter().all(|one| matches!(one.gathered.work, Work::NoSource { .. }));
    let layout = gathered.iter().all(|one| kinds::is_layout_folder(&one.item.name));
    let alone = gathered.len() == 1;
    layout
        || (alone && (one_of_many || without_source))
        || (without_source && !strays.is_empty())
        || (programs < 2 && gathered.iter().any(|one| reaches_out(&one.gathered, real)))
}

/// Whether a source includes a file of a neighbouring folder: then the folders are parts of one project.
fn reaches_out(gathered: &Gathered, real: &Path) -> bool {
    let Work::Program(program) = &gathered.work else { return false };
    program.sources.iter().any(|file| {
        let depth = file.path.matches('/').count() + 1;
        let ups = "../".repeat(depth);
        lexer::includes(&file.text).iter().any(|include| {
            let rest = include.name.strip_prefix(&ups);
            rest.is_some_and(|rest| !rest.starts_with("..") && real.join(rest).is_file())
        })
    })
}
