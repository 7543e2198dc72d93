//! The deck52 assignment: Blackjack with one deck of 52 cards.

pub mod code;
