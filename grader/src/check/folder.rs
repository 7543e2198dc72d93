//! The output folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The output folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be made, or nothing can be written in it.
    #[error(
        "cannot write in the output folder {}: {source}; make room or rights there, or name another with -o",
        path.display()
    )]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file of it could not be written.
    #[error(
        "cannot write {}: {source}; make room or rights there and give the same command again, which goes on from there",
        path.display()
    )]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It lies in what a student handed in.
    #[error(
        "the output folder {} lies in the submission of {student}, who could have put anything there; name another \
         with -o",
        path.display()
    )]
    Inside {
        /// The folder.
        path: PathBuf,
        /// The student.
        student: String,
    },
    /// It holds no record of a class that could be graded anew.
    #[error(
        "{} holds no whole record of a class; give the `grader check` command for it again, which plays nothing twice",
        path.display()
    )]
    Unregistered {
        /// The folder.
        path: PathBuf,
    },
    /// The spec changed in what is played.
    #[error(
        "the spec of {assignment} differs from the one {} was played with in more than points; give the \
         `grader check` command again to play what changed",
        path.display()
    )]
    PlayedOtherwise {
        /// The folder.
        path: PathBuf,
        /// The assignment.
        assignment: String,
    },
    /// Another run is writing there.
    #[error(
        "another run is using the output folder {} ({holder}); wait for it to end, or name another with -o",
        path.display()
    )]
    Busy {
        /// The folder.
        path: PathBuf,
        /// Who holds it: the process, the machine, and since when.
        holder: String,
    },
}

/// An output folder that can be written, held by this run alone until dropped.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked until dropped; the system unlocks it however the run ends.
    lock: File,
}

/// The folder in it that is not for people.
pub(super) const HIDDEN: &str = ".cache";
/// The grades of the last whole run, while another goes on.
const PREVIOUS: &str = "previous.json";
/// Where grades that were replaced are kept.
pub(super) const HISTORY: &str = "history";

/// How much must fit before the work begins, in bytes: the results of a large class are about this long.
const ROOM: usize = 4 << 20;

/// The most that is read of who holds the folder, in bytes.
const HOLDER: u64 = 300;

impl Folder {
    /// Makes the folder if need be, and tries whether results can be written there.
    pub(super) fn open(path: &Path) -> Result<Self, FolderError> {
        let unwritable = |source| FolderError::Unwritable { path: path.to_owned(), source };
        let hidden = path.join(HIDDEN);
        fs::create_dir_all(&hidden).map_err(unwritable)?;
        // Not truncated: it tells who holds it.
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let lock = options.open(hidden.join("lock")).map_err(unwritable)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(FolderError::Busy { path: path.to_owned(), holder: holder(&lock) });
            }
            // Some file systems have no locks: two runs at once are then the user's to avoid.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let folder = Self { path: path.to_owned(), lock };
        folder.sweep().map_err(unwritable)?;
        folder.probe().map_err(unwritable)?;
        folder.sign().map_err(unwritable)?;
        Ok(folder)
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Where a kept judgement is.
    pub(super) fn cached(&self, key: &str) -> PathBuf {
        self.path.join(HIDDEN).join(format!("{key}.json"))
    }

    /// A file of the folder that is not for people.
    pub(super) fn hidden(&self, name: &str) -> PathBuf {
        self.path.join(HIDDEN).join(name)
    }

