//! Card games as pure state machines, and the random numbers they are dealt from.
//!
//! A game here does no input or output and keeps no global state: it says something, asks a question and waits
//! for the answer. Its rules are small functions that the game loop calls and that anybody else who judges a
//! play of the same game may call too, so there is one truth about what a hand is worth.
//!
//! - [`cards`]: ranks, suits and cards as the handouts name them.
//! - [`crand`]: the C library's generators, bit for bit.
//! - [`bluejack`]: Bluejack against the computer.
//! - [`casino`]: single-player Blackjack with `draw_card`.
//! - [`crowns`]: Five Crowns, and the least points of a hand.
//! - [`deck52`]: Blackjack with one deck of 52 cards, and its extra credit.
//! - [`replay`]: any of the games played from a script.
//! - [`script`]: the answers to a program's questions, as a text file.

pub mod bluejack;
pub mod cards;
pub mod casino;
pub mod crand;
pub mod crowns;
pub mod deck52;
pub mod replay;
pub mod script;
