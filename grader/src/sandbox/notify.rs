//! Being told that a program reads: seccomp user notification.
#![expect(unsafe_code, reason = "the listener is driven by ioctls and passed over a socket")]

use std::fs::File;
use std::io::Result;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Arc;

use super::filter::OPENING;
use super::gate::{Consent, Gate};
use super::pipe::check;

/// A control message that carries one or two descriptors, as the kernel lays it out.
#[repr(C)]
pub(super) struct Rights<const N: usize> {
    header: libc::cmsghdr,
    fds: [RawFd; N],
}

impl<const N: usize> Rights<N> {
    /// A message that carries these descriptors.
    pub(super) fn carrying(fds: [RawFd; N]) -> Self {
        // SAFETY: the header is three numbers, for which zero is a value.
        let mut header: libc::cmsghdr = unsafe { std::mem::zeroed() };
        header.cmsg_len = (size_of::<libc::cmsghdr>() + size_of_val(&fds)) as _;
        header.cmsg_level = libc::SOL_SOCKET;
        header.cmsg_type = libc::SCM_RIGHTS;
        Self { header, fds }
    }
}

/// A pair of connected sockets, for the listener's way from the child.
pub(crate) fn sockets() -> Result<(OwnedFd, OwnedFd)> {
    let mut fds = [-1; 2];
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC;
    // SAFETY: the kernel writes two descriptors to the array.
    check(unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()) })?;
    // SAFETY: both are new and belong to nobody else.
    Ok(unsafe { (OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])) })
}

/// Sends a byte and two descriptors.
pub(super) fn send(socket: BorrowedFd<'_>, fds: [RawFd; 2]) -> Result<()> {
    let mut byte = 0_u8;
    let mut data = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let mut rights = Rights::carrying(fds);
    // SAFETY: an all-zero message header is a valid empty one.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut data;
    message.msg_iovlen = 1;
    message.msg_control = (&raw mut rights).cast();
    message.msg_controllen = size_of_val(&rights);
    // SAFETY: the header points to memory that lives and has the sizes it says.
    let count = unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL) };
    check(count as i32).map(|_| ())
}

/// The listening end of a watch.
#[derive(Debug)]
pub(crate) struct Listener {
    file: File,
    /// Decides about files.
    gate: Option<Arc<Gate>>,
}

/// A system call that waits for its permission.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Notice {
    id: u64,
    /// The thread that made it, as numbered here.
    pub(super) pid: i32,
    /// The number of the system call.
    pub(crate) call: i32,
    /// Its arguments.
    pub(crate) args: [u64; 6],
}

