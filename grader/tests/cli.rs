//! The commands as people type them.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, diff, is_match, starts_with};
use serde_json::Value;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// The command, run in the repository.
fn grader() -> Command {
    let mut command = Command::cargo_bin("grader").expect("the binary is built");
    command.current_dir(repository());
    command
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn json(path: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("the file is there")).expect("it is JSON")
}

const CLASSIC: &str = "fixtures/casino/submissions/01-classic";

#[test]
fn without_a_command_the_help_is_shown() {
    grader().assert().code(2).stderr(contains("verify").and(contains("doctor")));
}

#[test]
fn explain_shows_the_catalogue_and_one_rule() {
    grader()
        .arg("explain")
        .assert()
        .success()
        .stdout(contains("ace-sticky").and(contains("builds")).and(contains("grader explain RULE")));
    grader().args(["explain", "builds"]).assert().success().stdout(
        starts_with("builds: The program compiles (casino, bluejack, deck52, crowns)\n")
            .and(contains("Accepted: warnings")),
    );
    grader()
        .args(["explain", "bust", "-a", "bluejack"])
        .assert()
        .success()
        .stdout(starts_with("bust: ").and(contains("(bluejack)")));
}

#[test]
fn explain_tells_of_every_rule_that_has_points() {
    for assignment in ASSIGNMENTS {
        let text = fs::read_to_string(repository().join(format!("specs/{assignment}.toml"))).expect("a spec");
        let spec: toml::Table = toml::from_str(&text).expect("the spec is well formed");
        let tables = ["points", "extra"].into_iter().filter_map(|name| spec.get(name)?.as_table());
        for id in tables.flat_map(toml::Table::keys) {
            grader()
                .args(["explain", id, "-a", assignment])
                .assert()
                .success()
                .stdout(starts_with(format!("{id}: ")).and(contains("Broken by:")));
        }
    }
}

#[test]
fn explain_knows_what_was_meant() {
    grader()
        .args(["explain", "ace-stiky"])
        .assert()
        .code(2)
        .stderr(diff("grader: there is no rule `ace-stiky`; did you mean `ace-sticky`?\n"));
}

/// Every assignment, in the catalogue's order.
const ASSIGNMENTS: [&str; 4] = ["casino", "bluejack", "deck52", "crowns"];

#[test]
fn specs_are_listed_and_checked() {
    grader().args(["specs", "list"]).assert().success().stdout(contains("29 rules, 100 points; specs"));
    grader()
        .args(["specs", "check"])
        .assert()
        .success()
        .stdout(diff(ASSIGNMENTS.map(|id| format!("{id}: fine (specs)\n")).concat()))
        .stderr("");
    let elsewhere = home();
    grader()
        .current_dir(elsewhere.path())
        .args(["specs", "check"])
        .assert()
        .success()
        .stdout(diff(ASSIGNMENTS.map(|id| format!("{id}: fine (built in)\n")).concat()));
}

#[test]
fn built_in_specs_are_written_out_to_be_changed() {
    let home = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let mut command = Command::cargo_bin("grader").expect("the command is built");
        command.current_dir(home.path()).args(args).assert()
    };
    run(&["specs", "export", "my specs"])
        .success()
        .stdout(diff(ASSIGNMENTS.map(|id| format!("my specs/{id}.toml\nmy specs/{id}.md\n")).concat()))
        .stderr(contains("`--specs 'my specs'`"));
    for name in ASSIGNMENTS.iter().flat_map(|id| [format!("{id}.toml"), format!("{id}.md")]) {
        let ours = fs::read_to_string(repository().join("specs").join(&name)).expect("a spec");
        assert_eq!(fs::read_to_string(home.path().join("my specs").join(&name)).expect("a spec"), ours);
    }
    run(&["specs", "check", "--specs", "my specs"]).success();
    // What somebody changed is not written over, and nothing else is written beside it.
    fs::remove_file(home.path().join("my specs/casino.toml")).expect("it was there");
    fs::write(home.path().join("my specs/crowns.toml"), "mine").expect("a file");
    run(&["specs", "export", "my specs"]).code(2).stderr(contains("my specs/casino.md is there already"));
    assert!(!home.path().join("my specs/casino.toml").exists());
    assert_eq!(fs::read_to_string(home.path().join("my specs/crowns.toml")).expect("a file"), "mine");
}

