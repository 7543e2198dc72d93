//! The whole command on a download, as it comes.

use crate::trees::{put, tree, zip};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const LEGAL: &str = include_str!("../edges/casino.cpp");
const HELLO: &str = "#include <iostream>\nint main() { std::cout << \"Hello\\n\"; }\n";

fn grader(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
    command.current_dir(home).args(args).output().expect("the command runs")
}

fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut writer, bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

#[test]
fn a_download_is_judged_as_it_comes() {
    let dir = tree(&[]);
    let home = dir.path();
    let broken = format!("{LEGAL}\nint broken = ;\n");
    let class = pack(&[
        ("doejane_101_9001_main.cpp", LEGAL.as_bytes()),
        ("foxann_102_9002_work.zip", &zip(&[("Game/main.cpp", LEGAL), ("Game/.vs/x.db", "x")])),
        ("liwei_103_9003_hello.cpp", HELLO.as_bytes()),
        ("liwei_103_9004_game.cpp", LEGAL.as_bytes()),
        ("poemax_104_9005_game.cpp", LEGAL.as_bytes()),
        ("poemax_104_9006_game_old.cpp", broken.as_bytes()),
        ("raybo_105_9007_a.cpp", LEGAL.as_bytes()),
        ("raybo_105_9008_b.cpp", format!("// b\n{LEGAL}").as_bytes()),
        ("roejo_LATE_106_9009_report.docx", b"PK"),
        ("yuevil_107_9010_evil.zip", &zip(&[("../../evil.cpp", LEGAL)])),
    ]);
    put(home, "submissions.zip", &class);
    let roster = "Student,ID,Section\n\"Doe, Jane\",101,A\n\"Fox, Ann\",102,A\n\"Zed, Zoe\",108,B\n";
    put(home, "roster.csv", roster.as_bytes());
    let check = [
        "check",
        "submissions.zip",
        "-a",
        "casino",
        "--only",
        "builds",
        "--seeds",
        "3",
        "--roster",
        "roster.csv",
    ];
    let mut before = String::new();
    for _ in 0..2 {
        let output = grader(home, &check);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert_eq!(
            said.lines().next(),
            Some("Canvas download: 7 students, 10 files; 1 more on the roster"),
            "{said}"
        );
        let text = fs::read_to_string(home.join("grades/results.json")).expect("results");
        let results: Value = serde_json::from_str(&text).expect("they are JSON");
        let entries = results["submissions"].as_array().expect("a list");
        let states: Vec<(&str, &str)> = entries
            .iter()
            .map(|one| (one["student"].as_str().expect("a text"), one["state"].as_str().expect("a text")))
            .collect();
        let expected = [
            ("doejane", "graded"),
            ("foxann", "graded"),
            ("liwei", "graded"),
            ("poemax", "graded"),
            ("raybo", "review"),
            ("roejo", "no-source"),
            ("yuevil", "fault"),
            ("zedzoe", "no-source"),
        ];
        assert_eq!(states, expected, "{text}");
        let remarks = |at: usize| entries[at]["remarks"].to_string();
        assert!(
            remarks(2).contains("`game.cpp` was judged: it alone looks like this assignment"),
            "{}",
            remarks(2)
        );
        assert!(remarks(3).contains("it alone compiles; left aside: `game_old.cpp`"), "{}", remarks(3));
        assert!(remarks(6).contains("`evil.zip` leads out of its folder"), "{}", remarks(6));
        assert!(remarks(7).contains("Nothing was handed in."), "{}", remarks(7));
        assert_eq!(entries[0]["hand_in"]["name"], "Doe, Jane");
        assert_eq!(entries[5]["hand_in"]["late"], true);
        let run = fs::read_to_string(home.join("grades/run.json")).expect("a file");
        assert!(run.contains("\"layout\": \"Canvas download: 7 students"), "{run}");
        assert!(before.is_empty() || before == text, "the second run tells something else");
        before = text;
    }
    // What was unpacked is there, and plays like anything else.
    for path in ["grades/unpacked/foxann", "grades/unpacked/liwei", "grades/unpacked/poemax"] {
        let output = grader(home, &["play", path, "-a", "casino", "--seed", "333", "--answers", "1"]);
        assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    }
    put(home, "one.zip", &zip(&[("x/main.cpp", LEGAL)]));
    let output = grader(home, &["play", "one.zip", "--answers", "1"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!home.join("evil.cpp").exists());
}

#[test]
fn a_file_that_does_not_compile_and_is_not_needed_is_left_out() {
    let scratch = "#include \"nowhere.h\"\nvoid old() { retrn }\n";
    let double = "#include <string>\nstd::string getSuit(int) { return \"\"; }\n";
    let dir = tree(&[
        ("class/ann/main.cpp", LEGAL),
        ("class/ann/scratch.cpp", scratch),
        ("class/bo/main.cpp", LEGAL),
        ("class/bo/copy of draw.cpp", double),
        ("class/cy/main.cpp", "int helper();\nint main() { return helper(); }\n"),
        ("class/cy/helper.cpp", "int helper() { retrn 0; }\n"),
    ]);
    let output = grader(dir.path(), &["check", "class", "-a", "casino"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let text =
        fs::read_to_string(dir.path().join("grades/results.json")).unwrap_or_else(|_| panic!("{said}"));
    let results: Value = serde_json::from_str(&text).expect("they are JSON");
    let one = |at: usize| {
        (results["submissions"][at]["state"].clone(), results["submissions"][at]["remarks"].to_string())
    };
    for (at, file) in [(0, "scratch.cpp"), (1, "copy of draw.cpp")] {
        let (state, remarks) = one(at);
        assert_eq!(state, "graded", "{text}");
        assert!(remarks.contains(&format!("`{file}` left out")), "{remarks}");
    }
    assert_eq!(one(2).0, "not-built", "{text}");
}

#[test]
fn a_bad_roster_and_a_folder_of_somebody_elses_are_refused() {
    let dir = tree(&[
        ("class/a/main.cpp", HELLO),
        ("roster.csv", "x\n1\n"),
        ("grades/unpacked/mine.txt", "precious"),
    ]);
    let output = grader(dir.path(), &["check", "class", "--roster", "roster.csv"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("grader: roster.csv:1: no column is named"), "{said}");
    put(dir.path(), "one.zip", &zip(&[("main.cpp", HELLO)]));
    let output = grader(dir.path(), &["check", "one.zip"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("not to be replaced"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("grades/unpacked/mine.txt")).expect("a file"), "precious");
}
