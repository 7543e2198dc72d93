//! The one reader of a session: it serves the live play and the judging afterwards.

use reference::bluejack::Side;

use crate::assignment::excerpt::Place;
use crate::assignment::words::{patterns, plain};
use crate::transcript::{Answer, Ending, Transcript};

use super::answers::{Meaning, Naming, Offers, draw_key, naming, offers};
use super::facts::{Ask, Event, GaveUp, Session, Strange, What};
use super::lines::{
    Line, Listed, asks_move, before_question, entries, is_in_own_words, is_understood, meant, nothing, read,
};
use super::question::{self, Expect, Kind, Questions};
use super::results::may_be_result;
use super::table::Table;
use super::tidy::{numbers, tidied};

/// So many lines that are not understood are kept.
const STRANGE_KEPT: usize = 40;

/// So many lines are kept that may tell a result and are not understood.
const UNTOLD_KEPT: usize = 200;

/// The exit status of a Rust program that panicked.
const PANIC: i32 = 101;

patterns! {
    panic = r"(?m)^thread '.*' (?:\(\d+\) )?panicked at";
}

/// Reads a session as it goes on.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    questions: &'a Questions,
    session: Session,
    table: Table,
    /// A list that goes on below.
    open: Option<Open>,
    /// `Bluejack!` stood alone on the line above.
    cried: bool,
    /// Who was last said to win, and not what: of the last set, the game as well.
    wins: Option<(Side, Place)>,
    /// What its question for a move offers, where that is not what the page has.
    offers: Option<Offers>,
    /// How it wants the card to be named that is to be played, where it asks for that by itself.
    card: Option<Naming>,
    /// The numbers before the cards of the hand, as last listed.
    numbers: Vec<i64>,
}

/// A list that goes on below its label.
#[derive(Debug, Clone, Copy)]
struct Open {
    side: Side,
    listed: Listed,
    place: Place,
    /// It is surely a label; else it may be a heading of something that cannot be read.
    is_label: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a session.
    pub fn new(questions: &'a Questions, seed: u32, moment: u32, player: &str) -> Self {
        let session = Session {
            seed,
            moment,
            player: player.to_owned(),
            asks: Vec::new(),
            events: Vec::new(),
            strange: Vec::new(),
            untold: Vec::new(),
            in_own_words: false,
            asked_unclearly: false,
            asked_yes_or_no: false,
            gave_up: None,
            panicked: false,
            end: Ending::Stopped,
        };
        let table = Table::default();
        Self {
            questions,
            session,
            table,
            open: None,
            cried: false,
            wins: None,
            offers: None,
            card: None,
            numbers: Vec::new(),
        }
    }

    /// The facts so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The state of the game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Takes what was said before the program waited, and tells what it asks.
    pub fn hear(&mut self, said: &str) -> Kind {
        let text = self.take(said);
        let expect = if self.table.over {
            Expect::Over
        } else if self.table.started || self.table.number.is_some() {
            Expect::Play
        } else {
            Expect::Opening
        };
        let mut kind = question::read(&text, expect, self.questions);
        let before = self.session.asks.last().map_or(0, |ask| ask.events);
        let moved = |event: &Event| !matches!(event.what, What::Board(..) | What::Hand(..));
        if self.session.events[before..].iter().any(moved) {
            self.card = None;
        }
        let found = if expect == Expect::Play { offers(&text) } else { None };
        match found {
            Some(found) => {
                (self.offers, self.card) = (Some(found), None);
                kind = Kind::Move;
            }
            None if self.card.is_some() => {
                self.card = Some(naming(&text, self.listed()));
                kind = Kind::Move;
            }
            None if kind != Kind::Name && draw_key(&text).is_some() => kind = Kind::Enter,
            None => {
                let first = kind == Kind::Move && self.session.moves().next().is_none();
                self.session.asked_unclearly |= first && !text.lines().any(asks_move);
                self.session.asked_yes_or_no |= first && question::wants_yes_or_no(&text);
            }
        }
        let events = self.session.events.len();
        self.session.asks.push(Ask { kind, answer: None, typed: None, events });
        kind
    }

