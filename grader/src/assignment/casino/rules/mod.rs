//! The rules of the casino: each a pure function from facts to findings, its documentation the catalogue's entry.

use super::facts::{Round, Session};
use super::question::Kind;
use super::reading::{At, Reading};
use crate::assignment::finding::rule;
pub use crate::assignment::finding::{Finding, Findings};

mod cards;
mod dealer;
mod money;
mod player;
mod program;
mod settlement;

pub(super) use cards::sum_of;

/// A rule of the casino.
pub type Rule = crate::assignment::finding::Rule<Session, Reading>;

impl Findings {
    /// The rule was broken in a round, as the text of `turn` shows.
    fn breach(&mut self, at: &At<'_>, turn: usize, what: impl Into<String>, expected: impl Into<String>) {
        let from = at.round.bets[0].turn;
        self.broken.push(Finding {
            session: at.nth,
            from,
            turn,
            what: what.into(),
            expected: expected.into(),
        });
    }
}

/// Every rule that play alone decides, in the order of the handout's page.
pub const RULES: [Rule; 25] = [
    program::EXITS_CLEANLY,
    money::START_MONEY,
    money::BET_REPROMPT,
    money::BET_ALL,
    cards::TWO_CARDS,
    cards::CARD_NAMES,
    cards::DECK_RANGE,
    cards::FACE_TEN,
    cards::ACE_HIGH,
    cards::ACE_LOW,
    cards::ACE_STICKY,
    cards::TOTALS,
    player::HIT_QUESTION,
    player::HIT_ADDS_ONE,
    player::PLAYER_BUST,
    dealer::DEALER_PLAYS_AT_21,
    dealer::DEALER_HITS_16,
    dealer::DEALER_STANDS_17,
    dealer::DEALER_BUST,
    settlement::OUTCOME,
    settlement::PAYOUT,
    program::REPLAY,
    program::STOP_BROKE,
    program::STOP_RICH,
    program::SEED_333,
];

/// The turn whose text shows how a round ended.
fn end_turn(round: &Round) -> usize {
    round.last_turn
}

/// The turn whose text shows the money after a round: the next bet question, if one came.
fn money_turn(at: &At<'_>) -> usize {
    let after = at.session.asks.iter().enumerate().skip(at.round.last_turn);
    let next = after.into_iter().find(|(_, ask)| ask.kind == Kind::Bet && ask.money.is_some());
    next.filter(|_| at.round.money_after.is_some()).map_or_else(|| end_turn(at.round), |(turn, _)| turn)
}

/// "$5", "-$5".
fn dollars(amount: i64) -> String {
    if amount < 0 { format!("-${}", -amount) } else { format!("${amount}") }
}
