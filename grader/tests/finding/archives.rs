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
    assert_eq!(found.told().as_deref(), Some("one student's work: bob"));
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

/// Files of an archive, by name.
type Files<'a> = &'a [(&'a str, &'a str)];

#[test]
fn a_class_below_folders_that_hold_nothing_else() {
    let dir = tree(&[]);
    let students = ["ann: cpp main.cpp", "bo: cpp main.cpp", "cy: cpp main.cpp"];
    let files = ["ann: cpp ann.cpp", "bo: cpp bo.cpp", "cy: cpp cy.cpp"];
    let one = ["it: cpp main (1).cpp"];
    let two = ["it: ambiguous: ex1/main.cpp ex2/main.cpp"];
    let cases: [(Files, &[&str]); 7] = [
        (&[("hw/ann.cpp", MAIN), ("hw/bo.cpp", OTHER_MAIN), ("hw/cy.cpp", MAIN)], &files),
        (&[("x/hw/ann.cpp", MAIN), ("x/hw/bo.cpp", MAIN), ("x/hw/cy.cpp", MAIN)], &files),
        (
            &[("x/hw/ann/main.cpp", MAIN), ("x/hw/bo/main.cpp", MAIN), ("x/hw/cy/main.cpp", OTHER_MAIN)],
            &students,
        ),
        (&[("hw/ann/main.cpp", MAIN), ("hw/bo/main.cpp", MAIN), ("hw/cy/main.cpp", MAIN)], &students),
        (&[("ann/main.cpp", MAIN), ("bo/main.cpp", MAIN), ("cy/main.cpp", MAIN)], &students),
        (&[("hw/main.cpp", MAIN), ("hw/main (1).cpp", MAIN)], &one),
        (&[("hw/ex1/main.cpp", MAIN), ("hw/ex2/main.cpp", OTHER_MAIN)], &two),
    ];
    for (files, expected) in cases {
        put(dir.path(), "it.zip", &zip(files));
        let (_, found) = search_one(&dir.path().join("it.zip"));
        assert_eq!(lines(&found), expected, "{files:?}");
    }
}

#[test]
fn several_classes_in_archives() {
    let dir = tree(&[]);
    put(
        dir.path(),
        "a.zip",
        &zip(&[("a/ann.cpp", MAIN), ("a/bo.cpp", OTHER_MAIN), ("a/cy.cpp", HELPER), ("a/di.cpp", MAIN)]),
    );
    let canvas = [("leelu_12_3401_main.cpp", MAIN), ("kimbo_13_3402_main.cpp", OTHER_MAIN)];
    put(dir.path(), "b.zip", &zip(&canvas));
    put(dir.path(), "eve.zip", &zip(&[("work/main.cpp", MAIN), ("work/old/main.cpp", OTHER_MAIN)]));
    let paths = ["a.zip", "b.zip", "eve.zip"].map(|name| dir.path().join(name));
    let unpacked = tempfile::tempdir().expect("a folder");
    let search = Search { paths: &paths, unpacked: unpacked.path(), output: None, roster: None };
    let found = grader::submission::search(&search).expect("they exist");
    let expected = [
        "ann: cpp ann.cpp",
        "bo: cpp bo.cpp",
        "cy: cpp cy.cpp",
        "di: cpp di.cpp",
        "eve: ambiguous: work/main.cpp work/old/main.cpp",
        "kimbo: cpp kimbo_13_3402_main.cpp",
        "leelu: cpp leelu_12_3401_main.cpp",
    ];
    assert_eq!(lines(&found), expected);
}

