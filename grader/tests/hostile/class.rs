//! A class with hostile hand-ins, judged by the command as a teacher would, and what is left of it afterwards.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A legal program with places to put code.
pub(crate) const LEGAL: &str = include_str!("../edges/casino.cpp");
/// The rules that are judged here: enough to see a program behave, soon decided.
const RULES: &str = "builds,exits-cleanly,two-cards,seed-333";
/// A user that no machine has.
const SPARE_USER: u32 = 54_321;

/// Who runs the command, and in which tier of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    /// The user the command changes to, if it is root who tests.
    pub(crate) user: Option<u32>,
    /// The tier it asks for.
    pub(crate) tier: &'static str,
}

/// The user who tests, in the best tier.
pub(crate) const USUAL: Way = Way { user: None, tier: "auto" };

/// Every way in which this machine can run the command; those it cannot are said aloud.
pub(crate) fn ways() -> Vec<Way> {
    let mut users = vec![None];
    if is_root() {
        users.push(Some(SPARE_USER));
    } else {
        eprintln!("not root: nothing is run as root, nor as another user");
    }
    let all = users.into_iter().flat_map(|user| ["1", "2", "3", "4"].map(|tier| Way { user, tier }));
    let ways: Vec<Way> = all.filter(|way| can_enter(*way)).collect();
    assert!(!ways.is_empty(), "no tier can be entered");
    ways
}

/// Whether the command starts in this way on an empty folder.
fn can_enter(way: Way) -> bool {
    let class = Class::new();
    fs::create_dir(class.folder().join("nobody")).expect("a folder");
    let output = class.check(way, &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        assert!(said.contains("cannot confine programs as asked"), "{way:?}: {said}");
        eprintln!("{way:?} cannot be entered here: {}", said.trim());
    }
    output.status.success()
}

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("the system tells of this process");
    status.lines().any(|line| line.split_whitespace().take(2).eq(["Uid:", "0"]))
}

/// The repository, as programs would have to name it to read it.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// A class's folder and all that its run uses, in a folder of its own.
pub(crate) struct Class {
    home: TempDir,
    /// Stands in the caller's environment and nowhere else: its first half is known to programs.
    secret: String,
}

/// How a secret begins.
pub(crate) const SECRET: &str = "grader-test-secret-";

impl Class {
    /// Nobody has handed in anything; specs with limits at which endless programs end soon.
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        for folder in ["class", "specs", "grades", "tmp", "bin"] {
            fs::create_dir(home.path().join(folder)).expect("a folder");
        }
        let spec = fs::read_to_string(repository().join("specs/casino.toml")).expect("the spec is there");
        let tight = [
            ("cpu_ms = 1000", "cpu_ms = 200"),
            ("wall_seconds = 20", "wall_seconds = 3"),
            ("output_kib = 1024", "output_kib = 64"),
            ("cpu_seconds = 30", "cpu_seconds = 3"),
            ("memory_mib = 2048", "memory_mib = 400"),
            ("sample_scripts = [\"sample-run-1\", \"sample-run-2\"]", "sample_scripts = []"),
        ];
        let spec = tight.iter().fold(spec, |spec, (usual, tight)| {
            assert!(spec.contains(usual), "the spec has no `{usual}`");
            spec.replacen(usual, tight, 1)
        });
        fs::write(home.path().join("specs/casino.toml"), spec).expect("a file");
        let number = home.path().file_name().expect("a name").to_string_lossy().replace('.', "");
        Self { home, secret: format!("{SECRET}{number}") }
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// The folder with the hand-ins.
    pub(crate) fn folder(&self) -> PathBuf {
        self.home.path().join("class")
    }

