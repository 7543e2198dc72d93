//! Pipes that never block the grader, and waiting for several of them.
#![expect(unsafe_code, reason = "poll, pipes and their fill level are system calls")]

use std::fs::File;
use std::io::{Read, Result};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

/// Both ends of a new pipe, reader first; neither is inherited, and `ours` does not block.
pub(crate) fn pipe(ours: End) -> Result<(File, File)> {
    let mut fds = [-1; 2];
    // SAFETY: the kernel writes two descriptors to the array.
    check(unsafe { libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC) })?;
    // SAFETY: both descriptors are new and belong to nobody else; the flag is set on the pipe's own description.
    let (reader, writer) = unsafe { (OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])) };
    let fd = if ours == End::Reader { &reader } else { &writer };
    // SAFETY: changes the flags of a descriptor that lives.
    check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) })?;
    Ok((File::from(reader), File::from(writer)))
}

/// An end of a pipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Reader,
    Writer,
}

/// Reads what is there, without waiting and until `into` holds more than `most`: somebody who prints faster than is
/// read must not keep the reader for ever. Says whether the end was reached.
pub(crate) fn drain(reader: &File, into: &mut Vec<u8>, most: usize) -> Result<bool> {
    let mut chunk = [0_u8; 16 << 10];
    loop {
        match (&mut &*reader).read(&mut chunk) {
            Ok(0) => return Ok(true),
            Ok(count) => {
                into.extend_from_slice(&chunk[..count]);
                if count < chunk.len() || into.len() > most {
                    return Ok(false);
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return Ok(false),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// How many bytes wait in a pipe.
pub(crate) fn filled(pipe: &File) -> Result<usize> {
    let mut count: libc::c_int = 0;
    // SAFETY: the request writes one int.
    check(unsafe { libc::ioctl(pipe.as_raw_fd(), libc::FIONREAD, &raw mut count) })?;
    Ok(count as usize)
}

/// Whether reads of a pipe end at once when nothing is there. Who shares its description may have said so.
pub(crate) fn never_blocks(pipe: &File) -> Result<bool> {
    // SAFETY: asks for the flags of a descriptor that lives.
    let flags = check(unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_GETFL) })?;
    Ok(flags & libc::O_NONBLOCK != 0)
}

/// Lets reads of a pipe wait for something to read, for all who share its description.
pub(crate) fn block(pipe: &File) -> Result<()> {
    // SAFETY: changes the flags of a descriptor that lives; a pipe's reading end has no other flags.
    check(unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_SETFL, 0) })?;
    Ok(())
}

/// Waits until one of the descriptors has something to read or is at its end, or the time is over. An absent
/// descriptor is never ready.
pub(crate) fn wait<const N: usize>(fds: [Option<BorrowedFd<'_>>; N], time: Duration) -> Result<[Ready; N]> {
    let mut polled = fds.map(|fd| libc::pollfd {
        fd: fd.map_or(-1, |fd| fd.as_raw_fd()),
        events: libc::POLLIN,
        revents: 0,
    });
    let time = libc::timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
    // SAFETY: the array is as long as is said, and outlives the call.
    let result = unsafe { libc::ppoll(polled.as_mut_ptr(), N as u64, &raw const time, std::ptr::null()) };
    match check(result) {
        Err(error) if error.kind() != std::io::ErrorKind::Interrupted => Err(error),
        Err(_) => Ok([Ready::default(); N]),
        Ok(_) => Ok(polled.map(|fd| Ready {
            readable: fd.revents & libc::POLLIN != 0,
            over: fd.revents & (libc::POLLHUP | libc::POLLERR | libc::POLLNVAL) != 0,
        })),
    }
}

/// What a descriptor is ready for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Ready {
    /// There is something to read.
    pub(crate) readable: bool,
    /// The other side is gone.
    pub(crate) over: bool,
}

pub(super) fn check(result: libc::c_int) -> Result<libc::c_int> {
    if result < 0 { Err(std::io::Error::last_os_error()) } else { Ok(result) }
}
