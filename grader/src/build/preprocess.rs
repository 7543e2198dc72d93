//! Runs the preprocessor on the sources of a program that compiles.

use super::cpp::{self, Job, Units};
use super::{BuildError, Builder, Fit, Preprocessed, bare};
use crate::submission::Program;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// The most that is read of one source, in bytes: the library's largest header makes 4 MB.
const BYTES: u64 = 64 << 20;

/// What the preprocessor makes of each source, as it was compiled; a source it stops at is left out.
pub(super) fn run(
    builder: &Builder<'_>,
    program: &Program,
    fit: &Fit,
    scratch: &Path,
) -> Result<Vec<Preprocessed>, BuildError> {
    let (folder, _) = cpp::lay_out(program, scratch)?;
    if let Some(bare) = bare::flags(program, scratch)?.filter(|_| *fit == Fit::default()) {
        let sources = cpp::compiled(program);
        let all = units(builder, program, fit, (scratch, &folder), &bare)?;
        if all.len() == sources.len() {
            return Ok(all);
        }
    }
    units(builder, program, fit, (scratch, &folder), &[])
}

/// The same with more flags.
fn units(
    builder: &Builder<'_>,
    program: &Program,
    fit: &Fit,
    (scratch, folder): (&Path, &Path),
    more: &[String],
) -> Result<Vec<Preprocessed>, BuildError> {
    let flags: Vec<&str> = ["-E", "-w"].into_iter().chain(more.iter().map(String::as_str)).collect();
    let mut all = Vec::new();
    for file in cpp::compiled(program) {
        let output = scratch.join("unit.ii");
        let units = Units {
            flags: &flags,
            files: vec![cpp::argument(file)],
            begins: Vec::new(),
            exe: output.clone(),
            ours: None,
        };
        let compiler = cpp::compiler(builder)?;
        let job = Job { builder, compiler, program, scratch, folder: folder.to_path_buf(), units };
        if job.attempt(fit)?.output.success() {
            let mut bytes = Vec::new();
            let read = File::open(&output).and_then(|file| file.take(BYTES).read_to_end(&mut bytes));
            read.map_err(|source| BuildError::Scratch { path: output.clone(), source })?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            all.push(Preprocessed { path: file.path.clone(), text });
        }
    }
    Ok(all)
}
