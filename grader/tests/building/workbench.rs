//! A workbench for tests that compile: hand-ins written to a scratch folder, found, built and run.

use grader::build::{BuildError, Builder, Built, Outcome, Precompiled, Preprocessed, Toolchain};
use grader::play::shim_object;
use grader::sandbox::{Sandbox, SandboxMode};
use grader::spec::BuildSpec;
use grader::submission::{Program, Work, find};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Everything a build needs.
pub(crate) struct Bench {
    pub(crate) toolchain: Toolchain,
    pub(crate) spec: BuildSpec,
    sandbox: Sandbox,
    shim: Option<PathBuf>,
    ahead: Option<Precompiled>,
    home: TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Bench::confined(SandboxMode::Auto)
    }

    pub(crate) fn confined(mode: SandboxMode) -> Self {
        let spec = BuildSpec {
            cpp_flags: vec!["-std=c++17".to_owned()],
            rust_edition: "2021".to_owned(),
            cpu_seconds: 60,
            memory_mib: 2048,
        };
        Bench {
            toolchain: Toolchain::detect(),
            spec,
            sandbox: Sandbox::probe(mode).expect("a sandbox"),
            shim: None,
            ahead: None,
            home: tempfile::tempdir().expect("a scratch folder"),
        }
    }

    /// A file of the machine that no submission may read, and a word that stands in it.
    pub(crate) fn secret(&self) -> (PathBuf, &'static str) {
        let path = self.home.path().join("secret");
        fs::write(&path, "topsecret:x:0:0:topsecret\ntopsecret = 5;\n").expect("a file");
        (path, "topsecret")
    }

    /// Compiles C++ to the object that is linked into every program.
    pub(crate) fn add_shim(&mut self, text: &str) {
        let (source, object) = (self.home.path().join("shim.cpp"), self.home.path().join("shim.o"));
        fs::write(&source, text).expect("a file");
        let done =
            Command::new("g++").arg("-c").arg(&source).arg("-o").arg(&object).status().expect("g++ runs");
        assert!(done.success());
        self.shim = Some(object);
    }

    /// Links the toolkit's own object into every program.
    pub(crate) fn use_the_shim(&mut self) {
        self.shim = Some(shim_object(&self.sandbox, self.home.path()).expect("the shim compiles"));
    }

    /// Compiles headers ahead from now on, in the folder that is returned.
    pub(crate) fn compile_ahead(&mut self) -> PathBuf {
        let folder = self.home.path().join("ahead");
        fs::create_dir(&folder).expect("a folder");
        self.ahead = Some(Precompiled::new(folder.clone()));
        folder
    }

    /// Hands in files and builds them; the program lives as long as the folder that is returned.
    pub(crate) fn build_bytes(&self, files: &[(&str, &[u8])]) -> (Built, TempDir) {
        self.try_build_bytes(files).unwrap_or_else(|error| panic!("{files:?}: {error}"))
    }

    pub(crate) fn build(&self, files: &[(&str, &str)]) -> (Built, TempDir) {
        self.try_build(files).unwrap_or_else(|error| panic!("{files:?}: {error}"))
    }

    pub(crate) fn try_build(&self, files: &[(&str, &str)]) -> Result<(Built, TempDir), BuildError> {
        let bytes: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        self.try_build_bytes(&bytes)
    }

    /// Hands in files that build, and preprocesses them.
    pub(crate) fn preprocess(&self, files: &[(&str, &str)]) -> Vec<Preprocessed> {
        let bytes: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        let (program, dir) = hand_in(&bytes);
        let scratch = |name: &str| {
            let folder = dir.path().join(name);
            fs::create_dir(&folder).expect("a folder");
            folder
        };
        let built = self.builder().build(&program, &scratch("built")).expect("it builds");
        assert!(matches!(built.outcome, Outcome::Program { .. }), "{built:?}");
        self.builder().preprocess(&program, &built.fit, &scratch("made")).expect("it can be preprocessed")
    }

    /// Hands in one file and builds it together with a harness, if the two can stand together.
    pub(crate) fn together(&self, text: &str, harness: &str) -> Option<(Built, TempDir)> {
        let (program, dir) = hand_in(&[("main.cpp", text.as_bytes())]);
        let scratch = dir.path().join("scratch");
        fs::create_dir(&scratch).expect("a folder");
        let both = self.builder().together(&program, &scratch, &|_| Some(harness.to_owned()));
        both.expect("the compiler runs").map(|(built, _)| (built, dir))
    }

    fn builder(&self) -> Builder<'_> {
        Builder {
            sandbox: &self.sandbox,
            toolchain: &self.toolchain,
            spec: &self.spec,
            shim: self.shim.as_deref(),
            ahead: self.ahead.as_ref(),
        }
    }

    fn try_build_bytes(&self, files: &[(&str, &[u8])]) -> Result<(Built, TempDir), BuildError> {
        let (program, dir) = hand_in(files);
        let scratch = dir.path().join("scratch");
        fs::create_dir(&scratch).expect("a folder");
        let built = self.builder().build(&program, &scratch)?;
        Ok((built, dir))
    }
}

/// Hands in files, and finds them.
fn hand_in(files: &[(&str, &[u8])]) -> (Program, TempDir) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    // A file of another project's beside them makes this one student's folder, whatever lies in it.
    for (path, bytes) in files.iter().chain(&[("Makefile", &b""[..])]) {
        let full = dir.path().join("in").join(path);
        fs::create_dir_all(full.parent().expect("a parent")).expect("a folder");
        fs::write(full, bytes).expect("a file");
    }
    let found = find(&[dir.path().join("in")]).expect("it was just written");
    let Work::Program(program) = &found.submissions[0].work else { panic!("{found:?}") };
    (program.clone(), dir)
}

/// What a built program prints. The programs of these tests are harmless.
pub(crate) fn run(exe: &Path) -> String {
    let output = Command::new(exe).output().expect("it was just built");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Builds one C++ file.
pub(crate) fn cpp(text: &str) -> (Built, TempDir) {
    Bench::new().build(&[("main.cpp", text)])
}

/// The diagnostics of one C++ file that does not compile.
#[track_caller]
pub(crate) fn failed(text: &str) -> String {
    let (built, _dir) = cpp(text);
    match built.outcome {
        Outcome::Failed { diagnostics } => diagnostics,
        other => panic!("{text:?}: {other:?}"),
    }
}
