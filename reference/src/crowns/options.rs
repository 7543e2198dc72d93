//! What is played, and how.

use super::rules::{MAX_PLAYERS, Scoring};
use super::solver::MAX_HAND;
use super::weekly::DEFAULT_CARDS;
use crate::script::{Script, ScriptError};

/// The fewest cards that a script can give to a hand of the weekly assignment.
const FEWEST_CARDS: usize = 3;

/// What is played; by default the weekly assignment without its extra credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The full game instead of the weekly assignment.
    pub full: bool,
    /// Weekly: count runs too, as the extra credit has it. The full game always does.
    pub runs: bool,
    /// Weekly: how many cards a hand has, [`MAX_HAND`] at most.
    pub cards: usize,
    /// Full game: how many of the first players are people. The computer plays the others.
    pub people: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { full: false, runs: false, cards: DEFAULT_CARDS, people: 1 }
    }
}

impl Options {
    /// The names by which a script sets the options: `full`, `runs`, `cards-3` to `cards-16`, `people-0` to `people-7`.
    pub fn names() -> Vec<String> {
        let cards = (FEWEST_CARDS..=MAX_HAND).map(|cards| format!("cards-{cards}"));
        let people = (0..=MAX_PLAYERS).map(|people| format!("people-{people}"));
        ["full".to_owned(), "runs".to_owned()].into_iter().chain(cards).chain(people).collect()
    }

    /// What a script sets. It is an error if it has an option the game does not know.
    ///
    /// ```
    /// use reference::crowns::Options;
    /// use reference::script::Script;
    ///
    /// let script = Script::parse("my.script", "seed 7\noption runs\noption cards-13\nplayers 2\n")?;
    /// let expected = Options { runs: true, cards: 13, ..Options::default() };
    /// assert_eq!(Options::from_script(&script)?, expected);
    /// # Ok::<(), reference::script::ScriptError>(())
    /// ```
    pub fn from_script(script: &Script) -> Result<Self, ScriptError> {
        let names = Self::names();
        script.expect_options(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        // Of two numbers for the same thing the last one counts.
        let number = |what: &str| {
            script.options.iter().rev().find_map(|option| option.name.strip_prefix(what)?.parse().ok())
        };
        let default = Self::default();
        Ok(Self {
            full: script.has_option("full"),
            runs: script.has_option("runs"),
            cards: number("cards-").unwrap_or(default.cards),
            people: number("people-").unwrap_or(default.people),
        })
    }

    /// By which rules the weekly assignment counts.
    pub(super) fn weekly_scoring(self) -> Scoring {
        Scoring { runs: self.runs, ..Scoring::BOOKS }
    }
}
