//! A class run that is killed or interrupted, and the one after it.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// How long to wait for the first result, in steps: far longer than it takes.
const STEPS: u32 = 3000;
const STEP: Duration = Duration::from_millis(20);

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Starts judging some samples one after the other.
fn start(out: &Path) -> Child {
    let samples =
        ["01-classic", "02-stdio", "03-goto-digits", "04-classes", "05-three-files", "06-start-menu"];
    Command::new(env!("CARGO_BIN_EXE_grader"))
        .current_dir(repository())
        .args(["check", "-j", "1", "--only", "builds,two-cards", "-o"])
        .arg(out)
        .args(samples.map(|name| format!("fixtures/casino/submissions/{name}")))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the grader starts")
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("the file is there")).expect("the file is whole")
}

/// The students who have a grade so far.
fn finished(out: &Path) -> usize {
    let path = out.join("results.json");
    if path.exists() { json(&path)["submissions"].as_array().expect("a list").len() } else { 0 }
}

fn wait_for_a_result(out: &Path) {
    for _ in 0..STEPS {
        if finished(out) > 0 {
            return;
        }
        thread::sleep(STEP);
    }
    panic!("no submission finished");
}

/// Lets the run go to its end and says how many submissions it did not have to play.
fn go_on(out: &Path) -> usize {
    let status = start(out).wait().expect("the grader ends");
    assert_eq!(status.code(), Some(0));
    assert_eq!(finished(out), 6);
    let run = json(&out.join("run.json"));
    assert_eq!(run["complete"], true);
    run["submissions"].as_array().expect("a list").iter().filter(|one| one["cached"] == true).count()
}

#[test]
fn a_killed_run_is_taken_up() {
    let out = tempfile::tempdir().expect("a folder");
    let mut child = start(out.path());
    wait_for_a_result(out.path());
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let before = finished(out.path());
    assert!((1..6).contains(&before), "{before} finished");
    assert_eq!(json(&out.path().join("run.json"))["complete"], false);
    assert!(go_on(out.path()) >= before);
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let out = tempfile::tempdir().expect("a folder");
    let child = start(out.path());
    wait_for_a_result(out.path());
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("The same command goes on from there."), "{said}");
    let before = finished(out.path());
    assert!((1..6).contains(&before), "{before} finished");
    assert_eq!(go_on(out.path()), before);
}
