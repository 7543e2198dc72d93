//! Makes one submission's files into a program, or says why there is none.

use super::decode::decode;
use super::disguised::{LOOKED_AT, is_disguised};
use super::kinds::{self, Kind};
use super::lexer::{self, Token};
use super::tree::{self, Entry, Tree};
use super::{Program, SourceFile, Work, limits, mains};
use crate::assignment::Language;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What was made of one file or folder.
pub(super) struct Gathered {
    pub(super) work: Work,
    pub(super) remarks: Vec<String>,
    pub(super) key: String,
}

impl Gathered {
    fn new(work: Work, remarks: Vec<String>, tree: &Tree) -> Self {
        let key = key(&work, tree);
        Gathered { work, remarks, key }
    }

    /// What there is where no files were looked at.
    pub(super) fn of(work: Work, remarks: Vec<String>) -> Self {
        Self::new(work, remarks, &Tree::default())
    }

    /// Whether what it holds cannot be seen.
    pub(super) fn is_shut(&self) -> bool {
        matches!(self.work, Work::Closed { .. } | Work::Unreadable { .. })
    }

    /// Whether it holds a file with a `main`, or a Cargo project.
    pub(super) fn is_program(&self) -> bool {
        match &self.work {
            Work::Program(program) => program.manifest.is_some() || !program.mains().is_empty(),
            Work::Ambiguous { .. } => true,
            Work::NoSource { .. } | Work::Missing | Work::Closed { .. } | Work::Unreadable { .. } => false,
        }
    }
}

/// Gathers a student's folder, looking through all folders in it.
pub(super) fn folder(root: &Path) -> Gathered {
    let is_source = |entry: &Entry| matches!(kinds::kind(entry.name()), Kind::Source(_));
    let mut tree = tree::walk(root, false);
    if !tree.files.iter().any(is_source) {
        tree = tree::walk(root, true);
        if let Some(entry) = tree.files.iter().find(|entry| is_source(entry)) {
            tree.remarks.push(format!("the source lies in a folder for build output (`{}`)", entry.path));
        }
    }
    gather(&tree)
}

/// Gathers one file, with the files beside it that it includes or declares as its modules.
pub(super) fn file(path: &Path) -> Gathered {
    let mut tree = Tree::default();
    let folder = path.parent().unwrap_or(Path::new(""));
    tree.root = folder.to_path_buf();
    let name = tree::shown(path.file_name().unwrap_or_default());
    let bytes = path.metadata().map_or(0, |meta| meta.len());
    tree.files.push(Entry { path: name, real: path.to_path_buf(), bytes });
    let mut next = 0;
    while let Some(entry) = tree.files.get(next).filter(|_| next < 200).cloned() {
        next += 1;
        for wanted in wanted(&entry) {
            let real = folder.join(&wanted);
            let bytes = tree::plain_file(folder, &wanted);
            if let Some(bytes) = bytes
                && tree.files.iter().all(|known| known.path != wanted)
            {
                tree.files.push(Entry { path: wanted, real, bytes });
            }
        }
    }
    gather(&tree)
}

/// The files a source names: what it includes in quotes, and its modules; relative to the folder of the hand-in and
/// never outside it.
fn wanted(entry: &Entry) -> Vec<String> {
    let Ok(bytes) = tree::read(&entry.real, limits::FILE_BYTES) else { return Vec::new() };
    let text = decode(&bytes).text;
    let names: Vec<String> = match kinds::kind(entry.name()) {
        Kind::Source(Language::Cpp) | Kind::Header => lexer::includes(&text)
            .into_iter()
            .filter(|include| include.quoted)
            .map(|include| include.name)
            .collect(),
        Kind::Source(Language::Rust) => {
            let tokens = lexer::rust(&text);
            let modules = tokens.windows(3).filter_map(|window| match window {
                [Token::Word("mod"), Token::Word(name), Token::Sign(';')] => Some(*name),
                _ => None,
            });
            modules.flat_map(|name| [format!("{name}.rs"), format!("{name}/mod.rs")]).collect()
        }
        Kind::Manifest | Kind::Other => Vec::new(),
    };
    let folder = entry.path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let inside = |name: &String| {
        !name.starts_with('/') && name.split('/').all(|part| !matches!(part, "" | "." | ".."))
    };
    names.into_iter().filter(inside).map(|name| format!("{folder}{name}")).collect()
}

