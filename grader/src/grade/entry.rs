//! A grade as it stands in `results.json`, format 1. The order of the fields is the order of the keys.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::policy::is_for_teachers;
use super::{
    Adjustment, AdjustmentKind, Graded, HIDDEN, LATE_BY_UNKNOWN, NOTHING, Ruling, Scored, State, is_hidden,
};
use crate::assignment::{Evidence, Language, Status};
use crate::submission::HandIn;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The format's number: 1.
    pub format: u32,
    /// The submissions, sorted by student.
    pub submissions: Vec<Entry>,
}

impl Results {
    /// The results in the present format.
    pub fn new(submissions: Vec<Entry>) -> Self {
        Self { format: 1, submissions }
    }

    /// The file's text, with a newline at its end.
    pub fn text(&self) -> String {
        let blocks: Vec<String> = self.submissions.iter().map(Entry::text).collect();
        Self::pieces(blocks.iter().map(String::as_str)).concat()
    }

    /// The file's text in pieces, from the texts of its entries: a large class is written without being put together.
    pub(crate) fn pieces<'a>(entries: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let mut pieces = vec!["{\n  \"format\": 1,\n  \"submissions\": ["];
        for entry in entries {
            pieces.push(if pieces.len() == 1 { "\n" } else { ",\n" });
            pieces.push(entry);
        }
        pieces.push(if pieces.len() == 1 { "]\n}\n" } else { "\n  ]\n}\n" });
        pieces
    }
}

/// One submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The student, as the submission's folder or file names them.
    pub student: String,
    /// Who that is and when it was handed in; left out where nothing is known.
    #[serde(default, skip_serializing_if = "HandIn::is_empty")]
    pub hand_in: HandIn,
    /// The assignment's id; `null` where it could not be told.
    pub assignment: Option<String>,
    /// `cpp` or `rust`; `null` where there is no source.
    pub language: Option<String>,
    /// How far it came.
    pub state: State,
    /// The points earned for certain.
    pub points: f64,
    /// The points that a person may still give.
    pub open: f64,
    /// The points there are.
    pub possible: f64,
    /// The points there are for a program of which every rule is asked; left out where that is `possible`. A form that
    /// has one maximum for all takes the same share of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<f64>,
    /// Points beyond those.
    pub extra: f64,
    /// What changed the points after the rules; they are in `points` and `extra` already. Left out where nothing did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<Adjustment>,
    /// What a person should know.
    pub remarks: Vec<String>,
    /// Every rule of the spec, in its order.
    pub checks: Vec<CheckEntry>,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckEntry {
    /// The rule's id.
    pub id: String,
    /// `pass`, `fail`, `unseen`, `review` or `skipped`.
    pub status: String,
    /// The points earned.
    pub points: f64,
    /// The points it is worth.
    pub possible: f64,
    /// They come on top of the possible ones; left out where they do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extra: bool,
    /// Students are told of it as a hidden check; left out where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// A person's ruling, which `points` follow; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// How often its situation came up.
    pub seen: u32,
    /// How often it was broken.
    pub broken: u32,
    /// What was found.
    pub message: String,
    /// The proof of a failure, else `null`.
    pub evidence: Option<EvidenceEntry>,
}

/// The proof of a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EvidenceEntry {
    /// A session of the program.
    Play {
        /// The session's seed.
        seed: u32,
        /// Who played.
        player: String,
        /// The answers typed.
        answers: Vec<String>,
        /// The part of the transcript that shows it: `> ` begins what was typed, `<- ` a note of the grader's.
        excerpt: String,
        /// What the handout asks instead, in a sentence; left out where the message says it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        expected: String,
        /// Whether the program does the same without the toolkit; left out where it does not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_home: bool,
        /// What differs from the published session, a word at a time: `[-missing-]`, `{+added+}`, `‹typed›`; left out
        /// where the rule compares with none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        diff: String,
        /// The command that shows it again.
        replay: String,
    },
    /// A call of one of the program's own functions.
    Call {
        /// The function.
        function: String,
        /// What it was given.
        arguments: String,
        /// What came of it.
        result: String,
        /// What should have come of it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        expected: String,
        /// Lines of C++ that show the same in the program's `main`.
        replay: String,
    },
    /// A place in the source.
    Source {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The line's text.
        excerpt: String,
    },
}

impl Entry {
    /// The entry as it stands in the file, indented, without a newline at its end.
    ///
    /// What would act on a terminal, or hide or reorder text there, is written as escapes as well, so that the text of a
    /// student's program does nothing wherever the file is shown.
    pub(crate) fn text(&self) -> String {
        let json = serde_json::to_string_pretty(self).unwrap_or_default();
        let mut text = String::with_capacity(json.len() * 5 / 4);
        // Newlines within values are escaped, so each one here begins a line of the form.
        text.push_str(INDENT);
        for c in json.chars() {
            if c != '\n' && is_hidden(c) {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            } else {
                text.push(c);
            }
            if c == '\n' {
                text.push_str(INDENT);
            }
        }
        text.shrink_to_fit();
        text
    }
}

impl Entry {
    /// Whether nobody handed anything in.
    pub(crate) fn is_missing(&self) -> bool {
        self.state == State::NoSource
            && self.remarks.first().is_some_and(|remark| remark.starts_with(NOTHING))
    }

    /// Whether something was handed in that is no source, and no person has said what it is worth.
    pub(crate) fn is_unread(&self) -> bool {
        self.state == State::NoSource && !self.is_missing() && !self.is_ruled()
    }

