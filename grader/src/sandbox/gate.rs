//! The fence around files where the kernel has none (tier 4): each file is opened with the grader's consent.
//!
//! A child's calls that open files are reported like reads. What a tool may not open is refused, and it goes on with its
//! own call otherwise: compilers run nobody's code, so nothing writes over a path after it was looked at. A program's
//! threads could. So it never opens a file itself: the grader does, with the rights of the program's user, and gives
//! it the descriptor.
#![expect(
    unsafe_code,
    reason = "files are opened with the rights of another user, and without following links"
)]

use std::ffi::CString;
use std::fs::{self, File};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::fence::SYSTEM;
use super::notify::Notice;
use super::pipe::check;

/// The longest path, in bytes.
const PATH: usize = 4096;
/// What else may be written.
const NULL: &str = "/dev/null";
/// The flags that are passed on; no others mean anything where a file is opened.
const FLAGS: i32 = libc::O_ACCMODE
    | libc::O_CREAT
    | libc::O_EXCL
    | libc::O_NOCTTY
    | libc::O_TRUNC
    | libc::O_APPEND
    | libc::O_NONBLOCK
    | libc::O_SYNC
    | libc::O_DIRECT
    | libc::O_DIRECTORY
    | libc::O_NOFOLLOW
    | libc::O_NOATIME
    | libc::O_CLOEXEC
    | libc::O_TMPFILE;

/// The files that one child may open.
#[derive(Debug)]
pub(super) struct Gate {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
    /// A program's user; a tool opens its files itself.
    user: Option<u32>,
}

/// What becomes of a call.
#[derive(Debug)]
pub(super) enum Consent {
    /// The child opens the file.
    GoOn,
    /// The child gets this descriptor, which closes at the start of another program if so.
    Take(OwnedFd, bool),
}

/// A call that opens a file, with its arguments in the order of `openat`.
struct Request {
    path: PathBuf,
    /// Whether it is one of the child's own descriptors.
    is_own: bool,
    flags: i32,
    mode: u32,
}

impl Gate {
    /// For a child that may read the system and what is `readable`, and change what is `writable`. With a user it is
    /// that user's program.
    pub(super) fn new(readable: &[&Path], writable: &[&Path], user: Option<u32>) -> Self {
        let whole = |path: &Path| fs::canonicalize(path).ok();
        let system = SYSTEM.iter().map(Path::new).chain([Path::new(NULL)]);
        Self {
            readable: system.chain(readable.iter().copied()).filter_map(whole).collect(),
            writable: writable.iter().copied().filter_map(whole).collect(),
            user,
        }
    }

    /// Decides about a call; an error is what the call ends with.
    pub(super) fn decide(&self, notice: &Notice) -> std::io::Result<Consent> {
        let request = Request::of(notice)?;
        if request.is_pipe() {
            return self.give(request.flags, || again(&request));
        }
        let path = request.resolved()?;
        let home = self.writable.iter().find(|top| path.starts_with(top));
        let is_given = self.readable.iter().any(|top| path.starts_with(top));
        let may_read = is_given && (request.only_reads() || path == Path::new(NULL));
        if home.is_none() && !may_read {
            return Err(error(libc::EACCES));
        }
        let Some(user) = self.user else { return Ok(Consent::GoOn) };
        self.give(request.flags, || open_as(user, home, &path, &request))
    }

    /// Lets a tool go on, and opens the file for a program.
    fn give(&self, flags: i32, open: impl FnOnce() -> std::io::Result<OwnedFd>) -> std::io::Result<Consent> {
        match self.user {
            None => Ok(Consent::GoOn),
            Some(_) => Ok(Consent::Take(open()?, flags & libc::O_CLOEXEC != 0)),
        }
    }
}

impl Request {
    fn of(notice: &Notice) -> std::io::Result<Self> {
        let [a, b, c, d, ..] = notice.args;
        let here = libc::AT_FDCWD as u64;
        let create = (libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC) as u64;
        let (folder, address, flags, mode) = match i64::from(notice.call) {
            libc::SYS_open => (here, a, b, c),
            libc::SYS_creat => (here, a, create, b),
            _ => (a, b, c, d),
        };
        let own = PathBuf::from(format!("/proc/{}", notice.pid));
        let path = text_at(&own, address)?;
        if path.as_os_str().is_empty() {
            return Err(error(libc::ENOENT));
        }
        let fd = own_descriptor(&path);
        let is_own = fd.is_some();
        let path = match fd {
            Some(fd) => own.join("fd").join(fd),
            None if path.is_absolute() => path,
            None => {
                let folder = match folder as i32 {
                    libc::AT_FDCWD => own.join("cwd"),
                    fd => own.join(format!("fd/{fd}")),
                };
                fs::read_link(folder).map_err(|_| error(libc::EBADF))?.join(path)
            }
        };
        Ok(Self { path, is_own, flags: flags as i32 & FLAGS, mode: mode as u32 & 0o7755 })
    }

    /// Whether nothing is made or changed.
    fn only_reads(&self) -> bool {
        let makes = libc::O_CREAT | libc::O_TRUNC | (libc::O_TMPFILE & !libc::O_DIRECTORY);
        self.flags & libc::O_ACCMODE == libc::O_RDONLY && self.flags & makes == 0
    }

    /// Whether it is a pipe that the child has already.
    fn is_pipe(&self) -> bool {
        let leads_to = || fs::read_link(&self.path);
        self.is_own && leads_to().is_ok_and(|to| to.as_os_str().as_bytes().starts_with(b"pipe:"))
    }