fn gather(tree: &Tree) -> Gathered {
    let mut reader = Reader { left: limits::SUBMISSION_BYTES, remarks: tree.remarks.clone() };
    let work = match &tree.unreadable {
        Some(why) => Work::Unreadable { why: why.clone() },
        None => reader.work(tree).unwrap_or_else(|why| Work::Unreadable { why }),
    };
    Gathered::new(work, reader.remarks, tree)
}

/// Reads files as long as the submission's budget of bytes lasts.
pub(super) struct Reader {
    pub(super) left: u64,
    pub(super) remarks: Vec<String>,
}

impl Reader {
    /// Decodes a file; `None` if it is too large, with a remark; an error says which file the machine cannot read.
    fn read(&mut self, entry: &Entry) -> Result<Option<SourceFile>, String> {
        let path = &entry.path;
        if entry.bytes > limits::FILE_BYTES || entry.bytes > self.left {
            self.remarks.push(if entry.bytes > limits::FILE_BYTES {
                format!("`{path}` is larger than {} MiB and was not read", limits::FILE_BYTES >> 20)
            } else {
                let limit = limits::SUBMISSION_BYTES >> 20;
                format!("with `{path}` the hand-in is larger than {limit} MiB, so it was not read")
            });
            return Ok(None);
        }
        let bytes = tree::read(&entry.real, limits::FILE_BYTES)
            .map_err(|error| format!("{path} cannot be read: {error}"))?;
        self.left = self.left.saturating_sub(bytes.len() as u64);
        if let Some(what) = kinds::foreign(&bytes) {
            self.remarks.push(format!("`{path}` is {what} under the name of a text file and was not read"));
            return Ok(None);
        }
        let decoded = decode(&bytes);
        Ok(Some(SourceFile {
            path: path.clone(),
            text: decoded.text,
            written: decoded.written,
            hash: blake3::hash(&bytes),
        }))
    }

