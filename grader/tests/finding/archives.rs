//! Archives: of a class, of a student, and such as are made to do harm.

use crate::trees::{HELPER, MAIN, OTHER_MAIN, lines, put, search_one, tree, zip};
use grader::submission::{Search, Work};
use std::fs::{self, File};
use std::path::Path;

fn tgz(path: &Path, files: &[(&str, &str)]) {
    let packed =
        flate2::write::GzEncoder::new(File::create(path).expect("a file"), flate2::Compression::fast());
    let mut builder = tar::Builder::new(packed);
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        builder.append_data(&mut header, name, text.as_bytes()).expect("an entry");
    }
    builder.into_inner().and_then(flate2::write::GzEncoder::finish).expect("an archive");
}

#[test]
fn a_student_in_an_archive() {
    let long = format!("work/{}/more.cpp", "a-long-name-of-a-folder".repeat(8));
    let dir = tree(&[]);
    put(dir.path(), "bob.zip", &zip(&[("main.cpp", MAIN), ("cards.h", "")]));
    tgz(&dir.path().join("ann.tar.gz"), &[("work/main.cpp", MAIN), (&long, HELPER)]);
    let (unpacked, found) = search_one(&dir.path().join("bob.zip"));
    assert_eq!(lines(&found), ["bob: cpp main.cpp + cards.h"]);
    assert_eq!(found.told(), None);
    assert_eq!(found.submissions[0].root, dir.path().join("bob.zip"));
    assert!(unpacked.path().join("bob/main.cpp").is_file());
    let (_, found) = search_one(&dir.path().join("ann.tar.gz"));
    let inside = long.trim_start_matches("work/");
    assert_eq!(lines(&found), [format!("ann: cpp {inside} main.cpp")]);
    let (_, found) = search_one(dir.path());
    assert_eq!(
        lines(&found),
        [format!("ann: cpp {long} work/main.cpp"), "bob: cpp main.cpp + cards.h".to_owned()]
    );
    assert_eq!(found.told().as_deref(), Some("class of loose files: 2 students, 2 files"));
    let paths = [dir.path().join("ann.tar.gz"), dir.path().join("bob.zip")];
    let unpacked = tempfile::tempdir().expect("a folder");
    let search = Search { paths: &paths, unpacked: unpacked.path(), output: None, roster: None };
    assert_eq!(lines(&grader::submission::search(&search).expect("they exist")), lines(&found));
}

#[test]
fn a_class_in_an_archive() {
    let files = [
        ("x/ann/main.cpp", MAIN),
        ("x/bo/main.cpp", OTHER_MAIN),
        ("x/cy/main.cpp", MAIN),
        ("x/.DS_Store", ""),
    ];
    let dir = tree(&[]);
    put(dir.path(), "it/class.zip", &zip(&files));
    for path in ["it/class.zip", "it"] {
        let (_, found) = search_one(&dir.path().join(path));
        assert_eq!(lines(&found), ["ann: cpp main.cpp", "bo: cpp main.cpp", "cy: cpp main.cpp"], "{path}");
        assert_eq!(found.remarks, ["left aside: `.DS_Store` (1 file)"]);
    }
    // Beside what was unpacked from it by hand it is nobody's.
    for (name, text) in files {
        put(&dir.path().join("it"), name.trim_start_matches("x/"), text.as_bytes());
    }
    let (_, found) = search_one(&dir.path().join("it"));
    assert_eq!(lines(&found), ["ann: cpp main.cpp", "bo: cpp main.cpp", "cy: cpp main.cpp"]);
    assert_eq!(
        found.remarks,
        ["`class.zip` holds a whole class and was left out; name it alone to judge that"]
    );
}

#[test]
fn archives_in_folders_of_students() {
    let dir = tree(&[("top/bo/main.cpp", MAIN), ("top/cy/main.cpp", MAIN), ("top/dee/main.cpp", OTHER_MAIN)]);
    let work = zip(&[("main.cpp", MAIN), ("cards.cpp", HELPER)]);
    put(dir.path(), "top/ann/work.zip", &work);
    put(dir.path(), "top/bo/work.zip", &work);
    put(dir.path(), "top/cy/build.zip", &zip(&[("a.exe", "MZ")]));
    put(dir.path(), "top/dee/work.zip", &work);
    let (unpacked, found) = search_one(&dir.path().join("top"));
    let expected = [
        "ann: cpp cards.cpp main.cpp",
        "bo: cpp main.cpp work/cards.cpp",
        "cy: cpp main.cpp",
        "dee: ambiguous: main.cpp work/main.cpp",
    ];
    assert_eq!(lines(&found), expected);
    assert_eq!(found.submissions[1].remarks, ["`work/main.cpp` is a copy of `main.cpp` and was left out"]);
    assert_eq!(found.submissions[0].root, unpacked.path().join("ann"));
}

