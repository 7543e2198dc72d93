//! A program's habits, learnt from all its sessions together.

use std::collections::BTreeSet;

use reference::bluejack::{Card, Move, PerSide, Side, board_sum, busted, closest};

use super::course::{Course, Step};
use super::facts::{Believed, Printed, Session, Standing, What, cards_of};
use super::record::Record;

/// The seed of an untouched run: the handout names none, so nothing is shifted.
pub const HOME_SEED: u32 = 0;

/// A program's habits.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a habit of its own, and any of them may go with any other"
)]
pub struct Reading {
    /// Whether it says that a side ends its turn.
    pub tells_ends: PerSide<bool>,
    /// Whether it says that a side stands.
    pub tells_stands: PerSide<bool>,
    /// By how much the card it plays is off the one `play K` names, if it always is.
    pub play_shift: isize,
    /// Whether a side plays cards in turns without a draw.
    pub plays_undrawn: PerSide<bool>,
    /// Which sums it goes by, where those it shows are wrong.
    pub believed: Believed,
    /// Some sum without Flip and Double is wrong: its sums are, not its Flip or Double.
    pub plain_sums_wrong: bool,
    /// The human gets new cards from set to set.
    pub hand_renewed: bool,
    /// Some first hand holds a card twice that can be there only once.
    pub hand_has_twins: bool,
    /// The computer plays more than four different cards in some game.
    pub computer_has_more: bool,
    /// The line about a set's winner names the loser, as the score and the game's winner show.
    pub names_loser: bool,
    /// Other seeds bring other hands, and always the same first cards of the game deck.
    pub deck_fixed: bool,
    /// Two untouched runs deal the same cards.
    pub repeats: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            tells_ends: PerSide { human: true, computer: true },
            tells_stands: PerSide { human: true, computer: true },
            play_shift: 0,
            plays_undrawn: PerSide::default(),
            believed: Believed::Either,
            plain_sums_wrong: false,
            hand_renewed: false,
            hand_has_twins: false,
            computer_has_more: false,
            names_loser: false,
            deck_fixed: false,
            repeats: false,
        }
    }
}

impl Reading {
    /// Learns from all sessions.
    pub fn learn(sessions: &[Session]) -> Self {
        Record::default().learn(sessions)
    }

    /// What the lines of all sessions tell, before they are put together.
    pub(super) fn of_lines(sessions: &[Session]) -> Self {
        let says = |what: &What| {
            sessions.iter().any(|session| session.events.iter().any(|event| event.what == *what))
        };
        Self {
            tells_ends: PerSide::from_fn(|side| says(&What::Ends(side))),
            tells_stands: PerSide::from_fn(|side| says(&What::Stands(side))),
            computer_has_more: sessions.iter().any(|session| {
                let cards: BTreeSet<&Printed> = computer_plays(session).collect();
                cards.len() > reference::bluejack::HAND_CARDS
            }),
            repeats: repeats(sessions),
            deck_fixed: deck_fixed(sessions),
            ..Self::default()
        }
    }

    /// The whole of it, by the sessions and the courses they were put together to with this reading.
    pub(super) fn completed(self, sessions: &[Session], courses: &[Course]) -> Self {
        let mut reading = self;
        reading.play_shift = play_shift(courses);
        reading.plain_sums_wrong = courses.iter().any(plain_sum_wrong);
        reading.hand_renewed = courses.iter().any(hand_renewed);
        reading.hand_has_twins =
            sessions.iter().any(|session| session.first_hand().is_some_and(|(_, hand)| twin(hand).is_some()));
        reading.plays_undrawn =
            PerSide::from_fn(|side| courses.iter().any(|course| plays_undrawn(course, side)));
        reading.believed = believed(courses);
        reading.names_loser = names_loser(courses);
        reading
    }

