//! The arithmetic of the cards beside the totals of a transcript.

use super::facts::Session;
use super::question::Questions;
use super::reading::Reading;
use super::rules::sum_of;
use crate::assignment::excerpt::{self, Note};
use crate::assignment::words::Owner;
use crate::transcript::Transcript;

/// Notes for every total shown: how the cards add up; with `all` also where the total is right.
pub(super) fn arithmetic(session: &Session, all: bool) -> Vec<Note> {
    let mut notes = Vec::new();
    for round in &session.rounds {
        for owner in [Owner::Player, Owner::Dealer] {
            let hand = round.hand(owner);
            for shown in &hand.shown {
                let right = hand.total_by_cards(shown.cards);
                if all || right.is_some_and(|right| right != shown.total) {
                    let sum = sum_of(hand, shown.cards);
                    let wrong = if right == Some(shown.total) {
                        String::new()
                    } else {
                        format!(", shown {}", shown.total)
                    };
                    notes.push((shown.place, format!("{sum}{wrong}")));
                }
            }
        }
    }
    notes
}

/// A whole transcript with every total explained.
pub(super) fn annotate(transcript: &Transcript, questions: &Questions) -> String {
    let mut session = super::reader::Reader::read(questions, transcript, 0, "");
    Reading::default().forms.apply(&mut session);
    let notes = arithmetic(&session, true);
    excerpt::whole(transcript, &notes)
}
