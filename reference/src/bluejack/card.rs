//! The cards of all three decks, and the names the transcript gives them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The colour of a card: "The sets are colored blue, yellow, red, and green."
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the colours say all there is to say")]
pub enum Colour {
    Blue,
    Yellow,
    Red,
    Green,
}

impl Colour {
    /// Every colour, in the order in which the handout names them.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Yellow, Self::Red, Self::Green];

    /// The name on the card, such as `Blue`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "Blue",
            Self::Yellow => "Yellow",
            Self::Red => "Red",
            Self::Green => "Green",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One card. It prints as in the transcript: `Blue 7`, `Yellow +3`, `Red -4`, `Flip`, `Double`.
///
/// The type holds what a card may say, not only what the decks hold, so that somebody who reads a faulty program's
/// cards can name them too; [`game_deck_card`](super::game_deck_card) and [`hand_card`](super::hand_card) tell which
/// ones there are.
///
/// ```
/// use reference::bluejack::{Card, Colour};
///
/// let card: Card = "yellow +3".parse()?;
/// assert_eq!(card, Card::Signed { colour: Colour::Yellow, value: 3 });
/// assert_eq!(card.to_string(), "Yellow +3");
/// # Ok::<(), reference::bluejack::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A card of the game deck, which is dealt to players as well: its colour, and a number without a sign.
    Plain {
        /// Its colour.
        colour: Colour,
        /// What it counts.
        value: i64,
    },
    /// A card made for a player deck: its colour, and a number that shows its sign.
    Signed {
        /// Its colour.
        colour: Colour,
        /// What it counts, with its sign.
        value: i64,
    },
    /// "Flip cards change the sign of the last played card."
    Flip,
    /// "Double cards double the value of the last played card."
    Double,
}

impl Card {
    /// The card's colour; "Flip cards and double cards do not have a color".
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Plain { colour, .. } | Self::Signed { colour, .. } => Some(colour),
            Self::Flip | Self::Double => None,
        }
    }

    /// The number on the card, with its sign; Flip and Double have none, for they only change another card.
    pub const fn value(self) -> Option<i64> {
        match self {
            Self::Plain { value, .. } | Self::Signed { value, .. } => Some(value),
            Self::Flip | Self::Double => None,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain { colour, value } => write!(f, "{colour} {value}"),
            Self::Signed { colour, value } => write!(f, "{colour} {value:+}"),
            Self::Flip => f.write_str("Flip"),
            Self::Double => f.write_str("Double"),
        }
    }
}

/// A text that names no card.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no card; write it like `Blue 7`, `Yellow +3`, `Red -4`, `Flip` or `Double`")]
pub struct CardError(pub String);

impl FromStr for Card {
    type Err = CardError;

    /// Reads a card's name in any case. A number with a sign makes a signed card, one without a plain card.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let card = match words[..] {
            ["flip"] => Some(Self::Flip),
            ["double"] => Some(Self::Double),
            [colour, number] => coloured(colour, number),
            _ => None,
        };
        card.ok_or_else(|| CardError(text.to_owned()))
    }
}

/// The card of a colour in lower case and a number.
fn coloured(colour: &str, number: &str) -> Option<Card> {
    let colour = Colour::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(colour))?;
    let value = number.parse().ok()?;
    let signed = number.starts_with(['+', '-']);
    Some(if signed { Card::Signed { colour, value } } else { Card::Plain { colour, value } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_read_as_it_is_printed() {
        for name in ["Blue 7", "Green 10", "Yellow +3", "Red -4", "Flip", "Double"] {
            let card: Card = name.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(card.to_string(), name);
            assert_eq!(name.to_uppercase().parse(), Ok(card), "{name}");
        }
        assert_eq!(" blue \t 7 ".parse(), Ok(Card::Plain { colour: Colour::Blue, value: 7 }));
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "Blue", "7", "Blue seven", "Pink 7", "Blue 7 Red", "Flip 2", "Blue + 3", "Blue+3"] {
            assert_eq!(text.parse::<Card>(), Err(CardError(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn only_coloured_cards_have_a_number() {
        let card = Card::Signed { colour: Colour::Red, value: -4 };
        assert_eq!((card.colour(), card.value()), (Some(Colour::Red), Some(-4)));
        assert_eq!((Card::Flip.colour(), Card::Flip.value()), (None, None));
        assert_eq!((Card::Double.colour(), Card::Double.value()), (None, None));
    }
}
