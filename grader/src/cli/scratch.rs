//! The folder for all temporary files of a command.
//!
//! A command that is killed cannot tidy up; the next one does. Each holds a lock in its folder while it lives, so a
//! folder whose lock is free is a dead one's.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use tempfile::TempDir;

use super::Stop;

/// A command's folder, removed with all that is in it when the command ends.
pub(super) struct Scratch {
    folder: TempDir,
    _lock: File,
}

/// How the folders are named.
const PREFIX: &str = "grader-run-";
const LOCK: &str = "lock";
/// How often a folder is made anew because another command took it for a dead one's.
const TRIES: u32 = 20;

impl Scratch {
    /// Carries out a command that has such a folder. For the whole process, so once only.
    pub(super) fn hold<T>(command: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        let top = std::env::temp_dir();
        let scratch = Self::make(&top).map_err(|error| {
            let top = top.display();
            Stop::fault(format!("cannot make a temporary folder in {top}: {error}; make room, or set TMPDIR"))
        })?;
        scratch.sweep(&top);
        // It fails where it was done before: the folders are then made beside this one.
        let _ = tempfile::env::override_temp_dir(scratch.folder.path());
        let done = command();
        // A compiler may have written on for a moment after its grader was killed.
        scratch.sweep(&top);
        done
    }

    fn make(top: &Path) -> io::Result<Self> {
        for _ in 0..TRIES {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(top)?;
            // Programs may run as a user of their own: they pass through, and see no names.
            // Another command that begins now may take it away while it is empty.
            let opened = fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711));
            let path = folder.path().join(LOCK);
            let Ok(lock) = opened.and_then(|()| File::create(&path)) else { continue };
            if lock.try_lock().is_ok() && path.exists() {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::other("each one made was taken away at once"))
    }

    /// Removes what commands of the same user that were killed left behind, as far as that is possible.
    fn sweep(&self, top: &Path) {
        let Ok(own) = self.folder.path().metadata() else { return };
        for entry in fs::read_dir(top).into_iter().flatten().flatten() {
            let is_one = entry.file_name().to_string_lossy().starts_with(PREFIX);
            let path = entry.path();
            if !is_one || !path.symlink_metadata().is_ok_and(|meta| meta.is_dir() && meta.uid() == own.uid())
            {
                continue;
            }
            match File::open(path.join(LOCK)) {
                // One that is being made, or was just begun, is empty.
                Err(_) => drop(fs::remove_dir(&path)),
                Ok(lock) if lock.try_lock().is_ok() => drop(remove(&path)),
                Ok(_) => {}
            }
        }
    }
}

/// Removes a dead one's folder, the lock at last: what could not be removed this time is still a dead one's.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == LOCK {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(folder.join(LOCK))?;
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_left_is_removed_and_what_the_living_hold_stays() {
        let top = tempfile::tempdir().expect("a folder");
        let living = Scratch::make(top.path()).expect("a folder can be made");
        let dead = top.path().join("grader-run-dead");
        fs::create_dir_all(dead.join("scratch-1/deep")).expect("folders");
        fs::write(dead.join("scratch-1/deep/a.out"), "x").expect("a file");
        fs::write(dead.join(LOCK), "").expect("a file");
        let empty = top.path().join("grader-run-empty");
        fs::create_dir(&empty).expect("a folder");
        let other = top.path().join("grader-other");
        fs::create_dir(&other).expect("a folder");
        let next = Scratch::make(top.path()).expect("a folder can be made");
        next.sweep(top.path());
        assert!(!dead.exists() && !empty.exists());
        assert!(other.exists() && living.folder.path().exists() && next.folder.path().exists());
    }
}
