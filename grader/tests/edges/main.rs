//! Hand-ins at the edge of what can be judged, and machines that lack something: what the command says of each.

#![cfg(target_os = "linux")]

mod bench;

use std::collections::BTreeSet;
use std::fs;

use bench::{Bench, LEGAL, grader, spoilt};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::Value;

const MIDDLE: &str = "in the middle of a round";

/// The ids of the failed checks.
fn failed(entry: &Value) -> BTreeSet<&str> {
    let checks = entry["checks"].as_array().expect("a list").iter();
    checks
        .filter(|check| check["status"] == "fail")
        .map(|check| check["id"].as_str().expect("an id"))
        .collect()
}

/// The message of a check.
fn message<'a>(entry: &'a Value, id: &str) -> &'a str {
    let checks = entry["checks"].as_array().expect("a list");
    let check = checks.iter().find(|check| check["id"] == id).expect("the check is there");
    check["message"].as_str().expect("a message")
}

#[test]
fn programs_that_misbehave_fail_one_rule_with_the_reason() {
    let cases = [
        ("crash", MIDDLE, "if (round == 2) *(volatile int *)0 = 1;", "crashed: segmentation fault"),
        ("abort", MIDDLE, "if (round == 2) throw 1;", "crashed"),
        ("flood", MIDDLE, "if (round == 2) for (;;) cout << \"Ha! \";", "printed without end"),
        ("flood-at-once", "at the start", "for (;;) cout << \"Ha! \";", "printed without end"),
        ("loop", MIDDLE, "if (round == 2) for (volatile int i = 0;; i++);", "an endless loop"),
        ("loop-at-once", "at the start", "for (volatile int i = 0;; i++);", "an endless loop"),
        (
            "reads-on",
            "at the end",
            "for (string s; s != \"quit\"; cin >> s) cout << \"?\" << endl;",
            "After the game was over the program read on",
        ),
    ];
    let mut bench = Bench::new();
    for (name, place, code, _) in cases {
        bench.hand_in(name, &[("main.cpp", spoilt(place, code).as_bytes())]);
    }
    let results = bench.check(0);
    for (name, _, _, reason) in cases {
        let entry = &results[name];
        assert_eq!(entry["state"], "graded", "{name}");
        assert_eq!(failed(entry), BTreeSet::from(["exits-cleanly"]), "{name}");
        let said = message(entry, "exits-cleanly");
        assert!(said.contains(reason), "{name}: {said}");
        let evidence = entry["checks"].as_array().expect("a list");
        assert!(evidence.iter().any(|check| check["evidence"]["kind"] == "play"), "{name} has no proof");
    }
}

#[test]
fn leaving_in_the_middle_of_a_round_is_no_clean_end() {
    let mut bench = Bench::new();
    bench.hand_in("leaves", &[("main.cpp", spoilt(MIDDLE, "if (round == 2) return 0;").as_bytes())]);
    let results = bench.check(0);
    let entry = &results["leaves"];
    assert!(failed(entry).contains("exits-cleanly"), "{:?}", failed(entry));
    assert_eq!(message(entry, "exits-cleanly"), "The program ended in the middle of a round.");
}

#[test]
fn odd_bytes_in_the_output_cost_nothing() {
    let mut bench = Bench::new();
    bench.hand_in("legal", &[("main.cpp", LEGAL.as_bytes())]);
    let latin = spoilt("at the start", "cout << \"\\241Suerte, Jos\\351! \\377\\376\" << endl;");
    bench.hand_in("latin1", &[("main.cpp", latin.as_bytes())]);
    let nul = spoilt("at the start", "cout << \"Luck\" << '\\0' << \"y day\" << endl << '\\0';");
    let nul = nul.replace("\"Your cards are:\"", "\"Your cards\" << '\\0' << \" are:\"");
    bench.hand_in("nul", &[("main.cpp", nul.as_bytes())]);
    let results = bench.check(0);
    for name in ["legal", "latin1", "nul"] {
        assert_eq!(
            (&results[name]["state"], failed(&results[name])),
            (&"graded".into(), BTreeSet::new()),
            "{name}"
        );
        assert_eq!(results[name]["points"], results["legal"]["points"], "{name}");
    }
    bench
        .grader("play")
        .arg(bench.class().join("nul"))
        .args(["--answers", "50"])
        .assert()
        .success()
        .stdout(contains("Lucky day").and(contains("\0").not()));
}

