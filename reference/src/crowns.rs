//! Five Crowns: the least points of a hand, the weekly assignment and the full game.
//!
//! The rules are small functions of cards and a [`Scoring`] ([`card_points`], [`is_book`], [`is_run`], [`winners`] …).
//! [`points()`] finds the least points of a hand, exactly and a million times a second; [`arrange`] shows the melds.
//! [`weekly`] and [`full`] are the games made of them, and [`replay()`] plays either from a script. The handout fixes
//! no text, so [`transcript`] has the lines that `specs/crowns.md` publishes.

mod cards;
mod deal;
pub mod full;
mod game;
mod notation;
mod options;
mod plain;
mod question;
mod rules;
mod solver;
pub mod transcript;
pub mod weekly;

pub use cards::{Card, Rank, Suit, full_deck};
pub use deal::{DEFAULT_SEED, Shuffle};
pub use game::{Game, Replay, Round, replay};
pub use notation::{BadCard, read_hand};
pub use options::Options;
pub use plain::plain_points;
pub use question::{Question, Source, Step};
pub use rules::{
    JOKER_POINTS, MAX_GAMES, MAX_PLAYERS, SMALLEST_MELD, Scoring, WILD_POINTS, card_points, is_book, is_meld,
    is_run, is_wild, winners,
};
pub use solver::{Arrangement, MAX_HAND, Meld, TooManyCards, arrange, points};
