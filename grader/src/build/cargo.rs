//! Compiles Cargo projects, without the network.

use super::manifest::Manifest;
use super::toolchain::Rust;
use super::{BuildError, Builder, Built, Outcome, diagnose, layout, limit, rust, rustc};
use crate::grade::quoted;
use crate::sandbox::{Tool, ToolOutput};
use crate::submission::{Program, SourceFile};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) fn build(
    builder: &Builder<'_>,
    program: &Program,
    manifest_file: &SourceFile,
    scratch: &Path,
) -> Result<Built, BuildError> {
    if let Some(file) = program.tool_files.first() {
        return Ok(Built::refused(format!(
            "`{file}` would change how the program is built, or run while it is; hand it in without that file"
        )));
    }
    let manifest = match Manifest::read(manifest_file) {
        Ok(manifest) => manifest,
        Err(error) => return Ok(Built::failed(error)),
    };
    if let Some(why) = refusal(&manifest, program) {
        return Ok(Built::refused(why));
    }
    let rust = rust::compiler(builder)?;
    let cargo = rust.cargo.as_ref();
    let cargo = cargo.ok_or(BuildError::MissingTool { tool: "cargo", install: "apt install cargo" })?;
    let name = match only_program(&manifest, program) {
        Ok(name) => name,
        Err(built) => return Ok(built),
    };
    let folder = layout::write(program, scratch)?;
    if !manifest.has_workspace() {
        // A project of its own, whatever lies above the scratch folder.
        layout::write_file(&folder, "Cargo.toml", &format!("{}\n[workspace]\n", manifest_file.text))?;
    }
    let output = run(builder, rust, cargo, &name, folder, scratch)?;
    finish(builder, program, &output, scratch)
}

/// The one program the project makes, or what is wrong instead.
fn only_program(manifest: &Manifest, program: &Program) -> Result<String, Built> {
    if !manifest.has_package() {
        return Err(Built::refused(
            "Cargo.toml has no package of its own; name the folder of the one to build".to_owned(),
        ));
    }
    let programs = manifest.programs(&program.sources);
    let mut names = programs.iter();
    match (names.next(), names.next()) {
        (Some(name), None) => Ok(name.clone()),
        (Some(first), Some(second)) => {
            let told = format!(
                "the project makes several programs (`{first}`, `{second}`); `default-run` says which"
            );
            Err(Built::refused(told))
        }
        (None, _) => {
            Err(Built::failed("error: the project makes no program: it has no src/main.rs".to_owned()))
        }
    }
}

fn run(
    builder: &Builder<'_>,
    rust: &Rust,
    cargo: &Path,
    name: &str,
    folder: PathBuf,
    scratch: &Path,
) -> Result<ToolOutput, BuildError> {
    // The name is the student's: as a word of its own it could be an option that runs a program of their choice.
    let bin = format!("--bin={name}");
    let fixed = ["rustc", "--offline", "--message-format=json", "--color=never", &bin, "--"];
    let mut args: Vec<OsString> = fixed.map(OsString::from).into();
    if let Some(shim) = builder.shim {
        args.extend(["-C".into(), rust::link_argument(shim)]);
    }
    let mut env = rust::environment(rust, scratch);
    let more: [(&str, OsString); 4] = [
        ("CARGO_TARGET_DIR", scratch.join("target").into()),
        ("CARGO_PROFILE_DEV_DEBUG", "0".into()),
        ("CARGO_INCREMENTAL", "0".into()),
        ("RUSTC", rust.rustc.clone().into()),
    ];
    env.extend(more.map(|(key, value)| (key.into(), value)));
    env.extend(rust.cargo_home.iter().map(|home| ("CARGO_HOME".into(), home.into())));
    let mut readable = rust::readable(builder, rust);
    readable.push(cargo.to_path_buf());
    let tool = Tool {
        program: cargo.to_path_buf(),
        args,
        folder,
        env,
        readable,
        writable: vec![scratch.to_path_buf()],
        fork: true,
        limits: limit::of(builder.spec),
    };
    Ok(builder.sandbox.run(&tool)?)
}

fn finish(
    builder: &Builder<'_>,
    program: &Program,
    output: &ToolOutput,
    scratch: &Path,
) -> Result<Built, BuildError> {
    let report = rustc::read_cargo(&output.stdout, program);
    if report.no_linker {
        return Err(rust::missing_linker());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.success() && stderr.contains("--offline") {
        let first = stderr.lines().find_map(|line| line.strip_prefix("error: "));
        let why = first.unwrap_or("Cargo found no such crate").to_owned();
        let path = program.folder.join("Cargo.toml");
        return Err(BuildError::Dependencies {
            why,
            command: format!("cargo fetch --manifest-path {}", quoted(&path.display().to_string())),
        });
    }
    if let Some(outcome) = limit::hit("cargo", builder.spec, output)? {
        return Ok(Built::new(outcome));
    }
    if !output.success() {
        let mut diagnostics = report.diagnostics;
        diagnostics.extend(cargo_errors(&stderr, diagnostics.is_empty()));
        return Ok(Built::failed(diagnose::render(&diagnostics, program)));
    }
    let warnings = diagnose::warnings(&report.diagnostics);
    // What Cargo names is believed only inside the scratch folder: nothing else was made by it.
    let exe = report.executable.and_then(|exe| Path::new(&exe).canonicalize().ok());
    Ok(match exe.filter(|exe| exe.starts_with(scratch)) {
        Some(exe) => Built { warnings, ..Built::new(Outcome::Program { exe }) },
        None => Built::failed("error: the project makes no program".to_owned()),
    })
}

/// What Cargo itself says where the compiler said nothing; lines with paths of the machine are left out.
fn cargo_errors(stderr: &str, wanted: bool) -> Vec<diagnose::Diagnostic> {
    let lines = stderr.lines().filter(|_| wanted);
    let errors =
        lines.filter_map(|line| line.strip_prefix("error: ").or(line.trim_start().strip_prefix("error: ")));
    let errors = errors.map(|error| error.split(" `/").next().unwrap_or(error).to_owned());
    errors.map(diagnose::Diagnostic::error).collect()
}

/// Why a project is not built: it would run code of the student's own while compiling.
fn refusal(manifest: &Manifest, program: &Program) -> Option<String> {
    let inner = program.others.iter().filter(|file| file.name() == "Cargo.toml");
    let inner = inner.filter_map(|file| Manifest::read(file).ok());
    let why = manifest.refusal().or_else(|| inner.into_iter().find_map(|manifest| manifest.refusal()));
    why.map(|why| format!("{why}, which would run while the program is built; hand it in without"))
}
