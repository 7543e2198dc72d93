//! The pages on disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::frame::MARK;

/// Writes pages whole, and knows its own from other files.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    written: BTreeSet<String>,
}

/// How the names of pages begin that are being written.
const HALF: &str = ".page-";

impl Files {
    /// Makes the folders, and removes what a killed run left half written.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        let students = folder.join("students");
        told(&students, fs::create_dir_all(&students))?;
        for place in [folder, &students] {
            for entry in told(place, fs::read_dir(place))? {
                let entry = told(place, entry)?;
                if entry.file_name().to_string_lossy().starts_with(HALF) {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        Ok(Self { folder: folder.to_owned(), written: BTreeSet::new() })
    }

    /// Writes a student's page.
    pub(super) fn student(&mut self, name: &str, page: &str) -> io::Result<()> {
        replace(&self.folder.join("students").join(name), page)?;
        self.written.insert(name.to_owned());
        Ok(())
    }

    /// Writes a page of the class; returns where it is.
    pub(super) fn page(&self, name: &str, page: &str) -> io::Result<PathBuf> {
        let path = self.folder.join(name);
        replace(&path, page)?;
        Ok(path)
    }

    /// Removes the pages of students who are gone.
    pub(super) fn remove_others(&self) -> io::Result<()> {
        let students = self.folder.join("students");
        for entry in told(&students, fs::read_dir(&students))? {
            let entry = told(&students, entry)?;
            let name = entry.file_name();
            let is_kept = name.to_str().is_none_or(|name| self.written.contains(name));
            if !is_kept && name.to_string_lossy().ends_with(".html") && is_own(&entry.path()) {
                told(&entry.path(), fs::remove_file(entry.path()))?;
            }
        }
        Ok(())
    }
}

/// Puts a page in its place whole or not at all; a file of somebody else's is left alone.
fn replace(path: &Path, page: &str) -> io::Result<()> {
    if path.symlink_metadata().is_ok() && !is_own(path) {
        let message = format!(
            "{} is no page of the grader's and is left as it is; move it away, or name another folder",
            path.display()
        );
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    let write = || -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.prefix(HALF).tempfile_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(page.as_bytes())?;
        file.persist(path)?;
        Ok(())
    };
    told(path, write())
}

/// Whether a file is a page of this grader's, which its first bytes tell.
fn is_own(path: &Path) -> bool {
    let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
    let mut begin = vec![0; MARK.len()];
    is_file
        && fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok()
        && begin == MARK.as_bytes()
}

/// The error with the file's name.
pub(super) fn told<T>(path: &Path, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_pages_are_replaced_and_removed() {
        let home = tempfile::tempdir().expect("a folder");
        let own = format!("{MARK}</head></html>");
        let mut first = Files::open(home.path()).expect("the folder can be written");
        first.student("gone.html", &own).expect("it is written");
        first.student("here.html", &own).expect("it is written");
        let students = home.path().join("students");
        fs::write(students.join("mine.html"), "<p>mine").expect("it is written");
        fs::write(students.join("note.txt"), &own).expect("it is written");
        fs::write(students.join(format!("{HALF}x")), "half").expect("it is written");
        let mut second = Files::open(home.path()).expect("the folder can be written");
        second.student("here.html", &own).expect("it is replaced");
        assert!(second.student("mine.html", &own).is_err(), "it is somebody else's");
        second.remove_others().expect("it is tidied");
        let mut left: Vec<_> = fs::read_dir(&students)
            .expect("it is there")
            .map(|entry| entry.expect("it is readable").file_name().into_string().expect("plain"))
            .collect();
        left.sort();
        assert_eq!(left, ["here.html", "mine.html", "note.txt"]);
        assert_eq!(fs::read_to_string(students.join("mine.html")).expect("it is there"), "<p>mine");
    }
}
