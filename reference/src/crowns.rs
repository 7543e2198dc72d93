//! Five Crowns: the least points of a hand.
//!
//! The rules are small functions of cards and a [`Scoring`] ([`card_points`], [`is_book`], [`is_run`], [`winners`] …).
//! [`points()`] finds the least points of a hand, exactly and a million times a second; [`arrange`] shows the melds.

mod cards;
mod notation;
mod plain;
mod rules;
mod solver;

pub use cards::{Card, Rank, Suit, full_deck};
pub use notation::{BadCard, read_hand};
pub use plain::plain_points;
pub use rules::{
    JOKER_POINTS, MAX_PLAYERS, SMALLEST_MELD, Scoring, WILD_POINTS, card_points, is_book, is_meld, is_run,
    is_wild, winners,
};
pub use solver::{Arrangement, MAX_HAND, Meld, TooManyCards, arrange, points};