    /// Whether it asks for the card that is to be played, after the answer that one is.
    pub(super) fn asks_card(&self) -> bool {
        self.card.is_some()
    }

    /// The numbers before the cards in hand, where each has one.
    fn listed(&self) -> &[i64] {
        if self.numbers.len() == self.table.hand.len() { &self.numbers } else { &[] }
    }

    /// What is typed for an answer of the page to a question for a move.
    pub(super) fn typed(&self, answer: &str) -> String {
        match (&self.card, &self.offers) {
            (Some(naming), _) => naming.typed(answer),
            (None, Some(offers)) => offers.typed(answer, self.listed()),
            (None, None) => answer.to_owned(),
        }
    }

    /// Takes the answer that was typed.
    pub fn answered(&mut self, answer: &Answer) {
        if let (Some(ask), Answer::Line(line)) = (self.session.asks.last_mut(), answer) {
            ask.typed = Some(line.clone());
            ask.answer = Some(line.clone());
            if ask.kind != Kind::Move {
                return;
            }
            let listed = if self.numbers.len() == self.table.hand.len() { &self.numbers[..] } else { &[] };
            let meaning = match (&self.card, &self.offers) {
                (Some(naming), _) => Meaning::Answer(naming.meaning(line)),
                (None, Some(offers)) => offers.meaning(line, listed),
                (None, None) => Meaning::Answer(line.clone()),
            };
            match meaning {
                Meaning::Answer(answer) => {
                    self.table.answer(&answer);
                    ask.answer = Some(answer);
                }
                Meaning::Card => {
                    ask.kind = Kind::Number;
                    self.card = Some(Naming::Numbers(1));
                }
            }
        }
    }

    /// The player gives up.
    pub fn give_up(&mut self, why: GaveUp) {
        self.session.gave_up = Some(why);
    }

    /// Takes the last words and the ending.
    pub fn finish(mut self, tail: &str, end: &Ending) -> Session {
        self.take(tail);
        self.session.panicked = *end == Ending::Exited(PANIC) && panic().is_match(tail);
        if let Some((side, place)) =
            self.wins.filter(|_| matches!(end, Ending::Exited(_)) && !self.table.over)
        {
            self.event(place, What::GameWon(side, false));
        }
        self.session.end = end.clone();
        self.session.events.shrink_to_fit();
        self.session.asks.shrink_to_fit();
        self.session
    }

    /// Reads a whole transcript.
    pub fn read(questions: &'a Questions, transcript: &Transcript, moment: u32, player: &str) -> Session {
        let mut reader = Self::new(questions, transcript.seed, moment, player);
        for turn in &transcript.turns {
            reader.hear(&turn.said);
            reader.answered(&turn.answer);
        }
        reader.finish(&transcript.tail, &transcript.end)
    }

    /// Reads the lines of a turn; returns its plain text.
    fn take(&mut self, said: &str) -> String {
        let text = plain(said);
        let turn = self.session.asks.len();
        for (index, line) in text.lines().enumerate() {
            let line = before_question(line);
            if !line.trim().is_empty() {
                self.line(line, Place { turn, line: index });
            }
        }
        self.close_list();
        text
    }

