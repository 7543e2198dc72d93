//! How near a program's text is to the published one: a ladder of comparisons, and a diff of words.
//!
//! Text never decides a grade by itself. The rungs here are those below meaning, which the assignment judges from the
//! facts.

mod diff;
mod file;

pub use diff::{Piece, Sheet, diff, near_diff};
pub use file::{SnapshotError, parse, read};

/// How near two texts are: the first rung on which they are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// They are the same, byte for byte.
    Bytes,
    /// They are the same but for line ends: `\r\n` for `\n`, or a newline more or less at the very end.
    LineEnds,
    /// They are the same but for white space and case.
    Layout,
    /// The words are the same; what stands between them differs.
    Words,
    /// The words differ.
    Different,
}

impl Rung {
    /// The rung in words, to follow "The output is".
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Bytes => "the published text, byte for byte",
            Self::LineEnds => "the published text with other line ends",
            Self::Layout => "the published text with other white space or case",
            Self::Words => "the published words with other punctuation",
            Self::Different => "in other words than the published text",
        }
    }
}

/// Compares a program's text with the published one.
pub fn compare(expected: &str, actual: &str) -> Rung {
    if expected == actual {
        return Rung::Bytes;
    }
    if line_ends(expected) == line_ends(actual) {
        Rung::LineEnds
    } else if layout(expected) == layout(actual) {
        Rung::Layout
    } else if words(expected) == words(actual) {
        Rung::Words
    } else {
        Rung::Different
    }
}

fn line_ends(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

fn layout(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Letters and digits only, a `$` counting as part of its number.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '$' && c != '\'');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
