//! Jokers under other names, which are theirs only where cards are listed: `**`, `*`, `Wild`.

use reference::crowns::Card;

use crate::assignment::words::patterns;

use super::cards::CardAt;

patterns! {
    named = r"^(?:\*{1,2}|jo|jkr?|wild(?:[ -]?cards?)?)$";
    place = r"^[(#]?\d{1,2}[).:\]]\s*";
    /// Words that tell what became of a Joker.
    fate = r"^(?:used|unused|needed|melded|unmelded|spent|played|replac\w+|stands?|complet\w+|makes?|fills?|was|were|has|helps?|counted|left)\b";
}

/// A Joker alone on a line, with a place in a list before it at most.
pub(super) fn alone(line: &str) -> Option<CardAt> {
    let text = unplaced(line);
    named().is_match(text).then(|| at(line, text))
}

/// Jokers that separators divide from the other cards of a line.
pub(super) fn between(line: &str) -> impl Iterator<Item = CardAt> {
    let from = line.find(':').map_or(0, |colon| colon + 1);
    let many = line[from..].contains([',', ';', '|']);
    let pieces = line[from..].split([',', ';', '|']).filter(move |_| many).map(unplaced);
    let named = pieces.filter(move |piece| named().is_match(piece) && !(from > 0 && *piece == "**"));
    // Behind a label blanks are enough.
    let words = line[from..].split([',', ';', '|', ' ', '\t']);
    let stars = words.filter(move |word| from > 0 && is_short(word, &line[..from]) && *word == "**");
    named.chain(stars).map(move |text| at(line, text))
}

/// Whether a word among short names is a Joker: `6H ** 3C`, unless stars adorn the label too.
pub(super) fn is_short(word: &str, label: &str) -> bool {
    word == "**" && !label.contains("**") || word.eq_ignore_ascii_case("wild")
}

/// Whether the words behind a Joker tell something about it: `Joker used: yes`.
pub(super) fn is_told_of(after: &str) -> bool {
    let words = after.trim_start();
    words.len() < after.len() && fate().is_match(words)
}

fn unplaced(text: &str) -> &str {
    let text = text.trim();
    text[place().find(text).map_or(0, |place| place.end())..].trim()
}

fn at(line: &str, text: &str) -> CardAt {
    let start = text.as_ptr() as usize - line.as_ptr() as usize;
    CardAt { start, end: start + text.len(), card: Ok(Card::Joker) }
}
