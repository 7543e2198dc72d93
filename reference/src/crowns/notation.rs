//! Hands as text.

use thiserror::Error;

use super::cards::{Card, Rank, Suit};

/// A word in a line that is no card.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{word}` is not a card")]
pub struct BadCard {
    /// What stands there.
    pub word: String,
    /// Where it starts: the column in characters, from 1.
    pub column: usize,
}

/// Reads the cards of a line: short names such as `7S`, `10P` and `JK`, with spaces between them, or long ones as
/// the game prints them, `7 of Stars, Joker`. Both may stand on one line, in any case, with commas or without.
///
/// ```
/// use reference::crowns::{Card, Rank, Suit, read_hand};
///
/// let expected = [Card::new(Rank::Seven, Suit::Stars), Card::Joker, Card::new(Rank::Queen, Suit::Hearts)];
/// assert_eq!(read_hand("7S JK QH").unwrap(), expected);
/// assert_eq!(read_hand("7 of Stars, Joker, Queen of Hearts").unwrap(), expected);
/// assert_eq!(read_hand("7S 2H").unwrap_err().column, 4);
/// ```
pub fn read_hand(line: &str) -> Result<Vec<Card>, BadCard> {
    let words = words(line);
    let mut cards = Vec::new();
    let mut place = 0;
    while let Some(&(at, word)) = words.get(place) {
        let (card, used) = match words.get(place..place + 3) {
            Some(&[_, (_, of), (end, suit)]) if of.eq_ignore_ascii_case("of") => {
                let long = &line[at..end + suit.len()];
                (long_name(word, suit).ok_or(long), 3)
            }
            _ => (short_name(word).ok_or(word), 1),
        };
        cards.push(
            card.map_err(|word| BadCard { word: word.to_owned(), column: line[..at].chars().count() + 1 })?,
        );
        place += used;
    }
    Ok(cards)
}

fn long_name(rank: &str, suit: &str) -> Option<Card> {
    Some(Card::new(Rank::from_name(rank)?, Suit::from_name(suit)?))
}

fn short_name(word: &str) -> Option<Card> {
    if word.eq_ignore_ascii_case("Joker") { Some(Card::Joker) } else { Card::from_short_name(word) }
}

/// The words of a line and the bytes they start at.
fn words(line: &str) -> Vec<(usize, &str)> {
    let separates = |c: char| c == ',' || c.is_whitespace();
    // `split` gives parts of the line itself, so that the distance from its start is where a word begins.
    let start_of = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split(separates).filter(|word| !word.is_empty()).map(|word| (start_of(word), word)).collect()
}
