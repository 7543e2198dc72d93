//! The words of the game: cards, owners and plain text, in the many ways students print them.

use reference::cards::{Rank, Suit};
use strsim::levenshtein as slips;

use crate::assignment::words::patterns;

/// A card as printed: what could be read of its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardName {
    /// The rank, or the one most likely meant where the name is none (`11 of Clubs`: Jack).
    pub rank: Option<Rank>,
    /// The suit, or the one most likely meant.
    pub suit: Option<Suit>,
    /// Why the name is outside the lexicon, if it is: the text as printed.
    pub wrong: Option<String>,
}

/// A card's place in a line, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CardAt {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: CardName,
}

patterns! {
    suited = r"([\w'+-]*)[ \t]*\bof[ \t]+(?:the[ \t]+)?(spades?|clubs?|diamonds?|hearts?|♠|♣|♦|♥)";
    symbol = r"\b(10|[2-9]|[ajqk]|ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)[ -]?([♠♣♦♥♤♧♢♡])\x{fe0f}?|([♠♣♦♥♤♧♢♡])\x{fe0f}?[ ]?(10|[2-9]|[ajqk])\b";
    ranked = r"(?:^\W*?|[:>.,)-]\s*|\b(?:an?|the|drew|draws?|got|gets?|card|is)\s+)(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|10|[2-9]|[ajqk])[ \t]+of\b[ \t]*(\S{0,14})\W*$";
    no_suit = r"^(them|us|you|these|those|your|his|her|the|my|mine|all|cards?|it)$";
    nothing_of_nothing = r"^\s*of\s*$";
}

/// The cards in a line, in order.
pub(super) fn cards_in(line: &str) -> Vec<CardAt> {
    let mut found: Vec<CardAt> = suited()
        .captures_iter(line)
        .filter_map(|captures| {
            let whole = captures.get(0)?;
            let (rank, suit) = (captures.get(1)?.as_str(), captures.get(2)?.as_str());
            // "the suit of hearts", "out of clubs" are prose.
            if matches!(rank.to_ascii_lowercase().as_str(), "suit" | "out" | "pair" | "lot" | "lots" | "full")
            {
                return None;
            }
            let known = rank_named(rank);
            let name = CardName {
                rank: known.or_else(|| rank_meant(rank)),
                suit: suit_named(suit),
                wrong: known.is_none().then(|| whole.as_str().trim().to_owned()),
            };
            Some(CardAt { start: whole.start(), end: whole.end(), name })
        })
        .collect();
    if found.is_empty() {
        found.extend(odd_card(line));
    }
    found
}

/// The cards in a line, in order, and whether they stand there as symbols (`10♠`), which only a line without other names
/// may have.
pub(super) fn cards_or_symbols(line: &str) -> (Vec<CardAt>, bool) {
    let named = cards_in(line);
    if !named.is_empty() || line.is_ascii() {
        return (named, false);
    }
    let symbols = symbol().captures_iter(line).filter_map(|captures| {
        let (rank, suit) = match (captures.get(1), captures.get(4)) {
            (Some(rank), _) => (rank, captures.get(2)?),
            (None, rank) => (rank?, captures.get(3)?),
        };
        let whole = captures.get(0)?;
        let name = CardName { rank: rank_named(rank.as_str()), suit: suit_named(suit.as_str()), wrong: None };
        Some(CardAt { start: whole.start(), end: whole.end(), name })
    });
    let symbols: Vec<CardAt> = symbols.collect();
    let are_symbols = !symbols.is_empty();
    (symbols, are_symbols)
}

/// A line that ends with a card whose suit is wrong or missing (`Ten of `, `Ten of 4`), or no name at all (` of `).
fn odd_card(line: &str) -> Option<CardAt> {
    if nothing_of_nothing().is_match(line) {
        let name = CardName { rank: None, suit: None, wrong: Some("of".to_owned()) };
        return Some(CardAt { start: 0, end: line.len(), name });
    }
    let captures = ranked().captures(line)?;
    let start = captures.get(1)?.start();
    let suit = captures.get(2)?.as_str().trim_matches(|c: char| c.is_ascii_punctuation());
    if suit_named(suit).is_some() || no_suit().is_match(suit) {
        return None;
    }
    let name = CardName {
        rank: rank_named(captures.get(1)?.as_str()),
        suit: suit_meant(suit),
        wrong: Some(line[start..].trim().to_owned()),
    };
    Some(CardAt { start, end: line.len(), name })
}

/// The rank a word names: words, digits for number cards, and the letters of a card's corner.
pub(super) fn rank_named(word: &str) -> Option<Rank> {
    let word = word.to_ascii_lowercase();
    if let Some(rank) = Rank::ALL.into_iter().find(|rank| rank.name().eq_ignore_ascii_case(&word)) {
        return Some(rank);
    }
    match word.as_str() {
        "a" => Some(Rank::Ace),
        "j" => Some(Rank::Jack),
        "q" => Some(Rank::Queen),
        "k" => Some(Rank::King),
        _ => word.parse().ok().filter(|number| (2..=10).contains(number)).and_then(Rank::from_number),
    }
}

/// The rank most likely meant by a name that is none: a number for a face card, or a slip of the pen.
fn rank_meant(word: &str) -> Option<Rank> {
    if let Ok(number) = word.parse::<u8>() {
        return Rank::from_number(number);
    }
    let word = word.to_ascii_lowercase();
    if word.len() < 3 {
        return None;
    }
    Rank::ALL
        .into_iter()
        .filter(|rank| slips(&rank.name().to_ascii_lowercase(), &word) <= 2)
        .min_by_key(|rank| slips(&rank.name().to_ascii_lowercase(), &word))
}

