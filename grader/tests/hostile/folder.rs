//! Hand-ins that are no plain files in plain folders, and names that mean something to somebody.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::class::{Class, LEGAL, USUAL};

#[test]
fn what_is_no_file_is_told_and_not_opened() {
    let class = Class::new();
    class.innocents();
    let folder = class.folder();
    let none: [(&str, &[u8]); 0] = [];
    for student in ["link", "pipe", "socket", "device", "sparse", "folder link"] {
        class.hand_in(student, &none);
    }
    symlink("/etc/passwd", folder.join("link/main.cpp")).expect("a link");
    symlink("../aa innocent", folder.join("folder link/src")).expect("a link");
    symlink("/etc", folder.join("etc")).expect("a link");
    symlink("aa innocent/main.cpp", folder.join("copied.cpp")).expect("a link");
    for pipe in ["pipe/main.cpp", "pipe/Cargo.toml", "pipe/rand.h", "loose.cpp"] {
        let made = Command::new("mkfifo").arg(folder.join(pipe)).status().expect("mkfifo runs");
        assert!(made.success());
    }
    let _socket = UnixListener::bind(folder.join("socket/main.cpp")).expect("a socket");
    let made = Command::new("mknod").arg(folder.join("device/main.cpp")).args(["c", "1", "5"]).output();
    let has_device = made.is_ok_and(|made| made.status.success());
    if !has_device {
        eprintln!("no device can be made here, so none is handed in");
    }
    File::create(folder.join("sparse/main.cpp")).and_then(|file| file.set_len(1 << 30)).expect("a file");
    let judged = class.judge(USUAL);
    judged.is("link", "no-source", "is a link that leads out of the submission");
    judged.is("folder link", "no-source", "is a link that leads out of the submission");
    judged.is("pipe", "no-source", "is a pipe");
    judged.is("socket", "no-source", "is a socket");
    judged.is("sparse", "no-source", "larger than 4 MiB");
    if has_device {
        judged.is("device", "no-source", "is a device");
    }
    for name in ["etc", "copied.cpp", "loose.cpp"] {
        assert!(judged.errors.contains(&format!("`{name}` is a ")), "{name}: {}", judged.errors);
    }
    assert!(!judged.json.contains("root:"), "{}", judged.json);
}

#[test]
fn links_among_many_paths_are_not_followed() {
    let class = Class::new();
    class.innocents();
    // It comes first, and must not take the place of what it leads to.
    symlink("aa innocent", class.folder().join("copied")).expect("a link");
    symlink("/etc/passwd", class.folder().join("passwd.cpp")).expect("a link");
    let mut command = class.command(USUAL);
    command.args([
        "check",
        "copied/",
        "passwd.cpp",
        "aa innocent",
        "zz innocent",
        "-a",
        "casino",
        "--only",
        "builds",
    ]);
    let output = command.args(["-o", "../grades"]).output().expect("the command runs");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(said.contains("2 submissions: 2 graded"), "{said}");
    assert!(said.contains("`copied` is a link") && said.contains("`passwd.cpp` is a link"), "{said}");
}

#[test]
fn names_are_names_and_nothing_else() {
    let class = Class::new();
    class.innocents();
    let legal = LEGAL.as_bytes();
    let files = [
        "-o",
        "@main",
        "--version",
        "-E",
        "a b",
        "a'b",
        "a\"b",
        "$(touch x)",
        "`touch x`",
        "a;b",
        "%s%n",
        "*",
        "~",
        "=",
        "a..",
        "&",
        "<script>alert(1)<script>",
        "=cmd|' C'!A0",
        "\u{1f0a1}",
    ];
    for (index, name) in files.iter().enumerate() {
        class.hand_in(format!("file {index:02}"), &[(format!("{name}.cpp"), legal)]);
        class.hand_in(name, &[("main.cpp", legal)]);
    }
    class.hand_in("main.cpp", &[("main.cpp", legal)]);
    class.hand_in("in folder", &[("main.cpp/main.cpp", legal), ("-Wl,x/@y.h", b"")]);
    let bytes = [
        &b"\xff\xfe.cpp"[..],
        b"a\nb.cpp",
        b"\x1b[2J.cpp",
        b"\xc2\x9b2J.cpp",
        "\u{202e}ppc.cpp".as_bytes(),
        b"\\..\\x.cpp",
    ];
    for (index, name) in bytes.iter().enumerate() {
        class.hand_in(format!("bytes {index}"), &[(OsStr::from_bytes(name), legal)]);
    }
    let judged = class.judge(USUAL);
    for (index, name) in files.iter().enumerate() {
        judged.is_full(&format!("file {index:02}"));
        judged.is_full(name);
    }
    judged.is_full("main.cpp");
    judged.is_full("in folder");
    for index in 0..bytes.len() {
        judged.is_full(&format!("bytes {index}"));
    }
}

