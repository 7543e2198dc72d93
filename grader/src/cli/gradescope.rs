//! `grader gradescope`.

use std::fs;
use std::path::{Path, PathBuf};

use super::zipped::{Part, zipped};
use super::{Exit, Stop, known};
use crate::grade::{number, quoted};
use crate::report::export::gradescope_failure;
use crate::spec::Shelf;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The assignment.
    #[arg(short, long, value_name = "ID")]
    assignment: String,
    /// The file to write.
    #[arg(short, long, value_name = "FILE", default_value = "autograder.zip")]
    output: PathBuf,
    /// How long one submission may take; Gradescope itself stops it after ten minutes, unless set otherwise there.
    #[arg(long, value_name = "N", default_value_t = 540, value_parser = clap::value_parser!(u32).range(10..))]
    seconds: u32,
    /// A secret mixed into the seeds, so that knowing the public ones does not pay.
    #[arg(long, value_name = "S", default_value = "", hide_default_value = true)]
    salt: String,
}

const SETUP: &str = include_str!("gradescope/setup.sh");
const RUN: &str = include_str!("gradescope/run_autograder.sh");

/// The C library of Gradescope's default image, Ubuntu 22.04.
const GLIBC: (u32, u32) = (2, 35);

pub(super) fn run(args: &Args, shelf: &Shelf) -> Result<Exit, Stop> {
    let assignment = known::named(&args.assignment)?;
    let spec = shelf.load(assignment)?.spec;
    let own = std::env::current_exe().and_then(fs::read);
    let grader =
        own.map_err(|error| Stop::fault(format!("cannot read the grader's own program: {error}")))?;
    if let Some(needed) = glibc(&grader).filter(|needed| *needed > GLIBC) {
        let (major, minor) = needed;
        anstream::eprintln!(
            "this grader needs glibc {major}.{minor}, and Gradescope's default image, Ubuntu 22.04, has 2.35: choose \
             a newer base image there (Ubuntu 24.04 has 2.39), or build the grader on Ubuntu 22.04"
        );
    }
    let id = assignment.id();
    let text =
        shelf.text(id).map_err(|error| Stop::usage(format!("cannot read the spec of {id}: {error}")))?;
    let mut parts = vec![
        Part { name: "setup.sh".to_owned(), bytes: SETUP.into(), is_program: true },
        Part { name: "run_autograder".to_owned(), bytes: script(args, id).into(), is_program: true },
        Part { name: format!("specs/{id}.toml"), bytes: text.into(), is_program: false },
        Part { name: "no-result.json".to_owned(), bytes: gradescope_failure("").into(), is_program: false },
        Part { name: "grader".to_owned(), bytes: grader, is_program: true },
    ];
    parts.extend(samples(shelf, id, &spec.play.sample_scripts));
    let zipped = zipped(&parts).map_err(|error| Stop::fault(format!("cannot make the bundle: {error}")))?;
    fs::write(&args.output, zipped).map_err(|error| {
        Stop::usage(format!("cannot write {}: {error}; name another place with -o", args.output.display()))
    })?;
    let points = number(spec.possible());
    anstream::eprintln!(
        "{}: upload it on Gradescope under Configure Autograder, and set the assignment's points to {points}",
        args.output.display()
    );
    Ok(Exit::Done)
}

fn script(args: &Args, id: &str) -> String {
    let salt = if args.salt.is_empty() { String::new() } else { format!(" --salt {}", quoted(&args.salt)) };
    RUN.replace("{SECONDS}", &args.seconds.to_string()).replace("{ID}", id).replace("{SALT}", &salt)
}

/// The sample runs of the spec, where they lie in files beside it; the grader has its own.
fn samples(shelf: &Shelf, id: &str, names: &[String]) -> Vec<Part> {
    let Shelf::Folder(folder) = shelf else { return Vec::new() };
    let fixtures = folder.parent().unwrap_or(Path::new("")).join("fixtures").join(id);
    let files =
        names.iter().flat_map(|name| [format!("scripts/{name}.script"), format!("snapshots/{name}.snap")]);
    files
        .filter_map(|file| {
            let bytes = fs::read(fixtures.join(&file)).ok()?;
            Some(Part { name: format!("fixtures/{id}/{file}"), bytes, is_program: false })
        })
        .collect()
}

/// The newest glibc a program asks for, by the names of the versions in its table of strings.
fn glibc(program: &[u8]) -> Option<(u32, u32)> {
    const NAME: &[u8] = b"\0GLIBC_";
    let starts = program.windows(NAME.len()).enumerate().filter(|(_, bytes)| *bytes == NAME);
    let versions = starts.filter_map(|(at, _)| {
        let rest = &program[at + NAME.len()..];
        let end = rest.iter().take(12).position(|byte| *byte == 0)?;
        let (major, minor) = std::str::from_utf8(&rest[..end]).ok()?.split_once('.')?;
        // GLIBC_2.2.5 is of long ago.
        Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_c_library_counts() {
        let program = b"\x7fELF\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_PRIVATE\0GLIBC_2.9\0xGLIBC_2.99\0";
        assert_eq!(glibc(program), Some((2, 34)));
        assert_eq!(glibc(b"\x7fELF static"), None);
    }
}
