//! The command with each engine.

use std::fs;
use std::os::unix::process::CommandExt as _;
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

/// The command under a watch of somebody else's, beside which the kernel allows no second one.
#[expect(unsafe_code, reason = "the watch is set up between fork and start")]
fn watched_by_another() -> std::process::Command {
    let mut grader = std::process::Command::new(env!("CARGO_BIN_EXE_grader"));
    let watch = || {
        let allow = libc::sock_filter { code: 0x06, jt: 0, jf: 0, k: libc::SECCOMP_RET_ALLOW };
        let filter = libc::sock_fprog { len: 1, filter: (&raw const allow).cast_mut() };
        let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
        // SAFETY: three system calls of this process about itself; the filter outlives them.
        let done = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            let listener = libc::syscall(libc::SYS_seccomp, mode, flags, &raw const filter);
            // It must stay open: the watch ends with it.
            libc::fcntl(listener as i32, libc::F_SETFD, 0)
        };
        if done < 0 { Err(std::io::Error::last_os_error()) } else { Ok(()) }
    };
    // SAFETY: the closure makes system calls and nothing else.
    unsafe { grader.pre_exec(watch) };
    grader
}

#[test]
fn where_reports_are_refused_auto_does_without() {
    let told = |grader: &mut std::process::Command| {
        let output = grader.output().expect("the command runs");
        (
            output.status.success(),
            String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
        )
    };
    let (well, doctor) = told(watched_by_another().arg("doctor"));
    assert!(well && doctor.contains("engine   portable"), "{doctor}");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edges/casino.cpp");
    let play =
        |engine| told(watched_by_another().args(["play", "--answers", "50", "--engine", engine, program]));
    let (well, played) = play("auto");
    assert!(well && played.contains("> 50") && played.contains("Play again?"), "{played}");
    let (well, refused) = play("notify");
    assert!(!well && refused.contains("`--engine portable` does without"), "{refused}");
}
