//! Files that are no plain text in plain folders: encodings, links, pipes, odd names, too much of everything.

use crate::trees::{HELPER, MAIN, OTHER_MAIN, find_one, lines, put, tree};
use grader::submission::Work;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

#[test]
fn every_encoding_is_read() {
    let wide: Vec<u8> = MAIN.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let dir = tree(&[("top/Makefile", "")]);
    let (windows, mark) = (MAIN.replace('\n', "\r\n"), &b"\xef\xbb\xbf"[..]);
    let crlf = "`main.cpp` has the line ends of Windows (CRLF)";
    let bom = "`main.cpp` begins with a byte order mark (UTF-8)";
    let cases: [(&str, Vec<u8>, &[&str]); 6] = [
        ("UTF-8", MAIN.into(), &[]),
        (
            "UTF-16LE",
            [&b"\xff\xfe"[..], &wide].concat(),
            &["`main.cpp` is encoded as UTF-16LE and was read as such"],
        ),
        (
            "windows-1252",
            [b"// \xe9\n", MAIN.as_bytes()].concat(),
            &["`main.cpp` is encoded as Windows-1252 (Latin-1) and was read as such"],
        ),
        ("UTF-8", windows.clone().into(), &[crlf]),
        ("UTF-8", [mark, MAIN.as_bytes()].concat(), &[bom]),
        ("UTF-8", [mark, windows.as_bytes()].concat(), &[bom, crlf]),
    ];
    for (encoding, bytes, remarks) in cases {
        put(dir.path(), "top/main.cpp", &bytes);
        let found = find_one(&dir.path().join("top"));
        let Work::Program(program) = &found.submissions[0].work else { panic!("{found:?}") };
        assert_eq!(program.sources[0].written.encoding, encoding);
        assert!(program.sources[0].text.ends_with(MAIN), "{encoding}");
        assert_eq!(found.submissions[0].remarks, remarks);
    }
    put(dir.path(), "top/main.cpp", windows.as_bytes());
    put(dir.path(), "top/cards.cpp", HELPER.replace('\n', "\r\n").as_bytes());
    let remarks = &find_one(&dir.path().join("top")).submissions[0].remarks;
    assert_eq!(*remarks, ["`cards.cpp` has the line ends of Windows (CRLF), and so does 1 more file"]);
}

#[test]
fn links_pipes_and_sockets_are_told_and_not_followed() {
    let dir = tree(&[("top/main.cpp", MAIN), ("top/sub/real.h", ""), ("secret.cpp", OTHER_MAIN)]);
    let top = dir.path().join("top");
    let links = [
        ("../secret.cpp", "out.cpp"),
        ("/", "root"),
        (".", "loop"),
        ("nowhere", "dead.cpp"),
        ("self", "self"),
        ("sub/real.h", "inside.h"),
    ];
    for (target, name) in links {
        symlink(target, top.join(name)).expect("a link");
    }
    let _socket = std::os::unix::net::UnixListener::bind(top.join("socket.cpp")).expect("a socket");
    let made = std::process::Command::new("mkfifo").arg(top.join("pipe.cpp")).status().expect("mkfifo runs");
    assert!(made.success());
    let found = find_one(&top);
    assert_eq!(lines(&found), ["top: cpp main.cpp + inside.h sub/real.h"]);
    let told = [
        "`dead.cpp` is a link that leads nowhere; it was not followed",
        "`loop` is a link that leads to no file; it was not followed",
        "`out.cpp` is a link that leads out of the submission; it was not followed",
        "`pipe.cpp` is a pipe, not a file, and was ignored",
        "`root` is a link that leads out of the submission; it was not followed",
        "`self` is a link that leads nowhere; it was not followed",
        "`socket.cpp` is a socket, not a file, and was ignored",
    ];
    assert_eq!(found.submissions[0].remarks, told);
}

#[test]
fn a_loose_file_reaches_nothing_outside_its_folder() {
    let text =
        "#include \"../secret.h\"\n#include \"link.h\"\n#include \"far/x.h\"\n#include \"/etc/hostname\"\n";
    let dir = tree(&[("class/a.cpp", text), ("secret.h", "secret"), ("away/x.h", "secret")]);
    symlink("../secret.h", dir.path().join("class/link.h")).expect("a link");
    symlink("../away", dir.path().join("class/far")).expect("a link");
    assert_eq!(lines(&find_one(&dir.path().join("class/a.cpp"))), ["a: cpp a.cpp"]);
}

#[test]
fn odd_names_are_shown_on_one_line() {
    let dir = tree(&[("top/Makefile", "")]);
    let top = dir.path().join("top");
    put(&top, "a\nb.h", b"");
    put(&top, " main .cpp", MAIN.as_bytes());
    fs::write(top.join(std::ffi::OsStr::from_bytes(b"caf\xe9.cpp")), HELPER).expect("a file");
    assert_eq!(lines(&find_one(&top)), ["top: cpp  main .cpp caf\u{fffd}.cpp + a\\nb.h"]);
}

#[test]
fn a_file_that_is_too_large_is_told() {
    let dir = tree(&[("top/main.cpp", MAIN), ("top/big.cpp", &" ".repeat((4 << 20) + 1))]);
    let found = find_one(&dir.path().join("top"));
    assert_eq!(lines(&found), ["top: cpp main.cpp"]);
    let told = "`big.cpp` is larger than 4 MiB and was not read";
    assert_eq!(found.submissions[0].remarks, [told]);
    let alone = find_one(&dir.path().join("top/big.cpp"));
    assert_eq!(lines(&alone), [format!("big: none: {told}")]);
}

#[test]
fn too_many_files_are_told() {
    let dir = tree(&[("top/main.cpp", MAIN), ("top/zz/", "")]);
    for n in 0..10_100 {
        fs::write(dir.path().join(format!("top/zz/{n}")), "").expect("a file");
    }
    let found = find_one(&dir.path().join("top"));
    assert_eq!(lines(&found), ["top: cpp main.cpp"]);
    let told = "more than 10000 files were handed in; only the first 10000 were looked at";
    assert_eq!(found.submissions[0].remarks, [told]);
}

#[test]
fn deep_folders_are_told() {
    let deep = "d/".repeat(60);
    let dir = tree(&[("top/main.cpp", MAIN), (&format!("top/{deep}x.cpp"), OTHER_MAIN)]);
    let found = find_one(&dir.path().join("top"));
    assert_eq!(lines(&found), ["top: cpp main.cpp"]);
    assert!(found.submissions[0].remarks[0].ends_with("is nested too deep and was not looked into"));
}

#[test]
fn a_file_the_machine_cannot_read_is_not_the_students_fault() {
    let dir = tree(&[]);
    // Reading the start of this process's memory fails with an input error, whoever asks.
    let path = dir.path().join("main.cpp");
    symlink("/proc/self/mem", &path).expect("a link");
    let lines = lines(&find_one(&path));
    assert!(lines[0].starts_with("main: unreadable: main.cpp cannot be read: "), "{lines:?}");
}
