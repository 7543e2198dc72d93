//! `grader review`.

use std::path::PathBuf;

use super::{Exit, Stop};
use crate::check::paths;
use crate::report::{self, Gradebook};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that `grader check` wrote.
    #[arg(default_value = "grades", value_name = "GRADES")]
    folder: PathBuf,
    /// Print only a file of rulings to fill in.
    #[arg(long)]
    lines: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Stop> {
    let book = Gradebook::open(&args.folder)?;
    if args.lines {
        report::print(&report::lines(&book.entries));
    } else {
        report::print(&report::queue(&book.entries, &paths(&args.folder)));
    }
    Ok(Exit::Done)
}
