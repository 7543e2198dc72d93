//! What is compiled of a program after it was built, and the stages such programs are played on.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::harness::HARNESS;
use super::{Builder, Fit, Harness, Outcome, Precompiled, Preprocessed, Together, Toolchain, Workbench};
use crate::play::{Dialogue, LiveStage, PlayError, Setting, Stage};
use crate::sandbox::Sandbox;
use crate::spec::{BuildSpec, LimitSpec};
use crate::submission::Program;
use crate::transcript::Transcript;

/// A program on its stage, with the folder it lies in.
#[derive(Debug)]
pub struct Housed {
    stage: LiveStage,
    _folder: TempDir,
}

impl Housed {
    /// Puts the program at `exe` on a stage; it lies in `folder`.
    pub fn new(
        sandbox: &Sandbox,
        exe: &Path,
        limits: &LimitSpec,
        folder: TempDir,
    ) -> Result<Self, PlayError> {
        let stage = LiveStage::new(sandbox, exe, limits).map_err(unplaced)?;
        Ok(Self { stage, _folder: folder })
    }
}

impl Stage for Housed {
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        self.stage.play(setting, player).map_err(unplaced)
    }

    fn remarks(&self) -> Vec<String> {
        self.stage.remarks()
    }
}

/// Compiles more of a C++ program that compiles, when it is asked to and not before.
#[derive(Debug)]
pub struct Bench {
    /// Confines the compiler, and what it makes.
    pub sandbox: Sandbox,
    /// The compilers of this machine.
    pub toolchain: Toolchain,
    /// Flags and limits of the compiler.
    pub build: BuildSpec,
    /// Limits of what it makes.
    pub limits: LimitSpec,
    /// The object file that is linked into every program.
    pub shim: PathBuf,
    /// Headers compiled ahead, where many programs are compiled.
    pub ahead: Option<Arc<Precompiled>>,
    /// The program.
    pub program: Program,
    /// What it needed to compile.
    pub fit: Fit,
    /// What the preprocessor made of it, once it was asked.
    pub preprocessed: Option<Vec<Preprocessed>>,
    /// The harness that was compiled together with it.
    pub together: Option<Together>,
}

impl Bench {
    fn builder(&self) -> Builder<'_> {
        Builder {
            sandbox: &self.sandbox,
            toolchain: &self.toolchain,
            spec: &self.build,
            shim: Some(&self.shim),
            ahead: self.ahead.as_deref(),
        }
    }
}

impl Workbench for Bench {
    fn harness(&mut self, text: &str, files: &[String]) -> Result<Harness, PlayError> {
        let folder = scratch()?;
        if let Some(together) = self.together.as_ref().filter(|together| together.text == text) {
            let exe = folder.path().join(HARNESS);
            // By another name, and not as a copy: a file that was just written cannot be run while a process that another
            // thread began meanwhile still holds it open.
            let linked = std::fs::hard_link(&together.exe, &exe);
            linked.or_else(|_| std::fs::copy(&together.exe, &exe).map(drop)).map_err(failed)?;
            let stage = Box::new(Housed::new(&self.sandbox, &exe, &self.limits, folder)?);
            return Ok(Harness::Ready { stage, secret: together.secret.clone() });
        }
        let built = self.builder().harness(&self.program, &self.fit, (text, files), folder.path());
        let (outcome, secret) = built.map_err(|error| failed(io::Error::other(error.to_string())))?;
        Ok(match outcome {
            Outcome::Program { exe } => {
                let stage = Box::new(Housed::new(&self.sandbox, &exe, &self.limits, folder)?);
                Harness::Ready { stage, secret }
            }
            Outcome::Failed { diagnostics: why }
            | Outcome::Refused { why }
            | Outcome::NotPortable { header: why } => Harness::Refused(why),
        })
    }

    fn preprocessed(&mut self) -> Result<Vec<Preprocessed>, PlayError> {
        let together = self.together.as_ref().map(|together| &together.preprocessed);
        if let Some(known) = together.or(self.preprocessed.as_ref()) {
            return Ok(known.clone());
        }
        let folder = scratch()?;
        let all = self.builder().preprocess(&self.program, &self.fit, folder.path());
        let all = all.map_err(|error| failed(io::Error::other(error.to_string())))?;
        Ok(self.preprocessed.insert(all).clone())
    }
}

fn scratch() -> Result<TempDir, PlayError> {
    tempfile::Builder::new()
        .prefix("grader-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir()
        .map_err(failed)
}

fn failed(source: io::Error) -> PlayError {
    PlayError { doing: "compile more of the program".to_owned(), source }
}

/// The same failure without the folder a program was built in, which has another name in every run.
fn unplaced(error: PlayError) -> PlayError {
    PlayError { doing: "cannot play the program".to_owned(), source: error.source }
}
