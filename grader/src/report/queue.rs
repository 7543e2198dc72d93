//! What waits for a person: each case with what was not understood, how to look at it, and the line that rules on it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::changes::mark;
use super::style::{FAINT, OPEN, STRONG, paint};
use super::{harmless, harmless_line};
use crate::grade::{CheckEntry, Entry, EvidenceEntry, State, number, quoted};

/// A case for a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Case<'a> {
    /// The student's grade.
    pub entry: &'a Entry,
    /// The rule that is open; `None` where it is the whole submission or its lateness.
    pub check: Option<&'a CheckEntry>,
    /// What was not understood.
    pub why: String,
    /// What an override line names.
    pub subject: String,
    /// The most points it may earn; for lateness nothing.
    pub most: Option<f64>,
}

/// All cases of a class, in the order of the students and their rules.
pub fn cases(entries: &[Entry]) -> Vec<Case<'_>> {
    entries.iter().flat_map(of_entry).collect()
}

fn of_entry(entry: &Entry) -> Vec<Case<'_>> {
    let first = entry.remarks.first().cloned().unwrap_or_default();
    let mut cases = Vec::new();
    match entry.state {
        State::Review | State::Fault => {
            let most = (entry.possible > 0.0).then_some(entry.possible);
            cases.push(Case { entry, check: None, why: first, subject: "total".to_owned(), most });
        }
        State::Graded if entry.open > 0.0 => {
            let open = entry.checks.iter().filter(|check| {
                let is_open = check.status == "review" || (check.status == "unseen" && !check.extra);
                is_open && check.ruling.is_none() && check.possible > 0.0
            });
            cases.extend(open.map(|check| Case {
                entry,
                check: Some(check),
                why: check.message.clone(),
                subject: check.id.clone(),
                most: Some(check.possible),
            }));
        }
        State::NoSource if entry.is_unread() => {
            let most = (entry.possible > 0.0).then_some(entry.possible);
            cases.push(Case { entry, check: None, why: first, subject: "total".to_owned(), most });
        }
        State::Graded | State::NotBuilt | State::NoSource => {}
    }
    if entry.is_late_by_unknown() {
        let why = crate::grade::LATE_BY_UNKNOWN.to_owned();
        cases.push(Case { entry, check: None, why, subject: "late".to_owned(), most: None });
    }
    cases
}

/// The cases as people read them; `paths` says where a student's work lies, as far as that is known.
pub fn queue(entries: &[Entry], paths: &BTreeMap<String, String>) -> String {
    let cases = cases(entries);
    if cases.is_empty() {
        return format!("Nothing waits for a person.\n{}", unlisted(entries));
    }
    let mut text = String::new();
    for (index, case) in cases.iter().enumerate() {
        let name = harmless_line(&case.entry.student);
        let what = match (case.check, case.most) {
            (Some(check), Some(most)) => format!("{}, up to {} points", check.id, number(most)),
            (None, Some(most)) => format!("the whole of it, {} points", number(most)),
            _ if case.subject == "late" => "hours late".to_owned(),
            _ => "the whole of it".to_owned(),
        };
        let _ = writeln!(
            text,
            "{} {}: {} ({})",
            paint(FAINT, &format!("{}/{}", index + 1, cases.len())),
            paint(STRONG, &name),
            paint(OPEN, &what),
            mark(case.entry)
        );
        for line in harmless(&case.why).trim_end().lines() {
            let _ = writeln!(text, "  {line}");
        }
        if let Some(EvidenceEntry::Play { excerpt, .. }) =
            case.check.and_then(|check| check.evidence.as_ref())
        {
            for line in harmless(excerpt).trim_end().lines() {
                let _ = writeln!(text, "  {} {line}", paint(FAINT, "|"));
            }
        }
        if let Some(look) = look(case, paths) {
            let _ = writeln!(text, "  to look: {}", harmless_line(&look));
        }
        let _ = writeln!(text, "  to rule: {}\n", harmless_line(&line(case)));
    }
    let _ = writeln!(
        text,
        "{} for a person. Put the lines, with points and a reason, into overrides.csv in the folder of the grades, \
         under the heading\n{HEADING}\nthen `grader regrade --apply` counts them.",
        if cases.len() == 1 { "1 case".to_owned() } else { format!("{} cases", cases.len()) }
    );
    text + &unlisted(entries)
}

/// Who has no points without waiting for anybody.
fn unlisted(entries: &[Entry]) -> String {
    let named = |what: &str, is_one: &dyn Fn(&Entry) -> bool| {
        let names: Vec<String> =
            entries.iter().filter(|entry| is_one(entry)).map(|entry| harmless_line(&entry.student)).collect();
        if names.is_empty() { String::new() } else { format!("{what}: {}\n", names.join(", ")) }
    };
    named("not built, and graded as such", &|entry| entry.state == State::NotBuilt)
        + &named("handed in nothing", &|entry| entry.is_missing())
}

/// The first line of a file of rulings.
pub const HEADING: &str = "student,rule,points,reason";

/// A file of rulings to fill in: the heading and a line for each case.
pub fn lines(entries: &[Entry]) -> String {
    let rows: Vec<String> = cases(entries).iter().map(|case| format!("{}\n", line(case))).collect();
    format!("{HEADING}\n{}", rows.concat())
}

/// The line that rules on a case, with words where the points and the reason go.
fn line(case: &Case<'_>) -> String {
    let student = &case.entry.student;
    let needs_quotes = student.contains([',', '"', '\n', '\r', '#']) || student.trim() != student;
    let student =
        if needs_quotes { format!("\"{}\"", student.replace('"', "\"\"")) } else { student.clone() };
    let amount = if case.subject == "late" { "HOURS" } else { "POINTS" };
    format!("{student},{},{amount},REASON", case.subject)
}

/// The command that shows a case.
fn look(case: &Case<'_>, paths: &BTreeMap<String, String>) -> Option<String> {
    if let Some(EvidenceEntry::Play { replay, .. }) = case.check.and_then(|check| check.evidence.as_ref()) {
        return Some(replay.clone());
    }
    let path = paths.get(&case.entry.student)?;
    Some(match (case.entry.state, archive_lister(path)) {
        // What could not be unpacked cannot be played.
        (State::Fault | State::Review, Some(list)) if case.check.is_none() => {
            format!("{list} {}", quoted(path))
        }
        // Into another folder: in this one it would take the place of the class.
        (State::Fault, _) => format!("grader check {} -o again", quoted(path)),
        _ if case.entry.language.is_none() => format!("ls -lR {}", quoted(path)),
        _ if case.entry.assignment.is_none() => format!("grader play {} -a ASSIGNMENT", quoted(path)),
        _ => format!("grader play {}", quoted(path)),
    })
}

/// The command that lists what is in a file, where it is an archive by its name.
fn archive_lister(path: &str) -> Option<&'static str> {
    let lower = path.to_lowercase();
    let listers = [(".zip", "unzip -l"), (".tar.gz", "tar -tzf"), (".tgz", "tar -tzf"), (".tar", "tar -tf")];
    listers.into_iter().find(|(end, _)| lower.ends_with(end)).map(|(_, list)| list)
}
