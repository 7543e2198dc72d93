//! Files and folders that cannot be read or written, vanish, or change.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use crate::bench::{Bench, SMALL, ended, is_root};

const RULES: [&str; 4] = ["--only", "builds,two-cards,legal-move,book", "-j", "1"];

/// Somebody who owns nothing.
const NOBODY: u32 = 65_534;

/// Whether the command can be run by a plain user from where it lies; said aloud where it cannot.
fn plain_user_can_run_it() -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
    let status = command.arg("--version").uid(NOBODY).gid(NOBODY).stdout(Stdio::null()).status();
    let can = status.is_ok_and(|status| status.success());
    if !can {
        eprintln!("not tested: a plain user cannot run the command from where it was built");
    }
    can
}

fn open_to_all(bench: &Bench) {
    for name in ["", "tmp"] {
        fs::set_permissions(bench.path(name), fs::Permissions::from_mode(0o777)).expect("a mode");
    }
}

#[test]
fn a_file_nobody_may_read_is_a_fault_and_no_zero() {
    if !is_root("another user") || !plain_user_can_run_it() {
        return;
    }
    let bench = Bench::new(&SMALL[..3]);
    open_to_all(&bench);
    let file = bench.path("class/casino-02-stdio").read_dir().expect("a folder").next().expect("a file");
    let file = file.expect("an entry").path();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("a mode");
    let child = bench.command(&RULES).uid(NOBODY).gid(NOBODY).spawn().expect("the grader starts");
    let said = ended(child, 3);
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(said.contains(&name) && said.contains("ermission denied"), "{said}");
    let states: Vec<String> = bench.entries().iter().map(|entry| entry["state"].to_string()).collect();
    assert_eq!(states, ["\"graded\"", "\"fault\"", "\"graded\""]);
}

#[test]
fn an_output_folder_that_cannot_be_used_is_told_before_any_work() {
    let bench = Bench::new(&SMALL[..1]);
    fs::write(bench.path("grades"), "mine").expect("a file");
    let said = bench.check(2, &RULES);
    assert!(said.contains("output folder grades: ") && said.contains("-o"), "{said}");
    assert_eq!(fs::read_to_string(bench.path("grades")).expect("it is still there"), "mine");
    fs::remove_file(bench.path("grades")).expect("it is there");
    if !is_root("another user") || !plain_user_can_run_it() {
        return;
    }
    open_to_all(&bench);
    fs::create_dir(bench.path("grades")).expect("a folder");
    fs::set_permissions(bench.path("grades"), fs::Permissions::from_mode(0o555)).expect("a mode");
    let child = bench.command(&RULES).uid(NOBODY).gid(NOBODY).spawn().expect("the grader starts");
    let said = ended(child, 2);
    assert!(said.contains("output folder grades: Permission denied") && said.contains("-o"), "{said}");
}

#[test]
fn results_among_the_submissions_are_nobodys_work() {
    let bench = Bench::new(&SMALL[..3]);
    bench.check(0, &RULES);
    let expected = bench.results();
    for _ in 0..2 {
        bench.check(0, &[&RULES[..], &["-o", "class/grades"]].concat());
        let inside = fs::read_to_string(bench.path("class/grades/results.json")).expect("the results");
        assert_eq!(inside, expected);
    }
    // In a student's own folder anything may lie already, so nothing is written there.
    let output = Command::new(env!("CARGO_BIN_EXE_grader"))
        .current_dir(bench.path(""))
        .env("TMPDIR", bench.path("tmp"))
        .args(["check", "class/casino-01-classic", "-o", "class/casino-01-classic/grades"])
        .output()
        .expect("the grader runs");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("lies in the submission of casino-01-classic"), "{said}");
    assert!(!bench.path("class/casino-01-classic/grades").exists());
}

#[test]
fn what_vanishes_or_changes_during_a_run_was_read_before_and_is_done_anew_after() {
    let bench = Bench::new(&SMALL);
    bench.check(0, &RULES);
    let expected = bench.results();
    fs::remove_dir_all(bench.path("grades")).expect("the results are there");

    let child = bench.start(&RULES);
    bench.wait_for_a_grade();
    fs::rename(bench.path("class"), bench.path("moved")).expect("it can be moved");
    ended(child, 0);
    assert_eq!(bench.results(), expected);
    fs::rename(bench.path("moved"), bench.path("class")).expect("it can be moved");

    fs::remove_dir_all(bench.path("grades")).expect("the results are there");
    let child = bench.start(&RULES);
    bench.wait_for_a_grade();
    let last =
        bench.path("class/crowns-03-counts-stdio").read_dir().expect("a folder").next().expect("a file");
    let last = last.expect("an entry").path();
    let text = fs::read_to_string(&last).expect("a text");
    fs::write(&last, format!("{text}\n// changed\n")).expect("a file");
    ended(child, 0);
    assert_eq!(bench.results(), expected);

    bench.check(0, &RULES);
    let (kept, anew) = bench.cached();
    assert_eq!(anew.into_iter().collect::<Vec<_>>(), ["crowns-03-counts-stdio"]);
    assert_eq!(kept.len(), SMALL.len() - 1);
}
