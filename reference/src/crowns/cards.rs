//! The cards of two Five Crowns decks: five suits, eleven ranks, and Jokers.

use std::fmt;

/// A card's rank. There is neither ace nor two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the ranks say all there is to say")]
pub enum Rank {
    Three = 3,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Every rank, the lowest first: the order of a run.
    pub const ALL: [Self; 11] = [
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// The rank's number, from 3 to 13 for the King, which is also what a card of it counts.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank with this number (3 to 13), if there is one.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(3)?).copied()
    }

    /// The name on the card, such as `7` or `Jack`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Three => "3",
            Self::Four => "4",
            Self::Five => "5",
            Self::Six => "6",
            Self::Seven => "7",
            Self::Eight => "8",
            Self::Nine => "9",
            Self::Ten => "10",
            Self::Jack => "Jack",
            Self::Queen => "Queen",
            Self::King => "King",
        }
    }

    /// The short name: the number, `J`, `Q` or `K`.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Jack => "J",
            Self::Queen => "Q",
            Self::King => "K",
            number => number.name(),
        }
    }

    /// The rank with this name, long or short, in any case. `11` to `13` are taken as well.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |rank: &Self| {
            name.eq_ignore_ascii_case(rank.name()) || name.eq_ignore_ascii_case(rank.short_name())
        };
        match name {
            "11" => Some(Self::Jack),
            "12" => Some(Self::Queen),
            "13" => Some(Self::King),
            _ => Self::ALL.into_iter().find(named),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A card's suit, in the handout's order: "stars, hearts, clubs, spades, and diamonds".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the suits say all there is to say")]
pub enum Suit {
    Stars = 0,
    Hearts,
    Clubs,
    Spades,
    Diamonds,
}

impl Suit {
    /// Every suit, in the handout's order.
    pub const ALL: [Self; 5] = [Self::Stars, Self::Hearts, Self::Clubs, Self::Spades, Self::Diamonds];

    /// The name on the card, such as `Stars`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stars => "Stars",
            Self::Hearts => "Hearts",
            Self::Clubs => "Clubs",
            Self::Spades => "Spades",
            Self::Diamonds => "Diamonds",
        }
    }

    /// The letter that stands for the suit in short names. Stars have the `S`, so Spades are `P`.
    pub const fn letter(self) -> char {
        match self {
            Self::Stars => 'S',
            Self::Hearts => 'H',
            Self::Clubs => 'C',
            Self::Spades => 'P',
            Self::Diamonds => 'D',
        }
    }

    /// The suit with this name, in any case, with or without the `s` at its end.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| {
            let full = suit.name();
            name.eq_ignore_ascii_case(full) || name.eq_ignore_ascii_case(&full[..full.len() - 1])
        })
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One card. It prints as the game prints it: `7 of Stars`, `Jack of Clubs`, `Joker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// A card with a rank and a suit.
    Suited {
        /// What the card counts by, and its place in a run.
        rank: Rank,
        /// What a run has one of.
        suit: Suit,
    },
    /// A Joker, which is always wild.
    Joker,
}

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self::Suited { rank, suit }
    }

    /// The card's rank; a Joker has none.
    pub const fn rank(self) -> Option<Rank> {
        match self {
            Self::Suited { rank, .. } => Some(rank),
            Self::Joker => None,
        }
    }

    /// The short name, such as `7S` or `10P`; a Joker is `JK`.
    pub fn short_name(self) -> String {
        match self {
            Self::Suited { rank, suit } => format!("{}{}", rank.short_name(), suit.letter()),
            Self::Joker => "JK".to_owned(),
        }
    }

    /// The card with this short name, in any case, if there is one.
    ///
    /// ```
    /// use reference::crowns::{Card, Rank, Suit};
    ///
    /// assert_eq!(Card::from_short_name("10p"), Some(Card::new(Rank::Ten, Suit::Spades)));
    /// assert_eq!(Card::from_short_name("JK"), Some(Card::Joker));
    /// assert_eq!(Card::from_short_name("2S"), None);
    /// ```
    pub fn from_short_name(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("JK") {
            return Some(Self::Joker);
        }
        let letter = name.chars().last()?;
        let suit = Suit::ALL.into_iter().find(|suit| suit.letter().eq_ignore_ascii_case(&letter))?;
        let rank = &name[..name.len() - letter.len_utf8()];
        let named = |of: &Rank| rank.eq_ignore_ascii_case(of.short_name());
        Some(Self::new(Rank::ALL.into_iter().find(named)?, suit))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suited { rank, suit } => write!(f, "{rank} of {suit}"),
            Self::Joker => f.write_str("Joker"),
        }
    }
}

/// Every card of the two decks, in order: each suit and rank twice, and six Jokers; 116 in all.
///
/// "The game consists of two 58card decks […] The game contains six Jokers."
pub fn full_deck() -> Vec<Card> {
    let suited = Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.map(|rank| Card::new(rank, suit)));
    let one_deck: Vec<Card> = suited.chain([Card::Joker; 3]).collect();
    one_deck.repeat(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_cards() {
        for card in full_deck() {
            assert_eq!(Card::from_short_name(&card.short_name()), Some(card));
            assert_eq!(Card::from_short_name(&card.short_name().to_lowercase()), Some(card));
        }
        for name in ["", "S", "7", "7X", "2S", "11S", "JKS", "J", "KJ", "7é", " 7S", "7SS", "10", "é"] {
            assert_eq!(Card::from_short_name(name), None, "{name}");
        }
        for rank in Rank::ALL {
            assert_eq!(Rank::from_number(rank.number()), Some(rank));
            assert_eq!(Rank::from_name(rank.name()), Some(rank));
            assert_eq!(Rank::from_name(&rank.number().to_string()), Some(rank));
        }
        assert_eq!([0, 2, 14].map(Rank::from_number), [None; 3]);
        assert_eq!(["star", "SPADES", "Diamond"].map(|name| Suit::from_name(name).is_some()), [true; 3]);
        assert_eq!(["", "s", "Coins"].map(Suit::from_name), [None; 3]);
    }

    #[test]
    fn a_card_prints_as_in_the_game() {
        assert_eq!(Card::new(Rank::Seven, Suit::Stars).to_string(), "7 of Stars");
        assert_eq!(Card::new(Rank::Jack, Suit::Clubs).to_string(), "Jack of Clubs");
        assert_eq!(Card::Joker.to_string(), "Joker");
    }

    #[test]
    fn the_deck_is_the_handouts() {
        let deck = full_deck();
        assert_eq!(deck.len(), 116);
        let count = |card| deck.iter().filter(|&&other| other == card).count();
        assert_eq!(count(Card::Joker), 6);
        assert_eq!(deck.iter().filter(|&&card| card != Card::Joker && count(card) == 2).count(), 110);
    }
}
