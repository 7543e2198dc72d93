//! The rules of Bluejack that play decides: each a pure function from one game to findings, its documentation the
//! catalogue's entry.

use reference::bluejack::Side;

use crate::assignment::RuleEntry;
use crate::assignment::finding::rule;
pub use crate::assignment::finding::{Finding, Findings};

use super::course::{Set, Turn};
use super::facts::Session;
use super::reading::Reading;
use super::referee::{Found, Game};

mod deck;
mod game;
mod hand;
mod moves;
pub(super) mod odds;
mod program;
mod set;
mod sums;
mod turns;

/// A rule of Bluejack.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its entry in the catalogue.
    pub entry: RuleEntry,
    /// The judge.
    pub(super) judge: Judge,
}

/// What a rule is about, and the function that judges it.
#[derive(Clone, Copy)]
pub(super) enum Judge {
    /// Cards, or the program as a whole: neither explains other faults, nor is explained by them.
    Cards(Law),
    /// Sums: they may explain what happens after, and stand for themselves.
    Sums(Law),
    /// Turns, moves and outcomes: an earlier fault in the set may explain a later one.
    Play(Law),
    /// All games together.
    Class(fn(&[Session], &Reading) -> Findings),
}

/// Judges one game.
type Law = fn(&Game<'_>, &mut Found);

/// Every rule that play alone decides, in the order of the handout's page.
pub const RULES: [Rule; 21] = [
    program::EXITS_CLEANLY,
    hand::HAND_FOUR,
    odds::HAND_ODDS,
    deck::GAME_DECK,
    turns::PLAYER_FIRST,
    turns::ALTERNATE,
    turns::DRAW_FIRST,
    turns::ONE_CARD_A_TURN,
    hand::CARD_ONCE,
    sums::FLIP_LAST,
    sums::DOUBLE_LAST,
    sums::BOARD_SUM,
    turns::STAND_WAITS,
    set::BUST,
    set::NINE_CARDS,
    set::CLOSEST,
    set::SET_TIE,
    game::THREE_SETS,
    game::BLUE_TWENTY,
    moves::LEGAL_MOVE,
    moves::BAD_MOVE,
];

/// Every turn of a game, with its set and its place in it.
fn turns<'a>(game: &Game<'a>) -> impl Iterator<Item = (usize, &'a Set, usize, &'a Turn)> {
    game.course
        .sets
        .iter()
        .enumerate()
        .flat_map(|(nth, set)| set.turns.iter().enumerate().map(move |(at, turn)| (nth, set, at, turn)))
}

/// "You", "The computer".
fn subject(side: Side) -> &'static str {
    match side {
        Side::Human => "You",
        Side::Computer => "The computer",
    }
}

/// The verb that follows [`subject`].
fn verb(side: Side, second: &'static str, third: &'static str) -> &'static str {
    if side == Side::Human { second } else { third }
}

/// "You win the set", "the set is tied".
fn result(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Human) => "you win the set",
        Some(Side::Computer) => "the computer wins the set",
        None => "the set is tied",
    }
}
