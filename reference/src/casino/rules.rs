//! The rules, one small function each. The quotations are from the handout.

use std::cmp::Ordering;

use crate::cards::{Card, Rank};

/// "Assume the player starts with $100", in dollars.
pub const START_MONEY: i64 = 100;

/// "The game ends when […] their amount exceeds $1,000", in dollars; at exactly this much it goes on.
pub const RICH_ABOVE: i64 = 1000;

/// The total to come closest to "without going over".
pub const TARGET: i64 = 21;

/// "The dealer will continue to draw cards if their total is less than or equal to 16."
pub const DEALER_DRAWS_AT_MOST: i64 = 16;

/// "You should seed `srand(333)`."
pub const HANDOUT_SEED: u32 = 333;

/// An ace that counts high.
const ACE_HIGH: i64 = 11;

/// An ace that counts low.
const ACE_LOW: i64 = 1;

/// What a card of this rank adds to a hand that stands at `total_before`: the result of `draw_card`.
///
/// "Face cards (Jack, Queen, King) all count as 10 points", and an ace is "11 (high) or 1 (low), depending on
/// which is more advantageous to the player to come closest to 21 without going over".
///
/// ```
/// use reference::cards::Rank;
/// use reference::casino::card_value;
///
/// assert_eq!(card_value(Rank::Ace, 10), 11);
/// assert_eq!(card_value(Rank::Ace, 11), 1);
/// ```
pub fn card_value(rank: Rank, total_before: i64) -> i64 {
    match rank {
        Rank::Ace if total_before + ACE_HIGH <= TARGET => ACE_HIGH,
        Rank::Ace => ACE_LOW,
        Rank::Jack | Rank::Queen | Rank::King => 10,
        number => i64::from(number.number()),
    }
}

/// The total of a hand, its cards added in the order they were drawn.
///
/// The order matters, for "once Ace has been counted as 11 it will stay as 11".
pub fn hand_total(cards: &[Card]) -> i64 {
    cards.iter().fold(0, |total, card| total + card_value(card.rank, total))
}

/// Whether a total is over: "Getting a card total over 21 is called \"busting\"."
pub fn busted(total: i64) -> bool {
    total > TARGET
}

/// Whether the player is asked for another card: "The player can continue to draw cards while their total is
/// less than 21."
pub fn player_is_asked(total: i64) -> bool {
    total < TARGET
}

/// Whether the dealer draws another card.
pub fn dealer_draws(total: i64) -> bool {
    total <= DEALER_DRAWS_AT_MOST
}

/// How a round ended, as seen by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player went over 21 and lost the bet, whatever the dealer held.
    PlayerBust,
    /// The dealer went over 21 and the player did not.
    DealerBust,
    /// Nobody went over, and the player came closer to 21.
    PlayerWins,
    /// Nobody went over, and the dealer came closer to 21.
    DealerWins,
    /// Nobody went over, and both came equally close.
    Draw,
}

impl Outcome {
    /// By how many dollars the player's money changes after a bet of `bet` dollars.
    pub fn money_change(self, bet: i64) -> i64 {
        match self {
            Self::DealerBust | Self::PlayerWins => bet,
            Self::PlayerBust | Self::DealerWins => -bet,
            Self::Draw => 0,
        }
    }
}

/// Who wins with these totals. The dealer has none (`None`) where it drew no cards after a player's bust.
///
/// "If both the player and the dealer bust, then the dealer wins", so a player's bust settles the round. A
/// player who did not go over wins against a dealer without cards, which no legal round leads to.
pub fn settle(player: i64, dealer: Option<i64>) -> Outcome {
    match dealer {
        _ if busted(player) => Outcome::PlayerBust,
        None => Outcome::PlayerWins,
        Some(dealer) if busted(dealer) => Outcome::DealerBust,
        Some(dealer) => match player.cmp(&dealer) {
            Ordering::Greater => Outcome::PlayerWins,
            Ordering::Less => Outcome::DealerWins,
            Ordering::Equal => Outcome::Draw,
        },
    }
}

/// Whether a bet is taken or asked for again: "the user is prompted to re-enter their bet amount if they try to
/// bet more than they actually have".
///
/// The handout says nothing of bets of 0 and below; they are refused here because they make no sense.
pub fn bet_accepted(bet: i64, money: i64) -> bool {
    (1..=money).contains(&bet)
}

/// What comes after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterRound {
    /// The player has nothing left; the game is over.
    Broke,
    /// The player has more than [`RICH_ABOVE`]; the game is over.
    Rich,
    /// The player is asked whether to play again.
    AskAgain,
}

/// What comes after a round that leaves the player with `money` dollars: "the game ends when the player is down
/// to $0 or their amount exceeds $1,000".
pub fn after_round(money: i64) -> AfterRound {
    if money <= 0 {
        AfterRound::Broke
    } else if money > RICH_ABOVE {
        AfterRound::Rich
    } else {
        AfterRound::AskAgain
    }
}