#[test]
fn what_an_archive_is_tell_its_first_bytes() {
    let dir = tree(&[]);
    let work = zip(&[("main.cpp", MAIN)]);
    tgz(&dir.path().join("packed"), &[("main.cpp", MAIN)]);
    let packed = fs::read(dir.path().join("packed")).expect("it was written");
    fs::remove_file(dir.path().join("packed")).expect("it was written");
    for (name, bytes) in [("a.rar", &work), ("b.tar.gz", &work), ("c.zip", &packed), ("d.tar", &packed)] {
        put(dir.path(), name, bytes);
    }
    put(dir.path(), "e.zip", b"Rar!\x1a\x07\x01\x00");
    let (_, found) = search_one(dir.path());
    let told = lines(&found);
    assert_eq!(told[..4], ["a: cpp main.cpp", "b: cpp main.cpp", "c: cpp main.cpp", "d: cpp main.cpp"]);
    assert!(told[4].contains("not opened here (RAR)"), "{told:?}");
}

#[test]
fn a_name_twice_in_an_archive_is_told() {
    let dir = tree(&[]);
    let mut bytes = zip(&[("main.cpp", MAIN), ("mein.cpp", OTHER_MAIN)]);
    for at in 0..bytes.len() - 8 {
        if bytes[at..].starts_with(b"mein.cpp") {
            bytes[at + 1] = b'a';
        }
    }
    put(dir.path(), "ann.zip", &bytes);
    put(dir.path(), "bo.zip", &zip(&[("main.cpp", MAIN)]));
    let (_, found) = search_one(dir.path());
    let Work::Program(program) = &found.submissions[0].work else { panic!("{:?}", lines(&found)) };
    assert_eq!(program.sources[0].text, OTHER_MAIN);
    assert_eq!(
        found.submissions[0].remarks,
        ["`ann.zip`: left aside: 1 file of the same name as a later one"]
    );
    assert!(found.submissions[1].remarks.is_empty());
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

/// A class whose `bo` packed a link and a way out.
fn class_with_a_link() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let plain = zip::write::SimpleFileOptions::default();
    for name in ["x/ann/main.cpp", "x/bo/main.cpp", "x/cy/main.cpp", "x/bo/../../../out.cpp"] {
        writer.start_file(name, plain).expect("an entry");
        std::io::Write::write_all(&mut writer, MAIN.as_bytes()).expect("its bytes");
    }
    writer.add_symlink("x/bo/more.cpp", "main.cpp", plain).expect("a link");
    writer.finish().expect("an archive").into_inner()
}

#[test]
fn a_link_in_a_class_is_nobody_elses_harm() {
    let students = ["ann: cpp main.cpp", "bo: cpp main.cpp", "cy: cpp main.cpp"];
    let dir = tree(&[]);
    put(dir.path(), "class.zip", &class_with_a_link());
    let (unpacked, found) = search_one(&dir.path().join("class.zip"));
    assert_eq!(lines(&found), students);
    let told = [
        "`x/bo/../../../out.cpp` leads out of the archive's folder and was left aside",
        "`x/bo/more.cpp` is a link and was left aside",
    ];
    assert_eq!(found.remarks, told);
    assert!(!unpacked.path().join("out.cpp").exists());
    // The same in one of several archives, of which another is one student's.
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("main.cpp", zip::write::SimpleFileOptions::default()).expect("an entry");
    std::io::Write::write_all(&mut writer, MAIN.as_bytes()).expect("its bytes");
    writer.add_symlink("b.cpp", "main.cpp", zip::write::SimpleFileOptions::default()).expect("a link");
    put(dir.path(), "eve.zip", &writer.finish().expect("an archive").into_inner());
    let paths = ["class.zip", "eve.zip"].map(|name| dir.path().join(name));
    let unpacked = tempfile::tempdir().expect("a folder");
    let search = Search { paths: &paths, unpacked: unpacked.path(), output: None, roster: None };
    let found = grader::submission::search(&search).expect("they exist");
    assert_eq!(lines(&found)[..3], students);
    let harm = "eve: unreadable: `eve.zip` holds a link (`b.cpp`) and was not unpacked";
    assert_eq!(lines(&found)[3..], [harm]);
    assert_eq!(found.remarks, told.map(|remark| format!("`class.zip`: {remark}")));
    // Alone it is that student's fault as well.
    let (unpacked, found) = search_one(&dir.path().join("eve.zip"));
    assert_eq!(lines(&found), [harm]);
    assert_eq!(found.remarks, [""; 0]);
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
