//! What happened in a game, without any opinion about it.

use crate::assignment::excerpt::Place;
use crate::assignment::lexicon::CardName;
use crate::assignment::outcome::Words;
use crate::assignment::words::Owner;
use crate::transcript::Ending;

use super::question::Kind;

/// One session: a run of the program, with one game in it.
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
    /// Every time a hand was shown, or new cards of it, in order, up to the game's end.
    pub shows: Vec<Show>,
    /// The shape of every line that was said, with its turn.
    pub said: Vec<(usize, String)>,
    /// The hands that a second game begins with, if one was asked for.
    pub second: Vec<Show>,
    /// The outcomes announced, in order.
    pub outcomes: Vec<(Place, Words)>,
    /// How the session ended.
    pub end: Ending,
    /// Calls to `srand`: how many, and the first arguments.
    pub seedings: (u32, Vec<u32>),
    /// The first question that could not be understood.
    pub lost: Option<String>,
}

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What was asked.
    pub kind: Kind,
    /// The words did not tell; the state of the game did.
    pub guess: bool,
    /// What was typed; `None` for end of input or no answer.
    pub answer: Option<String>,
    /// What that was meant to be.
    pub intent: Option<Intent>,
    /// How many shows came before the question.
    pub shows: usize,
    /// How many outcomes were announced before it.
    pub outcomes: usize,
    /// How often the question's last line stands in what was said since the last answer.
    pub printed: usize,
}

/// What an answer was meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// Another card.
    Hit,
    /// No more cards.
    Stand,
    /// An answer no program should take.
    Bad,
    /// Yes, or an ace as 11.
    Yes,
    /// No, or an ace as 1.
    No,
}

/// A hand as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Show {
    /// Whose it is.
    pub owner: Owner,
    /// Which of the owner's hands: 0, after a split also 1.
    pub hand: usize,
    /// What the words say of it.
    pub label: Label,
    /// The cards printed, in their order.
    pub printed: Vec<CardName>,
    /// The whole hand then, in the order in which its cards were first seen.
    pub cards: Vec<CardName>,
    /// How many of `cards` had been seen before.
    pub known: usize,
    /// Cards that were in the hand before and are not shown any more.
    pub lost: Vec<CardName>,
    /// The whole hand was printed, not only new cards.
    pub whole: bool,
    /// A card was shown face down.
    pub hidden: bool,
    /// The score shown with it.
    pub score: Option<Score>,
    /// The width of the field the hand was printed in, and of the hand itself, if the line tells.
    pub field: Option<Field>,
    /// Where it stands.
    pub place: Place,
}

/// What the words before a hand say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// What somebody holds.
    Has,
    /// A card was drawn.
    Hits,
    /// No more cards are drawn.
    Stands,
}

/// A score shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The number.
    pub number: i64,
    /// Where it stands.
    pub place: Place,
    /// Brackets or words say that it is a score.
    pub strong: bool,
}

/// The field a hand was printed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Columns from the first card to what follows the field.
    pub width: usize,
    /// Columns of the hand itself.
    pub hand: usize,
    /// Columns before the first card.
    pub indent: usize,
    /// The words of a sentence go on behind the cards, without a score.
    pub prose: bool,
}

impl Session {
    /// The hand of a side as last shown before the `shows`-th show.
    pub fn hand_at(&self, owner: Owner, shows: usize) -> Option<&Show> {
        self.shows[..shows.min(self.shows.len())].iter().rev().find(|show| show.owner == owner)
    }

    /// A side's hand as last shown.
    pub fn hand(&self, owner: Owner) -> Option<&Show> {
        self.hand_at(owner, self.shows.len())
    }

    /// The outcome announced in the whole session; `None` where the words contradict each other or are silent.
    pub fn announced(&self) -> Option<crate::assignment::outcome::Announced> {
        let words: Vec<Words> = self.outcomes.iter().map(|(_, words)| *words).collect();
        crate::assignment::outcome::settled(&words)
    }

    /// Whether the game was played to its end, or the program stopped at a question that nobody answered. What happens
    /// after the outcome takes nothing from the game.
    pub fn ended(&self) -> bool {
        matches!(self.end, Ending::Exited(_) | Ending::Stopped) || !self.outcomes.is_empty()
    }

    /// The questions for another card, with their turns.
    pub fn hits(&self) -> impl Iterator<Item = (usize, &Ask)> {
        self.asks.iter().enumerate().filter(|(_, ask)| ask.kind == Kind::Hit)
    }

    /// How many shows there were before turn `turn` was answered; all of them after the last.
    pub fn shows_before(&self, turn: usize) -> usize {
        self.asks.get(turn).map_or(self.shows.len(), |ask| ask.shows)
    }

    /// Whether a question was answered yes.
    pub fn said_yes(&self, kind: Kind) -> bool {
        self.asks.iter().any(|ask| ask.kind == kind && ask.intent == Some(Intent::Yes))
    }

    /// Whether the game is over: an outcome was announced, and no other hand of a split is left to play.
    pub fn is_over(&self) -> bool {
        !self.outcomes.is_empty() && !self.said_yes(Kind::Split)
    }

    /// Whether a kind of question came up.
    pub fn asked(&self, kind: Kind) -> bool {
        self.asks.iter().any(|ask| ask.kind == kind)
    }

    /// The turn a show belongs to.
    pub fn last_turn(&self) -> usize {
        self.asks.len()
    }
}
