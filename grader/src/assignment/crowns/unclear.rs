//! Text that stands where a card should, and is the name of none.

use reference::crowns::Card;

use crate::assignment::words::patterns;

use super::cards::{CardAt, rank_named};
use super::facts::Unclear;

patterns! {
    other_rank = r"^(?:aces?|a|1|one|2|two|deuce)\b|^[a12](?:st|sp|ht|cl|di|[shcpd*])$";
    joining = r"^(?:and|with|plus|then|of|the|an?|x)$";
    points = r"\d|\b(?:points?|scores?|totals?|pts|worth|value|sum)\b|=";
    of_words = r"^\W*(\w+)\s+of\s+\w+\W*$";
    /// A rank with a sign that is none of the suits'; lines of tables and arrows are no signs.
    rank_and_sign = r"^(?:(?:10|1[1-3]|[3-9jqk]|jack|queen|king)[\p{So}&&[^\u{2500}-\u{259f}]]+|[\p{So}&&[^\u{2500}-\u{259f}]]+(?:10|1[1-3]|[3-9jqk]))$";
    counted = r"^(?:points?|scores?|totals?|pts|worth|value|sum|=+>?|-+>|→|⇒|\d.*)$";
    by_number = r"^1[123](?:\D|$)";
    by_name = r"^(?:[jqk]|jack|queen|king)(?:\b|[shcpd]|[★♥♣♠♦])";
}

/// Whether the name is that of a card other decks have: an Ace or a 2, and no slip in the text.
pub(super) fn is_of_another_deck(name: &str) -> bool {
    other_rank().is_match(name.trim())
}

/// A text among the cards of a hand that is no card.
pub(super) fn unclear_in(line: &str, cards: &[CardAt]) -> Option<String> {
    let (first, last) = (cards.first()?, cards.last()?);
    let wrong = cards.iter().filter_map(|card| card.card.as_ref().err());
    if let Some(name) = wrong.into_iter().find(|name| !is_of_another_deck(name)) {
        return Some(name.clone());
    }
    if let Some(odd) = odd_in(line, cards).into_iter().find(|odd| rank_and_sign().is_match(odd)) {
        return Some(odd);
    }
    let label = line[..first.start].rfind(':').map_or(first.start, |at| at + 1);
    let between = cards.windows(2).map(|two| &line[two[0].end..two[1].start]);
    let found = std::iter::once(&line[label..first.start])
        .filter(|text| has_separator(text, false))
        .chain(between.filter(|text| has_separator(text, true) && has_separator(text, false)))
        .chain(std::iter::once(&line[last.end..]).filter(|text| has_separator(text, true)))
        .find_map(items);
    found.or_else(|| cards.windows(2).find_map(|two| lone_word(&line[two[0].end..two[1].start])))
}

/// The words and signs beside the cards of a line that may be cards, where the hand is short of some.
pub(super) fn odd_in(line: &str, cards: &[CardAt]) -> Vec<String> {
    let (Some(first), Some(last)) = (cards.first(), cards.last()) else { return Vec::new() };
    let label = line[..first.start].rfind(':').map_or(first.start, |at| at + 1);
    let gaps = cards.windows(2).map(|two| &line[two[0].end..two[1].start]);
    let between: Vec<Vec<String>> = gaps.map(odd_words).collect();
    // What stands between most cards divides them.
    let divides = |word: &String| {
        between.len() > 1 && between.iter().filter(|words| words.contains(word)).count() * 2 > between.len()
    };
    let before = odd_words(&line[label..first.start]);
    let after = odd_words(&line[last.end..]);
    between.iter().flatten().chain(&before).chain(&after).filter(|word| !divides(word)).cloned().collect()
}

/// The words of a text that could be names of cards, up to the first that tells of points.
fn odd_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || ",;|/()[]".contains(c));
    let words = words
        .map(|word| word.trim_matches(['.', ':', '!', '-', '–', '—', '•']))
        .filter(|word| !word.is_empty());
    let words = words.filter(|word| word.parse::<u32>().is_err() || word.len() > 2);
    words
        .take_while(|word| !counted().is_match(word))
        .filter(|word| !joining().is_match(word))
        .map(str::to_owned)
        .collect()
}

/// A line of a list of cards that is the name of none, in the place where the others stand: a word or two, or signs.
pub(super) fn odd_alone(line: &str, lead: &str) -> Option<Unclear> {
    let text = line.trim();
    let own = lead_of(line);
    let plain = !text.contains(char::is_alphanumeric) && text.chars().count() < 4;
    let is_ruler = text.chars().all(|c| "-=_~#+.|".contains(c));
    let beside = !lead.is_empty() && own == lead && !text.ends_with(':') && !points().is_match(text);
    let short = text.split_whitespace().count() <= 2;
    let line = line.trim().to_owned();
    (!text.is_empty() && !is_ruler && (plain || beside && short))
        .then(|| Unclear { text: line.clone(), line })
}

