//! Players with a goal: each answers the question that was asked.

use reference::casino;

use super::facts::Session;
use super::habits::Habits;
use super::question::{Asked, Kind, Questions};
use super::reader::Reader;
use super::standing::{Over, money_now, over, overbet_taken, tried_now};
use crate::play::{Dialogue, Reply};
use crate::transcript::{Answer, Transcript};

/// How much a player bets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Betting {
    /// One dollar: the money lasts long.
    One,
    /// A part of the money that changes from round to round.
    Varied,
    /// Everything.
    All,
    /// Towards exactly $1000, then one dollar a round.
    Thousand,
    /// The same after some rounds at $1: where the cards are always the same, it is the answers that vary.
    ThousandLater,
    /// As much as helps in rounds that are known to be won, one dollar in all others.
    Knowing(Above),
}

/// How a player who knows the rounds ahead gets rich.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Above {
    /// By a dollar more than exactly $1000.
    ByADollar,
    /// By a round in which the dealer goes over.
    ByBust,
    /// By a round that is won otherwise.
    ByTotal,
}

/// What is known of a round before it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ahead {
    /// The player wins since the dealer goes over.
    Bust,
    /// The player wins otherwise.
    Win,
    /// The player does not win.
    Other,
}

/// When a player takes another card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hitting {
    /// Never.
    Never,
    /// Below this total.
    Below(i64),
    /// Whenever asked.
    Always,
    /// Below a total that changes from round to round.
    Varied,
    /// So many cards in the first, second and third round.
    Taking([u8; 3]),
}

/// What a player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The goal in words, for evidence.
    pub name: &'static str,
    /// Bets.
    pub betting: Betting,
    /// Cards.
    pub hitting: Hitting,
    /// Bets over the money tried before each round's real one.
    pub overbets: u32,
    /// Says no to "play again?" after this many rounds.
    pub rounds: u32,
}

/// The answers a person typed for one kind of question when their first word led nowhere.
const YES_WORDS: [&str; 7] = ["y", "Y", "yes", "h", "hit", "1", "H"];
const NO_WORDS: [&str; 7] = ["n", "N", "no", "s", "stand", "2", "S"];

/// Questions in a row without any progress before a session is given up.
const PATIENCE: u32 = 14;

/// Bare reads after the end that are answered before the input is closed: one is free, three more are a fault.
const LAST_ENTERS: u32 = 4;

/// What decides the answers: a goal, or a list.
#[derive(Debug, Clone)]
pub enum Mind {
    /// Plays towards a goal.
    Goal(Goal),
    /// The same, with the rounds known that lie ahead.
    Knowing(Goal, Vec<Ahead>),
    /// Gives these answers to the questions of their kind; ends the session when they are used up.
    Script(reference::script::ScriptCursor),
    /// Types these lines one after the other, whatever is asked, and ends the session after the last.
    Lines(std::collections::VecDeque<String>),
}

