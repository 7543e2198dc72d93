//! Single-player Blackjack with `draw_card`, as the casino handout has it.
//!
//! The rules are small functions of numbers and cards ([`card_value`], [`dealer_draws`], [`settle`] …). [`Game`]
//! is the game made of them, dealt from any [`Deck`] in any legal [`DealOrder`], and [`replay()`] plays it from a
//! script. What it prints is, word for word, what the handout's sample runs show.

mod deck;
mod game;
mod replay;
mod rules;

pub use deck::{DealOrder, DealStyle, DealerCards, Deck, RandDeck};
pub use game::{Game, Question, Round, Step};
pub use replay::{Replay, replay};
pub use rules::{
    AfterRound, DEALER_DRAWS_AT_MOST, HANDOUT_SEED, Outcome, RICH_ABOVE, START_MONEY, TARGET, after_round,
    bet_accepted, busted, card_value, dealer_draws, hand_total, player_is_asked, settle,
};

pub use crate::replay::Note;