/// The suit a word names; the plural is optional.
pub(super) fn suit_named(word: &str) -> Option<Suit> {
    match word.to_lowercase().as_str() {
        "spade" | "spades" | "♠" | "♤" => Some(Suit::Spades),
        "club" | "clubs" | "♣" | "♧" => Some(Suit::Clubs),
        "diamond" | "diamonds" | "♦" | "♢" => Some(Suit::Diamonds),
        "heart" | "hearts" | "♥" | "♡" => Some(Suit::Hearts),
        _ => None,
    }
}

/// The suit most likely meant by a misspelt word.
fn suit_meant(word: &str) -> Option<Suit> {
    let word = word.to_ascii_lowercase();
    Suit::ALL.into_iter().find(|suit| word.len() >= 4 && slips(&suit.name().to_ascii_lowercase(), &word) <= 2)
}

/// A line with its numbers, cards and blanks evened out: lines printed by one statement share it.
pub(super) fn template(line: &str) -> String {
    let mut text = String::new();
    let mut last = 0;
    for card in cards_or_symbols(line).0 {
        text.push_str(&line[last..card.start]);
        text.push('@');
        last = card.end;
    }
    text.push_str(&line[last..]);
    let mut even = String::new();
    for c in text.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c.to_ascii_lowercase() };
        if (c == '#' || c.is_whitespace()) && even.ends_with(if c == '#' { '#' } else { ' ' }) {
            continue;
        }
        even.push(if c.is_whitespace() { ' ' } else { c });
    }
    even.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::words::plain;

    fn names(line: &str) -> Vec<String> {
        cards_in(line)
            .into_iter()
            .map(|card| match (card.name.rank, card.name.suit) {
                (Some(rank), Some(suit)) => {
                    format!("{}{}", if card.name.wrong.is_some() { "!" } else { "" }, {
                        let (rank, suit) = (rank.name(), suit.name());
                        format!("{rank} of {suit}")
                    })
                }
                other => format!("!{other:?}"),
            })
            .collect()
    }

    #[test]
    fn cards_are_read_in_many_spellings() {
        assert_eq!(names("Ten of Clubs"), ["Ten of Clubs"]);
        assert_eq!(names("  10 of heart, and the ace of SPADES."), ["Ten of Hearts", "Ace of Spades"]);
        assert_eq!(names("You draw: K of diamonds (10)"), ["King of Diamonds"]);
        assert_eq!(names("11 of Clubs"), ["!Jack of Clubs"]);
        assert_eq!(names("Qeen of Clubs"), ["!Queen of Clubs"]);
        assert_eq!(names(" of Clubs"), ["!(None, Some(Clubs))"]);
        assert_eq!(names("Ten of "), ["!(Some(Ten), None)"]);
        assert_eq!(names("Ten of Clbs"), ["!Ten of Clubs"]);
        assert_eq!(names("Dealer's 1st card: Ace of "), ["!(Some(Ace), None)"]);
        assert_eq!(names("You drew the two of them"), [""; 0]);
        assert_eq!(names("You are out of money in the game of Blackjack"), [""; 0]);
        assert_eq!(names("Two of the cards are mine"), [""; 0]);
    }

    #[test]
    fn symbols_are_cards_where_no_names_stand() {
        let read = |line: &str| {
            let (cards, symbols) = cards_or_symbols(line);
            (
                cards
                    .iter()
                    .filter_map(|card| Some((card.name.rank?.number(), card.name.suit?.name())))
                    .collect::<Vec<_>>(),
                symbols,
            )
        };
        assert_eq!(read("You: 10♠ A♥\u{fe0f} (21)"), (vec![(10, "Spades"), (1, "Hearts")], true));
        assert_eq!(read("┌ K ♦ ┐ ♣7"), (vec![(13, "Diamonds"), (7, "Clubs")], true));
        assert_eq!(read("10 of ♠"), (vec![(10, "Spades")], false));
        assert_eq!(read("♠ Blackjack ♠ 21"), (vec![], false));
    }

    #[test]
    fn an_owner_is_the_last_one_named_before() {
        use crate::assignment::words::{Owner, owner_at, owners_in};
        let line = "The dealer has a King of Hearts, you have a Five of Clubs";
        let cards = cards_in(line);
        assert_eq!(owner_at(line, cards[0].start, cards[0].end), Some(Owner::Dealer));
        assert_eq!(owner_at(line, cards[1].start, cards[1].end), Some(Owner::Player));
        assert_eq!(owners_in("The dealer deals the cards"), []);
        let line = "The dealer deals himself the Five of Clubs";
        assert_eq!(owner_at(line, cards_in(line)[0].start, line.len()), Some(Owner::Dealer));
        let line = "Five of Clubs goes to the dealer";
        assert_eq!(owner_at(line, 0, 13), Some(Owner::Dealer));
    }

    #[test]
    fn colours_go_and_templates_are_alike() {
        assert_eq!(plain("\x1b[31mTen\x1b[0m\x07 of\r\nClubs"), "Ten of\nClubs");
        assert_eq!(template("Your  total is 17."), template("Your total is 9."));
        assert_eq!(template("You draw Ten of Clubs (10)"), "you draw @ (#)");
    }
}
