//! Blackjack with one deck of 52 cards, as the handout of the 52-card lab has it.
//!
//! The functions the handout asks for are here under their own names: [`deal_card`], [`get_random`],
//! [`initialize_cards`] and [`score_hand`], on one array of [`Owner`]s. The rules are small functions of scores and
//! cards ([`card_value`], [`dealer_hits`], [`settle`] …). [`Game`] is the game made of both, dealt from any
//! [`Picker`], and [`replay()`] plays it from a script. What it prints is, column for column, what the handout's
//! examples show. The extra credit for aces and splitting is part of it where [`Options`] switch it on.
//!
//! ```
//! use reference::cards::Card;
//! use reference::deck52::{Game, Options, Outcome, index_of};
//!
//! // A closure that picks cards forces the deal: two to the dealer, two to the player, then the hits.
//! let mut cards = ["KD", "3S", "QD", "AS", "6D", "KS"].into_iter();
//! let picker = || index_of(cards.next().and_then(Card::from_short_name).expect("enough cards"));
//! let mut game = Game::new(picker, Options::default());
//! game.answer("hit");
//! game.answer("stand");
//! assert!(game.step().0.ends_with("Dealer busts, player wins!\n"));
//! assert_eq!(game.round().player[0].outcome, Some(Outcome::DealerBust));
//! ```

mod deck;
mod game;
mod options;
mod replay;
mod round;
mod rules;
mod table;
mod text;

pub use deck::{
    CARDS, Half, Hand, Owner, Owners, Picker, RandPicker, Seat, card_at, deal_card, get_random, index_of,
    initialize_cards, score_hand,
};
pub use game::{Game, Question, Step};
pub use options::Options;
pub use replay::{Replay, replay};
pub use round::{HandPlayed, Round};
pub use rules::{
    DEALER_STANDS_FROM, DEFAULT_SEED, HIGH_ACE_EXTRA, Outcome, TARGET, aces, best_dealer_score, better_score,
    busted, card_value, dealer_high_aces, dealer_hits, dealer_splits, ends_turn, hand_score, may_split,
    score_with_high_aces, settle, wins_at_once,
};

pub use crate::replay::Note;
