//! The game as a state machine: it says something, asks a question and waits for the answer.

use std::fmt;
use std::mem;

use super::table::Table;
use super::text::{Act, dealer_bust_line, hand_line, outcome_line};
use super::{
    HIGH_ACE_EXTRA, Half, Hand, HandPlayed, Options, Outcome, Picker, Round, Seat, aces, better_score,
    busted, dealer_high_aces, dealer_hits, dealer_splits, ends_turn, may_split, settle,
};
use crate::replay::Play;

/// What the player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Whether to take another card.
    Hit,
    /// What an ace counts, with the extra credit for aces.
    Ace,
    /// Whether to play the two cards as two hands, with the extra credit for splitting.
    Split,
}

impl Question {
    /// The word by which a script calls this question: `hit`, `ace` or `split`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Ace => "ace",
            Self::Split => "split",
        }
    }
}

impl fmt::Display for Question {
    /// The question as the handout's examples print it; the answer is typed on the same line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hit => "Hit or stand    ? ",
            Self::Ace => "Ace 1 or 11     ? ",
            Self::Split => "Split (y/n)     ? ",
        })
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
/// The cards are dealt in the order in which the examples show the hands: two to the dealer, two to the player,
/// then one for each hit. The handout leaves that order open. After a split each of the two hands gets its new card
/// at once, the first hand first.
///
/// With the extra credit the handout leaves more open, and this is what the game does:
///
/// - The player is asked about each ace once, before the hit question, unless the hand ends with the ace at 1
///   already. 21 by way of an 11 wins at once, and an 11 may be too much.
/// - The player's two hands are played one after the other and are not split again. The dealer splits when its
///   turn comes, and each hand of the player that is still open is settled against the dealer's better one.
///
/// ```
/// use reference::deck52::{Game, Options, Question, RandPicker, Step};
///
/// let mut game = Game::new(RandPicker::new(1), Options::default());
/// let (said, step) = game.step();
/// assert!(said.starts_with("Dealer has cards: "));
/// assert!(said.ends_with("\nHit or stand    ? "));
/// assert_eq!(step, Step::Ask(Question::Hit));
/// assert!(!game.answer("maybe"));
/// assert!(game.answer("stand"));
/// assert_eq!(game.step().1, Step::Over);
/// assert!(game.round().player[0].outcome.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Game<P: Picker> {
    picker: P,
    options: Options,
    table: Table,
    /// How the player's hands stand, the second one unused without a split.
    turns: [Turn; 2],
    /// The hand of the player that is being played.
    current: Half,
    refused: Vec<String>,
    said: String,
    step: Step,
}

/// What the player has decided about a hand, and how it ended.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    asked_aces: usize,
    high_aces: usize,
    outcome: Option<Outcome>,
}

impl<P: Picker> Game<P> {
    /// A new game in which the first two cards of each side are dealt and the first question is asked.
    pub fn new(picker: P, options: Options) -> Self {
        let mut game = Self {
            picker,
            options,
            table: Table::new(),
            turns: [Turn::default(); 2],
            current: Half::First,
            refused: Vec::new(),
            said: String::new(),
            step: Step::Over,
        };
        for hand in [Hand::DEALER, Hand::DEALER, Hand::PLAYER, Hand::PLAYER] {
            game.deal(hand);
        }
        game.show_hands();
        if options.split && may_split(&game.table.cards(Hand::PLAYER)) {
            game.ask(Question::Split);
        } else {
            game.go_on();
        }
        game
    }

    /// What was said since the last call, the question last, and what the game waits for. The question is not the
    /// end of a line: the answer is typed behind it.
    pub fn step(&mut self) -> (String, Step) {
        (mem::take(&mut self.said), self.step)
    }

    /// Answers the question the game waits for, and tells whether the answer was taken; if not, the same question
    /// is asked again and nothing else changes. A game that is over takes no answer.
    ///
    /// The answers are `hit` or `h`, `stand` or `s`; `1` or `11`; `y`, `yes`, `n` or `no`; in any case.
    pub fn answer(&mut self, line: &str) -> bool {
        let Step::Ask(question) = self.step else { return false };
        let answer = line.trim().to_ascii_lowercase();
        match (question, answer.as_str()) {
            (Question::Hit, "hit" | "h") => self.hit(),
            (Question::Hit, "stand" | "s") => self.end_turn(None),
            (Question::Ace, "1") => self.count_ace(false),
            (Question::Ace, "11") => self.count_ace(true),
            (Question::Split, "y" | "yes") => self.split(),
            (Question::Split, "n" | "no") => self.go_on(),
            _ => {
                self.refused.push(line.to_owned());
                self.ask(question);
                return false;
            }
        }
        true
    }

    /// What has happened so far.
    pub fn round(&self) -> Round {
        let played = |hand: Hand| HandPlayed {
            cards: self.table.cards(hand),
            high_aces: self.high_aces(hand),
            outcome: self.outcome(hand),
        };
        let hands = |seat| self.table.hands(seat).into_iter().map(played).collect();
        Round { dealer: hands(Seat::Dealer), player: hands(Seat::Player), refused: self.refused.clone() }
    }

    fn hit(&mut self) {
        self.deal(self.hand_in_play());
        self.start_block();
        self.go_on();
    }

    fn count_ace(&mut self, high: bool) {
        let turn = self.turn();
        turn.asked_aces += 1;
        if high {
            turn.high_aces += 1;
            self.start_block();
        }
        self.go_on();
    }

    fn split(&mut self) {
        self.split_seat(Seat::Player);
        self.start_block();
        self.go_on();
    }