#[test]
fn archives_in_archives_are_opened_twice() {
    let dir = tree(&[]);
    let pack = |name: &str, bytes: &[u8]| {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut writer, bytes).expect("its bytes");
        writer.finish().expect("an archive").into_inner()
    };
    let inner = zip(&[("main.cpp", MAIN)]);
    put(dir.path(), "top/a/x.zip", &pack("y.zip", &inner));
    put(dir.path(), "top/b/x.zip", &pack("y.zip", &pack("z.zip", &inner)));
    let (_, found) = search_one(&dir.path().join("top"));
    assert_eq!(lines(&found)[0], "a: cpp y/main.cpp");
    assert!(lines(&found)[1].starts_with("b: none"), "{:?}", lines(&found));
    let told = &found.submissions[1].remarks[0];
    assert!(told.ends_with("is an archive in an archive in an archive and was not unpacked"), "{told}");
}

#[test]
fn harm_is_one_students_and_never_the_runs() {
    let dir = tree(&[("top/good/main.cpp", MAIN)]);
    let long: String = "0".repeat(80 << 20);
    put(dir.path(), "top/bomb/work.zip", &zip(&[("main.cpp", MAIN), ("zeros", &long)]));
    put(dir.path(), "top/outside/work.zip", &zip(&[("main.cpp", MAIN), ("../../out.cpp", OTHER_MAIN)]));
    put(dir.path(), "top/root/work.zip", &zip(&[("/root.cpp", OTHER_MAIN)]));
    put(dir.path(), "top/broken/work.zip", &zip(&[("main.cpp", MAIN)])[..40]);
    put(dir.path(), "top/rar/work.rar", b"Rar!");
    put(dir.path(), "top/beside/main.cpp", MAIN.as_bytes());
    put(dir.path(), "top/beside/work.7z", b"7z");
    put(dir.path(), "top/names/a.zip", &zip(&[("a\nb/\u{1b}[31mmain.cpp", MAIN)]));
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.add_symlink("main.cpp", "/etc/passwd", zip::write::SimpleFileOptions::default()).expect("a link");
    put(dir.path(), "top/link/work.zip", &writer.finish().expect("an archive").into_inner());
    let (unpacked, found) = search_one(&dir.path().join("top"));
    let work = |student: &str| {
        let one = found.submissions.iter().find(|one| one.student == student);
        one.unwrap_or_else(|| panic!("{:?}", lines(&found))).work.clone()
    };
    for (student, told) in [
        ("bomb", "`work.zip` would unpack to more than 64 MiB"),
        ("outside", "`work.zip` leads out of its folder (`../../out.cpp`)"),
        ("root", "`work.zip` names an absolute path (`/root.cpp`)"),
        ("link", "`work.zip` holds a link (`main.cpp`)"),
    ] {
        let Work::Unreadable { why } = work(student) else { panic!("{student}: {:?}", work(student)) };
        assert!(why.starts_with(told), "{why}");
    }
    for (student, told) in [("broken", "`work.zip` is broken"), ("rar", "`work.rar` is an archive of a kind")]
    {
        let Work::Closed { why } = work(student) else { panic!("{student}: {:?}", work(student)) };
        assert!(why.starts_with(told), "{why}");
    }
    for student in ["good", "beside", "names"] {
        assert!(matches!(work(student), Work::Program(_)), "{student}: {:?}", work(student));
    }
    let beside = found.submissions.iter().find(|one| one.student == "beside").expect("it was found");
    assert!(beside.remarks[0].starts_with("`work.7z` is an archive of a kind"), "{:?}", beside.remarks);
    let names = found.submissions.iter().find(|one| one.student == "names").expect("it was found");
    let Work::Program(program) = &names.work else { panic!() };
    assert_eq!(program.sources[0].path, "a\\nb/\\u{1b}[31mmain.cpp");
    let outside =
        ["out.cpp", "../out.cpp", "root.cpp"].iter().any(|name| unpacked.path().join(name).exists());
    assert!(!outside && !Path::new("/root.cpp").exists());
}

#[test]
fn a_harmful_archive_that_was_named_is_a_submission() {
    let dir = tree(&[]);
    put(dir.path(), "evil.zip", &zip(&[("../x.cpp", MAIN)]));
    let (unpacked, found) = search_one(&dir.path().join("evil.zip"));
    assert!(matches!(&found.submissions[0].work, Work::Unreadable { why } if why.contains("leads out")));
    assert_eq!(found.submissions[0].root, dir.path().join("evil.zip"));
    assert_eq!(fs::read_dir(unpacked.path()).expect("a folder").count(), 0);
}

#[test]
fn a_students_folder_with_the_output_in_it_is_told_by_its_place() {
    let dir = tree(&[("one/grades/.cache/x.json", "{}"), ("two/grades/x", ""), ("two/main.cpp", MAIN)]);
    put(dir.path(), "one/work.zip", &zip(&[("main.cpp", MAIN)]));
    put(dir.path(), "two/work.zip", &zip(&[("main.cpp", MAIN)]));
    for student in ["one", "two"] {
        let (paths, unpacked) = ([dir.path().join(student)], dir.path().join("unpacked"));
        let output = paths[0].join("grades");
        let search = Search { paths: &paths, unpacked: &unpacked, output: Some(&output), roster: None };
        let found = grader::submission::search(&search).expect("it exists");
        let roots: Vec<&Path> = found.submissions.iter().map(|one| one.root.as_path()).collect();
        assert_eq!(roots, [paths[0].as_path()], "{:?}", lines(&found));
    }
}
