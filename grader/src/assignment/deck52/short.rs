//! Cards in a line, by their short names: `KD`, `10H`.

use reference::cards::{Rank, Suit};

use crate::assignment::lexicon::{CardName, cards_in, rank_named, template};
use crate::assignment::words::patterns;

patterns! {
    word = r"[\p{L}\p{N}?*#♠♣♦♥]+";
    between = r#"^[\s,;|/+&.'"()\[\]{}<>_~-]*$"#;
    before_one = r"(?:^\W*|[:>=,\[(-]\s*|\b(?:draws?|drew|drawn|hits?|gets?|got|dealt|receives?|takes?|took|card|has|have|is|an?|shows?|showing|with|the)\s+)$";
    after_one = r"^\s*(?:$|[,.!;:()\[\]=|<>-]|\d)";
    // A hand wider than its field leaves no blank before what follows: "7SScore: 20", "10H19".
    glued = r"(?-i)^((?:10|[2-9AJQK])[HDSC])(?:[A-Za-z][a-z]{2,}|\d{1,2})$";
    score_before = r"\b(?:score|total|value|points?|pts|sum|count)\b\W*$";
    face_down = r"^(?:\?+|\*+|#+|XX|xx|hidden|facedown)$";
}

/// Cards that stand together in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    /// Where it starts and ends, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its cards.
    pub(super) cards: Vec<CardName>,
    /// A card among them lies face down.
    pub(super) hidden: bool,
}

/// What a word of the line may be.
enum Token {
    /// A card, known or named wrongly.
    Card(CardName),
    /// Something that is a card only among cards: `KX`, `H`, `K`.
    Maybe(CardName),
    /// A card face down.
    Hidden,
    /// Between two cards.
    And,
    /// No card.
    Other,
}

struct Word<'a> {
    start: usize,
    end: usize,
    text: &'a str,
    token: Token,
}

/// The runs of cards in a line, in order.
pub(super) fn runs(line: &str) -> Vec<Run> {
    let words = words(line);
    let mut runs = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut end = at + 1;
        while end < words.len() && joined(line, &words[end - 1], &words[end]) {
            end += 1;
        }
        runs.extend(run(line, &words[at..end]));
        at = end;
    }
    if runs.is_empty() {
        // Names in full are understood as well; that they are not the short ones is a matter of a rule.
        runs.extend(cards_in(line).into_iter().map(|card| {
            let text = line[card.start..card.end].trim().to_owned();
            let name = CardName { wrong: Some(text), ..card.name };
            Run { start: card.start, end: card.end, cards: vec![name], hidden: false }
        }));
    }
    runs
}

/// A line with its cards, numbers and blanks evened out: lines printed by one statement share it.
pub(super) fn shape(line: &str, cards: &[Run]) -> String {
    let mut text = String::new();
    let mut last = 0;
    for run in cards {
        text.push_str(&line[last..run.start]);
        text.push('@');
        last = run.end;
    }
    text.push_str(&line[last..]);
    template(&text)
}

/// The words of a line, and what each may be.
fn words(line: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    for found in word().find_iter(line) {
        let (start, mut text) = (found.start(), found.as_str());
        if let Some(card) = glued().captures(text).and_then(|captures| captures.get(1)) {
            let first =
                Word { start, end: start + card.end(), text: card.as_str(), token: token(card.as_str()) };
            // Only among cards it is one: a word of the language may begin so.
            if words.last().is_some_and(|before| joined(line, before, &first)) {
                text = card.as_str();
            }
        }
        // "5C=19": a score, whatever comes behind it.
        let is_score = line[..start].ends_with('=') && text.chars().all(|c| c.is_ascii_digit());
        let token = if is_score { Token::Other } else { token(text) };
        words.push(Word { start, end: start + text.len(), text, token });
    }
    words
}

/// Whether two words stand together: both may be cards, and nothing but blanks and commas lies between.
fn joined(line: &str, a: &Word<'_>, b: &Word<'_>) -> bool {
    let may_be = |word: &Word<'_>| !matches!(word.token, Token::Other);
    may_be(a) && may_be(b) && between().is_match(&line[a.end..b.start])
}