    /// Whether a person has ruled on any of it.
    pub(crate) fn is_ruled(&self) -> bool {
        self.adjustments.iter().any(|adjustment| adjustment.kind == AdjustmentKind::Ruling)
            || self.checks.iter().any(|check| check.ruling.is_some())
    }

    /// Whether hours late are unknown that would cost points.
    pub(crate) fn is_late_by_unknown(&self) -> bool {
        self.remarks.iter().any(|remark| remark == LATE_BY_UNKNOWN)
    }

    /// The entry as its student may see it: hidden rules without name, message or proof, and without what only a
    /// teacher can act on.
    #[must_use]
    pub fn for_student(&self) -> Self {
        let mut entry = self.clone();
        let hidden: Vec<String> =
            self.checks.iter().filter(|check| check.hidden).map(|check| check.id.clone()).collect();
        for (index, check) in entry.checks.iter_mut().filter(|check| check.hidden).enumerate() {
            check.id = format!("hidden-{}", index + 1);
            HIDDEN.clone_into(&mut check.message);
            check.evidence = None;
            (check.seen, check.broken) = (0, 0);
        }
        entry.remarks.retain(|remark| !is_for_teachers(remark));
        if self.state == State::Fault {
            entry.remarks = vec![NOT_JUDGED.to_owned()];
        }
        for text in entry.remarks.iter_mut().chain(entry.checks.iter_mut().map(|check| &mut check.message)) {
            *text = without_names(text, &hidden);
            without_advice(text);
        }
        entry
    }
}

/// What a person who grades can do about a hand-in, and what its student is told in its place.
const ADVICE: [(&str, &str); 1] = [(
    "; unpack it by hand into a folder, put that in its place, and run again",
    "; hand in a zip archive, or the file itself",
)];

/// How the advice on several programs begins and ends.
const CHOICE: (&str, &str) = (" Judge it alone with ", " and run again.");

/// Replaces what only a teacher can do.
pub(super) fn without_advice(text: &mut String) {
    // The list has it as graders said it before: kept results do so still.
    *text = text.replace(crate::submission::BY_HAND, "; hand in a zip archive, or the file itself");
    for (advice, instead) in ADVICE {
        if text.contains(advice) {
            *text = text.replace(advice, instead);
        }
    }
    if let Some(at) = text.find(CHOICE.0)
        && let Some(length) = text[at..].find(CHOICE.1)
    {
        text.replace_range(at..at + length + CHOICE.1.len(), "");
    }
}

/// What a student is told where the grader failed.
const NOT_JUDGED: &str =
    "It could not be judged yet, and that says nothing about the program: a person looks at it.";

/// A text in which no hidden rule is named.
pub(super) fn without_names<S: AsRef<str>>(text: &str, hidden: &[S]) -> String {
    let mut text = text.to_owned();
    for id in hidden {
        let id = id.as_ref();
        let goes_on = |next: Option<char>| next.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        let mut from = 0;
        while let Some(at) = text[from..].find(id).map(|at| from + at) {
            let end = at + id.len();
            let is_whole = !goes_on(text[..at].chars().next_back()) && !goes_on(text[end..].chars().next());
            if is_whole {
                text.replace_range(at..end, "a hidden check");
                from = at + "a hidden check".len();
            } else {
                from = end;
            }
        }
    }
    text
}

/// How far an entry is indented in the file.
const INDENT: &str = "    ";

impl From<&Graded> for Entry {
    fn from(graded: &Graded) -> Self {
        Self {
            student: graded.whose.student.clone(),
            hand_in: graded.whose.hand_in.clone(),
            assignment: graded.whose.assignment.map(str::to_owned),
            language: graded.whose.language.map(|language| language_word(language).to_owned()),
            state: graded.state,
            points: graded.points,
            open: graded.open,
            possible: graded.possible,
            full: (graded.full > graded.possible).then_some(graded.full),
            extra: graded.extra,
            adjustments: graded.adjustments.clone(),
            remarks: graded.remarks.clone(),
            checks: graded.checks.iter().map(CheckEntry::from).collect(),
        }
    }
}

impl From<&Scored> for CheckEntry {
    fn from(scored: &Scored) -> Self {
        let check = &scored.check;
        Self {
            id: check.id.to_owned(),
            status: status_word(check.status).to_owned(),
            points: scored.points,
            possible: scored.possible,
            extra: scored.extra,
            hidden: scored.hidden,
            ruling: scored.ruling.clone(),
            seen: check.seen,
            broken: check.broken,
            message: check.message.clone(),
            evidence: check.evidence.as_ref().map(EvidenceEntry::from),
        }
    }
}

impl From<&Evidence> for EvidenceEntry {
    fn from(evidence: &Evidence) -> Self {
        match evidence.clone() {
            Evidence::Play { seed, player, answers, excerpt, replay, expected, at_home, diff } => {
                Self::Play { seed, player, answers, excerpt, expected, at_home, diff, replay }
            }
            Evidence::Call { function, arguments, result, snippet, expected } => {
                Self::Call { function, arguments, result, expected, replay: snippet }
            }
            Evidence::Source { file, line, excerpt } => Self::Source { file, line, excerpt },
        }
    }
}

/// The word for a status in the results.
pub(crate) const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Pass => "pass",
        Status::Fail => "fail",
        Status::Unseen => "unseen",
        Status::Review => "review",
        Status::Skipped => "skipped",
    }
}

/// The word for a language in the results.
pub(crate) const fn language_word(language: Language) -> &'static str {
    match language {
        Language::Cpp => "cpp",
        Language::Rust => "rust",
    }
}
