//! `grader anonymise`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Exit, Stop, known};
use crate::grade::Results;
use crate::report::{self, Gradebook, anonymous};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder that `grader check` wrote.
    #[arg(default_value = "grades", value_name = "GRADES")]
    folder: PathBuf,
    /// The folder for the grades without names.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The same secret gives the same numbers again; without it they are drawn anew each time.
    #[arg(long, value_name = "S")]
    secret: Option<String>,
}

pub(super) fn run(args: Args) -> Result<Exit, Stop> {
    let book = Gradebook::open(&args.folder)?;
    let real = |path: &Path| {
        let known = path.ancestors().find_map(|folder| folder.canonicalize().ok());
        known.unwrap_or_else(|| path.to_owned())
    };
    if real(&args.output).starts_with(real(&args.folder)) {
        return Err(Stop::usage(format!(
            "{} lies in the folder of the grades, which it would overwrite; name another with -o",
            args.output.display()
        )));
    }
    let secret = match args.secret {
        Some(secret) => secret,
        None => drawn().map_err(|error| Stop::fault(format!("cannot read /dev/urandom: {error}")))?,
    };
    let entries = anonymous(book.entries, &secret);
    let count = entries.len();
    let unwritable = |error| {
        Stop::usage(format!(
            "cannot write in {}: {error}; name another folder with -o",
            args.output.display()
        ))
    };
    fs::create_dir_all(&args.output).map_err(unwritable)?;
    let origin = serde_json::json!({
        "format": 1,
        "complete": book.origin.complete,
        "grader": book.origin.grader,
        "spec_versions": book.origin.spec_versions,
    });
    let files = [
        ("results.json", Results::new(entries).text()),
        ("run.json", serde_json::to_string_pretty(&origin).unwrap_or_default()),
    ];
    for (name, text) in files {
        fs::write(args.output.join(name), text).map_err(unwritable)?;
    }
    report::html::write_beside_results(&args.output, &known::all()).map_err(unwritable)?;
    anstream::println!(
        "{count} grades without names in {}. Look through them before they leave the house: a program may print what \
         no list of names knows.",
        args.output.display()
    );
    Ok(Exit::Done)
}

/// A secret nobody knows.
fn drawn() -> std::io::Result<String> {
    use std::io::Read as _;
    let mut bytes = [0; 16];
    fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(format!("{bytes:?}"))
}
