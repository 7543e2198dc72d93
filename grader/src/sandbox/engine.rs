//! By what the grader knows that a program waits for input: a matter of its own, beside how it is confined.

use std::os::fd::AsFd;

use super::child::Step;
use super::control::ControlPage;
use super::pipe::{End, pipe};
use super::tool::locate;
use super::{Sandbox, SandboxError, notify};
use crate::spec::LimitSpec;

/// By what the grader knows that a program waits for input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// The kernel reports each read before it happens (seccomp user notification).
    #[default]
    Notify,
    /// The program is looked at from outside until it stands still. Slower, and at home on every Unix.
    Portable,
}

impl Engine {
    /// The faster engine that this kernel has; whether it may be used shows when it is.
    pub(super) fn at_hand() -> Self {
        if notify::supported() { Self::Notify } else { Self::Portable }
    }

    /// The engine in words, for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Notify => "notify: the kernel reports each read",
            Self::Portable => "portable: a program is looked at until it stands still",
        }
    }
}

impl Sandbox {
    /// By what programs are watched.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The same confinement with this engine; `None` takes the faster one where it works.
    pub fn with_engine(mut self, asked: Option<Engine>) -> Result<Self, SandboxError> {
        self.engine = Engine::Notify;
        let possible = asked != Some(Engine::Portable) && self.can_be_watched()?;
        if self.gated() && !possible {
            let reason =
                "without landlock the kernel's reports fence files in, so this tier has no portable engine";
            return Err(SandboxError::TooWeak { have: self.describe(), reason: reason.to_owned() });
        }
        if asked == Some(Engine::Notify) && !possible {
            let reason = "seccomp user notification is missing or blocked (kernel 5.5); `--engine portable` does \
                          without";
            return Err(SandboxError::TooWeak { have: self.describe(), reason: reason.to_owned() });
        }
        self.engine = if possible { Engine::Notify } else { Engine::Portable };
        Ok(self)
    }

    /// Whether the kernel reports a program's reads, found out with one that does nothing: some machines have
    /// notification and refuse it, as where the grader itself is watched by another.
    fn can_be_watched(&self) -> Result<bool, SandboxError> {
        if !notify::supported() {
            return Ok(false);
        }
        let failed = |source| SandboxError::io("try to watch a program".into(), source);
        let scratch = tempfile::tempdir().map_err(failed)?;
        let limits = LimitSpec { cpu_ms: 1000, wall_seconds: 10, output_kib: 1, memory_mib: 0, answers: 0 };
        let cage = self.cage(&locate("true".as_ref())?, scratch.path(), &limits)?;
        let (input, _writer) = pipe(End::Writer).map_err(failed)?;
        let (_reader, output) = pipe(End::Reader).map_err(failed)?;
        let control = ControlPage::new().map_err(failed)?;
        let streams = [input.as_fd(), output.as_fd(), output.as_fd()];
        // The child ends with the value that stands for it.
        match cage.start(streams, control.as_fd()) {
            Ok(_) => Ok(true),
            Err(SandboxError::SetUp { step, .. }) if step == Step::Notification.describe() => Ok(false),
            Err(other) => Err(other),
        }
    }
}
