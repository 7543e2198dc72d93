//! What stands beside the cards of a row: a score, and the field the hand was printed in.

use crate::assignment::excerpt::Place;
use crate::assignment::words::patterns;

use super::facts::{Field, Score};
use super::short::Run;

patterns! {
    score_after = r"^\s*(?:[(\[{<=|:,-]+\s*)?(?:\w+\s+){0,3}?(score|total|value|points?|pts|sum|count)?\W{0,4}(?:(?:of|is|are)\s+)?(\d{1,3})\b";
    score_word = r"\b(?:scores?|total(?:s|ing)?|value|points?|pts|sum|count|worth)\b[^\d\n]{0,16}(\d{1,3})\b|\b(\d{1,3})\s*(?:points?|pts|in total)\b";
    bracketed = r"\(\s*(\d{1,3})\s*\)";
}

/// The score right behind a hand: in brackets, with a word, or as a bare number.
pub(super) fn score_behind(after: &str, place: Place) -> Option<Score> {
    let found = score_after().captures(after)?;
    let number = found[2].parse().ok()?;
    let strong = found.get(1).is_some()
        || bracketed().is_match(&found[0].replace(['[', '{'], "(").replace([']', '}'], ")"))
        || after.trim_start().starts_with(['(', '[', '=', '{']);
    Some(Score { number, place, strong })
}

/// The score in the words before a hand on the same line.
pub(super) fn score_before(before: &str, place: Place) -> Option<Score> {
    if let Some(score) = score_in_words(before, place) {
        return Some(score);
    }
    let number = bracketed().captures(before)?[1].parse().ok()?;
    Some(Score { number, place, strong: false })
}

/// The score that a line's words name.
pub(super) fn score_in_words(line: &str, place: Place) -> Option<Score> {
    let found = score_word().captures(line)?;
    let number = found.get(1).or_else(|| found.get(2))?.as_str().parse().ok()?;
    Some(Score { number, place, strong: true })
}

/// The field a hand was printed in: up to what follows it on the line, or to the line's end if blanks fill it.
pub(super) fn field(line: &str, run: &Run) -> Option<Field> {
    if line[run.start..].contains('\t') {
        return None;
    }
    let columns = |text: &str| text.chars().count();
    let after = &line[run.end..];
    let blanks = columns(after) - columns(after.trim_start());
    let printed = columns(&line[run.start..run.end]);
    // A field around one card of several tears the hand apart.
    let dense = line[run.start..run.end].split_whitespace().map(|word| columns(word) + 1).sum::<usize>() - 1;
    let hand = if printed > dense + 2 * run.cards.len() { dense } else { printed };
    let behind = after.trim_start();
    // Without anything behind it a field shows by its blanks only.
    if behind.is_empty() && blanks < 2 {
        return None;
    }
    let before = &line[..run.start];
    let indent = columns(before) - columns(before.trim_end());
    Some(Field { width: printed + blanks, hand, indent, prose: blanks < 2 && is_prose(before, behind) })
}

/// Whether cards stand inside a sentence: words before them and behind, or a sentence's end, and no number.
fn is_prose(before: &str, behind: &str) -> bool {
    // "You got the AH. Ace 1 or 11 ?": with an article it is a card that is spoken of.
    if before.trim_end().to_ascii_lowercase().ends_with(" the") {
        return true;
    }
    let words = before.trim_end().ends_with(char::is_alphabetic);
    let goes_on = behind.starts_with(|c: char| c.is_alphabetic() || ".,;!?".contains(c));
    words && goes_on && !behind.contains(|c: char| c.is_ascii_digit())
}