#[test]
fn specs_of_a_folder_come_before_those_built_in() {
    let home = home();
    let specs = || {
        let mut command = grader();
        command.arg("--specs").arg(home.path()).args(["specs", "check"]).assert()
    };
    specs().code(2).stderr(contains("casino.toml").and(contains("crowns.toml")));
    fs::copy(repository().join("specs/deck52.toml"), home.path().join("deck52.toml")).expect("a file");
    let own = format!("deck52: fine ({})", home.path().display());
    specs().success().stdout(contains("casino: fine (built in)").and(contains(own)));
    // A name that is nearly right was meant to count.
    fs::copy(repository().join("specs/casino.toml"), home.path().join("casnio.toml")).expect("a file");
    specs().code(2).stderr(contains("casino.toml").and(contains("crowns.toml").not()));
}

#[test]
fn a_wrong_spec_is_shown_in_its_place_by_every_command() {
    let home = home();
    let text = fs::read_to_string(repository().join("specs/casino.toml")).expect("the spec is there");
    let line = text.lines().position(|line| line == "ace-sticky = 4").expect("the line is there") + 1;
    fs::write(home.path().join("casino.toml"), text.replace("ace-sticky = 4", "ace-stiky = 4"))
        .expect("a file");
    let place = format!("casino.toml:{line}:1: `casino` has no rule `ace-stiky`");
    let hint = "= help: did you mean `ace-sticky`?";
    for args in [&["specs", "check"][..], &["check", CLASSIC, "-o", "unused"], &["verify", CLASSIC]] {
        grader()
            .arg("--specs")
            .arg(home.path())
            .args(args)
            .assert()
            .code(2)
            .stderr(contains(&place).and(contains(hint)));
    }
    assert!(!repository().join("unused").exists(), "nothing was begun");
}

#[test]
fn points_that_miss_100_are_a_warning() {
    let home = home();
    let text = fs::read_to_string(repository().join("specs/casino.toml")).expect("the spec is there");
    fs::write(home.path().join("casino.toml"), text.replace("ace-sticky = 4", "ace-sticky = 5"))
        .expect("a file");
    fs::write(home.path().join("essay.pdf"), "%PDF").expect("a file");
    let commands = [
        &["specs", "check"][..],
        &["check", "essay.pdf", "-a", "casino"],
        &["check", "essay.pdf", "-a", "casino", "--format", "json"],
    ];
    for args in commands {
        grader()
            .current_dir(home.path())
            .args(["--specs", "."])
            .args(args)
            .assert()
            .success()
            .stderr(contains("warning: the points sum to 101, not to 100"));
    }
}

#[test]
fn doctor_names_the_compilers_and_the_sandbox() {
    grader().arg("doctor").assert().success().stdout(contains("g++ ").and(contains("sandbox  ")));
}

#[test]
fn a_path_that_is_not_there_is_named() {
    let out = home();
    grader()
        .args(["check", "no/such/class", "-o"])
        .arg(out.path())
        .assert()
        .code(2)
        .stderr(contains("no/such/class: no such file or folder"));
}

#[test]
fn an_output_folder_that_cannot_be_written_is_named_at_once() {
    let out = home();
    let file = out.path().join("file");
    fs::write(&file, "").expect("a file");
    grader()
        .args(["check", CLASSIC, "-o"])
        .arg(file.join("grades"))
        .assert()
        .code(2)
        .stderr(contains("cannot write in the output folder").and(contains("file/grades")));
}

