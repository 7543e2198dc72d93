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
    language: String,
    state: Option<String>,
    fails: BTreeSet<String>,
    skipped: BTreeSet<String>,
    open: BTreeSet<String>,
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
fn graded(assignment: &str) -> Vec<Value> {
    let out = tempfile::tempdir().expect("a folder for the results");
    let output = Command::cargo_bin("grader")
        .expect("the binary is built")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .args(["check", "-a", assignment, "--format", "json", "-o"])
        .arg(out.path().join("grades"))
        .arg(fixtures(assignment).join("submissions"))
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
fn differences(submission: &Value, expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    let state = expected.state.as_deref().unwrap_or("graded");
    if submission["state"] != state {
        wrong.push(format!("state {} instead of {state}", submission["state"]));
    }
    if submission["language"] != expected.language.as_str() {
        wrong.push(format!("language {} instead of {}", submission["language"], expected.language));
    }
    let fails = with_status(submission, "fail");
    if fails != expected.fails {
        wrong.push(format!("fails {fails:?} instead of {:?}", expected.fails));
    }
    if state == "not-built" {
        return wrong;
    }
    let skipped = with_status(submission, "skipped");
    if !expected.skipped.is_subset(&skipped) {
        wrong.push(format!("skips {skipped:?} instead of {:?}", expected.skipped));
    }
    let unsure: BTreeSet<String> = ["unseen", "review", "skipped"]
        .iter()
        .flat_map(|status| with_status(submission, status))
        .filter(|id| !expected.open.contains(id) && !expected.skipped.contains(id))
        .collect();
    if !unsure.is_empty() {
        wrong.push(format!("does not decide {unsure:?}"));
    }
    wrong
}

#[test]
fn casino_samples_get_the_outcome_declared_for_them() {
    let expected = expected("casino");
    let graded = graded("casino");
    let names: BTreeSet<&str> =
        graded.iter().filter_map(|submission| submission["student"].as_str()).collect();
    let declared: BTreeSet<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(names, declared, "every sample is declared, and every declared sample is there");
    let wrong: Vec<String> = graded
        .iter()
        .filter_map(|submission| {
            let name = submission["student"].as_str()?;
            let differences = differences(submission, &expected[name]);
            let about = &expected[name].about;
            (!differences.is_empty()).then(|| format!("{name} ({about}): {}", differences.join("; ")))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} samples judged otherwise:\n{}",
        wrong.len(),
        graded.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_casino_rule_has_two_programs_that_break_it() {
    let expected = expected("casino");
    let output = Command::cargo_bin("grader").expect("the binary is built").arg("explain").assert().success();
    let catalogue = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let mut broken: BTreeMap<&str, u32> = BTreeMap::new();
    for id in expected.values().flat_map(|expected| &expected.fails) {
        *broken.entry(id).or_default() += 1;
    }
    for (id, count) in &broken {
        assert!(catalogue.contains(id), "{id} is not in the catalogue");
        assert!(*count >= 2, "{id} is broken by {count} sample only");
    }
    assert_eq!(broken.len(), 27, "every rule of the casino is broken by some sample");
}
