//! Compiles C++, and C as C++.

use super::diagnose::{self, Diagnostic, Level};
use super::gcc::{self, Report};
use super::leading::{Headers, leading};
use super::toolchain::Cpp;
use super::{BuildError, Builder, Built, Fit, Outcome, headers, layout, limit, parts, precompiled};
use crate::sandbox::{Tool, ToolLimits, ToolOutput};
use crate::submission::{Program, SourceFile, lexer};
use crate::transcript::Ending;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The most files compiled for one program.
const FILES: usize = 200;
/// How often headers are supplied: each try can bring up further names.
const TRIES: usize = 3;
/// Lets the compiler take memory before it tidies up: a program of this kind ends before it needs to.
pub(super) const MEMORY: [&str; 2] = ["--param", "ggc-min-heapsize=131072"];
/// The folder of the scratch folder with stand-ins for headers.
const STAND_INS: &str = "stand-ins";

pub(super) fn build(builder: &Builder<'_>, program: &Program, scratch: &Path) -> Result<Built, BuildError> {
    let compiler = compiler(builder)?;
    let sources = compiled(program);
    if sources.len() > FILES {
        return Ok(Built::refused(format!(
            "{} source files are more than the {FILES} that are compiled",
            sources.len()
        )));
    }
    let (folder, mut remarks) = lay_out(program, scratch)?;
    let files = sources.iter().map(|file| argument(file)).collect();
    let begins = begins(program, &sources);
    let units = Units { flags: &[], files, begins, exe: scratch.join("program"), ours: None };
    let job = Job { builder, compiler, program, scratch, folder, units };
    let mut built = job.run()?;
    remarks.append(&mut built.remarks);
    Ok(Built { remarks, ..built })
}

/// Puts the program's files, and what stands in for files it lacks, into a scratch folder. Returns the folder the
/// compiler runs in, and remarks.
pub(super) fn lay_out(program: &Program, scratch: &Path) -> Result<(PathBuf, Vec<String>), BuildError> {
    let folder = layout::write(program, scratch)?;
    let mut remarks = put_aliases(program, &folder)?;
    remarks.extend(put_stand_ins(program, scratch)?);
    Ok((folder, remarks))
}

/// With which headers each source begins.
pub(super) fn begins(program: &Program, sources: &[&SourceFile]) -> Vec<Option<Headers>> {
    sources.iter().map(|file| leading(program, file)).collect()
}

/// The compiler of this machine.
pub(super) fn compiler<'a>(builder: &Builder<'a>) -> Result<&'a Cpp, BuildError> {
    let compiler = builder.toolchain.cpp.as_ref();
    compiler.ok_or(BuildError::MissingTool { tool: "g++", install: "apt install g++" })
}

/// A source file as the compiler is given it: never mistaken for an option.
pub(super) fn argument(file: &SourceFile) -> OsString {
    format!("./{}", file.path).into()
}

/// The files to compile: all sources but those another source includes, which would define everything twice.
pub(super) fn compiled(program: &Program) -> Vec<&SourceFile> {
    let included: BTreeSet<String> = program
        .sources
        .iter()
        .flat_map(|file| {
            let names =
                lexer::includes(&file.text).into_iter().map(|include| include.name.replace('\\', "/"));
            names
                .map(|name| gcc::normal(&layout::join(file.folder(), &name)))
                .filter(|path| *path != file.path)
        })
        .collect();
    let kept: Vec<&SourceFile> =
        program.sources.iter().filter(|file| !included.contains(&file.path)).collect();
    if kept.is_empty() { program.sources.iter().collect() } else { kept }
}

fn put_aliases(program: &Program, folder: &Path) -> Result<Vec<String>, BuildError> {
    let mut remarks = Vec::new();
    for alias in layout::aliases(program) {
        let up = "../".repeat(alias.path.matches('/').count());
        layout::write_file(folder, &alias.path, &format!("#include \"{up}{}\"\n", alias.meant))?;
        remarks
            .push(format!("`#include \"{}\"` was taken as `{}`, as Windows does", alias.name, alias.meant));
    }
    Ok(remarks)
}

