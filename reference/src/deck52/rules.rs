//! The rules, one small function each. The quotations are from the handout.

use std::cmp::Ordering;

use super::Seat;
use crate::cards::{Card, Rank};

/// "The point of the game is to get to the value 21 without going over."
pub const TARGET: i64 = 21;

/// "If the value is 18 or higher, the dealer will always stand."
pub const DEALER_STANDS_FROM: i64 = 18;

/// The seed where nothing names another. The handout fixes none; these are the cards of a C program that never calls
/// `srand`, for which `rand()` starts as after `srand(1)`.
pub const DEFAULT_SEED: u32 = 1;

/// What an ace that counts 11 adds to a score in which it counts 1.
pub const HIGH_ACE_EXTRA: i64 = 10;

/// What a card of this rank counts: "each face card (Jack, Queen, King) will be 10 points. The numeric cards will
/// be their numeric value, and aces will be 1 point."
///
/// ```
/// use reference::cards::Rank;
/// use reference::deck52::card_value;
///
/// assert_eq!([Rank::Ace, Rank::Nine, Rank::Queen].map(card_value), [1, 9, 10]);
/// ```
pub fn card_value(rank: Rank) -> i64 {
    match rank {
        Rank::Jack | Rank::Queen | Rank::King => 10,
        number => i64::from(number.number()),
    }
}

/// The score of a hand with every ace at 1, as the assignment without extra credit has it.
pub fn hand_score(cards: &[Card]) -> i64 {
    cards.iter().map(|card| card_value(card.rank)).sum()
}

/// The score of a hand in which so many aces count 11; more than it holds cannot.
///
/// This is the extra credit's score of the player, who decides for each ace.
pub fn score_with_high_aces(cards: &[Card], high_aces: usize) -> i64 {
    hand_score(cards) + HIGH_ACE_EXTRA * high_aces.min(aces(cards)) as i64
}

/// The number of aces in a hand.
pub fn aces(cards: &[Card]) -> usize {
    cards.iter().filter(|card| card.rank == Rank::Ace).count()
}

/// How many of the dealer's aces count 11 with the extra credit: "the dealer must take the lesser value (1 point)
/// unless they have a hand of 20 or 21 points". It is never more than one, for two are over 21.
pub fn dealer_high_aces(cards: &[Card]) -> usize {
    let makes_20_or_21 = (TARGET - 1..=TARGET).contains(&score_with_high_aces(cards, 1));
    usize::from(aces(cards) > 0 && makes_20_or_21)
}

/// The dealer's score with the extra credit, an ace counting 11 only where that makes 20 or 21.
///
/// "If the dealer gets an 8 and an ace, they could have 9 or 19": it is 9, and the dealer hits.
pub fn best_dealer_score(cards: &[Card]) -> i64 {
    score_with_high_aces(cards, dealer_high_aces(cards))
}

/// Whether a score is over: "If your score is above 21, it is called a \"bust\", and you lose."
pub fn busted(score: i64) -> bool {
    score > TARGET
}

/// Whether the player has won before the dealer plays: "If your score is 21, you automatically win without the
/// dealer having a chance to play."
pub fn wins_at_once(score: i64) -> bool {
    score == TARGET
}

/// Whether the dealer takes another card: "it will keep \"hitting\" until it has a card value greater than or
/// equal to the value 18".
pub fn dealer_hits(score: i64) -> bool {
    score < DEALER_STANDS_FROM
}

/// Whether the player may split these cards: "if the player is dealt two cards with the same value".
///
/// The handout lists "Values: Ace, 2, 3, …, 10, Jack, Queen, King", so a jack and a king are two values, even though
/// they count the same.
pub fn may_split(cards: &[Card]) -> bool {
    matches!(cards, [first, second] if first.rank == second.rank)
}

/// Whether the dealer splits these cards: "the dealer's AI needs to split only when the dealer gets aces or
/// eights".
pub fn dealer_splits(cards: &[Card]) -> bool {
    may_split(cards) && matches!(cards[0].rank, Rank::Ace | Rank::Eight)
}

/// The better of the scores of two hands of the dealer: the higher one that is not over, if there is one.
///
/// The handout does not say which hand of a dealer who split counts. "The player and dealer's best hands win"
/// speaks for the better one.
pub fn better_score(first: i64, second: i64) -> i64 {
    if busted(first) || busted(second) { first.min(second) } else { first.max(second) }
}

/// How a hand of the player ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player went over 21, and the dealer did not have to play.
    PlayerBust,
    /// The player had exactly 21, and the dealer did not get to play.
    PlayerAt21,
    /// The dealer went over 21 after the player stood.
    DealerBust,
    /// Nobody went over, and the player has more.
    PlayerWins,
    /// Nobody went over, and the dealer has more.
    DealerWins,
    /// Nobody went over, and both have the same.
    Draw,
}

impl Outcome {
    /// Who has won, if it is no draw.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::PlayerAt21 | Self::DealerBust | Self::PlayerWins => Some(Seat::Player),
            Self::PlayerBust | Self::DealerWins => Some(Seat::Dealer),
            Self::Draw => None,
        }
    }
}

/// How the player's turn ended if it ended by the score alone, without an answer: over 21 or at it.
pub fn ends_turn(player: i64) -> Option<Outcome> {
    if busted(player) {
        Some(Outcome::PlayerBust)
    } else {
        wins_at_once(player).then_some(Outcome::PlayerAt21)
    }
}

/// Who wins with these final scores. Where the player went over or has 21, the dealer's score does not matter.
pub fn settle(player: i64, dealer: i64) -> Outcome {
    if let Some(outcome) = ends_turn(player) {
        return outcome;
    }
    match player.cmp(&dealer) {
        _ if busted(dealer) => Outcome::DealerBust,
        Ordering::Greater => Outcome::PlayerWins,
        Ordering::Less => Outcome::DealerWins,
        Ordering::Equal => Outcome::Draw,
    }
}