    /// A student's folder with these files; the names may be any bytes.
    pub(crate) fn hand_in<N: AsRef<OsStr>>(&self, student: impl AsRef<OsStr>, files: &[(N, &[u8])]) {
        let folder = self.folder().join(student.as_ref());
        fs::create_dir_all(&folder).expect("a folder");
        for (name, bytes) in files {
            let path = folder.join(name.as_ref());
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    }

    /// Two students who did nothing but their work, the first and the last of the class.
    pub(crate) fn innocents(&self) {
        for name in INNOCENTS {
            let text = format!("{LEGAL}// {name}\n");
            self.hand_in(name, &[("main.cpp", text.as_bytes())]);
        }
    }

    /// Runs `grader check` on the class.
    pub(crate) fn check(&self, way: Way, more: &[&str]) -> Output {
        let mut command = self.command(way);
        command.args(["--specs", "../specs", "check", ".", "-a", "casino", "--only", RULES, "--seeds", "5"]);
        command.args(["-o", "../grades", "--sandbox", way.tier]).args(more);
        command.output().expect("the command runs")
    }

    /// The command in the class's folder, with a secret and a folder for temporary files in its environment.
    pub(crate) fn command(&self, way: Way) -> Command {
        let binary = assert_cmd::cargo::cargo_bin("grader");
        let mut command = match way.user {
            None => Command::new(binary),
            Some(user) => {
                let mut command = Command::new(self.lend(&binary, user));
                command.uid(user).gid(user);
                command
            }
        };
        command.current_dir(self.folder()).stdin(Stdio::null());
        command.env("GRADER_TEST_SECRET", &self.secret).env("TMPDIR", self.home().join("tmp"));
        command.env("CLICOLOR_FORCE", "1");
        command
    }

    /// Gives a user what the command writes to, and the binary in a place that this user can reach.
    fn lend(&self, binary: &Path, user: u32) -> PathBuf {
        let open =
            |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
        open(self.home());
        for folder in ["tmp", "grades"] {
            chown(self.home().join(folder), Some(user), Some(user)).expect("root may");
        }
        let copy = self.home().join("bin/grader");
        if !copy.exists() && fs::hard_link(binary, &copy).is_err() {
            fs::copy(binary, &copy).expect("a copy");
        }
        copy
    }

    /// Runs the class in one way, sees to it that nothing leaked or stayed, and returns what was said of whom.
    pub(crate) fn judge(&self, way: Way) -> Judged {
        let (json, human) = (self.check(way, &["--format", "json"]), self.check(way, &[]));
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("reports are text");
        let [json, human, errors, errors_again] =
            [json.stdout, human.stdout, json.stderr, human.stderr].map(|bytes| text(&bytes));
        for said in [&json, &human, &errors, &errors_again] {
            assert!(!said.contains(&self.secret), "{way:?}: the secret shows: {said}");
        }
        self.nothing_is_left(way);
        let entries: Value =
            serde_json::from_str(&json).unwrap_or_else(|error| panic!("{way:?}: {error}: {json}{errors}"));
        let entries = entries["submissions"].as_array().expect("a list").iter();
        let entries =
            entries.map(|entry| (entry["student"].as_str().expect("a name").to_owned(), entry.clone()));
        let judged = Judged { way, entries: entries.collect(), json, human, errors };
        judged.shows_nothing_raw();
        for name in INNOCENTS.iter().filter(|name| self.folder().join(name).exists()) {
            judged.is_full(name);
        }
        fs::remove_dir_all(self.home().join("grades")).expect("the results can be removed");
        fs::create_dir(self.home().join("grades")).expect("a folder");
        judged
    }

    /// No temporary file, no process, no memory.
    fn nothing_is_left(&self, way: Way) {
        let left: Vec<_> = fs::read_dir(self.home().join("tmp")).expect("a folder").flatten().collect();
        assert!(left.is_empty(), "{way:?}: temporary files stayed: {left:?}");
        let grades = walkdir(&self.home().join("grades"));
        for file in grades.iter().filter(|file| file.is_file()) {
            let text = String::from_utf8_lossy(&fs::read(file).expect("results can be read")).into_owned();
            assert!(!text.contains(&self.secret), "{way:?}: the secret is in {}", file.display());
        }
        let home = self.home().display().to_string();
        for process in fs::read_dir("/proc").expect("the system tells of processes").flatten() {
            let path = process.path();
            let name = fs::read_to_string(path.join("comm")).unwrap_or_default();
            let exe = fs::read_link(path.join("exe")).unwrap_or_default().display().to_string();
            assert!(name.trim() != MARK && !exe.starts_with(&home), "{way:?}: {name} still runs ({exe})");
        }
        for entry in fs::read_dir("/dev/shm").into_iter().flatten().flatten() {
            assert!(!entry.file_name().to_string_lossy().contains(MARK), "{way:?}: {entry:?} stayed");
        }
        for kind in ["shm", "sem", "msg"] {
            let text = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
            let keys = text.lines().filter_map(|line| line.split_whitespace().next());
            assert!(!keys.into_iter().any(|key| key == MARK_KEY.to_string()), "{way:?}: {kind} stayed");
        }
    }
}

/// The name that hostile processes and their memory go by.
pub(crate) const MARK: &str = "hostilemark";
/// The same as a number.
pub(crate) const MARK_KEY: i32 = 0x1057_417e;
/// Students who did nothing wrong.
pub(crate) const INNOCENTS: [&str; 2] = ["aa innocent", "zz innocent"];

/// The files and folders below a folder.
pub(crate) fn walkdir(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    let inner: Vec<PathBuf> =
        all.iter().filter(|path| path.is_dir()).flat_map(|path| walkdir(path)).collect();
    all.extend(inner);
    all
}

/// What was said of a class.
pub(crate) struct Judged {
    way: Way,
    entries: BTreeMap<String, Value>,
    /// `results.json`.
    pub(crate) json: String,
    /// The report for people, with its styles.
    pub(crate) human: String,
    /// What was said on standard error.
    pub(crate) errors: String,
}

impl Judged {
    pub(crate) fn entry(&self, student: &str) -> &Value {
        let names: Vec<_> = self.entries.keys().collect();
        self.entries.get(student).unwrap_or_else(|| panic!("{:?}: no {student} in {names:?}", self.way))
    }

