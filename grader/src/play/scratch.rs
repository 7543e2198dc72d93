//! The folder a program may write to, empty at the start of each session.

use std::fs;
use std::io::Result;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Empties a folder, however deep the program nested what it left there.
///
/// Folders are flattened instead of descended into: a program can nest them deeper than any stack or path reaches.
pub(crate) fn empty(top: &Path) -> Result<()> {
    let mut moved = 0_u64;
    loop {
        let entries = fs::read_dir(top)?.collect::<Result<Vec<_>>>()?;
        if entries.is_empty() {
            return Ok(());
        }
        for entry in entries {
            let path = entry.path();
            if !entry.file_type()?.is_dir() {
                fs::remove_file(path)?;
                continue;
            }
            fs::set_permissions(&path, fs::Permissions::from_mode(0o700))?;
            for inner in fs::read_dir(&path)? {
                let inner = inner?;
                if inner.file_type()?.is_dir() {
                    // A folder that may not be written cannot be moved either.
                    fs::set_permissions(inner.path(), fs::Permissions::from_mode(0o700))?;
                    while top.join(format!("moved-{moved}")).symlink_metadata().is_ok() {
                        moved += 1;
                    }
                    fs::rename(inner.path(), top.join(format!("moved-{moved}")))?;
                } else {
                    fs::remove_file(inner.path())?;
                }
            }
            fs::remove_dir(path)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empties_what_is_deep_closed_or_oddly_named() {
        let top = tempfile::tempdir().expect("a folder");
        let mut deep = top.path().to_owned();
        for _ in 0..300 {
            deep.push("moved-1");
        }
        fs::create_dir_all(&deep).expect("folders");
        fs::write(deep.join("file"), "").expect("a file");
        fs::create_dir(top.path().join("closed")).expect("a folder");
        fs::write(top.path().join("closed/file"), "").expect("a file");
        fs::set_permissions(top.path().join("closed"), fs::Permissions::from_mode(0o000)).expect("a mode");
        std::os::unix::fs::symlink("/etc", top.path().join("link")).expect("a link");
        empty(top.path()).expect("an empty folder");
        assert_eq!(fs::read_dir(top.path()).expect("a folder").count(), 0);
        assert!(Path::new("/etc").exists());
    }
}