    /// Where the path leads, links followed; those of processes lead the grader to what is its own.
    fn resolved(&self) -> std::io::Result<PathBuf> {
        if !self.is_own && self.path.starts_with("/proc") {
            return Ok(self.path.clone());
        }
        match fs::canonicalize(&self.path) {
            Err(missing)
                if missing.raw_os_error() == Some(libc::ENOENT) && self.flags & libc::O_CREAT != 0 =>
            {
                let (Some(folder), Some(name)) = (self.path.parent(), self.path.file_name()) else {
                    return Err(missing);
                };
                Ok(fs::canonicalize(folder)?.join(name))
            }
            other => other,
        }
    }
}

/// The descriptor of its own that a child names by a path.
fn own_descriptor(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let standard = [("/dev/stdin", "0"), ("/dev/stdout", "1"), ("/dev/stderr", "2")];
    let fd = ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|before| text.strip_prefix(before));
    let fd = fd.filter(|fd| !fd.is_empty() && fd.bytes().all(|byte| byte.is_ascii_digit()));
    standard.iter().find(|(name, _)| *name == text).map(|(_, fd)| *fd).or(fd)
}

/// The path at an address of a process.
fn text_at(process: &Path, address: u64) -> std::io::Result<PathBuf> {
    let memory = File::open(process.join("mem"))?;
    let mut text = Vec::new();
    while text.len() < PATH {
        // To the end of a page: the next one may not be there.
        let from = address + text.len() as u64;
        let mut piece = vec![0; 4096 - (from % 4096) as usize];
        memory.read_exact_at(&mut piece, from).map_err(|_| error(libc::EFAULT))?;
        let end = piece.iter().position(|byte| *byte == 0);
        text.extend_from_slice(&piece[..end.unwrap_or(piece.len())]);
        if end.is_some() && text.len() < PATH {
            return Ok(std::ffi::OsString::from_vec(text).into());
        }
    }
    Err(error(libc::ENAMETOOLONG))
}

/// Opens a pipe that a program has already once more.
fn again(request: &Request) -> std::io::Result<OwnedFd> {
    let access = request.flags & libc::O_ACCMODE;
    let file = File::options()
        .read(access != libc::O_WRONLY)
        .write(access != libc::O_RDONLY)
        .custom_flags(libc::O_NONBLOCK)
        .open(&request.path)?;
    Ok(with_flags(file.into(), request.flags))
}

/// Opens a file with a user's rights; in a folder of the user's own, nothing but the user's own files.
fn open_as(user: u32, home: Option<&PathBuf>, path: &Path, request: &Request) -> std::io::Result<OwnedFd> {
    let top =
        home.map(|home| File::options().read(true).custom_flags(libc::O_PATH).open(home)).transpose()?;
    let below = home.and_then(|home| path.strip_prefix(home).ok()).unwrap_or(path);
    let below = if below.as_os_str().is_empty() { Path::new(".") } else { below };
    let name = CString::new(below.as_os_str().as_bytes()).map_err(|_| error(libc::EINVAL))?;
    // Nobody can keep the grader waiting by a pipe of theirs.
    let flags = request.flags | libc::O_CLOEXEC | libc::O_NONBLOCK;
    let makes = flags & libc::O_CREAT != 0 || flags & libc::O_TMPFILE == libc::O_TMPFILE;
    // SAFETY: the structure is three numbers, for which zero is a value.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = flags as u64;
    how.mode = if makes { request.mode.into() } else { 0 };
    how.resolve = libc::RESOLVE_NO_SYMLINKS | libc::RESOLVE_NO_MAGICLINKS;
    if top.is_some() {
        how.resolve |= libc::RESOLVE_BENEATH;
    }
    let top = top.as_ref().map_or(libc::AT_FDCWD, AsRawFd::as_raw_fd);
    let rights = Rights::of(user);
    // SAFETY: path and structure live and have the sizes they say.
    let fd =
        unsafe { libc::syscall(libc::SYS_openat2, top, name.as_ptr(), &raw const how, size_of_val(&how)) };
    let fd = check(fd as RawFd);
    drop(rights);
    // SAFETY: the kernel has just made this descriptor for us.
    let file = File::from(unsafe { OwnedFd::from_raw_fd(fd?) });
    let found = file.metadata()?;
    let fits = if home.is_some() { found.uid() == user } else { found.mode() & 0o004 != 0 };
    if fits { Ok(with_flags(file.into(), request.flags)) } else { Err(error(libc::EACCES)) }
}

/// The descriptor with the flags that were asked for.
fn with_flags(file: OwnedFd, flags: i32) -> OwnedFd {
    let kept = flags & (libc::O_APPEND | libc::O_NONBLOCK | libc::O_DIRECT | libc::O_NOATIME);
    // SAFETY: changes the flags of a descriptor that lives.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, kept) };
    file
}

/// This thread's rights to files, a user's for as long as this lives and the grader's again afterwards.
struct Rights;

impl Rights {
    fn of(user: u32) -> Self {
        // SAFETY: the raw calls change this thread alone.
        unsafe {
            libc::syscall(libc::SYS_setfsgid, user);
            libc::syscall(libc::SYS_setfsuid, user);
        }
        Self
    }
}

impl Drop for Rights {
    fn drop(&mut self) {
        // SAFETY: as above; only root gives programs a user of their own.
        unsafe {
            libc::syscall(libc::SYS_setfsuid, 0);
            libc::syscall(libc::SYS_setfsgid, libc::getegid());
        }
    }
}

fn error(number: i32) -> std::io::Error {
    std::io::Error::from_raw_os_error(number)
}