    /// The student has all points, and no rule is open.
    pub(crate) fn is_full(&self, student: &str) {
        let entry = self.entry(student);
        assert_eq!(entry["state"], "graded", "{:?}: {student}: {entry:#}", self.way);
        assert_eq!(entry["points"], entry["possible"], "{:?}: {student}: {entry:#}", self.way);
    }

    /// The student was graded, and exactly these rules failed.
    pub(crate) fn fails(&self, student: &str, rules: &[&str]) {
        let entry = self.entry(student);
        assert_eq!(entry["state"], "graded", "{:?}: {student}: {entry:#}", self.way);
        let checks = entry["checks"].as_array().expect("a list").iter();
        let failed: Vec<&str> = checks
            .filter(|check| check["status"] == "fail")
            .filter_map(|check| check["id"].as_str())
            .collect();
        assert_eq!(failed, rules, "{:?}: {student}: {entry:#}", self.way);
    }

    /// The student's work is in this state (or one of several, with `or` between them), and the words stand somewhere in what is said of it.
    pub(crate) fn is(&self, student: &str, state: &str, words: &str) {
        let entry = self.entry(student);
        let is_one = state.split(" or ").any(|state| entry["state"] == state);
        assert!(is_one, "{:?}: {student} is not {state}: {entry:#}", self.way);
        assert!(entry.to_string().contains(words), "{:?}: {student}: no `{words}` in {entry:#}", self.way);
    }

    /// No character of the reports acts on a terminal, hides or reorders text.
    fn shows_nothing_raw(&self) {
        let styles = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"];
        let plain = styles.iter().fold(self.human.clone(), |text, style| text.replace(style, ""));
        for (what, text) in [("json", &self.json), ("report", &plain), ("errors", &self.errors)] {
            let raw = text.char_indices().find(|(_, c)| acts(*c));
            if let Some((at, c)) = raw {
                let before: String =
                    text[..at].chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
                panic!("{:?}: {what} has {c:?} after {before:?}", self.way);
            }
        }
    }
}

/// Whether a character does something where it is shown.
pub(crate) fn acts(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}
