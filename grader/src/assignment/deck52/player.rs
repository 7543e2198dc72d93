//! Players with a goal: each answers the question that was asked.

use std::collections::VecDeque;

use reference::script::{ScriptAnswer, ScriptCursor};

use crate::assignment::words::Owner;
use crate::play::{Dialogue, Reply};
use crate::transcript::{Answer, Transcript};

use super::facts::{Intent, Session};
use super::question::{Asked, Kind, Questions};
use super::reader::Reader;
use super::score::base_score;

/// When a player takes another card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hitting {
    /// Below this score.
    Below(i64),
    /// Whenever asked.
    Always,
    /// So many cards.
    Times(usize),
}

/// What a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The goal in words, for evidence.
    pub name: &'static str,
    /// Cards.
    pub hitting: Hitting,
    /// Answers that no program should take, typed at the first question for a card and, after a card, at the second.
    pub bad: [&'static [&'static str]; 2],
    /// Counts aces 11 where asked.
    pub eleven: bool,
    /// Splits where asked.
    pub split: bool,
    /// Plays a second game where asked.
    pub again: bool,
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
const HIT_WORDS: [&str; 7] = ["hit", "h", "Hit", "H", "y", "1", "HIT"];
const STAND_WORDS: [&str; 8] = ["stand", "s", "stay", "Stand", "S", "n", "2", "STAND"];
const YES_WORDS: [&str; 5] = ["y", "yes", "Y", "1", "11"];
const NO_WORDS: [&str; 5] = ["n", "no", "N", "2", "1"];

/// Questions in a row without any progress before a session is given up.
const PATIENCE: usize = 12;

/// Waits after the end that are answered before the input is closed: one is free, three more are a fault.
const LAST_ENTERS: usize = 4;

/// The most cards a hand is brought to: 21 small ones are all a hand can hold.
const MOST_CARDS: usize = 21;

/// A player in a session.
#[derive(Debug)]
pub struct Player<'a> {
    mind: Mind,
    reader: Reader<'a>,
    budget: u32,
    idle: usize,
    last_enters: usize,
    progress: (usize, usize, usize),
    notes: Vec<String>,
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
        Self { mind, reader, budget, idle: 0, last_enters: 0, progress: (0, 0, 0), notes: Vec::new() }
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
        if let Mind::Script(_) = self.mind {
            return self.scripted(asked);
        }
        let Mind::Goal(goal) = self.mind else { return (Reply::Stop, None) };
        let over = self.reader.session().is_over();
        match asked.kind {
            // The question itself is the fault; nothing is gained by an answer.
            Kind::Hit | Kind::Ace | Kind::Split if over => (Reply::Stop, None),
            Kind::Hit => self.hit(goal, asked),
            Kind::Ace => self.choose(goal.eleven, asked),
            Kind::Split => self.choose(goal.split, asked),
            Kind::Again => {
                self.last_enters += 1;
                if self.last_enters > LAST_ENTERS {
                    (Reply::EndOfInput, None)
                } else {
                    let first = !self.reader.session().said_yes(Kind::Again);
                    self.choose(goal.again && first, asked)
                }
            }
            // The last choice of a menu is mostly the one that ends it.
            Kind::Menu if over => {
                self.last_enters += 1;
                let stops = self.last_enters > LAST_ENTERS;
                (if stops { Reply::Stop } else { line(asked.no.as_str()) }, None)
            }
            _ if over => {
                self.last_enters += 1;
                let reply = if self.last_enters > LAST_ENTERS { Reply::EndOfInput } else { line("") };
                (reply, None)
            }
            Kind::Start | Kind::Menu => (line(self.word(&asked.yes, &YES_WORDS)), None),
            Kind::Extra => (line(self.word(&asked.no, &NO_WORDS)), None),
            Kind::Name => (line("Sam"), None),
            Kind::Number => (line("1"), None),
            Kind::Enter | Kind::Bare => (line(""), None),
            Kind::Unknown => (line(["", "y", "1", "n"][self.idle % 4]), None),
        }
    }

    fn hit(&mut self, goal: Goal, asked: &Asked) -> (Reply, Option<Intent>) {
        let session = self.reader.session();
        let hand = session.hand(Owner::Player);
        let cards = hand.map_or(0, |hand| hand.cards.len());
        let taken = cards.saturating_sub(2);
        let tried = session
            .asks
            .iter()
            .filter(|ask| {
                ask.intent == Some(Intent::Bad)
                    && session.hand_at(Owner::Player, ask.shows).map_or(0, |hand| hand.cards.len()) == cards
            })
            .count();
        if let Some(bad) = goal.bad.get(taken.min(2)).and_then(|bad| bad.get(tried)) {
            // A menu of numbers is given a number that is not on it as well.
            let number = tried == 0 && goal.bad.iter().any(|bad| bad.len() > 1) && is_number(&asked.yes);
            return (line(if number { "7" } else { *bad }), Some(Intent::Bad));
        }
        let score = hand.and_then(|hand| base_score(&hand.cards)).unwrap_or(12);
        let draws = match goal.hitting {
            Hitting::Below(limit) => score < limit,
            Hitting::Always => true,
            Hitting::Times(count) => taken < count,
        } && cards < MOST_CARDS;
        let (intent, offered, others) = if draws {
            (Intent::Hit, &asked.yes, &HIT_WORDS[..])
        } else {
            (Intent::Stand, &asked.no, &STAND_WORDS[..])
        };
        let idle = self.idle.saturating_sub(tried);
        (line(word(idle, offered, others)), Some(intent))
    }

    fn choose(&self, yes: bool, asked: &Asked) -> (Reply, Option<Intent>) {
        let (intent, offered, others) =
            if yes { (Intent::Yes, &asked.yes, &YES_WORDS) } else { (Intent::No, &asked.no, &NO_WORDS) };
        (line(self.word(offered, others)), Some(intent))
    }

    /// The offered word, or another one where it led nowhere.
    fn word(&self, offered: &str, others: &[&str]) -> String {
        word(self.idle, offered, others)
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
            (Kind::Hit, "hit") => (asked.yes.clone(), Some(Intent::Hit)),
            (Kind::Hit, "stand") => (asked.no.clone(), Some(Intent::Stand)),
            (Kind::Hit, _) => (answer, Some(Intent::Bad)),
            (Kind::Ace, "11") | (Kind::Split | Kind::Again, "y") => (asked.yes.clone(), Some(Intent::Yes)),
            (Kind::Ace, "1") | (Kind::Split | Kind::Again, "n") => (asked.no.clone(), Some(Intent::No)),
            _ => (answer, None),
        };
        (Reply::Line(typed), intent)
    }

    /// Counts questions that changed nothing.
    fn note_progress(&mut self) {
        let session = self.reader.session();
        let dealt = session.shows.iter().map(|show| show.cards.len() - show.known).sum();
        let hand = session.hand(Owner::Player).map_or(0, |show| show.hand);
        let now = (dealt, hand, session.outcomes.len());
        let same_kind = matches!(session.asks.as_slice(), [.., a, b] if a.kind == b.kind);
        self.idle = if now == self.progress && same_kind { self.idle + 1 } else { 0 };
        self.progress = now;
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

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
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
