//! The stage of real programs: each session is a confined child.

use std::fs::Permissions;
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::session::{Line, Session};
use super::{Dialogue, PlayError, Setting, Stage, scratch};
use crate::sandbox::control::ControlPage;
use crate::sandbox::pipe::{End, pipe};
use crate::sandbox::{Cage, Confined, Sandbox, SandboxError};
use crate::spec::LimitSpec;
use crate::transcript::Transcript;

/// A built program, ready to be played: its fence, its filters and its scratch folder are made once.
#[derive(Debug)]
pub struct LiveStage {
    cage: Cage,
    limits: LimitSpec,
    scratch: TempDir,
    control: ControlPage,
}

impl LiveStage {
    /// Prepares to play the program at `exe`. It may read itself, and write to a scratch folder of its own, which is
    /// empty at the start of each session.
    pub fn new(sandbox: &Sandbox, exe: &Path, limits: &LimitSpec) -> Result<Self, PlayError> {
        let failed = |source| PlayError { doing: format!("prepare to play {}", exe.display()), source };
        let scratch = tempfile::Builder::new()
            .prefix("scratch-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()
            .map_err(failed)?;
        let cage = sandbox.cage(exe, scratch.path(), limits).map_err(|error| failed(error.into()))?;
        let control = ControlPage::new().map_err(failed)?;
        Ok(Self { cage, limits: limits.clone(), scratch, control })
    }

    fn session(
        &self,
        player: &mut dyn Dialogue,
        hurried: bool,
    ) -> std::io::Result<(Session, crate::transcript::Ending)> {
        let (input, input_writer) = pipe(End::Writer)?;
        let (output, output_writer) = pipe(End::Reader)?;
        let streams = [input.as_fd(), output_writer.as_fd(), output_writer.as_fd()];
        let Confined { child, listener } =
            self.cage.start(self.scratch.path(), streams, self.control.as_fd())?;
        drop(output_writer);
        let line = Line { input, writer: Some(input_writer), output };
        let cpu_ms = if hurried { self.limits.cpu_ms.div_ceil(10) } else { self.limits.cpu_ms };
        let limits = LimitSpec { cpu_ms, ..self.limits.clone() };
        let mut session = Session::new(child, listener, line, &limits)?;
        let end = session.play(player, &self.control)?;
        Ok((session, end))
    }
}

impl Stage for LiveStage {
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        let failed = |source| PlayError { doing: format!("play {}", self.cage.path().display()), source };
        self.control.set(setting).map_err(failed)?;
        let (session, end) = self.session(player, setting.hurried).map_err(failed)?;
        let (seedings, seeding_calls) = self.control.seedings();
        let (turns, tail) = session.into_turns();
        scratch::empty(self.scratch.path())
            .map_err(|source| PlayError { doing: "empty the program's scratch folder".into(), source })?;
        Ok(Transcript { seed: setting.seed, turns, tail, end, seedings, seeding_calls })
    }
}

impl From<SandboxError> for std::io::Error {
    /// The sandbox's errors carry the whole story in their text.
    fn from(error: SandboxError) -> Self {
        Self::other(error)
    }
}
