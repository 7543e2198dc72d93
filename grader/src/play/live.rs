//! The stage of real programs: each session is a confined child.

use std::fs::Permissions;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::patience::Patience;
use super::portable::Habit;
use super::session::{Line, Session};
use super::{Dialogue, PlayError, Setting, Stage, scratch};
use crate::sandbox::control::ControlPage;
use crate::sandbox::pipe::{End, pipe};
use crate::sandbox::room::Room;
use crate::sandbox::{Cage, Confined, Sandbox, SandboxError, Server};
use crate::spec::LimitSpec;
use crate::transcript::{Ending, Transcript};

/// A built program, ready to be played: its fence, its filters and its scratch folder are made once.
#[derive(Debug)]
pub struct LiveStage {
    // Dropped first: it runs on what the cage holds.
    service: Service,
    cage: Cage,
    limits: LimitSpec,
    scratch: TempDir,
    control: ControlPage,
    /// What earlier sessions taught about the program's ways.
    habit: Habit,
    /// Whether the program asked the system for input before it read it.
    asked_first: bool,
    /// Whether the program has filled the disk.
    greedy: bool,
    patience: Patience,
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
        Ok(Self {
            service: Service::NotYet,
            cage,
            limits: limits.clone(),
            scratch,
            control,
            habit: Habit::default(),
            asked_first: false,
            greedy: false,
            patience: Patience::NEW,
        })
    }

    /// The same, but every session is a start of the program, and none is forked.
    #[must_use]
    pub fn without_server(mut self) -> Self {
        self.service = Service::Never;
        self
    }

    /// Whether sessions are forked.
    pub fn is_served(&self) -> bool {
        matches!(self.service, Service::Running(_))
    }

    /// Starts the program for one session: by a fork, where it has been played before and serves.
    fn start(&mut self, setting: &Setting, streams: [BorrowedFd<'_>; 3]) -> std::io::Result<Confined> {
        match &mut self.service {
            Service::Never => {}
            Service::NotYet => self.service = Service::Next,
            Service::Next => {
                self.service = match self.cage.serve(self.control.as_fd())? {
                    None => Service::Never,
                    Some(server) => Service::Running(Box::new(server)),
                };
                return self.start(setting, streams);
            }
            Service::Running(server) => {
                if let Some(confined) = server.fork([streams[0], streams[1]], self.scratch.path())? {
                    return Ok(confined);
                }
                // It ended, or ran: nothing of that may be seen by the session.
                self.service = Service::Never;
                scratch::empty(self.scratch.path())?;
                self.control.set(setting)?;
            }
        }
        Ok(self.cage.start(streams, self.control.as_fd())?)
    }

    fn session(
        &mut self,
        setting: &Setting,
        player: &mut dyn Dialogue,
    ) -> std::io::Result<(Session, Ending)> {
        let (input, input_writer) = pipe(End::Writer)?;
        let (output, output_writer) = pipe(End::Reader)?;
        let streams = [input.as_fd(), output_writer.as_fd(), output_writer.as_fd()];
        let Confined { child, listener } = self.start(setting, streams)?;
        drop(output_writer);
        let line = Line { input, writer: Some(input_writer), output };
        let room = Room::new(self.scratch.path(), self.greedy);
        let mut session = Session::new(
            child,
            listener,
            line,
            &self.limits,
            self.patience.allows(&self.limits),
            self.habit,
            room,
        )?;
        let end = session.play(player, &self.control)?;
        Ok((session, end))
    }
}

/// Whether sessions are forked from one start of the program.
#[derive(Debug)]
enum Service {
    /// Not before the second session: a server costs as much as a session.
    NotYet,
    /// From the next session on.
    Next,
    Running(Box<Server>),
    /// The program or the machine does not allow it.
    Never,
}

impl Stage for LiveStage {
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        let doing = format!("play {}", self.cage.path().display());
        let failed = |source| PlayError { doing: doing.clone(), source };
        self.control.set(setting).map_err(failed)?;
        let (session, end) = self.session(setting, player).map_err(failed)?;
        self.habit = session.habit();
        self.asked_first |= session.asked_first();
        self.patience.learn(session.used(), &end);
        self.greedy |= end == Ending::Signalled(libc::SIGXFSZ);
        let (seedings, seeding_calls) = self.control.seedings();
        let (turns, tail) = session.into_turns();
        self.cage.sweep();
        scratch::empty(self.scratch.path())
            .map_err(|source| PlayError { doing: "empty the program's scratch folder".into(), source })?;
        Ok(Transcript { seed: setting.seed, turns, tail, end, seedings, seeding_calls })
    }

    fn remarks(&self) -> Vec<String> {
        let asks = "The program asks the system whether there is input before it reads; it was answered when it stood \
                    still and could only go on with an answer.";
        self.asked_first.then(|| asks.to_owned()).into_iter().collect()
    }
}

impl From<SandboxError> for std::io::Error {
    /// The sandbox's errors carry the whole story in their text.
    fn from(error: SandboxError) -> Self {
        Self::other(error)
    }
}