/// Puts stand-ins where headers that were not handed in are looked for last.
fn put_stand_ins(program: &Program, scratch: &Path) -> Result<Vec<String>, BuildError> {
    let included: BTreeSet<String> =
        program.files().flat_map(|file| lexer::includes(&file.text)).map(|include| include.name).collect();
    let mut remarks = Vec::new();
    // They include none of each other.
    for (name, text) in headers::STAND_INS.iter().filter(|(name, _)| included.contains(*name)) {
        layout::write_file(&scratch.join(STAND_INS), name, text)?;
        if program.files().all(|file| file.name() != *name) {
            remarks.push(format!("`{name}` of Visual Studio was not handed in; a stand-in was used"));
        }
    }
    Ok(remarks)
}

/// One program to compile.
pub(super) struct Job<'a> {
    pub(super) builder: &'a Builder<'a>,
    pub(super) compiler: &'a Cpp,
    pub(super) program: &'a Program,
    pub(super) scratch: &'a Path,
    /// The folder with the copies of its files.
    pub(super) folder: PathBuf,
    pub(super) units: Units<'a>,
}

/// What an executable is made of, beside what every program gets.
pub(super) struct Units<'a> {
    /// More flags.
    pub(super) flags: &'a [&'a str],
    /// The files to compile.
    pub(super) files: Vec<OsString>,
    /// With which headers each of them begins, where that may take headers compiled ahead; none are if this is empty.
    pub(super) begins: Vec<Option<Headers>>,
    /// Where the executable goes.
    pub(super) exe: PathBuf,
    /// A file among them that is the grader's own, as the compiler names it.
    pub(super) ours: Option<String>,
}

/// What the compiler says of a flag it does not know: the spec's mistake, not the student's.
fn unknown_flag(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let said = |line: &&str| {
        (line.starts_with("g++: ") || line.starts_with("cc1plus: "))
            && line.contains("unrecognized command-line option")
    };
    text.lines().find(said).map(str::to_owned)
}

/// One run of the compiler.
pub(super) struct Attempt {
    pub(super) output: ToolOutput,
    pub(super) report: Report,
}

