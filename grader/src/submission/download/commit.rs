//! When the last commit of a clone was made, read from its files: `git` itself would obey what the clone configures.
//!
//! It is the time that the student's machine told, so it proves nothing; it is read where it is plain, and left out
//! where it would take more (a commit stored as a difference, a work tree of another repository).

use super::super::{kinds, tree};
use std::fmt::Write as _;
use std::io::Read;
use std::path::Path;

/// The most read of one file, in bytes.
const FILE: u64 = 32 << 20;
/// The most read of a commit, in bytes.
const COMMIT: u64 = 64 << 10;
/// The most packs looked into.
const PACKS: usize = 20;

/// The time of the commit that is checked out, as RFC 3339.
pub(super) fn last(git: &Path) -> Option<String> {
    let head = text(git, "HEAD")?;
    let id = match head.trim().strip_prefix("ref: ") {
        Some(name) => reference(git, name.trim())?,
        None => head.trim().to_owned(),
    };
    let id = bytes(&id)?;
    let commit = loose(git, &id).or_else(|| packed(git, &id))?;
    let line =
        commit.lines().take_while(|line| !line.is_empty()).find(|line| line.starts_with("committer "))?;
    let (_, time) = line.rsplit_once("> ")?;
    let seconds: i64 = time.split_whitespace().next()?.parse().ok()?;
    let time = jiff::Timestamp::from_second(seconds).ok()?;
    Some(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// A file of the repository that no link leads to, as text.
fn text(git: &Path, path: &str) -> Option<String> {
    tree::plain_file(git, path)?;
    String::from_utf8(tree::read(&git.join(path), FILE).ok()?).ok()
}

/// The commit that a branch stands at.
fn reference(git: &Path, name: &str) -> Option<String> {
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']);
    if !name.starts_with("refs/") || !name.split('/').all(is_plain) {
        return None;
    }
    if let Some(id) = text(git, name) {
        return Some(id.trim().to_owned());
    }
    let all = text(git, "packed-refs")?;
    let mut lines = all.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(_, known)| known.trim() == name).map(|(id, _)| id.to_owned())
}

/// The bytes that forty hexadecimal digits tell.
fn bytes(id: &str) -> Option<[u8; 20]> {
    let mut bytes = [0; 20];
    if id.len() != 40 || !id.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&id[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}

fn inflated(packed: &[u8]) -> Option<String> {
    let mut plain = Vec::new();
    flate2::read::ZlibDecoder::new(packed).take(COMMIT).read_to_end(&mut plain).ok()?;
    Some(String::from_utf8_lossy(&plain).into_owned())
}

/// A commit in a file of its own.
fn loose(git: &Path, id: &[u8; 20]) -> Option<String> {
    let hex = id.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    let path = format!("objects/{}/{}", &hex[..2], &hex[2..]);
    tree::plain_file(git, &path)?;
    let object = inflated(&tree::read(&git.join(path), COMMIT).ok()?)?;
    let (kind, commit) = object.split_once('\0')?;
    kind.starts_with("commit ").then(|| commit.to_owned())
}

/// A commit in one of the packs.
fn packed(git: &Path, id: &[u8; 20]) -> Option<String> {
    let folder = git.join("objects/pack");
    if folder.symlink_metadata().ok()?.is_symlink()
        || git.join("objects").symlink_metadata().ok()?.is_symlink()
    {
        return None;
    }
    let (items, _) = tree::list(&folder).ok()?;
    let indexes = items.iter().filter(|item| kinds::ending(&item.name) == "idx").take(PACKS);
    indexes.into_iter().find_map(|item| {
        let stem = item.name.strip_suffix(".idx")?;
        let at = offset(&tree::read(&item.real, FILE).ok()?, id)?;
        let pack = format!("objects/pack/{stem}.pack");
        tree::plain_file(git, &pack)?;
        object(&tree::read(&git.join(pack), FILE).ok()?, at)
    })
}

/// Where a pack holds an object, by its index of the second version.
fn offset(index: &[u8], id: &[u8; 20]) -> Option<usize> {
    const NAMES: usize = 8 + 256 * 4;
    let number = |at: usize| Some(u32::from_be_bytes(index.get(at..at + 4)?.try_into().ok()?) as usize);
    if !index.starts_with(b"\xfftOc\0\0\0\x02") {
        return None;
    }
    let all = number(NAMES - 4)?;
    let first = usize::from(id[0]);
    let from = if first == 0 { 0 } else { number(8 + 4 * (first - 1))? };
    let to = number(8 + 4 * first)?.min(all);
    let at = (from..to).find(|at| index.get(NAMES + 20 * at..NAMES + 20 * at + 20) == Some(&id[..]))?;
    let offset = number(NAMES + 24 * all + 4 * at)?;
    (offset < 1 << 31).then_some(offset)
}

/// The commit at a place of a pack, if it is stored whole.
fn object(pack: &[u8], at: usize) -> Option<String> {
    const WHOLE_COMMIT: u8 = 1;
    let head = pack.get(at..)?;
    if head.first()? >> 4 & 7 != WHOLE_COMMIT {
        return None;
    }
    // The length goes on as long as the highest bit is set.
    let length = head.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
    inflated(&head[length..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    const ID: &str = "00112233445566778899aabbccddeeff00112233";
    const COMMIT: &str =
        "tree 1\nauthor A <a@x> 1 +0000\ncommitter A > B <a@x> 1763679295 -0500\n\ncommitter x> 5 +0000\n";

    fn deflated(text: &[u8]) -> Vec<u8> {
        let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(text).expect("bytes");
        writer.finish().expect("an object")
    }

    fn repository(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let home = tempfile::tempdir().expect("a folder");
        for (path, bytes) in files {
            let full = home.path().join(path);
            fs::create_dir_all(full.parent().expect("a folder")).expect("a folder");
            fs::write(full, bytes).expect("a file");
        }
        home
    }

    #[test]
    fn the_last_commit_is_read_wherever_it_lies() {
        let expected = Some("2025-11-20T22:54:55Z".to_owned());
        let object = deflated(format!("commit 1\0{COMMIT}").as_bytes());
        let path = format!("objects/{}/{}", &ID[..2], &ID[2..]);
        let home = repository(&[
            ("HEAD", b"ref: refs/heads/main\n"),
            ("refs/heads/main", ID.as_bytes()),
            (&path, &object),
        ]);
        assert_eq!(last(home.path()), expected);
        let id = bytes(ID).expect("an id");
        let mut index = b"\xfftOc\0\0\0\x02".to_vec();
        index.extend([0, 0, 0, 1].repeat(256));
        index.extend(id);
        index.extend([0; 4]);
        index.extend([0, 0, 0, 12]);
        let mut pack = vec![0; 12];
        pack.extend([0x9f, 0x07]);
        pack.extend(deflated(COMMIT.as_bytes()));
        let refs = format!("# pack-refs\n{ID} refs/heads/main\n");
        let home = repository(&[
            ("HEAD", b"ref: refs/heads/main\n"),
            ("packed-refs", refs.as_bytes()),
            ("objects/pack/pack-1.idx", &index),
            ("objects/pack/pack-1.pack", &pack),
        ]);
        assert_eq!(last(home.path()), expected);
    }

    #[test]
    fn odd_repositories_tell_nothing() {
        let idx = [&b"\xfftOc\0\0\0\x02"[..], &[0xff; 2000]].concat();
        let cases: [&[(&str, &[u8])]; 5] = [
            &[],
            &[("HEAD", b"ref: ../../x\n")],
            &[("HEAD", b"ref: refs/../../x\n")],
            &[("HEAD", ID.as_bytes()), ("objects/pack/a.idx", &idx), ("objects/pack/a.pack", b"PACK")],
            &[("HEAD", "\u{e9}".as_bytes())],
        ];
        for files in cases {
            assert_eq!(last(repository(files).path()), None, "{files:?}");
        }
    }
}
