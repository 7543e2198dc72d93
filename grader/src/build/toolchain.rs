//! Which compilers this machine has.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The compilers of this machine; each may be missing without hurting work in the other language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Toolchain {
    /// The C++ compiler.
    pub cpp: Option<Cpp>,
    /// The Rust compiler.
    pub rust: Option<Rust>,
}

/// A C++ compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cpp {
    /// Where `g++` is.
    pub program: PathBuf,
    /// Its version (`12.2.0`).
    pub version: String,
    /// Whether it can link by `gold`, which takes half the time.
    pub has_gold: bool,
    /// Whether it can make C++'s library a part of programs, which then start in two thirds of the time.
    pub has_static_library: bool,
}

/// A Rust compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rust {
    /// The compiler itself, not rustup's stand-in for it.
    pub rustc: PathBuf,
    /// Cargo itself; without it only single files compile.
    pub cargo: Option<PathBuf>,
    /// The folder with the compiler and its libraries.
    pub sysroot: PathBuf,
    /// Where Cargo keeps crates it has fetched.
    pub cargo_home: Option<PathBuf>,
    /// Its version (`1.95.0`).
    pub version: String,
}

impl Toolchain {
    /// Looks for compilers on `PATH`, and asks each for its version. Runs the compilers unconfined, but on nothing that
    /// a student wrote.
    pub fn detect() -> Self {
        Toolchain { cpp: Cpp::detect(), rust: Rust::detect() }
    }
}

impl Cpp {
    fn detect() -> Option<Self> {
        let program = on_path("g++")?;
        let version = ask(&program, &["-dumpfullversion", "-dumpversion"])?;
        let has_gold = on_path("ld.gold").is_some();
        // A library that is not there is answered by its bare name.
        let library = ask(&program, &["-print-file-name=libstdc++.a"])?;
        Some(Cpp { program, version, has_gold, has_static_library: Path::new(&library).is_absolute() })
    }
}

impl Rust {
    fn detect() -> Option<Self> {
        let sysroot = PathBuf::from(ask(&on_path("rustc")?, &["--print", "sysroot"])?);
        let rustc = sysroot.join("bin/rustc");
        let version = ask(&rustc, &["--version"])?.split_whitespace().nth(1)?.to_owned();
        let own_cargo = Some(sysroot.join("bin/cargo")).filter(|cargo| cargo.is_file());
        let home = || std::env::home_dir().map(|home| home.join(".cargo"));
        let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home);
        Some(Rust {
            rustc,
            cargo: own_cargo.or_else(|| on_path("cargo")),
            sysroot,
            cargo_home: cargo_home.filter(|home| home.is_dir()),
            version,
        })
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|f| f.join(name))
        .find(|p| p.is_file())
}

/// The first line a program prints. It runs at the root, where no settings of a project reach it.
fn ask<S: AsRef<OsStr>>(program: &Path, args: &[S]) -> Option<String> {
    let output = Command::new(program).args(args).current_dir("/").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
