//! The casino assignment: single-player Blackjack with `draw_card`.

pub mod facts;
pub mod lexicon;
mod numbers;
mod outcome;
pub mod player;
pub mod question;
pub mod reader;
pub mod reading;
mod stream;
pub mod survey;
pub mod rules;
pub mod values;