#[test]
fn what_cannot_be_followed_is_left_to_a_person_with_the_reason() {
    let never = LEGAL.replace("cin >> bet", "bet = 50").replace("cin >> answer", "answer = 'n'");
    let polls = spoilt("at the start", "pollfd input{0, POLLIN, 0};")
        .replace("cin >> bet", "poll(&input, 1, -1); cin >> bet");
    let cases = [
        ("never-reads", never, "it ended without asking anything"),
        ("windows", format!("#include <windows.h>\n{LEGAL}"), "not portable: it needs windows.h"),
        (
            "conio",
            format!("#include <conio.h>\n{}", spoilt("at the end", "getch();")),
            "not portable: it needs conio.h",
        ),
    ];
    let mut bench = Bench::new();
    for (name, source, _) in &cases {
        bench.hand_in(name, &[("main.cpp", source.as_bytes())]);
    }
    let other = LEGAL.replace("int money = 100", "int money = 1000");
    bench.hand_in("polls", &[("main.cpp", format!("#include <poll.h>\n{polls}").as_bytes())]);
    bench.hand_in("two-mains", &[("main.cpp", LEGAL.as_bytes()), ("other.cpp", other.as_bytes())]);
    let results = bench.check(0);
    for (name, _, reason) in &cases {
        assert_eq!(results[*name]["state"], "review", "{name}");
        let said = results[*name]["remarks"][0].as_str().expect("a remark");
        assert!(said.contains(reason), "{name}: {said}");
    }
    // One that asks the system before it reads is followed like any other.
    assert_eq!(results["polls"]["state"], "graded");
    assert_eq!(results["two-mains"]["state"], "review");
    let said = results["two-mains"]["remarks"][0].as_str().expect("a remark");
    assert!(said.contains("main.cpp, other.cpp"), "{said}");
}

#[test]
fn what_does_not_build_shows_the_first_errors_and_no_path_of_the_machine() {
    let mut bench = Bench::new();
    let wrong = LEGAL.replace("int money = 100, bet;", "int money = 100; bet;");
    bench.hand_in("wrong", &[("main.cpp", wrong.as_bytes())]);
    bench.hand_in("no-main", &[("main.cpp", LEGAL.replace("int main()", "int play()").as_bytes())]);
    let results = bench.check(0);
    assert_eq!(results["wrong"]["state"], "not-built");
    let said = message(&results["wrong"], "builds");
    assert!(said.starts_with("main.cpp:27:22: error: 'bet' was not declared"), "{said}");
    let checks = results["wrong"]["checks"].to_string();
    assert!(checks.contains("int money = 100; bet;"), "the line is shown: {checks}");
    let scratch = std::env::temp_dir().display().to_string();
    assert!(!checks.contains(&scratch) && !checks.contains("/usr/"), "{checks}");
    assert_eq!(results["no-main"]["state"], "not-built");
    let said = message(&results["no-main"], "builds");
    assert!(said.contains("no file has a `main` function"), "{said}");
}

