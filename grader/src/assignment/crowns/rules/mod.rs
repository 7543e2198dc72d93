//! The rules of Five Crowns: each a pure function from facts to findings, its documentation the catalogue's entry.

use super::facts::{Deal, Session};
use super::reading::{Reading, sound};
use crate::assignment::finding::rule;
pub use crate::assignment::finding::{Finding, Findings};

mod cards;
mod full;
mod game;
mod points;
mod program;

pub(super) use points::laid_out;

/// A rule of Five Crowns.
pub type Rule = crate::assignment::finding::Rule<Session, Reading>;

/// Every rule that play decides, in the order of the handout's page.
pub const RULES: [Rule; 19] = [
    program::EXITS_CLEANLY,
    cards::DECK_116,
    cards::HAND_SIZE,
    points::CARD_POINTS,
    points::BOOK,
    points::BOOK_JOKER,
    points::POINTS_OPTIMAL,
    points::POINTS_POSSIBLE,
    game::WINNER,
    game::REPLAY,
    game::PLAYERS,
    points::EC_RUNS,
    full::FULL_DEALS,
    full::FULL_WILD,
    full::FULL_TURN,
    full::FULL_GOING_OUT,
    full::FULL_LAST_TURN,
    full::FULL_TALLY,
    full::FULL_WINNER,
];

/// A breach in a game, as the text of `turn` shows.
fn breach(
    session: usize,
    deal: &Deal,
    turn: usize,
    what: impl Into<String>,
    expected: impl Into<String>,
) -> Finding {
    Finding { session, from: deal.from, turn, what: what.into(), expected: expected.into() }
}

/// "1 card", "3 cards".
fn cards(count: usize) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

/// Names of players, for a sentence.
fn players(seats: &[u32]) -> String {
    let names: Vec<String> = seats.iter().map(|seat| format!("Player {seat}")).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}
