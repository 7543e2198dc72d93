//! What is told and never scored.

use std::collections::BTreeSet;

use crate::transcript::Ending;

use super::facts::Session;
use super::models::jokers;
use super::reading::{HOME_SEED, Reading, scored};

pub(super) fn remarks(sessions: &[Session], reading: &Reading) -> Vec<String> {
    let mut remarks = Vec::new();
    let statuses: BTreeSet<i32> = sessions
        .iter()
        .filter_map(|session| match session.end {
            Ending::Exited(status) if status != 0 => Some(status),
            _ => None,
        })
        .collect();
    if !statuses.is_empty() {
        let statuses: Vec<String> = statuses.iter().map(ToString::to_string).collect();
        remarks.push(format!("It ends with exit status {}; 0 is usual.", statuses.join(", ")));
    }
    if reading.repeats && sessions.iter().any(|session| session.seed == HOME_SEED) {
        remarks.push(
            "It deals the same cards every time it is run: seed the generator from the clock.".to_owned(),
        );
    }
    if reading.joker != 50 && scored(sessions, reading).iter().any(|hand| jokers(hand.cards) > 0) {
        remarks.push(format!(
            "A Joker that is left over counts {}; in the full game it is 50, and the weekly handout gives no number.",
            reading.joker
        ));
    }
    if reading.ranks {
        remarks.push(
            "Cards of the rank equal to the number of cards dealt are wild, and count 20 if they are left over: so do \
             the handout's rules of the game, and the weekly text does not speak of it."
                .to_owned(),
        );
    }
    if reading.runs && !reading.full {
        remarks.push("Runs are counted: the extra credit was attempted.".to_owned());
    }
    remarks
}
