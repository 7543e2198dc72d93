use super::*;
use std::io::Write;
use std::path::PathBuf;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Packs these files, and unpacks them within a student's limits.
fn zip(files: &[(&str, &[u8])]) -> (TempDir, Result<Unpacked, Trouble>) {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("work.zip");
    let mut writer = ZipWriter::new(File::create(&path).expect("a file"));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive");
    let unpacked = unpack(&path, Form::Zip, &home.path().join("out"), Limits::HAND_IN);
    (home, unpacked)
}

fn tar(entries: &[(&str, &[u8], tar::EntryType)]) -> (TempDir, Result<Unpacked, Trouble>) {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("work.tgz");
    let packed =
        flate2::write::GzEncoder::new(File::create(&path).expect("a file"), flate2::Compression::fast());
    let mut builder = tar::Builder::new(packed);
    for (name, bytes, kind) in entries {
        let mut header = tar::Header::new_gnu();
        let old = header.as_old_mut();
        let length = name.len().min(old.name.len());
        old.name[..length].copy_from_slice(&name.as_bytes()[..length]);
        header.set_entry_type(*kind);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, *bytes).expect("an entry");
    }
    builder.into_inner().and_then(flate2::write::GzEncoder::finish).expect("an archive");
    let unpacked = unpack(&path, Form::TarGz, &home.path().join("out"), Limits::HAND_IN);
    (home, unpacked)
}

/// The files that lie below a folder.
fn files(home: &TempDir) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![home.path().join("out")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    let root = home.path().join("out");
    let short = |path: &PathBuf| path.strip_prefix(&root).expect("below").display().to_string();
    let mut names: Vec<String> = found.iter().map(short).collect();
    names.sort();
    names
}

#[test]
fn plain_files_come_out() {
    let packed: [(&str, &[u8]); 9] = [
        ("Game/main.cpp", b"int main() {}"),
        ("Game\\cards.h", b""),
        ("./Game/./x.txt", b"x"),
        ("__MACOSX/Game/._main.cpp", b"x"),
        ("Game/.DS_Store", b"x"),
        ("Game/.vs/a/b.db", b"x"),
        ("Game/x64/Debug/main.obj", b"x"),
        ("Game/x64/Debug/lost.cpp", b"x"),
        ("a\nb/\u{1b}[2J.cpp", b"x"),
    ];
    let (home, unpacked) = zip(&packed);
    let unpacked = unpacked.expect("it can be unpacked");
    let expected =
        ["Game/cards.h", "Game/main.cpp", "Game/x.txt", "Game/x64/Debug/lost.cpp", "a\\nb/\\u{1b}[2J.cpp"];
    assert_eq!(files(&home), expected);
    assert_eq!(unpacked.remarks, ["left aside: `__MACOSX`, `.DS_Store`, `.vs`, `x64` (4 files)"]);
    assert_eq!((unpacked.files, unpacked.bytes), (5, 16));
}

#[test]
fn nothing_leads_out() {
    let cases = [
        ("../x.cpp", "leads out of its folder"),
        ("a/../../x.cpp", "leads out of its folder"),
        ("a\\..\\..\\x.cpp", "leads out of its folder"),
        ("/tmp/x.cpp", "absolute path"),
        ("\\tmp\\x.cpp", "absolute path"),
        ("C:\\x.cpp", "absolute path"),
    ];
    for (name, why) in cases {
        let (home, unpacked) = zip(&[("main.cpp", b"x"), (name, b"x")]);
        let Err(Trouble::Harmful(said)) = unpacked else { panic!("{name}: {unpacked:?}") };
        assert!(said.contains(why), "{name}: {said}");
        assert!(!home.path().join("out").exists() && !home.path().join("x.cpp").exists(), "{name}");
        let (home, unpacked) = tar(&[(&name.replace('\\', "/"), b"x", tar::EntryType::Regular)]);
        assert!(matches!(unpacked, Err(Trouble::Harmful(_))), "{name}: {unpacked:?}");
        assert!(!home.path().join("out").exists(), "{name}");
    }
    for kind in [tar::EntryType::Symlink, tar::EntryType::Link] {
        let (_, unpacked) = tar(&[("etc", b"", kind), ("etc/x.cpp", b"x", tar::EntryType::Regular)]);
        let Err(Trouble::Harmful(said)) = unpacked else { panic!("{unpacked:?}") };
        assert!(said.starts_with("holds a link (`etc`)"), "{said}");
    }
}

