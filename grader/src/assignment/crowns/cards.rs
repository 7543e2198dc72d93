//! The cards of a line, in the many ways students print them.

use reference::crowns::{Card, Rank, Suit};

use crate::assignment::words::patterns;

use super::jokers;

/// A card's place in a line, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CardAt {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The card; `Err` has a name that no deck of the game holds.
    pub(super) card: Result<Card, String>,
}

patterns! {
    long = r"([\w'+-]*)[ \t]*\bof[ \t]+(?:the[ \t]+)?(stars?|hearts?|clubs?|spades?|diamonds?|jokers?|[★☆♥♡♣♠♦*])|\b(joker)\b|🃏";
    bare = r"\b(10|11|12|13|[3-9]|[jqk]|jack|queen|king|three|four|five|six|seven|eight|nine|ten)[ \t]*[-/(]?[ \t]*(?:(stars?|hearts?|clubs?|spades?|diamonds?)\b|([★☆♥♡♣♠♦]))\)?";
    reversed = r"(?:\b(stars?|hearts?|clubs?|spades?|diamonds?)[ \t]*[-:/]?[ \t]*|([★☆♥♡♣♠♦])\u{fe0f}?)(10|11|12|13|[3-9]|[jqk]|jack|queen|king)\b";
    sign_first = r"(?:^|[^\w ★☆♥♡♣♠♦-][ \t]*|[ \t])[★☆♥♡♣♠♦]\u{fe0f}?(?:10|11|12|13|[3-9jqk])\b";
    short = r"^(10|11|12|13|[3-9]|[jqkt])[-/]?(st|sp|ht|cl|di|[shcpd*★♥♣♠♦])$";
    prose = r"^(suit|suits|out|pair|lot|lots|full|book|books|run|runs|one|all|any|each|deck|card|cards|most|rest|none|kind|number|sequence|set|sets|examples?)$";
    joker_word = r"^(joker|jk|jkr|jok|\*?jk\*?|★joker★|🃏)$";
    /// A Joker in a line of other cards.
    joker_beside = r"\b(?:joker|jk|jkr|jok)\b|🃏";
    /// What follows a Joker that is numbered itself; with the second group it is the number of another card.
    joker_number = r"^[ \t]*\d\b([ \t]*[-/]?[ \t]*(?:of\b|stars?\b|hearts?\b|clubs?\b|spades?\b|diamonds?\b|[★☆♥♡♣♠♦]))?";
    not_a_card = r"^\W*(?:(?:is|are|counts?|worth|=)\b|cards?\s+(?:are|is)\b)";
    place_in_list = r"^[(#]?\d{1,2}[).:\]]";
    /// What stands before a Joker in a sentence about melds.
    speaks_of = r"\b(?:us(?:e|es|ed|ing)|add(?:s|ed|ing)?|replac\w+|substitut\w+|fill(?:s|ed|ing)?|complet\w+|mak(?:e|es|ing)|made|books?|runs?|meld(?:s|ed|ing)?)\b";
    verb = r"\b(?:pile|top|face[- ]up)\b.*\b(?:is|shows?|starts?|begins?|with)\b|\b(?:discards?|discarded|throws?|threw|takes?|took|picks?|picked|draws?|drew|drawn|gets?|got|turned)\b";
    wild = r"\bwild\b";
    /// What stands before ranks: `books of: 9s`.
    books_of = r"\b(?:books?|sets?|ranks?|values?|pairs?|wilds?)(?:\s+(?:of|in))?\W*$";
}

/// The cards in a line, in order.
pub(super) fn cards_in(line: &str) -> Vec<CardAt> {
    if sign_first().is_match(line) {
        return reversed_names(line);
    }
    let named = long_names(line);
    if !named.is_empty() {
        return named;
    }
    let short = short_names(line);
    if !short.is_empty() {
        return short;
    }
    let reversed = reversed_names(line);
    if reversed.is_empty() { short_name_in_sentence(line).into_iter().collect() } else { reversed }
}

fn long_names(line: &str) -> Vec<CardAt> {
    let mut found: Vec<CardAt> =
        long().captures_iter(line).filter_map(|found| long_name(line, &found)).collect();
    add_where_free(
        &mut found,
        bare().captures_iter(line).filter_map(|captures| {
            let whole = captures.get(0)?;
            let suit = captures.get(2).or(captures.get(3))?;
            let card = Ok(named(&captures[1], suit.as_str())?);
            Some(CardAt { start: whole.start(), end: whole.end(), card })
        }),
    );
    // Jokers beside names of another kind are read with those; a sentence about Jokers is none.
    let only_jokers = found.iter().all(|card| card.card == Ok(Card::Joker));
    if !only_jokers {
        let jokers = joker_beside().find_iter(line);
        add_where_free(
            &mut found,
            jokers.map(|word| CardAt { start: word.start(), end: word.end(), card: Ok(Card::Joker) }),
        );
        add_where_free(&mut found, jokers::between(line));
        return found;
    }
    let prose = found.iter().any(|card| not_a_card().is_match(&line[card.end..]))
        || found.first().is_some_and(|card| speaks_of().is_match(&line[..card.start]))
        || line.to_lowercase().contains("joker(s)")
        || found.last().is_some_and(|card| jokers::is_told_of(&line[card.end..]));
    let beside = !short_names(line).is_empty() || reversed().is_match(line);
    if prose || beside { Vec::new() } else { found }
}

