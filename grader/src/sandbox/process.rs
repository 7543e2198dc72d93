//! A running child: ending it, learning how it ended, and what it has used.
#![expect(unsafe_code, reason = "children are waited for and signalled by system calls")]

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

use crate::transcript::Ending;

/// A child that runs, or waits to be reaped. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Child {
    pid: libc::pid_t,
    pidfd: OwnedFd,
    /// Whether it leads a session, and with it whatever family it may have; others are alone.
    leads: bool,
    reaped: bool,
}

/// What is known once a child has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    status: i32,
    /// The processor time of the child and of its children that it waited for.
    pub(crate) cpu: Duration,
    /// The bytes it sent to disks, where the system counts them.
    pub(crate) written: u64,
}

impl Ended {
    /// How it ended; a signal for too much processor time is told apart.
    pub(crate) fn ending(self) -> Ending {
        if libc::WIFEXITED(self.status) {
            return Ending::Exited(libc::WEXITSTATUS(self.status));
        }
        match libc::WTERMSIG(self.status) {
            libc::SIGXCPU => Ending::CpuLimit,
            signal => Ending::Signalled(signal),
        }
    }
}

impl Child {
    pub(super) fn new(pid: libc::pid_t, pidfd: OwnedFd) -> Self {
        Self { pid, pidfd, leads: true, reaped: false }
    }

    /// A child of this process's, by its number.
    pub(super) fn of(pid: libc::pid_t) -> std::io::Result<Self> {
        // SAFETY: makes a descriptor of a process, which is new and belongs to nobody else.
        unsafe {
            let fd = libc::syscall(libc::SYS_pidfd_open, pid, 0) as i32;
            Ok(Self::new(pid, OwnedFd::from_raw_fd(super::pipe::check(fd)?)))
        }
    }

    /// The same for one that can have no family.
    pub(super) fn alone(pid: libc::pid_t) -> std::io::Result<Self> {
        let mut child = Self::of(pid)?;
        child.leads = false;
        Ok(child)
    }

    /// Keeps it on the processor that the grader is on, as those are that start by themselves; where that is not
    /// allowed (another user's process, in some containers) it stays where it is, which costs time alone.
    pub(super) fn stay_here(&self) {
        // SAFETY: the set is plain memory, for which zero is a value; the calls read and write what they are given.
        unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            if let Ok(processor) = usize::try_from(libc::sched_getcpu()) {
                libc::CPU_SET(processor, &mut set);
                libc::sched_setaffinity(self.pid, size_of_val(&set), &raw const set);
            }
        }
    }

    /// Its process number.
    pub(crate) fn pid(&self) -> i32 {
        self.pid
    }

    /// Ends the child and every process of its family.
    pub(crate) fn kill(&self) {
        if !self.reaped {
            let all = if self.leads { -self.pid } else { self.pid };
            // SAFETY: the child is not reaped, so its number and its group's (if it leads a session) are still its own.
            unsafe { libc::kill(all, libc::SIGKILL) };
        }
    }

    /// Waits for the child's end, then ends and reaps what is left of its family.
    pub(crate) fn reap(mut self) -> Ended {
        self.finish()
    }

    fn finish(&mut self) -> Ended {
        // The leader stays unreaped until its family is dead, so that the group's number cannot become anybody else's.
        // SAFETY: the calls wait for this process's own children and write to memory of the right types.
        unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOWAIT;
            while libc::waitid(libc::P_PID, self.pid as u32, &raw mut info, flags) < 0 && interrupted() {}
            self.kill();
            let mut status = 0;
            let mut usage: libc::rusage = std::mem::zeroed();
            while libc::wait4(self.pid, &raw mut status, 0, &raw mut usage) < 0 && interrupted() {}
            self.reaped = true;
            // The grader is its descendants' reaper: whatever of the family outlived the leader is a child of ours now.
            while libc::waitid(libc::P_PGID, self.pid as u32, &raw mut info, libc::WEXITED) == 0
                || interrupted()
            {}
            let written = usage.ru_oublock as u64 * 512;
            Ended { status, cpu: time_of(usage.ru_utime) + time_of(usage.ru_stime), written }
        }
    }

    /// The processor time the child has used so far.
    pub(crate) fn cpu(&self) -> Duration {
        // The number of a process's processor clock, as clock_getcpuclockid(3) makes it.
        let clock = (!self.pid << 3) | 2;
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes to `time` only.
        unsafe { libc::clock_gettime(clock, &raw mut time) };
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

impl AsFd for Child {
    /// Becomes readable when the child has ended.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}

impl AsRawFd for Child {
    fn as_raw_fd(&self) -> i32 {
        self.pidfd.as_raw_fd()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            self.finish();
        }
    }
}

/// Makes this process the reaper of its descendants, so that none can slip away from a run by losing its parent.
pub(super) fn reap_descendants() -> std::io::Result<()> {
    // SAFETY: sets an attribute of this process.
    if unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } < 0 {
        return Err(std::io::Error::last_os_error());
    }
    Ok(())
}

fn interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}

fn time_of(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}