#[test]
fn bombs_are_not_unpacked() {
    let zeros = vec![0; 80 << 20];
    let (home, unpacked) = zip(&[("a", &zeros)]);
    let Err(Trouble::Harmful(said)) = unpacked else { panic!("{unpacked:?}") };
    assert_eq!(said, "would unpack to more than 64 MiB and was not unpacked");
    assert!(!home.path().join("out").exists());
    let (_, unpacked) = tar(&[("a", &zeros, tar::EntryType::Regular)]);
    assert!(matches!(unpacked, Err(Trouble::Harmful(_))), "{unpacked:?}");
    let (_, unpacked) = tar(&[("a", &zeros[..1 << 20], tar::EntryType::GNULongName)]);
    assert!(matches!(unpacked, Err(Trouble::Harmful(_))), "{unpacked:?}");
    let names: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let (_, unpacked) = zip(&many);
    let Err(Trouble::Harmful(said)) = unpacked else { panic!("{unpacked:?}") };
    assert_eq!(said, "holds more than 10000 files and was not unpacked");
}

#[test]
fn what_is_too_large_or_double_is_told() {
    let large = vec![7; (4 << 20) + 1];
    let deep = format!("{}x.cpp", "d/".repeat(40));
    let (home, unpacked) =
        zip(&[("Game.exe", &large), ("a", b"x"), ("a/b", b"x"), (&deep, b"x"), ("m.cpp", b"x")]);
    let told = unpacked.expect("it can be unpacked").remarks;
    assert_eq!(files(&home), ["a", "m.cpp"]);
    assert_eq!(told[0], "`Game.exe` is larger than 4 MiB and was left aside");
    assert!(told[1].starts_with("`a/b` stands for several things"), "{told:?}");
    assert!(told[2].ends_with("named too long and was left aside"), "{told:?}");
}

#[test]
fn broken_and_foreign_archives_say_what_to_do() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("x");
    for bytes in [&b""[..], b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08\0", &[0; 600], &[7; 600]] {
        fs::write(&path, bytes).expect("a file");
        for form in [Form::Zip, Form::Tar, Form::TarGz] {
            let unpacked = unpack(&path, form, &home.path().join("out"), Limits::HAND_IN);
            assert!(matches!(unpacked, Err(Trouble::Closed(_))), "{bytes:?} {form:?}: {unpacked:?}");
        }
    }
    let unpacked = unpack(&path, Form::Foreign("RAR"), &home.path().join("out"), Limits::HAND_IN);
    assert!(matches!(unpacked, Err(Trouble::Closed(said)) if said.ends_with(&format!("(RAR){BY_HAND}"))));
}

#[test]
fn the_advice_holds_for_a_class_in_an_archive() {
    // What is put among what was unpacked is removed by the next run.
    assert!(BY_HAND.contains("unpack that first, and run `grader check` on the folder"), "{BY_HAND}");
}

#[test]
fn names_tell_forms() {
    assert_eq!(form("a.ZIP"), Some(Form::Zip));
    assert_eq!(form("a.tar.gz"), Some(Form::TarGz));
    assert_eq!(form("a.tgz"), Some(Form::TarGz));
    assert_eq!(form("a.rar"), Some(Form::Foreign("RAR")));
    assert_eq!((form(".zip"), form("a.cpp"), form("zip")), (None, None, None));
    assert_eq!((stem("bob.tar.gz"), stem("bob.v2.zip"), stem("a.tgz")), ("bob", "bob.v2", "a"));
}

#[test]
fn in_a_class_what_leads_outside_is_left_aside_alone() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("class.zip");
    let mut writer = ZipWriter::new(File::create(&path).expect("a file"));
    let plain = SimpleFileOptions::default();
    for name in ["a/main.cpp", "../x.cpp", "b/../../y.cpp", "/z.cpp", "b/main.cpp"] {
        writer.start_file(name, plain).expect("an entry");
        writer.write_all(b"x").expect("its bytes");
    }
    writer.add_symlink("b/link.cpp", "main.cpp", plain).expect("a link");
    for index in 0..30 {
        writer.add_symlink(format!("c/{index}.cpp"), "/etc/passwd", plain).expect("a link");
    }
    writer.finish().expect("an archive");
    let unpacked = unpack(&path, Form::Zip, &home.path().join("out"), Limits::CLASS).expect("it is unpacked");
    assert_eq!(files(&home), ["a/main.cpp", "b/main.cpp"]);
    assert!(!home.path().join("x.cpp").exists() && !home.path().join("y.cpp").exists());
    let (told, trouble) = unpacked.outside.expect("something was left aside");
    assert_eq!(
        told[..4],
        [
            "`../x.cpp` leads out of the archive's folder and was left aside",
            "`b/../../y.cpp` leads out of the archive's folder and was left aside",
            "`/z.cpp` is an absolute path and was left aside",
            "`b/link.cpp` is a link and was left aside",
        ]
    );
    assert_eq!(told.last().map(String::as_str), Some("14 more entries lead outside and were left aside"));
    assert!(
        matches!(trouble, Trouble::Harmful(said) if said.starts_with("leads out of its folder (`../x.cpp`)"))
    );
}