/// The card of one match of `long`.
fn long_name(line: &str, captures: &regex::Captures<'_>) -> Option<CardAt> {
    let whole = captures.get(0)?;
    let (Some(rank), Some(suit)) = (captures.get(1), captures.get(2)) else {
        let number = joker_number().captures(&line[whole.end()..]).filter(|number| number.get(1).is_none());
        let end = whole.end() + number.map_or(0, |number| number[0].len());
        return Some(CardAt { start: whole.start(), end, card: Ok(Card::Joker) });
    };
    if prose().is_match(rank.as_str()) {
        return None;
    }
    let card = named(rank.as_str(), suit.as_str()).ok_or_else(|| whole.as_str().trim().to_owned());
    Some(CardAt { start: whole.start(), end: whole.end(), card })
}

/// Adds the cards that do not overlap those found, and puts all in order.
fn add_where_free(found: &mut Vec<CardAt>, others: impl Iterator<Item = CardAt>) {
    let taken = found.iter().map(|card| (card.start, card.end)).collect::<Vec<_>>();
    let free = |card: &CardAt| taken.iter().all(|&(from, to)| card.end <= from || card.start >= to);
    found.extend(others.filter(free));
    found.sort_by_key(|card| card.start);
}

/// The most words among the short names of a hand that may be slips, and the fewest cards and slips of such a hand.
const MOST_SLIPS: usize = 2;
const FEWEST_BESIDE_SLIPS: usize = 5;

/// The most words behind short names, if those are fewer.
const MOST_WORDS_BEHIND: usize = 3;

/// The most words of a label without a colon, and the fewest names behind it.
const MOST_LEADING: usize = 4;
const FEWEST_BEHIND_WORDS: usize = 3;

/// Names such as `7S 10P JK`: nothing else but a label before a colon, places in a list and points may stand on the
/// line.
fn short_names(line: &str) -> Vec<CardAt> {
    let mut found: Vec<CardAt> = Vec::new();
    // Words behind a card, which are no names of cards themselves.
    let mut others: Vec<CardAt> = Vec::new();
    let mut place = false;
    let mut leading = 0;
    let from = label(line);
    for word in words(&line[from..]) {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        // "1." or "1)" before a card, and a number alone where it counts the cards.
        if place_in_list().find(word).is_some_and(|number| number.len() == word.len()) {
            continue;
        }
        let joker = (!found.is_empty() || from > 0) && jokers::is_short(word, &line[..from]);
        if let Some(card) = joker.then_some(Card::Joker).or_else(|| short_name(listed(word))) {
            found.append(&mut others);
            place = false;
            found.push(CardAt { start, end: start + word.len(), card: Ok(card) });
        } else if word.parse() == Ok(found.len() + 1) && !place {
            place = true;
        } else if word.chars().any(char::is_alphanumeric) {
            if found.is_empty() {
                leading += 1;
                continue;
            }
            others.push(CardAt { start, end: start + word.len(), card: Err(word.to_owned()) });
        }
    }
    // `Anna 7S 10P JK`: a label without a colon, where names enough follow.
    if leading > MOST_LEADING || leading > 0 && found.len() < FEWEST_BEHIND_WORDS {
        return Vec::new();
    }
    // Words among short names are slips only where the names are many.
    let slips = found.iter().filter(|card| card.card.is_err()).count();
    if slips > MOST_SLIPS || slips > 0 && found.len() < FEWEST_BESIDE_SLIPS {
        return Vec::new();
    }
    // One short name before words may be anything, and a sentence about Jokers is no hand.
    let prose = found.last().is_some_and(|card| not_a_card().is_match(&line[card.end..]));
    let before = if leading > 0 { found[0].start } else { from };
    let ranks =
        books_of().is_match(&line[..before]) && found.iter().all(|card| line[..card.end].ends_with('s'));
    let only_jokers = found.iter().all(|card| card.card == Ok(Card::Joker));
    let told_of = found.last().is_some_and(|card| only_jokers && jokers::is_told_of(&line[card.end..]));
    let many = others.len() > MOST_WORDS_BEHIND.max(found.len());
    if many || prose || ranks || told_of { Vec::new() } else { found }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || ",;|[]".contains(c)).filter(|word| !word.is_empty())
}

/// Where the label at the start of a line ends: behind the last colon that no card stands before.
fn label(line: &str) -> usize {
    let colons = line.match_indices(':').map(|(at, _)| at).rev();
    let no_card = |at: &usize| words(&line[..*at]).all(|word| short_name(listed(word)).is_none());
    let cards_follow = |at: &usize| line[at + 1..].chars().any(char::is_alphanumeric);
    colons.filter(cards_follow).find(no_card).map_or(0, |at| at + 1)
}

