//! The proof of one failed rule, for people.

use std::fmt::Write as _;

use super::style::{FAINT, paint};
use super::{harmless, harmless_line};
use crate::assignment::Evidence;

/// How evidence is worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// A teacher or assistant: the command that shows it again comes with the seed and the player.
    Teacher,
    /// The student, who may have the program but not the grader.
    Student,
}

/// Lines indented by two blanks; each ends in a newline.
pub(super) fn evidence(evidence: &Evidence, reader: Reader) -> String {
    let mut text = String::new();
    match evidence {
        Evidence::Play { seed, player, answers, excerpt, expected, at_home, replay } => {
            quote(&mut text, excerpt);
            if !expected.is_empty() {
                line(&mut text, &format!("expected: {}", harmless_line(expected)));
            }
            let typed = harmless_line(&answers.join(", "));
            if *at_home && reader == Reader::Student {
                line(&mut text, &format!("to see it: run your program and type these answers: {typed}"));
            } else {
                if reader == Reader::Teacher {
                    line(&mut text, &format!("seed {seed}, {}: {typed}", harmless_line(player)));
                }
                line(&mut text, &format!("to see it: {}", harmless_line(replay)));
            }
        }
        Evidence::Source { file, line: number, excerpt } => {
            line(&mut text, &format!("{}:{number}", harmless_line(file)));
            quote(&mut text, excerpt);
        }
    }
    text
}

fn line(text: &mut String, said: &str) {
    let _ = writeln!(text, "  {said}");
}

fn quote(text: &mut String, excerpt: &str) {
    for quoted in harmless(excerpt).trim_end().lines() {
        let _ = writeln!(text, "  {} {quoted}", paint(FAINT, "|"));
    }
}
