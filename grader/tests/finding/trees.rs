//! Trees of files for tests, and what was found in them in a line each.

use grader::submission::{Found, SourceFile, Work, find};
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
        Work::Ambiguous { mains } => format!("ambiguous: {}", mains.join(" ")),
        Work::Unreadable { why } => format!("unreadable: {why}"),
    }
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
