//! How much of the disk a program uses: each of its files is bounded by the system, all together by looking.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::process::{Child, Ended};

/// The most that a program may write to one file, in MiB.
pub(super) const FILE_MIB: u64 = 16;
/// The most that it may keep in its folder, or write to disks in one session, in bytes.
const BYTES: u64 = 64 << 20;
/// The most files and folders it may make; more are not counted either.
const FILES: usize = 4096;
/// How often it is looked at while it runs. What can be written meanwhile comes on top.
const PACE: Duration = Duration::from_millis(50);

/// A program that has used up all its room once gets this part of it in later sessions, and is looked at so much more
/// often: its fault is known, and each of its sessions costs as much as a whole class.
const LESS: u32 = 16;

/// The room of one program for one session.
#[derive(Debug)]
pub(crate) struct Room {
    folder: PathBuf,
    last: Instant,
    /// What part of all the room it has.
    part: u32,
}

impl Room {
    /// All of it is free; the program writes to this folder, and may have used up its room before.
    pub(crate) fn new(folder: &Path, greedy: bool) -> Self {
        Self { folder: folder.to_owned(), last: Instant::now(), part: if greedy { LESS } else { 1 } }
    }

    fn bytes(&self) -> u64 {
        BYTES / u64::from(self.part)
    }

    /// Whether a program that runs has used up more than it has; asked often, it looks now and then.
    pub(crate) fn is_spent(&mut self, child: &Child) -> bool {
        if self.last.elapsed() < PACE / self.part {
            return false;
        }
        let spent = written(child) > self.bytes() || self.is_full(removed(child));
        self.last = Instant::now();
        spent
    }

    /// The same once it has ended.
    pub(crate) fn was_spent(&self, ended: &Ended) -> bool {
        ended.written > self.bytes() || self.is_full(0)
    }

    /// Whether there is too much in the folder, beside so many bytes.
    fn is_full(&self, mut bytes: u64) -> bool {
        let (mut count, mut todo) = (0, vec![self.folder.clone()]);
        while let Some(folder) = todo.pop() {
            // What cannot be read is counted once it is emptied: nothing is kept from the grader then.
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let Ok(found) = entry.metadata() else { continue };
                count += 1;
                bytes += found.blocks() * 512;
                if count > FILES / self.part as usize || bytes > self.bytes() {
                    return true;
                }
                if found.is_dir() {
                    todo.push(entry.path());
                }
            }
        }
        bytes > self.bytes()
    }
}

/// What a program has sent to disks, as the kernel counts it where it counts.
fn written(child: &Child) -> u64 {
    let told = fs::read_to_string(format!("/proc/{}/io", child.pid())).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    line.and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// The bytes in files without a name that a program holds open.
fn removed(child: &Child) -> u64 {
    let files = fs::read_dir(format!("/proc/{}/fd", child.pid())).into_iter().flatten().flatten();
    let found = files.filter_map(|file| fs::metadata(file.path()).ok());
    found.filter(|found| found.is_file() && found.nlink() == 0).map(|found| found.blocks() * 512).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_a_folder_is_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let room = Room::new(folder.path(), false);
        fs::create_dir_all(folder.path().join("a/b")).expect("folders");
        assert!(!room.is_full(0) && room.is_full(BYTES + 1));
        // What takes no room is no file of a size.
        let hole = fs::File::create(folder.path().join("hole")).expect("a file");
        hole.set_len(BYTES * 4).expect("a size");
        assert!(!room.is_full(0));
        for n in 0..5 {
            fs::write(folder.path().join(format!("a/b/{n}")), vec![1; 15 << 20]).expect("a file");
        }
        assert!(room.is_full(0));
        fs::remove_dir_all(folder.path().join("a")).expect("a folder");
        for n in 0..=FILES {
            fs::write(folder.path().join(n.to_string()), "").expect("a file");
        }
        assert!(room.is_full(0));
    }
}
