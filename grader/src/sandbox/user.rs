//! A user of their own for children (tiers 2 and 4): numbers that belong to nobody, lent to one program at a time.
//!
//! Everything a child must reach is given to its user or its group and taken back afterwards; nobody else's rights
//! change, and nothing outside the folder for temporary files is touched.
#![expect(unsafe_code, reason = "users are looked up in the system's database by a C function")]

use std::collections::BTreeMap;
use std::fs::{self, Metadata, Permissions};
use std::io::{Error, ErrorKind, Result};
use std::ops::Range;
use std::os::fd::BorrowedFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, fchown, lchown};
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The numbers, of users and of groups alike. No distribution gives them out by itself (systemd's list of ranges calls
/// 60514 to 61183 unused), and containers map them.
pub(super) const RANGE: Range<u32> = 60_601..61_000;
/// The group of the tools: what programs are compiled with is open to it, and to no program.
const TOOLS: u32 = 60_600;
/// Folders in which everybody may write.
const OPEN: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// A user's number for as long as this lives.
#[derive(Debug)]
pub(super) struct Lease {
    uid: u32,
    /// Remove what the user left in the folders in which everybody may write.
    sweeps: bool,
    /// Bound to the number's name, which the system gives to one process at a time and frees when that ends.
    _lock: UnixDatagram,
}

/// What a child becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    /// The user, and the group of the same number.
    pub(super) uid: u32,
    /// A further group.
    pub(super) group: Option<u32>,
    /// Whether it may read whatever its fence allows, whoever owns it.
    pub(super) reads_all: bool,
}

impl Identity {
    /// Makes these pipes the user's: it could use them, but not open them by their names otherwise.
    pub(super) fn take(self, pipes: &[BorrowedFd<'_>]) -> Result<()> {
        pipes.iter().try_for_each(|pipe| fchown(pipe, Some(self.uid), Some(self.uid)))
    }
}

impl Lease {
    /// The first number that nobody has: no user of the system's, and no other program of this or another grader.
    pub(super) fn take(sweeps: bool) -> Result<Self> {
        for uid in RANGE {
            let address = SocketAddr::from_abstract_name(format!("grader-user-{uid}"))?;
            match UnixDatagram::bind_addr(&address) {
                Ok(lock) if !is_known(uid) => return Ok(Self { uid, sweeps, _lock: lock }),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                Err(error) => return Err(error),
            }
        }
        let reason = format!("all users from {} to {} are taken", RANGE.start, RANGE.end - 1);
        Err(Error::other(reason))
    }

    /// What a program becomes.
    pub(super) fn program(&self) -> Identity {
        Identity { uid: self.uid, group: None, reads_all: false }
    }

    /// What a tool becomes.
    pub(super) fn tool(&self, reads_all: bool) -> Identity {
        Identity { uid: self.uid, group: Some(TOOLS), reads_all }
    }

    /// Lets the user's programs start the file, and nobody change it.
    pub(super) fn let_start(&self, exe: &Path) -> Result<()> {
        let file = fs::metadata(exe)?;
        if file.mode() & 0o005 == 0o005 {
            return Ok(());
        }
        chown(exe, None, Some(self.uid))?;
        fs::set_permissions(exe, Permissions::from_mode(file.mode() & 0o707 | 0o050))
    }

