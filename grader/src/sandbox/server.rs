//! A program that was started once and forks its sessions; its own side is `play/shim/serve.c`.
//!
//! Starting a program, linking it and confining it costs several times what a fork does. So a program that is played
//! often is started once more, and stands still before anything of its own has run. For each session the grader sends
//! it input and output; it forks, and the child, which is the grader's, starts as the program would have. All of the
//! confinement was in place before the program was loaded.
//!
//! A fork is reported to the grader like a read, and allowed if it is the one that was asked for, and refused
//! otherwise. What looks in any way unlike a program that has not begun yet is no server: the program is started afresh
//! for each session, as others are.

use std::fs::File;
use std::io::Result;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::time::{Duration, Instant};

use super::Confined;
use super::notify::{self, Listener, Notice};
use super::pipe::{filled, wait};
use super::process::Child;
use super::user::Identity;

/// How long a server may take for what takes it a moment: a bound for those that hang.
const PATIENCE: Duration = Duration::from_secs(10);
/// What a session does first: it binds itself to the grader's life. No filter lets it, or its server, unbind itself.
const BINDING: [u64; 2] = [libc::PR_SET_PDEATHSIG as u64, libc::SIGKILL as u64];
/// The fork of the server's own: the child is the grader's, and its thread's number is noted where the program's was.
const FORK: u64 =
    (libc::CLONE_PARENT | libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID | libc::SIGCHLD) as u64;

/// A program that waits for sessions.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    listener: Listener,
    socket: OwnedFd,
    /// What it prints itself, which must be nothing.
    output: File,
    /// Whose the sessions' pipes must be.
    owner: Option<Identity>,
    checked: bool,
}

impl Server {
    pub(super) fn new(
        child: Child,
        listener: Listener,
        socket: OwnedFd,
        output: File,
        owner: Option<Identity>,
    ) -> Self {
        Self { child, listener, socket, output, owner, checked: false }
    }

    /// Starts a session with this input and output. None if the program does not serve; it may then have run.
    pub(crate) fn fork(&mut self, streams: [BorrowedFd<'_>; 2], scratch: &Path) -> Result<Option<Confined>> {
        let deadline = Instant::now() + PATIENCE;
        if let Some(owner) = self.owner {
            owner.take(&streams)?;
        }
        if notify::send(self.socket.as_fd(), streams.map(|fd| fd.as_raw_fd())).is_err() {
            return Ok(None);
        }
        let Some(fork) = self.next(deadline)? else { return Ok(None) };
        let own = fork.pid == self.child.pid() && i64::from(fork.call) == libc::SYS_clone;
        if !own || fork.args[..2] != [FORK, 0] || !self.is_untouched(scratch)? {
            return Ok(None);
        }
        self.listener.resume(&fork)?;
        // The child tells of itself by the first thing it does.
        let Some(born) = self.next(deadline)? else { return Ok(None) };
        let binds = i64::from(born.call) == libc::SYS_prctl && born.args[..2] == BINDING;
        if born.pid == self.child.pid() || !binds {
            return Ok(None);
        }
        let child = Child::alone(born.pid)?;
        child.stay_here();
        self.listener.resume(&born)?;
        Ok(Some(Confined { child, listener: Some(self.listener.try_clone()?) }))
    }

    /// The next report; none if the server ends or takes too long. While it is loaded it reads its libraries.
    fn next(&self, deadline: Instant) -> Result<Option<Notice>> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let [notice, ended] = wait([Some(self.listener.as_fd()), Some(self.child.as_fd())], left)?;
            if ended.readable || notice.over || left.is_zero() {
                return Ok(None);
            }
            if notice.readable
                && let Some(notice) = self.listener.fetch_any()?
            {
                let loads = i64::from(notice.call) == libc::SYS_read && notice.args[0] != 0;
                if !loads || self.checked {
                    return Ok(Some(notice));
                }
                self.listener.resume(&notice)?;
            }
        }
    }

    /// Whether nothing of the program's own shows: at the first fork it has one thread, no output and no files.
    fn is_untouched(&mut self, scratch: &Path) -> Result<bool> {
        if !self.checked {
            let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.pid()))?.count();
            let files = std::fs::read_dir(scratch)?.count();
            self.checked = threads == 1 && files == 0 && filled(&self.output)? == 0;
        }
        Ok(self.checked)
    }
}