    fn read_all<'a>(&mut self, entries: impl Iterator<Item = &'a Entry>) -> Result<Vec<SourceFile>, String> {
        let mut files = Vec::new();
        for entry in entries {
            files.extend(self.read(entry)?);
        }
        Ok(files)
    }

    fn work(&mut self, tree: &Tree) -> Result<Work, String> {
        let of_kind = |wanted: fn(Kind) -> bool| {
            tree.files.iter().filter(move |entry| wanted(kinds::kind(entry.name())))
        };
        let mut sources = self.read_all(of_kind(|kind| matches!(kind, Kind::Source(_))))?;
        if sources.is_empty() {
            sources.extend(self.renamed(tree)?);
        }
        if sources.is_empty() {
            return Ok(no_source(tree, &self.remarks));
        }
        self.tell_written(&sources);
        let manifests = outermost(of_kind(|kind| kind == Kind::Manifest));
        match manifests.as_slice() {
            [] => self.plain(tree, sources),
            [manifest] => self.cargo(tree, sources, manifest),
            several => {
                let mains = several.iter().map(|entry| entry.path.clone()).collect();
                Ok(Work::Ambiguous { mains, candidates: Vec::new() })
            }
        }
    }

    /// The only text file with a `main` where no file is named like source: under the name it should have.
    fn renamed(&mut self, tree: &Tree) -> Result<Option<SourceFile>, String> {
        let mut likely = tree.files.iter().take(LOOKED_AT).filter(|entry| is_disguised(entry));
        let (Some(entry), None) = (likely.next(), likely.next()) else { return Ok(None) };
        let Some(mut file) = self.read(entry)? else { return Ok(None) };
        let is_rust = mains::has_main(&file.text, Language::Rust);
        let folder = entry.path.strip_suffix(entry.name()).unwrap_or_default();
        let stem = kinds::stem(entry.name());
        // `main.cpp.txt` is `main.cpp`.
        let named = if matches!(kinds::kind(stem), Kind::Source(_)) {
            stem.to_owned()
        } else {
            format!("{stem}.{}", if is_rust { "rs" } else { "cpp" })
        };
        self.remarks.push(format!("`{}` holds a program and was read as `{named}`", entry.path));
        file.path = format!("{folder}{named}");
        Ok(Some(file))
    }

    /// Tells how sources were written, where that is not as compilers like it best; alike ones together.
    fn tell_written(&mut self, sources: &[SourceFile]) {
        let mut files_by_way: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for file in sources {
            for way in file.written.told() {
                files_by_way.entry(way).or_default().push(&file.path);
            }
        }
        for (way, files) in files_by_way {
            self.remarks.push(match files.as_slice() {
                [] => continue,
                [first] => format!("`{first}` {way}"),
                [first, _] => format!("`{first}` {way}, and so does 1 more file"),
                [first, rest @ ..] => format!("`{first}` {way}, and so do {} more files", rest.len()),
            });
        }
    }

    /// A program of sources without a Cargo manifest.
    pub(super) fn plain(&mut self, tree: &Tree, sources: Vec<SourceFile>) -> Result<Work, String> {
        let (mut rust, mut cpp): (Vec<_>, Vec<_>) =
            sources.into_iter().partition(|file| kinds::kind(file.name()) == Kind::Source(Language::Rust));
        let (rust_mains, cpp_mains) = (main_paths(&rust, Language::Rust), main_paths(&cpp, Language::Cpp));
        let mains: Vec<&SourceFile> = rust
            .iter()
            .chain(&cpp)
            .filter(|file| rust_mains.contains(&file.path) || cpp_mains.contains(&file.path))
            .collect();
        let distinct: BTreeSet<&[u8; 32]> = mains.iter().map(|file| file.hash.as_bytes()).collect();
        if distinct.len() > 1 {
            let candidates = self.candidates(tree, [&rust, &cpp], &mains)?;
            let mut mains: Vec<String> = mains.iter().map(|file| file.path.clone()).collect();
            mains.sort();
            return Ok(Work::Ambiguous { mains, candidates });
        }
        let main = mains.first().map(|file| (*file).clone());
        let is_rust = if main.is_some() { !rust_mains.is_empty() } else { rust.len() > cpp.len() };
        let (language, files) = if is_rust { (Language::Rust, &mut rust) } else { (Language::Cpp, &mut cpp) };
        let mut sources = std::mem::take(files);
        self.drop_copies(&mut sources, main.as_ref(), language);
        let mut others = match language {
            Language::Cpp => {
                self.read_all(tree.files.iter().filter(|entry| kinds::kind(entry.name()) == Kind::Header))?
            }
            Language::Rust => Vec::new(),
        };
        others.extend(self.named(tree, &sources)?);
        Ok(program(Program {
            language,
            folder: tree.root.clone(),
            sources,
            others,
            manifest: None,
            tool_files: Vec::new(),
        }))
    }

    /// Leaves out sources with the same bytes as another: they would define everything twice. Modules of Rust may
    /// well be alike, so there only copies of the root go.
    fn drop_copies(&mut self, sources: &mut Vec<SourceFile>, main: Option<&SourceFile>, language: Language) {
        let near = |file: &SourceFile| main.is_some_and(|main| file.folder() == main.folder());
        let original = |file: &SourceFile| {
            let same: Vec<&SourceFile> = sources.iter().filter(|other| other.hash == file.hash).collect();
            let first = same.iter().find(|other| near(other)).or(same.first());
            first.map_or(file.path.clone(), |first| first.path.clone())
        };
        let is_copied =
            |file: &SourceFile| language == Language::Cpp || main.is_some_and(|main| main.hash == file.hash);
        let copies: Vec<(String, String)> = sources
            .iter()
            .filter(|file| is_copied(file) && original(file) != file.path)
            .map(|file| (file.path.clone(), original(file)))
            .collect();
        sources.retain(|file| copies.iter().all(|(copy, _)| *copy != file.path));
        for (copy, original) in copies {
            self.remarks.push(format!("`{copy}` is a copy of `{original}` and was left out"));
        }
    }

    /// A Cargo project. A `main` beside it makes the hand-in ambiguous.
    fn cargo(&mut self, tree: &Tree, sources: Vec<SourceFile>, manifest: &Entry) -> Result<Work, String> {
        let home = manifest.path.strip_suffix("Cargo.toml").unwrap_or_default();
        let Some(mut manifest_file) = self.read(manifest)? else {
            return Err(format!("{} is too large", manifest.path));
        };
        let (inside, outside): (Vec<_>, Vec<_>) = sources.into_iter().partition(|file| {
            file.path.starts_with(home) && kinds::kind(file.name()) == Kind::Source(Language::Rust)
        });
        let (rust, cpp): (Vec<_>, Vec<_>) =
            outside.into_iter().partition(|file| kinds::kind(file.name()) == Kind::Source(Language::Rust));
        let mut mains = main_paths(&rust, Language::Rust);
        mains.extend(main_paths(&cpp, Language::Cpp));
        let programs = cargo_programs(&inside, home);
        if !mains.is_empty() || (programs.len() > 1 && !manifest_file.text.contains("default-run")) {
            mains.extend(if programs.is_empty() { vec![manifest.path.clone()] } else { programs });
            mains.sort();
            return Ok(Work::Ambiguous { mains, candidates: Vec::new() });
        }
        let is_beside = |path: &str| path.starts_with(home) && path != manifest.path;
        let beside: Vec<&Entry> = tree.files.iter().filter(|entry| is_beside(&entry.path)).collect();
        let locks = beside.iter().filter(|entry| matches!(entry.name(), "Cargo.lock" | "Cargo.toml"));
        let mut others = self.read_all(locks.copied())?;
        others.extend(self.named(tree, &inside)?.into_iter().filter(|file| is_beside(&file.path)));
        let tool_files = tool_files(&beside, tree);
        let folder = manifest.real.parent().unwrap_or(&tree.root).to_path_buf();
        let home = home.len();
        let relative = |mut file: SourceFile| {
            file.path.drain(..home);
            file
        };
        manifest_file.path.drain(..home);
        let (sources, others) =
            (inside.into_iter().map(relative).collect(), others.into_iter().map(relative).collect());
        Ok(program(Program {
            language: Language::Rust,
            folder,
            sources,
            others,
            manifest: Some(manifest_file),
            tool_files,
        }))
    }

    /// Text files, none of them source or header, whose names stand in a source's string: `include_str!("names.txt")`.
    ///
    /// Only the first few files are looked for: each costs a look through all sources.
    fn named(&mut self, tree: &Tree, sources: &[SourceFile]) -> Result<Vec<SourceFile>, String> {
        const LOOKED_FOR: usize = 200;
        let is_other =
            |entry: &&Entry| kinds::kind(entry.name()) == Kind::Other && entry.name() != "Cargo.lock";
        let is_named = |entry: &&Entry| {
            let quoted = format!("{}\"", entry.name());
            sources.iter().any(|file| file.text.contains(&quoted))
        };
        let others = tree.files.iter().filter(is_other).take(LOOKED_FOR);
        let files = self.read_all(others.filter(is_named))?;
        Ok(files.into_iter().filter(|file| !file.text.contains('\0')).collect())
    }
}

