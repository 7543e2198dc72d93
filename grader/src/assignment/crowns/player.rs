//! Players with a goal: each answers the question that was asked.

use std::collections::VecDeque;

use reference::crowns::{Card, MAX_HAND, Rank, Scoring, points};
use reference::script::{ScriptAnswer, ScriptCursor};

use crate::play::{Dialogue, Reply};
use crate::transcript::{Answer, Transcript};

use super::facts::{Event, Hand, Intent, Session};
use super::question::{Asked, Kind, Questions};
use super::reader::Reader;

/// What a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The goal in words, for evidence.
    pub name: &'static str,
    /// How many players, game by game; the last number stays.
    pub players: &'static [u32],
    /// Answers to the question for the players that should be asked again, typed first.
    pub bad: &'static [&'static str],
    /// How many games.
    pub games: usize,
}

/// What decides the answers: a goal, or a list.
#[derive(Debug, Clone)]
pub enum Mind {
    /// Plays towards a goal.
    Goal(Goal),
    /// Gives these answers to the questions of their kind; ends the session when they are used up.
    Script(ScriptCursor),
    /// Types these lines with these meanings, whatever is asked, and ends the session after the last.
    Lines(VecDeque<(String, Option<Intent>)>),
}

/// The words tried for one answer where the first was asked again.
const YES_WORDS: [&str; 5] = ["y", "yes", "Y", "1", "Yes"];
const NO_WORDS: [&str; 5] = ["n", "no", "N", "2", "0"];

/// Questions in a row without any progress before a session is given up.
const PATIENCE: usize = 10;

/// Waits after the last game that are answered before the session is left.
const LAST_ENTERS: usize = 4;

/// A player in a session.
#[derive(Debug)]
pub struct Player<'a> {
    mind: Mind,
    reader: Reader<'a>,
    budget: u32,
    idle: usize,
    last_enters: usize,
    events: usize,
    bad_given: usize,
    games: usize,
    notes: Vec<String>,
}

/// The players' names, where they are asked for.
const NAMES: [&str; 7] = ["Sam", "Ana", "Max", "Eva", "Leo", "Mia", "Tom"];

impl<'a> Player<'a> {
    /// A player for one session.
    pub fn new(
        mind: Mind,
        questions: &'a Questions,
        seed: u32,
        moment: u32,
        name: &str,
        budget: u32,
    ) -> Self {
        Self {
            mind,
            reader: Reader::new(questions, seed, moment, name),
            budget,
            idle: 0,
            last_enters: 0,
            events: 0,
            bad_given: 0,
            games: 0,
            notes: Vec::new(),
        }
    }

    /// The facts of the session, once it was played.
    pub fn finish(self, transcript: &Transcript) -> Session {
        let seedings = (transcript.seeding_calls, transcript.seedings.clone());
        // A question that was left open has been heard already.
        let heard = self.reader.session().asks.len() > transcript.turns.len();
        let tail = if heard { "" } else { &transcript.tail };
        self.reader.finish(tail, &transcript.end, seedings)
    }