/// The blanks and bullets before the text of a line.
pub(super) fn lead_of(line: &str) -> &str {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || "-•*>".contains(c));
    &line[..line.len() - text.len()]
}

/// `7 of Moons` alone on a line: a card, as its rank tells, of a suit that there is not.
pub(super) fn unclear_alone(line: &str) -> Option<String> {
    let captures = of_words().captures(line)?;
    rank_named(&captures[1]).map(|_| line.trim().to_owned())
}

/// How a card of the ranks 11 to 13 is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    /// `11 of Stars`.
    Number,
    /// `Jack of Stars`.
    Name,
}

/// How a card's text writes a Jack, Queen or King; `None` for other cards.
pub(super) fn face_in(text: &str, card: &CardAt) -> Option<Face> {
    let Ok(Card::Suited { .. }) = card.card else { return None };
    let name = text[card.start..card.end].trim();
    if by_number().is_match(name) {
        Some(Face::Number)
    } else {
        by_name().is_match(name).then_some(Face::Name)
    }
}

/// Whether a text begins, or ends, with what separates cards.
fn has_separator(text: &str, at_start: bool) -> bool {
    let text = if at_start { text.trim_start() } else { text.trim_end() };
    let edge = if at_start { text.chars().next() } else { text.chars().next_back() };
    edge.is_some_and(|edge| ",;|/".contains(edge))
}

/// The most words of a name.
const NAME_WORDS: usize = 3;

/// The first of several texts between separators that could be a name.
fn items(text: &str) -> Option<String> {
    let mut parts = text.split([',', ';', '|', '/']).map(str::trim).filter(|part| !part.is_empty());
    let is_name = |part: &&str| {
        let words = part.split_whitespace().count();
        let of = of_words().is_match(part);
        words <= NAME_WORDS && part.chars().any(char::is_alphabetic) && (of || !points().is_match(part))
    };
    parts.find(is_name).filter(|part| !joining().is_match(&part.to_lowercase())).map(str::to_owned)
}

/// A single word between two cards that nothing but blanks separate.
fn lone_word(text: &str) -> Option<String> {
    let word = text.trim();
    let alone = text.starts_with(char::is_whitespace) && text.ends_with(char::is_whitespace);
    let is_word = alone && !word.is_empty() && word.chars().all(char::is_alphabetic);
    (is_word && !joining().is_match(&word.to_lowercase())).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::crowns::cards::cards_in;

    #[test]
    fn what_is_no_card_is_found_among_cards() {
        let table = [
            ("Player 1: 7 of Stars, Joker, Queen of Hearts", None),
            ("Player 1: Blorp, 7 of Stars, Joker", Some("Blorp")),
            ("Player 1: 7 of Stars, Blorp, Joker", Some("Blorp")),
            ("Player 1: 7 of Stars, Joker, Blorp", Some("Blorp")),
            ("Player 1: 7 of Stars, 8 of Moons, Joker", Some("8 of Moons")),
            ("Player 1: 14 of Stars, Joker", Some("14 of Stars")),
            ("Player 1: 7 of Stars Wild 9 of Clubs", Some("Wild")),
            ("Player 1: Ace of Stars, 2 of Clubs", None),
            ("Player 1: 7 of Stars (wild), 9 of Clubs and Joker, 12 points", None),
            ("Player 1: sorted hand 7 of Stars, Joker = 12", None),
            ("Player 1 7S 10P JK QH 62", None),
        ];
        for (line, expected) in table {
            assert_eq!(unclear_in(line, &cards_in(line)).as_deref(), expected, "{line:?}");
        }
        assert_eq!(unclear_alone("  7 of Moons").as_deref(), Some("7 of Moons"));
        assert_eq!(unclear_alone("End of game"), None);
    }

    #[test]
    fn faces_are_numbers_or_names() {
        let faces = |line: &str| -> Vec<Option<Face>> {
            cards_in(line).iter().map(|card| face_in(line, card)).collect()
        };
        let of = |face| Some(face);
        assert_eq!(faces("11 of Stars, Joker, 7 of Clubs"), [of(Face::Number), None, None]);
        assert_eq!(faces("Jack of Stars, 3 of Clubs"), [of(Face::Name), None]);
        assert_eq!(faces("JS QH 10P 13C"), [of(Face::Name), of(Face::Name), None, of(Face::Number)]);
    }
}
