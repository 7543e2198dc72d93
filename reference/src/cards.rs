//! Ranks, suits and cards, with the names and numbers the handouts give them.

use std::fmt;

/// A card's rank. The order is the handout's: the ace is card number 1 and the king number 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the ranks say all there is to say")]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
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
    /// Every rank, in the order of [`Rank::number`].
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
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

    /// The rank's number, from 1 for the ace to 13 for the king.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank with this number (1 to 13), if there is one.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The name on the card, such as `Ten`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ace => "Ace",
            Self::Two => "Two",
            Self::Three => "Three",
            Self::Four => "Four",
            Self::Five => "Five",
            Self::Six => "Six",
            Self::Seven => "Seven",
            Self::Eight => "Eight",
            Self::Nine => "Nine",
            Self::Ten => "Ten",
            Self::Jack => "Jack",
            Self::Queen => "Queen",
            Self::King => "King",
        }
    }

    /// The short name, as in `KD` and `10H`: `A`, the number, `J`, `Q` or `K`.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Ace => "A",
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
            Self::Five => "5",
            Self::Six => "6",
            Self::Seven => "7",
            Self::Eight => "8",
            Self::Nine => "9",
            Self::Ten => "10",
            Self::Jack => "J",
            Self::Queen => "Q",
            Self::King => "K",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A card's suit. The order is the one the casino handout notes: "spades = 0, clubs = 1, diamonds = 2, and
/// hearts = 3".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the suits say all there is to say")]
pub enum Suit {
    Spades = 0,
    Clubs,
    Diamonds,
    Hearts,
}

impl Suit {
    /// Every suit, in the order of [`Suit::number`].
    pub const ALL: [Self; 4] = [Self::Spades, Self::Clubs, Self::Diamonds, Self::Hearts];

    /// The suit's number, from 0 for spades to 3 for hearts.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The suit with this number (0 to 3), if there is one.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The name on the card, such as `Clubs`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spades => "Spades",
            Self::Clubs => "Clubs",
            Self::Diamonds => "Diamonds",
            Self::Hearts => "Hearts",
        }
    }

    /// The letter that stands for the suit in short names, as in `KD` and `10H`.
    pub const fn letter(self) -> char {
        match self {
            Self::Spades => 'S',
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One card. It prints as the handouts print it: `Ten of Clubs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// What the card counts by.
    pub rank: Rank,
    /// The colour group, which no rule of Blackjack looks at.
    pub suit: Suit,
}

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self { rank, suit }
    }

    /// The short name, such as `10C`: what the handouts print where they abbreviate.
    pub fn short_name(self) -> String {
        format!("{}{}", self.rank.short_name(), self.suit.letter())
    }

    /// The card with this short name, if there is one; nothing but the exact name is taken.
    ///
    /// ```
    /// use reference::cards::{Card, Rank, Suit};
    ///
    /// assert_eq!(Card::from_short_name("10H"), Some(Card::new(Rank::Ten, Suit::Hearts)));
    /// assert_eq!(Card::from_short_name("1H"), None);
    /// ```
    pub fn from_short_name(name: &str) -> Option<Self> {
        let rank = Rank::ALL.into_iter().find(|rank| {
            name.strip_prefix(rank.short_name()).is_some_and(|suit| suit.chars().count() == 1)
        })?;
        let suit = Suit::ALL.into_iter().find(|suit| name.ends_with(suit.letter()))?;
        Some(Self::new(rank, suit))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.rank, self.suit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_their_ranks_and_suits() {
        for (index, rank) in Rank::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(rank.number()), index + 1);
            assert_eq!(Rank::from_number(rank.number()), Some(rank));
        }
        for (index, suit) in Suit::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(suit.number()), index);
            assert_eq!(Suit::from_number(suit.number()), Some(suit));
        }
        assert_eq!([Rank::from_number(0), Rank::from_number(14)], [None, None]);
        assert_eq!(Suit::from_number(4), None);
    }

    #[test]
    fn a_card_prints_as_in_the_handout() {
        assert_eq!(Card::new(Rank::Ten, Suit::Clubs).to_string(), "Ten of Clubs");
        assert_eq!(Card::new(Rank::Ace, Suit::Spades).to_string(), "Ace of Spades");
        assert_eq!(Card::new(Rank::King, Suit::Hearts).to_string(), "King of Hearts");
        assert_eq!(Card::new(Rank::Five, Suit::Diamonds).to_string(), "Five of Diamonds");
    }
    #[test]
    fn short_names_lead_back_to_their_cards() {
        for (rank, short) in Rank::ALL.into_iter().zip("A 2 3 4 5 6 7 8 9 10 J Q K".split(' ')) {
            for (suit, letter) in Suit::ALL.into_iter().zip("SCDH".chars()) {
                let card = Card::new(rank, suit);
                assert_eq!(card.short_name(), format!("{short}{letter}"));
                assert_eq!(Card::from_short_name(&card.short_name()), Some(card));
            }
        }
        for name in ["", "K", "H", "KX", "1H", "11H", "10", "100H", "kh", "HK", " KH", "KH ", "KéH", "Ké"] {
            assert_eq!(Card::from_short_name(name), None, "{name}");
        }
    }
}
