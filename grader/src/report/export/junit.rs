//! The XML of `JUnit`, as Jenkins, GitLab and others read it: a suite for each student, a case for each rule.

use std::fmt::Write as _;

use super::escape::{attribute, markup};
use super::words::{plain, points};
use super::{Titles, called};
use crate::grade::{CheckEntry, Entry, State};
use crate::report::evidence::{Reader, pieces};
use crate::report::{Gradebook, harmless, number};

/// How a case came out.
enum Case {
    Passed,
    Failed,
    /// The grader failed.
    Error,
    Skipped,
}

/// The class in that XML. Hidden rules have no names there: whoever sees a build may see it.
pub fn junit(book: &Gradebook, titles: Titles<'_>) -> String {
    let entries: Vec<Entry> = book.entries.iter().map(Entry::for_student).collect();
    let counts =
        entries.iter().map(count).fold([0; 4], |sum, one| [0, 1, 2, 3].map(|index| sum[index] + one[index]));
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Jenkins's schema has no count of skipped cases here.
    let [cases, failed, errors, _] = counts.map(|count| count.to_string());
    let _ = writeln!(
        xml,
        "<testsuites name=\"grader\" tests=\"{cases}\" failures=\"{failed}\" errors=\"{errors}\">"
    );
    for entry in &entries {
        suite(&mut xml, entry, titles);
    }
    xml.push_str("</testsuites>\n");
    xml
}

/// Cases, failures, errors and skipped ones.
fn count(entry: &Entry) -> [usize; 4] {
    let mut counts = [entry.checks.len().max(1), 0, 0, 0];
    if entry.checks.is_empty() {
        // The one case that stands for all.
        counts[if entry.state == State::Fault { 2 } else { 3 }] = 1;
    }
    for check in &entry.checks {
        match case(entry, check) {
            Case::Passed => {}
            Case::Failed => counts[1] += 1,
            Case::Error => counts[2] += 1,
            Case::Skipped => counts[3] += 1,
        }
    }
    counts
}

fn totals([cases, failed, errors, skipped]: [usize; 4]) -> String {
    format!(" tests=\"{cases}\" failures=\"{failed}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

fn case(entry: &Entry, check: &CheckEntry) -> Case {
    if check.ruling.is_some() {
        return if check.points >= check.possible { Case::Passed } else { Case::Failed };
    }
    match check.status.as_str() {
        "pass" => Case::Passed,
        "fail" => Case::Failed,
        _ if entry.state == State::Fault => Case::Error,
        _ => Case::Skipped,
    }
}

fn suite(xml: &mut String, entry: &Entry, titles: Titles<'_>) {
    let counts = totals(count(entry));
    // The schema wants a time without a zone.
    let submitted = entry.hand_in.submitted.as_deref().unwrap_or_default();
    let time = match submitted.get(..19) {
        Some(time) if is_time(time) => format!(" timestamp=\"{time}\""),
        _ => String::new(),
    };
    let name = attribute(&called(entry));
    let _ = writeln!(xml, "  <testsuite name=\"{name}\"{counts}{time}>");
    xml.push_str("    <properties>\n");
    let properties = [
        ("student", crate::report::harmless_line(&entry.student)),
        ("state", super::state_word(entry.state).to_owned()),
        ("points", number(entry.points)),
        ("open", number(entry.open)),
        ("possible", number(entry.possible)),
        ("extra", number(entry.extra)),
    ];
    for (name, value) in properties {
        let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{}\"/>", attribute(&value));
    }
    xml.push_str("    </properties>\n");
    let class = attribute(entry.assignment.as_deref().unwrap_or("unknown"));
    if entry.checks.is_empty() {
        let kind = if entry.state == State::Fault { "error" } else { "skipped" };
        let why = entry.remarks.first().map_or_else(|| points(entry), |remark| harmless(remark));
        let _ = writeln!(xml, "    <testcase name=\"grade\" classname=\"{class}\">");
        let _ = writeln!(xml, "      <{kind} message=\"{}\"/>\n    </testcase>", attribute(&why));
    }
    for check in &entry.checks {
        let name = attribute(&format!("{}: {}", check.id, titles.of(entry, check)));
        let _ = write!(xml, "    <testcase name=\"{name}\" classname=\"{class}\"");
        outcome(xml, entry, check);
    }
    if !entry.remarks.is_empty() {
        let remarks: Vec<String> = entry.remarks.iter().map(|remark| markup(&harmless(remark))).collect();
        let _ = writeln!(xml, "    <system-out>{}</system-out>", remarks.join("\n"));
    }
    xml.push_str("  </testsuite>\n");
}

fn outcome(xml: &mut String, entry: &Entry, check: &CheckEntry) {
    let message = attribute(harmless(&check.message).trim());
    let kind = match case(entry, check) {
        Case::Passed => return xml.push_str("/>\n"),
        Case::Failed => "failure",
        Case::Error => "error",
        Case::Skipped => {
            let _ = writeln!(xml, ">\n      <skipped message=\"{message}\"/>\n    </testcase>");
            return;
        }
    };
    let lost = number(check.possible - check.points);
    let mut lines = vec![format!("{lost} points lost")];
    lines.extend(check.evidence.iter().flat_map(|evidence| plain(&pieces(evidence, Reader::Recipient))));
    let lines = markup(&lines.join("\n"));
    let _ = writeln!(
        xml,
        ">\n      <{kind} message=\"{message}\" type=\"{}\">{lines}</{kind}>\n    </testcase>",
        attribute(&check.id)
    );
}

/// Whether it is `2026-11-20T23:59:00`.
fn is_time(text: &str) -> bool {
    text.bytes().zip(*b"0000-00-00T00:00:00").all(|(byte, form)| match form {
        b'0' => byte.is_ascii_digit(),
        _ => byte == form,
    })
}