#[test]
fn json_on_standard_output_is_the_results_file() {
    let out = home();
    let run = || {
        let output = grader()
            .args(["check", CLASSIC, "--format", "json", "--only", "builds,two-cards", "-o"])
            .arg(out.path())
            .assert()
            .success()
            .get_output()
            .clone();
        String::from_utf8(output.stdout).expect("JSON is text")
    };
    let printed = run();
    assert_eq!(printed, fs::read_to_string(out.path().join("results.json")).expect("results are there"));
    let results: Value = serde_json::from_str(&printed).expect("it is JSON");
    let ids: Vec<&str> = results["submissions"][0]["checks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|check| check["id"].as_str().expect("an id"))
        .collect();
    assert_eq!(ids, ["builds", "two-cards"]);
    let cached = |out: &Path| json(out.join("run.json"))["submissions"][0]["cached"].clone();
    assert_eq!(cached(out.path()), false);
    assert_eq!(run(), printed, "the second run says the same");
    assert_eq!(cached(out.path()), true, "and plays nothing");
}

#[test]
fn a_program_of_no_known_assignment_is_left_to_a_person() {
    let home = home();
    fs::write(home.path().join("hello.cpp"), "int main() { return 0; }\n").expect("a file");
    grader()
        .arg("check")
        .arg(home.path().join("hello.cpp"))
        .arg("-o")
        .arg(home.path().join("grades"))
        .assert()
        .success()
        .stdout(is_match(r"^hello  review  .*-a \(casino, bluejack, deck52, crowns\)").expect("a pattern"));
}

#[test]
fn verify_tells_a_student_what_does_not_compile() {
    grader()
        .args(["verify", "fixtures/casino/submissions/builds-missing-semicolon"])
        .assert()
        .code(1)
        .stdout(contains("it does not compile").and(contains("grader explain builds")));
}

#[test]
fn verify_says_where_it_looked() {
    let home = home();
    grader()
        .current_dir(home.path())
        .arg("verify")
        .assert()
        .code(2)
        .stderr(contains("no folder `submission`").and(contains("grader verify FILE")));
    fs::create_dir(home.path().join("submission")).expect("a folder");
    fs::write(home.path().join("submission/essay.pdf"), "%PDF").expect("a file");
    grader()
        .current_dir(home.path())
        .args(["verify", "-a", "casino"])
        .assert()
        .code(1)
        .stdout(contains("there is no source file").and(contains("essay.pdf")));
}

#[test]
fn play_types_answers_and_tells_the_ending() {
    let output =
        grader().args(["play", CLASSIC, "--answers", "50,n"]).assert().success().get_output().clone();
    insta::assert_snapshot!(String::from_utf8(output.stdout).expect("text"));
}

#[test]
fn play_follows_a_script() {
    let lost = contains("You have $0. GAME OVER.").and(contains("The program ended by itself."));
    grader()
        .args(["play", CLASSIC, "--script", "fixtures/casino/scripts/sample-run-1.script"])
        .assert()
        .success()
        .stdout(lost);
}

#[test]
fn a_live_session_is_explained_like_a_replayed_one() {
    let answers = ["50", "y", "50", "n", "n"];
    let replayed = grader()
        .args(["play", CLASSIC, "--answers", &answers.join(",")])
        .assert()
        .success()
        .get_output()
        .clone();
    let replayed = String::from_utf8(replayed.stdout).expect("text");
    assert!(replayed.contains("<- 7 + J = 17"), "{replayed}");
    grader()
        .args(["play", CLASSIC])
        .write_stdin(answers.map(|answer| format!("{answer}\n")).concat())
        .assert()
        .success()
        .stdout(diff(replayed));
}

#[test]
fn a_live_sessions_end_of_input_is_shown() {
    grader()
        .args(["play", CLASSIC, "--seed", "333"])
        .write_stdin("50\r\nn")
        .assert()
        .success()
        .stdout(contains("Enter bet:\n> 50\n").and(contains("Play again? (y/n):\n> n\n\nThe program ended")));
    let asks = home();
    let source = "#include <iostream>\nint main() { int bet; std::cout << \"Bet? \"; \
                  if (!(std::cin >> bet)) std::cout << \"No bet.\"; }\n";
    fs::write(asks.path().join("main.cpp"), source).expect("a file");
    grader()
        .args(["play", "-a", "casino"])
        .arg(asks.path())
        .write_stdin("")
        .assert()
        .success()
        .stdout(diff("  Bet?\n> (end of input)\n  No bet.\n\nThe program ended by itself.\n"));
}

#[test]
fn play_refuses_what_it_cannot_play() {
    grader()
        .args(["play", "fixtures/casino/submissions/builds-type-error"])
        .assert()
        .code(2)
        .stderr(contains("it does not compile"));
    grader()
        .args(["play", "fixtures/casino/submissions"])
        .assert()
        .code(2)
        .stderr(contains("name one of them"));
    grader()
        .args(["play", CLASSIC, "--script", "no.script"])
        .assert()
        .code(2)
        .stderr(contains("cannot read the script no.script"));
}
