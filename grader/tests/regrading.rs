//! After the run: the queue of cases for a person, their rulings, other points, grades without names.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use tempfile::TempDir;

/// A class that takes no play: no source, a program that does not compile, two programs.
fn class() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = home.path().join("class").join(path);
        fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        fs::write(path, text).expect("a file is written");
    };
    write("ann/essay.txt", "No program this week.");
    write("bo/casino.cpp", "#include <iostream>\nint draw_card() { return 1 }\nint main() {}\n");
    write(
        "cy/one.cpp",
        "#include <iostream>\nint main() { std::cout << \"Bet?\"; int bet; std::cin >> bet; }\n",
    );
    write(
        "cy/two.cpp",
        "#include <iostream>\nint main() { std::cout << \"Hit?\"; int hit; std::cin >> hit; }\n",
    );
    let grades = home.path().join("grades");
    (home, grades)
}

fn grader(home: &Path) -> Command {
    let mut command = Command::cargo_bin("grader").expect("the command is built");
    command.current_dir(home);
    command
}

fn judged() -> (TempDir, PathBuf) {
    let (home, grades) = class();
    grader(home.path()).args(["check", "class", "-a", "casino"]).assert().success();
    (home, grades)
}

fn results(grades: &Path) -> serde_json::Value {
    let text = fs::read_to_string(grades.join("results.json")).expect("results are there");
    serde_json::from_str(&text).expect("results are JSON")
}

#[test]
fn a_case_is_listed_ruled_on_previewed_and_applied() {
    let (home, grades) = judged();
    let queue = grader(home.path()).arg("review").assert().success();
    queue.stdout(
        contains("2 cases for a person")
            .and(contains("only a document (essay.txt)"))
            .and(contains("one.cpp, two.cpp"))
            .and(contains("to look: ls -lR class/cy"))
            .and(contains("to rule: cy,total,POINTS,REASON")),
    );
    let lines = grader(home.path()).args(["review", "--lines"]).assert().success();
    lines.stdout("student,rule,points,reason\nann,total,POINTS,REASON\ncy,total,POINTS,REASON\n");

    let rulings = "student,rule,points,reason\ncy,total,81,\"two.cpp counts, read by hand\"\nbo,builds,4,one ; missing\n";
    fs::write(grades.join("overrides.csv"), rulings).expect("rulings are written");
    let before = fs::read_to_string(grades.join("results.json")).expect("results are there");
    let preview = grader(home.path()).arg("regrade").assert().success();
    preview.stdout(
        contains("cy: review -> 81")
            .and(contains("builds: fail 0 of 4 -> fail 4 (one ; missing)"))
            .and(contains("2 of 3 would change; nothing is written")),
    );
    assert_eq!(fs::read_to_string(grades.join("results.json")).expect("results are there"), before);

    grader(home.path())
        .args(["regrade", "--apply"])
        .assert()
        .success()
        .stdout(contains("grades/history/results-"));
    let after = results(&grades);
    assert_eq!(after["submissions"][2]["points"], 81.0);
    assert_eq!(after["submissions"][2]["adjustments"][0]["kind"], "ruling");
    assert_eq!(after["submissions"][1]["checks"][0]["ruling"]["graded"], 0.0);
    let kept: Vec<PathBuf> = fs::read_dir(grades.join("history"))
        .expect("a history")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    assert_eq!(fs::read_to_string(&kept[0]).expect("the old grades are kept"), before);

    // The next run says the same, and has nobody left to look at.
    let again = grader(home.path()).args(["check", "class", "-a", "casino"]).assert().success();
    again.stdout(contains("cy").and(contains("81")).and(contains("two.cpp counts, read by hand")));
    assert_eq!(results(&grades), after);
    grader(home.path()).arg("review").assert().success().stdout(
        contains("1 case for a person")
            .and(contains("not built, and graded as such: bo"))
            .and(contains("cy,").not()),
    );
}

#[test]
fn other_weights_are_tried_on_an_old_class() {
    let (home, grades) = judged();
    let specs = home.path().join("specs");
    fs::create_dir(&specs).expect("a folder");
    let spec = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/casino.toml"));
    let spec = spec.expect("the spec is there").replace("\nbuilds = 4\n", "\nbuilds = 9\n");
    fs::write(specs.join("casino.toml"), spec).expect("a spec is written");
    // The samples' scripts lie in the fixtures beside the specs; a spec on its own is played otherwise.
    let before = results(&grades);
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    std::os::unix::fs::symlink(fixtures, home.path().join("fixtures")).expect("a link");
    let tried = grader(home.path()).args(["regrade", "--specs", "specs"]).assert().success();
    tried.stdout(contains("builds: fail 0 of 4 -> fail 0 of 9").and(contains("nothing is written")));
    assert_eq!(results(&grades), before);
}

#[test]
fn a_mistake_in_a_ruling_is_told_in_its_place_and_changes_nothing() {
    let (home, grades) = judged();
    let before = results(&grades);
    for (line, wanted) in [
        ("cy,ace-stiky,4,x", "line 2: no spec has a rule `ace-stiky`; did you mean `ace-sticky`?"),
        ("cy,builds,400,x", "line 2: `builds` is worth"),
        ("cy,total,four,x", "line 2: `four` is no number of points"),
        ("cy,total,4,", "line 2: there is no reason"),
    ] {
        fs::write(grades.join("overrides.csv"), format!("student,rule,points,reason\n{line}\n"))
            .expect("rulings are written");
        grader(home.path()).arg("regrade").assert().code(2).stderr(contains(wanted));
        grader(home.path())
            .args(["check", "class", "-a", "casino"])
            .assert()
            .code(2)
            .stderr(contains(wanted));
    }
    assert_eq!(results(&grades), before);
}

#[test]
fn a_folder_that_is_none_says_what_to_name() {
    let home = tempfile::tempdir().expect("a folder");
    for command in ["review", "regrade"] {
        grader(home.path())
            .arg(command)
            .assert()
            .code(2)
            .stderr(contains("grades").and(contains("grader check")));
    }
}

#[test]
fn grades_leave_the_house_without_names() {
    let (home, grades) = judged();
    grader(home.path()).args(["anonymise", "grades", "-o", "shown"]).assert().success();
    let text = fs::read_to_string(home.path().join("shown/results.json")).expect("results are there");
    for name in ["\"ann\"", "\"bo\"", "\"cy\"", "class/"] {
        assert!(!text.contains(name), "{name} is in\n{text}");
    }
    let shown = results(&home.path().join("shown"));
    let sum = |results: &serde_json::Value| -> f64 {
        results["submissions"].as_array().into_iter().flatten().filter_map(|one| one["points"].as_f64()).sum()
    };
    assert!((sum(&shown) - sum(&results(&grades))).abs() < 1e-9);
    assert_eq!(shown["submissions"].as_array().map(Vec::len), Some(3));
}
