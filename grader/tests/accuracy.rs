//! The grader's own accuracy: every sample program gets the outcome declared for it, and no other.
//!
//! Legal programs fail no rule; each program with a fault fails its rule, and nothing that is not declared.

#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde::Deserialize;
use serde_json::Value;

/// What is declared for a sample.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    about: String,
    /// None where a person must say which program counts.
    language: Option<String>,
    state: Option<String>,
    fails: BTreeSet<String>,
    skipped: BTreeSet<String>,
    open: BTreeSet<String>,
    /// Extra rules it earns.
    #[serde(default)]
    extra: BTreeSet<String>,
}

fn fixtures(assignment: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(assignment)
}

fn expected(assignment: &str) -> BTreeMap<String, Expected> {
    let path = fixtures(assignment).join("expected.toml");
    let text = std::fs::read_to_string(&path).expect("the expectations can be read");
    toml::from_str(&text).expect("the expectations are well formed")
}

/// Grades a class with the binary, as a TA would.
fn graded(class: &Path, assignment: Option<&str>, engine: &str) -> Vec<Value> {
    let out = tempfile::tempdir().expect("a folder for the results");
    let output = Command::cargo_bin("grader")
        .expect("the binary is built")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .args(["check", "--format", "json", "--engine", engine])
        .args(assignment.iter().flat_map(|id| ["-a", id]))
        .arg("-o")
        .arg(out.path().join("grades"))
        .arg(class)
        .assert()
        .success();
    let results: Value = serde_json::from_slice(&output.get_output().stdout).expect("results are JSON");
    results["submissions"].as_array().expect("a list of submissions").clone()
}

/// The ids of the checks with a status.
fn with_status(submission: &Value, status: &str) -> BTreeSet<String> {
    let checks = submission["checks"].as_array().expect("a list of checks").iter();
    let ids = checks.filter(|check| check["status"] == status);
    ids.map(|check| check["id"].as_str().expect("an id").to_owned()).collect()
}

/// What is wrong with a report, in words; nothing if it is as declared.
fn differences(submission: &Value, expected: &Expected, offered: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    let state = expected.state.as_deref().unwrap_or("graded");
    if submission["state"] != state {
        wrong.push(format!("state {} instead of {state}", submission["state"]));
    }
    if submission["language"].as_str() != expected.language.as_deref() {
        wrong.push(format!("language {} instead of {:?}", submission["language"], expected.language));
    }
    let fails = with_status(submission, "fail");
    if fails != expected.fails {
        wrong.push(format!("fails {fails:?} instead of {:?}", expected.fails));
    }
    if ["not-built", "no-source"].contains(&state) {
        return wrong;
    }
    let skipped = with_status(submission, "skipped");
    if !expected.skipped.is_subset(&skipped) {
        wrong.push(format!("skips {skipped:?} instead of {:?}", expected.skipped));
    }
    let earned: BTreeSet<String> = with_status(submission, "pass").intersection(offered).cloned().collect();
    if earned != expected.extra {
        wrong.push(format!("earns {earned:?} instead of {:?}", expected.extra));
    }
    let unsure: BTreeSet<String> = ["unseen", "review", "skipped"]
        .iter()
        .flat_map(|status| with_status(submission, status))
        .filter(|id| !offered.contains(id) && !expected.open.contains(id) && !expected.skipped.contains(id))
        .collect();
    if !unsure.is_empty() {
        wrong.push(format!("does not decide {unsure:?}"));
    }
    wrong
}

/// Grades all of an assignment's samples and compares each with what is declared for it.
fn check_samples(assignment: &str) {
    let graded = graded(&fixtures(assignment).join("submissions"), Some(assignment), "auto");
    let names: BTreeSet<&str> =
        graded.iter().filter_map(|submission| submission["student"].as_str()).collect();
    let expected = expected(assignment);
    let declared: BTreeSet<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(names, declared, "every sample is declared, and every declared sample is there");
    let wrong = judged_otherwise(assignment, &graded);
    assert!(
        wrong.is_empty(),
        "{} of {} samples judged otherwise:\n{}",
        wrong.len(),
        graded.len(),
        wrong.join("\n")
    );
}

