//! The array of 52 cards and the functions the handout asks for, under their own names.

use crate::cards::{Card, Rank, Suit};
use crate::crand::GlibcRand;

use super::card_value;

/// The number of cards.
pub const CARDS: usize = 52;

/// The suits as the handout lists them: "Hearts, Diamonds, Spades, Clubs".
const SUITS: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];

/// One of the two who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum Seat {
    Player,
    Dealer,
}

/// Which of its hands a seat means; without a split it has the first alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// The only hand, or the one that kept the first card of the pair.
    First,
    /// The hand that got the second card of the pair.
    Second,
}

impl Half {
    /// The first and the second.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];
}

/// A hand: what the handout's functions call a player, and after a split one of a player's two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Whose it is.
    pub seat: Seat,
    /// Which of the two it is.
    pub half: Half,
}

impl Hand {
    /// The player's hand.
    pub const PLAYER: Self = Self::new(Seat::Player, Half::First);

    /// The dealer's hand.
    pub const DEALER: Self = Self::new(Seat::Dealer, Half::First);

    /// The hand of this seat.
    pub const fn new(seat: Seat, half: Half) -> Self {
        Self { seat, half }
    }
}

/// Who has a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Owner {
    /// It has not been dealt.
    #[default]
    Nobody,
    /// It was dealt to this hand.
    Hand(Hand),
}

/// "The 52 cards must be in a single array. The array will have 52 elements, and it will store which player has
/// which card."
pub type Owners = [Owner; CARDS];

/// The card at this index of the array, from 0 for the ace of hearts to 51 for the king of clubs.
///
/// "You must use arithmetic to determine which card fits each array index (0 - 51)", and there is no branch in it.
///
/// # Panics
///
/// If there is no such index.
pub fn card_at(index: usize) -> Card {
    let ranks = Rank::ALL.len();
    Card::new(Rank::ALL[index % ranks], SUITS[index / ranks])
}

/// The index of a card in the array.
pub fn index_of(card: Card) -> usize {
    let suit = match card.suit {
        Suit::Hearts => 0,
        Suit::Diamonds => 1,
        Suit::Spades => 2,
        Suit::Clubs => 3,
    };
    suit * Rank::ALL.len() + usize::from(card.rank.number()) - 1
}

/// "This function will return a random number between [min, max] (inclusively)": `min + rand() % (max - min + 1)`,
/// the uneven but common way to a small number.
///
/// # Panics
///
/// If `min` is above `max`.
pub fn get_random(rand: &mut GlibcRand, min: i32, max: i32) -> i32 {
    assert!(min <= max, "there is no number between {min} and {max}");
    // The number of numbers may not fit an `i32`, but the result does.
    let count = i64::from(max) - i64::from(min) + 1;
    (i64::from(min) + i64::from(rand.next_rand()) % count) as i32
}

/// Where random cards come from: each call gives the index of a card, from 0 to 51.
///
/// It may be a card that was dealt before, and then another one is picked; so a picker must not keep to a few
/// cards for ever. Any closure that gives indices is a picker too, so a test can force the deal.
pub trait Picker {
    /// The next index.
    fn pick(&mut self) -> usize;
}

impl<F: FnMut() -> usize> Picker for F {
    fn pick(&mut self) -> usize {
        self()
    }
}

/// The picks of a C program that calls `GetRandom(0, 51)` for each, with glibc's `rand()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandPicker {
    rand: GlibcRand,
}

impl RandPicker {
    /// The picks after `srand(seed)`.
    pub fn new(seed: u32) -> Self {
        Self { rand: GlibcRand::new(seed) }
    }
}

impl Picker for RandPicker {
    fn pick(&mut self) -> usize {
        get_random(&mut self.rand, 0, CARDS as i32 - 1) as usize
    }
}

/// Marks every card as not dealt: "we want you to pass your array to a function to initialize it".
pub fn initialize_cards(cards: &mut Owners) {
    cards.fill(Owner::Nobody);
}

/// "The function will randomly choose an undealt card and assign it to the given player. The function will then
/// return which card it dealt": its index.
///
/// # Panics
///
/// If every card has been dealt, or the picker gives no index.
pub fn deal_card(cards: &mut Owners, player: Hand, picker: &mut impl Picker) -> usize {
    assert!(cards.contains(&Owner::Nobody), "there is no card left to deal");
    loop {
        let index = picker.pick();
        if cards[index] == Owner::Nobody {
            cards[index] = Owner::Hand(player);
            return index;
        }
    }
}

/// The score of all cards a player has, every ace at 1. "The suit of the card is not part of the point value
/// calculation."
pub fn score_hand(cards: &Owners, player: Hand) -> i64 {
    let held = (0..CARDS).filter(|&index| cards[index] == Owner::Hand(player));
    held.map(|index| card_value(card_at(index).rank)).sum()
}
