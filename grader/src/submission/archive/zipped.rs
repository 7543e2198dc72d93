//! Zip archives.

use super::sink::{Fate, Sink, cut};
use super::{LOOKED_AT, Trouble, too_much};
use std::fs::File;
use std::io::BufReader;
use zip::ZipArchive;
use zip::result::ZipError;

/// Unpacks a zip archive that may hold so many bytes.
pub(super) fn unpack(file: File, sink: &mut Sink, held: u64) -> Result<(), Trouble> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| trouble(&error))?;
    if archive.len() > LOOKED_AT {
        return Err(Trouble::Harmful(format!("holds more than {LOOKED_AT} files and was not unpacked")));
    }
    let mut all: u64 = 0;
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(|error| trouble(&error))?;
        all = all.saturating_add(entry.size());
        if all > held {
            return Err(too_much(held));
        }
    }
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(|error| trouble(&error))?;
        let name = name(entry.name_raw(), &entry.name().unwrap_or_default());
        let (is_folder, is_link, bytes) = (entry.is_dir(), entry.is_symlink(), entry.size());
        let Fate::Kept(path) = sink.fate(&name, is_folder, bytes)? else { continue };
        if is_link {
            return Err(link(&path));
        }
        if entry.encrypted() {
            return Err(Trouble::Closed(
                "needs a password; ask for it, unpack it by hand into a folder, put that in its place, and run again"
                    .to_owned(),
            ));
        }
        drop(entry);
        if is_folder {
            sink.folder(&path);
            continue;
        }
        let mut entry = archive.by_index(index).map_err(|error| trouble(&error))?;
        sink.file(&path, &mut entry, bytes)?;
    }
    Ok(())
}

pub(super) fn link(path: &str) -> Trouble {
    Trouble::Harmful(format!("holds a link (`{}`) and was not unpacked", cut(path)))
}

/// The name of an entry: UTF-8 where its bytes are, whatever the archive says of them; `/` between folders.
fn name(raw: &[u8], told: &str) -> String {
    std::str::from_utf8(raw).unwrap_or(told).replace('\\', "/")
}

fn trouble(error: &ZipError) -> Trouble {
    let advice = "unpack it by hand into a folder, put that in its place, and run again";
    Trouble::Closed(match error {
        ZipError::Io(error) => return Trouble::io(error),
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => {
            format!("is packed in a way that is not opened here; {advice}")
        }
        _ => "is broken or no zip archive; ask for it anew".to_owned(),
    })
}
