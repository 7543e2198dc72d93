//! The game as a state machine: it says something, asks a question and waits for the answer.

use std::fmt;
use std::mem;

use super::table::Table;
use super::{computer, hands};
use crate::crowns::cards::{Card, Rank};
use crate::crowns::deal::Shuffle;
use crate::crowns::question::{Question, Source, Step, again, number, source};
use crate::crowns::rules::{MAX_PLAYERS, Scoring, winners};
use crate::crowns::solver::points;
use crate::crowns::transcript;
use crate::replay::Play;

/// After how many rounds a hand ends though nobody has gone out. The handout has no such limit; people who only
/// exchange the same cards would never come to an end.
pub const MAX_ROUNDS: usize = 50;

/// One turn of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was, from 0.
    pub seat: usize,
    /// From where the card was taken.
    pub source: Source,
    /// Which card that was.
    pub taken: Card,
    /// The card that was discarded.
    pub discarded: Card,
}

/// What happened in one of the eleven hands. In a hand that is still being played, what has not happened yet is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// How many cards were dealt to each.
    pub cards: usize,
    /// The rank that was wild.
    pub wild: Rank,
    /// Who began, from 0; the dealer sits before.
    pub first: usize,
    /// The hands as they were dealt, by player.
    pub dealt: Vec<Vec<Card>>,
    /// The card turned over to start the discard pile.
    pub turned_over: Card,
    /// The turns that were finished.
    pub turns: Vec<Turn>,
    /// Who went out, from 0.
    pub out: Option<usize>,
    /// The hands as they were counted, by player.
    pub kept: Vec<Vec<Card>>,
    /// Their points.
    pub points: Vec<u32>,
    /// The points of this hand and those before it.
    pub totals: Vec<u32>,
}

impl Hand {
    /// Whose turn is next, from 0.
    fn next_seat(&self) -> usize {
        (self.first + self.turns.len()) % self.dealt.len()
    }

    /// How many turns were taken since somebody went out.
    fn turns_since_out(&self) -> Option<usize> {
        let out = self.out?;
        Some(self.turns.iter().rev().take_while(|turn| turn.seat != out).count())
    }

    /// Whether every turn is taken: after somebody went out each other player has one.
    fn all_turns_taken(&self) -> bool {
        let players = self.dealt.len();
        match self.turns_since_out() {
            Some(turns) => turns == players - 1,
            None => self.turns.len() >= MAX_ROUNDS * players,
        }
    }
}

/// A full game in play. It can be played again and again.
///
/// ```
/// use reference::crand::GlibcRand;
/// use reference::crowns::{Question, Step, full::Game};
///
/// let mut game = Game::new(GlibcRand::new(1), 1);
/// assert!(game.answer("2"));
/// let (said, step) = game.step();
/// assert!(said.contains("--- Hand 1: 3 cards, 3s are wild ---\nThe discard pile starts with "));
/// assert!(said.ends_with("Take from (d)eck or (p)ile? "));
/// assert_eq!(step, Step::Ask(Question::Take { seat: 0 }));
/// ```
#[derive(Clone, Debug)]
pub struct Game<S> {
    shuffle: S,
    /// How many of the first players are people, who are asked; the others are the computer's.
    people: usize,
    /// How many play; nobody does until the question is answered.
    players: usize,
    table: Table,
    current: Option<Hand>,
    finished: Vec<Hand>,
    /// How many games were begun.
    games: usize,
    /// How many of the finished hands are of earlier games.
    earlier: usize,
    said: String,
    step: Step,
}

