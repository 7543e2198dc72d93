//! What is told and never scored.

use std::collections::BTreeSet;

use reference::bluejack::{PerSide, Side};

use crate::transcript::Ending;

use super::course::Course;
use super::facts::{Session, What};
use super::reading::{HOME_SEED, Reading};
use super::record::Record;

/// The remarks on all games, put together in `record`.
pub(super) fn remarks(sessions: &[Session], record: &Record, reading: &Reading) -> Vec<String> {
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
    let mut events = sessions.iter().flat_map(|session| &session.events);
    if events.any(|event| matches!(event.what, What::Hand(Side::Computer, _))) {
        remarks.push("It shows the computer's hand, which should stay hidden until it is played.".to_owned());
    }
    if let Some(remark) =
        sessions.iter().enumerate().find_map(|(nth, session)| match record.course(nth, reading) {
            Some(course) => wrong_count(session, course),
            None => wrong_count(session, &Course::of(session, reading)),
        })
    {
        remarks.push(remark);
    }
    remarks
}

/// A set's line with another score than the results before it give.
fn wrong_count(session: &Session, course: &Course) -> Option<String> {
    let mut won = PerSide::<u64>::default();
    for set in &course.sets {
        if let Some(shown) = set.won.filter(|shown| *shown != won) {
            return Some(format!(
                "A set's line shows {}-{} where the results before it make {}-{} (seed {}).",
                shown.human, shown.computer, won.human, won.computer, session.seed
            ));
        }
        if let Some((_, Some(side))) = set.result {
            won[side] += 1;
        }
    }
    None
}
