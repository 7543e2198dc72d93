//! The proof of one failed rule, for people.

use std::fmt::Write as _;

use super::style::{FAINT, paint};
use super::wrap::wrap;
use super::{harmless, harmless_line};
use crate::assignment::Evidence;
use crate::grade::EvidenceEntry;

/// How evidence is worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// A teacher or assistant: the command that shows it again comes with the seed and the player.
    Teacher,
    /// The student, at the machine where the program and the grader are.
    Student,
    /// The student, who is sent it and has the program elsewhere.
    Recipient,
}

/// A part of what is told of a proof, harmless to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A sentence, which may be put into lines.
    Said(String),
    /// A line that is copied and so stays whole.
    Kept(String),
    /// Lines of the program's output or source, never put into other lines.
    Quoted(Vec<String>),
}

/// What is told of a proof.
pub(super) fn pieces(evidence: &EvidenceEntry, reader: Reader) -> Vec<Piece> {
    match evidence {
        EvidenceEntry::Play { seed, player, answers, excerpt, expected, at_home, diff, replay } => {
            let mut pieces = vec![quoted(excerpt)];
            if !expected.is_empty() {
                pieces.push(Piece::Said(format!("expected: {}", harmless_line(expected))));
            }
            if !diff.is_empty() {
                pieces.push(Piece::Said(
                    "against the published run ([-missing-], {+added+}, ‹typed›):".to_owned(),
                ));
                pieces.push(quoted(diff));
            }
            let replay = harmless_line(replay);
            if reader == Reader::Teacher {
                let found = format!("(found by a player who {})", harmless_line(player));
                pieces.push(Piece::Kept(format!("seed {seed}, {} {found}", typed(answers))));
                pieces.push(Piece::Kept(format!("to see it: {replay}")));
            } else if *at_home && answers.is_empty() {
                pieces.push(Piece::Said("to see it: run your program".to_owned()));
            } else if *at_home {
                let ask = "to see it: run your program and type these answers, one at each question:";
                pieces.push(Piece::Said(format!("{ask} {}", joined(answers))));
                let other = "(on Linux; the rand() of other systems deals other cards)";
                pieces.push(Piece::Said(other.to_owned()));
            } else {
                let replay = if reader == Reader::Recipient { own(&replay) } else { replay };
                pieces.push(Piece::Kept(format!("to see it: {replay}")));
                let other = "(the seed has it deal other cards than it does at home)";
                pieces.push(Piece::Said(other.to_owned()));
            }
            pieces
        }
        EvidenceEntry::Call { function, arguments, result, expected, replay } => {
            let call = harmless_line(&format!("{function}({arguments})"));
            let mut pieces = vec![Piece::Said(format!("{call}: {}", harmless_line(result)))];
            if !expected.is_empty() {
                pieces.push(Piece::Said(format!("expected: {}", harmless_line(expected))));
            }
            if !replay.is_empty() {
                pieces.push(Piece::Said("to see it, put this into your main:".to_owned()));
                pieces.push(quoted(replay));
            }
            pieces
        }
        EvidenceEntry::Source { file, line, excerpt } => {
            vec![Piece::Kept(format!("{}:{line}", harmless_line(file))), quoted(excerpt)]
        }
    }
}

/// The replay command with a word in place of the path, which is that of the machine it was judged on.
fn own(replay: &str) -> String {
    match (replay.strip_prefix("grader play "), replay.rfind(" --seed ")) {
        (Some(_), Some(end)) => format!("grader play YOUR-PROGRAM{}", &replay[end..]),
        _ => replay.to_owned(),
    }
}

/// Lines indented by two blanks; each ends in a newline. Sentences are put into lines of `width` characters, if any is
/// given.
pub(super) fn evidence(evidence: &Evidence, reader: Reader, width: Option<usize>) -> String {
    let mut text = String::new();
    for piece in pieces(&EvidenceEntry::from(evidence), reader) {
        match (piece, width) {
            (Piece::Said(said), Some(width)) => text.push_str(&wrap(&said, width, "  ", "    ")),
            (Piece::Said(said) | Piece::Kept(said), _) => {
                let _ = writeln!(text, "  {said}");
            }
            (Piece::Quoted(lines), _) => {
                for line in lines {
                    let _ = writeln!(text, "  {} {line}", paint(FAINT, "|"));
                }
            }
        }
    }
    text
}

/// What was typed, in words.
fn typed(answers: &[String]) -> String {
    match answers {
        [] => "no answers".to_owned(),
        [_] => format!("answer {}", joined(answers)),
        _ => format!("answers {}", joined(answers)),
    }
}

/// Answers in a row; an empty line is told by its key.
fn joined(answers: &[String]) -> String {
    let shown: Vec<String> = answers
        .iter()
        .map(|answer| if answer.is_empty() { "(Enter)".to_owned() } else { harmless_line(answer) })
        .collect();
    shown.join(", ")
}

/// How much of a quoted line is shown: a flood has no line ends. Sixteen cards with their long names and the melds beside
/// them are below that.
const LINE: usize = 600;

fn quoted(excerpt: &str) -> Piece {
    let shown = |line: &str| {
        let left_out = line.chars().count().saturating_sub(LINE);
        let shown: String = line.chars().take(LINE).collect();
        if left_out > 0 { format!("{shown} [… {left_out} characters …]") } else { shown }
    };
    Piece::Quoted(harmless(excerpt).trim_end().lines().map(shown).collect())
}
