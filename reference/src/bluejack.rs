//! Bluejack, the human against the computer, as the SE 115 handout has it.
//!
//! The rules are small functions of cards and numbers ([`board_sum`], [`decision`], [`closest`] …). [`Game`] is the
//! game made of them, dealt from a [`Deal`], and [`replay()`] plays it from a script. The handout fixes no text, so
//! [`transcript`] has the lines that `specs/bluejack.md` publishes.

mod card;
mod computer;
mod deal;
mod game;
mod record;
mod replay;
mod rules;
mod side;
pub mod transcript;

pub use card::{Card, CardError, Colour};
pub use computer::{STANDS_FROM, Situation, choose};
pub use deal::{Deal, GameDeck, game_cards, made_cards, pick_hand, shuffle};
pub use game::{DEFAULT_SEED, Game, Question, Step};
pub use record::{Ending, Set, Turn};
pub use replay::{Replay, replay};
pub use rules::{
    BOARD_CARDS, Decision, GOAL, HAND_CARDS, Move, PLAYER_DECK_CARDS, SETS_TO_WIN, blue_twenty, board_full,
    board_sum, board_values, busted, closest, decision, game_deck_card, game_winner, hand_card, legal_hand,
    legal_move, next_to_move, nine_cards_win, playable,
};
pub use side::{PerSide, Side};
