//! Finding submissions: trees as students and course systems leave them, and what is made of each.

#![cfg(target_os = "linux")]

mod archives;
mod command;
mod downloads;
mod odd;
mod rosters;
mod trees;

use grader::submission::{FindError, Submission, Work, find};
use std::path::PathBuf;
use trees::{HELPER, MAIN, MANIFEST, OTHER_MAIN, RUST, check, find_one, lines, tree};

#[test]
fn one_students_folder() {
    check(&[("main.cpp", MAIN)], &["top: cpp main.cpp"]);
    check(
        &[("main.cpp", MAIN), ("cards.cpp", HELPER), ("cards.h", ""), ("notes.txt", "")],
        &["top: cpp cards.cpp main.cpp + cards.h"],
    );
    check(&[("src/main.cpp", MAIN), ("include/cards.h", "")], &["top: cpp src/main.cpp + include/cards.h"]);
    check(&[("Game.sln", ""), ("Game/Game/main.cpp", MAIN)], &["top: cpp Game/Game/main.cpp"]);
    check(&[("cards.cpp", HELPER), ("src/main.cpp", MAIN)], &["top: cpp cards.cpp src/main.cpp"]);
    check(&[("Main (1).CPP", MAIN)], &["top: cpp Main (1).CPP"]);
    check(&[("-x.cc", MAIN), ("b.cxx", HELPER), ("c.c++", "")], &["top: cpp -x.cc b.cxx c.c++"]);
    check(&[("helper.cpp", HELPER)], &["top: cpp helper.cpp"]);
    check(&[("main.rs", RUST), ("cards.rs", "pub fn f() {}")], &["top: rust cards.rs main.rs"]);
    let up = "#include \"../cards/cards.h\"\nint main() { }";
    check(
        &[("game/main.cpp", up), ("cards/cards.cpp", HELPER), ("cards/cards.h", "")],
        &["top: cpp cards/cards.cpp game/main.cpp + cards/cards.h"],
    );
    let named = "#include \"names.txt\"\nint main() { }";
    check(
        &[("main.cpp", named), ("names.txt", "int x;"), ("other.txt", "")],
        &["top: cpp main.cpp + names.txt"],
    );
}

#[test]
fn what_tools_and_systems_leave_behind_is_not_seen() {
    let litter = [
        ("main.cpp", MAIN),
        ("__MACOSX/._main.cpp", OTHER_MAIN),
        ("._main.cpp", OTHER_MAIN),
        (".DS_Store", ""),
        (".git/x.cpp", OTHER_MAIN),
        (".vs/x.cpp", OTHER_MAIN),
        (".idea/x.cpp", OTHER_MAIN),
        ("build/x.cpp", OTHER_MAIN),
        ("cmake-build-debug/CMakeFiles/3.2/CompilerIdCXX/x.cpp", OTHER_MAIN),
        ("Debug/x.cpp", OTHER_MAIN),
        ("x64/Release/x.cpp", OTHER_MAIN),
        ("target/x.rs", RUST),
        ("CMakeFiles/x.cpp", OTHER_MAIN),
    ];
    check(&litter, &["top: cpp main.cpp"]);
    let dir = tree(&[("it/Debug/main.cpp", MAIN), ("it/CMakeFiles/x.cpp", OTHER_MAIN), ("it/Makefile", "")]);
    let found = find_one(&dir.path().join("it"));
    assert_eq!(lines(&found), ["it: cpp Debug/main.cpp"]);
    let told = "the source lies in a folder for build output (`Debug/main.cpp`)";
    assert_eq!(found.submissions[0].remarks, [told]);
}

#[test]
fn a_class_of_loose_files() {
    check(
        &[
            ("bob_12345_67890_blackjack.cpp", MAIN),
            ("alice.rs", RUST),
            ("carol.cpp", "#include \"cards.h\"\nint main() {}"),
            ("dan.cpp", HELPER),
            ("cards.h", "#include \"more.h\""),
            ("more.h", ""),
            ("grades.xlsx", ""),
        ],
        &[
            "alice: rust alice.rs",
            "bob_12345_67890_blackjack: cpp bob_12345_67890_blackjack.cpp",
            "carol: cpp carol.cpp + cards.h more.h",
            "dan: cpp dan.cpp",
        ],
    );
    let files =
        [("a.cpp", MAIN), ("b.cpp", OTHER_MAIN), ("z.docx", ""), ("pics/x.png", ""), ("eve/m.cpp", MAIN)];
    let dir = tree(&files);
    let found = find_one(dir.path());
    assert_eq!(lines(&found), ["a: cpp a.cpp", "b: cpp b.cpp", "eve: cpp m.cpp"]);
    let told = [
        "folder `pics` holds no program and was not taken as a submission",
        "`z.docx` is no source file and was not taken as a submission",
    ];
    assert_eq!(found.remarks, told);
}

