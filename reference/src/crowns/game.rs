//! Either game, played by hand or from a script.

use super::options::Options;
use super::{full, weekly};
use crate::crand::GlibcRand;
use crate::replay::Play;
use crate::script::Script;

/// The weekly assignment or the full game, with the cards of `srand(seed)`.
#[derive(Clone, Debug)]
pub enum Game {
    /// The weekly assignment.
    Weekly(Box<weekly::Game<GlibcRand>>),
    /// The full game.
    Full(Box<full::Game<GlibcRand>>),
}

/// What happened between two deals of either game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Round {
    /// The hands of the weekly assignment.
    Weekly(weekly::Deal),
    /// A hand of the full game.
    Full(full::Hand),
}

impl Game {
    /// A new game, which has asked how many play.
    ///
    /// # Panics
    ///
    /// If a hand of the weekly assignment is to have more than [`MAX_HAND`](super::MAX_HAND) cards.
    pub fn new(seed: u32, options: Options) -> Self {
        let rand = GlibcRand::new(seed);
        if options.full {
            Self::Full(Box::new(full::Game::new(rand, options.people)))
        } else {
            Self::Weekly(Box::new(weekly::Game::new(rand, options.cards, options.weekly_scoring())))
        }
    }
}

impl Play for Game {
    type Round = Round;

    fn listen(&mut self) -> (String, Option<&'static str>) {
        match self {
            Self::Weekly(game) => game.listen(),
            Self::Full(game) => game.listen(),
        }
    }

    fn answer(&mut self, line: &str) -> bool {
        match self {
            Self::Weekly(game) => game.answer(line),
            Self::Full(game) => game.answer(line),
        }
    }

    fn played(&self) -> Vec<Round> {
        match self {
            Self::Weekly(game) => game.played().into_iter().map(Round::Weekly).collect(),
            Self::Full(game) => game.played().into_iter().map(Round::Full).collect(),
        }
    }
}

/// What came of playing a script of Five Crowns.
pub type Replay = crate::replay::Replay<Round>;

/// Plays a script with the cards of `srand(seed)`. The script's own seed and options are not looked at: the caller
/// decides which ones count.
///
/// The play ends with the game, or at the first question the script does not answer. It ends even if fallbacks answer
/// every question: a fallback that is refused stops it, a hand has at most [`MAX_ROUNDS`](full::MAX_ROUNDS) rounds, and
/// after [`MAX_GAMES`](super::MAX_GAMES) games another one is refused.
pub fn replay(seed: u32, options: Options, script: &Script) -> Replay {
    crate::replay::replay(Game::new(seed, options), script)
}
