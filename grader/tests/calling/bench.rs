//! Programs written for a test, and the workbench that compiles harnesses for them.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use grader::assignment::{Assignment, Check, Language, Seeds, Status, Task};
use grader::build::{Bench, Fit, Toolchain, Workbench};
use grader::play::{Dialogue, PlayError, Setting, Stage, shim_object};
use grader::sandbox::{Sandbox, SandboxMode};
use grader::spec::{BuildSpec, LimitSpec, Spec};
use grader::submission::{Work, find};
use grader::transcript::Transcript;
use tempfile::TempDir;

/// What all tests share.
struct Machine {
    sandbox: Sandbox,
    toolchain: Toolchain,
    shim: PathBuf,
    _home: TempDir,
}

static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    let sandbox = Sandbox::probe(SandboxMode::Auto).expect("a sandbox");
    let home = tempfile::tempdir().expect("a folder");
    let shim = shim_object(&sandbox, home.path()).expect("the shim compiles");
    Machine { sandbox, toolchain: Toolchain::detect(), shim, _home: home }
});

/// The workbench for a program that compiles.
fn workbench(files: &[(&str, &str)]) -> Bench {
    let Machine { sandbox, toolchain, shim, .. } = &*MACHINE;
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in files.iter().chain(&[("Makefile", "")]) {
        let full = dir.path().join("in").join(path);
        fs::create_dir_all(full.parent().expect("a parent")).expect("a folder");
        fs::write(full, text).expect("a file");
    }
    let found = find(&[dir.path().join("in")]).expect("it was just written");
    let Work::Program(program) = found.submissions[0].work.clone() else { panic!("{found:?}") };
    let build = BuildSpec {
        cpp_flags: vec!["-std=c++17".to_owned(), "-O0".to_owned()],
        rust_edition: "2021".to_owned(),
        cpu_seconds: 60,
        memory_mib: 2048,
    };
    let limits = LimitSpec { cpu_ms: 300, wall_seconds: 5, output_kib: 256, memory_mib: 256, answers: 400 };
    Bench {
        sandbox: sandbox.clone(),
        toolchain: toolchain.clone(),
        build,
        limits,
        shim: shim.clone(),
        ahead: None,
        program,
        fit: Fit::default(),
        preprocessed: None,
        together: None,
    }
}

/// A stage on which nothing is played.
pub(crate) struct Empty;

impl Stage for Empty {
    fn play(&mut self, _: &Setting, _: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        panic!("the program itself is not played");
    }
}

/// Verdicts of play that these rules failed.
pub(crate) fn failed(assignment: &dyn Assignment, case: &Case) -> Vec<Check> {
    let ids = case.list("failed").into_iter().map(|id| {
        assignment.rules().iter().find(|rule| rule.id == id).unwrap_or_else(|| panic!("no rule {id}")).id
    });
    ids.map(|id| Check {
        id,
        status: Status::Fail,
        seen: 1,
        broken: 1,
        message: String::new(),
        evidence: None,
    })
    .collect()
}

/// A program as a class run hands it on.
pub(crate) fn with_task<T>(case: &Case, spec: &Spec, judge: impl FnOnce(&mut Task<'_>) -> T) -> T {
    let files = &case.files();
    let mut workbench = workbench(files);
    if let Some(standard) = case.line("standard") {
        workbench.build.cpp_flags[0] = format!("-std={standard}");
    }
    let sources: Vec<(String, String)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let mut task = Task {
        stage: &mut Empty,
        workbench: Some(&mut workbench as &mut dyn Workbench),
        spec,
        sources: &sources,
        language: Language::Cpp,
        seeds: Seeds { salt: String::new() },
        sessions: None,
        replay: String::new(),
    };
    judge(&mut task)
}

/// What differs between verdicts and what a case expects of them.
pub(crate) fn differences(case: &Case, checks: &[Check], remarks: &[String], ids: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for id in ids {
        let Some(expected) = case.line(id) else { continue };
        let check = checks.iter().find(|check| check.id == *id).expect("a verdict");
        let status = format!("{:?}", check.status).to_lowercase();
        let told = format!("{status} {} {:?} {remarks:?}", check.message, check.evidence);
        let (status, parts) = expected.split_once(' ').unwrap_or((expected, ""));
        let fits = told.starts_with(status) && parts.split(" … ").all(|part| told.contains(part));
        if !fits {
            wrong.push(format!("{}: {id} is expected to {expected}, and is {told}", case.about));
        }
    }
    wrong
}

/// A case of a file with cases: a heading, lines of the form `- key: value`, and the program's files in blocks.
pub(crate) struct Case {
    pub(crate) about: String,
    lines: Vec<(String, String)>,
    files: Vec<(String, String)>,
}

impl Case {
    /// The value of a key.
    pub(crate) fn line(&self, key: &str) -> Option<&str> {
        self.lines.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The values of a key, which semicolons part.
    pub(crate) fn list(&self, key: &str) -> Vec<&str> {
        self.line(key).unwrap_or_default().split(';').map(str::trim).filter(|one| !one.is_empty()).collect()
    }

    /// Puts text at the start of the first file.
    pub(crate) fn prepend(&mut self, text: &str) {
        self.files[0].1.insert_str(0, text);
    }

    /// The program's files.
    pub(crate) fn files(&self) -> Vec<(&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()
    }
}

/// The cases in a file. What stands before the first heading is code that a line `$NAME` of a program stands for.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let mut parts = text.split("\n## ");
    let shared = blocks(parts.next().unwrap_or_default());
    let mut all: Vec<Case> = Vec::new();
    for part in parts {
        let (about, rest) = part.split_once('\n').expect("a heading and more");
        let lines = rest.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": "));
        let lines = lines.map(|(key, value)| (key.to_owned(), value.trim().to_owned())).collect();
        let files = blocks(rest).into_iter().map(|(path, text)| (path, filled(&text, &shared))).collect();
        all.push(Case { about: about.to_owned(), lines, files });
    }
    let only = std::env::var("CASE").unwrap_or_default();
    all.retain(|case| case.about.contains(&only));
    all
}

/// The blocks of code with the words after their fence.
fn blocks(text: &str) -> Vec<(String, String)> {
    let pieces: Vec<&str> = text.split("```").collect();
    let insides = pieces.iter().skip(1).step_by(2);
    insides
        .map(|inside| {
            let (head, code) = inside.split_once('\n').expect("a line after the fence");
            let name = head.split_once(' ').map_or("main.cpp", |(_, name)| name);
            (name.to_owned(), code.to_owned())
        })
        .collect()
}

fn filled(text: &str, shared: &[(String, String)]) -> String {
    shared.iter().rev().fold(text.to_owned(), |text, (name, code)| text.replace(&format!("${name}\n"), code))
}

/// Looks at each case, two at a time, and puts together what is wrong.
pub(crate) fn in_parallel(cases: &[Case], look: impl Fn(&Case) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    wrong.lock().expect("no panic").extend(look(case));
                }
            });
        }
    });
    wrong.into_inner().expect("no panic")
}
