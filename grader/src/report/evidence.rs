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
        Evidence::Play { seed, player, answers, excerpt, expected, at_home, replay, diff } => {
            quote(&mut text, excerpt);
            if !expected.is_empty() {
                line(&mut text, &format!("expected: {}", harmless_line(expected)));
            }
            if !diff.is_empty() {
                line(&mut text, "against the published run ([-missing-], {+added+}, ‹typed›):");
                quote(&mut text, diff);
            }
            let replay = harmless_line(replay);
            match reader {
                Reader::Teacher => {
                    let found = format!("(found by a player who {})", harmless_line(player));
                    line(&mut text, &format!("seed {seed}, {} {found}", typed(answers)));
                    line(&mut text, &format!("to see it: {replay}"));
                }
                Reader::Student if *at_home && answers.is_empty() => {
                    line(&mut text, "to see it: run your program");
                }
                Reader::Student if *at_home => {
                    let ask = "to see it: run your program and type these answers, one at each question:";
                    line(&mut text, &format!("{ask} {}", joined(answers)));
                    line(&mut text, "(on Linux; the rand() of other systems deals other cards)");
                }
                Reader::Student => {
                    line(&mut text, &format!("to see it: {replay}"));
                    line(&mut text, "(the seed has it deal other cards than it does at home)");
                }
            }
        }
        Evidence::Call { function, arguments, result, expected, snippet } => {
            let call = format!("{function}({arguments})");
            line(&mut text, &format!("{}: {}", harmless_line(&call), harmless_line(result)));
            line(&mut text, &format!("expected: {}", harmless_line(expected)));
            if !snippet.is_empty() {
                line(&mut text, "to see it, put this into your main:");
                quote(&mut text, snippet);
            }
        }
        Evidence::Source { file, line: number, excerpt } => {
            line(&mut text, &format!("{}:{number}", harmless_line(file)));
            quote(&mut text, excerpt);
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

fn line(text: &mut String, said: &str) {
    let _ = writeln!(text, "  {said}");
}

/// How much of a quoted line is shown: a flood has no line ends. Sixteen cards with their long names and the melds beside
/// them are below that.
const LINE: usize = 600;

fn quote(text: &mut String, excerpt: &str) {
    for quoted in harmless(excerpt).trim_end().lines() {
        let left_out = quoted.chars().count().saturating_sub(LINE);
        let shown: String = quoted.chars().take(LINE).collect();
        let more = if left_out > 0 { format!(" [… {left_out} characters …]") } else { String::new() };
        let _ = writeln!(text, "  {} {shown}{more}", paint(FAINT, "|"));
    }
}
