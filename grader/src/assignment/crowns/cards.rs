//! The cards of a line, in the many ways students print them.

use reference::crowns::{Card, Rank, Suit};

use crate::assignment::words::patterns;

/// A card's place in a line, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CardAt {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The card; `Err` has a name that no deck of the game holds.
    pub(super) card: Result<Card, String>,
}

patterns! {
    long = r"([\w'+-]*)[ \t]*\bof[ \t]+(?:the[ \t]+)?(stars?|hearts?|clubs?|spades?|diamonds?|jokers?|[★☆♥♡♣♠♦*])|\b(joker)\b(?:[ \t]*\d\b)?";
    bare = r"\b(10|11|12|13|[3-9]|[jqk]|jack|queen|king|three|four|five|six|seven|eight|nine|ten)[ \t]*[-/]?[ \t]*(stars?\b|hearts?\b|clubs?\b|spades?\b|diamonds?\b|[★☆♥♡♣♠♦])";
    reversed = r"\b(stars?|hearts?|clubs?|spades?|diamonds?)[ \t]*[-:/]?[ \t]*(10|11|12|13|[3-9]|[jqk]|jack|queen|king)\b";
    short = r"^(10|11|12|13|[3-9]|[jqkt])[-/]?(st|sp|ht|cl|di|[shcpd*★♥♣♠♦])$";
    prose = r"^(suit|suits|out|pair|lot|lots|full|book|books|run|runs|one|all|any|each|deck|card|cards|most|rest|none|kind|number|sequence|set|sets|examples?)$";
    joker_word = r"^(joker|jk|jkr|jok|\*?jk\*?|★joker★)$";
    not_a_card = r"^\W*(?:(?:is|are|counts?|worth|=)\b|cards?\s+(?:are|is)\b)";
}

/// The cards in a line, in order.
pub(super) fn cards_in(line: &str) -> Vec<CardAt> {
    let named = long_names(line);
    if !named.is_empty() {
        return named;
    }
    let short = short_names(line);
    if short.is_empty() { reversed_names(line) } else { short }
}

fn long_names(line: &str) -> Vec<CardAt> {
    let mut found: Vec<CardAt> = long()
        .captures_iter(line)
        .filter_map(|captures| {
            let whole = captures.get(0)?;
            let at = |card| Some(CardAt { start: whole.start(), end: whole.end(), card });
            let (Some(rank), Some(suit)) = (captures.get(1), captures.get(2)) else {
                return at(Ok(Card::Joker));
            };
            if prose().is_match(rank.as_str()) {
                return None;
            }
            at(named(rank.as_str(), suit.as_str()).ok_or_else(|| whole.as_str().trim().to_owned()))
        })
        .collect();
    let taken = found.iter().map(|card| (card.start, card.end)).collect::<Vec<_>>();
    let free = |start: usize, end: usize| taken.iter().all(|&(from, to)| end <= from || start >= to);
    found.extend(bare().captures_iter(line).filter_map(|captures| {
        let whole = captures.get(0)?;
        let card = named(&captures[1], &captures[2])?;
        free(whole.start(), whole.end()).then_some(CardAt {
            start: whole.start(),
            end: whole.end(),
            card: Ok(card),
        })
    }));
    found.sort_by_key(|card| card.start);
    // Jokers beside short names are read with those; a sentence about Jokers is none.
    let only_jokers = found.iter().all(|card| card.card == Ok(Card::Joker));
    if only_jokers {
        if !short_names(line).is_empty() {
            return Vec::new();
        }
        if found.iter().any(|card| not_a_card().is_match(&line[card.end..])) {
            return Vec::new();
        }
    }
    found
}

/// The most words among the short names of a hand that may be slips, and the fewest cards and slips of such a hand.
const MOST_SLIPS: usize = 2;
const FEWEST_BESIDE_SLIPS: usize = 5;

