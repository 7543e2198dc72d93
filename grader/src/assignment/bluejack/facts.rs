//! What happened in a game, without any opinion about it.

use std::sync::Arc;

use reference::bluejack::{Card, PerSide, Side, board_sum};

use crate::assignment::excerpt::Place;
use crate::assignment::words::patterns;
use crate::transcript::Ending;

use super::question::Kind;

/// One session: a run of the program, with one game in it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that was seen in the session, and any of them may go with any other"
)]
pub struct Session {
    /// Its seed.
    pub seed: u32,
    /// The shift of clock and entropy.
    pub moment: u32,
    /// Who played.
    pub player: String,
    /// Every question, in order; the n-th belongs to turn n of the transcript.
    pub asks: Vec<Ask>,
    /// Every line that says something about the game, in order.
    pub events: Vec<Event>,
    /// Lines that look like the game's and are not understood, in order; the first few.
    pub strange: Vec<Strange>,
    /// Where lines stand that are not understood and may tell how a set or the game ended; the first few.
    pub untold: Vec<Place>,
    /// Some line was understood only as it is said anew.
    pub in_own_words: bool,
    /// A question for a move neither has the words of the page nor offers others.
    pub asked_unclearly: bool,
    /// The first question for a move wants yes or no.
    pub asked_yes_or_no: bool,
    /// The player gave up: the game went on for too long, or the same question came again and again.
    pub gave_up: Option<GaveUp>,
    /// The last words are those of a Rust program that panicked.
    pub panicked: bool,
    /// How the session ended.
    pub end: Ending,
}

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What was asked.
    pub kind: Kind,
    /// The answer, in the words of the page where the program has its own; `None` for end of input or no answer.
    pub answer: Option<String>,
    /// What was typed.
    pub typed: Option<String>,
    /// How many events came before the question.
    pub events: usize,
}

/// Why a player gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveUp {
    /// There were more questions than any game has.
    Endless,
    /// No answer led anywhere.
    Refused,
}

/// A line that says something about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub what: What,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A set begins: its number, and the sets won so far.
    Set {
        /// The set's number.
        number: u64,
        /// The sets won before it, if the line tells.
        won: Option<PerSide<u64>>,
    },
    /// A side draws a card of the game deck.
    Draws(Side, Printed),
    /// A side's board with its sum.
    Board(Side, Vec<Printed>, Option<i64>),
    /// The cards a side has in hand.
    Hand(Side, Vec<Printed>),
    /// A side plays a card of its hand.
    Plays(Side, Printed),
    /// A side ends its turn.
    Ends(Side),
    /// A side stands.
    Stands(Side),
    /// A side is said to have bust.
    Busts(Side),
    /// A side is said to have nine cards.
    Nine(Side),
    /// Who won the set; nobody, if it is tied.
    SetWon(Option<Side>),
    /// Who won the game, and whether a Bluejack was called.
    GameWon(Side, bool),
}

/// A card as printed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Printed {
    /// The text.
    pub text: Arc<str>,
    /// The card it names, if it names one.
    pub card: Option<Card>,
}

impl Printed {
    /// Whether it is text of the program's own. A colour or a number that is missing, or a colour that the game does
    /// not have, is a card printed wrongly.
    pub fn is_unread(&self) -> bool {
        patterns! { wrong = r"^(?:blue|yellow|red|green)?\s*:?\s*[+-]?\s*\d*$|^\p{L}+\s*:?\s*[+-]?\s*\d+$"; }
        self.card.is_none() && !wrong().is_match(self.text.trim())
    }
}

/// A line that looks like the game's and is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strange {
    /// Where it stands.
    pub place: Place,
    /// The line.
    pub line: String,
    /// The published line that could have come there.
    pub expected: &'static str,
}

