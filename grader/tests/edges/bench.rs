//! A class made for a test, judged by the command with tight limits and few sessions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A legal program with places to put a fault.
pub(crate) const LEGAL: &str = include_str!("casino.cpp");

/// The legal program with this code in the place of the comment.
pub(crate) fn spoilt(place: &str, code: &str) -> String {
    let mark = format!("/* {place} */");
    assert!(LEGAL.contains(&mark), "there is no place {mark}");
    LEGAL.replace(&mark, code)
}

pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// The command, run in the repository.
pub(crate) fn grader() -> Command {
    let mut command = Command::cargo_bin("grader").expect("the binary is built");
    command.current_dir(repository());
    command
}

/// A class, a spec and the results, in a folder of their own.
pub(crate) struct Bench {
    home: TempDir,
}

impl Bench {
    /// No submissions yet; the repository's spec with limits at which endless programs end soon.
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        fs::create_dir(home.path().join("class")).expect("a folder");
        fs::create_dir(home.path().join("specs")).expect("a folder");
        let spec = "specs/casino.toml";
        fs::copy(repository().join(spec), home.path().join(spec)).expect("the spec is there");
        let bench = Self { home };
        for (usual, tight) in [
            ("cpu_ms = 1000", "cpu_ms = 200"),
            ("wall_seconds = 20", "wall_seconds = 10"),
            ("output_kib = 1024", "output_kib = 64"),
        ] {
            bench.change_spec(usual, tight);
        }
        bench
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(crate) fn class(&self) -> PathBuf {
        self.home.path().join("class")
    }

    /// A student's folder with these files.
    pub(crate) fn hand_in(&mut self, student: &str, files: &[(&str, &[u8])]) {
        let folder = self.class().join(student);
        fs::create_dir_all(&folder).expect("a folder");
        for (name, bytes) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    }

    /// Changes the spec, and says at which line and column, both from 1.
    pub(crate) fn change_spec(&self, from: &str, to: &str) -> (usize, usize) {
        let path = self.home.path().join("specs/casino.toml");
        let spec = fs::read_to_string(&path).expect("the spec is there");
        let start = spec.find(from).unwrap_or_else(|| panic!("the spec has no `{from}`"));
        fs::write(path, spec.replacen(from, to, 1)).expect("a file");
        let before = &spec[..start];
        (before.matches('\n').count() + 1, start - before.rfind('\n').map_or(0, |end| end + 1) + 1)
    }

    /// Copies the casino's scripts and snapshots beside the spec.
    pub(crate) fn bring_fixtures(&self) {
        for folder in ["scripts", "snapshots"] {
            let (from, to) = (Path::new("fixtures/casino").join(folder), self.home.path());
            fs::create_dir_all(to.join(&from)).expect("a folder");
            for entry in fs::read_dir(repository().join(&from)).expect("the fixtures are there") {
                let entry = entry.expect("an entry");
                fs::copy(entry.path(), to.join(&from).join(entry.file_name())).expect("a copy");
            }
        }
    }

    /// The command with this bench's spec.
    pub(crate) fn grader(&self, command: &str) -> Command {
        let mut grader = grader();
        grader.arg("--specs").arg(self.home.path().join("specs")).arg(command);
        grader
    }

    /// Judges the class, expects this exit status, and returns the results by student.
    pub(crate) fn check(&self, status: i32) -> BTreeMap<String, Value> {
        self.check_with(status, |command| command)
    }

    /// The same with a changed command.
    pub(crate) fn check_with(
        &self,
        status: i32,
        change: impl FnOnce(&mut Command) -> &mut Command,
    ) -> BTreeMap<String, Value> {
        let mut command = self.grader("check");
        command.arg(self.class()).args(["-a", "casino", "--seeds", "5", "--format", "json", "-o"]);
        change(command.arg(self.home.path().join("grades"))).assert().code(status);
        let results = self.json("results.json");
        let entries = results["submissions"].as_array().expect("a list").iter();
        entries.map(|entry| (entry["student"].as_str().expect("a name").to_owned(), entry.clone())).collect()
    }

    /// Whether the last run took up an earlier judgement of this student's program.
    pub(crate) fn was_kept(&self, student: &str) -> bool {
        let run = self.json("run.json");
        let submissions = run["submissions"].as_array().expect("a list");
        let one = submissions.iter().find(|one| one["student"] == student).expect("the student is there");
        one["cached"] == true
    }

    fn json(&self, name: &str) -> Value {
        let text = fs::read_to_string(self.home.path().join("grades").join(name)).expect("results are there");
        serde_json::from_str(&text).expect("it is JSON")
    }
}
