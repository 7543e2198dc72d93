//! Transcripts for people: answers in their places, notes beside the lines they are about.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::words::plain;
use crate::transcript::{Answer, Transcript};

/// A place in a transcript: the turn (the text before answer number `turn`) and the line in it, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The turn.
    pub turn: usize,
    /// The line within the turn's text, blank lines counted.
    pub line: usize,
}

/// What is written beside a line.
pub(super) type Note = (Place, String);

/// The most lines an excerpt shows; from a longer one the middle is left out.
const MOST_LINES: usize = 40;

/// The most characters of a line.
const LONGEST_LINE: usize = 160;

/// The turns from `from` to `to`, answers behind `> `, notes behind `<-`.
pub(super) fn render(transcript: &Transcript, from: usize, to: usize, notes: &[Note]) -> String {
    let mut lines = Vec::new();
    for turn in from..=to {
        let said = transcript.turns.get(turn).map_or(transcript.tail.as_str(), |turn| turn.said.as_str());
        for (index, line) in plain(said).lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let line = clipped(line.trim_end());
            let place = Place { turn, line: index };
            let mut beside: Vec<&str> =
                notes.iter().filter(|note| note.0 == place).map(|note| note.1.as_str()).collect();
            // A note that the program made itself would be taken for the grader's.
            if beside.is_empty() && (line.contains("  <- ") || line.starts_with("[… ")) {
                beside.push("printed so by the program");
            }
            if beside.is_empty() {
                lines.push(format!("  {line}"));
            } else {
                lines.push(format!("  {line:<44}  <- {}", beside.join("; ")));
            }
        }
        match transcript.turns.get(turn).map(|turn| &turn.answer) {
            Some(Answer::Line(answer)) if turn < to => lines.push(format!("> {answer}")),
            Some(Answer::EndOfInput) if turn < to => lines.push("> (end of input)".to_owned()),
            _ => {}
        }
        if turn >= transcript.turns.len() {
            break;
        }
    }
    shorten(lines).join("\n")
}

/// The beginning of a line: a program that prints without end may never end its line.
fn clipped(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => Cow::Owned(format!("{}…", &line[..end])),
        None => Cow::Borrowed(line),
    }
}

fn shorten(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        let left_out = lines.len() - MOST_LINES;
        let gap = format!("  [… {left_out} lines …]");
        lines.splice(MOST_LINES / 2..MOST_LINES / 2 + left_out, [gap]);
    }
    lines
}

/// A whole transcript, with notes.
pub(super) fn whole(transcript: &Transcript, notes: &[Note]) -> String {
    let mut text = String::new();
    for turn in 0..=transcript.turns.len() {
        let part = render(transcript, turn, turn, notes);
        if !part.is_empty() {
            let _ = writeln!(text, "{part}");
        }
        match transcript.turns.get(turn).map(|turn| &turn.answer) {
            Some(Answer::Line(answer)) => {
                let _ = writeln!(text, "> {answer}");
            }
            Some(Answer::EndOfInput) => text.push_str("> (end of input)\n"),
            None => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{Ending, Turn};

    #[test]
    fn what_looks_like_the_graders_is_told_from_it() {
        let said = "Total: 21  <- 10 + A = 21\n> 50\n[… 9 lines …]\nBet?\n".to_owned();
        let turns = vec![Turn { said, answer: Answer::Line("50".to_owned()) }];
        let (tail, end) = (String::new(), Ending::Exited(0));
        let transcript = Transcript { seed: 333, turns, tail, end, seedings: Vec::new(), seeding_calls: 0 };
        let place = Place { turn: 0, line: 3 };
        let shown = render(&transcript, 0, 1, &[(place, "a note".to_owned())]);
        let expected = [
            "  Total: 21  <- 10 + A = 21                     <- printed so by the program",
            "  > 50",
            "  [… 9 lines …]                                 <- printed so by the program",
            "  Bet?                                          <- a note",
            "> 50",
        ];
        assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
    }
}