/// Names such as `7S 10P JK`: nothing else but a label before a colon and points may stand on the line.
fn short_names(line: &str) -> Vec<CardAt> {
    let from = line.rfind(':').filter(|at| line[at + 1..].chars().any(char::is_alphanumeric));
    let from = from.map_or(0, |at| at + 1);
    let mut found: Vec<CardAt> = Vec::new();
    // Words behind a card, which are no names of cards themselves.
    let mut others: Vec<CardAt> = Vec::new();
    for word in line[from..].split(|c: char| c.is_whitespace() || ",;|[]".contains(c)) {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        if word.is_empty() {
            continue;
        }
        if let Some(card) = short_name(word) {
            found.append(&mut others);
            found.push(CardAt { start, end: start + word.len(), card: Ok(card) });
        } else if word.chars().any(char::is_alphanumeric) {
            if found.is_empty() {
                return Vec::new();
            }
            others.push(CardAt { start, end: start + word.len(), card: Err(word.to_owned()) });
        }
    }
    // Words among short names are slips only where the names are many.
    let slips = found.iter().filter(|card| card.card.is_err()).count();
    if slips > MOST_SLIPS || slips > 0 && found.len() < FEWEST_BESIDE_SLIPS {
        return Vec::new();
    }
    // One short name before words may be anything, and a sentence about Jokers is no hand.
    let prose = found.last().is_some_and(|card| not_a_card().is_match(&line[card.end..]));
    if others.len() > 3 || prose { Vec::new() } else { found }
}

fn short_name(word: &str) -> Option<Card> {
    if joker_word().is_match(word) {
        return Some(Card::Joker);
    }
    let captures = short().captures(word)?;
    let rank = rank_named(&captures[1])?;
    let suit = captures[2].to_lowercase();
    let suit = match suit.as_str() {
        "s" | "st" | "*" | "★" => Suit::Stars,
        "p" | "sp" | "♠" => Suit::Spades,
        "h" | "ht" | "♥" => Suit::Hearts,
        "c" | "cl" | "♣" => Suit::Clubs,
        _ => Suit::Diamonds,
    };
    Some(Card::new(rank, suit))
}

/// Names such as `Stars 7`.
fn reversed_names(line: &str) -> Vec<CardAt> {
    reversed()
        .captures_iter(line)
        .filter_map(|captures| {
            let whole = captures.get(0)?;
            let card = named(&captures[2], &captures[1])?;
            Some(CardAt { start: whole.start(), end: whole.end(), card: Ok(card) })
        })
        .collect()
}

fn named(rank: &str, suit: &str) -> Option<Card> {
    if rank.eq_ignore_ascii_case("joker") || suit.to_ascii_lowercase().starts_with("joker") {
        return Some(Card::Joker);
    }
    let suit = match suit {
        "★" | "☆" | "*" => Suit::Stars,
        "♥" | "♡" => Suit::Hearts,
        "♣" => Suit::Clubs,
        "♠" => Suit::Spades,
        "♦" => Suit::Diamonds,
        name => Suit::from_name(name)?,
    };
    Some(Card::new(rank_named(rank)?, suit))
}

/// The rank a word names, in letters or digits.
pub(super) fn rank_named(word: &str) -> Option<Rank> {
    const WORDS: [(&str, u8); 9] = [
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("t", 10),
    ];
    let written = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    written.and_then(|(_, number)| Rank::from_number(*number)).or_else(|| Rank::from_name(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<String> {
        let name = |card: CardAt| card.card.map_or_else(|wrong| format!("!{wrong}"), Card::short_name);
        cards_in(line).into_iter().map(name).collect()
    }

    #[test]
    fn cards_are_read_in_many_spellings() {
        let table: &[(&str, &[&str])] = &[
            ("Player 1: 7 of Stars, Joker, Queen of Hearts", &["7S", "JK", "QH"]),
            ("player 1 has seven of star | KING OF SPADES", &["7S", "KP"]),
            ("7S 10P JK qh", &["7S", "10P", "JK", "QH"]),
            ("Player 2: 7S, JK, QH (12 points)", &["7S", "JK", "QH"]),
            ("Player 2: Joker 7S Joker", &["JK", "7S", "JK"]),
            ("  11 of Stars", &["JS"]),
            ("Ace of Stars, 2 of Clubs", &["!Ace of Stars", "!2 of Clubs"]),
            ("7 Stars, Jack Hearts, Joker", &["7S", "JH", "JK"]),
            ("Stars 7", &["7S"]),
            ("Player 1: 7S 10P XX qh JK", &["7S", "10P", "!XX", "QH", "JK"]),
            ("The 7S is better than 10P", &[]),
            ("--- Hand 1: 3 cards, 3s are wild ---", &[]),
            ("Player 1 points: 12", &[]),
            ("A book is three cards of the same value; Jokers are wild", &[]),
            ("Joker is worth 50", &[]),
            ("How many players (1-7)? ", &[]),
            ("Joker", &["JK"]),
        ];
        for (line, expected) in table {
            assert_eq!(names(line), *expected, "{line:?}");
        }
    }
}
