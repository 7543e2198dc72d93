//! What the games ask, and what they take for an answer.

use std::fmt;

use super::rules::{MAX_GAMES, MAX_PLAYERS};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// How many play.
    Players,
    /// From where to take a card.
    Take {
        /// Whose turn it is, from 0.
        seat: usize,
    },
    /// Which card to discard.
    Discard {
        /// Whose turn it is, from 0.
        seat: usize,
        /// How many cards there are to choose from.
        cards: usize,
    },
    /// Whether to play another game.
    Again,
}

impl Question {
    /// The word by which a script calls this question: `players`, `take`, `discard` or `again`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Take { .. } => "take",
            Self::Discard { .. } => "discard",
            Self::Again => "again",
        }
    }
}

impl fmt::Display for Question {
    /// The question as the transcript has it. The answer is typed on the same line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players => write!(f, "How many players (1-{MAX_PLAYERS})? "),
            Self::Take { .. } => f.write_str("Take from (d)eck or (p)ile? "),
            Self::Discard { cards, .. } => write!(f, "Discard (1-{cards})? "),
            Self::Again => f.write_str("Play again? (y/n): "),
        }
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It waits for the answer to this question.
    Ask(Question),
    /// It is over.
    Over,
}

impl Step {
    /// The kind of the question, if there is one.
    pub(super) const fn kind(self) -> Option<&'static str> {
        match self {
            Self::Ask(question) => Some(question.kind()),
            Self::Over => None,
        }
    }
}

/// Where a card is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The draw pile, unseen.
    Deck,
    /// The top of the discard pile.
    Pile,
}

/// What a line means as a number from 1 to `most`.
pub(super) fn number(line: &str, most: usize) -> Option<usize> {
    line.trim().parse().ok().filter(|number| (1..=most).contains(number))
}

/// What a line means as the place to take a card from.
pub(super) fn source(line: &str) -> Option<Source> {
    match line.trim().to_ascii_lowercase().as_str() {
        "d" | "deck" => Some(Source::Deck),
        "p" | "pile" => Some(Source::Pile),
        _ => None,
    }
}

/// What a line means as the answer to whether to play again after so many games.
pub(super) fn again(line: &str, games: usize) -> Option<bool> {
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" if games < MAX_GAMES => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}
