//! Compiles Rust files that are no Cargo project.

use super::toolchain::Rust;
use super::{BuildError, Builder, Built, Outcome, diagnose, layout, limit, rustc};
use crate::sandbox::Tool;
use crate::submission::{Program, SourceFile};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) fn build(builder: &Builder<'_>, program: &Program, scratch: &Path) -> Result<Built, BuildError> {
    let rust = compiler(builder)?;
    let mains = program.mains();
    let root = match mains.as_slice() {
        [root] => *root,
        [] => return Ok(Built::failed(no_main(&program.sources))),
        [first, second, ..] => {
            return Ok(Built::refused(format!("`{}` and `{}` both have a `main`", first.path, second.path)));
        }
    };
    let folder = layout::write(program, scratch)?;
    let exe = scratch.join("program");
    let tool = Tool {
        program: rust.rustc.clone(),
        args: arguments(builder, root, &exe),
        folder,
        env: environment(rust, scratch),
        readable: readable(builder, rust),
        writable: vec![scratch.to_path_buf()],
        fork: true,
        limits: limit::of(builder.spec),
    };
    let output = builder.sandbox.run(&tool)?;
    let report = rustc::read(&output.stderr, program);
    if report.no_linker {
        return Err(missing_linker());
    }
    if let Some(outcome) = limit::hit("rustc", builder.spec, &output)? {
        return Ok(Built::new(outcome));
    }
    if !output.success() {
        return Ok(match report.diagnostics.iter().find_map(|error| crate_used(&error.message)) {
            Some(name) => {
                Built::refused(format!("it uses the crate `{name}`, but no Cargo.toml was handed in with it"))
            }
            None => Built::failed(diagnose::render(&report.diagnostics, program)),
        });
    }
    let warnings = diagnose::warnings(&report.diagnostics);
    Ok(Built { warnings, ..Built::new(Outcome::Program { exe }) })
}

/// Crates that card games use; a single file that names one was taken out of its Cargo project.
const CRATES: [&str; 12] = [
    "chrono",
    "clap",
    "colored",
    "console",
    "crossterm",
    "fastrand",
    "getrandom",
    "itertools",
    "rand",
    "rand_chacha",
    "rand_core",
    "strum",
];

/// The crate that an error is about, if it is not one of the program's own modules by another name.
fn crate_used(message: &str) -> Option<&str> {
    let is_unresolved = message.starts_with("unresolved import") || message.contains("[E0433]");
    let name = message.split('`').nth(1)?.split("::").next()?;
    (is_unresolved && CRATES.contains(&name)).then_some(name)
}

fn arguments(builder: &Builder<'_>, root: &SourceFile, exe: &Path) -> Vec<OsString> {
    let fixed = [
        "--crate-name",
        "program",
        "--crate-type",
        "bin",
        "-C",
        "opt-level=0",
        "-C",
        "debuginfo=0",
        "--error-format=json",
        "--edition",
        &builder.spec.rust_edition,
    ];
    let mut args: Vec<OsString> = fixed.map(OsString::from).into();
    if let Some(shim) = builder.shim {
        args.extend(["-C".into(), link_argument(shim)]);
    }
    args.extend(["-o".into(), exe.into(), format!("./{}", root.path).into()]);
    args
}

/// The codegen option that links the shim.
pub(super) fn link_argument(shim: &Path) -> OsString {
    let mut argument = OsString::from("link-arg=");
    argument.push(shim);
    argument
}

/// The compiler, or the error that says how to install it.
pub(super) fn compiler<'a>(builder: &Builder<'a>) -> Result<&'a Rust, BuildError> {
    let missing = BuildError::MissingTool { tool: "rustc", install: "apt install rustc cargo" };
    builder.toolchain.rust.as_ref().ok_or(missing)
}

pub(super) fn missing_linker() -> BuildError {
    BuildError::MissingTool { tool: "cc (the linker of rustc)", install: "apt install gcc" }
}

/// What the compiler reads beside the sources.
pub(super) fn readable(builder: &Builder<'_>, rust: &Rust) -> Vec<PathBuf> {
    let crates = rust.cargo_home.iter().flat_map(|home| [home.join("registry"), home.join("git")]);
    let shim = builder.shim.map(Path::to_path_buf);
    crates.filter(|folder| folder.is_dir()).chain([rust.sysroot.clone()]).chain(shim).collect()
}

/// The environment both of `rustc` and of Cargo.
pub(super) fn environment(rust: &Rust, scratch: &Path) -> Vec<(OsString, OsString)> {
    let mut path = rust.sysroot.join("bin").into_os_string();
    path.push(":/usr/local/bin:/usr/bin:/bin");
    vec![
        ("PATH".into(), path),
        ("LC_ALL".into(), "C".into()),
        ("TMPDIR".into(), scratch.into()),
        ("HOME".into(), scratch.into()),
    ]
}

fn no_main(sources: &[SourceFile]) -> String {
    let names: Vec<&str> = sources.iter().map(|file| file.path.as_str()).take(5).collect();
    format!("error: no file has an `fn main`; a program starts in one (looked in {})", names.join(", "))
}
