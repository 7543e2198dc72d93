//! The list behind `Your board:` or `Your hand:`: its cards, the sum, and what else may stand around them.
//!
//! What stands behind the last card is either understood as no further card (a sum, a number of cards, empty places,
//! a remark on the sum), or it is kept as a piece that is not understood, and the list tells nothing for certain.

use crate::assignment::words::patterns;

use super::cards::{last_mention, list};
use super::facts::Printed;

patterns! {
    sum_behind = r"^(.*?)\s*(?:[(\[{<]\s*(?:sum|total|score|value)?\s*(?:is|:|=)?\s*([+-]?\d{1,18})\s*[)\]}>]|(?:=|->|→|\b(?:sum|total|score)\b\s*(?:is|:|=)?)\s*([+-]?\d{1,18}))\s*[.!]?$";
    // "2 cards: …"
    count_before = r"^\s*[(\[]?\s*\d+\s+cards?\b\s*[)\]]?\s*[:,;|=-]*\s*";
    // "…, 2/9", "… (2 cards)"
    count_behind = r"^[\s,;|]*[(\[]?\s*\d+\s*(?:/\s*9\b|of\s+9\b|cards?\b)(?:\s+(?:left|in\s+hand|on\s+the\s+board|of\s+9))?\s*[)\]]?[\s,;:|]*";
    // An empty place of the board.
    room = r"^[\s,;|]*(?:-{1,3}|_{1,3}|\.{2,3}|\[\s*\]|\(\s*\)|empty|none|free)(?:[\s,;|]+|$)";
    // "| total 12", "(the sum is 12)"
    called = r"^[\s,;:|.(\[{<-]*(?:\p{L}+\s+){0,2}?(?:sum|total|score|value|points?)\b\W{0,3}?(?:\s*(?:is|of|now)\b)?\s*[:=]?\s*([+-]?\d{1,18})\b(.*)$";
    points = r"^[\s,;:|.(\[{<=>→-]*?([+-]?\d{1,18})\s*(?:points?|pts)\b(.*)$";
    // "= 7 + 5 = 12"
    reckoned = r"^[\s()\[\]=+\d-]*=\s*([+-]?\d{1,18})[\s.!)\]]*()$";
    // "(12 of 20)", "-> 12"
    opened = r"^\s*[,;|]?\s*(?:[(\[{<]|=>?|-+>|→|:)\s*([+-]?\d{1,18})\b(.*)$";
    // What may be said of a sum: "12/20", "of 20", "8 to go", "2 cards".
    remarks = r"\d+\s*/\s*\d+|(?:/|\bof|\bout\s+of)\s*\d+|\d+\s+(?:to\s+go|left|more|missing|cards?|needed|away|short|over|under|below|from)\b";
    number = r"^\s*(?:the\s+)?(?:sum|total|value|points?)?\s*(?:is|:|=)?\s*([+-]?\d{1,18})\s*(?:points?|pts|(?:/|of)\s*20)?\s*$";
}

/// A board's list and its sum.
pub(super) fn board(text: &str) -> (Vec<Printed>, Option<i64>) {
    let tidy = text.trim().replace(['−', '–'], "-");
    let tidy = without_count(&tidy);
    let end = last_mention(tidy);
    match behind(&tidy[end..]) {
        Behind::Sum(sum) if end > 0 => return (list(&tidy[..end]), Some(sum)),
        Behind::NoCard if end > 0 => return (list(&tidy[..end]), None),
        _ => {}
    }
    let all = without_room(tidy);
    let (mut cards, sum) = match sum_behind().captures(all) {
        Some(found) => {
            let number = found.get(2).or_else(|| found.get(3)).and_then(|sum| sum.as_str().parse().ok());
            (list(&found[1]), number)
        }
        None => (list(all), None),
    };
    if end > 0 && cards.iter().all(|one| one.card.is_some()) {
        cards.push(Printed { text: tidy[end..].trim().into(), card: None });
    }
    (cards, sum)
}

/// A hand's list.
pub(super) fn hand(text: &str) -> Vec<Printed> {
    let text = without_count(text.trim());
    let end = last_mention(text);
    let counted = count_behind().replace(&text[end..], "");
    if end > 0 && !counted.chars().any(char::is_alphanumeric) { list(&text[..end]) } else { list(text) }
}