/// A word without its place in a list before it and the end of a sentence behind it.
fn listed(word: &str) -> &str {
    let from = place_in_list().find(word).map_or(0, |number| number.end());
    word[from..].trim_start_matches('(').trim_end_matches(['.', '!', ')'])
}

/// The one short name behind the verb of a sentence: `Player 1 discards 8P.`
fn short_name_in_sentence(line: &str) -> Option<CardAt> {
    let verb = verb().find(line).filter(|_| !wild().is_match(line))?;
    let mut cards = words(&line[verb.end()..]).filter_map(|word| Some((word, short_name(listed(word))?)));
    let (word, card) = cards.next()?;
    let start = word.as_ptr() as usize - line.as_ptr() as usize;
    let end = start + word.len();
    let only = cards.next().is_none() && !not_a_card().is_match(&line[end..]);
    only.then_some(CardAt { start, end, card: Ok(card) })
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
    let mut found: Vec<CardAt> = reversed()
        .captures_iter(line)
        .filter_map(|captures| {
            let whole = captures.get(0)?;
            let suit = captures.get(1).or(captures.get(2))?;
            let card = named(&captures[3], suit.as_str())?;
            Some(CardAt { start: whole.start(), end: whole.end(), card: Ok(card) })
        })
        .collect();
    if !found.is_empty() {
        let jokers = joker_beside().find_iter(line);
        add_where_free(
            &mut found,
            jokers.map(|word| CardAt { start: word.start(), end: word.end(), card: Ok(Card::Joker) }),
        );
    }
    found
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

/// Whether a number behind a card that stands alone is what that card counts, and not the points of a hand.
pub(super) fn is_own_value(cards: &[CardAt], points: i64) -> bool {
    match cards {
        [CardAt { card: Ok(Card::Joker), .. }] => true,
        [CardAt { card: Ok(Card::Suited { rank, .. }), .. }] => i64::from(rank.number()) == points,
        _ => false,
    }
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
            ("Player 1: 6★ JK K★ 7♣ JK", &["6S", "JK", "KS", "7C", "JK"]),
            ("Player 1: 6★, Joker, 7♣", &["6S", "JK", "7C"]),
            ("Joker 7♣ Joker 8 of Spades Joker", &["JK", "7C", "JK", "8P", "JK"]),
            ("Joker 1, 7 of Stars, Joker 2", &["JK", "7S", "JK"]),
            ("★7 ♥Q JK ♠10", &["7S", "QH", "JK", "10P"]),
            ("Player 2: ♥Q, ♦3", &["QH", "3D"]),
            ("Hearts 7, Joker, Stars K", &["7H", "JK", "KS"]),
            ("1) 7S  2) JK  3) 10P", &["7S", "JK", "10P"]),
            ("Player 1: 1.7S 2.JK 3.10P", &["7S", "JK", "10P"]),
            ("Your hand: 1:7S 2:JK", &["7S", "JK"]),
            ("[1] 7S [2] JK", &["7S", "JK"]),
            ("  3. QH", &["QH"]),
            ("Player 1 discards 8P.", &["8P"]),
            ("Player 2 takes JK.", &["JK"]),
            ("Player 2 takes 10D from the discard pile.", &["10D"]),
            ("The discard pile starts with JH.", &["JH"]),
            ("You draw QC!", &["QC"]),
            ("Player 2 draws from the deck.", &[]),
            ("--- Hand 2: 4 cards, 4s are wild ---", &[]),
            ("Player 1 gets 3 cards", &[]),
            ("The discard pile starts now, and 4s are wild.", &[]),
            ("★ 5 Crowns ★", &[]),
            ("Player 1: 7S 10P XX qh JK", &["7S", "10P", "!XX", "QH", "JK"]),
            ("The 7S is better than 10P", &[]),
            ("  P1  7S QH 10P JK  -> 23 pts", &["7S", "QH", "10P", "JK"]),
            ("Player 2 7S QH 10P", &["7S", "QH", "10P"]),
            ("Found books of 7s 8s 9s", &[]),
            ("--- Hand 1: 3 cards, 3s are wild ---", &[]),
            ("Player 1 points: 12", &[]),
            ("A book is three cards of the same value; Jokers are wild", &[]),
            ("Joker is worth 50", &[]),
            ("Using 1 joker(s) to make a book with the Queens", &[]),
            ("The book is made with a Joker", &[]),
            ("Joker used: yes", &[]),
            ("Joker of nothing", &["JK"]),
            ("Player 5: ** 3-hearts ** J-stars", &["JK", "3H", "JK", "JS"]),
            ("books of: 9s, Ks | points: 29", &[]),
            ("Player 1: 7 (stars), J (hearts)", &["7S", "JH"]),
            ("Player 1: 6H ** 3C Wild", &["6H", "JK", "3C", "JK"]),
            ("Player 1: 7 of Stars, **, Wild card, *", &["7S", "JK", "JK", "JK"]),
            ("** Player 1: 7S 3C **", &["7S", "3C"]),
            ("How many players (1-7)? ", &[]),
            ("Joker", &["JK"]),
        ];
        for (line, expected) in table {
            assert_eq!(names(line), *expected, "{line:?}");
        }
    }
}
