//! The game as a state machine: it says something, asks a question and waits for the answer.

use std::fmt;
use std::mem;

use super::card::Card;
use super::computer::{Situation, choose};
use super::deal::{Deal, GameDeck};
use super::record::{Ending, Set, Turn};
use super::rules::{Move, closest, decision, game_winner, legal_move};
use super::side::{PerSide, Side};
use super::transcript;
use crate::crand::GlibcRand;
use crate::replay::Play;

/// The seed where nobody names one. The handout has none; this is that of a C program which never calls `srand`.
pub const DEFAULT_SEED: u32 = 1;

/// What the player is asked. There is only one question in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// What to do after the draw.
    Move {
        /// How many cards the player has in hand.
        hand: usize,
    },
}

impl Question {
    /// The word by which a script calls this question: `move`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
        }
    }
}

impl fmt::Display for Question {
    /// The question as the transcript has it, without the end of the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { hand } => f.write_str(&transcript::move_question(*hand)),
        }
    }
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It waits for the answer to this question.
    Ask(Question),
    /// It is over.
    Over,
}

/// A game in play.
///
/// ```
/// use reference::bluejack::{Game, Question, Step};
///
/// let mut game = Game::new(1);
/// let (said, step) = game.step();
/// assert!(said.starts_with("--- Set 1 (0-0) ---\nYou draw "));
/// assert!(said.ends_with("Your move (end, stand, play 1-4)?\n"));
/// assert_eq!(step, Step::Ask(Question::Move { hand: 4 }));
/// assert!(game.answer("play 2"));
/// assert_eq!(game.step().1, Step::Ask(Question::Move { hand: 3 }));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rand: GlibcRand,
    deck: GameDeck,
    hands: PerSide<Vec<Card>>,
    won: PerSide<usize>,
    winner: Option<Side>,
    current: Set,
    finished: Vec<Set>,
    said: String,
    step: Step,
}

impl Game {
    /// A new game with the cards of `srand(seed)`, which has asked for the first move.
    pub fn new(seed: u32) -> Self {
        let mut rand = GlibcRand::new(seed);
        let deal = Deal::new(&mut rand);
        Self::dealt(deal, rand)
    }

    /// A new game with these cards, which has asked for the first move. The generator shuffles the game deck again
    /// when it has run out.
    ///
    /// # Panics
    ///
    /// If the deal has fewer cards in its deck than [`GameDeck::FEWEST`].
    pub fn dealt(deal: Deal, rand: GlibcRand) -> Self {
        let mut game = Self {
            rand,
            deck: GameDeck::new(deal.deck),
            hands: deal.hands,
            won: PerSide::default(),
            winner: None,
            current: Set::default(),
            finished: Vec::new(),
            said: String::new(),
            step: Step::Over,
        };
        game.start_set();
        game.step = game.play_on();
        game
    }

    /// What was said since the last call, whole lines with the question last, and what the game waits for.
    pub fn step(&mut self) -> (String, Step) {
        (mem::take(&mut self.said), self.step)
    }

    /// Answers the question the game waits for, and tells whether the answer was taken; if not, the same question
    /// is asked again. A game that is over takes no answer.
    ///
    /// The answers that are taken are those of [`legal_move`].
    pub fn answer(&mut self, line: &str) -> bool {
        let Step::Ask(question) = self.step else { return false };
        let board = self.current.board(Side::Human);
        let Some(choice) = legal_move(line, &self.hands.human, &board) else {
            self.turn().refused.push(line.to_owned());
            self.say(question);
            return false;
        };
        self.carry_out(Side::Human, choice);
        self.step = self.play_on();
        true
    }

    /// The sets that are finished.
    pub fn sets(&self) -> &[Set] {
        &self.finished
    }

    /// The set that is being played.
    pub fn set_in_play(&self) -> Option<&Set> {
        self.winner.is_none().then_some(&self.current)
    }

    /// The cards a side still has in hand.
    pub fn hand(&self, side: Side) -> &[Card] {
        &self.hands[side]
    }

    /// The sets each side has won.
    pub fn won(&self) -> PerSide<usize> {
        self.won
    }

