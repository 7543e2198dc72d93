//! Players with a goal: each answers the question that was asked.

use std::collections::VecDeque;

use reference::script::{ScriptAnswer, ScriptCursor};

use crate::play::{Dialogue, Reply};
use crate::transcript::{Answer, Transcript};

use super::answers::draw_key;
use super::facts::{GaveUp, Session, What};
use super::plans::{Plan, choose, is_legal};
use super::question::{Kind, Questions, words};
use super::reader::Reader;

/// What a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The goal in words, for evidence.
    pub name: &'static str,
    /// How it moves.
    pub plan: Plan,
    /// Answers that no program should take, all typed at one question.
    pub bad: &'static [&'static str],
    /// At which of its turns, from 0.
    pub bad_turn: usize,
}

/// What decides the answers: a goal, or a list.
#[derive(Debug, Clone)]
pub enum Mind {
    /// Plays towards a goal.
    Goal(Goal),
    /// Gives these answers to the questions of their kind; ends the session when they are used up.
    Script(ScriptCursor),
    /// Types these lines, whatever is asked, and ends the session after the last.
    Lines(VecDeque<String>),
}

/// Questions in a row that no answer moved before a session is given up.
const PATIENCE: usize = 9;

/// Waits after the end that are answered before the input is closed: some are free, more are a fault.
const LAST_ENTERS: usize = 4;

/// A player in a session.
#[derive(Debug)]
pub struct Player<'a> {
    mind: Mind,
    reader: Reader<'a>,
    budget: u32,
    /// Answers since the game last moved, without the bad ones.
    idle: usize,
    /// Bad answers typed.
    tried: usize,
    /// Turns in which the player was asked.
    turns: usize,
    moved: usize,
    last_enters: usize,
    notes: Vec<String>,
    /// The answer of the page that is given in two steps.
    begun: Option<String>,
}

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
        let reader = Reader::new(questions, seed, moment, name);
        let (idle, tried, turns, moved, last_enters, notes) = (0, 0, 0, 0, 0, Vec::new());
        Self { mind, reader, budget, idle, tried, turns, moved, last_enters, notes, begun: None }
    }

    /// The facts of the session, once it was played.
    pub fn finish(self, transcript: &Transcript) -> Session {
        // A question that was left open has been heard already.
        let heard = self.reader.session().asks.len() > transcript.turns.len();
        let tail = if heard { "" } else { &transcript.tail };
        self.reader.finish(tail, &transcript.end)
    }

    /// Where a script and the program did not fit together.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn decide(&mut self, kind: Kind, said: &str) -> Reply {
        if let Mind::Script(_) = self.mind {
            return self.scripted(kind);
        }
        let Mind::Goal(goal) = self.mind else { return Reply::Stop };
        match kind {
            Kind::Move if self.reader.table().over => self.see_out("end"),
            Kind::Move if self.reader.asks_card() => {
                // Asked once more, the card is not there: some card is better than none.
                let play = self.begun.take().unwrap_or_else(|| format!("play {}", 1 + self.idle % 4));
                line(self.reader.typed(&play))
            }
            Kind::Move => self.choose(goal),
            Kind::Enter | Kind::Start | Kind::Unknown if draw_key(said).is_some() => {
                line(draw_key(said).unwrap_or_default())
            }
            Kind::Again => {
                let offered = words(said).1;
                self.see_out([offered.as_str(), "no", "n", "2"][self.last_enters % 4])
            }
            Kind::Enter | Kind::Bare if self.reader.table().over => self.see_out(""),
            Kind::Start if self.idle == 0 => line(words(said).0),
            Kind::Name => line("Sam"),
            Kind::Enter => line(""),
            Kind::Number => line("1"),
            Kind::Start | Kind::Bare | Kind::Unknown => {
                line(["", "y", "1", "start"][(self.reader.session().asks.len() - 1) % 4])
            }
        }
    }

    /// Answers what is asked after the game's end, for a while.
    fn see_out(&mut self, answer: &str) -> Reply {
        self.last_enters += 1;
        if self.last_enters > LAST_ENTERS { Reply::EndOfInput } else { line(answer) }
    }

    fn choose(&mut self, goal: Goal) -> Reply {
        if self.turns == goal.bad_turn + 1 && self.tried < goal.bad.len() {
            let bad = goal.bad[self.tried];
            self.tried += 1;
            // With nine cards on the board, say, it may be legal after all.
            if !is_legal(bad, self.reader.table()) {
                self.idle = 0;
                return self.say(bad.to_owned());
            }
        }
        let asked = self.reader.session().asks.len();
        let Some(answer) = choose(goal.plan, self.reader.table(), asked) else { return Reply::Stop };
        match self.idle {
            0 | 1 => self.say(answer),
            // What was refused twice is not tried for ever: `stand` may be refused for its sum.
            idle => self.say(["stand", "play 1", "end"][idle % 3].to_owned()),
        }
    }

    /// An answer of the page, as the program wants it.
    fn say(&mut self, answer: String) -> Reply {
        let typed = self.reader.typed(&answer);
        self.begun = answer.starts_with("play").then_some(answer);
        line(typed)
    }

    /// The next answer of a script.
    fn scripted(&mut self, kind: Kind) -> Reply {
        let Mind::Script(cursor) = &mut self.mind else { return Reply::Stop };
        let name = kind.name();
        match cursor.next(name) {
            ScriptAnswer::Next(answer) => line(answer),
            ScriptAnswer::Fallback(answer) => {
                self.notes
                    .push(format!("a {name} question was answered {answer:?} by the script's fallback"));
                line(answer)
            }
            ScriptAnswer::Exhausted => Reply::Stop,
        }
    }

    /// Counts questions since the game last moved, and the player's turns.
    fn note_progress(&mut self, kind: Kind) {
        let session = self.reader.session();
        let is_step = |what: &What| !matches!(what, What::Board(..) | What::Hand(..));
        let moved = session.events.iter().filter(|event| is_step(&event.what)).count();
        let same_kind = matches!(session.asks.as_slice(), [.., a, b] if a.kind == b.kind);
        let still = moved == self.moved && same_kind;
        self.idle = if still { self.idle + 1 } else { 0 };
        if kind == Kind::Move && !still && !self.reader.asks_card() {
            self.turns += 1;
        }
        self.moved = moved;
    }
}

impl Dialogue for Player<'_> {
    fn reply(&mut self, said: &str) -> Reply {
        let kind = self.reader.hear(said);
        self.note_progress(kind);
        if self.budget == 0 || self.idle > PATIENCE {
            let why = if self.budget == 0 { GaveUp::Endless } else { GaveUp::Refused };
            self.reader.give_up(why);
            return Reply::Stop;
        }
        self.budget -= 1;
        let reply = match &mut self.mind {
            Mind::Lines(lines) => lines.pop_front().map_or(Reply::Stop, Reply::Line),
            _ => self.decide(kind, said),
        };
        match &reply {
            Reply::Line(line) => self.reader.answered(&Answer::Line(line.clone())),
            Reply::EndOfInput => self.reader.answered(&Answer::EndOfInput),
            Reply::Stop => {}
        }
        reply
    }
}

fn line(text: impl Into<String>) -> Reply {
    Reply::Line(text.into())
}
