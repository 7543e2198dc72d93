//! Text that stands where a card should, and is the name of none.

use reference::crowns::Card;

use crate::assignment::words::patterns;

use super::cards::{CardAt, rank_named};

patterns! {
    other_rank = r"^(?:aces?|a|1|one|2|two|deuce)\b|^[a12](?:st|sp|ht|cl|di|[shcpd*])$";
    joining = r"^(?:and|with|plus|then|of|the|an?|x)$";
    points = r"\d|\b(?:points?|scores?|totals?|pts|worth|value|sum)\b|=";
    of_words = r"^\W*(\w+)\s+of\s+\w+\W*$";
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
    let label = line[..first.start].rfind(':').map_or(first.start, |at| at + 1);
    let between = cards.windows(2).map(|two| &line[two[0].end..two[1].start]);
    let found = std::iter::once(&line[label..first.start])
        .filter(|text| has_separator(text, false))
        .chain(between.filter(|text| has_separator(text, true) && has_separator(text, false)))
        .chain(std::iter::once(&line[last.end..]).filter(|text| has_separator(text, true)))
        .find_map(items);
    found.or_else(|| cards.windows(2).find_map(|two| lone_word(&line[two[0].end..two[1].start])))
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
