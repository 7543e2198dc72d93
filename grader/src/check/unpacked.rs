//! What came out of archives: moved into the output folder, so that it can be played when the run has ended.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use crate::submission::UNPACKED as MARK;

use super::{FolderError, Found, Options};

/// The folder in the output folder.
const NAME: &str = "unpacked";

/// Moves what was unpacked into the output folder, in place of what an earlier run left there, and names it there.
pub(super) fn keep(unpacked: &Path, options: &Options, found: &mut [Found]) -> Result<(), FolderError> {
    let path = options.out.join(NAME);
    let failed = |source| FolderError::File { path: path.clone(), source };
    make_room(&path, options).map_err(failed)?;
    fs::write(unpacked.join(MARK), "Made anew by each run that unpacks archives.\n").map_err(failed)?;
    // Closed: where programs of students can read what all users can, they see no neighbour's work.
    fs::set_permissions(unpacked, Permissions::from_mode(0o700)).map_err(failed)?;
    if fs::rename(unpacked, &path).is_err() {
        // Temporary files may lie on a file system of their own.
        copy(unpacked, &path).map_err(failed)?;
        let _ = fs::remove_dir_all(unpacked);
    }
    for one in found {
        if let Ok(inside) = Path::new(&one.path).strip_prefix(unpacked) {
            one.path = path.join(inside).display().to_string();
        }
    }
    Ok(())
}

/// Removes what an earlier run left.
fn make_room(path: &Path, options: &Options) -> io::Result<()> {
    let Ok(meta) = path.symlink_metadata() else { return Ok(()) };
    let is_used = || {
        let real = path.canonicalize().ok();
        let inside = |path: &Path| {
            path.canonicalize().ok().zip(real.as_ref()).is_some_and(|(one, all)| one.starts_with(all))
        };
        options.paths.iter().any(|path| inside(path))
    };
    if !meta.is_dir() || !path.join(MARK).is_file() || is_used() {
        return Err(io::Error::other(
            "it is there already, and not to be replaced; move it away or name another output folder",
        ));
    }
    fs::remove_dir_all(path)
}

/// Copies a tree of plain files and folders.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_copied() {
        let home = tempfile::tempdir().expect("a folder");
        let (from, to) = (home.path().join("from"), home.path().join("to"));
        fs::create_dir_all(from.join("a/b")).expect("folders");
        fs::write(from.join("a/b/c.cpp"), "x").expect("a file");
        copy(&from, &to).expect("it can be copied");
        assert_eq!(fs::read_to_string(to.join("a/b/c.cpp")).expect("a file"), "x");
    }
}
