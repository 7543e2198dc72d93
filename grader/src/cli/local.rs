//! The machine this command runs on.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::io::{self, Write};
use std::mem;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use tempfile::TempDir;

use super::{Confinement, Stop, Watch};
use crate::assignment::{Assignment, Evidence, Language};
use crate::build::{self, Bench, Builder, Housed, Outcome, Precompiled, Preprocessed, Toolchain, Workbench};
use crate::check::{Built, Choice, Class, Found, Machine, Source};
use crate::grade::NOTHING;
use crate::play::shim_object;
use crate::sandbox::Sandbox;
use crate::source::Code;
use crate::spec::Spec;
use crate::submission::{self, Candidate, EMPTY, Program, Roster, Search, SourceFile, Submission, Work};

/// From so many submissions on headers are compiled ahead.
const CLASS: usize = 8;
/// With less room than this for temporary files, in bytes, a compiler's failure is not the program's.
const ROOM: usize = 16 << 20;

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
    /// What was found, by student: their names are unique within one find. The texts are with the class run, which
    /// drops them one by one: a large class is not held twice.
    submissions: RwLock<BTreeMap<String, Submission>>,
    /// The students of the course.
    roster: Option<Roster>,
}

impl Local {
    /// Looks at what this machine offers.
    pub(super) fn new(confinement: Confinement, engine: Watch) -> Result<Self, Stop> {
        let sandbox =
            Sandbox::probe(confinement.into()).and_then(|sandbox| sandbox.with_engine(engine.into()));
        let sandbox = sandbox.map_err(|error| Stop::fault(error.to_string()))?;
        let folder = scratch().map_err(Stop::fault)?;
        let shim = shim_object(&sandbox, folder.path()).map_err(|error| error.to_string());
        let toolchain = Toolchain::detect();
        let (ahead, submissions) = (OnceLock::new(), RwLock::default());
        Ok(Self { sandbox, toolchain, shim, folder, ahead, submissions, roster: None })
    }

    /// The same with the students of the course.
    pub(super) fn with_roster(self, roster: Option<Roster>) -> Self {
        Self { roster, ..self }
    }

    fn try_build(&self, found: &Found, assignment: &dyn Assignment, spec: &Spec) -> Result<Built, String> {
        let mut program = self.program(found).ok_or_else(|| format!("{} was never found", found.path))?;
        let shim = self.shim.as_ref().map_err(Clone::clone)?;
        let builder = Builder {
            sandbox: &self.sandbox,
            toolchain: &self.toolchain,
            spec: &spec.build,
            shim: Some(shim.as_path()),
            ahead: self.ahead.get().map(Arc::as_ref),
        };
        let mut folder = scratch()?;
        let failed = |error: build::BuildError| error.to_string();
        let together = assignment.harness(spec).map(|harness| {
            let ask = |preprocessed: &[Preprocessed]| {
                Code::parse(preprocessed, &texts(&program)).ok().and_then(|code| harness(&code))
            };
            builder.together(&program, folder.path(), &ask).map_err(failed)
        });
        let (mut built, together) = if let Some((built, together)) = together.transpose()?.flatten() {
            (built, Some(together))
        } else {
            folder = scratch()?;
            (builder.build(&program, folder.path()).map_err(failed)?, None)
        };
        let mut left_out = None;
        if let Outcome::Failed { diagnostics } = &built.outcome {
            for lean in leaner(&program, diagnostics) {
                let place = scratch()?;
                let without = builder.build(&lean, place.path()).map_err(failed)?;
                if matches!(without.outcome, Outcome::Program { .. }) {
                    left_out = Some(without_files(&program, &lean));
                    (built, folder, program) = (without, place, lean);
                    break;
                }
            }
        }
        let build::Built { outcome, warnings, mut remarks, fit } = built;
        remarks.extend(left_out);
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
                    together,
                });
                let workbench = bench.map(|bench| Box::new(bench) as Box<dyn Workbench>);
                Built::Ready { stage: Box::new(housed), workbench, remarks }
            }
            Outcome::Failed { diagnostics } => {
                self.room()?;
                let (message, evidence) = first_error(&diagnostics);
                Built::Failed { message, evidence, remarks }
            }
            Outcome::NotPortable { header } => Built::Review(format!(
                "The program is not portable: it needs {header}, which this system lacks."
            )),
            Outcome::Refused { why } => {
                self.room()?;
                Built::Review(why)
            }
        })
    }

    /// The program of a submission, with its texts.
    fn program(&self, found: &Found) -> Option<Program> {
        let submissions = self.submissions.read().unwrap_or_else(PoisonError::into_inner);
        let submission = submissions.get(&found.student)?;
        let Source::Program { files, content, .. } = &found.source else { return None };
        let mut program = match &submission.work {
            Work::Program(program) => program.clone(),
            Work::Ambiguous { candidates, .. } => {
                candidates.iter().find(|one| one.content_key() == content)?.program.clone()
            }
            _ => return None,
        };
        // What was unpacked may have been moved since.
        if let Ok(inside) = program.folder.strip_prefix(&submission.root) {
            program.folder = Path::new(&found.path).join(inside);
        }
        for (file, (_, text)) in files_mut(&mut program).zip(files) {
            file.text.clone_from(text);
        }
        Some(program)
    }

    /// Tells a full folder for temporary files from a program that does not compile: compilers fail in both.
    fn room(&self) -> Result<(), String> {
        let probe = || -> io::Result<()> {
            let mut file = tempfile::tempfile_in(self.folder.path())?;
            file.write_all(&vec![0; ROOM])
        };
        probe().map_err(|error| {
            format!(
                "the folder for temporary files cannot be written: {error}; make room there, or set TMPDIR"
            )
        })
    }
}

