//! What happened in a session, without any opinion about it.

use reference::crowns::{Card, Rank};

use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

use super::question::Kind;

/// One session: a run of the program, with any number of games.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its seed.
    pub seed: u32,
    /// The shift of clock and entropy.
    pub moment: u32,
    /// Who played.
    pub player: String,
    /// Every question, in order; the n-th belongs to turn n.
    pub asks: Vec<Ask>,
    /// Every line that told something, in order.
    pub events: Vec<(Place, Event)>,
    /// The games of the weekly assignment, or the hands of the full game.
    pub deals: Vec<Deal>,
    /// The turn in which the deck had run out: what was printed then are no cards.
    pub ran_out: Option<usize>,
    /// How the session ended.
    pub end: Ending,
    /// Calls to `srand`: how many, and the first arguments.
    pub seedings: (u32, Vec<u32>),
    /// Stars are written with a sign in short names, such as `7*`.
    pub star_sign: bool,
    /// A Rust program told that it panicked.
    pub panicked: bool,
    /// A Jack, Queen or King of a hand that is written as a number, and one that is written as a word.
    pub faces: [Option<String>; 2],
}

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What was asked.
    pub kind: Kind,
    /// What was typed; `None` for end of input or no answer.
    pub answer: Option<String>,
    /// What that was meant to be.
    pub intent: Option<Intent>,
    /// Something was printed since the last answer.
    pub spoken: bool,
    /// The question's last line.
    pub line: String,
}

/// What an answer was meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// So many players.
    Count(u32),
    /// An answer that should be asked again.
    Bad,
    /// Another game.
    Yes,
    /// No other game.
    No,
}

/// What a line tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A hand.
    Hand(Hand),
    /// Points; whose, if the words tell.
    Points(Option<u32>, i64),
    /// The sum of all cards of a hand, melded or not: its points only where no others are told.
    Sum(Option<u32>, i64),
    /// A winner, or a tie.
    Verdict(Verdict),
    /// The lowest points, without the winner.
    Lowest(i64),
    /// A hand of the full game begins.
    Begins(Beginning),
    /// The discard pile starts with a card.
    Pile(Card),
    /// A player draws from the deck.
    Draws(u32),
    /// The person at the terminal draws this card; `Draws` has told of it.
    YouDraw(Card),
    /// The person's hand with the card just taken, of which one is then discarded.
    Holds(Vec<Card>),
    /// A player takes this card from the discard pile.
    Takes(u32, Card),
    /// A player discards this card.
    Discards(u32, Card),
    /// A player goes out.
    GoesOut(u32),
    /// Nobody goes out, so that the hand ends.
    NobodyGoesOut,
    /// The discards are shuffled to become the draw pile.
    Reshuffle,
    /// The points so far, by player.
    Totals(Vec<(u32, i64)>),
    /// A line that was not understood.
    Other(String),
}

/// A hand as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// Whose it is: the number printed, else the place in the order of showing, from 1.
    pub seat: u32,
    /// Its cards, in the order printed.
    pub cards: Vec<Card>,
    /// Names of cards that no deck of the game holds.
    pub wrong: Vec<String>,
    /// The places of cards that were read as Stars by the letter S.
    pub by_s: Vec<usize>,
    /// A text among its cards that is the name of none, and its line.
    pub unclear: Option<Unclear>,
    /// Texts beside its cards that may be the names of cards: they are, where the hand is short of so many.
    pub odd: Vec<Unclear>,
    /// The points shown for it, and where they stand.
    pub points: Option<(i64, Place)>,
    /// Where it stands.
    pub place: Place,
}

/// A text that was not understood where a card should stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear {
    /// The text.
    pub text: String,
    /// Its line.
    pub line: String,
}

/// Who won, as announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The words tell of a tie.
    pub tie: bool,
    /// The players named.
    pub seats: Vec<u32>,
    /// The points named with the winner, if it is one number.
    pub points: Option<i64>,
    /// Nothing in the words can be a name.
    pub nameless: bool,
    /// Of what.
    pub scope: Scope,
    /// Where it stands.
    pub place: Place,
}

/// What somebody is said to have won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One hand or round, in so many words.
    Hand,
    /// All of them together.
    Whole,
    /// The words do not tell.
    Plain,
}

/// The heading of a hand of the full game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beginning {
    /// Which hand, from 1.
    pub number: Option<u32>,
    /// How many cards are dealt.
    pub cards: Option<u32>,
    /// Which rank is wild.
    pub wild: Option<Rank>,
}

/// One game of the weekly assignment, or one hand of the full game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deal {
    /// The first turn whose text belongs to it.
    pub from: usize,
    /// The last one.
    pub to: usize,
    /// How many players were asked for.
    pub asked: Option<u32>,
    /// An answer that no program should take led to it.
    pub spoiled: bool,
    /// The heading, in the full game.
    pub begins: Option<Beginning>,
    /// The hands, as last shown.
    pub hands: Vec<Hand>,
    /// Who won.
    pub verdict: Option<Verdict>,
    /// The lowest points, as a line of their own tells them.
    pub lowest: Option<(Place, i64)>,
    /// The totals after it.
    pub totals: Option<(Place, Vec<(u32, i64)>)>,
    /// The places of its events among the session's.
    pub events: Vec<usize>,
    /// The lines after its first hand that were not understood.
    pub others: Vec<(Place, String)>,
}

impl Session {
    /// Whether a hand of the full game began.
    pub fn is_full(&self) -> bool {
        self.events.iter().any(|(_, event)| matches!(event, Event::Begins(_)))
    }

    /// What was told in a turn so far, the last first.
    pub(super) fn in_turn(&self, turn: usize) -> impl Iterator<Item = &Event> {
        self.events.iter().rev().take_while(move |(at, _)| at.turn == turn).map(|(_, event)| event)
    }

    /// How many hands of a turn have no points yet.
    pub(super) fn uncounted(&self, turn: usize) -> usize {
        let hands = self.in_turn(turn).filter(|event| matches!(event, Event::Hand(_))).count();
        let points = self.in_turn(turn).filter(|event| matches!(event, Event::Points(..))).count();
        hands.saturating_sub(points)
    }

    /// Whether the program ended by itself, or stopped at a question that nobody answered.
    pub fn ended(&self) -> bool {
        matches!(self.end, Ending::Exited(_) | Ending::Stopped)
    }
}

impl Hand {
    /// A hand at a place, without cards yet, that nobody is known to have.
    pub(super) fn empty(place: Place) -> Self {
        let (cards, wrong, by_s, odd) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { seat: 0, cards, wrong, by_s, unclear: None, odd, points: None, place }
    }
}

impl Deal {
    /// The rank that is wild beside the Jokers.
    pub fn wild(&self) -> Option<Rank> {
        self.begins.and_then(|begins| begins.wild)
    }

    /// A player's hand.
    pub fn hand(&self, seat: u32) -> Option<&Hand> {
        self.hands.iter().find(|hand| hand.seat == seat)
    }

    /// All its cards.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.hands.iter().flat_map(|hand| hand.cards.iter().copied())
    }

    /// Every hand has its points, and there is one.
    pub fn is_scored(&self) -> bool {
        !self.hands.is_empty() && self.hands.iter().all(|hand| hand.points.is_some())
    }
}
