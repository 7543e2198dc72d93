//! Name spaces (tier 1): made once, held by a process that does nothing, and joined by every child that is to run in
//! them.
//!
//! Making them costs more than starting a program. The holder is the first process of its process space: when it ends,
//! the kernel ends all others there, and it ends with the grader, whose end of a pipe it reads.

use std::ffi::CString;
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use super::filter::Family;
use super::launch::{Bounds, Launch, Program, terminated};
use super::pipe::{End, pipe};
use super::process::Child;
use super::{Sandbox, SandboxError, child};

/// The program that holds name spaces: it ends when its input does.
const HOLDER: &str = "/bin/cat";

/// Name spaces of users, processes, files, network, messages and host names.
#[derive(Debug)]
pub(super) struct Spaces {
    holder: Child,
    /// Its end is the holder's.
    _input: File,
}

/// What a child needs to make name spaces.
pub(super) struct Making {
    /// Files of the kernel's, and what is written to them: who is who in the new spaces.
    pub(super) maps: [(CString, CString); 3],
    /// The folders that stay writable.
    pub(super) writable: Vec<CString>,
}

impl Spaces {
    /// Makes name spaces in which only these folders can be written.
    pub(super) fn new(sandbox: &Sandbox, writable: &[&Path]) -> Result<Self, SandboxError> {
        let failed = |source| SandboxError::io("prepare name spaces".into(), source);
        let making = Making {
            maps: child::identity_maps().map_err(failed)?,
            writable: writable.iter().map(|path| terminated((*path).into())).collect::<Result<_, _>>()?,
        };
        let (input, writer) = pipe(End::Writer).map_err(failed)?;
        let null = File::options().read(true).write(true).open("/dev/null").map_err(failed)?;
        let program = Program::open(Path::new(HOLDER))?;
        let ruleset = sandbox.ruleset(&[], &[])?;
        let launch = Launch {
            program: &program,
            args: vec![HOLDER.into()],
            env: Vec::new(),
            folder: Path::new("/"),
            streams: [input.as_fd(), null.as_fd(), null.as_fd()],
            bounds: Bounds { cpu_seconds: 60, memory_mib: None, file_mib: 0, tasks: super::tool::TASKS },
            ruleset: ruleset.as_ref().map(AsFd::as_fd),
            control: None,
            watch: None,
            server: None,
            filters: sandbox.filters(Family::None),
            place: super::launch::Place::Make(&making),
            user: None,
        };
        Ok(Self { holder: launch.start()?, _input: writer })
    }

    /// What a child joins.
    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        self.holder.as_fd()
    }
}
