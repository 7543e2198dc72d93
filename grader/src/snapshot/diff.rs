//! A diff of words, with what was typed in its place.

use std::fmt::Write as _;

use similar::{ChangeTag, TextDiff};

/// A dialogue on paper: what was said and what was typed, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// The pieces of the dialogue.
    pub pieces: Vec<Piece>,
}

/// A piece of a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// What the program printed.
    Said(String),
    /// What was typed, without its line end.
    Typed(String),
}

impl Sheet {
    /// The text as a snapshot has it: what was said, with each answer and a newline in its place.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Said(said) => text.push_str(said),
                Piece::Typed(typed) => {
                    text.push_str(typed);
                    text.push('\n');
                }
            }
        }
        text
    }

    /// The words and what stands between them, each answer being one token whatever is in it.
    fn tokens(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Said(said) => split(said, &mut tokens),
                Piece::Typed(typed) => tokens.push(format!("‹{typed}›\n")),
            }
        }
        tokens
    }
}

/// What differs between the published dialogue and a program's: removed words as `[-word-]`, added ones as
/// `{+word+}`, answers as `‹answer›`, and only the lines around a difference.
///
/// Within a difference white space is visible: `·` a blank, `→` a tab, `␍` a carriage return, `¶` a line end.
pub fn diff(expected: &Sheet, actual: &Sheet) -> String {
    compared(expected, actual, 0.0)
}

/// The same where most words are the published ones; of a program with words of its own it would show every line.
pub fn near_diff(expected: &Sheet, actual: &Sheet) -> Option<String> {
    const NEAR: f32 = 0.75;
    let length = |sheet: &Sheet| sheet.text().len();
    // What is several times as long is not near, and a flood would take long to compare.
    if length(actual) > 4 * length(expected) {
        return None;
    }
    Some(compared(expected, actual, NEAR)).filter(|diff| !diff.is_empty())
}

/// The diff; empty where the share of words in common, of all words, is below `near`.
fn compared(expected: &Sheet, actual: &Sheet, near: f32) -> String {
    let (old, new) = (expected.tokens(), actual.tokens());
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    let changes = TextDiff::from_slices(&old, &new);
    if changes.ratio() < near {
        return String::new();
    }
    let mut shown = Shown::default();
    for change in changes.iter_all_changes() {
        shown.push(change.tag(), change.value());
    }
    shown.finish()
}

/// Splits into runs of word characters, single line ends and runs of other white space, and single other characters.
fn split(text: &str, tokens: &mut Vec<String>) {
    let kind = |c: char| match c {
        '\n' => 0,
        c if c.is_whitespace() => 1,
        c if c.is_alphanumeric() || c == '$' || c == '\'' => 2,
        _ => 3,
    };
    let mut last = None;
    for c in text.chars() {
        let now = kind(c);
        match tokens.last_mut() {
            Some(token) if last == Some(now) && matches!(now, 1 | 2) => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = Some(now);
    }
}

/// The diff as it is put together.
#[derive(Default)]
struct Shown {
    lines: Vec<(String, bool)>,
    line: String,
    changed: bool,
    open: Option<ChangeTag>,
}

impl Shown {
    fn push(&mut self, tag: ChangeTag, token: &str) {
        let change = (tag != ChangeTag::Equal).then_some(tag);
        if change != self.open {
            self.shut();
            match change {
                Some(ChangeTag::Delete) => self.line.push_str("[-"),
                Some(_) => self.line.push_str("{+"),
                None => {}
            }
            self.open = change;
        }
        if change.is_some() {
            self.changed = true;
            self.line.push_str(&visible(token));
        } else {
            self.line.push_str(token.trim_end_matches('\n'));
        }
        if token.ends_with('\n') {
            self.shut();
            self.open = None;
            let line = std::mem::take(&mut self.line);
            self.lines.push((line, std::mem::take(&mut self.changed)));
        }
    }

    fn shut(&mut self) {
        match self.open {
            Some(ChangeTag::Delete) => self.line.push_str("-]"),
            Some(_) => self.line.push_str("+}"),
            None => {}
        }
    }

    fn finish(mut self) -> String {
        const AROUND: usize = 2;
        self.shut();
        if !self.line.is_empty() {
            self.lines.push((std::mem::take(&mut self.line), self.changed));
        }
        let near = |at: usize| {
            let around = at.saturating_sub(AROUND)..(at + AROUND + 1).min(self.lines.len());
            self.lines[around].iter().any(|(_, changed)| *changed)
        };
        let mut text = String::new();
        let mut skipping = false;
        for (at, (line, _)) in self.lines.iter().enumerate() {
            if near(at) {
                let _ = writeln!(text, "{line}");
            } else if !skipping {
                text.push_str("…\n");
            }
            skipping = !near(at);
        }
        text
    }
}

fn visible(token: &str) -> String {
    token
        .chars()
        .map(|c| match c {
            ' ' => '·',
            '\t' => '→',
            '\r' => '␍',
            '\n' => '¶',
            c => c,
        })
        .collect()
}
