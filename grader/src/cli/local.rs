//! The machine this command runs on.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use tempfile::TempDir;

use super::{Confinement, Stop};
use crate::assignment::{Evidence, Language};
use crate::build::{self, Bench, Builder, Housed, Outcome, Precompiled, Toolchain, Workbench};
use crate::check::{Built, Class, Found, Machine, Source};
use crate::play::shim_object;
use crate::sandbox::Sandbox;
use crate::spec::Spec;
use crate::submission::{self, Program, Submission, Work};

/// From so many submissions on headers are compiled ahead.
const CLASS: usize = 8;

/// Finds, builds and plays for real, inside the sandbox.
pub(super) struct Local {
    sandbox: Sandbox,
    toolchain: Toolchain,
    /// The object file that fixes chance and time, or why there is none.
    shim: Result<PathBuf, String>,
    /// Where it lies, and the headers compiled ahead.
    folder: TempDir,
    /// Headers compiled ahead, once there is a class.
    ahead: OnceLock<Arc<Precompiled>>,
    /// What was found, by student: their names are unique within one find.
    submissions: RwLock<BTreeMap<String, Submission>>,
}

impl Local {
    /// Looks at what this machine offers.
    pub(super) fn new(confinement: Confinement) -> Result<Self, Stop> {
        let sandbox = Sandbox::probe(confinement.into()).map_err(|error| Stop::fault(error.to_string()))?;
        let folder = scratch().map_err(Stop::fault)?;
        let shim = shim_object(&sandbox, folder.path()).map_err(|error| error.to_string());
        let toolchain = Toolchain::detect();
        Ok(Self { sandbox, toolchain, shim, folder, ahead: OnceLock::new(), submissions: RwLock::default() })
    }

    fn try_build(&self, found: &Found, spec: &Spec) -> Result<Built, String> {
        let program =
            self.program(&found.student).ok_or_else(|| format!("{} was never found", found.path))?;
        let shim = self.shim.as_ref().map_err(Clone::clone)?;
        let builder = Builder {
            sandbox: &self.sandbox,
            toolchain: &self.toolchain,
            spec: &spec.build,
            shim: Some(shim.as_path()),
            ahead: self.ahead.get().map(Arc::as_ref),
        };
        let folder = scratch()?;
        let build::Built { outcome, warnings, mut remarks, fit } =
            builder.build(&program, folder.path()).map_err(|error| error.to_string())?;
        remarks.extend(warnings);
        Ok(match outcome {
            Outcome::Program { exe } => {
                let housed = Housed::new(&self.sandbox, &exe, &spec.limits, folder)
                    .map_err(|error| error.to_string())?;
                let bench = (program.language == Language::Cpp).then(|| Bench {
                    sandbox: self.sandbox.clone(),
                    toolchain: self.toolchain.clone(),
                    build: spec.build.clone(),
                    limits: spec.limits.clone(),
                    shim: shim.clone(),
                    ahead: self.ahead.get().cloned(),
                    program,
                    fit,
                    preprocessed: None,
                });
                let workbench = bench.map(|bench| Box::new(bench) as Box<dyn Workbench>);
                Built::Ready { stage: Box::new(housed), workbench, remarks }
            }
            Outcome::Failed { diagnostics } => {
                let (message, evidence) = first_error(&diagnostics);
                Built::Failed { message, evidence, remarks }
            }
            Outcome::NotPortable { header } => Built::Review(format!(
                "The program is not portable: it needs {header}, which this system lacks."
            )),
            Outcome::Refused { why } => Built::Review(why),
        })
    }

    fn program(&self, student: &str) -> Option<Program> {
        let submissions = self.submissions.read().unwrap_or_else(PoisonError::into_inner);
        match &submissions.get(student)?.work {
            Work::Program(program) => Some(program.clone()),
            _ => None,
        }
    }
}

impl Machine for Local {
    fn find(&self, paths: &[PathBuf]) -> Result<Class, String> {
        let found = submission::find(paths).map_err(|error| error.to_string())?;
        let class =
            Class { submissions: found.submissions.iter().map(shown).collect(), remarks: found.remarks };
        if found.submissions.len() >= CLASS {
            self.ahead.get_or_init(|| Arc::new(Precompiled::new(self.folder.path().to_owned())));
        }
        let by_student = found.submissions.into_iter().map(|one| (one.student.clone(), one)).collect();
        *self.submissions.write().unwrap_or_else(PoisonError::into_inner) = by_student;
        Ok(class)
    }

    fn build(&self, found: &Found, spec: &Spec) -> Built {
        self.try_build(found, spec).unwrap_or_else(Built::Fault)
    }

    fn sandbox(&self) -> String {
        self.sandbox.describe().to_owned()
    }

    fn tools(&self) -> Vec<(String, String)> {
        let cpp = self.toolchain.cpp.iter().map(|cpp| ("g++".to_owned(), cpp.version.clone()));
        let rust = self.toolchain.rust.iter().map(|rust| ("rustc".to_owned(), rust.version.clone()));
        cpp.chain(rust).collect()
    }
}

/// The first error in one line, and its place with what the compiler shows of it and says after it.
fn first_error(diagnostics: &str) -> (String, Option<Evidence>) {
    let (message, rest) = diagnostics.split_once('\n').unwrap_or((diagnostics, ""));
    let mut parts = message.splitn(3, ':');
    let file = parts.next().unwrap_or_default();
    let evidence = parts.next().and_then(|line| line.parse().ok()).map(|line| Evidence::Source {
        file: file.to_owned(),
        line,
        excerpt: rest.trim_end().to_owned(),
    });
    (message.to_owned(), evidence)
}

fn scratch() -> Result<TempDir, String> {
    tempfile::Builder::new()
        .prefix("grader-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir()
        .map_err(|error| format!("cannot make a temporary folder: {error}; make room, or set TMPDIR"))
}

/// A submission as the class run needs it.
fn shown(submission: &Submission) -> Found {
    let source = match &submission.work {
        Work::Program(program) => Source::Program {
            files: program.files().map(|file| (file.path.clone(), file.text.clone())).collect(),
            language: program.language,
            content: submission.content_key().to_owned(),
        },
        Work::NoSource { why } => Source::Nothing(format!("There is no source file: {why}.")),
        Work::Ambiguous { mains } => Source::Unclear(format!(
            "Several files have a `main`, and a person must say which one counts: {}.",
            mains.join(", ")
        )),
        Work::Unreadable { why } => Source::Unreadable(why.clone()),
    };
    Found {
        student: submission.student.clone(),
        path: submission.root.display().to_string(),
        source,
        remarks: submission.remarks.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_taken_apart() {
        let said =
            "main.cpp:3:8: error: expected `;`\n    3 | int a\n      |      ^\nmain.cpp:9:1: error: x\n";
        let (message, evidence) = first_error(said);
        assert_eq!(message, "main.cpp:3:8: error: expected `;`");
        let excerpt = "    3 | int a\n      |      ^\nmain.cpp:9:1: error: x".to_owned();
        assert_eq!(evidence, Some(Evidence::Source { file: "main.cpp".to_owned(), line: 3, excerpt }));
        let nowhere = "error: `getSuit(int)` is used, but defined in no file that was handed in";
        assert_eq!(first_error(nowhere), (nowhere.to_owned(), None));
    }
}
