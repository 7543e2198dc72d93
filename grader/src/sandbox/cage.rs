//! Starts student programs: what confines them is made once per program, and each start watches their input.

use std::ffi::OsString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use super::child::Step;
use super::filter::{self, Instruction};
use super::ground::Ground;
use super::launch::{Bounds, Launch, Program};
use super::notify::{self, Listener};
use super::process::Child;
use super::tool::TASKS;
use super::{Sandbox, SandboxError};
use crate::spec::LimitSpec;

/// All that confines one program, ready for many starts.
#[derive(Debug)]
pub(crate) struct Cage {
    program: Program,
    ground: Ground,
    ruleset: Option<OwnedFd>,
    watch: Vec<Instruction>,
    filters: Vec<(Step, Vec<Instruction>)>,
    bounds: Bounds,
}

/// A confined program that runs.
pub(crate) struct Confined {
    pub(crate) child: Child,
    /// Tells when it reads.
    pub(crate) listener: Listener,
}

impl Sandbox {
    /// Prepares to start `exe` many times; it may read itself and write `scratch`.
    pub(crate) fn cage(&self, exe: &Path, scratch: &Path, limits: &LimitSpec) -> Result<Cage, SandboxError> {
        let program = Program::open(exe)?;
        Ok(Cage {
            program,
            ground: Ground::for_program(self, exe, scratch)?,
            ruleset: self.ruleset(&[exe], &[scratch])?,
            watch: filter::watch(),
            filters: self.filters(false),
            bounds: Bounds {
                // A backstop for the whole session: its watcher measures the time between questions.
                cpu_seconds: u64::from(limits.wall_seconds) + u64::from(limits.cpu_ms.div_ceil(1000)),
                // 0 is unlimited: a sanitizer reserves terabytes.
                memory_mib: (limits.memory_mib > 0).then_some(limits.memory_mib.into()),
                file_mib: 16,
                tasks: TASKS,
            },
        })
    }
}

impl Cage {
    /// Where the program lies.
    pub(crate) fn path(&self) -> &Path {
        &self.program.path
    }

    /// Starts the program.
    ///
    /// Its name and environment are the same everywhere: they lie on its stack, and some take an address for a seed.
    pub(crate) fn start(
        &self,
        folder: &Path,
        streams: [BorrowedFd<'_>; 3],
        control: BorrowedFd<'_>,
    ) -> Result<Confined, SandboxError> {
        let handover = |source| SandboxError::io("watch the program's input".into(), source);
        let (ours, theirs) = notify::sockets().map_err(handover)?;
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        let launch = Launch {
            program: &self.program,
            args: vec!["./program".into()],
            env: vec![
                pair("PATH", "/usr/bin:/bin"),
                pair("LC_ALL", "C.UTF-8"),
                pair("HOME", "."),
                pair("TMPDIR", "."),
                pair("TERM", "dumb"),
            ],
            folder,
            streams,
            bounds: self.bounds,
            ruleset: self.ruleset.as_ref().map(AsFd::as_fd),
            control: Some(control),
            watch: Some((self.watch.clone(), theirs.as_fd())),
            filters: self.filters.clone(),
            place: self.ground.place(),
            user: self.ground.identity(),
        };
        let child = launch.start()?;
        let listener = Listener::receive(&ours).map_err(handover)?;
        Ok(Confined { child, listener })
    }
}
