//! Compiles submissions, confined, and says in a student's words why one does not compile.
//!
//! The sources are copied, decoded, into a private scratch folder and compiled there by [`Builder::build`]. What the
//! compiler prints is never passed on: it is read into diagnostics, and those are shown with lines of the student's
//! own files only, so no path and no content of the machine reaches a report.

mod bare;
mod bench;
mod cargo;
mod cpp;
mod diagnose;
mod gcc;
mod harness;
mod headers;
mod layout;
mod leading;
mod limit;
mod manifest;
mod parts;
mod precompiled;
mod preprocess;
mod rust;
mod rustc;
mod secret;
mod together;
mod toolchain;
mod workbench;

pub use bench::{Bench, Housed};
pub(crate) use gcc::normal;
pub use precompiled::Precompiled;
pub use together::Together;
pub use toolchain::{Cpp, Rust, Toolchain};
pub use workbench::{Harness, Preprocessed, Workbench};

use crate::assignment::Language;
use crate::sandbox::{Sandbox, SandboxError};
use crate::spec::BuildSpec;
use crate::submission::Program;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Compiles programs with one toolchain and one spec.
#[derive(Debug, Clone, Copy)]
pub struct Builder<'a> {
    /// Confines the compilers.
    pub sandbox: &'a Sandbox,
    /// The compilers of this machine.
    pub toolchain: &'a Toolchain,
    /// Flags and limits.
    pub spec: &'a BuildSpec,
    /// The object file that is linked into every program.
    pub shim: Option<&'a Path>,
    /// Headers compiled ahead, where many programs are compiled.
    pub ahead: Option<&'a Precompiled>,
}

/// What came of compiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// The program, or why there is none.
    pub outcome: Outcome,
    /// The compiler's warnings, a line each, at most a few; never scored.
    pub warnings: Vec<String>,
    /// What was done to make it compile, and else is worth knowing; never scored.
    pub remarks: Vec<String>,
    /// The same for what else is compiled of its sources.
    pub fit: Fit,
}

/// What a C++ program needed to compile, beside its own files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fit {
    /// Headers supplied.
    supplied: BTreeSet<&'static str>,
    /// A name of the program's is one of the toolkit's as well, and the program's own goes first.
    own_names_first: bool,
}

/// The program, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It compiled.
    Program {
        /// The executable, in the scratch folder.
        exe: PathBuf,
    },
    /// It does not compile.
    Failed {
        /// The first errors, with the lines they are about; stable text for a student.
        diagnostics: String,
    },
    /// It was written for another system: a person must look.
    NotPortable {
        /// The header, or the function, that this system lacks (`windows.h`).
        header: String,
    },
    /// It was not compiled, or not to the end, for a reason a person must look at.
    Refused {
        /// The reason, in a sentence.
        why: String,
    },
}

/// The grader or the machine could not compile; never the student's fault.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A compiler is not on this machine.
    #[error("{tool} is not on this machine; install it with `{install}`")]
    MissingTool {
        /// The compiler.
        tool: &'static str,
        /// The command that installs it.
        install: &'static str,
    },
    /// Crates the program depends on are not on this machine.
    #[error("crates are missing on this machine ({why}); fetch them with `{command}`")]
    Dependencies {
        /// What Cargo said.
        why: String,
        /// The command that fetches them.
        command: String,
    },
    /// The compiler neither ended nor computed.
    #[error(
        "{tool} stood still for {seconds} s; the machine may be overloaded: run again with fewer jobs (-j)"
    )]
    Stalled {
        /// The compiler.
        tool: &'static str,
        /// The wall-clock limit.
        seconds: u64,
    },
    /// There is no room for what the compiler writes.
    #[error("{tool} found no room in the folder for temporary files; make room there, or set TMPDIR")]
    Full {
        /// The compiler.
        tool: &'static str,
    },
    /// Something other than the grader ended the compiler.
    #[error(
        "{tool} was killed from outside; the machine may be out of memory: run again with fewer jobs (-j)"
    )]
    Killed {
        /// The compiler.
        tool: &'static str,
    },
    /// The spec's flags are none the compiler knows.
    #[error("{message}; mend `cpp_flags` in the spec")]
    Flags {
        /// What the compiler said.
        message: String,
    },
    /// The compiler could not be confined or started.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The scratch folder could not be written.
    #[error("{path}: {source}; check the space and permissions of the folder for temporary files")]
    Scratch {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Builder<'_> {
    /// Compiles a program in `scratch`, a folder of its own that must exist; the executable is left there.
    pub fn build(&self, program: &Program, scratch: &Path) -> Result<Built, BuildError> {
        let scratch =
            scratch.canonicalize().map_err(|source| BuildError::Scratch { path: scratch.into(), source })?;
        if let Some(why) = layout::misplaced(program) {
            return Ok(Built::refused(why));
        }
        match (program.language, &program.manifest) {
            (Language::Cpp, _) => cpp::build(self, program, &scratch),
            (Language::Rust, None) => rust::build(self, program, &scratch),
            (Language::Rust, Some(manifest)) => cargo::build(self, program, manifest, &scratch),
        }
    }

    /// Compiles a program in one go with the harness that `ask` gives for its preprocessed sources, in `scratch`, a
    /// folder of its own that must exist. Nothing comes of it where the two cannot stand together, or do not compile;
    /// [`Builder::build`] then tells of the program. See [`Workbench::harness`] for the text.
    pub fn together(
        &self,
        program: &Program,
        scratch: &Path,
        ask: &dyn Fn(&[Preprocessed]) -> Option<String>,
    ) -> Result<Option<(Built, Together)>, BuildError> {
        let scratch =
            scratch.canonicalize().map_err(|source| BuildError::Scratch { path: scratch.into(), source })?;
        together::build(self, program, &scratch, ask)
    }

    /// Compiles `text`, C++ of the grader's own, around the sources of a program that needed `fit` to compile, in
    /// `scratch`, a folder of its own that must exist. Returns the word that stands for `%SECRET%` as well. See
    /// [`Workbench::harness`] for the text and `files`.
    pub fn harness(
        &self,
        program: &Program,
        fit: &Fit,
        (text, files): (&str, &[String]),
        scratch: &Path,
    ) -> Result<(Outcome, String), BuildError> {
        let scratch =
            scratch.canonicalize().map_err(|source| BuildError::Scratch { path: scratch.into(), source })?;
        harness::build(self, program, fit, (text, files), &scratch)
    }

    /// What the preprocessor makes of each source of a program that needed `fit` to compile, in `scratch`, a folder of
    /// its own that must exist.
    pub fn preprocess(
        &self,
        program: &Program,
        fit: &Fit,
        scratch: &Path,
    ) -> Result<Vec<Preprocessed>, BuildError> {
        let scratch =
            scratch.canonicalize().map_err(|source| BuildError::Scratch { path: scratch.into(), source })?;
        preprocess::run(self, program, fit, &scratch)
    }
}

impl Built {
    fn new(outcome: Outcome) -> Self {
        Built { outcome, warnings: Vec::new(), remarks: Vec::new(), fit: Fit::default() }
    }

    fn failed(diagnostics: String) -> Self {
        Built::new(Outcome::Failed { diagnostics })
    }

    fn refused(why: String) -> Self {
        Built::new(Outcome::Refused { why })
    }
}
