//! Builds small programs with the shim and plays them.

#[path = "tiers.rs"]
pub(crate) mod tiers;

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use grader::play::{Dialogue, LiveStage, Reply, Setting, Stage, shim_object};
use grader::sandbox::{Sandbox, Tier};
use grader::spec::LimitSpec;
use grader::transcript::Transcript;
use tempfile::TempDir;
pub(crate) use tiers::{sandbox, sandboxes};

/// Limits for small programs.
pub(crate) fn limits() -> LimitSpec {
    LimitSpec { cpu_ms: 2000, wall_seconds: 20, output_kib: 256, memory_mib: 512, answers: 100 }
}

/// What all programs share, made once: the shim, and a precompiled header of everything. The folder stays until the
/// process ends.
fn common() -> &'static (TempDir, PathBuf) {
    static COMMON: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    COMMON.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let object = shim_object(sandbox(), folder.path()).expect("a shim");
        let header = folder.path().join("all.hpp");
        std::fs::write(&header, HEADER).expect("a header");
        finish(Command::new("g++").args(FLAGS).arg("-x").arg("c++-header").arg(&header));
        (folder, object)
    })
}

const FLAGS: [&str; 4] = ["-O0", "-std=c++17", "-w", "-pthread"];

const HEADER: &str = "#include <bits/stdc++.h>\n#include <unistd.h>\n#include <dirent.h>\n#include <fcntl.h>\n#include <poll.h>\n#include <sys/epoll.h>\n#include <sys/ioctl.h>\n#include <sys/mman.h>\n#include <sys/mount.h>\n#include <sys/prctl.h>\n\
                      #include <sys/ptrace.h>\n#include <sys/resource.h>\n#include <sys/select.h>\n#include <sys/socket.h>\n\
                      #include <sys/stat.h>\n#include <sys/syscall.h>\n#include <sys/time.h>\n#include <sys/wait.h>\nusing namespace std;\n";

/// Builds a C++ program from the body of its `main`; every header is there.
pub(crate) fn main_of(body: &str) -> Built {
    cpp(&format!("#include \"all.hpp\"\nint main() {{ {body} }}"))
}

/// What a `main` prints with the C library alone: without the shim, run by hand.
pub(crate) fn by_hand(body: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, program) = (folder.path().join("main.cpp"), folder.path().join("main"));
    std::fs::write(&path, format!("#include \"all.hpp\"\nint main() {{ {body} }}")).expect("a source");
    let include = common().0.path();
    finish(Command::new("g++").args(FLAGS).arg("-I").arg(include).arg(&path).arg("-o").arg(&program));
    String::from_utf8(Command::new(&program).output().expect("a run").stdout).expect("text")
}

/// A built program in a folder of its own.
pub(crate) struct Built {
    folder: TempDir,
    limits: LimitSpec,
    sandbox: &'static Sandbox,
}

/// Builds a C++ program.
pub(crate) fn cpp(source: &str) -> Built {
    cpp_with(source, &[])
}

/// Builds a C++ program with more flags.
pub(crate) fn cpp_with(source: &str, flags: &[&str]) -> Built {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.cpp");
    std::fs::write(&path, source).expect("a source");
    let program = folder.path().join("main");
    let (include, shim) = common();
    let mut compiler = Command::new("g++");
    compiler.args(FLAGS).args(flags).arg("-I").arg(include.path()).arg(shim).arg(&path);
    finish(compiler.arg("-o").arg(&program));
    Built { folder, limits: limits(), sandbox: sandbox() }
}

/// Builds a Rust program.
pub(crate) fn rust(source: &str) -> Built {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.rs");
    std::fs::write(&path, source).expect("a source");
    let program = folder.path().join("main");
    let link = format!("link-arg={}", common().1.display());
    finish(Command::new("rustc").args(["--edition", "2021", "-C", &link]).arg(&path).arg("-o").arg(&program));
    Built { folder, limits: limits(), sandbox: sandbox() }
}

fn finish(command: &mut Command) {
    let output = command.output().expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Answers from a list, then ends the input.
pub(crate) struct Answers<'a>(pub(crate) &'a [&'a str]);

impl Dialogue for Answers<'_> {
    fn reply(&mut self, _said: &str) -> Reply {
        match self.0.split_first() {
            None => Reply::EndOfInput,
            Some((&"STOP", _)) => Reply::Stop,
            Some((first, rest)) => {
                self.0 = rest;
                Reply::Line((*first).to_owned())
            }
        }
    }
}

impl Built {
    /// The program's file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("main")
    }

    /// With other limits.
    #[must_use]
    pub(crate) fn limited(mut self, change: impl FnOnce(&mut LimitSpec)) -> Self {
        change(&mut self.limits);
        self
    }

    /// Checks it in every tier this machine can enter.
    pub(crate) fn everywhere(mut self, check: impl Fn(&Self, Tier)) {
        for sandbox in sandboxes() {
            self.sandbox = sandbox;
            check(&self, sandbox.tier());
        }
    }

    /// A stage for it.
    pub(crate) fn stage(&self) -> LiveStage {
        self.stage_in(self.sandbox)
    }

    /// A stage in this sandbox.
    pub(crate) fn stage_in(&self, sandbox: &Sandbox) -> LiveStage {
        LiveStage::new(sandbox, &self.path(), &self.limits).expect("a stage")
    }

    /// Plays a session with this setting.
    pub(crate) fn with(&self, setting: &Setting, answers: &[&str]) -> Transcript {
        self.stage().play(setting, &mut Answers(answers)).expect("a session")
    }

    /// Plays an untouched session that is started and two that are forked, which must be the same.
    pub(crate) fn play_all_ways(&self) -> Transcript {
        let mut stage = self.stage();
        let mut play = || stage.play(&Setting::default(), &mut Answers(&[])).expect("a session");
        let started = play();
        for _ in 0..2 {
            assert_eq!(play(), started);
        }
        assert!(stage.is_served());
        started
    }

    /// Plays an untouched session.
    pub(crate) fn play(&self, answers: &[&str]) -> Transcript {
        self.with(&Setting::default(), answers)
    }

    /// Plays a session with this seed.
    pub(crate) fn seeded(&self, seed: u32) -> Transcript {
        self.with(&Setting { seed, ..Setting::default() }, &[])
    }
}
