//! The repository's own chores.
//!
//! `cargo xtask verify` is for students, the others are for who keeps this repository.

mod bench;
mod ci;
mod fixtures;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use clap::{Parser, Subcommand};

/// The repository's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Judge your own program before handing it in: the same as `grader verify`.
    Verify {
        /// What `grader verify` takes: your source file or its folder, and options.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Make the snapshots of the reference anew from the scripts.
    Fixtures {
        /// Change nothing; fail if a snapshot is not what the reference prints.
        #[arg(long, conflicts_with = "pending")]
        check: bool,
        /// Leave changes beside the snapshots as .snap.new, for `cargo insta review`.
        #[arg(long)]
        pending: bool,
    },
    /// Write the grader's man pages.
    Man {
        /// The folder for them; target/man without it.
        folder: Option<PathBuf>,
    },
    /// Everything that must hold before a change is merged.
    Ci,
    /// Measure the engine beside a plain run, what judging a class costs, and the solver.
    Bench {
        /// Measure this alone.
        #[command(subcommand)]
        part: Option<bench::Part>,
    },
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().chore {
        Chore::Verify { args } => verify(&args),
        Chore::Fixtures { check, pending } => {
            let mode = match (check, pending) {
                (true, _) => fixtures::Mode::Check,
                (_, true) => fixtures::Mode::Pending,
                _ => fixtures::Mode::Write,
            };
            fixtures::run(&root().join("fixtures"), mode).map(|()| ExitCode::SUCCESS)
        }
        Chore::Man { folder } => man(folder),
        Chore::Ci => ci::run().map(|()| ExitCode::SUCCESS),
        Chore::Bench { part } => bench::run(part).map(|()| ExitCode::SUCCESS),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}

/// Calls the grader, whose exit status is handed on.
fn verify(args: &[OsString]) -> anyhow::Result<ExitCode> {
    let status = grader()
        .arg("verify")
        .args(args)
        .status()
        .context("cannot run cargo; is it installed and on the PATH?")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Has the grader write its man pages.
fn man(folder: Option<PathBuf>) -> anyhow::Result<ExitCode> {
    let folder = folder.unwrap_or_else(|| root().join("target/man"));
    let status = grader().arg("man").arg(&folder).status().context("cannot run cargo")?;
    if !status.success() {
        return Ok(ExitCode::FAILURE);
    }
    println!("{} has the pages; `man {}/grader.1` shows the first", folder.display(), folder.display());
    Ok(ExitCode::SUCCESS)
}

/// The grader built for speed, run where the user is.
fn grader() -> Command {
    let mut cargo = cargo();
    cargo.args(["run", "--quiet", "--release", "--package", "grader", "--manifest-path"]);
    cargo.arg(root().join("Cargo.toml")).arg("--");
    cargo
}

/// The cargo that runs this.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