/// The run that words standing together make, if they are cards.
fn run(line: &str, words: &[Word<'_>]) -> Option<Run> {
    let is_card = |word: &Word<'_>| matches!(word.token, Token::Card(_));
    let first = words.iter().position(is_card)?;
    let last = words.iter().rposition(is_card)?;
    let opened = |at: usize| line[..words[at].start].chars().last().filter(|c| "([{<".contains(*c));
    // "Score 13 | KD 3S", "(13) KD 3S": a number set apart from the cards behind it is a score.
    let leads = |at: usize| {
        let gap = line[words[at].end..words[at + 1].start].trim();
        let apart = !gap.is_empty() && gap != "," && opened(at) != opened(at + 1) || gap.contains('|');
        words[at].text.chars().all(|c| c.is_ascii_digit())
            && (apart || score_before().is_match(&line[..words[at].start]))
    };
    let score = (0..first).rev().find(|at| leads(*at)).map_or(0, |at| at + 1);
    // A letter at the line's start is a label; a number after the last card is a score.
    let from = (score..first)
        .find(|&at| {
            !line[..words[at].start].trim().is_empty() || !words[at].text.chars().all(char::is_alphabetic)
        })
        .unwrap_or(first);
    let behind = |at: &usize| match &words[*at].token {
        Token::Maybe(_) => !words[*at].text.chars().all(|c| c.is_ascii_digit()),
        Token::Hidden => true,
        Token::Card(_) | Token::And | Token::Other => false,
    };
    let to = (last + 1..words.len()).take_while(behind).last().unwrap_or(last);
    let hidden = words[from..=to].iter().any(|word| matches!(word.token, Token::Hidden));
    // "4D ??               (??)": what lies face down in brackets of its own is the score.
    let is_score = |at: &usize| {
        matches!(words[*at].token, Token::Hidden) && opened(*at).is_some() && opened(*at) != opened(from)
    };
    let to = (last + 1..=to).find(is_score).map_or(to, |score| score - 1);
    let words = &words[from..=to];
    let cards: Vec<CardName> = words
        .iter()
        .filter_map(|word| match &word.token {
            Token::Card(name) | Token::Maybe(name) => Some(name.clone()),
            Token::Hidden | Token::And | Token::Other => None,
        })
        .collect();
    let (start, end) = (words[0].start, words[words.len() - 1].end);
    let sure = cards.len() > 1 || hidden || stands_alone(line, &words[first - from]);
    sure.then_some(Run { start, end, cards, hidden })
}

/// Whether a single word is a card and not a word of the language (`AS`, `AD`).
fn stands_alone(line: &str, word: &Word<'_>) -> bool {
    let firm = word.text.starts_with(|c: char| c.is_ascii_digit() || "JQK".contains(c))
        && word.text.ends_with(|c: char| c.is_ascii_uppercase());
    let (before, after) = (&line[..word.start], &line[word.end..]);
    firm && after_one().is_match(after) || before_one().is_match(before) && after_one().is_match(after)
}

fn token(text: &str) -> Token {
    if text.eq_ignore_ascii_case("and") {
        return Token::And;
    }
    if face_down().is_match(text) {
        return Token::Hidden;
    }
    let count = text.chars().count();
    let Some(last) = text.chars().last().filter(|_| count <= 3) else { return Token::Other };
    let value = &text[..text.len() - last.len_utf8()];
    let rank = short_rank(value);
    let wrong = || Some(text.to_owned());
    if let Some(suit) = short_suit(last) {
        if value.is_empty() {
            return Token::Maybe(CardName { rank: None, suit: Some(suit), wrong: wrong() });
        }
        return match rank {
            Some(_) => {
                let wrong = if last.is_ascii() { None } else { wrong() };
                Token::Card(CardName { rank, suit: Some(suit), wrong })
            }
            None if is_odd_value(value) => {
                Token::Card(CardName { rank: meant_rank(value), suit: Some(suit), wrong: wrong() })
            }
            None => Token::Other,
        };
    }
    if rank.is_some() && last.is_ascii_uppercase() {
        return Token::Maybe(CardName { rank, suit: None, wrong: wrong() });
    }
    match short_rank(text) {
        Some(rank) if text.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase()) => {
            Token::Maybe(CardName { rank: Some(rank), suit: None, wrong: wrong() })
        }
        _ => Token::Other,
    }
}

fn short_suit(letter: char) -> Option<Suit> {
    match letter.to_ascii_uppercase() {
        'H' | '♥' => Some(Suit::Hearts),
        'D' | '♦' => Some(Suit::Diamonds),
        'S' | '♠' => Some(Suit::Spades),
        'C' | '♣' => Some(Suit::Clubs),
        _ => None,
    }
}

/// The rank of a short value; words do not count.
fn short_rank(value: &str) -> Option<Rank> {
    rank_named(value).filter(|_| value.len() <= 2)
}

