//! Single-player Blackjack with `draw_card`, as the casino handout has it.
//!

mod rules;

pub use rules::{
    AfterRound, DEALER_DRAWS_AT_MOST, HANDOUT_SEED, Outcome, RICH_ABOVE, START_MONEY, TARGET, after_round,
    bet_accepted, busted, card_value, dealer_draws, hand_total, player_is_asked, settle,
};
