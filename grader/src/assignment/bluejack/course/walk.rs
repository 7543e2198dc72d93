//! Walks through what was said and asked, and puts sets and turns together.

use reference::bluejack::{GOAL, Move, PerSide, Side, legal_move};

use crate::assignment::bluejack::facts::{Printed, Session, Standing, What, cards_of};
use crate::assignment::bluejack::question::Kind;
use crate::assignment::bluejack::reading::Reading;
use crate::assignment::bluejack::table::Table;
use crate::assignment::excerpt::Place;

use super::{Asked, Course, HandShown, Set, Shown, Step, Turn};

/// Puts a game together.
pub(super) fn course(session: &Session, reading: &Reading) -> Course {
    let mut walk =
        Walk { course: Course::default(), table: Table::default(), reading, last: PerSide::default() };
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
    let mut course = walk.course;
    // It is kept while more games are played.
    for set in &mut course.sets {
        set.turns.iter_mut().for_each(|turn| turn.steps.shrink_to_fit());
        set.turns.shrink_to_fit();
    }
    course
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
                if undrawn
                    && self.turn().is_some_and(|turn| turn.side == *side && turn.plays().next().is_some())
                {
                    self.begin_turn(place, *side);
                }
                self.act(place, *side);
                self.table.take(what);
                self.step(place, Step::Play(card.clone()));
            }
            What::Ends(side) | What::Stands(side) if !self.table.stood[*side] => {
                if !self.stands_by_itself(*side, what) {
                    self.act(place, *side);
                }
                self.table.take(what);
                let stands = matches!(what, What::Stands(_));
                self.step(place, if stands { Step::Stand } else { Step::End });
            }
            What::Board(side, listed, sum) => self.board(place, (*side, listed, *sum), what),
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
                let named = |side: Side| if self.reading.names_loser { side.other() } else { side };
                let winner = winner.map(named);
                if let Some(set) = self.course.sets.last_mut() {
                    set.result.get_or_insert((place, winner));
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
            let over =
                turn.acted() || turn.asks().next().is_some() || silent && turn.draws().next().is_some();
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

    /// Whether a side with 20 is said to stand after its turn was over: that belongs to the same turn.
    fn stands_by_itself(&self, side: Side, what: &What) -> bool {
        let goal = || self.boards()[side].maybe(|sum| sum == GOAL);
        let same = self.turn().is_some_and(|turn| turn.side == side && turn.acted());
        same && matches!(what, What::Stands(_)) && goal()
    }

    fn ask(&mut self, place: Place, answer: Option<&str>) {
        if self.course.sets.is_empty() || self.table.decided || self.table.over {
            return;
        }
        self.act(place, Side::Human);
        let board = cards_of(&self.table.boards.human.cards);
        let hand = cards_of(&self.table.hand).filter(|_| self.table.hand_known);
        let meant = board
            .as_ref()
            .zip(hand.as_ref())
            .zip(answer)
            .and_then(|((board, hand), answer)| legal_move(answer, hand, board));
        self.table.meant = match meant {
            Some(Move::Play(at)) => Some(at),
            _ => None,
        };
        let known = board.is_some() && hand.is_some();
        let hand = self.table.hand.clone();
        self.step(place, Step::Ask(Asked { answer: answer.map(str::to_owned), hand, meant, known }));
    }

    fn board(&mut self, place: Place, (side, listed, sum): (Side, &[Printed], Option<i64>), what: &What) {
        if self.turn().is_none() {
            return;
        }
        let tracked = self.table.boards[side].cards.clone();
        let last = self.last[side].replace((listed.to_vec(), sum));
        self.table.take(what);
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