#[test]
fn what_is_no_program_is_told_for_what_it_is() {
    let mut bench = Bench::new();
    bench.hand_in("empty", &[]);
    bench.hand_in("essay", &[("essay.pdf", b"%PDF-1.4 int main() { }")]);
    bench.hand_in("binary", &[("a.out", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0")]);
    let results = bench.check(0);
    let cases = [
        ("empty", "The folder is empty"),
        ("essay", "only a document (essay.pdf)"),
        ("binary", "only a compiled program (a.out)"),
    ];
    for (name, reason) in cases {
        assert_eq!(results[name]["state"], "no-source", "{name}");
        let said = results[name]["remarks"][0].as_str().expect("a remark");
        assert!(said.contains(reason), "{name}: {said}");
    }
}

#[test]
fn a_loose_file_that_is_no_source_is_told() {
    let mut bench = Bench::new();
    bench.hand_in("essay", &[("essay.pdf", b"%PDF-1.4")]);
    let file = bench.class().join("essay/essay.pdf");
    bench.grader("verify").arg(file).assert().code(1).stdout(contains("there is no source file"));
}

/// A folder with these programs only, to be all of `PATH`.
fn path_with(programs: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = std::env::var_os("PATH").expect("a PATH");
    for program in programs {
        let real =
            std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file());
        let real = real.unwrap_or_else(|| panic!("{program} is not on this machine"));
        std::os::unix::fs::symlink(real, folder.path().join(program)).expect("a link");
    }
    folder
}

#[test]
fn without_a_compiler_the_other_language_goes_on() {
    let rust =
        fs::read_to_string(bench::repository().join("fixtures/casino/submissions/15-rust-lcg/main.rs"))
            .expect("the sample is there");
    let mut bench = Bench::new();
    bench.hand_in("cpp", &[("main.cpp", LEGAL.as_bytes())]);
    bench.hand_in("rust", &[("main.rs", rust.as_bytes())]);
    let path = path_with(&["rustc", "cargo", "cc"]);
    let results = bench.check_with(3, |command| command.env("PATH", path.path()));
    assert_eq!(results["rust"]["state"], "graded");
    assert_eq!(failed(&results["rust"]), BTreeSet::new());
    assert_eq!(results["cpp"]["state"], "fault");
    let said = results["cpp"]["remarks"][0].as_str().expect("a remark");
    assert!(said.contains("g++ is not on this machine; install it"), "{said}");
    let mut doctor = grader();
    doctor.arg("doctor").env("PATH", path.path());
    doctor.assert().code(3).stdout(contains("g++      missing; C++ submissions need it"));
}

#[test]
fn a_machines_failure_is_no_zero_and_leaves_the_others_alone() {
    let mut bench = Bench::new();
    bench.hand_in("legal", &[("main.cpp", LEGAL.as_bytes())]);
    let manifest =
        "[package]\nname = \"game\"\nedition = \"2021\"\n[dependencies]\nno-such-crate-anywhere = \"77\"\n";
    bench.hand_in(
        "crate",
        &[("Cargo.toml", manifest.as_bytes()), ("src/main.rs", b"fn main() { /* bet, dealer */ }\n")],
    );
    let results = bench.check(3);
    assert_eq!(results["crate"]["state"], "fault");
    assert_eq!(results["legal"]["state"], "graded");
    assert_eq!(failed(&results["legal"]), BTreeSet::new());
}

#[test]
fn an_output_folder_nobody_can_write_is_named_at_once() {
    // Not even root can make a folder there.
    grader()
        .args(["check", "fixtures/casino/submissions/01-classic", "-o", "/proc/grades"])
        .assert()
        .code(2)
        .stderr(contains("cannot write in the output folder /proc/grades").and(contains("-o")));
}

#[test]
fn a_judgement_is_taken_up_by_content_and_not_by_name() {
    let mut bench = Bench::new();
    bench.hand_in("anna", &[("main.cpp", LEGAL.as_bytes())]);
    bench.check(0);
    assert!(!bench.was_kept("anna"));
    fs::rename(bench.class().join("anna"), bench.class().join("berta")).expect("a new name");
    let before = bench.check(0)["berta"]["points"].as_f64().expect("points");
    assert!(bench.was_kept("berta"), "the name does not matter");
    bench.change_spec("two-cards = 3", "two-cards = 5");
    let after = bench.check(0)["berta"]["points"].as_f64().expect("points");
    assert!(bench.was_kept("berta"), "points do not matter to play");
    assert!((after - before - 2.0).abs() < 1e-9, "{before} became {after}");
    bench.change_spec("witness = 20", "witness = 21");
    bench.check(0);
    assert!(!bench.was_kept("berta"), "how much is played matters");
    let same = fs::read_to_string(bench.class().join("berta/main.cpp")).expect("the source");
    fs::write(bench.class().join("berta/main.cpp"), same.replace("GAME OVER", "The end")).expect("a file");
    bench.check(0);
    assert!(!bench.was_kept("berta"), "the source matters");
}

#[test]
fn mistakes_in_a_spec_are_shown_in_their_place() {
    let cases = [
        ("cpu_ms = 200", "cpu_msec = 200", "unknown key `cpu_msec`", "^^^^^^^^"),
        ("cpu_ms = 200", "cpu_ms = \"200\"", "wrong type", "^^^^^"),
        ("ace-sticky = 4", "ace-stikcy = 4", "`casino` has no rule `ace-stikcy`", "^^^^^^^^^^"),
        ("bet = []", "bet = ['how (much']", "this is no regular expression: unclosed group", "^"),
    ];
    for (right, wrong, said, caret) in cases {
        let bench = Bench::new();
        let (line, column) = bench.change_spec(right, wrong);
        let assert = bench.grader("specs").arg("check").assert().code(2);
        let shown = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        let place =
            shown.lines().find(|shown| shown.contains(said)).unwrap_or_else(|| panic!("{wrong}: {shown}"));
        let start = format!("casino.toml:{line}:");
        let (_, rest) = place.split_once(&start).unwrap_or_else(|| panic!("{start}: {shown}"));
        let told: usize = rest.split(':').next().and_then(|column| column.parse().ok()).expect("a column");
        assert!((column..column + wrong.len()).contains(&told), "{told}: {shown}");
        // The line and the carets below it stand behind the same gutter.
        let gutter = format!("{line} | ");
        let lines: Vec<&str> = shown.lines().collect();
        let quoted = lines.iter().position(|shown| shown.starts_with(&gutter)).expect("the line is quoted");
        assert!(lines[quoted].contains(wrong), "{shown}");
        assert_eq!(lines[quoted + 1].find('^'), Some(gutter.len() + told - 1), "{shown}");
        assert!(lines[quoted + 1].contains(caret), "{shown}");
    }
}

#[test]
fn a_sample_run_without_its_snapshot_is_told_before_any_work() {
    let bench = Bench::new();
    bench.bring_fixtures();
    bench.grader("specs").arg("check").assert().success();
    let snapshot = bench.home().join("fixtures/casino/snapshots/sample-run-1.snap");
    let check = |said: &str| {
        let mut command = bench.grader("check");
        command.arg(bench.class()).arg("-o").arg(bench.home().join("grades"));
        command
            .assert()
            .code(2)
            .stderr(contains("sample-run-1.snap").and(contains(said)).and(contains("cargo xtask fixtures")));
        assert!(!bench.home().join("grades").exists(), "nothing was begun");
    };
    fs::write(&snapshot, "You have $100.").expect("a file");
    check("is no snapshot: it does not begin with a line `---`");
    fs::remove_file(&snapshot).expect("it goes");
    check("cannot read the snapshot");
}