    /// Where a script and the program did not fit together.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn decide(&mut self, asked: &Asked) -> (Reply, Option<Intent>) {
        match &mut self.mind {
            Mind::Script(_) => self.scripted(asked),
            Mind::Lines(_) => (Reply::Stop, None),
            Mind::Goal(goal) => {
                let goal = *goal;
                self.towards(goal, asked)
            }
        }
    }

    fn towards(&mut self, goal: Goal, asked: &Asked) -> (Reply, Option<Intent>) {
        match asked.kind {
            Kind::Players => self.players(goal),
            Kind::Bare if self.opening() => self.players(goal),
            Kind::Again => {
                self.games += usize::from(self.idle == 0);
                if self.games >= goal.games {
                    self.last_enters += 1;
                    let word = word(self.last_enters - 1, &asked.no, &NO_WORDS);
                    let reply = if self.last_enters > LAST_ENTERS { Reply::Stop } else { line(word) };
                    (reply, Some(Intent::No))
                } else {
                    (line(word(self.idle, &asked.yes, &YES_WORDS)), Some(Intent::Yes))
                }
            }
            Kind::Take => (line(self.source(asked)), None),
            Kind::Discard => (line(self.discard().to_string()), None),
            Kind::GoOut | Kind::Start => (line(word(self.idle, &asked.yes, &YES_WORDS)), None),
            Kind::Cards => (line("7"), None),
            Kind::People | Kind::Number | Kind::Menu => (line("1"), None),
            Kind::Name => (line(self.name()), None),
            Kind::Enter | Kind::Bare => (line(""), None),
            Kind::Unknown => (line(["1", "y", "", "n"][self.idle % 4]), None),
        }
    }

    /// A name for the next player: each another, so that a winner's name tells who it is.
    fn name(&self) -> &'static str {
        let asked = self.reader.session().asks.iter().filter(|ask| ask.kind == Kind::Name).count();
        NAMES[asked.saturating_sub(1) % NAMES.len()]
    }

    /// Nothing was dealt since the question for the players came first.
    fn opening(&self) -> bool {
        let session = self.reader.session();
        !session.events.iter().any(|(_, event)| matches!(event, Event::Hand(_)))
            && !session.asks.iter().any(|ask| matches!(ask.intent, Some(Intent::Count(_))))
    }

    fn players(&mut self, goal: Goal) -> (Reply, Option<Intent>) {
        if let Some(bad) = goal.bad.get(self.bad_given) {
            self.bad_given += 1;
            return (line(*bad), Some(Intent::Bad));
        }
        let at = self.games.min(goal.players.len() - 1);
        let count = goal.players[at];
        (line(count.to_string()), Some(Intent::Count(count)))
    }

    /// Where the person takes a card from: the pile if that makes the hand better, else the deck.
    fn source(&self, asked: &Asked) -> String {
        let (hand, wild) = self.hand();
        let now = least(&hand, wild);
        let top = self.reader.session().events.iter().rev().find_map(|(_, event)| match event {
            Event::Pile(card) | Event::Discards(_, card) => Some(*card),
            _ => None,
        });
        let better = top.is_some_and(|card| {
            let mut with = hand.clone();
            with.push(card);
            best_discard(&with, wild).1 + 3 < now
        });
        let offered = if better { &asked.no } else { &asked.yes };
        let others = if better { ["pile", "p", "P", "2"] } else { ["deck", "d", "D", "1"] };
        word(self.idle, offered, &others)
    }

    fn discard(&self) -> usize {
        let (hand, wild) = self.hand();
        if self.idle > 0 {
            return self.idle;
        }
        best_discard(&hand, wild).0 + 1
    }

    /// The person's hand now, and the wild rank.
    fn hand(&self) -> (Vec<Card>, Option<Rank>) {
        let mut hand = Vec::new();
        let mut wild = None;
        for (_, event) in &self.reader.session().events {
            match event {
                Event::Begins(begins) => {
                    hand.clear();
                    wild = begins.wild;
                }
                Event::Hand(Hand { cards, .. }) | Event::Holds(cards) => hand.clone_from(cards),
                // The person's own card taken follows the hand shown to the person.
                Event::YouDraw(card) | Event::Takes(_, card) => hand.push(*card),
                _ => {}
            }
        }
        hand.truncate(MAX_HAND);
        (hand, wild)
    }

    /// The next answer of a script; its words are put into those the question offers.
    fn scripted(&mut self, asked: &Asked) -> (Reply, Option<Intent>) {
        let Mind::Script(cursor) = &mut self.mind else { return (Reply::Stop, None) };
        let name = asked.kind.name();
        let answer = match cursor.next(name) {
            ScriptAnswer::Next(answer) => answer,
            ScriptAnswer::Fallback(answer) => {
                self.notes
                    .push(format!("a {name} question was answered {answer:?} by the script's fallback"));
                answer
            }
            ScriptAnswer::Exhausted => return (Reply::Stop, None),
        };
        let (typed, intent) = match (asked.kind, answer.as_str()) {
            (Kind::Again, "y") => (asked.yes.clone(), Some(Intent::Yes)),
            (Kind::Again, "n") => (asked.no.clone(), Some(Intent::No)),
            (Kind::Take, "deck") => (asked.yes.clone(), None),
            (Kind::Take, "pile") => (asked.no.clone(), None),
            (Kind::Players, number) => {
                let intent = match number.parse() {
                    Ok(count @ 1..=7) => Intent::Count(count),
                    _ => Intent::Bad,
                };
                (answer, Some(intent))
            }
            _ => (answer, None),
        };
        (Reply::Line(typed), intent)
    }

    /// Counts questions that changed nothing.
    fn note_progress(&mut self) {
        let session = self.reader.session();
        let told = session.events.iter().map(|(_, event)| event);
        let told = told.filter(|event| !matches!(event, Event::Other(_) | Event::Holds(_))).count();
        let same_kind = matches!(session.asks.as_slice(), [.., a, b] if a.kind == b.kind);
        self.idle = if told == self.events && same_kind { self.idle + 1 } else { 0 };
        self.events = told;
    }
}

impl Dialogue for Player<'_> {
    fn reply(&mut self, said: &str) -> Reply {
        let asked = self.reader.hear(said);
        self.note_progress();
        if self.budget == 0 || self.idle > PATIENCE {
            return Reply::Stop;
        }
        self.budget -= 1;
        let (reply, intent) = match &mut self.mind {
            Mind::Lines(lines) => match lines.pop_front() {
                Some((text, intent)) => (Reply::Line(text), intent),
                None => (Reply::Stop, None),
            },
            _ => self.decide(&asked),
        };
        match &reply {
            Reply::Line(line) => self.reader.answered(&Answer::Line(line.clone()), intent),
            Reply::EndOfInput => self.reader.answered(&Answer::EndOfInput, None),
            Reply::Stop => {}
        }
        reply
    }
}

/// The least points of a hand of the full game.
fn least(hand: &[Card], wild: Option<Rank>) -> u32 {
    let scoring = Scoring { runs: true, wild, ..Scoring::BOOKS };
    points(hand, scoring).unwrap_or(u32::MAX / 2)
}

/// The place of the card to discard, and the points of the rest.
fn best_discard(hand: &[Card], wild: Option<Rank>) -> (usize, u32) {
    let without = |at: usize| {
        let mut rest = hand.to_vec();
        rest.remove(at);
        least(&rest, wild)
    };
    (0..hand.len()).map(|at| (at, without(at))).min_by_key(|(_, points)| *points).unwrap_or((0, 0))
}

fn word(idle: usize, offered: &str, others: &[&str]) -> String {
    if idle == 0 {
        return offered.to_owned();
    }
    let others: Vec<&&str> = others.iter().filter(|word| **word != offered).collect();
    (*others[(idle - 1) % others.len()]).to_owned()
}

fn line(text: impl Into<String>) -> Reply {
    Reply::Line(text.into())
}