#[test]
fn a_class_of_folders() {
    check(
        &[
            ("07-copper/Blackjack/Blackjack.sln", ""),
            ("07-copper/Blackjack/Blackjack/main.cpp", MAIN),
            ("alice/src/main.cpp", MAIN),
            ("bob/Cargo.toml", MANIFEST),
            ("bob/src/main.rs", RUST),
            ("carl/", ""),
            ("dora/report.docx", ""),
            ("emil/main.cpp", MAIN),
            ("emil/main_old.cpp", OTHER_MAIN),
            ("README.md", ""),
        ],
        &[
            "07-copper: cpp Blackjack/Blackjack/main.cpp",
            "alice: cpp src/main.cpp",
            "bob: rust cargo src/main.rs",
            "carl: none: the folder is empty",
            "dora: none: no C++ or Rust source, only a document (report.docx)",
            "emil: ambiguous: main.cpp main_old.cpp",
        ],
    );
    check(
        &[("alice/main.cpp", MAIN), ("bob/main.cpp", OTHER_MAIN), ("stray.cpp", HELPER), ("build/x.o", "")],
        &["alice: cpp main.cpp", "bob: cpp main.cpp", "stray: cpp stray.cpp"],
    );
    check(&[("alice/main.cpp", MAIN)], &["alice: cpp main.cpp"]);
    check(
        &[
            ("class/a/main.cpp", MAIN),
            ("class/b/main.cpp", OTHER_MAIN),
            ("class/c/main.rs", RUST),
            ("x.toml", ""),
        ],
        &["a: cpp main.cpp", "b: cpp main.cpp", "c: rust main.rs"],
    );
}

#[test]
fn source_behind_a_dot_is_told() {
    let dir = tree(&[
        ("roe/bj.cpp", MAIN),
        ("poe/bj.cpp", MAIN),
        (".doe/bj.cpp", MAIN),
        (".git/x.cpp", MAIN),
        (".x.cpp", MAIN),
    ]);
    let found = find_one(dir.path());
    assert_eq!(lines(&found), ["poe: cpp bj.cpp", "roe: cpp bj.cpp"]);
    let told = "begins with a dot and was left aside, though source is in it; rename it if it is a student's";
    assert_eq!(found.remarks, [format!("`.doe` {told}"), format!("`.x.cpp` {told}")]);
}

#[test]
fn several_paths() {
    let files =
        [("a/Game/main.cpp", MAIN), ("b/Game/main.cpp", MAIN), ("one/c.cpp", MAIN), ("two/c.cpp", MAIN)];
    let dir = tree(&files);
    let path = |name: &str| dir.path().join(name);
    let found = find(&[path("b"), path("a"), path("one/c.cpp"), path("a/../a"), path("two/c.cpp")])
        .expect("they exist");
    let expected =
        ["a: cpp Game/main.cpp", "b: cpp Game/main.cpp", "c.cpp (one): cpp c.cpp", "c.cpp (two): cpp c.cpp"];
    assert_eq!(lines(&found), expected);
    let found = find(&[path("a/Game/main.cpp"), path("b/Game/main.cpp")]).expect("they exist");
    assert_eq!(lines(&found), ["main.cpp (a/Game): cpp main.cpp", "main.cpp (b/Game): cpp main.cpp"]);
}

#[test]
fn a_path_that_cannot_be_used_is_named() {
    let dir = tree(&[("main.cpp", MAIN)]);
    let missing = find(&[dir.path().join("nope.cpp")]).expect_err("it does not exist");
    assert!(matches!(&missing, FindError::Missing { path } if path.ends_with("nope.cpp")), "{missing}");
    assert!(missing.to_string().contains("nope.cpp: no such file or folder"));
    let inside = find(&[dir.path().join("main.cpp/x")]).expect_err("a file holds no files");
    assert!(matches!(inside, FindError::Missing { .. }), "{inside}");
    let device = find(&[PathBuf::from("/dev/null")]).expect_err("a device is no submission");
    assert!(matches!(device, FindError::NeitherFileNorFolder { .. }), "{device}");
}

#[test]
fn hand_ins_without_source() {
    let none = "top: none: no C++ or Rust source, only";
    let program = format!("{none} a compiled program (a.out)");
    check(&[("a.out", "\u{7f}ELF")], &[&program]);
    check(
        &[("work.zip", "PK\u{3}\u{4}")],
        &[&format!("{none} an archive (work.zip); unpack it and run again")],
    );
    check(&[], &["top: none: the folder is empty"]);
    // One that holds a program is read all the same; of two a person must say which counts.
    check(&[("main.cpp.txt", MAIN)], &["top: cpp main.cpp"]);
    check(&[("my work", RUST), ("notes.txt", "none")], &["top: rust my work.rs"]);
    check(&[("only.h", MAIN)], &["top: cpp only.cpp + only.h"]);
    let hint = "`a.txt` looks like source: give it the ending .cpp or .rs";
    check(&[("a.txt", MAIN), ("b.txt", OTHER_MAIN)], &[&format!("{none} documents (a.txt, b.txt); {hint}")]);
    let deep = format!("{}main.cpp", "d/".repeat(60));
    let dir = tree(&[("top/", ""), (&format!("top/{deep}"), MAIN)]);
    let told = &lines(&find_one(&dir.path().join("top")))[0];
    assert!(told.starts_with("top: none: nothing of it was read: "), "{told}");
    check(
        &[("Debug/Game.exe", "MZ"), ("report.pdf", "%PDF")],
        &[&format!("{none} a compiled program (Debug/Game.exe) and a document (report.pdf)")],
    );
    let dir = tree(&[("game.exe", "MZ")]);
    let found = find_one(&dir.path().join("game.exe"));
    assert_eq!(lines(&found), ["game: none: no C++ or Rust source, only a compiled program (game.exe)"]);
}

