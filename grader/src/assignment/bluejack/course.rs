//! The course of a game: its sets and turns, put together from what was said. It has no opinion either: what breaks the
//! rules is put together as it was told.

use reference::bluejack::{Card, Move, PerSide, Side, legal_move};

use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

use super::facts::{Printed, Session, Standing, What, cards_of};
use super::question::Kind;
use super::reading::Reading;
use super::table::Table;

/// A game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Course {
    /// Its sets.
    pub sets: Vec<Set>,
    /// Every listing of the human's hand.
    pub hands: Vec<HandShown>,
}

/// One set.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// Where it begins.
    pub begins: Place,
    /// The sets won before it, as its first line tells.
    pub won: Option<PerSide<u64>>,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// Who is said to have bust or to have nine cards.
    pub claims: Vec<(Place, What)>,
    /// Its result: who won, or nobody.
    pub result: Option<(Place, Option<Side>)>,
    /// The end of the game in it: who won, and whether a Bluejack was called.
    pub game: Option<(Place, Side, bool)>,
}

/// One turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Whose turn it is.
    pub side: Side,
    /// Where it begins.
    pub begins: Place,
    /// What happened in it.
    pub steps: Vec<(Place, Step)>,
    /// The boards before it.
    pub before: PerSide<Standing>,
    /// The side's own board after the draw; empty if nothing was drawn or shown.
    pub drawn: Standing,
    /// The boards at its end.
    pub after: PerSide<Standing>,
    /// Who had stood before it.
    pub stood: PerSide<bool>,
    /// The human's hand before it, if it was listed.
    pub hand: Option<Vec<Printed>>,
}

/// What happens in a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A card of the game deck is drawn.
    Draw(Printed),
    /// The human is asked.
    Ask(Asked),
    /// A card of the hand is played.
    Play(Printed),
    /// The turn is ended.
    End,
    /// The side stands.
    Stand,
    /// A board is shown.
    Board(Shown),
}

/// A question for a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What was typed.
    pub answer: Option<String>,
    /// The hand then, in the order in which `play` counts.
    pub hand: Vec<Printed>,
    /// What a legal answer means; `None` for an answer that is not legal, or cannot be told to be.
    pub meant: Option<Move>,
    /// Whether hand and board are known well enough to tell.
    pub known: bool,
}

/// A board as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Whose it is.
    pub side: Side,
    /// The cards listed.
    pub listed: Vec<Printed>,
    /// The sum shown.
    pub sum: Option<i64>,
    /// The cards that the moves put there.
    pub tracked: Vec<Printed>,
    /// The listing of this board before, in the same set.
    pub last: Option<(Vec<Printed>, Option<i64>)>,
}

/// A listing of the human's hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandShown {
    /// Where it stands.
    pub place: Place,
    /// In which set.
    pub set: usize,
    /// The cards listed.
    pub listed: Vec<Printed>,
    /// What the hand must be by the listing before and what was played since.
    pub expected: Option<Vec<Printed>>,
}

impl Turn {
    /// The cards drawn in it.
    pub fn draws(&self) -> impl Iterator<Item = (Place, &Printed)> {
        self.steps.iter().filter_map(|(place, step)| match step {
            Step::Draw(card) => Some((*place, card)),
            _ => None,
        })
    }

    /// The cards of the hand played in it.
    pub fn plays(&self) -> impl Iterator<Item = (Place, &Printed)> {
        self.steps.iter().filter_map(|(place, step)| match step {
            Step::Play(card) => Some((*place, card)),
            _ => None,
        })
    }

    /// The questions asked in it, with their places among the steps.
    pub fn asks(&self) -> impl Iterator<Item = (usize, &Asked)> {
        self.steps.iter().enumerate().filter_map(|(at, (_, step))| match step {
            Step::Ask(asked) => Some((at, asked)),
            _ => None,
        })
    }

    /// Whether the side stood in this turn.
    pub fn stands(&self) -> bool {
        self.steps.iter().any(|(_, step)| *step == Step::Stand) || self.stands_untold()
    }

    /// Whether the answer was to stand and nothing was said against it.
    fn stands_untold(&self) -> bool {
        let told = self.steps.iter().any(|(_, step)| matches!(step, Step::End | Step::Play(_) | Step::Stand));
        let last = self.asks().last().map(|(_, asked)| asked.meant);
        !told && last == Some(Some(Move::Stand))
    }

    /// Whether a card was played, or the turn was said to be over.
    fn acted(&self) -> bool {
        self.steps.iter().any(|(_, step)| matches!(step, Step::End | Step::Stand | Step::Play(_)))
    }

    fn said_over(&self) -> bool {
        self.steps.iter().any(|(_, step)| matches!(step, Step::End | Step::Stand))
    }
}

