//! The weekly assignment: deal hands, count their points, name the winner, play again.

use std::fmt;
use std::mem;

use super::cards::Card;
use super::deal::{Shuffle, deal};
use super::question::{Question, Step, again, number};
use super::rules::{MAX_PLAYERS, Scoring, winners};
use super::solver::{MAX_HAND, points};
use super::transcript;
use crate::replay::Play;

/// How many cards a hand of the weekly assignment has where nobody says. The handout leaves it open.
pub const DEFAULT_CARDS: usize = 7;

/// What happened in one game: every hand with its points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// The hands, by player.
    pub hands: Vec<Vec<Card>>,
    /// The least points of each hand.
    pub points: Vec<u32>,
    /// Who has the fewest, from 0.
    pub winners: Vec<usize>,
}

/// The weekly program while it runs.
///
/// ```
/// use reference::crand::GlibcRand;
/// use reference::crowns::{Question, Scoring, Step, weekly::Game};
///
/// let mut game = Game::new(GlibcRand::new(1), 7, Scoring::BOOKS);
/// assert_eq!(game.step(), ("How many players (1-7)? ".to_owned(), Step::Ask(Question::Players)));
/// assert!(!game.answer("8"));
/// assert!(game.answer("2"));
/// let (said, step) = game.step();
/// assert!(said.starts_with("How many players (1-7)? Player 1: "));
/// assert_eq!(step, Step::Ask(Question::Again));
/// ```
#[derive(Clone, Debug)]
pub struct Game<S> {
    shuffle: S,
    cards: usize,
    scoring: Scoring,
    /// How many play; nobody does until the question is answered.
    players: usize,
    deals: Vec<Deal>,
    said: String,
    step: Step,
}

impl<S: Shuffle> Game<S> {
    /// A new game with hands of so many cards, which has asked how many play.
    ///
    /// # Panics
    ///
    /// If a hand has more than [`MAX_HAND`] cards, of which the deck does not hold seven.
    pub fn new(shuffle: S, cards: usize, scoring: Scoring) -> Self {
        assert!(cards <= MAX_HAND, "hands of {cards} cards are too large");
        let (step, said) = (Step::Over, String::new());
        let mut game = Self { shuffle, cards, scoring, players: 0, deals: Vec::new(), said, step };
        game.ask(Question::Players);
        game
    }

    /// What was said since the last call, the question last, and what the game waits for.
    pub fn step(&mut self) -> (String, Step) {
        (mem::take(&mut self.said), self.step)
    }

    /// Answers the question the game waits for, and tells whether the answer was taken; if not, the same question is
    /// asked again. A game that is over takes no answer.
    ///
    /// A number from 1 to 7 is taken for the players, and `y`, `yes`, `n` or `no` in any case for another game, which
    /// has the same players. After [`MAX_GAMES`](super::MAX_GAMES) games only `n` is taken. The handout leaves open what
    /// else could be done with other answers.
    pub fn answer(&mut self, line: &str) -> bool {
        let Step::Ask(question) = self.step else { return false };
        let taken = match question {
            Question::Players => number(line, MAX_PLAYERS).map(|players| {
                self.players = players;
                self.play();
            }),
            _ => again(line, self.deals.len())
                .map(|again| if again { self.play() } else { self.step = Step::Over }),
        };
        if taken.is_none() {
            self.ask(question);
        }
        taken.is_some()
    }

    /// The games played so far.
    pub fn deals(&self) -> &[Deal] {
        &self.deals
    }

    fn play(&mut self) {
        let (hands, _) = deal(&mut self.shuffle, self.players, self.cards, 0);
        let count = |hand: &Vec<Card>| points(hand, self.scoring).expect("hands are no larger than this");
        let points: Vec<u32> = hands.iter().map(count).collect();
        for (seat, (hand, &points)) in hands.iter().zip(&points).enumerate() {
            self.say(transcript::hand(seat, hand));
            self.say(transcript::points(seat, points));
        }
        let winners = winners(&points);
        self.say(transcript::winner(&winners, points[winners[0]]));
        self.deals.push(Deal { hands, points, winners });
        self.ask(Question::Again);
    }

    fn ask(&mut self, question: Question) {
        self.said.push_str(&question.to_string());
        self.step = Step::Ask(question);
    }

    fn say(&mut self, line: impl fmt::Display) {
        self.said.push_str(&line.to_string());
        self.said.push('\n');
    }
}

impl<S: Shuffle> Play for Game<S> {
    type Round = Deal;

    fn listen(&mut self) -> (String, Option<&'static str>) {
        let (said, step) = self.step();
        (said, step.kind())
    }

    fn answer(&mut self, line: &str) -> bool {
        Self::answer(self, line)
    }

    fn played(&self) -> Vec<Deal> {
        self.deals.clone()
    }
}
