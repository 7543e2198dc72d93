//! Zip archives.

use super::sink::{Fate, Outside, Sink};
use super::{BY_HAND, LOOKED_AT, Trouble, too_much};
use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use zip::ZipArchive;
use zip::result::ZipError;

/// Unpacks a zip archive that may hold so many bytes.
pub(super) fn unpack(mut file: File, sink: &mut Sink, held: u64) -> Result<(), Trouble> {
    let listed = listed(&mut file).map_err(|error| Trouble::io(&error))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| trouble(&error))?;
    if archive.len() > LOOKED_AT {
        return Err(Trouble::Harmful(format!("holds more than {LOOKED_AT} files and was not unpacked")));
    }
    if let Some(doubles) = listed.and_then(|listed| listed.checked_sub(archive.len())).filter(|n| *n > 0) {
        let count = if doubles == 1 { "1 file".to_owned() } else { format!("{doubles} files") };
        sink.tell(format!("left aside: {count} of the same name as a later one"));
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
            sink.outside(Outside::Link, &path)?;
            continue;
        }
        if entry.encrypted() {
            return Err(Trouble::Closed(format!("needs a password, which was not handed in{BY_HAND}")));
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

/// How many entries the archive says it has, in the record at its end (APPNOTE 4.3.16); the reader tells those of one
/// name once. The file is at its start again.
fn listed(file: &mut File) -> io::Result<Option<usize>> {
    const RECORD: usize = 22;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub((RECORD + usize::from(u16::MAX)) as u64)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    file.rewind()?;
    let at = tail.windows(4).rposition(|window| window == b"PK\x05\x06");
    let count = at
        .and_then(|at| tail.get(at + 10..at + 12))
        .map(|count| usize::from(u16::from_le_bytes([count[0], count[1]])));
    // More than fit are told elsewhere.
    Ok(count.filter(|count| *count < usize::from(u16::MAX)))
}

/// The name of an entry: UTF-8 where its bytes are, whatever the archive says of them; `/` between folders.
fn name(raw: &[u8], told: &str) -> String {
    std::str::from_utf8(raw).unwrap_or(told).replace('\\', "/")
}

fn trouble(error: &ZipError) -> Trouble {
    Trouble::Closed(match error {
        ZipError::Io(error) => return Trouble::io(error),
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => {
            format!("is packed in a way that is not opened here{BY_HAND}")
        }
        _ => "is broken or no zip archive; ask for it anew".to_owned(),
    })
}
