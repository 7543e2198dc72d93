//! Grades without the people: for research, and for showing.

use regex::{Regex, RegexBuilder};

use crate::grade::{Entry, EvidenceEntry};
use crate::submission::HandIn;

/// The class without names: each student becomes `student-017`, numbered in an order that `secret` decides and the
/// class's own order does not show. What a student is called by in paths, remarks, transcripts and sources goes too.
pub fn anonymous(entries: Vec<Entry>, secret: &str) -> Vec<Entry> {
    // A reason that a person wrote may name anybody of the class.
    let everybody: Vec<Regex> = entries.iter().flat_map(people).collect();
    let mut keyed: Vec<(String, Entry)> = entries
        .into_iter()
        .map(|entry| {
            let hash = blake3::hash(format!("{secret}\0{}", entry.student).as_bytes());
            (hash.to_hex().to_string(), entry)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    let width = keyed.len().to_string().len().max(3);
    let numbered = keyed.into_iter().enumerate();
    numbered
        .map(|(index, (_, entry))| {
            let mut entry = masked(entry, &format!("student-{:0width$}", index + 1));
            let rulings = entry.checks.iter_mut().filter_map(|check| check.ruling.as_mut());
            let reasons = rulings.map(|ruling| &mut ruling.reason);
            for reason in reasons.chain(entry.adjustments.iter_mut().map(|adjustment| &mut adjustment.reason))
            {
                for pattern in &everybody {
                    *reason = without(reason, pattern, "(name)");
                }
            }
            entry
        })
        .collect()
}

fn masked(mut entry: Entry, name: &str) -> Entry {
    let known = names(&entry);
    let mask = |text: &mut String| {
        for pattern in &known {
            *text = without(text, pattern, name);
        }
    };
    entry.remarks.iter_mut().for_each(mask);
    for adjustment in &mut entry.adjustments {
        mask(&mut adjustment.reason);
    }
    for check in &mut entry.checks {
        mask(&mut check.message);
        if let Some(ruling) = &mut check.ruling {
            mask(&mut ruling.reason);
        }
        match &mut check.evidence {
            Some(EvidenceEntry::Play { answers, excerpt, expected, diff, replay, .. }) => {
                // The path goes whole: folders above the student's may name a course.
                if let Some(rest) = replay.strip_prefix("grader play ") {
                    let options = rest.find(" --").map_or("", |at| &rest[at..]);
                    *replay = format!("grader play {name}{options}");
                }
                answers.iter_mut().chain([excerpt, expected, diff, replay]).for_each(mask);
            }
            Some(EvidenceEntry::Call { arguments, result, expected, replay, .. }) => {
                [arguments, result, expected, replay].into_iter().for_each(mask);
            }
            Some(EvidenceEntry::Source { file, excerpt, .. }) => {
                [file, excerpt].into_iter().for_each(mask);
            }
            None => {}
        }
    }
    entry.hand_in = HandIn { late: entry.hand_in.late, ..HandIn::default() };
    name.clone_into(&mut entry.student);
    entry
}

/// What names a student and hardly anything else: the whole name in either order, the name of the hand-in, the address.
fn people(entry: &Entry) -> Vec<Regex> {
    let HandIn { name, email, members, .. } = &entry.hand_in;
    let names = name.iter().chain(members);
    let turned = names.clone().filter_map(|name| {
        let (last, first) = name.split_once(',')?;
        Some(format!("{} {}", first.trim(), last.trim()))
    });
    let known = turned.chain(names.cloned()).chain(email.clone()).chain([entry.student.clone()]);
    let long = known.filter(|word| word.chars().filter(|c| c.is_alphanumeric()).count() > 3);
    long.filter_map(|word| RegexBuilder::new(&regex::escape(&word)).case_insensitive(true).build().ok())
        .collect()
}

/// What may name a student in a text: longest first, so that a part does not spoil the whole.
fn names(entry: &Entry) -> Vec<Regex> {
    let HandIn { name, id, email, members, addresses, .. } = &entry.hand_in;
    let mut known: Vec<&str> = vec![&entry.student];
    known.extend(name.as_deref());
    known.extend(id.as_deref());
    known.extend(email.as_deref());
    known.extend(email.as_deref().and_then(|email| email.split('@').next()));
    known.extend(members.iter().chain(addresses).map(String::as_str));
    let people = name.iter().chain(members).flat_map(|name| name.split([' ', ',', '-']));
    known.extend(people);
    known.retain(|word| word.chars().filter(|c| c.is_alphanumeric()).count() > 2);
    known.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    known.dedup();
    let pattern = |word: &&str| RegexBuilder::new(&regex::escape(word)).case_insensitive(true).build().ok();
    known.iter().filter_map(pattern).collect()
}

/// The text with `name` in place of each whole word that matches.
fn without(text: &str, pattern: &Regex, name: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut done = 0;
    for found in pattern.find_iter(text) {
        let goes_on = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
        if goes_on(text[..found.start()].chars().next_back()) || goes_on(text[found.end()..].chars().next()) {
            continue;
        }
        masked.push_str(&text[done..found.start()]);
        masked.push_str(name);
        done = found.end();
    }
    masked.push_str(&text[done..]);
    masked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::{CheckEntry, State};

    fn entry(student: &str, name: &str) -> Entry {
        let check = CheckEntry {
            id: "totals".to_owned(),
            status: "fail".to_owned(),
            points: 0.0,
            possible: 4.0,
            extra: false,
            hidden: false,
            ruling: None,
            seen: 1,
            broken: 1,
            message: format!("In {student}.cpp the sum is wrong."),
            evidence: Some(EvidenceEntry::Play {
                seed: 333,
                player: "stands".to_owned(),
                answers: vec![name.to_owned()],
                excerpt: format!("Hello {}! The marial total is 20.", name.to_uppercase()),
                expected: String::new(),
                at_home: false,
                diff: String::new(),
                replay: format!("grader play 'cs101 fall/{student}.cpp' --seed 333 --answers '{name}'"),
            }),
        };
        Entry {
            student: student.to_owned(),
            hand_in: HandIn { name: Some(name.to_owned()), id: Some("4711".to_owned()), ..HandIn::default() },
            assignment: Some("casino".to_owned()),
            language: Some("cpp".to_owned()),
            state: State::Graded,
            points: 0.0,
            open: 0.0,
            possible: 4.0,
            full: None,
            extra: 0.0,
            adjustments: Vec::new(),
            remarks: vec![format!("{student}_4711 handed in twice")],
            checks: vec![check],
        }
    }

    #[test]
    fn nothing_names_a_student_any_more() {
        let class = vec![entry("garciamaria", "Maria Garcia"), entry("ngbo", "Bo Ng")];
        let masked = anonymous(class, "secret");
        let names: Vec<&str> = masked.iter().map(|entry| entry.student.as_str()).collect();
        assert_eq!(names, ["student-001", "student-002"]);
        let text: String = masked.iter().map(Entry::text).collect();
        for known in ["garciamaria", "Maria Garcia", "4711_", "cs101", "ngbo", "MARIA", "BO NG"] {
            assert!(!text.contains(known), "{known} is still in\n{text}");
        }
        assert!(text.contains("marial total"), "only whole words go:\n{text}");
        assert!(text.contains("--seed 333 --answers 'student-"), "{text}");
    }
}
