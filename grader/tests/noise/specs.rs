//! Specs with mistakes: each is either usable or shown with its places.

use grader::spec::{SpecError, parse};
use proptest::prelude::*;

use crate::material::{ASSIGNMENTS, Chance};

/// What mistakes are made of.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "[",
    "]",
    "[[",
    "=",
    "\n",
    "#",
    "\\",
    "\u{0}",
    "é",
    "🂡",
    "-1",
    "1e999",
    "nan",
    "99999999999999999999",
    "0",
    "true",
    "{",
    "}",
    ",",
    ".",
    "\"\"\"",
    "[points]\n",
    "builds = 3\n",
    "id = 3\n",
    "'('",
    "'(a{999}){999}'",
    "'[^'",
    "'\\p{X}'",
    "\t",
    "\r\n",
    "\u{feff}",
    "\u{202e}",
];

/// The spec with a few places changed.
fn spoilt(text: &str, chance: &mut Chance) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(3) {
        let start = chance.below(text.len() + 1);
        let end = (start + chance.below(40)).min(text.len());
        let piece = PIECES[chance.below(PIECES.len())].chars();
        match chance.below(6) {
            0 => drop(text.drain(start..end)),
            1 => drop(text.splice(start..start, piece)),
            2 => drop(text.splice(start..end, piece)),
            3 => {
                let copy: Vec<char> = text[start..end].to_vec();
                let to = chance.below(text.len() + 1);
                drop(text.splice(to..to, copy));
            }
            4 => text.truncate(start.max(1)),
            _ => {
                if let Some(at) = (start..text.len()).find(|at| text[*at].is_ascii_digit()) {
                    drop(text.splice(at..=at, piece));
                }
            }
        }
    }
    text.into_iter().collect()
}

/// Whether a message begins with the file, a line and a column that the text has.
fn is_placed(message: &str, text: &str) -> bool {
    let mut parts = message.splitn(4, ':');
    let file = parts.next();
    let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok()).filter(|number| *number > 0);
    let (line, column) = (number(), number());
    file == Some("it.toml")
        && line.is_some_and(|line| line <= text.matches('\n').count() + 1)
        && column.is_some_and(|column| column <= text.chars().count() + 1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..crate::config() })]

    #[test]
    fn a_spoilt_spec_is_usable_or_shown_in_its_places(seed in any::<u64>()) {
        let mut chance = Chance(seed);
        let assignment = ASSIGNMENTS[chance.below(4)];
        let path = format!("{}/../specs/{}.toml", env!("CARGO_MANIFEST_DIR"), assignment.id());
        let text = spoilt(&std::fs::read_to_string(path).expect("the spec is there"), &mut chance);
        match parse("it.toml", &text, assignment) {
            Ok(loaded) => {
                prop_assert!(loaded.spec.rules.iter().all(|rule| rule.points.is_finite() && rule.points >= 0.0));
                for warning in loaded.warnings {
                    prop_assert!(is_placed(&warning.to_string(), &text), "{warning}");
                }
            }
            Err(SpecError::Wrong(problems)) => {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    prop_assert!(is_placed(&problem.to_string(), &text), "{problem}");
                }
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}