    /// Ends the turn of the player's hand if its score does, or asks the next question about it.
    fn go_on(&mut self) {
        let hand = self.hand_in_play();
        let outcome = ends_turn(self.score(hand));
        if outcome.is_some() {
            self.end_turn(outcome);
        } else if self.options.aces && self.turn().asked_aces < aces(&self.table.cards(hand)) {
            self.ask(Question::Ace);
        } else {
            self.ask(Question::Hit);
        }
    }

    /// Ends the turn of a hand of the player: with this outcome, or to be settled once the dealer has played.
    fn end_turn(&mut self, outcome: Option<Outcome>) {
        if let Some(outcome) = outcome {
            self.settle(self.hand_in_play(), outcome);
        }
        if self.current == Half::First && self.has_split(Seat::Player) {
            self.current = Half::Second;
            self.start_block();
            return self.go_on();
        }
        self.step = Step::Over;
        let mut open = self.table.hands(Seat::Player);
        open.retain(|&hand| self.outcome(hand).is_none());
        if !open.is_empty() {
            self.play_dealer();
            self.settle_all(&open);
        }
    }

    /// Plays the dealer's hand, or both.
    fn play_dealer(&mut self) {
        self.say("");
        let splits = self.options.split && dealer_splits(&self.table.cards(Hand::DEALER));
        if splits {
            self.split_seat(Seat::Dealer);
            for hand in self.table.hands(Seat::Dealer) {
                self.show(hand, Act::Has);
            }
        }
        let mut anything_shown = splits;
        for hand in self.table.hands(Seat::Dealer) {
            anything_shown |= self.play_dealer_hand(hand);
        }
        if anything_shown && !busted(self.dealer_score()) {
            self.say("");
        }
    }

    /// Plays a hand of the dealer to its end, and tells whether that showed anything: a dealer that stands at once
    /// does so in silence.
    fn play_dealer_hand(&mut self, hand: Hand) -> bool {
        let mut hit = false;
        while dealer_hits(self.score(hand)) {
            self.deal(hand);
            self.show(hand, Act::Hits);
            hit = true;
        }
        if busted(self.score(hand)) {
            // With one hand that ends the game, and the outcome says so.
            if self.has_split(Seat::Dealer) {
                self.say(&dealer_bust_line(hand.half));
            }
        } else if hit {
            self.show(hand, Act::Stands);
        }
        hit
    }

    /// Settles these hands of the player against the dealer's, which are shown once more unless all are over.
    fn settle_all(&mut self, open: &[Hand]) {
        let dealer = self.dealer_score();
        if !busted(dealer) {
            for hand in self.table.hands(Seat::Dealer).iter().chain(open) {
                self.show(*hand, Act::Has);
            }
        }
        for &hand in open {
            self.settle(hand, settle(self.score(hand), dealer));
        }
    }

    fn settle(&mut self, hand: Hand, outcome: Outcome) {
        self.turns[hand.half as usize].outcome = Some(outcome);
        self.say(&outcome_line(hand.half, outcome, self.has_split(Seat::Player)));
    }

    /// Makes two hands of a seat's pair, each with a new card.
    fn split_seat(&mut self, seat: Seat) {
        self.table.split(seat);
        for half in Half::ALL {
            self.deal(Hand::new(seat, half));
        }
    }

    fn deal(&mut self, hand: Hand) {
        self.table.deal(hand, &mut self.picker);
    }

    /// Shows the hands again, below an empty line.
    fn start_block(&mut self) {
        self.say("");
        self.show_hands();
    }

    /// Shows the dealer's hand and the one the player plays.
    fn show_hands(&mut self) {
        self.show(Hand::DEALER, Act::Has);
        self.show(self.hand_in_play(), Act::Has);
    }

    fn show(&mut self, hand: Hand, act: Act) {
        let cards = self.table.cards(hand);
        self.say(&hand_line(hand, act, self.has_split(hand.seat), &cards, self.score(hand)));
    }

    fn ask(&mut self, question: Question) {
        self.said.push_str(&question.to_string());
        self.step = Step::Ask(question);
    }

    fn say(&mut self, line: &str) {
        self.said.push_str(line);
        self.said.push('\n');
    }

    fn hand_in_play(&self) -> Hand {
        Hand::new(Seat::Player, self.current)
    }

    fn turn(&mut self) -> &mut Turn {
        &mut self.turns[self.current as usize]
    }

    fn has_split(&self, seat: Seat) -> bool {
        self.table.hands(seat).len() > 1
    }

    fn outcome(&self, hand: Hand) -> Option<Outcome> {
        (hand.seat == Seat::Player).then(|| self.turns[hand.half as usize].outcome).flatten()
    }

    fn high_aces(&self, hand: Hand) -> usize {
        match hand.seat {
            Seat::Player => self.turns[hand.half as usize].high_aces,
            Seat::Dealer if self.options.aces => dealer_high_aces(&self.table.cards(hand)),
            Seat::Dealer => 0,
        }
    }

    fn score(&self, hand: Hand) -> i64 {
        self.table.score(hand) + HIGH_ACE_EXTRA * self.high_aces(hand) as i64
    }

    /// The score the player's hands are settled against.
    fn dealer_score(&self) -> i64 {
        let scores = self.table.hands(Seat::Dealer).into_iter().map(|hand| self.score(hand));
        scores.reduce(better_score).unwrap_or_default()
    }
}

impl<P: Picker> Play for Game<P> {
    type Round = Round;

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

    fn played(&self) -> Vec<Round> {
        vec![self.round()]
    }
}
