//! Starts student programs: what confines them is made once per program, and each start may watch their input.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::child::{PROGRAM_FD, Step};
use super::filter::{self, Family, Instruction};
use super::gate::Gate;
use super::ground::Ground;
use super::launch::{Bounds, Launch, Program};
use super::notify::{self, Listener};
use super::pipe::{End, pipe};
use super::process::Child;
use super::room::FILE_MIB;
use super::server::Server;
use super::tool::TASKS;
use super::{Engine, Sandbox, SandboxError};
use crate::spec::LimitSpec;

/// All that confines one program, ready for many starts.
#[derive(Debug)]
pub(crate) struct Cage {
    program: Program,
    /// The one folder that it may write, and runs in.
    scratch: PathBuf,
    ground: Ground,
    ruleset: Option<OwnedFd>,
    /// The filter that reports reading, where the kernel is to report it.
    watch: Option<Vec<Instruction>>,
    /// Decides about its files, where the kernel fences none in.
    gate: Option<Arc<Gate>>,
    filters: Vec<(Step, Vec<Instruction>)>,
    /// The filters of a server; none where a program may be none.
    server_filters: Option<Vec<(Step, Vec<Instruction>)>>,
    bounds: Bounds,
}

/// A confined program that runs.
pub(crate) struct Confined {
    pub(crate) child: Child,
    /// Tells when it reads; none where it is looked at instead.
    pub(crate) listener: Option<Listener>,
}

impl Sandbox {
    /// Prepares to start `exe` many times; it may read itself and write `scratch`.
    pub(crate) fn cage(&self, exe: &Path, scratch: &Path, limits: &LimitSpec) -> Result<Cage, SandboxError> {
        let program = Program::open(exe)?;
        let watched = self.engine == Engine::Notify;
        let ground = Ground::for_program(self, exe, scratch)?;
        let user = ground.identity().filter(|_| self.gated()).map(|identity| identity.uid);
        let filters = |family| {
            let mut filters = self.filters(family);
            filters.extend(user.map(|_| (Step::Denylist, filter::behind_gate(PROGRAM_FD as u32))));
            filters
        };
        let watch = || if user.is_some() { filter::gate(filter::watch()) } else { filter::watch() };
        Ok(Cage {
            program,
            scratch: scratch.to_owned(),
            ground,
            ruleset: self.ruleset(&[exe], &[scratch])?,
            watch: watched.then(watch),
            gate: user.map(|user| Arc::new(Gate::new(&[exe], &[scratch], Some(user)))),
            filters: filters(Family::None),
            server_filters: self.serves().then(|| filters(Family::Sessions)),
            bounds: Bounds {
                // A backstop for the whole session: its watcher measures the time between questions.
                cpu_seconds: u64::from(limits.wall_seconds) + u64::from(limits.cpu_ms.div_ceil(1000)),
                // 0 is unlimited: a sanitizer reserves terabytes.
                memory_mib: (limits.memory_mib > 0).then_some(limits.memory_mib.into()),
                file_mib: FILE_MIB,
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
    pub(crate) fn start(
        &self,
        streams: [BorrowedFd<'_>; 3],
        control: BorrowedFd<'_>,
    ) -> Result<Confined, SandboxError> {
        self.launch(streams, control, None, &self.filters)
    }

    /// Removes what a session left outside the scratch folder, where it could.
    pub(crate) fn sweep(&self) {
        self.ground.sweep();
    }

    /// Starts the program as a server, for many sessions; none where it may be none.
    pub(crate) fn serve(&self, control: BorrowedFd<'_>) -> Result<Option<Server>, SandboxError> {
        let Some(filters) = &self.server_filters else { return Ok(None) };
        let failed = |source| SandboxError::io("prepare a server".into(), source);
        let (ours, theirs) = notify::sockets().map_err(failed)?;
        let (output, output_writer) = pipe(End::Reader).map_err(failed)?;
        let null = File::open("/dev/null").map_err(failed)?;
        let streams = [null.as_fd(), output_writer.as_fd(), output_writer.as_fd()];
        let Confined { child, listener } = self.launch(streams, control, Some(theirs.as_fd()), filters)?;
        let owner = self.ground.identity();
        Ok(listener.map(|listener| Server::new(child, listener, ours, output, owner)))
    }

    /// Starts the program, watched.
    ///
    /// Its name and environment are the same everywhere: they lie on its stack, and some take an address for a seed.
    fn launch(
        &self,
        streams: [BorrowedFd<'_>; 3],
        control: BorrowedFd<'_>,
        server: Option<BorrowedFd<'_>>,
        filters: &[(Step, Vec<Instruction>)],
    ) -> Result<Confined, SandboxError> {
        let handover = |source| SandboxError::io("watch the program's input".into(), source);
        if server.is_none() {
            self.ground
                .give(&streams)
                .map_err(|source| SandboxError::io("give it its streams".into(), source))?;
        }
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
            folder: &self.scratch,
            streams,
            bounds: self.bounds,
            ruleset: self.ruleset.as_ref().map(AsFd::as_fd),
            control: Some(control),
            watch: self.watch.clone().zip(sockets.as_ref().map(|(_, theirs)| theirs.as_fd())),
            server,
            filters: filters.to_vec(),
            place: self.ground.place(),
            user: self.ground.identity(),
        };
        let child = launch.start()?;
        let listener = sockets
            .map(|(ours, _)| Listener::receive(&ours, self.gate.clone()))
            .transpose()
            .map_err(handover)?;
        Ok(Confined { child, listener })
    }
}