#[test]
fn copies_of_the_same_program_are_one() {
    let dir = tree(&[
        ("x/Makefile", ""),
        ("x/main.cpp", MAIN),
        ("x/old/main.cpp", MAIN),
        ("x/old/h.cpp", HELPER),
        ("x/h.cpp", HELPER),
    ]);
    let found = find_one(&dir.path().join("x"));
    assert_eq!(lines(&found), ["x: cpp h.cpp main.cpp"]);
    let told = [
        "`old/h.cpp` is a copy of `h.cpp` and was left out",
        "`old/main.cpp` is a copy of `main.cpp` and was left out",
    ];
    assert_eq!(found.submissions[0].remarks, told);
}

#[test]
fn two_programs_in_one_folder_are_both_named() {
    check(&[("main.cpp", MAIN), ("main.rs", RUST)], &["main.cpp: cpp main.cpp", "main.rs: rust main.rs"]);
    check(
        &[("Makefile", ""), ("a/main.cpp", MAIN), ("b/main.rs", RUST)],
        &["top: ambiguous: a/main.cpp b/main.rs"],
    );
    check(&[("main.cpp", MAIN), ("old/main.cpp", OTHER_MAIN)], &["top: ambiguous: main.cpp old/main.cpp"]);
    check(
        &[("a/Cargo.toml", ""), ("b/Cargo.toml", ""), ("a/src/main.rs", RUST), ("Makefile", "")],
        &["top: ambiguous: a/Cargo.toml b/Cargo.toml"],
    );
}

#[test]
fn cargo_projects() {
    let names = "const N: &str = include_str!(\"names.txt\");\nfn main() {}";
    check(
        &[
            ("Cargo.toml", MANIFEST),
            ("Cargo.lock", ""),
            ("src/main.rs", names),
            ("src/names.txt", "a"),
            ("src/cards.rs", ""),
        ],
        &["top: rust cargo src/cards.rs src/main.rs + Cargo.lock src/names.txt"],
    );
    check(
        &[("game/Cargo.toml", MANIFEST), ("game/src/main.rs", RUST), ("Makefile", "")],
        &["top: rust cargo src/main.rs"],
    );
    check(
        &[("Cargo.toml", MANIFEST), ("src/main.rs", RUST), ("src/bin/two.rs", RUST)],
        &["top: ambiguous: src/bin/two.rs src/main.rs"],
    );
    check(
        &[("Cargo.toml", MANIFEST), ("src/main.rs", RUST), ("c/main.cpp", MAIN)],
        &["top: ambiguous: c/main.cpp src/main.rs"],
    );
    let dir = tree(&[
        ("x/Cargo.toml", MANIFEST),
        ("x/src/main.rs", RUST),
        ("x/build.rs", RUST),
        ("x/.cargo/config.toml", ""),
        ("x/rust-toolchain", ""),
    ]);
    let found = find_one(&dir.path().join("x/Cargo.toml"));
    let Work::Program(program) = &found.submissions[0].work else { panic!("{found:?}") };
    assert_eq!(program.tool_files, ["build.rs", "rust-toolchain", ".cargo/config.toml"]);
    assert_eq!(found.submissions[0].student, "x");
}

#[test]
fn the_key_is_the_works_not_the_students() {
    let dir = tree(&[
        ("c/alice/main.cpp", MAIN),
        ("c/alice/a.h", "1"),
        ("c/bob/main.cpp", MAIN),
        ("c/bob/a.h", "1"),
        ("c/carl/main.cpp", MAIN),
        ("c/carl/a.h", "2"),
        ("c/dora/main2.cpp", MAIN),
        ("c/dora/a.h", "1"),
        ("c/emil/a.out", "1"),
        ("c/finn/a.out", "2"),
        ("c/gwen/a.out", "1"),
    ]);
    let found = find_one(&dir.path().join("c"));
    let keys: Vec<&str> = found.submissions.iter().map(Submission::content_key).collect();
    let [alice, bob, carl, dora, emil, finn, gwen] = keys[..] else { panic!("{keys:?}") };
    assert_eq!((alice, emil), (bob, gwen));
    assert!(alice != carl && alice != dora && carl != dora && emil != finn);
    assert!(alice.len() == 64 && alice.bytes().all(|byte| byte.is_ascii_hexdigit()));
}