    /// Whether games are put together by another reading just as by this one.
    pub(super) fn walks_as(&self, other: &Self) -> bool {
        self.tells_ends == other.tells_ends
            && self.plays_undrawn == other.plays_undrawn
            && self.believed == other.believed
            && self.names_loser == other.names_loser
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
            // What is played after another question answers that one.
            let then = turn.steps[at + 1..].iter().map(|(_, step)| step);
            let mut then = then.take_while(|step| !matches!(step, Step::Ask(_)));
            let played = then.find_map(|step| match step {
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
    let turns = course.sets.iter().flat_map(|set| &set.turns);
    let mut steps = turns.flat_map(|turn| turn.steps.iter().map(move |(_, step)| (turn, step)));
    steps.any(|(turn, step)| {
        let Step::Board(shown) = step else { return false };
        // A Flip or Double that lies on the other board may have changed this one.
        if turn.after[shown.side.other()].special().is_some() {
            return false;
        }
        let (Some(sum), Some(cards)) = (shown.sum, cards_of(&shown.listed)) else { return false };
        if board_sum(&cards) == sum {
            return false;
        }
        let tracked = cards_of(&shown.tracked).map(|cards| board_sum(&cards));
        let is_plain = |cards: &[Card]| cards.iter().all(|card| card.value().is_some());
        let all_plain = is_plain(&cards) && cards_of(&shown.tracked).is_some_and(|cards| is_plain(&cards));
        all_plain && tracked != Some(sum)
    })
}

/// Whether a side plays a card in a turn that has no draw.
fn plays_undrawn(course: &Course, side: Side) -> bool {
    let mut turns = course.sets.iter().flat_map(|set| &set.turns);
    turns.any(|turn| turn.side == side && turn.draws().next().is_none() && turn.plays().next().is_some())
}

/// Which sums a program goes by: those that explain all sets left to the sums, where the others do not.
fn believed(courses: &[Course]) -> Believed {
    let (mut against_ruled, mut against_shown) = (0, 0);
    for course in courses {
        for (nth, set) in course.sets.iter().enumerate() {
            let Some((_, winner)) = course.outcome(nth) else { continue };
            if set.game.is_some() || !Side::ALL.into_iter().all(|side| set.stood(side)) {
                continue;
            }
            let boards = set.boards();
            let result = |sum: &dyn Fn(&Standing) -> Option<i64>| {
                let sums = PerSide { human: sum(&boards.human)?, computer: sum(&boards.computer)? };
                Some(closest(sums)).filter(|_| !busted(sums.human) && !busted(sums.computer))
            };
            let ruled = result(&|board| board.ruled());
            let shown = result(&|board| board.shown);
            against_ruled += u32::from(ruled.is_some_and(|ruled| ruled != winner));
            against_shown += u32::from(shown.is_some_and(|shown| shown != winner));
        }
    }
    match (against_ruled, against_shown) {
        (0, 1..) => Believed::Ruled,
        (1.., 0) => Believed::Shown,
        _ => Believed::Either,
    }
}

/// So many sets must show that the line about their winner names the loser, and none the contrary.
const LOSERS: usize = 3;

/// Whether the lines about who won a set are always contradicted: by the score behind them, and by the game's winner.
fn names_loser(courses: &[Course]) -> bool {
    let (mut against, mut with) = (0, 0);
    for course in courses {
        for (nth, set) in course.sets.iter().enumerate() {
            let Some((_, Some(said))) = set.result else { continue };
            let scores = set.won.zip(course.sets.get(nth + 1).and_then(|next| next.won));
            let gained = scores.and_then(|(before, after)| {
                Side::ALL.into_iter().find(|side| {
                    after[*side] == before[*side] + 1 && after[side.other()] == before[side.other()]
                })
            });
            let winner = gained.or(set.game.map(|(_, winner, _)| winner));
            against += usize::from(winner == Some(said.other()));
            with += usize::from(winner == Some(said));
        }
    }
    against >= LOSERS && with == 0
}

/// So many different hands with the same first cards show that the game deck is never shuffled: of fair decks one in
/// some thousand begins like another.
const SAME_DECKS: usize = 12;

/// Whether different seeds bring different hands, and always the same two cards first.
fn deck_fixed(sessions: &[Session]) -> bool {
    let mut seeds = BTreeSet::new();
    let (mut hands, mut decks) = (BTreeSet::new(), BTreeSet::new());
    for session in sessions.iter().filter(|session| seeds.insert((session.seed, session.moment))) {
        let mut draws = session.events.iter().filter_map(|event| match &event.what {
            What::Draws(_, card) => Some(card),
            _ => None,
        });
        let (Some((_, hand)), Some(first), Some(second)) = (session.first_hand(), draws.next(), draws.next())
        else {
            continue;
        };
        hands.insert(hand);
        decks.insert((first, second));
    }
    hands.len() >= SAME_DECKS && decks.len() == 1
}

/// A card that a hand holds twice and that can be there only once: signed ones are made at random and may be alike.
pub(super) fn twin(hand: &[Printed]) -> Option<&Printed> {
    let twice = |(at, one): &(usize, &Printed)| {
        !matches!(one.card, Some(Card::Signed { .. })) && hand[..*at].contains(one)
    };
    hand.iter().enumerate().find(twice).map(|(_, one)| one)
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
