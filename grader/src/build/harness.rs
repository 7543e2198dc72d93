//! Compiles a harness: C++ of the grader's around the sources of a program that compiles.

use super::cpp::{self, Job, Units};
use super::leading::leading;
use super::secret::secret;
use super::{BuildError, Builder, Fit, Outcome, diagnose, gcc, layout, limit};
use crate::spec::BuildSpec;
use crate::submission::{Program, SourceFile, lexer};
use regex::Regex;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::NamedTempFile;

/// What stands in a harness's text for the lines that include the program's sources.
const SOURCES: &str = "%SOURCES%";
/// What stands in it for the word by which its replies are known.
const SECRET: &str = "%SECRET%";
/// The name space of what is the harness's own. The program's text stands within reach of it, so the compiler gets it
/// under a name that holds the secret: nothing in it can be named, and the secret not read.
const SPACE: &str = "grader_unit";
/// The name of its executable, by which it knows that it is not to run the program's own `main`.
pub(super) const HARNESS: &str = "harness";

/// Warnings say nothing here, private members can be called, and the harness's entry point takes the place of the
/// program's `main`, which stays as it is and is never called. Included files are found where they lie.
const FLAGS: [&str; 5] = ["-w", "-fno-access-control", "-Wl,--wrap=main", "-iquote", "."];
/// The flags of a program and its harness in one: as the program's own, but for the entry point.
pub(super) const TOGETHER: [&str; 3] = ["-Wl,--wrap=main", "-iquote", "."];

/// What a harness is written in; the program follows it where its own flags say less.
const STANDARD: &str = "-std=c++17";

/// Compiles `text`; `files` are those with the functions it calls. Returns its secret, too.
pub(super) fn build(
    builder: &Builder<'_>,
    program: &Program,
    fit: &Fit,
    (text, files): (&str, &[String]),
    scratch: &Path,
) -> Result<(Outcome, String), BuildError> {
    let (folder, _) = cpp::lay_out(program, scratch)?;
    let secret = secret();
    let around = Around { builder, program, fit, text, secret: &secret, scratch, folder };
    Ok((around.build(files)?, secret))
}

/// The program's own headers that these files include.
fn headers_of<'a>(program: &'a Program, files: &[&SourceFile]) -> Vec<&'a SourceFile> {
    let included: BTreeSet<String> = files
        .iter()
        .flat_map(|file| {
            let names = lexer::includes(&file.text).into_iter().filter(|include| include.quoted);
            names.map(|include| gcc::normal(&layout::join(file.folder(), &include.name)))
        })
        .collect();
    program.others.iter().filter(|file| included.contains(&file.path)).collect()
}

/// A harness and the program it is built around.
struct Around<'a> {
    builder: &'a Builder<'a>,
    program: &'a Program,
    fit: &'a Fit,
    text: &'a str,
    secret: &'a str,
    scratch: &'a Path,
    folder: PathBuf,
}

impl Around<'_> {
    /// Compiles the text in the way that works.
    fn build(&self, files: &[String]) -> Result<Outcome, BuildError> {
        let sources = cpp::compiled(self.program);
        // One unit sees static functions and classes in all files, and compiles faster than several.
        let first = self.compile(&sources, &[])?;
        if sources.len() < 2 || !matches!(first, Outcome::Failed { .. }) {
            return Ok(first);
        }
        // Files that were never meant for one unit clash there; then those with the functions are enough.
        let (mut with, mut without): (Vec<&SourceFile>, Vec<&SourceFile>) =
            sources.iter().partition(|file| files.contains(&file.path));
        if with.is_empty() {
            with = self.program.others.iter().filter(|file| files.contains(&file.path)).collect();
            without.clone_from(&sources);
        }
        if with.is_empty() || without.is_empty() {
            return Ok(first);
        }
        let second = self.compile(&with, &without)?;
        // Where those clash as well, what they are declared in is enough for all that is not static.
        let headers = headers_of(self.program, &with);
        if !matches!(second, Outcome::Failed { .. }) || headers.is_empty() {
            return Ok(second);
        }
        let third = self.compile(&headers, &sources)?;
        Ok(if matches!(third, Outcome::Failed { .. }) { second } else { third })
    }

    /// Compiles the text with some sources included and others linked to it.
    fn compile(&self, included: &[&SourceFile], linked: &[&SourceFile]) -> Result<Outcome, BuildError> {
        let harnessed = Harnessed::write(self.program, &self.folder, self.text, self.secret, included)?;
        let own = harnessed.name.clone();
        let files: Vec<OsString> = std::iter::once(own.clone().into())
            .chain(linked.iter().map(|file| cpp::argument(file)))
            .collect();
        let exe = self.place()?;
        let flags: Vec<&str> =
            FLAGS.into_iter().chain(is_older(self.builder.spec).then_some(STANDARD)).collect();
        // The text begins with names of the grader's that include nothing, and then the first source.
        let first = included.first().filter(|_| linked.is_empty());
        let begins = first.map(|file| leading(self.program, file)).into_iter().collect();
        let units = Units { flags: &flags, files, begins, exe: exe.clone(), ours: Some(own) };
        let job = Job {
            builder: self.builder,
            compiler: cpp::compiler(self.builder)?,
            program: self.program,
            scratch: self.scratch,
            folder: self.folder.clone(),
            units,
        };
        let attempt = job.attempt(self.fit)?;
        if attempt.output.success() {
            return Ok(Outcome::Program { exe });
        }
        let limited = limit::hit("g++", self.builder.spec, &attempt.output)?;
        let space = space(self.secret);
        let errors = || diagnose::render(&attempt.report.diagnostics, self.program).replace(&space, SPACE);
        Ok(limited.unwrap_or_else(|| Outcome::Failed { diagnostics: errors() }))
    }

    /// Where the executable goes: a folder of its own, since a program may read what lies beside it.
    fn place(&self) -> Result<PathBuf, BuildError> {
        let failed = |source| BuildError::Scratch { path: self.scratch.into(), source };
        let folder = tempfile::Builder::new().prefix("harness-").tempdir_in(self.scratch).map_err(failed)?;
        Ok(folder.keep().join(HARNESS))
    }
}