impl Job<'_> {
    fn run(&self) -> Result<Built, BuildError> {
        let mut fit = Fit::default();
        let first = self.attempt(&fit)?;
        if first.output.success() {
            return Ok(self.program_of(&first, &fit));
        }
        if let Some(outcome) = limit::hit("g++", self.builder.spec, &first.output)? {
            return Ok(Built::new(with_errors(outcome, &first.report, self.program)));
        }
        let has_errors = first.report.diagnostics.iter().any(|one| one.place.is_some());
        // The compiler stops at such a flag before it reads a source; later the words are the student's.
        if let Some(message) = unknown_flag(&first.output.stderr).filter(|_| !has_errors) {
            return Err(BuildError::Flags { message });
        }
        let mut last = None;
        for _ in 0..TRIES {
            let report = last.as_ref().map_or(&first.report, |attempt: &Attempt| &attempt.report);
            if report.free.is_subset(&fit.supplied) {
                break;
            }
            fit.supplied.extend(&report.free);
            let attempt = self.attempt(&fit)?;
            if attempt.output.success() {
                let mut built = self.program_of(&attempt, &fit);
                built.remarks.push(supplied_remark(&fit.supplied));
                return Ok(built);
            }
            last = Some(attempt);
        }
        let last = last.as_ref().unwrap_or(&first);
        if let Some(built) = self.without_clashes(fit, last)? {
            return Ok(built);
        }
        Ok(Built::new(self.verdict(&first.report, &last.report)))
    }

    pub(super) fn program_of(&self, attempt: &Attempt, fit: &Fit) -> Built {
        let mut built = Built::new(Outcome::Program { exe: self.units.exe.clone() });
        built.fit = fit.clone();
        built.warnings = diagnose::warnings(&attempt.report.diagnostics);
        built
    }

    /// Links once more where a name of the program is also one of the toolkit's: the program's own goes first.
    fn without_clashes(&self, fit: Fit, last: &Attempt) -> Result<Option<Built>, BuildError> {
        let names = &last.report.clashes;
        if names.is_empty() {
            return Ok(None);
        }
        let fit = Fit { own_names_first: true, ..fit };
        let attempt = self.attempt(&fit)?;
        if !attempt.output.success() {
            return Ok(None);
        }
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let mut built = self.program_of(&attempt, &fit);
        built.remarks.push(format!(
            "{} is a name of the toolkit as well; the program's own was used",
            names.join(", ")
        ));
        Ok(Some(built))
    }

    /// Why it does not compile: `first` is what the compiler said of the program as it is, `last` with headers supplied.
    fn verdict(&self, first: &Report, last: &Report) -> Outcome {
        let missing = [first, last].into_iter().filter_map(|report| report.missing.as_ref());
        if let Some(header) = missing.into_iter().find(|header| headers::is_foreign(header)) {
            return Outcome::NotPortable { header: header.clone() };
        }
        let still = |error: &&Diagnostic| {
            error.level == Level::Error && last.diagnostics.iter().any(|other| other == *error)
        };
        let mut errors: Vec<Diagnostic> = first.diagnostics.iter().filter(still).cloned().collect();
        if errors.is_empty() {
            errors.clone_from(&first.diagnostics);
        }
        let name = errors.first().and_then(|error| gcc::unknown_name(&error.message));
        match name {
            Some(name) if headers::is_microsoft(name) => Outcome::NotPortable { header: name.to_owned() },
            _ => Outcome::Failed { diagnostics: diagnose::render(&errors, self.program) },
        }
    }

    /// Compiles by the quickest way there is. Where that ends with errors, they are those of the plain way.
    pub(super) fn attempt(&self, fit: &Fit) -> Result<Attempt, BuildError> {
        if let Some(attempt) = parts::attempt(self, fit)? {
            return Ok(attempt);
        }
        let short_cuts = self.short_cuts();
        if !short_cuts.0.is_empty() {
            let attempt = self.run_compiler(fit, &short_cuts.0, short_cuts.1)?;
            if !matches!(attempt.output.end, Ending::Exited(code) if code != 0) {
                return Ok(attempt);
            }
        }
        self.run_compiler(fit, &[], None)
    }

    /// Compiles by the quickest way there is, where that succeeds.
    pub(super) fn quick_attempt(&self, fit: &Fit) -> Result<Option<Attempt>, BuildError> {
        let (options, folder) = self.short_cuts();
        let attempt = self.run_compiler(fit, &options, folder)?;
        Ok(attempt.output.success().then_some(attempt))
    }

    /// Options by which the compiler is quicker, and a folder it must read for that.
    fn short_cuts(&self) -> (Vec<OsString>, Option<PathBuf>) {
        let ahead = match &self.units.begins[..] {
            [Some(headers)] => self.ahead(headers),
            _ => None,
        };
        let mut short_cuts: Vec<OsString> =
            ahead.iter().flat_map(|folder| precompiled::option(folder)).collect();
        short_cuts.extend(MEMORY.map(OsString::from));
        short_cuts.extend(self.linking());
        (short_cuts, ahead)
    }

    /// The folder of what is compiled ahead for a file that begins with these headers.
    pub(super) fn ahead(&self, headers: &Headers) -> Option<PathBuf> {
        self.builder.ahead.and_then(|ahead| ahead.folder_for(self, headers))
    }

    /// Options by which the linker is quicker, and the program.
    pub(super) fn linking(&self) -> Vec<OsString> {
        let mut options = Vec::new();
        if self.compiler.has_gold {
            options.push("-fuse-ld=gold".into());
        }
        if self.compiler.has_static_library {
            options.extend(["-static-libstdc++".into(), "-static-libgcc".into()]);
        }
        options
    }

    fn run_compiler(
        &self,
        fit: &Fit,
        short_cuts: &[OsString],
        ahead: Option<PathBuf>,
    ) -> Result<Attempt, BuildError> {
        let mut args = self.options(short_cuts);
        args.extend(fit.supplied.iter().flat_map(|header| ["-include".into(), (*header).into()]));
        args.extend(self.units.files.iter().cloned());
        args.extend(["-o".into(), self.units.exe.clone().into()]);
        if fit.own_names_first {
            args.push("-Wl,--allow-multiple-definition".into());
        }
        if let Some(shim) = self.builder.shim {
            args.extend(["-x".into(), "none".into(), shim.into()]);
        }
        self.run_with(args, ahead, self.builder.spec.cpu_seconds)
    }

    /// Runs the compiler for so much processor time; it may read the folder with what is compiled ahead.
    pub(super) fn run_with(
        &self,
        args: Vec<OsString>,
        ahead: Option<PathBuf>,
        cpu_seconds: u32,
    ) -> Result<Attempt, BuildError> {
        let tool = Tool {
            program: self.compiler.program.clone(),
            args,
            folder: self.folder.clone(),
            env: vec![("LC_ALL".into(), "C".into()), ("TMPDIR".into(), self.scratch.into())],
            readable: self.readable().into_iter().chain(ahead).collect(),
            writable: vec![self.scratch.to_path_buf()],
            fork: true,
            limits: ToolLimits { cpu_seconds: cpu_seconds.into(), ..limit::of(self.builder.spec) },
        };
        let output = self.builder.sandbox.run(&tool)?;
        let shim = self.builder.shim.map(Path::to_string_lossy);
        let report = gcc::read(&output.stderr, self.program, shim.as_deref(), self.units.ours.as_deref());
        Ok(Attempt { output, report })
    }

    /// The options that all of the program is compiled with.
    pub(super) fn options(&self, short_cuts: &[OsString]) -> Vec<OsString> {
        let mut args: Vec<OsString> = self.builder.spec.cpp_flags.iter().map(OsString::from).collect();
        args.extend(self.units.flags.iter().map(OsString::from));
        let fixed = [
            "-fno-diagnostics-show-caret",
            "-fdiagnostics-color=never",
            "-fmax-errors=50",
            "-ftabstop=1",
            "-x",
            "c++",
        ];
        args.extend(fixed.map(OsString::from));
        for folder in self.folders() {
            // Quoted names first; after the system's folders otherwise, so that a `string.h` of the student's own
            // never stands in the way of the system's.
            args.extend(["-iquote".into(), folder.clone().into(), "-idirafter".into(), folder.into()]);
        }
        args.extend(["-idirafter".into(), self.scratch.join(STAND_INS).into()]);
        args.extend(short_cuts.iter().cloned());
        args
    }

    /// The folders with files of the program.
    fn folders(&self) -> BTreeSet<String> {
        self.program.files().map(|file| layout::join(".", file.folder())).collect()
    }

    pub(super) fn readable(&self) -> Vec<PathBuf> {
        let prefix =
            self.compiler.program.ancestors().nth(2).filter(|prefix| prefix.components().count() > 1);
        prefix.into_iter().chain(self.builder.shim).map(Path::to_path_buf).collect()
    }
}

/// Adds the first errors to a sentence about a limit, if the compiler got as far as naming any.
fn with_errors(outcome: Outcome, report: &Report, program: &Program) -> Outcome {
    match outcome {
        Outcome::Failed { diagnostics } if report.diagnostics.iter().any(|one| one.level == Level::Error) => {
            let errors = diagnose::render(&report.diagnostics, program);
            Outcome::Failed { diagnostics: format!("{errors}\n{diagnostics}") }
        }
        other => other,
    }
}

fn supplied_remark(supplied: &BTreeSet<&str>) -> String {
    let names: Vec<String> = supplied.iter().map(|header| format!("<{header}>")).collect();
    format!("{} is not included; it was supplied, since some compilers include it for free", names.join(", "))
}