impl Listener {
    /// Takes the listener that a child has sent; calls that open files are decided by a gate.
    pub(super) fn receive(socket: &OwnedFd, gate: Option<Arc<Gate>>) -> Result<Self> {
        let mut byte = 0_u8;
        let mut data = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
        let mut rights = Rights::carrying([-1]);
        // SAFETY: an all-zero message header is a valid empty one.
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        message.msg_iov = &raw mut data;
        message.msg_iovlen = 1;
        message.msg_control = (&raw mut rights).cast();
        message.msg_controllen = size_of_val(&rights);
        let flags = libc::MSG_CMSG_CLOEXEC | libc::MSG_DONTWAIT;
        // SAFETY: the header points to memory that lives and has the sizes it says.
        let count = unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut message, flags) };
        check(count as i32)?;
        if count == 0 || rights.fds[0] < 0 || message.msg_controllen == 0 {
            return Err(std::io::Error::other("the child sent no listener"));
        }
        // SAFETY: the kernel has just made this descriptor for us.
        let listener = Self { file: File::from(unsafe { OwnedFd::from_raw_fd(rights.fds[0]) }), gate };
        // The child and its watcher take turns, so they best share a processor; older kernels cannot.
        // SAFETY: the request takes a number.
        unsafe {
            libc::ioctl(listener.file.as_raw_fd(), SET_FLAGS, SYNC_WAKE_UP);
        }
        Ok(listener)
    }

    /// Another listener to the same watch.
    pub(super) fn try_clone(&self) -> Result<Self> {
        Ok(Self { file: self.file.try_clone()?, gate: self.gate.clone() })
    }

    /// The system call that waits. None if its thread has meanwhile died, if it was a fork, which is refused here, or
    /// if it opened a file, which is decided here.
    pub(crate) fn fetch(&self) -> Result<Option<Notice>> {
        match self.fetch_any()? {
            Some(notice) if i64::from(notice.call) == libc::SYS_clone => {
                let error = -libc::EPERM;
                self.answer(libc::seccomp_notif_resp { id: notice.id, val: 0, error, flags: 0 })?;
                Ok(None)
            }
            other => Ok(other),
        }
    }

    /// The same for whoever decides about forks.
    pub(super) fn fetch_any(&self) -> Result<Option<Notice>> {
        // SAFETY: all zero is a valid, and the demanded, state of the structure.
        let mut raw: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the request writes one structure of this type.
        match check(unsafe { libc::ioctl(self.file.as_raw_fd(), RECEIVE, &raw mut raw) }) {
            Ok(_) => {
                let call = raw.data.nr;
                let notice = Notice { id: raw.id, pid: raw.pid as i32, call, args: raw.data.args };
                match &self.gate {
                    Some(gate) if OPENING.contains(&call.into()) => self.open(gate, &notice).map(|()| None),
                    _ => Ok(Some(notice)),
                }
            }
            Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EINTR)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Lets the system call go on.
    pub(crate) fn resume(&self, notice: &Notice) -> Result<()> {
        let flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;
        self.answer(libc::seccomp_notif_resp { id: notice.id, val: 0, error: 0, flags })
    }

    /// Answers a call that opens a file.
    fn open(&self, gate: &Gate, notice: &Notice) -> Result<()> {
        let result = match gate.decide(notice) {
            Ok(Consent::GoOn) => return self.resume(notice),
            Ok(Consent::Take(file, closes)) => self.put(notice, &file, closes),
            Err(error) => Err(error),
        };
        let (val, error) = match result {
            Ok(fd) => (fd.into(), 0),
            Err(error) => (0, -error.raw_os_error().unwrap_or(libc::EACCES)),
        };
        self.answer(libc::seccomp_notif_resp { id: notice.id, val, error, flags: 0 })
    }

    /// Gives a descriptor to the process whose call waits; returns its number there.
    fn put(&self, notice: &Notice, file: &OwnedFd, closes: bool) -> Result<RawFd> {
        let newfd_flags = if closes { libc::O_CLOEXEC as u32 } else { 0 };
        let srcfd = file.as_raw_fd() as u32;
        let mut put = libc::seccomp_notif_addfd { id: notice.id, flags: 0, srcfd, newfd: 0, newfd_flags };
        // SAFETY: the request reads one structure of this type.
        check(unsafe { libc::ioctl(self.file.as_raw_fd(), ADD_FD, &raw mut put) })
    }

    fn answer(&self, mut answer: libc::seccomp_notif_resp) -> Result<()> {
        // SAFETY: the request reads one structure of this type.
        match check(unsafe { libc::ioctl(self.file.as_raw_fd(), SEND, &raw mut answer) }) {
            // Its thread has meanwhile died.
            Err(error) if error.raw_os_error() == Some(libc::ENOENT) => Ok(()),
            other => other.map(|_| ()),
        }
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

const fn request(direction: u64, number: u64, size: usize) -> u64 {
    direction << 30 | (size as u64) << 16 | (b'!' as u64) << 8 | number
}
const RECEIVE: u64 = request(3, 0, size_of::<libc::seccomp_notif>());
const SEND: u64 = request(3, 1, size_of::<libc::seccomp_notif_resp>());
const SET_FLAGS: u64 = request(1, 4, size_of::<u64>());
const SYNC_WAKE_UP: u64 = 1;
const ADD_FD: u64 = request(1, 3, size_of::<libc::seccomp_notif_addfd>());

/// Whether this kernel tells of system calls.
pub(super) fn supported() -> bool {
    let action = libc::SECCOMP_RET_USER_NOTIF;
    // SAFETY: the kernel reads one number.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}

/// The version of the kernel's landlock; 0 or less if there is none.
pub(super) fn landlock_version() -> i32 {
    let no_rules: *const u8 = std::ptr::null();
    // SAFETY: with this flag the call reads nothing and returns the version.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, no_rules, 0, 1) as i32 }
}
