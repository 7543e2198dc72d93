//! The words and columns of the handout's examples, and those of the extra credit in the same style.

use super::{Half, Hand, Outcome, Seat};
use crate::cards::Card;

/// What a line tells of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Has,
    Hits,
    Stands,
}

/// A line that shows a hand: a label 18 columns wide, the cards "in a left-justified field, 20 characters wide",
/// and the score. Longer hands push the score to the right, as C++'s `setw` does.
///
/// `one_of_two` tells whether the hand's seat has split.
pub(super) fn hand_line(hand: Hand, act: Act, one_of_two: bool, cards: &[Card], score: i64) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.short_name()).collect();
    let label = if one_of_two { split_label(hand, act) } else { label(hand.seat, act).to_owned() };
    format!("{label:16}: {:20}({score})", names.join(" "))
}

fn label(seat: Seat, act: Act) -> &'static str {
    match (seat, act) {
        (Seat::Player, _) => "You have cards",
        (Seat::Dealer, Act::Has) => "Dealer has cards",
        (Seat::Dealer, Act::Hits) => "Dealer hits",
        (Seat::Dealer, Act::Stands) => "Dealer stands",
    }
}

fn split_label(hand: Hand, act: Act) -> String {
    let number = number(hand.half);
    match (hand.seat, act) {
        (Seat::Player, _) => format!("Your hand {number}"),
        (Seat::Dealer, Act::Has) => format!("Dealer hand {number}"),
        (Seat::Dealer, Act::Hits) => format!("Dealer {number} hits"),
        (Seat::Dealer, Act::Stands) => format!("Dealer {number} stands"),
    }
}

/// The line that tells how a hand of the player ended; which one, if it is one of two.
pub(super) fn outcome_line(half: Half, outcome: Outcome, one_of_two: bool) -> String {
    let words = match outcome {
        Outcome::PlayerBust => "Player busts, dealer wins!",
        Outcome::PlayerAt21 | Outcome::PlayerWins => "Player wins!",
        Outcome::DealerBust => "Dealer busts, player wins!",
        Outcome::DealerWins => "Dealer wins!",
        Outcome::Draw => "Player and dealer draw.",
    };
    if one_of_two { format!("Hand {}: {words}", number(half)) } else { words.to_owned() }
}

/// The line that tells that one of the dealer's two hands went over.
pub(super) fn dealer_bust_line(half: Half) -> String {
    format!("Dealer hand {} busts.", number(half))
}

fn number(half: Half) -> u8 {
    match half {
        Half::First => 1,
        Half::Second => 2,
    }
}