/// The sum in a bracket before the list. A number that is that of the cards may count them.
pub(super) fn sum_before(bracket: &str, cards: &[Printed]) -> Option<i64> {
    let sum = number().captures(bracket)?[1].parse::<i64>().ok()?;
    (usize::try_from(sum) != Ok(cards.len())).then_some(sum)
}

fn without_count(text: &str) -> &str {
    count_before().find(text).map_or(text, |found| &text[found.end()..])
}

fn without_room(mut text: &str) -> &str {
    while let Some(found) = room().find(text).filter(|found| !found.is_empty()) {
        text = &text[found.end()..];
    }
    text
}

/// What stands behind the last card of a board.
enum Behind {
    /// A sum, and nothing that may be a card.
    Sum(i64),
    /// Nothing that may be a card.
    NoCard,
    /// It may be another card.
    Unclear,
}

fn behind(tail: &str) -> Behind {
    let tail = without_room(tail.trim_start_matches([')', ']', '}']));
    let counted = count_behind().find(tail).map_or(tail, |found| &tail[found.end()..]);
    if !counted.chars().any(char::is_alphanumeric) {
        return Behind::NoCard;
    }
    let ways = [called(), points(), reckoned(), opened()];
    let Some(found) = ways.into_iter().find_map(|way| way.captures(counted)) else { return Behind::Unclear };
    // With a second number it is not clear which of them is the sum.
    let clear = !remarks().replace_all(&found[2], "").contains(|c: char| c.is_ascii_digit());
    found[1].parse().ok().filter(|_| clear).map_or(Behind::NoCard, Behind::Sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[Printed]) -> Vec<&str> {
        list.iter().map(|one| &*one.text).collect()
    }

    #[test]
    fn a_board_has_its_sum_behind() {
        for text in [
            "Blue 7, Red -2 (5)",
            "Blue 7, Red -2 = 5",
            "Blue 7, Red -2 [sum: 5]",
            "Blue 7 Red -2 total 5.",
            "[Blue 7, Red -2] (5)",
            "Blue 7 | Red -2 | total 5",
            "Blue 7, Red -2, --, --, -- (5)",
            "2 cards: Blue 7, Red -2 (5)",
            "Blue 7, Red -2 (5 of 20)",
            "Blue 7, Red -2 (5, 15 to go)",
            "Blue 7, Red -2 (5) not all blue!",
            "Blue 7, Red -2 (5) 2/9",
            "Blue 7, Red -2 2/9 (5)",
            "Blue 7, Red -2 = 7 - 2 = 5",
        ] {
            let (cards, sum) = board(text);
            assert_eq!((texts(&cards), sum), (vec!["Blue 7", "Red -2"], Some(5)), "{text}");
        }
        assert_eq!(board("Blue 7, Green 8, Flip (+/-) (-1)").1, Some(-1));
        assert_eq!(board("(0)"), (Vec::new(), Some(0)));
        assert_eq!(board("--, --, -- (0)"), (Vec::new(), Some(0)));
        assert_eq!(board("Blue 7, Red -2").1, None);
        assert_eq!(board("Blue 7, Red -2 (2) 5").1, None);
    }

    #[test]
    fn what_may_be_a_card_stays_in_the_list() {
        for text in ["Blue 7, Purple 3 (10)", "Blue 7 and a joker (10)", "Blue 7, Red 3 (flipped) (4)"] {
            assert!(board(text).0.iter().any(|one| one.card.is_none()), "{text}");
        }
    }

    #[test]
    fn a_number_before_the_list_may_count_its_cards() {
        let cards = list("Blue 7, Red -2");
        assert_eq!(sum_before("sum: 5", &cards), Some(5));
        assert_eq!(sum_before("5", &cards), Some(5));
        assert_eq!(sum_before("2", &cards), None);
        assert_eq!(sum_before("two", &cards), None);
        assert_eq!(texts(&hand("4 cards: Blue 7, Flip (2 cards)")), ["Blue 7", "Flip"]);
    }
}