impl<S: Shuffle> Game<S> {
    /// A new game in which the first `people` players are asked and the computer plays the others. It has asked how
    /// many play.
    pub fn new(shuffle: S, people: usize) -> Self {
        let mut game = Self {
            shuffle,
            people,
            players: 0,
            table: Table::default(),
            current: None,
            finished: Vec::new(),
            games: 0,
            earlier: 0,
            said: String::new(),
            step: Step::Over,
        };
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
    /// Besides what [`weekly::Game::answer`](crate::crowns::weekly::Game::answer) takes, it is `d`, `deck`, `p` or
    /// `pile`, and the number of a card as the hand was last shown, the new card last.
    pub fn answer(&mut self, line: &str) -> bool {
        let Step::Ask(question) = self.step else { return false };
        let taken = match question {
            Question::Players => number(line, MAX_PLAYERS).map(|players| {
                self.players = players;
                self.start_game();
            }),
            Question::Take { seat } => source(line).map(|source| self.take(seat, source)),
            Question::Discard { seat, cards } => number(line, cards).map(|place| {
                self.discard(seat, place - 1);
                self.play_on();
            }),
            Question::Again => again(line, self.games)
                .map(|again| if again { self.start_game() } else { self.step = Step::Over }),
        };
        if taken.is_none() {
            self.ask(question);
        }
        taken.is_some()
    }

    /// The hands that are finished, of all games.
    pub fn hands(&self) -> &[Hand] {
        &self.finished
    }

    /// The hand that is being played.
    pub fn hand_in_play(&self) -> Option<&Hand> {
        self.current.as_ref()
    }

    fn start_game(&mut self) {
        self.games += 1;
        self.earlier = self.finished.len();
        self.start_hand();
        self.play_on();
    }

    /// Deals the next hand of the game. "The deal passes to the player on the dealer's left", and who sits to the
    /// left of the dealer goes first: the first player in the first hand.
    fn start_hand(&mut self) {
        let index = self.finished.len() - self.earlier;
        let Some((cards, wild)) = hands().nth(index) else { return self.finish_game() };
        let first = index % self.players;
        self.table = Table::new(&mut self.shuffle, self.players, cards, first);
        let turned_over = self.table.top();
        self.say(transcript::hand_begins(index + 1, cards, wild));
        self.say(transcript::pile_starts(turned_over));
        self.current = Some(Hand {
            cards,
            wild,
            first,
            dealt: self.table.hands.clone(),
            turned_over,
            turns: Vec::new(),
            out: None,
            kept: Vec::new(),
            points: Vec::new(),
            totals: Vec::new(),
        });
    }

    /// Plays until somebody must be asked.
    fn play_on(&mut self) {
        while let Some(hand) = &self.current {
            let seat = hand.next_seat();
            if hand.all_turns_taken() {
                self.finish_hand();
                self.start_hand();
            } else if seat < self.people {
                self.say(transcript::hand(seat, &self.table.hands[seat]));
                return self.ask(Question::Take { seat });
            } else {
                self.computer_turn(seat);
            }
        }
    }

    fn computer_turn(&mut self, seat: usize) {
        let Some(hand) = &self.current else { return };
        let (scoring, last_turn) = (Scoring::full_game(hand.wild), hand.out.is_some());
        let takes_pile = computer::takes_pile(&self.table.hands[seat], self.table.top(), scoring, last_turn);
        self.take(seat, if takes_pile { Source::Pile } else { Source::Deck });
        let place = computer::discards(&self.table.hands[seat], scoring, last_turn);
        self.discard(seat, place);
    }

    /// Takes a card; a person is then asked which one to discard.
    fn take(&mut self, seat: usize, source: Source) {
        let person = seat < self.people;
        if source == Source::Deck && self.table.refill(&mut self.shuffle) {
            self.say(transcript::deck_used_up());
        }
        let card = self.table.take(seat, source);
        match source {
            Source::Pile => self.say(transcript::takes(seat, card)),
            Source::Deck => self.say(transcript::draws(seat)),
        }
        if person {
            if source == Source::Deck {
                self.say(transcript::you_draw(card));
            }
            let cards = self.table.hands[seat].len();
            self.ask(Question::Discard { seat, cards });
        }
    }

    /// Ends a turn. Whoever has all cards melded then goes out, unless somebody else has before.
    fn discard(&mut self, seat: usize, place: usize) {
        let turn = self.table.discard(seat, place);
        self.say(transcript::discards(seat, turn.discarded));
        let Some(hand) = &mut self.current else { return };
        hand.turns.push(turn);
        if hand.out.is_none() && count(&self.table.hands[seat], hand.wild) == 0 {
            hand.out = Some(seat);
            self.say(transcript::goes_out(seat));
        }
    }

    /// Counts the hands and adds the points to the totals.
    fn finish_hand(&mut self) {
        let Some(mut hand) = self.current.take() else { return };
        if hand.out.is_none() {
            self.say(transcript::nobody_goes_out());
        }
        hand.kept = mem::take(&mut self.table.hands);
        hand.points = hand.kept.iter().map(|cards| count(cards, hand.wild)).collect();
        for (seat, (cards, &points)) in hand.kept.iter().zip(&hand.points).enumerate() {
            self.say(transcript::hand(seat, cards));
            self.say(transcript::points(seat, points));
        }
        let before = self.finished[self.earlier..].last().map(|last| last.totals.as_slice());
        let totals = hand
            .points
            .iter()
            .enumerate()
            .map(|(seat, points)| points + before.map_or(0, |totals| totals[seat]));
        hand.totals = totals.collect();
        self.say(transcript::totals(&hand.totals));
        self.finished.push(hand);
    }

    fn finish_game(&mut self) {
        let totals = self.finished.last().map(|hand| hand.totals.clone()).unwrap_or_default();
        let winners = winners(&totals);
        let points = winners.first().map_or(0, |&seat| totals[seat]);
        self.say(transcript::winner(&winners, points));
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

/// The least points of a hand of the game.
fn count(cards: &[Card], wild: Rank) -> u32 {
    points(cards, Scoring::full_game(wild)).expect("no hand of the game is so large")
}

impl<S: Shuffle> Play for Game<S> {
    type Round = Hand;

    fn listen(&mut self) -> (String, Option<&'static str>) {
        let (said, step) = self.step();
        (said, step.kind())
    }

    fn answer(&mut self, line: &str) -> bool {
        Self::answer(self, line)
    }

    fn played(&self) -> Vec<Hand> {
        self.finished.iter().chain(&self.current).cloned().collect()
    }
}
