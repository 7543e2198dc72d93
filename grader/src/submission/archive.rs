//! Unpacks what was handed in as an archive, into a folder of the grader's own.
//!
//! An archive is a text by a stranger: it may name files outside its folder, lead there by links, or hold a thousand
//! times what it weighs. Only plain files and folders come out of it, under names made plain, each made anew, so that
//! nothing is ever written beside the folder; how much comes out is bounded by [`Limits`].

mod sink;
mod tape;
mod zipped;

use super::kinds;
use std::fs::{self, File};
use std::io::{self, Read, Seek as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sink::Sink;

/// How much may come out of an archive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The most files and folders.
    pub(super) entries: usize,
    /// The most bytes written.
    pub(super) bytes: u64,
    /// The largest file, in bytes; larger ones are left aside.
    pub(super) file: u64,
    /// Whether an entry that leads outside, or would, is left aside alone: else nothing is unpacked.
    pub(super) spares: bool,
}

impl Limits {
    /// For what one student handed in.
    pub(super) const HAND_IN: Self = Self {
        entries: super::limits::ENTRIES,
        bytes: 64 << 20,
        file: super::limits::FILE_BYTES,
        spares: false,
    };
    /// For what may be a class, archives of students inside: what one of them packed takes nobody else's work away.
    pub(super) const CLASS: Self = Self { entries: 200_000, bytes: 4 << 30, file: 256 << 20, spares: true };
}

/// The most entries looked at, whether or not they are written.
const LOOKED_AT: usize = 200_000;
/// How many times its own weight an archive may hold.
const RATIO: u64 = 200;
/// What any archive may hold, however little it weighs, in bytes.
const MODEST: u64 = 64 << 20;

/// Why nothing came out of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It cannot be opened here: a person must, in these words.
    Closed(String),
    /// It reaches outside, or holds more than it may: in these words.
    Harmful(String),
}

impl Trouble {
    fn io(error: &io::Error) -> Self {
        Self::Closed(format!("cannot be read ({error}); ask for it anew"))
    }
}

/// The form of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `.zip`.
    Zip,
    /// `.tar`.
    Tar,
    /// `.tar.gz` or `.tgz`.
    TarGz,
    /// One that is not opened here, by its name.
    Foreign(&'static str),
}

/// What a person does about an archive that is not opened here, after what it is. What comes out of archives is made
/// anew by each run, so nothing that is put there lasts.
pub(crate) const BY_HAND: &str = "; unpack it by hand into a folder of its name, put that in its place, and run again; if \
    the class itself is an archive, unpack that first, and run `grader check` on the folder it is then";

/// The form of an archive by its first bytes: students give a file another ending by renaming it. By its name where
/// they say nothing. The file is at its start again.
fn form_of(file: &mut File, named: Form) -> io::Result<Form> {
    let mut head = Vec::new();
    file.by_ref().take(512).read_to_end(&mut head)?;
    file.rewind()?;
    let forms: [(&[u8], Form); 7] = [
        (b"PK\x03\x04", Form::Zip),
        (b"PK\x05\x06", Form::Zip),
        (b"\x1f\x8b", Form::TarGz),
        (b"Rar!", Form::Foreign("RAR")),
        (b"7z\xbc\xaf\x27\x1c", Form::Foreign("7-Zip")),
        (b"BZh", Form::Foreign("bzip2")),
        (b"\xfd7zXZ\0", Form::Foreign("xz")),
    ];
    let is_tar = head.get(257..262).is_some_and(|magic| magic == b"ustar");
    let found = forms.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, form)| *form);
    Ok(found.or(is_tar.then_some(Form::Tar)).unwrap_or(named))
}

/// The form of an archive, by its name.
pub(super) fn form(name: &str) -> Option<Form> {
    let lower = name.to_ascii_lowercase();
    let has = |end: &str| lower.len() > end.len() && lower.ends_with(end);
    let forms = [
        (".zip", Form::Zip),
        (".tar.gz", Form::TarGz),
        (".tgz", Form::TarGz),
        (".tar", Form::Tar),
        (".rar", Form::Foreign("RAR")),
        (".7z", Form::Foreign("7-Zip")),
        (".tar.bz2", Form::Foreign("bzip2")),
        (".tbz2", Form::Foreign("bzip2")),
        (".tar.xz", Form::Foreign("xz")),
        (".txz", Form::Foreign("xz")),
    ];
    forms.iter().find(|(end, _)| has(end)).map(|(_, form)| *form)
}

/// A name without the ending of an archive.
pub(super) fn stem(name: &str) -> &str {
    let plain = kinds::stem(name);
    match plain.len().checked_sub(4).and_then(|at| plain.get(at..)) {
        Some(end) if end.eq_ignore_ascii_case(".tar") && plain.len() > 4 => &plain[..plain.len() - 4],
        _ => plain,
    }
}

/// What came out of an archive.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unpacked {
    /// What was left out, in words for people.
    pub(super) remarks: Vec<String>,
    /// How many bytes were written.
    pub(super) bytes: u64,
    /// How many files were written.
    pub(super) files: usize,
    /// What was left aside for leading outside, in words for people; and what the first of it says of the archive.
    pub(super) outside: Option<(Vec<String>, Trouble)>,
}

/// Unpacks an archive into a folder, which is made. Where there is trouble nothing stays.
pub(super) fn unpack(path: &Path, form: Form, into: &Path, limits: Limits) -> Result<Unpacked, Trouble> {
    let unpacked = try_unpack(path, form, into, limits);
    if unpacked.is_err() {
        let _ = fs::remove_dir_all(into);
    }
    unpacked
}

fn try_unpack(path: &Path, form: Form, into: &Path, limits: Limits) -> Result<Unpacked, Trouble> {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_NOFOLLOW;
    let mut file = File::options().read(true).custom_flags(flags).open(path).map_err(|e| Trouble::io(&e))?;
    let meta = file.metadata().map_err(|error| Trouble::io(&error))?;
    if !meta.is_file() {
        return Err(Trouble::io(&io::Error::other("it is not a regular file")));
    }
    let form = form_of(&mut file, form).map_err(|error| Trouble::io(&error))?;
    if let Form::Foreign(what) = form {
        return Err(Trouble::Closed(format!(
            "is an archive of a kind that is not opened here ({what}){BY_HAND}"
        )));
    }
    let held = MODEST.max(meta.len().saturating_mul(RATIO));
    let mut sink = Sink::new(into, limits).map_err(|error| Trouble::io(&error))?;
    match form {
        Form::Zip => zipped::unpack(file, &mut sink, held)?,
        Form::Tar => tape::unpack(file.take(held), &mut sink)?,
        Form::TarGz => {
            let plain = flate2::read::MultiGzDecoder::new(io::BufReader::new(file));
            tape::unpack(plain.take(held), &mut sink)?;
        }
        Form::Foreign(_) => {}
    }
    Ok(sink.end())
}

/// The words for an archive that holds more than it may.
fn too_much(bytes: u64) -> Trouble {
    let mib = bytes >> 20;
    Trouble::Harmful(format!("would unpack to more than {mib} MiB and was not unpacked"))
}

#[cfg(test)]
mod tests;
