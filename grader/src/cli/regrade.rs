//! `grader regrade`.

use std::path::PathBuf;

use super::{Exit, Stop, known};
use crate::check::{Regrade, regrade};
use crate::report;
use crate::spec::Shelf;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that `grader check` wrote.
    #[arg(default_value = "grades", value_name = "GRADES")]
    folder: PathBuf,
    /// A file of your own rulings (student,rule,points,reason); overrides.csv in GRADES without it.
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
    /// Write the new grades; the old ones are kept in GRADES/history.
    #[arg(long)]
    apply: bool,
}

pub(super) fn run(args: Args, shelf: Shelf) -> Result<Exit, Stop> {
    let asked = Regrade { folder: args.folder, shelf, rulings: args.overrides };
    let regraded = regrade(&asked, &known::all())?;
    for warning in &regraded.warnings {
        anstream::eprintln!("{}", report::harmless(warning));
    }
    let (text, count) = report::changes(&regraded.before, &regraded.after);
    report::print(&text);
    let (all, folder) = (regraded.after.len(), asked.folder.display());
    if count == 0 {
        anstream::println!("No grade of {all} changes.");
    } else if !args.apply {
        anstream::println!(
            "{count} of {all} would change; nothing is written. The same with --apply writes it."
        );
    }
    if args.apply {
        let kept = regraded.apply().map_err(|error| Stop::fault(error.to_string()))?;
        if asked.folder.join("index.html").exists() {
            let written = report::html::write_beside_results(&asked.folder, &known::all());
            written.map_err(|error| Stop::fault(format!("cannot write the pages: {error}")))?;
        }
        match kept {
            Some(kept) => {
                anstream::println!(
                    "{count} of {all} changed in {folder}; the old grades are in {}.",
                    kept.display()
                );
            }
            None => anstream::println!("{folder} holds them as before."),
        }
    }
    Ok(Exit::Done)
}