/// A player in a session.
#[derive(Debug)]
pub struct Player<'a> {
    mind: Mind,
    reader: Reader<'a>,
    /// Mixed into varied choices.
    seed: u32,
    /// Answers left.
    budget: u32,
    idle: u32,
    last_enters: u32,
    progress: (usize, usize, usize),
    /// Questions that were answered by a script's fallback or by a default.
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
        Self {
            mind,
            reader: Reader::new(questions, seed, moment, name),
            seed,
            budget,
            idle: 0,
            last_enters: 0,
            progress: (0, 0, 0),
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

    /// The program's habits, as far as the session shows them.
    pub fn habits(&self) -> Habits {
        self.reader.habits()
    }

    /// What the script's player had to make up.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn decide(&mut self, asked: &Asked) -> Reply {
        let session = self.reader.session();
        let over = over(session);
        match asked.kind {
            Kind::Bet | Kind::Again if over.is_some() => Reply::Stop,
            Kind::Hit if over == Some(Over::Left) => Reply::Stop,
            Kind::Bet => self.bet(asked),
            Kind::Hit => self.hit(asked),
            Kind::Again => self.again(asked),
            _ if over.is_some() => {
                self.last_enters += 1;
                if self.last_enters > LAST_ENTERS { Reply::EndOfInput } else { Reply::Line(String::new()) }
            }
            Kind::Start | Kind::Menu => line(self.word(&asked.yes, &YES_WORDS)),
            Kind::Extra => line(self.word(&asked.no, &NO_WORDS)),
            Kind::Name => line("Sam"),
            Kind::Number => line("1"),
            // "Press any key" that a bare Enter does not satisfy.
            Kind::Bare if self.waits_for_key() => line("x"),
            // Words that asked for something before the game, and that a bare Enter does not satisfy.
            Kind::Bare if session.rounds.is_empty() && self.idle > 0 => {
                line(["1", "y", "Sam"][self.idle as usize % 3])
            }
            Kind::Enter | Kind::Bare => line(""),
            Kind::Unknown => line(["", "y", "1", "n"][self.idle as usize % 4]),
        }
    }

    fn goal(&self) -> Option<&Goal> {
        match &self.mind {
            Mind::Goal(goal) | Mind::Knowing(goal, _) => Some(goal),
            Mind::Script(_) | Mind::Lines(_) => None,
        }
    }

    /// What is known of a round that comes.
    fn ahead(&self, round: usize) -> Ahead {
        match &self.mind {
            Mind::Knowing(_, ahead) => ahead.get(round).copied().unwrap_or(Ahead::Other),
            _ => Ahead::Other,
        }
    }

    /// Whether the program reads on in silence after a wait for a key was answered with Enter.
    fn waits_for_key(&self) -> bool {
        let asks = &self.reader.session().asks;
        matches!(asks.as_slice(), [.., key, bare] if key.kind == Kind::Enter && bare.kind == Kind::Bare)
    }

    /// The offered word, or another one where it led nowhere.
    fn word(&self, offered: &str, others: &[&str]) -> String {
        if self.idle == 0 {
            return offered.to_owned();
        }
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
        };
        let cases = [offered.to_lowercase(), offered.to_uppercase(), capital(offered)];
        let mut all: Vec<String> =
            cases.into_iter().filter(|word| word != offered && word.len() > 1).collect();
        all.extend(others.iter().filter(|word| **word != offered).map(|word| (*word).to_owned()));
        all.swap_remove((self.idle as usize - 1) % all.len())
    }

    fn bet(&mut self, asked: &Asked) -> Reply {
        let session = self.reader.session();
        let money = money_now(session);
        if overbet_taken(session, session.rounds.len().saturating_sub(1)) {
            return Reply::Stop;
        }
        let tried = tried_now(session);
        let Some(goal) = self.goal() else {
            return self.scripted(Kind::Bet, asked);
        };
        if tried < goal.overbets {
            return line(
                [money + 1, money * 2 + 5, money + 1000, money + 50][tried as usize % 4].to_string(),
            );
        }
        let refused = tried - goal.overbets;
        let round = session.rounds.len() as u32;
        let bet = match goal.betting {
            _ if refused > 0 => [money, money / 2, 10, 5, 1][refused as usize % 5],
            Betting::Varied => 1 + i64::from(mix(self.seed, round) % 40) * money / 80,
            Betting::All => money,
            Betting::ThousandLater if round < mix(self.seed, 5) % 16 => 1,
            Betting::Thousand | Betting::ThousandLater if money < casino::RICH_ABOVE => {
                money.min(casino::RICH_ABOVE - money)
            }
            Betting::Knowing(above) => knowing(above, money, self.ahead(round as usize)),
            // Around $1000 each dollar shows once more whether the game goes on there, and stops above.
            Betting::One | Betting::Thousand | Betting::ThousandLater => 1,
        };
        line(bet.max(1).to_string())
    }

    fn hit(&mut self, asked: &Asked) -> Reply {
        let session = self.reader.session();
        let Some(round) = session.rounds.last() else { return line(asked.no.as_str()) };
        let cards = round.player.cards.len();
        let total =
            round.player.total_by_cards(cards).or_else(|| round.player.total_shown(cards)).unwrap_or(12);
        let Some(goal) = self.goal() else {
            return self.scripted(Kind::Hit, asked);
        };
        let limit = match goal.hitting {
            Hitting::Never | Hitting::Taking(_) => 0,
            Hitting::Below(limit) => limit,
            Hitting::Always => i64::MAX,
            Hitting::Varied => 12 + i64::from(mix(self.seed, session.rounds.len() as u32 + 77) % 10),
        };
        // A question after the dealer has played is no invitation to go on for ever.
        let taken = cards.saturating_sub(round.dealt_to_player());
        let yes = match goal.hitting {
            Hitting::Taking(counts) => {
                counts.get(session.rounds.len() - 1).is_some_and(|count| taken < usize::from(*count))
            }
            _ => total < limit && cards < 14,
        };
        let (offered, others) = if yes { (&asked.yes, &YES_WORDS) } else { (&asked.no, &NO_WORDS) };
        line(self.word(offered, others))
    }

    fn again(&mut self, asked: &Asked) -> Reply {
        let Some(goal) = self.goal() else {
            return self.scripted(Kind::Again, asked);
        };
        let session = self.reader.session();
        let tainted = overbet_taken(session, session.rounds.len().saturating_sub(1));
        let yes = (session.rounds.len() as u32) < goal.rounds && !tainted;
        let (offered, others) = if yes { (&asked.yes, &YES_WORDS) } else { (&asked.no, &NO_WORDS) };
        line(self.word(offered, others))
    }

    /// The next answer of a script or list; a script's y and n are put into the words the question offers.
    fn scripted(&mut self, kind: Kind, asked: &Asked) -> Reply {
        use reference::script::ScriptAnswer;
        let worded = |answer: String| match (kind, answer.as_str()) {
            (Kind::Hit | Kind::Again, "y") => asked.yes.clone(),
            (Kind::Hit | Kind::Again, "n") => asked.no.clone(),
            _ => answer,
        };
        match &mut self.mind {
            Mind::Script(cursor) => match cursor.next(kind.name()) {
                ScriptAnswer::Next(answer) => line(worded(answer)),
                ScriptAnswer::Fallback(answer) => {
                    let name = kind.name();
                    self.notes
                        .push(format!("a {name} question was answered {answer:?} by the script's fallback"));
                    line(worded(answer))
                }
                ScriptAnswer::Exhausted => Reply::Stop,
            },
            Mind::Lines(lines) => lines.pop_front().map_or(Reply::Stop, Reply::Line),
            Mind::Goal(_) | Mind::Knowing(..) => line(""),
        }
    }

    /// Counts questions that changed nothing.
    fn note_progress(&mut self) {
        let session = self.reader.session();
        let now = (
            session.rounds.len(),
            session.rounds.last().map_or(0, |round| round.bets.len()),
            session.rounds.last().map_or(0, |round| round.player.cards.len() + round.dealer.cards.len()),
        );
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
        let reply = match &mut self.mind {
            Mind::Lines(lines) => lines.pop_front().map_or(Reply::Stop, Reply::Line),
            _ => self.decide(&asked),
        };
        match &reply {
            Reply::Line(line) => self.reader.answered(&Answer::Line(line.clone())),
            Reply::EndOfInput => self.reader.answered(&Answer::EndOfInput),
            Reply::Stop => {}
        }
        reply
    }
}

/// The bet of a player who knows how the round will end.
fn knowing(above: Above, money: i64, ahead: Ahead) -> i64 {
    let missing = casino::RICH_ABOVE - money;
    if ahead == Ahead::Other || missing <= 0 {
        return 1;
    }
    if above == Above::ByADollar {
        return money.min(missing);
    }
    let fits = (above == Above::ByBust) == (ahead == Ahead::Bust);
    if money <= missing || fits { money } else { 1 }
}

fn line(text: impl Into<String>) -> Reply {
    Reply::Line(text.into())
}

/// A small mixing function: the same choice for the same seed and round, whatever else happens.
fn mix(seed: u32, round: u32) -> u32 {
    let mut x = seed.wrapping_mul(0x9E37_79B9) ^ round.wrapping_mul(0x85EB_CA6B);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2C1B_3C6D);
    x ^ (x >> 13)
}