impl Session {
    /// The move questions, with their turns.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &Ask)> {
        self.asks.iter().enumerate().filter(|(_, ask)| ask.kind == Kind::Move)
    }

    /// The hand as it was listed before the first move.
    pub fn first_hand(&self) -> Option<(Place, &[Printed])> {
        let before = self.moves().next().map_or(self.events.len(), |(_, ask)| ask.events);
        self.events[..before].iter().find_map(|event| match &event.what {
            What::Hand(Side::Human, cards) => Some((event.place, cards.as_slice())),
            _ => None,
        })
    }

    /// Whether the program came to its end by itself, or waits for somebody who wants no more of it.
    pub fn is_sound(&self) -> bool {
        matches!(self.end, Ending::Exited(_) | Ending::Stopped) && !self.panicked
    }

    /// Whether a line from here on may tell how the set or the game ended, and is not understood.
    pub fn may_tell_after(&self, place: Place) -> bool {
        self.untold.iter().any(|untold| *untold > place)
    }

    /// Whether the game went on until the player gave up.
    pub fn never_ends(&self) -> bool {
        self.gave_up == Some(GaveUp::Endless) && self.end == Ending::Stopped
    }

    /// Whether the program hung, flooded, or waits in a way that cannot be seen: each such session costs its limit.
    pub fn ran_away(&self) -> bool {
        matches!(self.end, Ending::CpuLimit | Ending::WallLimit | Ending::OutputLimit | Ending::Blind(_))
    }
}

/// The cards of a list, if each text names one.
pub fn cards_of(printed: &[Printed]) -> Option<Vec<Card>> {
    printed.iter().map(|one| one.card).collect()
}

/// A list of cards for people: `Blue 7, Flip`.
pub fn named(printed: &[Printed]) -> String {
    if printed.is_empty() {
        return "no card".to_owned();
    }
    printed.iter().map(|one| &*one.text).collect::<Vec<_>>().join(", ")
}

/// A board at some moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its cards in the order they were placed.
    pub cards: Vec<Printed>,
    /// The sum shown for just these cards.
    pub shown: Option<i64>,
    /// Which of its sums the program goes by.
    pub by: Believed,
}

/// Which sum a program goes by where the one it shows is not the one the rules give.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Believed {
    /// Not known: an act right by either is right.
    #[default]
    Either,
    /// The one the rules give; those it shows are wrong on paper only.
    Ruled,
    /// The one it shows.
    Shown,
}

impl Standing {
    /// The sum the rules give; `None` where a card cannot be read.
    pub fn ruled(&self) -> Option<i64> {
        cards_of(&self.cards).map(|cards| board_sum(&cards))
    }

    /// The Flip or Double placed last on it.
    pub fn special(&self) -> Option<Card> {
        self.cards.iter().rev().filter_map(|card| card.card).find(|card| card.value().is_none())
    }

    /// What the board counts: by the rules, and as the program showed it, where it is not known which of them it goes by.
    pub fn totals(&self) -> Vec<i64> {
        let mut totals: Vec<i64> = match self.by {
            Believed::Either => self.ruled().into_iter().chain(self.shown).collect(),
            Believed::Ruled => self.ruled().or(self.shown).into_iter().collect(),
            Believed::Shown => self.shown.or_else(|| self.ruled()).into_iter().collect(),
        };
        totals.sort_unstable();
        totals.dedup();
        totals
    }

    /// Whether every total fulfils a condition, and there is one.
    pub fn surely(&self, holds: impl Fn(i64) -> bool) -> bool {
        let totals = self.totals();
        !totals.is_empty() && totals.into_iter().all(holds)
    }

    /// Whether some total fulfils a condition.
    pub fn maybe(&self, holds: impl Fn(i64) -> bool) -> bool {
        self.totals().into_iter().any(holds)
    }

    /// The number to tell people: the one shown, unless it does not count.
    pub fn told(&self) -> i64 {
        let shown = self.shown.filter(|_| self.by != Believed::Ruled);
        shown.or_else(|| self.ruled()).unwrap_or(0)
    }
}