#[test]
fn names_that_cannot_be_copied_are_no_fault_of_the_grader() {
    let class = Class::new();
    class.innocents();
    let legal = LEGAL.as_bytes();
    let long = |byte: u8, end: &str| OsString::from_vec([vec![byte; 250], end.into()].concat());
    class.hand_in("controls", &[(long(1, ".cpp"), legal)]);
    class.hand_in("bytes", &[(long(0xff, ".cpp"), legal)]);
    class.hand_in("deep", &[(format!("{}main.cpp", format!("{}/", "d".repeat(200)).repeat(17)), legal)]);
    let twins: [(&OsStr, &[u8]); 2] =
        [(OsStr::from_bytes(b"a\xff/x.h"), b""), (OsStr::from_bytes("a\u{fffd}".as_bytes()), b"")];
    class.hand_in("twins", &twins);
    let included = format!("#include \"a\u{fffd}\"\n{LEGAL}");
    class.hand_in("twins", &[("main.cpp", included.as_bytes())]);
    let header = format!("#include \"main.cpp/Cards.h\"\n#include \"{}cards.H\"\n{LEGAL}", "x/".repeat(3000));
    class.hand_in("headers", &[("main.cpp", header.as_bytes()), ("cards.h", b"")]);
    for index in 0..1500 {
        class.hand_in("wide", &[(format!("{}/{index}/x.h", "w".repeat(200)), &b""[..])]);
    }
    class.hand_in("wide", &[("main.cpp", legal)]);
    let judged = class.judge(USUAL);
    judged.is("controls", "review", "is too long");
    judged.is("bytes", "review", "is too long");
    judged.is("deep", "review", "is too long");
    judged.is("headers", "not-built", "main.cpp:1");
    judged.is("wide", "review", "more folders");
    let twins = judged.entry("twins")["state"].as_str().expect("a state");
    assert!(["review", "graded", "not-built"].contains(&twins), "{twins}");
}

#[test]
fn too_much_of_everything_is_read_in_bounded_time() {
    let class = Class::new();
    class.innocents();
    let put = |student: &str, text: String| class.hand_in(student, &[("main.cpp", text.as_bytes())]);
    let dead = |text: &str| format!("{LEGAL}#ifdef NEVER\n{text}#endif\n");
    put("mains", dead(&format!("{}\n", "main(;".repeat(400_000))));
    put("conditions", format!("{LEGAL}{}{}", "#if 1\n".repeat(190_000), "#endif\n".repeat(190_000)));
    put("includes", dead(&"#include \"a.h\"\n".repeat(100_000)));
    for index in 0..1500 {
        class.hand_in("includes", &[(format!("h{index}.h"), &b""[..])]);
    }
    let spelling = |n: u32| -> String {
        ('a'..='q')
            .enumerate()
            .map(|(i, c)| if n >> i & 1 == 1 { c.to_ascii_uppercase() } else { c })
            .collect()
    };
    let spelled: Vec<String> = (1..20_000).map(|n| format!("#include \"{}.h\"", spelling(n))).collect();
    let spelled = format!(
        "{}
",
        spelled.join(
            "
"
        )
    );
    put("spellings", dead(&spelled));
    class.hand_in("spellings", &[("abcdefghijklmnopq.h", b"")]);
    for index in 0..11_000 {
        fs::create_dir_all(class.folder().join("many")).expect("a folder");
        File::create(class.folder().join(format!("many/{index}.txt"))).expect("a file");
    }
    let judged = class.judge(USUAL);
    for student in ["mains", "conditions", "includes", "spellings"] {
        judged.is_full(student);
    }
    judged.is("many", "no-source", "more than 10000");
}

#[test]
fn programs_in_place_of_sources_are_told() {
    let class = Class::new();
    class.innocents();
    let elf = fs::read("/bin/true").expect("there is a program");
    let heads: [(&str, &[u8]); 5] = [
        ("elf", &elf),
        ("windows", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0"),
        ("java", b"\xca\xfe\xba\xbe\0\0\0\x41\0\x1d\x0a\0\x06"),
        ("zip", b"PK\x03\x04\x14\0\0\0\x08\0"),
        ("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
    ];
    for (name, bytes) in heads {
        class.hand_in(format!("{name} alone"), &[("a.out", bytes)]);
        class.hand_in(name, &[("main.cpp", bytes)]);
    }
    class.hand_in("letters", &[("main.cpp", format!("MZ;\n{LEGAL}").as_bytes())]);
    let judged = class.judge(USUAL);
    for name in ["elf", "windows", "java"] {
        judged.is(name, "no-source", "only a compiled program (main.cpp)");
        judged.is(&format!("{name} alone"), "no-source", "only a compiled program (a.out)");
    }
    judged.is("zip", "no-source", "only an archive (main.cpp); unpack it");
    judged.is("pdf", "no-source", "only a document (main.cpp)");
    judged.is("letters", "not-built", "main.cpp:1:1: error");
}

#[test]
fn results_are_not_kept_where_a_student_could_have_put_them() {
    let class = Class::new();
    class.innocents();
    let victim = class.home().join("victim");
    fs::write(&victim, "precious").expect("a file");
    let hidden = class.folder().join("aa innocent/grades/.cache");
    fs::create_dir_all(&hidden).expect("a folder");
    symlink(&victim, hidden.join("lock")).expect("a link");
    let run = |folder: &str, out: &str| {
        let mut command = class.command(USUAL);
        command.current_dir(class.folder().join(folder));
        let args = ["check", ".", "-a", "casino", "--only", "builds", "-o", out];
        command.args(args).output().expect("the command runs")
    };
    let refused = run("aa innocent", "grades");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("lies in the submission of"), "{said}");
    assert_eq!(fs::read_to_string(&victim).expect("a file"), "precious");
    // Beside the students it is no harm, and not taken for one of them, the second time either.
    for _ in 0..2 {
        let output = run(".", "grades");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("2 submissions: 2 graded"), "{said}");
    }
}
