//! What is told and never scored.

use std::collections::BTreeSet;

use crate::assignment::words::Owner;
use crate::transcript::Ending;

use super::facts::{Label, Session};
use super::reading::{HOME_SEED, Reading};

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
    let drew = |session: &&Session| {
        session
            .shows
            .iter()
            .any(|show| show.owner == Owner::Dealer && show.label == Label::Hits && show.known > 0)
    };
    let stands = |session: &Session| {
        session.shows.iter().any(|show| show.owner == Owner::Dealer && show.label == Label::Stands)
    };
    let mut played = sessions.iter().filter(drew).peekable();
    if played.peek().is_some() && !played.any(stands) {
        remarks.push("The line `Dealer stands   : …` after the dealer's hits is missing.".to_owned());
    }
    remarks
}