    fn line(&mut self, line: &str, place: Place) {
        let said = read(line);
        if self.open.is_some() && !matches!(said, Line::Says(_) | Line::Opens(..)) {
            let is_frame = !line.contains(char::is_alphanumeric) && !line.contains(['±', '/']);
            if is_frame || self.goes_on(line) {
                return;
            }
            if self.begun_list().is_none() {
                // It may be the list, in a way that cannot be read.
                self.open = None;
            }
        }
        self.close_list();
        self.session.in_own_words |= matches!(said, Line::Says(_)) && is_in_own_words(line);
        if matches!(said, Line::Says(What::Hand(Side::Human, _)) | Line::Opens(Side::Human, Listed::Hand, _))
        {
            self.numbers = numbers(line);
        }
        match said {
            Line::Says(what) => self.event(place, what),
            Line::Opens(side, listed, is_label) => self.open = Some(Open { side, listed, place, is_label }),
            Line::Sum(side, sum) => self.sum(place, side, sum),
            Line::Wins(side) => self.wins(side, place),
            Line::Cry => self.cried = true,
            Line::Strange => self.strange(line, place),
            Line::Other => self.note_untold(line, place),
        }
    }

    /// A side wins: the set, if it is not decided; else the game.
    fn wins(&mut self, side: Side, place: Place) {
        if self.cried || self.table.decided {
            self.event(place, What::GameWon(side, false));
        } else {
            self.event(place, What::SetWon(Some(side)));
            self.wins = Some((side, place));
        }
    }

    /// A sum below its board, or below both boards.
    fn sum(&mut self, place: Place, side: Option<Side>, sum: i64) {
        let lists = |event: &&mut Event| matches!(event.what, What::Board(..) | What::Hand(..));
        let boards = self.session.events.iter_mut().rev().take_while(lists);
        let mut open = boards.map(|event| &mut event.what).filter(|what| match what {
            What::Board(of, _, None) => side.is_none_or(|side| side == *of),
            _ => false,
        });
        // Of two boards without a sum it may be either's.
        let Some(what) = open.next().filter(|_| side.is_some() || open.next().is_none()) else {
            self.sum_of_moves(place, side, sum);
            return;
        };
        if let What::Board(_, _, shown) = what {
            *shown = Some(sum);
            self.table.take(what);
        }
    }

    /// A sum right after a draw or a played card, with no board listed: that of the board the moves make.
    fn sum_of_moves(&mut self, place: Place, side: Option<Side>, sum: i64) {
        let Some(What::Draws(mover, _) | What::Plays(mover, _)) =
            self.session.events.last().map(|event| &event.what)
        else {
            return;
        };
        let mover = *mover;
        if side.is_none_or(|side| side == mover) {
            let cards = self.table.boards[mover].cards.clone();
            self.event(place, What::Board(mover, cards, Some(sum)));
        }
    }

    /// The list that goes on, as far as it was read.
    fn begun_list(&mut self) -> Option<&mut Event> {
        let place = self.open?.place;
        self.session.events.last_mut().filter(|event| event.place == place)
    }

    /// Takes a line that goes on with the list above: the whole list, one of its cards, or the sum behind them.
    fn goes_on(&mut self, line: &str) -> bool {
        let Some(Open { side, listed, place, .. }) = self.open else { return false };
        let line = line.trim_matches(|c: char| c.is_whitespace() || "║│┃|".contains(c));
        let Some(Line::Says(said)) = entries(side, listed, line)
            .filter(is_understood)
            .or_else(|| entries(side, listed, &tidied(line)))
        else {
            return false;
        };
        if matches!(said, What::Hand(..)) {
            self.numbers.extend(numbers(line));
        }
        let begun = self.begun_list().map(|event| &mut event.what);
        match (begun, said) {
            (Some(What::Board(_, _, sum @ None)), What::Board(_, more, shown @ Some(_)))
                if more.is_empty() =>
            {
                *sum = shown;
            }
            (_, What::Hand(_, cards) | What::Board(_, cards, _))
                if cards.is_empty() || cards.iter().any(|card| card.card.is_none()) =>
            {
                return false;
            }
            // A card on each line: the list is taken line by line, and grows.
            (Some(What::Hand(_, all)), What::Hand(_, more)) => all.extend(more),
            (Some(What::Board(_, all, sum)), What::Board(_, more, shown)) => {
                all.extend(more);
                *sum = shown.or(*sum);
            }
            (_, said) => self.session.events.push(Event { place, what: said }),
        }
        true
    }