/// Grades every `step`-th sample of each assignment with an engine and compares each with what is declared for it.
fn check_each(engine: &str, step: usize) {
    let (mut count, mut wrong) = (0, Vec::new());
    for assignment in ["casino", "bluejack", "deck52", "crowns"] {
        let class = tempfile::tempdir().expect("a folder for the class");
        for sample in expected(assignment).keys().step_by(step) {
            copy(&fixtures(assignment).join("submissions").join(sample), &class.path().join(sample));
        }
        let graded = graded(class.path(), Some(assignment), engine);
        count += graded.len();
        wrong.extend(judged_otherwise(assignment, &graded));
    }
    println!("{} of {count} samples judged as declared", count - wrong.len());
    assert!(wrong.is_empty(), "{} of {count} samples judged otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is not as declared, a line for each such sample.
fn judged_otherwise(assignment: &str, graded: &[Value]) -> Vec<String> {
    let expected = expected(assignment);
    let offered = listed(assignment, &["extra"]);
    let otherwise = graded.iter().filter_map(|submission| {
        let name = submission["student"].as_str()?;
        let differences = differences(submission, &expected[name], &offered);
        let about = &expected[name].about;
        (!differences.is_empty()).then(|| format!("{name} ({about}): {}", differences.join("; ")))
    });
    otherwise.collect()
}

/// Each of the assignment's rules is broken by at least two samples.
fn check_mutants(assignment: &str) {
    let expected = expected(assignment);
    let catalogue = listed(assignment, &["points", "extra"]);
    let mut broken: BTreeMap<&str, u32> = BTreeMap::new();
    for id in expected.values().flat_map(|expected| &expected.fails) {
        assert!(catalogue.contains(id), "{id} is not in the catalogue");
        *broken.entry(id).or_default() += 1;
    }
    for id in &catalogue {
        let count = broken.get(id.as_str()).copied().unwrap_or(0);
        assert!(count >= 2, "{id} is broken by {count} samples only");
    }
}

/// The rules in these tables of the assignment's spec. Those under `extra` may be left unattempted: then they are
/// unseen, which leaves nothing open.
fn listed(assignment: &str, tables: &[&str]) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs").join(format!("{assignment}.toml"));
    let text = std::fs::read_to_string(path).expect("the spec can be read");
    let spec: toml::Table = toml::from_str(&text).expect("the spec is well formed");
    let tables = tables.iter().filter_map(|name| spec.get(*name)?.as_table());
    tables.flat_map(toml::Table::keys).cloned().collect()
}

#[test]
fn casino_samples_get_the_outcome_declared_for_them() {
    check_samples("casino");
}

#[test]
fn every_casino_rule_has_two_programs_that_break_it() {
    check_mutants("casino");
}

#[test]
fn bluejack_samples_get_the_outcome_declared_for_them() {
    check_samples("bluejack");
}

#[test]
fn every_bluejack_rule_has_two_programs_that_break_it() {
    check_mutants("bluejack");
}

#[test]
fn deck52_samples_get_the_outcome_declared_for_them() {
    check_samples("deck52");
}

#[test]
fn every_deck52_rule_has_two_programs_that_break_it() {
    check_mutants("deck52");
}

#[test]
fn crowns_samples_get_the_outcome_declared_for_them() {
    check_samples("crowns");
}

#[test]
fn every_crowns_rule_has_two_programs_that_break_it() {
    check_mutants("crowns");
}

#[test]
fn without_reports_of_the_kernel_every_eighth_sample_is_judged_as_declared() {
    check_each("portable", 8);
}

/// `cargo test --release -p grader --test accuracy -- --ignored`: several minutes.
#[test]
#[ignore = "as long as all other tests together; every eighth sample is judged each time"]
fn without_reports_of_the_kernel_all_samples_are_judged_as_declared() {
    check_each("portable", 1);
}

/// A legal and a faulty sample of each assignment, in one folder.
const MIXED: [(&str, [&str; 2]); 4] = [
    ("casino", ["03-goto-digits", "ace-high-first-card-only"]),
    ("bluejack", ["01-to-the-letter", "bust-before-the-card"]),
    ("deck52", ["01-handout", "dealer-stands-18-with-ace"]),
    ("crowns", ["02-runs-bitmask", "points-possible-book-and-run"]),
];

#[test]
fn in_a_mixed_folder_each_program_is_judged_by_its_own_assignment() {
    let class = tempfile::tempdir().expect("a folder for the class");
    for (assignment, samples) in MIXED {
        for sample in samples {
            let (from, to) =
                (fixtures(assignment).join("submissions").join(sample), class.path().join(sample));
            copy(&from, &to);
        }
    }
    let graded = graded(class.path(), None, "auto");
    assert_eq!(graded.len(), 8);
    for (assignment, samples) in MIXED {
        let (expected, offered) = (expected(assignment), listed(assignment, &["extra"]));
        for sample in samples {
            let submission = graded.iter().find(|one| one["student"] == sample).expect("it was graded");
            assert_eq!(submission["assignment"], assignment, "{sample}");
            assert_eq!(differences(submission, &expected[sample], &offered), [""; 0], "{sample}");
        }
    }
}

/// Copies a folder with all below it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the sample is there") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, to).expect("a copy");
        }
    }
}