fn main_paths(files: &[SourceFile], language: Language) -> Vec<String> {
    let all: Vec<&SourceFile> = files.iter().collect();
    mains::with_main(&all, language).into_iter().map(|file| file.path.clone()).collect()
}

/// The files Cargo makes programs of by itself.
fn cargo_programs(sources: &[SourceFile], home: &str) -> Vec<String> {
    let is_program = |file: &&SourceFile| {
        let path = &file.path[home.len()..];
        let bin = path.strip_prefix("src/bin/");
        path == "src/main.rs" || bin.is_some_and(|bin| !bin.contains('/') || bin.ends_with("/main.rs"))
    };
    sources.iter().filter(is_program).map(|file| file.path.clone()).collect()
}

/// The files of a Cargo project that act on its tools. A `build.rs` is a script only beside a manifest.
fn tool_files(beside: &[&Entry], tree: &Tree) -> Vec<String> {
    let manifests: BTreeSet<&str> =
        tree.files.iter().filter_map(|entry| entry.path.strip_suffix("Cargo.toml")).collect();
    let has_manifest = |folder: &str| manifests.contains(folder);
    let acts = |entry: &&&Entry| match entry.name() {
        "rust-toolchain" | "rust-toolchain.toml" => true,
        "build.rs" => has_manifest(entry.path.strip_suffix("build.rs").unwrap_or_default()),
        _ => entry.path.starts_with(".cargo/") || entry.path.contains("/.cargo/"),
    };
    beside.iter().filter(acts).map(|entry| entry.path.clone()).collect()
}