    /// Ends a list that went on below its line.
    fn close_list(&mut self) {
        let begun = self.begun_list().map(|event| event.what.clone());
        let Some(Open { side, listed, place, is_label }) = self.open.take() else { return };
        match begun {
            Some(what) => self.table.take(&what),
            None if is_label => {
                if let Line::Says(what) = nothing(side, listed) {
                    self.event(place, what);
                }
            }
            None => {}
        }
    }

    fn event(&mut self, place: Place, what: What) {
        let cried = std::mem::take(&mut self.cried);
        // Before the first set nothing can be over: that is a sentence of the rules.
        let begun = self.table.started || self.table.number.is_some();
        if !begun && is_outcome(&what) {
            return;
        }
        let what = match what {
            What::GameWon(side, bluejack) => What::GameWon(side, bluejack || cried),
            what => what,
        };
        if matches!(what, What::Set { .. } | What::Draws(..)) {
            self.wins = None;
        }
        self.table.take(&what);
        self.session.events.push(Event { place, what });
    }

    /// Keeps where a line stands that may tell a result.
    fn note_untold(&mut self, line: &str, place: Place) {
        if self.session.untold.len() < UNTOLD_KEPT && !self.table.over && may_be_result(line) {
            self.session.untold.push(place);
        }
    }

    fn strange(&mut self, line: &str, place: Place) {
        self.note_untold(line, place);
        if self.session.strange.len() >= STRANGE_KEPT || self.table.over {
            return;
        }
        let expected = meant(line).unwrap_or_else(|| self.expected());
        let strange = Strange { place, line: line.trim().to_owned(), expected };
        self.session.strange.push(strange);
    }

    /// The published line that could come next.
    fn expected(&self) -> &'static str {
        let answer = self.session.asks.last().and_then(|ask| ask.answer.as_deref()).unwrap_or("");
        let events = &self.session.events;
        let fresh = self.session.asks.last().is_none_or(|ask| ask.events < events.len());
        if !fresh && self.session.asks.last().is_some_and(|ask| ask.kind == Kind::Move) {
            return match answer.split_whitespace().next() {
                Some("stand") => "You stand.",
                Some("play") => "You play Red -2.",
                _ => "You end your turn.",
            };
        }
        match events.last().map(|event| &event.what) {
            None => "--- Set 1 (0-0) ---",
            Some(What::Draws(Side::Human, _) | What::Plays(Side::Human, _)) => {
                "Your board: Blue 7, Red -2 (5)"
            }
            Some(What::Draws(Side::Computer, _) | What::Plays(Side::Computer, _)) => {
                "Computer's board: Green 9 (9)"
            }
            Some(What::Board(Side::Human, ..)) => "Your hand: 1) Blue +3, 2) Flip",
            Some(What::Board(Side::Computer, ..)) => "Computer ends its turn.",
            Some(What::Hand(..)) => "Your move (end, stand, play 1-2)?",
            Some(What::Ends(Side::Human) | What::Stands(Side::Human)) => "Computer draws Blue 7.",
            Some(What::Set { .. } | What::Ends(Side::Computer) | What::Stands(Side::Computer)) => {
                "You draw Blue 7."
            }
            Some(What::Busts(_) | What::Nine(_)) => "You win the set.",
            Some(What::SetWon(_)) => "--- Set 2 (1-0) ---",
            Some(What::GameWon(..)) => "(nothing more)",
        }
    }
}

/// Whether a line tells how a turn, a set or the game ended.
fn is_outcome(what: &What) -> bool {
    match what {
        What::Ends(_)
        | What::Stands(_)
        | What::Busts(_)
        | What::Nine(_)
        | What::SetWon(_)
        | What::GameWon(..) => true,
        What::Set { .. } | What::Draws(..) | What::Board(..) | What::Hand(..) | What::Plays(..) => false,
    }
}
