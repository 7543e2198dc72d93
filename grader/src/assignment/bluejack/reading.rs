//! A program's habits, learnt from all its sessions together.

use std::collections::BTreeSet;

use reference::bluejack::{Card, Move, PerSide, Side, board_sum};

use super::course::{Course, Step};
use super::facts::{Printed, Session, What, cards_of};

/// The seed of an untouched run: the handout names none, so nothing is shifted.
pub const HOME_SEED: u32 = 0;

/// A program's habits.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Whether it says that a side ends its turn.
    pub tells_ends: PerSide<bool>,
    /// Whether it says that a side stands.
    pub tells_stands: PerSide<bool>,
    /// By how much the card it plays is off the one `play K` names, if it always is.
    pub play_shift: isize,
    /// Some sum without Flip and Double is wrong: its sums are, not its Flip or Double.
    pub plain_sums_wrong: bool,
    /// The human gets new cards from set to set.
    pub hand_renewed: bool,
    /// The computer plays more than four different cards in some game.
    pub computer_has_more: bool,
    /// Two untouched runs deal the same cards.
    pub repeats: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            tells_ends: PerSide { human: true, computer: true },
            tells_stands: PerSide { human: true, computer: true },
            play_shift: 0,
            plain_sums_wrong: false,
            hand_renewed: false,
            computer_has_more: false,
            repeats: false,
        }
    }
}

impl Reading {
    /// Learns from all sessions.
    pub fn learn(sessions: &[Session]) -> Self {
        let says = |what: &What| sessions.iter().any(|session| session.events.iter().any(|event| event.what == *what));
        let mut reading = Self {
            tells_ends: PerSide::from_fn(|side| says(&What::Ends(side))),
            tells_stands: PerSide::from_fn(|side| says(&What::Stands(side))),
            computer_has_more: sessions.iter().any(|session| {
                let cards: BTreeSet<&Printed> = computer_plays(session).collect();
                cards.len() > reference::bluejack::HAND_CARDS
            }),
            repeats: repeats(sessions),
            ..Self::default()
        };
        let courses: Vec<Course> = sessions.iter().map(|session| Course::of(session, &reading)).collect();
        reading.play_shift = play_shift(&courses);
        reading.plain_sums_wrong = courses.iter().any(plain_sum_wrong);
        reading.hand_renewed = courses.iter().any(hand_renewed);
        reading
    }
}

/// The cards the computer plays in a game.
pub(super) fn computer_plays(session: &Session) -> impl Iterator<Item = &Printed> {
    session.events.iter().filter_map(|event| match &event.what {
        What::Plays(Side::Computer, card) => Some(card),
        _ => None,
    })
}

/// By how much played cards are off those named, if they are always off by the same.
fn play_shift(courses: &[Course]) -> isize {
    let mut shifts: Vec<isize> = Vec::new();
    for turn in courses.iter().flat_map(|course| &course.sets).flat_map(|set| &set.turns) {
        for (at, asked) in turn.asks() {
            let Some(Move::Play(place)) = asked.meant else { continue };
            let played = turn.steps[at..].iter().find_map(|(_, step)| match step {
                Step::Play(card) => Some(card),
                _ => None,
            });
            // A card held twice tells nothing.
            let held = |card: &Printed| {
                let mut places = asked.hand.iter().enumerate().filter(|(_, held)| *held == card);
                places.next().filter(|_| places.next().is_none()).map(|(at, _)| at)
            };
            if let Some(played) = played.and_then(held) {
                shifts.push(played as isize - place as isize);
            }
        }
    }
    match shifts.first() {
        Some(first) if shifts.len() >= 2 && shifts.iter().all(|shift| shift == first) => *first,
        _ => 0,
    }
}

/// Whether a sum of a board without Flip and Double is wrong.
fn plain_sum_wrong(course: &Course) -> bool {
    let steps = course.sets.iter().flat_map(|set| &set.turns).flat_map(|turn| &turn.steps);
    steps.into_iter().any(|(_, step)| {
        let Step::Board(shown) = step else { return false };
        let (Some(sum), Some(cards)) = (shown.sum, cards_of(&shown.listed)) else { return false };
        let tracked = cards_of(&shown.tracked).map(|cards| board_sum(&cards));
        let is_plain = |cards: &[Card]| cards.iter().all(|card| card.value().is_some());
        let all_plain = is_plain(&cards) && cards_of(&shown.tracked).is_some_and(|cards| is_plain(&cards));
        all_plain && board_sum(&cards) != sum && tracked != Some(sum)
    })
}

/// Whether the human's hand holds cards it did not start with.
fn hand_renewed(course: &Course) -> bool {
    let Some(first) = course.hands.first() else { return false };
    course.hands.iter().any(|hand| hand.listed.iter().any(|card| !first.listed.contains(card)))
}

/// Whether the untouched runs all begin with the same cards.
fn repeats(sessions: &[Session]) -> bool {
    let untouched = || sessions.iter().filter(|session| session.seed == HOME_SEED);
    let opening = |session: &Session| -> Vec<What> {
        let opening = |what: &What| matches!(what, What::Draws(..) | What::Hand(..));
        session.events.iter().map(|event| event.what.clone()).filter(opening).take(2).collect()
    };
    let mut openings = untouched().map(opening);
    let first = openings.next();
    let moments: BTreeSet<u32> = untouched().map(|session| session.moment).collect();
    moments.len() > 1 && openings.all(|other| Some(other) == first)
}