    /// Who has won the game, once it is over.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Plays until the human has to be asked, or the game is over.
    fn play_on(&mut self) -> Step {
        while self.winner.is_none() {
            match self.current.next_to_move() {
                None => {
                    let sums = PerSide::from_fn(|side| self.current.sum(side));
                    self.finish_set(Ending::BothStood(closest(sums)));
                }
                Some(side) => {
                    self.draw(side);
                    if self.finish_if_decided(side, false) {
                        continue;
                    }
                    match side {
                        Side::Human => return Step::Ask(self.ask()),
                        Side::Computer => {
                            let choice = self.computers_choice();
                            self.carry_out(side, choice);
                        }
                    }
                }
            }
        }
        Step::Over
    }

    fn start_set(&mut self) {
        let number = self.finished.len() + 1;
        self.current = Set { number, won_before: self.won, ..Set::default() };
        self.say(transcript::set_begins(number, self.won));
    }

    /// Begins a side's turn with a card of the game deck.
    fn draw(&mut self, side: Side) {
        let drawn = self.deck.draw(&mut self.rand);
        self.current.turns.push(Turn { side, drawn, refused: Vec::new(), choice: None, played: None });
        self.say(transcript::draws(side, drawn));
        self.say_board(side);
    }

    fn ask(&mut self) -> Question {
        let question = Question::Move { hand: self.hands.human.len() };
        self.say(transcript::hand(&self.hands.human));
        self.say(question);
        question
    }

    fn computers_choice(&self) -> Move {
        choose(&Situation {
            hand: &self.hands.computer,
            board: &self.current.board(Side::Computer),
            other_sum: self.current.sum(Side::Human),
            other_stood: self.current.stood(Side::Human),
        })
    }

    /// Does what a side has chosen, and ends its turn.
    fn carry_out(&mut self, side: Side, choice: Move) {
        self.turn().choice = Some(choice);
        match choice {
            Move::End => self.say(transcript::ends_turn(side)),
            Move::Stand => self.say(transcript::stands(side)),
            Move::Play(place) => {
                let card = self.hands[side].remove(place);
                self.turn().played = Some(card);
                self.say(transcript::plays(side, card));
                self.say_board(side);
            }
        }
        self.finish_if_decided(side, true);
    }

    /// Finishes the set if the board of the side to move decides it, and tells whether it did.
    fn finish_if_decided(&mut self, side: Side, turn_over: bool) -> bool {
        let Some(decision) = decision(&self.current.board(side), turn_over) else { return false };
        if let Some(reason) = transcript::decided(side, decision) {
            self.say(reason);
        }
        self.finish_set(Ending::Decided(side, decision));
        true
    }

    fn finish_set(&mut self, ending: Ending) {
        self.current.ending = Some(ending);
        self.deck.take_back(self.current.turns.iter().map(|turn| turn.drawn));
        if let Some(side) = ending.winner() {
            self.won[side] += 1;
        }
        let bluejack = ending.bluejack();
        if bluejack.is_none() {
            self.say(transcript::set_won(ending.winner()));
        }
        self.winner = bluejack.or(game_winner(self.won));
        self.finished.push(mem::take(&mut self.current));
        match self.winner {
            Some(winner) => self.say(transcript::game_won(winner, bluejack.is_some())),
            None => self.start_set(),
        }
    }

    /// The turn that is being played.
    fn turn(&mut self) -> &mut Turn {
        self.current.turns.last_mut().expect("a turn begins before anybody is asked")
    }

    fn say_board(&mut self, side: Side) {
        let board = self.current.board(side);
        self.say(transcript::board(side, &board));
    }

    fn say(&mut self, line: impl fmt::Display) {
        self.said.push_str(&line.to_string());
        self.said.push('\n');
    }
}

impl Play for Game {
    type Round = Set;

    fn listen(&mut self) -> (String, Option<&'static str>) {
        let (said, step) = self.step();
        let kind = match step {
            Step::Ask(question) => Some(question.kind()),
            Step::Over => None,
        };
        (said, kind)
    }

    fn answer(&mut self, line: &str) -> bool {
        Self::answer(self, line)
    }

    fn played(&self) -> Vec<Set> {
        self.sets().iter().chain(self.set_in_play()).cloned().collect()
    }
}
