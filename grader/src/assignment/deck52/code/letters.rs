//! The letters and words that name a card's value and suit.

use crate::source::{Code, Node};
use std::collections::{BTreeMap, BTreeSet};

/// A piece of a card's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// A suit's letter: `'H'`.
    SuitLetter(char),
    /// A suit's word or sign: `"Hearts"`.
    SuitWord(char),
    /// The letter of a value: `'A'`, `'T'`.
    ValueLetter(char),
    /// The word of a value: `"Ace"`.
    ValueWord(char),
    /// A number card: `"7"`, `"Seven"`.
    Number(u8),
}

const SUITS: [(char, &str); 4] = [
    ('H', "heart hearts ♥ ♡ \\u2665 \\xe2\\x99\\xa5"),
    ('D', "diamond diamonds ♦ ♢ \\u2666 \\xe2\\x99\\xa6"),
    ('S', "spade spades ♠ ♤ \\u2660 \\xe2\\x99\\xa0"),
    ('C', "club clubs ♣ ♧ \\u2663 \\xe2\\x99\\xa3"),
];
const VALUES: [(char, &str); 4] = [('A', "ace"), ('J', "jack"), ('Q', "queen"), ('K', "king")];
const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// What a text names, if it is nothing but a piece of a card's name.
pub(super) fn of_text(text: &str) -> Option<Mark> {
    let text = text.trim();
    let text = text.strip_suffix(" of").or_else(|| text.strip_prefix("of ")).unwrap_or(text).trim();
    let mut chars = text.chars();
    if let (Some(only), None) = (chars.next(), chars.next()) {
        match only {
            'H' | 'D' | 'S' | 'C' => return Some(Mark::SuitLetter(only)),
            'A' | 'J' | 'Q' | 'K' | 'T' => return Some(Mark::ValueLetter(only)),
            '2'..='9' => return Some(Mark::Number(only as u8 - b'0')),
            _ => {}
        }
    }
    if text == "10" { Some(Mark::Number(10)) } else { of_word(text) }
}

/// What a word names, in any case.
fn of_word(word: &str) -> Option<Mark> {
    let word = word.to_lowercase();
    let has = |words: &str| words.split(' ').any(|known| known == word);
    let suit = SUITS.iter().find(|(_, words)| has(words)).map(|(letter, _)| Mark::SuitWord(*letter));
    let value = || VALUES.iter().find(|(_, words)| has(words)).map(|(letter, _)| Mark::ValueWord(*letter));
    let number = || NUMBERS.iter().position(|known| *known == word).map(|at| Mark::Number(at as u8 + 2));
    suit.or_else(value).or_else(number)
}

/// What a character, a string, or the name of a constant stands for.
pub(super) fn of_node(node: Node<'_>) -> Option<Mark> {
    match node.kind() {
        "char_literal" | "string_literal" => of_text(content(node)),
        "identifier" => of_word(node.text()).filter(|mark| !matches!(mark, Mark::Number(_))),
        _ => None,
    }
}

/// The text between the quotes of a literal.
fn content(literal: Node<'_>) -> &str {
    let text = literal.text();
    let quote = if literal.kind() == "char_literal" { '\'' } else { '"' };
    text.split_once(quote).map_or("", |(_, rest)| rest.strip_suffix(quote).unwrap_or(rest))
}

/// Whether a string holds the letters of all suits or of the face cards, one after the other.
pub(super) fn is_alphabet(literal: Node<'_>) -> bool {
    let text = content(literal);
    let suits = text.chars().filter(|c| "HDSCdhsc".contains(*c)).collect::<BTreeSet<_>>().len() >= 4;
    (suits && text.len() <= 8) || text.contains("JQK") || text.contains("234567")
}

/// The names of the arrays that hold letters or words of cards.
pub(super) fn tables(code: &Code) -> BTreeSet<&str> {
    let mut tables: BTreeSet<&str> = BTreeSet::new();
    for variable in code.variables() {
        let Some(initial) = code.initial(variable) else { continue };
        let marks = initial.within().filter_map(of_node).take(3).count();
        let alphabet = initial.within().any(|node| node.kind() == "string_literal" && is_alphabet(node));
        if marks >= 3 || alphabet {
            tables.insert(&variable.name);
        }
    }
    let mut filled: BTreeMap<&str, usize> = BTreeMap::new();
    for node in code.root().within().filter(|node| node.kind() == "assignment_expression") {
        let table = node.part("left").and_then(base);
        if let Some((table, Some(_))) = table.zip(node.part("right").map(of_node)) {
            *filled.entry(table.text()).or_default() += 1;
        }
    }
    tables.extend(filled.into_iter().filter(|(_, count)| *count >= 3).map(|(name, _)| name));
    tables
}

/// The name, or the string, that an element is taken from: `x` of `x[1]`, `x[1][2]`, `deck.x[1]`, `x.at(1)`.
pub(super) fn base(element: Node<'_>) -> Option<Node<'_>> {
    let mut node = match element.kind() {
        "subscript_expression" => element.part("argument")?.bare(),
        "call_expression" => {
            let function =
                element.part("function").filter(|one| one.part("field").is_some_and(|f| f.text() == "at"))?;
            function.part("argument")?.bare()
        }
        _ => return None,
    };
    loop {
        let inner = match node.kind() {
            "field_expression" => node.part("field"),
            "subscript_expression" => node.part("argument").map(Node::bare),
            _ => break,
        };
        node = inner?;
    }
    let is_name = node.kind().ends_with("identifier") || node.kind() == "string_literal";
    Some(node).filter(|_| is_name)
}

/// The index that an element is taken at.
pub(super) fn index(element: Node<'_>) -> Option<Node<'_>> {
    element.part("indices").or_else(|| element.part("arguments"))?.children().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cards_are_known() {
        let cases = [
            ("H", Some(Mark::SuitLetter('H'))),
            (" of Hearts", Some(Mark::SuitWord('H'))),
            ("Ace of ", Some(Mark::ValueWord('A'))),
            ("♠", Some(Mark::SuitWord('S'))),
            ("10", Some(Mark::Number(10))),
            ("seven", Some(Mark::Number(7))),
            ("h", None),
            ("1", None),
            ("Hit or stand", None),
            ("Dealer", None),
            ("", None),
        ];
        for (text, mark) in cases {
            assert_eq!(of_text(text), mark, "{text}");
        }
    }
}
