//! Starts student programs: what confines them is made once per program, and each start may watch their input.

use std::ffi::OsString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use super::child::Step;
use super::filter::{self, Instruction};
use super::launch::{Bounds, Launch, Program};
use super::notify::{self, Listener};
use super::process::Child;
use super::tool::TASKS;
use super::{Engine, Sandbox, SandboxError};
use crate::spec::LimitSpec;

/// All that confines one program, ready for many starts.
#[derive(Debug)]
pub(crate) struct Cage {
    program: Program,
    ruleset: Option<OwnedFd>,
    /// The filter that reports reading, where the kernel is to report it.
    watch: Option<Vec<Instruction>>,
    filters: Vec<(Step, Vec<Instruction>)>,
    bounds: Bounds,
}

/// A confined program that runs.
pub(crate) struct Confined {
    pub(crate) child: Child,
    /// Tells when it reads; none where it is looked at instead.
    pub(crate) listener: Option<Listener>,
}

impl Sandbox {
    /// Prepares to start `exe` many times; it may read its own folder and write `scratch`.
    pub(crate) fn cage(&self, exe: &Path, scratch: &Path, limits: &LimitSpec) -> Result<Cage, SandboxError> {
        let program = Program::open(exe)?;
        let own = exe.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Cage {
            program,
            ruleset: self.ruleset(&[own], &[scratch])?,
            watch: (self.engine == Engine::Notify).then(filter::watch),
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

    /// The name it is started under: a harness must know that it is one.
    fn name(&self) -> OsString {
        let harness = self.program.path.file_name().is_some_and(|name| name == "harness");
        if harness { "./harness" } else { "./program" }.into()
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
        let sockets = self.watch.as_ref().map(|_| notify::sockets()).transpose().map_err(handover)?;
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        let launch = Launch {
            program: &self.program,
            args: vec![self.name()],
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
            watch: self.watch.clone().zip(sockets.as_ref().map(|(_, theirs)| theirs.as_fd())),
            filters: self.filters.clone(),
        };
        let child = launch.start()?;
        let listener = sockets.map(|(ours, _)| Listener::receive(&ours)).transpose().map_err(handover)?;
        Ok(Confined { child, listener })
    }
}
