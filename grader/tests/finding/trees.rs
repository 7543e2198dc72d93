//! Trees of files for tests, and what was found in them in a line each.

use grader::submission::{Found, Search, SourceFile, Work, find};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

pub(crate) const MAIN: &str = "#include <iostream>\nint main() { std::cout << 1; }\n";
pub(crate) const OTHER_MAIN: &str = "int main(int argc, char** argv)\n{ return 2; }\n";
pub(crate) const RUST: &str = "fn main() { println!(\"1\"); }\n";
pub(crate) const HELPER: &str = "int helper() { return 1; }\n";
pub(crate) const MANIFEST: &str = "[package]\nname = \"x\"\n";

/// Makes a folder with these files; a path that ends in `/` is an empty folder.
pub(crate) fn tree(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (path, text) in files {
        put(dir.path(), path, text.as_bytes());
    }
    dir
}

pub(crate) fn put(dir: &Path, path: &str, bytes: &[u8]) {
    let full = dir.join(path);
    if path.ends_with('/') {
        fs::create_dir_all(full).expect("a folder");
        return;
    }
    fs::create_dir_all(full.parent().expect("a parent")).expect("a folder");
    fs::write(full, bytes).expect("a file");
}

pub(crate) fn find_one(path: &Path) -> Found {
    find(&[path.to_path_buf()]).expect("the path exists")
}

/// What is found where downloads are recognised and archives opened; the folder holds what was unpacked.
pub(crate) fn search_one(path: &Path) -> (TempDir, Found) {
    let unpacked = tempfile::tempdir().expect("a folder");
    let paths = [path.to_path_buf()];
    let search = Search { paths: &paths, unpacked: unpacked.path(), output: None, roster: None };
    let found = grader::submission::search(&search).expect("the path exists");
    (unpacked, found)
}

/// The submissions, one a line: `student: cpp a.cpp + a.h`.
pub(crate) fn lines(found: &Found) -> Vec<String> {
    found.submissions.iter().map(|one| format!("{}: {}", one.student, describe(&one.work))).collect()
}

fn describe(work: &Work) -> String {
    let join =
        |files: &[SourceFile]| files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>().join(" ");
    match work {
        Work::Program(program) => {
            let language = format!("{:?}", program.language).to_lowercase();
            let cargo = if program.manifest.is_some() { " cargo" } else { "" };
            let others = if program.others.is_empty() { "" } else { " + " };
            format!("{language}{cargo} {}{others}{}", join(&program.sources), join(&program.others))
        }
        Work::NoSource { why } => format!("none: {why}"),
        Work::Missing => "missing".to_owned(),
        Work::Closed { why } => format!("closed: {why}"),
        Work::Ambiguous { mains, .. } => format!("ambiguous: {}", mains.join(" ")),
        Work::Unreadable { why } => format!("unreadable: {why}"),
    }
}

/// Checks what a search finds in a tree under `top/`, and how it says the class is laid out.
#[track_caller]
pub(crate) fn check_search(files: &[(&str, &str)], layout: &str, expected: &[&str]) -> (TempDir, Found) {
    let dir = tree(&[("top/", "")]);
    for (path, text) in files {
        put(&dir.path().join("top"), path, text.as_bytes());
    }
    let (unpacked, found) = search_one(&dir.path().join("top"));
    assert_eq!(lines(&found), expected, "{files:?}");
    assert_eq!(found.told().unwrap_or_default(), layout);
    (unpacked, found)
}

/// Packs files into a zip archive.
pub(crate) fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut writer, text.as_bytes()).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Checks what is found in a tree under `top/`.
#[track_caller]
pub(crate) fn check(files: &[(&str, &str)], expected: &[&str]) {
    let dir = tree(&[("top/", "")]);
    for (path, text) in files {
        put(&dir.path().join("top"), path, text.as_bytes());
    }
    assert_eq!(lines(&find_one(&dir.path().join("top"))), expected, "{files:?}");
}
