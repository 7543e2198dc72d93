//! The course of a game: its sets and turns, put together from what was said. It has no opinion either: what breaks the
//! rules is put together as it was told.

use reference::bluejack::{Card, Move, PerSide, Side};

use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

use super::facts::{Printed, Session, Standing, What, cards_of};
use super::reading::Reading;

mod walk;

/// A game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Course {
    /// Its sets.
    pub sets: Vec<Set>,
    /// Every listing of the human's hand.
    pub hands: Vec<HandShown>,
}

/// One set.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// Where it begins.
    pub begins: Place,
    /// The sets won before it, as its first line tells.
    pub won: Option<PerSide<u64>>,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// Who is said to have bust or to have nine cards.
    pub claims: Vec<(Place, What)>,
    /// Its result: who won, or nobody; not the side named, where the loser always is.
    pub result: Option<(Place, Option<Side>)>,
    /// The end of the game in it: who won, and whether a Bluejack was called.
    pub game: Option<(Place, Side, bool)>,
}

/// One turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Whose turn it is.
    pub side: Side,
    /// Where it begins.
    pub begins: Place,
    /// What happened in it.
    pub steps: Vec<(Place, Step)>,
    /// The boards before it.
    pub before: PerSide<Standing>,
    /// The side's own board after the draw; empty if nothing was drawn or shown.
    pub drawn: Standing,
    /// The boards at its end.
    pub after: PerSide<Standing>,
    /// Who had stood before it.
    pub stood: PerSide<bool>,
    /// The human's hand before it, if it was listed.
    pub hand: Option<Vec<Printed>>,
}

/// What happens in a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A card of the game deck is drawn.
    Draw(Printed),
    /// The human is asked.
    Ask(Asked),
    /// A card of the hand is played.
    Play(Printed),
    /// The turn is ended.
    End,
    /// The side stands.
    Stand,
    /// A board is shown.
    Board(Shown),
}

/// A question for a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What was typed.
    pub answer: Option<String>,
    /// The hand then, in the order in which `play` counts.
    pub hand: Vec<Printed>,
    /// What a legal answer means; `None` for an answer that is not legal, or cannot be told to be.
    pub meant: Option<Move>,
    /// Whether hand and board are known well enough to tell.
    pub known: bool,
}

/// A board as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Whose it is.
    pub side: Side,
    /// The cards listed.
    pub listed: Vec<Printed>,
    /// The sum shown.
    pub sum: Option<i64>,
    /// The cards that the moves put there.
    pub tracked: Vec<Printed>,
    /// The listing of this board before, in the same set.
    pub last: Option<(Vec<Printed>, Option<i64>)>,
}

/// A listing of the human's hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandShown {
    /// Where it stands.
    pub place: Place,
    /// In which set.
    pub set: usize,
    /// The cards listed.
    pub listed: Vec<Printed>,
    /// What the hand must be by the listing before and what was played since.
    pub expected: Option<Vec<Printed>>,
}

impl Turn {
    /// The cards drawn in it.
    pub fn draws(&self) -> impl Iterator<Item = (Place, &Printed)> {
        self.steps.iter().filter_map(|(place, step)| match step {
            Step::Draw(card) => Some((*place, card)),
            _ => None,
        })
    }

    /// The cards of the hand played in it.
    pub fn plays(&self) -> impl Iterator<Item = (Place, &Printed)> {
        self.steps.iter().filter_map(|(place, step)| match step {
            Step::Play(card) => Some((*place, card)),
            _ => None,
        })
    }

    /// The questions asked in it, with their places among the steps.
    pub fn asks(&self) -> impl Iterator<Item = (usize, &Asked)> {
        self.steps.iter().enumerate().filter_map(|(at, (_, step))| match step {
            Step::Ask(asked) => Some((at, asked)),
            _ => None,
        })
    }

    /// Whether the side stood in this turn.
    pub fn stands(&self) -> bool {
        self.steps.iter().any(|(_, step)| *step == Step::Stand) || self.stands_untold()
    }

    /// Whether the answer was to stand and nothing was said against it.
    fn stands_untold(&self) -> bool {
        let told = self.steps.iter().any(|(_, step)| matches!(step, Step::End | Step::Play(_) | Step::Stand));
        let last = self.asks().last().map(|(_, asked)| asked.meant);
        !told && last == Some(Some(Move::Stand))
    }

    /// Whether a card was played, or the turn was said to be over.
    fn acted(&self) -> bool {
        self.steps.iter().any(|(_, step)| matches!(step, Step::End | Step::Stand | Step::Play(_)))
    }

    /// Whether the turn was said to be over.
    fn said_over(&self) -> bool {
        self.steps.iter().any(|(_, step)| matches!(step, Step::End | Step::Stand))
    }
}

impl Set {
    /// The boards as they stand at its end so far.
    pub fn boards(&self) -> PerSide<Standing> {
        self.turns.last().map(|turn| turn.after.clone()).unwrap_or_default()
    }

    /// Whether a side has stood in it.
    pub fn stood(&self, side: Side) -> bool {
        self.turns.iter().any(|turn| turn.side == side && turn.stands())
    }

    /// Whether a side has had a turn in it.
    pub fn has_turn(&self, side: Side) -> bool {
        self.turns.iter().any(|turn| turn.side == side)
    }
}

impl Course {
    /// Puts a game together.
    pub fn of(session: &Session, reading: &Reading) -> Self {
        walk::course(session, reading)
    }

    /// Who won a set: as announced, else as the next set's line or the end of the game tells. The outer `None` if
    /// nothing tells.
    pub fn outcome(&self, set: usize) -> Option<(Place, Option<Side>)> {
        let this = &self.sets[set];
        if this.result.is_some() {
            return this.result;
        }
        if let Some((place, side, _)) = this.game {
            return Some((place, Some(side)));
        }
        let next = self.sets.get(set + 1)?;
        let (before, after) = (this.won?, next.won?);
        let gained: Vec<Side> =
            Side::ALL.into_iter().filter(|side| after[*side] == before[*side] + 1).collect();
        match gained[..] {
            [side] => Some((next.begins, Some(side))),
            [] if before == after => Some((next.begins, None)),
            _ => None,
        }
    }

    /// Where a set is known to be over: at its result, the next set, or the program's end.
    pub fn over(&self, set: usize, session: &Session) -> Option<Place> {
        let this = &self.sets[set];
        let told = this.result.map(|(place, _)| place).or(this.game.map(|(place, ..)| place));
        let next = self.sets.get(set + 1).map(|next| next.begins);
        let ended = matches!(session.end, Ending::Exited(_)).then(|| end_of(session));
        told.or(next).or(ended)
    }
}

/// The place behind everything that was said.
pub fn end_of(session: &Session) -> Place {
    Place { turn: session.asks.len(), line: usize::MAX }
}

/// A board's cards, if each can be read.
pub fn board_of(standing: &Standing) -> Option<Vec<Card>> {
    cards_of(&standing.cards)
}
