//! The page of memory that a program's shim and the grader share; the shim's side is `play/shim/control.c`.
#![expect(unsafe_code, reason = "shared memory is mapped by hand")]

use std::io::Result;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::pipe::check;
use crate::play::Setting;
use crate::transcript::SEEDING_LOG;

const BYTES: usize = 16384;
const WORDS: usize = BYTES / 4;
const MAGIC: u32 = 0x6361_7264;

// The words of the page.
const ANSWERS: usize = 4;
const SEEDING_CALLS: usize = 5;
const SEEDINGS: usize = 6;
const RIGGED: usize = SEEDINGS + SEEDING_LOG + 1;

/// The page, mapped here and inherited by children.
#[derive(Debug)]
pub(crate) struct ControlPage {
    memory: OwnedFd,
    words: &'static [AtomicU32],
}

impl ControlPage {
    /// A new page. Its size is sealed: a program that could shrink it would end the grader at its next look.
    pub(crate) fn new() -> Result<Self> {
        let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
        // SAFETY: the name is a C string; the descriptor is new and belongs to nobody else.
        let memory = unsafe { OwnedFd::from_raw_fd(check(libc::memfd_create(c"control".as_ptr(), flags))?) };
        // SAFETY: changes the size of a file of our own, and then forbids further changes.
        unsafe {
            check(libc::ftruncate(memory.as_raw_fd(), BYTES as i64))?;
            let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
            check(libc::fcntl(memory.as_raw_fd(), libc::F_ADD_SEALS, seals))?;
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let fd = memory.as_raw_fd();
        // SAFETY: a new mapping anywhere, of a file as long as the mapping.
        let page = unsafe { libc::mmap(std::ptr::null_mut(), BYTES, protection, libc::MAP_SHARED, fd, 0) };
        if page == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        // SAFETY: the mapping has this many words, is aligned, and lives until this value is dropped, which hands out
        // no longer borrows; whatever a program writes there is a number, and all access is atomic.
        let words = unsafe { std::slice::from_raw_parts(page.cast::<AtomicU32>(), WORDS) };
        Ok(Self { memory, words })
    }

    /// Prepares the page for a session.
    pub(crate) fn set(&self, setting: &Setting) -> Result<()> {
        if setting.rigged.len() > WORDS - RIGGED {
            let most = format!("at most {} values can be rigged", WORDS - RIGGED);
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, most));
        }
        let head = [MAGIC, setting.seed, setting.base, setting.moment];
        let log = [0; RIGGED - 1 - ANSWERS];
        let count = setting.rigged.len() as u32;
        let all = head.into_iter().chain(log).chain([count]).chain(setting.rigged.iter().copied());
        for (word, value) in self.words.iter().zip(all) {
            word.store(value, Relaxed);
        }
        Ok(())
    }

    /// Tells the program's clock that another answer was typed.
    pub(crate) fn answered(&self) {
        self.words[ANSWERS].fetch_add(1, Relaxed);
    }

    /// What the program passed to `srand`, and how often it called it.
    pub(crate) fn seedings(&self) -> (Vec<u32>, u32) {
        let calls = self.words[SEEDING_CALLS].load(Relaxed);
        let kept = SEEDING_LOG.min(calls as usize);
        let log = self.words[SEEDINGS..SEEDINGS + kept].iter().map(|word| word.load(Relaxed)).collect();
        (log, calls)
    }
}

impl AsFd for ControlPage {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.memory.as_fd()
    }
}

impl Drop for ControlPage {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `new`, and no borrow of it outlives this value.
        unsafe { libc::munmap(self.words.as_ptr().cast_mut().cast(), BYTES) };
    }
}
