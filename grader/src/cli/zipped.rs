//! Archives that commands write and look into.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Write as _};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// A file of an archive.
pub(super) struct Part {
    /// Its name, with `/` between folders.
    pub(super) name: String,
    /// What is in it.
    pub(super) bytes: Vec<u8>,
    /// Whether it can be run.
    pub(super) is_program: bool,
}

/// An archive of some files; the same files give the same bytes.
pub(super) fn zipped(parts: &[Part]) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for Part { name, bytes, is_program } in parts {
        let mode = if *is_program { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(mode);
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The names of the files in an archive, without their folders.
pub(super) fn names(path: &Path) -> io::Result<Vec<String>> {
    let archive = ZipArchive::new(BufReader::new(File::open(path)?))?;
    let own = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let names = archive.file_names().flatten().map(|name| own(&name));
    Ok(names.filter(|name| !name.is_empty()).collect())
}
