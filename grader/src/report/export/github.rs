//! What the grading reporter of GitHub Classroom takes: JSON in base64, handed on as a step's output.
//!
//! The reporter (`autograding-grading-reporter` in its source) reads `max_score`, `status` and `tests` with `name`, `status`,
//! `score` and `message`. It gets them through an environment variable, which the system bounds.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::words::{account, plain, points};
use super::{Titles, earned, pending};
use crate::grade::{CheckEntry, Entry, State};
use crate::report::harmless;

#[derive(Serialize)]
struct Outcome {
    version: u32,
    status: &'static str,
    max_score: f64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    status: &'static str,
    score: f64,
    message: Option<String>,
}

/// The most that base64 may have: Linux takes no more than 128 KiB of one variable.
const MOST: usize = 96 << 10;

/// A line `result=…` for the file that `GITHUB_OUTPUT` names.
pub fn github(entry: &Entry, titles: Titles<'_>) -> String {
    let mut length = 4000;
    loop {
        let json = serde_json::to_string(&outcome(entry, titles, length)).unwrap_or_default();
        let encoded = STANDARD.encode(json);
        if encoded.len() <= MOST || length < 40 {
            return format!("result={encoded}\n");
        }
        length /= 2;
    }
}

fn outcome(entry: &Entry, titles: Titles<'_>, length: usize) -> Outcome {
    let shown = entry.for_student();
    let account = account(entry, titles);
    let mut tests: Vec<Test> = shown.checks.iter().map(|check| test(check, &shown, titles)).collect();
    // The order is that of the rules; what is told of a failed one is found by its head.
    for told in account.failed.iter().chain(&account.open) {
        let lines = plain(&told.pieces).join("\n");
        let place = tests.iter_mut().find(|test| told.head.starts_with(&format!("{} (", test.name)));
        if let Some(test) = place {
            test.message = Some(cut(&lines, length));
        }
    }
    let adjusted: f64 = earned(entry) - shown.checks.iter().map(|check| check.points).sum::<f64>();
    if adjusted.abs() > 0.005 {
        let message = (!account.changes.is_empty()).then(|| account.changes.join("\n"));
        let status = if adjusted < 0.0 { "fail" } else { "pass" };
        tests.push(Test { name: "Changes by date or person".to_owned(), status, score: adjusted, message });
    }
    if tests.is_empty() || pending(entry).is_some() {
        let message = Some(cut(&points(entry), length));
        tests.push(Test { name: "No final grade yet".to_owned(), status: "error", score: 0.0, message });
    }
    let status = match entry.state {
        State::Fault | State::Review => "error",
        _ if tests.iter().any(|test| test.status == "fail") => "fail",
        _ if tests.iter().any(|test| test.status == "error") => "error",
        _ => "pass",
    };
    Outcome { version: 1, status, max_score: entry.possible, tests }
}

fn test(check: &CheckEntry, entry: &Entry, titles: Titles<'_>) -> Test {
    let status = match (&check.ruling, check.status.as_str()) {
        (Some(_), _) if check.points >= check.possible => "pass",
        (Some(_), _) => "fail",
        // What was only offered and not tried is no failure.
        (None, "unseen" | "skipped") if check.extra || check.possible <= 0.0 => "pass",
        (None, status) => match status {
            "pass" => "pass",
            "fail" | "skipped" => "fail",
            _ => "error",
        },
    };
    let message = (status != "pass").then(|| harmless(&check.message).trim().to_owned());
    Test { name: titles.of(entry, check), status, score: check.points, message }
}

fn cut(text: &str, length: usize) -> String {
    let shown: String = text.chars().take(length).collect();
    if shown.len() < text.len() { format!("{shown} […]") } else { shown }
}
