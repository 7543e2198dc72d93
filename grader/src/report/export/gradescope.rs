//! The `results.json` of an autograder on Gradescope.
//!
//! The form is that of Gradescope's autograder specifications. Two of its ways matter here: `score` at the top stands in
//! place of the sum of the tests, and while a test is hidden until grades are published a student sees no total. That is
//! how a number that must be there is kept from looking like a grade.

use serde::Serialize;

use super::words::{change, plain, points};
use super::{Titles, is_open, pending, scaled, scaled_note};
use crate::grade::{CheckEntry, Entry};
use crate::report::evidence::{Reader, pieces};
use crate::report::{Origin, harmless, harmless_line, number};

#[derive(Serialize)]
struct Outcome {
    score: f64,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    /// What the grader prints may name hidden rules: it is for instructors.
    stdout_visibility: &'static str,
    tests: Vec<Test>,
    extra_data: Extra,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    score: f64,
    max_score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    tags: Vec<&'static str>,
    visibility: &'static str,
}

#[derive(Serialize)]
struct Extra {
    grader: String,
    spec: String,
    /// Whether the score can stand as a grade.
    settled: bool,
}

const TEXT: &str = "text";

/// One submission as Gradescope shows it.
pub fn gradescope(entry: &Entry, origin: &Origin, titles: Titles<'_>) -> String {
    let unsettled = pending(entry);
    let is_unjudged = matches!(entry.state, crate::grade::State::Review | crate::grade::State::Fault);
    let tests = if unsettled.is_some() && is_unjudged {
        vec![no_grade(entry.possible)]
    } else {
        entry.checks.iter().enumerate().map(|(index, check)| test(index, entry, check, titles)).collect()
    };
    let mut lines = vec![points(entry)];
    lines.extend(scaled_note(entry));
    lines.extend(entry.adjustments.iter().map(change));
    for remark in &entry.remarks {
        lines.push(format!("Remark, which costs nothing: {}", harmless(remark).trim()));
    }
    let version = entry.assignment.as_ref().and_then(|id| origin.spec_versions.get(id));
    write(&Outcome {
        score: scaled(entry),
        output: lines.join("\n"),
        output_format: TEXT,
        test_output_format: TEXT,
        test_name_format: TEXT,
        stdout_visibility: "hidden",
        tests,
        extra_data: Extra {
            grader: origin.grader.clone(),
            spec: version.cloned().unwrap_or_default(),
            settled: unsettled.is_none(),
        },
    })
}

/// What stands where the grader could not say anything: no grade, and told as such.
pub fn gradescope_failure(reason: &str) -> String {
    let what = "No grade yet: the grader failed, which is not your fault. Your submission is kept; the staff runs it again.";
    write(&Outcome {
        score: 0.0,
        output: format!("{what}\n{}", harmless(reason).trim()).trim_end().to_owned(),
        output_format: TEXT,
        test_output_format: TEXT,
        test_name_format: TEXT,
        stdout_visibility: "hidden",
        tests: vec![no_grade(0.0)],
        extra_data: Extra { grader: String::new(), spec: String::new(), settled: false },
    })
}

/// The test that hides the total from the student until grades are published, and shows the staff what to do.
fn no_grade(possible: f64) -> Test {
    Test {
        name: "No grade yet: a person must look at this submission".to_owned(),
        number: "1".to_owned(),
        score: 0.0,
        max_score: possible,
        status: Some("failed"),
        output: "The score is a place holder. Run the autograder again, or grade by hand, before grades are published."
            .to_owned(),
        tags: vec!["no-grade"],
        visibility: "after_published",
    }
}

fn test(index: usize, entry: &Entry, check: &CheckEntry, titles: Titles<'_>) -> Test {
    let title = titles.of(entry, check);
    let name =
        if check.extra { format!("{title} (extra credit, up to {})", number(check.possible)) } else { title };
    let mut lines = Vec::new();
    if is_open(check) {
        lines.push(format!("Open: a person looks at this; {} points.", number(check.possible)));
    }
    lines.extend(harmless(&check.message).trim().lines().map(str::to_owned));
    if let Some(ruling) = &check.ruling {
        let reason = harmless_line(&ruling.reason);
        lines.push(format!("A person ruled, in place of {} points: {reason}", number(ruling.graded)));
    }
    lines.extend(check.evidence.iter().flat_map(|evidence| plain(&pieces(evidence, Reader::Recipient))));
    let status = match check.status.as_str() {
        _ if check.ruling.is_some() || check.possible <= check.points => Some(check.points >= check.possible),
        // Below its points where the published text has a share of them.
        "pass" => Some(true),
        "fail" => Some(false),
        _ => None,
    };
    Test {
        name,
        number: (index + 1).to_string(),
        score: check.points,
        // Points beyond the possible ones are no part of the maximum.
        max_score: if check.extra { 0.0 } else { check.possible },
        status: status.map(|is_passed| if is_passed { "passed" } else { "failed" }),
        output: lines.join("\n"),
        tags: if check.extra { vec!["extra-credit"] } else { Vec::new() },
        visibility: if check.hidden { "hidden" } else { "visible" },
    }
}

fn write(outcome: &Outcome) -> String {
    let json = serde_json::to_string_pretty(outcome).unwrap_or_default();
    json + "\n"
}