/// A C++ program that does not compile, without the files that the compiler complains of: students leave attempts beside
/// what counts. First without all of those, then without each; never without the one with `main`.
fn leaner(program: &Program, diagnostics: &str) -> Vec<Program> {
    /// The most files that are tried one by one.
    const TRIED: usize = 3;
    let mains: Vec<String> = program.mains().iter().map(|file| file.path.clone()).collect();
    if program.language != Language::Cpp || mains.is_empty() {
        return Vec::new();
    }
    // A linker names what is there twice, and not where.
    let is_double = diagnostics.contains("is defined more than once");
    let is_blamed =
        |file: &&SourceFile| !mains.contains(&file.path) && (is_double || diagnostics.contains(&file.path));
    let blamed: Vec<&str> = program.sources.iter().filter(is_blamed).map(|file| file.path.as_str()).collect();
    let without = |names: &[&str]| {
        let mut lean = program.clone();
        lean.sources.retain(|file| !names.contains(&file.path.as_str()));
        lean
    };
    let each = blamed.iter().take(TRIED).filter(|_| blamed.len() > 1);
    let all = (!blamed.is_empty()).then(|| without(&blamed));
    all.into_iter().chain(each.map(|name| without(&[name]))).collect()
}

/// The remark on the files that a program does without.
fn without_files(program: &Program, lean: &Program) -> String {
    let is_out = |file: &&SourceFile| lean.sources.iter().all(|kept| kept.path != file.path);
    let names: Vec<String> =
        program.sources.iter().filter(is_out).map(|file| format!("`{}`", file.path)).collect();
    format!("{} left out: it does not compile with the rest, which compiles without it", names.join(", "))
}

/// The files of a program, in the order of [`Program::files`].
fn files_mut(program: &mut Program) -> impl Iterator<Item = &mut SourceFile> {
    program.sources.iter_mut().chain(&mut program.others).chain(&mut program.manifest)
}

impl Machine for Local {
    fn find(&self, paths: &[PathBuf], output: Option<&Path>) -> Result<Class, String> {
        let unpacked = self.folder.path().join("unpacked");
        let search = Search { paths, unpacked: &unpacked, output, roster: self.roster.as_ref() };
        let mut found = submission::search(&search).map_err(|error| error.to_string())?;
        let layout = found.told();
        let submissions = found.submissions.iter_mut().map(shown).collect();
        let unpacked = unpacked.is_dir().then_some(unpacked);
        let class = Class { submissions, remarks: found.remarks, layout, unpacked };
        if found.submissions.len() >= CLASS {
            self.ahead.get_or_init(|| Arc::new(Precompiled::new(self.folder.path().to_owned())));
        }
        let by_student = found.submissions.into_iter().map(|one| (one.student.clone(), one)).collect();
        *self.submissions.write().unwrap_or_else(PoisonError::into_inner) = by_student;
        Ok(class)
    }

    fn build(&self, found: &Found, assignment: &dyn Assignment, spec: &Spec) -> Built {
        self.try_build(found, assignment, spec).unwrap_or_else(Built::Fault)
    }

    fn sandbox(&self) -> String {
        self.sandbox.describe().to_owned()
    }

    fn engine(&self) -> String {
        self.sandbox.engine().describe().to_owned()
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

/// A program's files: path as shown to people, and decoded text.
fn texts(program: &Program) -> Vec<(String, String)> {
    program.files().map(|file| (file.path.clone(), file.text.clone())).collect()
}

/// A program as the class run needs it; the texts move there.
fn source(program: &mut Program, content: String) -> Source {
    Source::Program {
        files: files_mut(program).map(|file| (file.path.clone(), mem::take(&mut file.text))).collect(),
        language: program.language,
        content,
    }
}

/// A submission as the class run needs it; the texts move there.
fn shown(submission: &mut Submission) -> Found {
    let content = submission.content_key().to_owned();
    let source = match &mut submission.work {
        Work::Program(program) => source(program, content),
        Work::NoSource { why } if why == EMPTY => Source::Nothing(format!("{NOTHING} The folder is empty.")),
        Work::NoSource { why } => Source::Nothing(format!("There is no source file: {why}.")),
        Work::Missing => Source::Nothing(NOTHING.to_owned()),
        Work::Closed { why } => Source::Unclear(why.clone()),
        Work::Ambiguous { mains, candidates } => {
            let mains = mains.join(", ");
            let choice = |one: &mut Candidate| {
                let content = one.content_key().to_owned();
                let source = source(&mut one.program, content);
                Choice { main: one.main.clone(), source, remarks: mem::take(&mut one.remarks) }
            };
            Source::Several {
                why: format!(
                    "Several files have a `main`, and a person must say which one counts: {mains}. Judge it alone with \
                     `grader check FILE -o again` and rule on the total, or take the others away and run again."
                ),
                choices: candidates.iter_mut().map(choice).collect(),
            }
        }
        Work::Unreadable { why } => Source::Unreadable(why.clone()),
    };
    Found {
        student: submission.student.clone(),
        path: submission.root.display().to_string(),
        source,
        remarks: submission.remarks.clone(),
        hand_in: submission.hand_in.clone(),
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