/// The manifests that lie in no other manifest's folder.
fn outermost<'a>(manifests: impl Iterator<Item = &'a Entry>) -> Vec<&'a Entry> {
    let all: Vec<&Entry> = manifests.collect();
    let homes: BTreeSet<&str> =
        all.iter().filter_map(|entry| entry.path.strip_suffix("Cargo.toml")).collect();
    let above = |home: &str| {
        let slashes: Vec<usize> = home.match_indices('/').map(|(at, _)| at + 1).collect();
        std::iter::once(0).chain(slashes).any(|end| end < home.len() && homes.contains(&home[..end]))
    };
    all.iter()
        .copied()
        .filter(|entry| entry.path.strip_suffix("Cargo.toml").is_some_and(|home| !above(home)))
        .collect()
}

fn program(mut program: Program) -> Work {
    program.sources.sort_by(|a, b| a.path.cmp(&b.path));
    program.others.sort_by(|a, b| a.path.cmp(&b.path));
    program.others.dedup_by(|a, b| a.path == b.path);
    if program.sources.is_empty() {
        return Work::NoSource { why: "a Cargo.toml without any Rust source".to_owned() };
    }
    Work::Program(program)
}

/// Says what was found instead of source; a document that is source under another name is told as such.
fn no_source(tree: &Tree, remarks: &[String]) -> Work {
    let files: Vec<(String, Vec<u8>)> =
        tree.files.iter().map(|entry| (entry.path.clone(), tree::head(&entry.real))).collect();
    let unread = remarks
        .iter()
        .find(|remark| remark.ends_with("so it was not read") || remark.contains(" is larger than "));
    let mut why = match unread {
        Some(remark) => remark.clone(),
        // Something is there, and was left out for a reason.
        None if files.is_empty() && !remarks.is_empty() => format!("nothing of it was read: {}", remarks[0]),
        None => kinds::describe(&files),
    };
    let disguised = tree.files.iter().take(LOOKED_AT).find(|entry| is_disguised(entry));
    if let Some(entry) = disguised {
        why = format!("{why}; `{}` looks like source: give it the ending .cpp or .rs", entry.path);
    }
    Work::NoSource { why }
}

/// The content key: see [`super::Submission::content_key`]. Where there is no program the names, sizes and first
/// bytes of all files stand in for it.
pub(super) fn key(work: &Work, tree: &Tree) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |path: &str, hash: &[u8]| {
        hasher.update(&(path.len() as u64).to_le_bytes());
        hasher.update(path.as_bytes());
        hasher.update(hash);
    };
    if let Work::Program(program) = work {
        let mut files: Vec<&SourceFile> = program.files().collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        for file in files {
            add(&file.path, file.hash.as_bytes());
        }
        for file in &program.tool_files {
            add(file, b"tool");
        }
    } else {
        for entry in &tree.files {
            add(&entry.path, &entry.bytes.to_le_bytes());
            add("", blake3::hash(&tree::head(&entry.real)).as_bytes());
        }
    }
    hasher.finalize().to_hex().to_string()
}
