//! The command with each engine.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// Waits for input as a game with a moving picture would.
const WAITING: &str = "#include <poll.h>\nstatic int there() { pollfd p{0, POLLIN, 0}; while (poll(&p, 1, 16) == 0) {} return 0; }\n";

/// Judges a class of one program with these options; the texts of `results.json` and `run.json`.
fn check(class: &Path, out: &Path, options: &[&str]) -> (String, Value) {
    let mut grader = Command::cargo_bin("grader").expect("the binary is built");
    grader.args(["check", "-a", "casino", "--seeds", "10", "--only", "two-cards,totals,bet-all"]);
    grader.args(options).arg("-o").arg(out).arg(class).assert().success();
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("the file is there");
    (read("results.json"), serde_json::from_str(&read("run.json")).expect("it is JSON"))
}

#[test]
fn both_engines_judge_alike_and_take_up_only_their_own() {
    let home = tempfile::tempdir().expect("a folder");
    let (class, out) = (home.path().join("class"), home.path().join("grades"));
    fs::create_dir_all(class.join("ann")).expect("a folder");
    let plain =
        include_str!("../edges/casino.cpp").replace("using namespace", &format!("{WAITING}using namespace"));
    let source = plain.replace("cin >> ", "there(); cin >> ");
    assert_ne!(source, plain, "it asks before it reads");
    fs::write(class.join("ann/main.cpp"), source).expect("a file");
    let (notified, run) = check(&class, &out, &["--engine", "notify"]);
    assert!(run["engine"].as_str().is_some_and(|engine| engine.starts_with("notify")), "{run}");
    let (looked_at, run) = check(&class, &out, &["--engine", "portable"]);
    assert!(run["engine"].as_str().is_some_and(|engine| engine.starts_with("portable")), "{run}");
    assert_eq!(run["submissions"][0]["cached"], false, "{run}");
    assert_eq!(notified, looked_at);
    assert!(notified.contains("asks the system whether there is input before it reads"), "{notified}");
    assert!(
        notified.contains("\"state\": \"graded\"") && !notified.contains("\"status\": \"fail\""),
        "{notified}"
    );
    let (again, run) = check(&class, &out, &["--engine", "portable"]);
    assert_eq!((again, &run["submissions"][0]["cached"]), (looked_at, &Value::Bool(true)));
}

#[test]
fn the_doctor_names_the_engine() {
    let mut grader = Command::cargo_bin("grader").expect("the binary is built");
    let output = grader.arg("doctor").assert().success();
    let told = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(told.lines().any(|line| line.starts_with("engine   ")), "{told}");
}
