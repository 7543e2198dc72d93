//! Compiles a program of several files part by part, each with what is compiled ahead of its own headers.

use super::cpp::{Attempt, Job, MEMORY};
use super::gcc::Report;
use super::{BuildError, Fit, precompiled};
use std::ffi::OsString;

/// The most files of a program that is compiled so.
const MOST: usize = 20;
/// The least processor seconds of a file. They share those of the whole program, which so takes no more of them.
const LEAST: u32 = 3;

/// Compiles and links a program of several files; nothing if that gains nothing, or anything fails: the plain way then
/// tells why.
pub(super) fn attempt(job: &Job<'_>, fit: &Fit) -> Result<Option<Attempt>, BuildError> {
    let units = &job.units;
    if !(2..=MOST).contains(&units.begins.len()) || *fit != Fit::default() {
        return Ok(None);
    }
    let ahead: Vec<_> =
        units.begins.iter().map(|headers| headers.as_ref().and_then(|headers| job.ahead(headers))).collect();
    if ahead.iter().all(Option::is_none) {
        return Ok(None);
    }
    let each = job.builder.spec.cpu_seconds.div_ceil(units.files.len() as u32).max(LEAST);
    let mut report = Report::default();
    let mut objects: Vec<OsString> = Vec::new();
    for (nth, (file, ahead)) in units.files.iter().zip(ahead).enumerate() {
        let object: OsString = job.scratch.join(format!("part-{nth}.o")).into();
        let mut short_cuts: Vec<OsString> =
            ahead.iter().flat_map(|folder| precompiled::option(folder)).collect();
        short_cuts.extend(MEMORY.map(OsString::from));
        let mut args = job.options(&short_cuts);
        args.extend(["-c".into(), file.clone(), "-o".into(), object.clone()]);
        let attempt = job.run_with(args, ahead, each)?;
        if !attempt.output.success() {
            return Ok(None);
        }
        report.diagnostics.extend(attempt.report.diagnostics);
        objects.push(object);
    }
    let mut args: Vec<OsString> = job.builder.spec.cpp_flags.iter().map(OsString::from).collect();
    args.extend(job.linking());
    args.extend(objects);
    args.extend(["-o".into(), units.exe.clone().into()]);
    args.extend(job.builder.shim.map(OsString::from));
    let linked = job.run_with(args, None, each)?;
    Ok(linked.output.success().then_some(Attempt { output: linked.output, report }))
}
