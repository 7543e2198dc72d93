//! Tar archives, plain or out of gzip.

use super::sink::{Fate, Outside, Sink};
use super::{Trouble, too_much};
use std::io::{self, Read, Take};
use tar::{Archive, Entry, PaxExtensions};

/// The longest name an entry may bring in a header of its own, in bytes.
const HEADER: u64 = 64 << 10;

/// Unpacks a tar archive out of a reader with a bound.
pub(super) fn unpack<R: Read>(from: Take<R>, sink: &mut Sink) -> Result<(), Trouble> {
    let held = from.limit();
    let mut archive = Archive::new(from);
    let unpacked = entries(&mut archive, sink);
    match unpacked {
        // A reader that came to its bound looks like one that ended early.
        Err(Trouble::Closed(_)) if archive.into_inner().limit() == 0 => Err(too_much(held)),
        other => other,
    }
}

fn entries<R: Read>(archive: &mut Archive<R>, sink: &mut Sink) -> Result<(), Trouble> {
    let mut longer: Option<String> = None;
    let broken =
        |error: io::Error| Trouble::Closed(format!("is broken or no tar archive ({error}); ask for it anew"));
    let mut is_empty = true;
    // Raw: the names that headers of their own bring are then read within a bound.
    for entry in archive.entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        is_empty = false;
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() {
            let bytes = header(&mut entry)?;
            longer = Some(text(bytes.strip_suffix(b"\0").unwrap_or(&bytes)));
            continue;
        }
        if kind.is_pax_local_extensions() {
            let bytes = header(&mut entry)?;
            let mut pairs = PaxExtensions::new(&bytes).flatten();
            longer = pairs.find(|pair| pair.key_bytes() == b"path").map(|pair| text(pair.value_bytes()));
            continue;
        }
        if kind.is_pax_global_extensions() || kind.is_gnu_longlink() {
            continue;
        }
        let name = longer.take().unwrap_or_else(|| text(&entry.header().path_bytes()));
        let bytes = entry.header().entry_size().map_err(broken)?;
        let Fate::Kept(path) = sink.fate(&name, kind.is_dir(), bytes)? else { continue };
        if kind.is_symlink() || kind.is_hard_link() {
            sink.outside(Outside::Link, &path)?;
            continue;
        }
        if kind.is_dir() {
            sink.folder(&path);
        } else if kind.is_file() || kind.is_contiguous() {
            sink.file(&path, &mut entry, bytes)?;
        } else {
            sink.leave(&path, false);
        }
    }
    if is_empty { Err(Trouble::Closed("is broken or empty; ask for it anew".to_owned())) } else { Ok(()) }
}

/// What a header of its own says.
fn header<R: Read>(entry: &mut Entry<'_, R>) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vec::new();
    entry.take(HEADER + 1).read_to_end(&mut bytes).map_err(|error| Trouble::io(&error))?;
    if bytes.len() as u64 > HEADER {
        return Err(Trouble::Harmful("holds a name without end and was not unpacked".to_owned()));
    }
    Ok(bytes)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