    /// Sets the grades of the last whole run aside, and answers under what name they would be kept. Those that a run
    /// which never ended set aside are still the last whole ones.
    pub(super) fn keep_previous(&self) -> Result<Option<String>, FolderError> {
        let (previous, named) = (self.hidden(PREVIOUS), self.hidden("previous.name"));
        if previous.exists() {
            return Ok(Some(fs::read_to_string(named).unwrap_or_else(|_| "earlier".to_owned())));
        }
        let Some(name) = self.whole_run() else { return Ok(None) };
        let results = self.file("results.json");
        let keep = || -> io::Result<()> {
            fs::write(&named, &name)?;
            // The results are replaced as a whole, never changed, so another name keeps what they are now.
            fs::hard_link(&results, &previous).or_else(|_| fs::copy(&results, &previous).map(|_| ()))
        };
        match keep() {
            Ok(()) => Ok(Some(name)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(FolderError::File { path: previous, source }),
        }
    }

    /// When the run before was graded, as a part of a file's name, if it reached every submission.
    fn whole_run(&self) -> Option<String> {
        let text = fs::read_to_string(self.file("run.json")).ok()?;
        let run: serde_json::Value = serde_json::from_str(&text).ok()?;
        run.get("complete").filter(|complete| complete.as_bool() == Some(true))?;
        let time = run.get("regraded").or(run.get("started"))?.as_str()?;
        Some(time.chars().filter(char::is_ascii_alphanumeric).collect())
    }

    /// Keeps the grades set aside for good if the present ones differ, and says where.
    pub(super) fn file_previous(&self, name: &str) -> Result<Option<PathBuf>, FolderError> {
        let previous = self.hidden(PREVIOUS);
        let is_same = fs::read(&previous).ok() == fs::read(self.file("results.json")).ok();
        if is_same {
            let _ = fs::remove_file(&previous);
            return Ok(None);
        }
        let history = self.path.join(HISTORY);
        let free = |number: &u32| {
            let number = if *number == 1 { String::new() } else { format!("-{number}") };
            let path = history.join(format!("results-{name}{number}.json"));
            (!path.exists()).then_some(path)
        };
        let target = (1..).find_map(|number| free(&number)).unwrap_or_else(|| history.join("results.json"));
        let keep = || fs::create_dir_all(&history).and_then(|()| fs::rename(&previous, &target));
        keep().map_err(|source| FolderError::File { path: target.clone(), source })?;
        Ok(Some(target))
    }

    /// A file of the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file whole or not at all; when this returns, it outlives a failure of the power.
    pub(super) fn write(&self, path: &Path, pieces: &[&str]) -> Result<(), FolderError> {
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(self.scratch()?);
            pieces.iter().try_for_each(|piece| file.write_all(piece.as_bytes()))?;
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            file.persist(path)?;
            // The new name is in the folder, which has to be on disk too; some file systems cannot be asked.
            let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
            Ok(())
        };
        write().map_err(|source| FolderError::File { path: path.to_owned(), source })
    }

    /// Writes a file whole or not at all, as far as this process and its end are concerned; for what can be made again.
    pub(super) fn keep(&self, path: &Path, text: &str) -> Result<(), FolderError> {
        let write = || -> io::Result<()> {
            let mut file = self.scratch()?;
            file.write_all(text.as_bytes())?;
            file.persist(path)?;
            Ok(())
        };
        write().map_err(|source| FolderError::File { path: path.to_owned(), source })
    }

    fn scratch(&self) -> io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.prefix("tmp-").tempfile_in(self.path.join(HIDDEN))
    }

    /// Removes what a killed run left half written.
    fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(self.path.join(HIDDEN))? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with("tmp-") {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Writes as much as a class's results need, and takes it away again.
    fn probe(&self) -> io::Result<()> {
        let mut file = self.scratch()?;
        file.write_all(&vec![0; ROOM])?;
        file.as_file().sync_data()
    }

    /// Says in the lock who holds it.
    fn sign(&self) -> io::Result<()> {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let host = if host.trim().is_empty() { "this machine" } else { host.trim() };
        let since = super::now();
        self.lock.set_len(0)?;
        (&self.lock).write_all(format!("process {} on {host}, since {since}", std::process::id()).as_bytes())
    }
}

/// Who holds a lock, as they wrote into it.
fn holder(lock: &File) -> String {
    let mut text = String::new();
    match lock.take(HOLDER).read_to_string(&mut text) {
        Ok(_) if !text.is_empty() => text,
        _ => "it does not say which".to_owned(),
    }
}

impl Drop for Folder {
    /// Closing alone would leave it locked while a child that is just being started still holds a copy.
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}