impl Set {
    /// The boards as they stand at its end so far.
    pub fn boards(&self) -> PerSide<Standing> {
        self.turns.last().map(|turn| turn.after.clone()).unwrap_or_default()
    }

    /// Whether a side has stood in it.
    pub fn stood(&self, side: Side) -> bool {
        self.turns.iter().any(|turn| turn.side == side && turn.stands())
    }

    /// Whether a side has had a turn in it.
    pub fn has_turn(&self, side: Side) -> bool {
        self.turns.iter().any(|turn| turn.side == side)
    }
}

impl Course {
    /// Puts a game together.
    pub fn of(session: &Session, reading: &Reading) -> Self {
        let mut walk = Walk { course: Self::default(), table: Table::default(), reading, last: PerSide::default() };
        let mut events = session.events.iter();
        let mut taken = 0;
        for (turn, ask) in session.asks.iter().enumerate() {
            for event in events.by_ref().take(ask.events.saturating_sub(taken)) {
                walk.event(event.place, &event.what);
            }
            taken = ask.events;
            if ask.kind == Kind::Move {
                walk.ask(Place { turn, line: usize::MAX }, ask.answer.as_deref());
            }
        }
        for event in events {
            walk.event(event.place, &event.what);
        }
        walk.close_turn();
        walk.course
    }

    /// Who won a set: as announced, else as the next set's line or the end of the game tells. The outer `None` if
    /// nothing tells.
    pub fn outcome(&self, set: usize) -> Option<(Place, Option<Side>)> {
        let this = &self.sets[set];
        if this.result.is_some() {
            return this.result;
        }
        if let Some((place, side, _)) = this.game {
            return Some((place, Some(side)));
        }
        let next = self.sets.get(set + 1)?;
        let (before, after) = (this.won?, next.won?);
        let gained: Vec<Side> = Side::ALL.into_iter().filter(|side| after[*side] == before[*side] + 1).collect();
        match gained[..] {
            [side] => Some((next.begins, Some(side))),
            [] if before == after => Some((next.begins, None)),
            _ => None,
        }
    }

    /// Where a set is known to be over: at its result, the next set, or the program's end.
    pub fn over(&self, set: usize, session: &Session) -> Option<Place> {
        let this = &self.sets[set];
        let told = this.result.map(|(place, _)| place).or(this.game.map(|(place, ..)| place));
        let next = self.sets.get(set + 1).map(|next| next.begins);
        let ended = matches!(session.end, Ending::Exited(_)).then(|| end_of(session));
        told.or(next).or(ended)
    }
}

/// The place behind everything that was said.
pub fn end_of(session: &Session) -> Place {
    Place { turn: session.asks.len(), line: usize::MAX }
}

struct Walk<'a> {
    course: Course,
    table: Table,
    reading: &'a Reading,
    /// The last listing of each board in this set.
    last: PerSide<Option<(Vec<Printed>, Option<i64>)>>,
}