/// A harness's text with the sources it includes, in a file that lives as long as this.
pub(super) struct Harnessed {
    /// The file, as the compiler is given it.
    pub(super) name: String,
    _files: Vec<NamedTempFile>,
}

impl Harnessed {
    /// Writes it into the folder with the copies of the program's files.
    pub(super) fn write(
        program: &Program,
        folder: &Path,
        text: &str,
        secret: &str,
        included: &[&SourceFile],
    ) -> Result<Self, BuildError> {
        let mut files = Vec::new();
        let mut lines = String::new();
        for file in included {
            let name = if is_quotable(&file.path) {
                format!("./{}", file.path)
            } else {
                let copy = write(&folder.join(file.folder()), &file.text)?;
                let name = file_name(&copy);
                files.push(copy);
                format!("./{}", layout::join(file.folder(), &name))
            };
            let _ = writeln!(lines, "#include \"{name}\"");
        }
        for name in macros(program) {
            let _ = writeln!(lines, "#undef {name}");
        }
        // Its name is chance, so that no program includes it; it is gone when the program runs.
        let text = text.replace(SPACE, &space(secret)).replace(SOURCES, &lines).replace(SECRET, secret);
        let harness = write(folder, &text)?;
        let name = format!("./{}", file_name(&harness));
        files.push(harness);
        Ok(Self { name, _files: files })
    }
}

/// The name space's name for the compiler.
fn space(secret: &str) -> String {
    format!("grader_{secret}")
}

/// Whether the flags ask for a standard before that of a harness.
pub(super) fn is_older(spec: &BuildSpec) -> bool {
    let standard = spec.cpp_flags.iter().rev().find_map(|flag| flag.strip_prefix("-std="));
    let year = |standard: &str| standard.rsplit("++").next().unwrap_or_default().to_owned();
    standard
        .is_some_and(|standard| matches!(year(standard).as_str(), "98" | "03" | "0x" | "11" | "1y" | "14"))
}

/// A file of the grader's own that lives as long as it is needed.
fn write(folder: &Path, text: &str) -> Result<NamedTempFile, BuildError> {
    let failed = |source| BuildError::Scratch { path: folder.into(), source };
    let file = tempfile::Builder::new().prefix("harness-").suffix(".cpp").tempfile_in(folder);
    let mut file = file.map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(file)
}

/// The macros a program defines: after its sources they would only be in the harness's way (`#define K 13`).
fn macros(program: &Program) -> BTreeSet<&str> {
    static DEFINE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z]\w*)").expect("the pattern is fixed")
    });
    // The library's headers need theirs, even where a program defines them again.
    const KEPT: [&str; 4] = ["NULL", "EOF", "assert", "errno"];
    let found = program.files().flat_map(|file| DEFINE.captures_iter(&file.text));
    let names = found.filter_map(|found| Some(found.get(1)?.as_str()));
    names.filter(|name| !KEPT.contains(name)).collect()
}

/// Whether a path can stand between the quotes of an `#include`.
fn is_quotable(path: &str) -> bool {
    !path.contains(['"', '\n', '\r', '\\'])
}

fn file_name(file: &NamedTempFile) -> String {
    file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