/// Whether a value outside the handout's is meant as one: a number, or a capital letter.
fn is_odd_value(value: &str) -> bool {
    value.parse::<u8>().is_ok() || value.len() == 1 && value.chars().all(|c| c.is_ascii_uppercase())
}

/// The rank that an odd value means, as far as that can be told.
fn meant_rank(value: &str) -> Option<Rank> {
    if value == "T" { Some(Rank::Ten) } else { Rank::from_number(value.parse().ok()?) }
}

/// Whether a card was named in full: "Five of Clubs".
pub(super) fn in_full(card: &CardName) -> bool {
    let name = card.wrong.as_ref().filter(|_| card.rank.is_some() && card.suit.is_some());
    name.is_some_and(|name| name.contains(" of "))
}

/// The short name of a card, for people.
pub(super) fn short(card: &CardName) -> String {
    let rank = card.rank.map_or_else(
        || "?".to_owned(),
        |rank| match rank {
            Rank::Ace => "A".to_owned(),
            Rank::Jack => "J".to_owned(),
            Rank::Queen => "Q".to_owned(),
            Rank::King => "K".to_owned(),
            number => number.number().to_string(),
        },
    );
    let suit = card.suit.map_or('?', |suit| suit.name().chars().next().unwrap_or('?'));
    format!("{rank}{suit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs of a line: cards that are wrong with a `!`.
    fn read(line: &str) -> Vec<String> {
        let name =
            |card: &CardName| format!("{}{}", if card.wrong.is_some() { "!" } else { "" }, short(card));
        runs(line).iter().map(|run| run.cards.iter().map(name).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn a_hidden_score_is_no_card() {
        for (line, end) in [
            ("Dealer: 4D ??         (??)", 13),
            ("Dealer: 4D XX         (?)", 13),
            ("Dealer: 4D            (?)", 10),
            ("Dealer: [4D] [??]     (?)", 16),
        ] {
            let run = &runs(line)[0];
            assert_eq!((run.end, run.hidden, run.cards.len()), (end, true, 1), "{line:?}");
        }
    }

    #[test]
    fn hands_are_read_in_many_layouts() {
        let table: &[(&str, &[&str])] = &[
            ("Dealer has cards: KD 3S               (13)", &["KD 3S"]),
            ("You have cards  : 10D 9H              (19)", &["10D 9H"]),
            ("Dealer: KD, 3S (13)   You: QS, AS (11)", &["KD 3S", "QS AS"]),
            ("  [AS] [10h]", &["AS 10H"]),
            ("KD and 3S", &["KD 3S"]),
            ("AS", &["AS"]),
            ("You drew AS!", &["AS"]),
            ("The dealer hits and gets the AH.", &["AH"]),
            ("New card: ad", &["AD"]),
            ("Dealer hits: 7C", &["7C"]),
            ("Your cards: 11H TD 3S 14", &["!JH !10D 3S"]),
            ("Your cards: KX 3S", &["!K? 3S"]),
            ("Your cards: 3S H (3)", &["3S !?H"]),
            ("Your cards: H 3S (3)", &["!?H 3S"]),
            ("Your cards: 3S 10 (13)", &["3S"]),
            ("D KD 3S", &["KD 3S"]),
            ("Dealer Score 13 | KD 3S", &["KD 3S"]),
            ("Dealer (13) KD 3S", &["KD 3S"]),
            ("You: total 12 10D 2H", &["10D 2H"]),
            ("[10] [KD] [3S]", &["!10? KD 3S"]),
            ("Dealer: KD ?? ", &["KD"]),
            ("Dealer: AH, 4D, AS, 7SScore: 13", &["AH 4D AS 7S"]),
            ("Dealer: AH 4D 10H25", &["AH 4D 10H"]),
            ("Your hits so far: AD=8 6C=14", &["AD", "6C"]),
            ("Card: K♦", &["!KD"]),
            ("You have the King of Diamonds", &["!KD"]),
            ("play as you wish, Sam", &[]),
            ("SCORE AS OF NOW", &[]),
            ("Hit or stand    ? ", &[]),
            ("It is 3D fun for 2s", &[]),
            ("Welcome to Blackjack 21", &[]),
            ("A dealer plays a game", &[]),
            ("Aces are 1, J Q K are 10", &[]),
        ];
        for (line, expected) in table {
            assert_eq!(read(line), *expected, "{line:?}");
        }
    }
}