impl Walk<'_> {
    fn event(&mut self, place: Place, what: &What) {
        match what {
            What::Set { number, won } => {
                if self.table.begins_set(*number) {
                    self.begin_set(place, *won);
                }
                self.table.take(what);
            }
            What::Draws(side, card) => self.draw(place, *side, card, what),
            What::Plays(side, card) => {
                // Once the other side waits, two plays in a row may be of one turn, or the second of a turn without draw.
                let undrawn = self.reading.plays_undrawn[*side] && self.table.stood[side.other()];
                if undrawn && self.turn().is_some_and(|turn| turn.side == *side && turn.plays().next().is_some()) {
                    self.begin_turn(place, *side);
                }
                self.act(place, *side);
                self.table.take(what);
                self.step(place, Step::Play(card.clone()));
            }
            What::Ends(side) | What::Stands(side) if !self.table.stood[*side] => {
                self.act(place, *side);
                self.table.take(what);
                let stands = matches!(what, What::Stands(_));
                self.step(place, if stands { Step::Stand } else { Step::End });
            }
            What::Board(side, listed, sum) => self.board(place, *side, listed, *sum),
            What::Hand(Side::Human, listed) => {
                let expected = self.table.hand_known.then(|| self.table.hand.clone());
                let set = self.course.sets.len().saturating_sub(1);
                self.course.hands.push(HandShown { place, set, listed: listed.clone(), expected });
                self.table.take(what);
            }
            What::Busts(_) | What::Nine(_) => {
                if let Some(set) = self.course.sets.last_mut() {
                    set.claims.push((place, what.clone()));
                }
            }
            What::SetWon(winner) => {
                self.table.take(what);
                if let Some(set) = self.course.sets.last_mut() {
                    set.result.get_or_insert((place, *winner));
                }
            }
            What::GameWon(side, bluejack) => {
                self.table.take(what);
                if let Some(set) = self.course.sets.last_mut() {
                    set.game.get_or_insert((place, *side, *bluejack));
                }
            }
            What::Ends(_) | What::Stands(_) | What::Hand(Side::Computer, _) => {}
        }
    }

    fn begin_set(&mut self, place: Place, won: Option<PerSide<u64>>) {
        self.close_turn();
        self.last = PerSide::default();
        let (turns, claims) = (Vec::new(), Vec::new());
        self.course.sets.push(Set { begins: place, won, turns, claims, result: None, game: None });
    }

    fn draw(&mut self, place: Place, side: Side, card: &Printed, what: &What) {
        if self.course.sets.is_empty() || self.table.decided {
            self.begin_set(place, None);
            self.table.clear(None);
        }
        let stood = self.table.stood[side.other()];
        let silent = !self.reading.tells_ends[side] && stood;
        let same = self.turn().is_some_and(|turn| {
            let over = turn.acted() || turn.asks().next().is_some() || silent && turn.draws().next().is_some();
            turn.side == side && !over
        });
        if !same {
            self.begin_turn(place, side);
        }
        self.table.take(what);
        self.step(place, Step::Draw(card.clone()));
    }

    /// What a side does belongs to its turn; if it has none, a turn begins without a draw.
    fn act(&mut self, place: Place, side: Side) {
        if self.course.sets.is_empty() {
            self.begin_set(place, None);
        }
        if !self.turn().is_some_and(|turn| turn.side == side && !turn.said_over()) {
            self.begin_turn(place, side);
        }
    }

    fn ask(&mut self, place: Place, answer: Option<&str>) {
        if self.course.sets.is_empty() || self.table.decided || self.table.over {
            return;
        }
        self.act(place, Side::Human);
        let board = cards_of(&self.table.boards.human.cards);
        let hand = cards_of(&self.table.hand).filter(|_| self.table.hand_known);
        let meant = board.as_ref().zip(hand.as_ref()).zip(answer).and_then(|((board, hand), answer)| {
            legal_move(answer, hand, board)
        });
        let known = board.is_some() && hand.is_some();
        let hand = self.table.hand.clone();
        self.step(place, Step::Ask(Asked { answer: answer.map(str::to_owned), hand, meant, known }));
    }

    fn board(&mut self, place: Place, side: Side, listed: &[Printed], sum: Option<i64>) {
        if self.turn().is_none() {
            return;
        }
        let tracked = self.table.boards[side].cards.clone();
        let last = self.last[side].replace((listed.to_vec(), sum));
        self.table.take(&What::Board(side, listed.to_vec(), sum));
        self.step(place, Step::Board(Shown { side, listed: listed.to_vec(), sum, tracked, last }));
    }

    fn begin_turn(&mut self, place: Place, side: Side) {
        if let Some(turn) = self.turn().filter(|turn| turn.stands_untold()) {
            let side = turn.side;
            self.table.stood[side] = true;
        }
        self.close_turn();
        let turn = Turn {
            side,
            begins: place,
            steps: Vec::new(),
            before: self.boards(),
            drawn: Standing::default(),
            after: PerSide::default(),
            stood: self.table.stood,
            hand: self.table.hand_known.then(|| self.table.hand.clone()),
        };
        if let Some(set) = self.course.sets.last_mut() {
            set.turns.push(turn);
        }
    }

    fn turn(&self) -> Option<&Turn> {
        self.course.sets.last().and_then(|set| set.turns.last())
    }

    fn step(&mut self, place: Place, step: Step) {
        let Some(turn) = self.course.sets.last_mut().and_then(|set| set.turns.last_mut()) else { return };
        let opening = matches!(step, Step::Draw(_) | Step::Board(_));
        turn.steps.push((place, step));
        if opening && !turn.acted() && turn.asks().next().is_none() {
            turn.drawn.clone_from(&self.table.boards[turn.side]);
            turn.drawn.by = self.reading.believed;
        }
    }

    fn boards(&self) -> PerSide<Standing> {
        let by = self.reading.believed;
        PerSide::from_fn(|side| Standing { by, ..self.table.boards[side].clone() })
    }

    /// Notes the boards at the end of the last turn.
    fn close_turn(&mut self) {
        let boards = self.boards();
        if let Some(turn) = self.course.sets.last_mut().and_then(|set| set.turns.last_mut()) {
            turn.after = boards;
        }
    }
}

/// A board's cards, if each can be read.
pub fn board_of(standing: &Standing) -> Option<Vec<Card>> {
    cards_of(&standing.cards)
}
