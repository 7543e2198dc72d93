//! A class of samples, judged by the command with few sessions, and what is needed to disturb it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// How long to wait for something, in steps: far longer than it takes.
const STEPS: u32 = 12_000;
const STEP: Duration = Duration::from_millis(5);

/// Small C++ samples that are quickly compiled and played, and whose grades differ.
pub(crate) const SMALL: [&str; 6] = [
    "casino/submissions/01-classic",
    "casino/submissions/02-stdio",
    "casino/submissions/05-three-files",
    "bluejack/submissions/02-printf-codes",
    "bluejack/submissions/builds-missing-brace",
    "crowns/submissions/03-counts-stdio",
];

/// A folder with a class, the results, and a folder for temporary files of its own.
pub(crate) struct Bench {
    home: TempDir,
}

impl Bench {
    /// A class of these samples, each in a folder named after it.
    pub(crate) fn new(samples: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        fs::create_dir(home.path().join("tmp")).expect("a folder");
        for sample in samples {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(sample);
            copy(&from, &home.path().join("class").join(sample.replace("/submissions/", "-")));
        }
        Self { home }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// The command that judges the class: two rules, few sessions, in the bench's folder.
    pub(crate) fn command(&self, extra: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
        command
            .current_dir(self.home.path())
            .env("TMPDIR", self.path("tmp"))
            .args(["check", "class", "--seeds", "3", "--format", "json"])
            .args(extra)
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self, extra: &[&str]) -> Child {
        self.command(extra).spawn().expect("the grader starts")
    }

    /// Lets a run go to its end, and expects this status.
    pub(crate) fn check(&self, status: i32, extra: &[&str]) -> String {
        ended(self.start(extra), status)
    }

    /// The results' bytes.
    pub(crate) fn results(&self) -> String {
        fs::read_to_string(self.path("grades/results.json")).expect("the results are there")
    }

    /// The entry of each student.
    pub(crate) fn entries(&self) -> Vec<Value> {
        entries(&self.results())
    }

    /// Who was taken up from an earlier judgement in the last run, and who was not.
    pub(crate) fn cached(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let text = fs::read_to_string(self.path("grades/run.json")).expect("run.json is there");
        let run: Value = serde_json::from_str(&text).expect("run.json is JSON");
        assert_eq!(run["complete"], true);
        let all = run["submissions"].as_array().expect("a list").iter();
        let (kept, anew): (Vec<&Value>, Vec<&Value>) = all.partition(|one| one["cached"] == true);
        let names = |list: Vec<&Value>| {
            list.into_iter().map(|one| one["student"].as_str().expect("a name").to_owned()).collect()
        };
        (names(kept), names(anew))
    }

    /// Waits until the run has a first grade.
    pub(crate) fn wait_for_a_grade(&self) {
        let journal = self.path("grades/journal.jsonl");
        wait("a grade", || fs::metadata(&journal).is_ok_and(|meta| meta.len() > 0));
    }

    /// What lies in the folder for temporary files.
    pub(crate) fn temporary(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("tmp")).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    }
}

/// The output of a run that ended with this status: what it said on standard error.
pub(crate) fn ended(child: Child, status: i32) -> String {
    let Output { status: got, stderr, .. } = child.wait_with_output().expect("the grader ends");
    let said = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(got.code(), Some(status), "{said}");
    said
}

pub(crate) fn entries(results: &str) -> Vec<Value> {
    let results: Value = serde_json::from_str(results).expect("the results are whole");
    results["submissions"].as_array().expect("a list").clone()
}

/// Waits until something is so.
pub(crate) fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..STEPS {
        if is_so() {
            return;
        }
        thread::sleep(STEP);
    }
    panic!("waited in vain for {what}");
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the sample is there") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Whether this test runs as root; says aloud that it needs to where it does not.
pub(crate) fn is_root(needs: &str) -> bool {
    let is_root = fs::metadata("/proc/self").expect("proc is there").uid() == 0;
    if !is_root {
        eprintln!("not tested: {needs} needs root");
    }
    is_root
}

/// A small file system in memory, until dropped.
pub(crate) struct Disk {
    path: PathBuf,
}

impl Disk {
    /// `None`, said aloud, where it cannot be mounted.
    pub(crate) fn mount(path: &Path, size: &str) -> Option<Self> {
        if !is_root("a small disk") {
            return None;
        }
        fs::create_dir_all(path).expect("a folder");
        let options = format!("size={size},mode=0777");
        let mut command = Command::new("mount");
        let status =
            command.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(path).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) {
            return Some(Self { path: path.to_owned() });
        }
        eprintln!("not tested: no file system can be mounted here");
        None
    }

    /// Fills what room there is.
    pub(crate) fn fill(&self) {
        let file = fs::OpenOptions::new().create(true).append(true).open(self.path.join("filler"));
        let Ok(mut file) = file else { return };
        for size in [1 << 20, 1 << 12, 1] {
            while std::io::Write::write_all(&mut file, &vec![0; size]).is_ok() {}
        }
    }

    pub(crate) fn make_room(&self) {
        fs::remove_file(self.path.join("filler")).expect("it was filled");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.path).status();
    }
}
