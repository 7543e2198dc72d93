//! The rules, one small function each. The quotations are from the handout.

use super::cards::{Card, Rank};

/// "PLAYERS: 1 to 7"
pub const MAX_PLAYERS: usize = 7;

/// How many games can be played in a row; then the question whether to play again takes no more `y`. The handout has
/// no such limit. It is far above what people play, and lets everything that answers by rote come to an end.
pub const MAX_GAMES: usize = 100;

/// What a card of the wild rank counts: "the current wild card is 20 points".
pub const WILD_POINTS: u32 = 20;

/// What a Joker counts: "Jokers are 50".
pub const JOKER_POINTS: u32 = 50;

/// The fewest cards of a meld, be it a book or a run.
pub const SMALLEST_MELD: usize = 3;

/// By which of the rules a hand is scored.
///
/// ```
/// use reference::crowns::{Rank, Scoring};
///
/// assert_eq!(Scoring::default(), Scoring::BOOKS);
/// assert_eq!(Scoring { runs: true, ..Scoring::BOOKS }, Scoring::RUNS);
/// assert_eq!(Scoring::full_game(Rank::Three).wild, Some(Rank::Three));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scoring {
    /// Whether runs count as melds, as in the full game and for the extra credit.
    pub runs: bool,
    /// The rank that is wild beside the Jokers.
    pub wild: Option<Rank>,
    /// What a Joker counts that is in no meld. The weekly handout names no number, so programs differ.
    pub joker: u32,
}

impl Scoring {
    /// Books alone: what the weekly assignment asks.
    pub const BOOKS: Self = Self { runs: false, wild: None, joker: JOKER_POINTS };

    /// Books and runs: the weekly assignment with its extra credit.
    pub const RUNS: Self = Self { runs: true, ..Self::BOOKS };

    /// The full game with this wild rank.
    pub const fn full_game(wild: Rank) -> Self {
        Self { wild: Some(wild), ..Self::RUNS }
    }
}

impl Default for Scoring {
    fn default() -> Self {
        Self::BOOKS
    }
}

/// Whether a card stands for any other: "Jokers are always wild", and so is the wild rank.
pub fn is_wild(card: Card, scoring: Scoring) -> bool {
    card.rank().is_none_or(|rank| scoring.wild == Some(rank))
}

/// What a card counts that is in no meld: "Each number card is worth its face value, the Jacks are 11 points,
/// Queens are 12, Kings are 13, Jokers are 50, and the current wild card is 20 points."
pub fn card_points(card: Card, scoring: Scoring) -> u32 {
    match card.rank() {
        None => scoring.joker,
        Some(rank) if scoring.wild == Some(rank) => WILD_POINTS,
        Some(rank) => u32::from(rank.number()),
    }
}

/// Whether these cards are a book: "three or more cards of the same value regardless of suit", any of them
/// "replaced by any wild card or Joker", even all of them.
pub fn is_book(cards: &[Card], scoring: Scoring) -> bool {
    let mut ranks = cards.iter().filter(|&&card| !is_wild(card, scoring)).filter_map(|card| card.rank());
    let first = ranks.next();
    cards.len() >= SMALLEST_MELD && ranks.all(|rank| Some(rank) == first)
}

/// Whether these cards, in whatever order, make a run: "a sequence of three or more cards of the same suit", any
/// of them replaced by a wild card. A run starts at the 3 or above and ends at the King or below.
pub fn is_run(cards: &[Card], scoring: Scoring) -> bool {
    if !scoring.runs || !(SMALLEST_MELD..=Rank::ALL.len()).contains(&cards.len()) {
        return false;
    }
    // Each card that is no wild card has a place of its own, and the places in between are few enough: then there is a
    // row of so many places between the 3 and the King that holds them all.
    let (mut suit, mut places) = (None, 0_u32);
    for card in cards.iter().filter(|&&card| !is_wild(card, scoring)) {
        let Card::Suited { rank, suit: own } = *card else { return false };
        let place = 1 << rank.number();
        if suit.is_some_and(|suit| suit != own) || places & place != 0 {
            return false;
        }
        (suit, places) = (Some(own), places | place);
    }
    let span = u32::BITS.saturating_sub(places.leading_zeros() + places.trailing_zeros());
    span as usize <= cards.len()
}

/// Whether these cards are a book or a run.
pub fn is_meld(cards: &[Card], scoring: Scoring) -> bool {
    is_book(cards, scoring) || is_run(cards, scoring)
}

/// The places, from 0, of those with the lowest points: "determine the winner (the lowest point value)". There are
/// several where they tie, and none where nobody plays.
pub fn winners(points: &[u32]) -> Vec<usize> {
    let lowest = points.iter().min();
    (0..points.len()).filter(|&seat| points.get(seat) == lowest).collect()
}