    /// Gives a folder, and all that is in it, to the user, for as long as what is returned lives.
    pub(super) fn lend(&self, folder: &Path) -> Result<Lent> {
        let lent = Lent { folder: folder.to_owned(), before: fs::metadata(folder)? };
        let mut todo = vec![folder.to_owned()];
        while let Some(path) = todo.pop() {
            let entry = fs::symlink_metadata(&path)?;
            if entry.is_dir() {
                for inner in fs::read_dir(&path)? {
                    todo.push(inner?.path());
                }
            } else if entry.nlink() > 1 && !RANGE.contains(&entry.uid()) {
                // It may be somebody's file under a second name.
                continue;
            }
            lchown(&path, Some(self.uid), Some(self.uid))?;
        }
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        Ok(lent)
    }
}

impl Lease {
    /// Removes what the user left in the folders in which everybody may write, where no fence kept it from them; what is
    /// lent stays.
    pub(super) fn sweep(&self, lent: &[Lent]) {
        if !self.sweeps {
            return;
        }
        for entry in OPEN.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
            let path = entry.path();
            let Ok(found) = fs::symlink_metadata(&path) else { continue };
            if found.uid() != self.uid || lent.iter().any(|lent| lent.folder == path) {
                continue;
            }
            // What cannot be removed is in nobody's way: the number belongs to nobody.
            let _ = if found.is_dir() {
                crate::play::empty(&path).and_then(|()| fs::remove_dir(&path))
            } else {
                fs::remove_file(&path)
            };
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.sweep(&[]);
    }
}

/// A folder that is lent; it goes back to its owner, closed as it was, when this is dropped.
#[derive(Debug)]
pub(super) struct Lent {
    folder: PathBuf,
    before: Metadata,
}

impl Drop for Lent {
    fn drop(&mut self) {
        // A folder that is gone needs no owner.
        let _ = chown(&self.folder, Some(self.before.uid()), Some(self.before.gid()));
        let _ = fs::set_permissions(&self.folder, Permissions::from_mode(self.before.mode() & 0o7777));
    }
}

/// Opens the way to a path in the folder for temporary files, and the path itself if it is to be read, to tools.
pub(super) fn open_to_tools(path: &Path, read: bool) -> Result<()> {
    let top = std::env::temp_dir();
    for step in path.ancestors().take_while(|step| step.starts_with(&top) && *step != top) {
        let found = fs::metadata(step)?;
        let last = step == path;
        if RANGE.contains(&found.gid()) || last && !read {
            // Lent, or about to be.
            continue;
        }
        let wanted = match (found.is_dir(), last) {
            (true, false) => 0o1,
            (true, true) => 0o5,
            (false, _) => 0o4,
        };
        let given = if found.gid() == TOOLS { found.mode() >> 3 | found.mode() } else { found.mode() };
        if given & wanted != wanted {
            chown(step, None, Some(TOOLS))?;
            let before = if found.gid() == TOOLS { found.mode() } else { found.mode() & !0o070 };
            fs::set_permissions(step, Permissions::from_mode(before & 0o7777 | wanted << 3))?;
        }
    }
    Ok(())
}

/// Whether anybody may read a path, and come there. What lies in the folder for temporary files is opened to tools.
pub(super) fn is_open(path: &Path) -> bool {
    let top = std::env::temp_dir();
    let may = |step: &Path, bits| fs::metadata(step).is_ok_and(|found| found.mode() & bits == bits);
    let mut above = path.ancestors().skip(1).take_while(|step| !step.as_os_str().is_empty());
    path.starts_with(&top) || may(path, 0o4) && above.all(|step| may(step, 0o1))
}

/// Whether the grader is root.
pub(super) fn is_root() -> bool {
    // SAFETY: asks for a number of this process.
    unsafe { libc::geteuid() == 0 }
}

/// Whether the system's database has a user of this number; it is asked once.
pub(super) fn is_known(uid: u32) -> bool {
    static KNOWN: Mutex<BTreeMap<u32, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(uid).or_insert_with(|| {
        let mut buffer = vec![0_i8; 16 << 10];
        let mut found = std::ptr::null_mut();
        // SAFETY: all zero is a value of the structure, the buffer is as long as is said, and what the call points to
        // in it is not looked at.
        let error = unsafe {
            let mut entry: libc::passwd = std::mem::zeroed();
            libc::getpwuid_r(uid, &raw mut entry, buffer.as_mut_ptr(), buffer.len(), &raw mut found)
        };
        error == 0 && !found.is_null()
    })
}
