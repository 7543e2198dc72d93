//! `grader completions`, and the man pages that `cargo xtask man` writes.

use std::path::PathBuf;

use clap::CommandFactory as _;

use super::{Cli, Exit, Stop};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The folder for the pages.
    folder: PathBuf,
}

/// Prints a script that completes the command in a shell.
pub(super) fn run(args: &Args) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "grader", &mut script);
    crate::report::print(&String::from_utf8_lossy(&script));
    Exit::Done
}

/// Writes a page for the command and one for each of its own commands.
pub(super) fn man(args: &ManArgs) -> Result<Exit, Stop> {
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(&args.folder)?;
        clap_mangen::generate_to(Cli::command(), &args.folder)
    };
    write().map_err(|error| {
        Stop::usage(format!("cannot write man pages in {}: {error}", args.folder.display()))
    })?;
    Ok(Exit::Done)
}
