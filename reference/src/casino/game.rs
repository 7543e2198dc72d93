//! The game as a state machine: it says something, asks a question and waits for the answer.

use std::fmt;
use std::mem;

use super::deck::{Deck, Seat};
use super::{
    AfterRound, DealOrder, Outcome, START_MONEY, after_round, bet_accepted, busted, dealer_draws, hand_total,
    player_is_asked, settle,
};
use crate::cards::Card;
use crate::replay::Play;

/// What the player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// How much to bet.
    Bet {
        /// What the player has, in dollars.
        money: i64,
    },
    /// Whether to draw another card.
    Hit {
        /// The total of the player's hand.
        total: i64,
    },
    /// Whether to play another round.
    Again,
}

impl Question {
    /// The word by which a script calls this question: `bet`, `hit` or `again`.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Bet { .. } => "bet",
            Self::Hit { .. } => "hit",
            Self::Again => "again",
        }
    }
}

impl fmt::Display for Question {
    /// The question as the handout's sample run prints it, without the end of the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bet { money } => write!(f, "You have ${money}. Enter bet:"),
            Self::Hit { total } => write!(f, "Your total is {total}. Do you want another card (y/n)?"),
            Self::Again => f.write_str("Play again? (y/n):"),
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

/// What happened in one round. In a round that is still being played, what has not happened yet is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The player's money as the bet question states it, in dollars.
    pub money_before: i64,
    /// The answers to the bet question that were not taken, as they were given.
    pub refused: Vec<String>,
    /// The bet that was taken, in dollars.
    pub bet: Option<i64>,
    /// The player's cards in the order they were drawn.
    pub player: Vec<Card>,
    /// The dealer's cards in the order they were drawn, as far as they were shown.
    pub dealer: Vec<Card>,
    /// How the round ended.
    pub outcome: Option<Outcome>,
    /// The player's money once the bet was settled, in dollars.
    pub money_after: Option<i64>,
}

impl Round {
    /// The total of the player's hand.
    pub fn player_total(&self) -> i64 {
        hand_total(&self.player)
    }

    /// The total of the dealer's hand, where it was shown.
    pub fn dealer_total(&self) -> Option<i64> {
        (!self.dealer.is_empty()).then(|| hand_total(&self.dealer))
    }
}

/// A game in play.
///
/// ```
/// use reference::casino::{DealOrder, Game, HANDOUT_SEED, Question, RandDeck, Step};
///
/// let order = DealOrder::default();
/// let mut game = Game::new(RandDeck::new(HANDOUT_SEED, order.style), order);
/// let (said, step) = game.step();
/// assert_eq!(said, "You have $100. Enter bet:\n");
/// assert_eq!(step, Step::Ask(Question::Bet { money: 100 }));
/// game.answer("50");
/// assert!(game.step().0.starts_with("Your cards are:\nTen of Clubs\nAce of Spades\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Game<D: Deck> {
    deck: D,
    order: DealOrder,
    money: i64,
    /// The dealer's cards that are drawn but not shown yet.
    hidden: Vec<Card>,
    current: Round,
    finished: Vec<Round>,
    said: String,
    step: Step,
}

impl<D: Deck> Game<D> {
    /// A new game that has asked for its first bet. The deck makes its cards as it likes: of `order`, the game
    /// looks at everything but the style.
    pub fn new(deck: D, order: DealOrder) -> Self {
        let mut game = Self {
            deck,
            order,
            money: START_MONEY,
            hidden: Vec::new(),
            current: Round::default(),
            finished: Vec::new(),
            said: String::new(),
            step: Step::Over,
        };
        game.start_round();
        game
    }

    /// What was said since the last call, whole lines with the question last, and what the game waits for.
    pub fn step(&mut self) -> (String, Step) {
        (mem::take(&mut self.said), self.step)
    }

    /// Answers the question the game waits for, and tells whether the answer was taken; if not, the same question
    /// is asked again. A game that is over takes no answer.
    ///
    /// A bet is taken if it is a whole number of dollars the player has, and another answer if it is `y`, `yes`,
    /// `n` or `no` in any case. The handout leaves open what else could be done with other answers.
    pub fn answer(&mut self, line: &str) -> bool {
        let taken = match self.step {
            Step::Over => return false,
            Step::Ask(Question::Bet { .. }) => self.answer_bet(line),
            Step::Ask(Question::Hit { .. }) => yes_or_no(line).map(|yes| self.answer_hit(yes)).is_some(),
            Step::Ask(Question::Again) => yes_or_no(line).map(|yes| self.answer_again(yes)).is_some(),
        };
        if let (false, Step::Ask(question)) = (taken, self.step) {
            self.ask(question);
        }
        taken
    }

    /// The rounds that are finished.
    pub fn rounds(&self) -> &[Round] {
        &self.finished
    }

    /// The round that is being played, from its bet question on.
    pub fn round_in_play(&self) -> Option<&Round> {
        matches!(self.step, Step::Ask(Question::Bet { .. } | Question::Hit { .. })).then_some(&self.current)
    }

    /// The player's money, in dollars.
    pub fn money(&self) -> i64 {
        self.money
    }

    fn start_round(&mut self) {
        self.current = Round { money_before: self.money, ..Round::default() };
        self.hidden.clear();
        self.ask(Question::Bet { money: self.money });
    }

    fn answer_bet(&mut self, line: &str) -> bool {
        match line.trim().parse() {
            Ok(bet) if bet_accepted(bet, self.money) => {
                self.current.bet = Some(bet);
                self.deal();
                true
            }
            _ => {
                self.current.refused.push(line.to_owned());
                false
            }
        }
    }

    fn answer_hit(&mut self, yes: bool) {
        if !yes {
            return self.finish_round();
        }
        let card = self.deck.draw();
        self.current.player.push(card);
        self.say("You draw a:");
        self.say(card);
        self.ask_for_hit();
    }

    fn answer_again(&mut self, yes: bool) {
        if yes {
            self.start_round();
        } else {
            self.step = Step::Over;
        }
    }

    fn deal(&mut self) {
        for seat in self.order.dealer_cards.before_player() {
            let card = self.deck.draw();
            match seat {
                Seat::Player => self.current.player.push(card),
                Seat::Dealer => self.hidden.push(card),
            }
        }
        self.say("Your cards are:");
        for card in self.current.player.clone() {
            self.say(card);
        }
        self.ask_for_hit();
    }

    /// Asks whether the player wants another card, or ends the player's turn if there is nothing to ask.
    fn ask_for_hit(&mut self) {
        let total = self.current.player_total();
        if player_is_asked(total) {
            return self.ask(Question::Hit { total });
        }
        if busted(total) {
            self.say(format_args!("Your total is {total}. You busted!"));
        }
        self.finish_round();
    }

    fn finish_round(&mut self) {
        let player = self.current.player_total();
        if !busted(player) {
            self.show_dealer();
            self.play_dealer();
        } else if self.order.dealer_after_bust {
            self.show_dealer();
            if self.order.dealer_plays_after_bust {
                self.play_dealer();
            }
        }
        let outcome = settle(player, self.current.dealer_total());
        let bet = self.current.bet.unwrap_or_default();
        match outcome {
            Outcome::PlayerBust => {}
            Outcome::DealerBust | Outcome::PlayerWins => self.say(format_args!("You win ${bet}.")),
            Outcome::DealerWins => self.say(format_args!("Too bad. You lose ${bet}.")),
            Outcome::Draw => self.say(format_args!("A draw! You get back your ${bet}.")),
        }
        self.money += outcome.money_change(bet);
        self.current.outcome = Some(outcome);
        self.current.money_after = Some(self.money);
        self.finished.push(mem::take(&mut self.current));
        match after_round(self.money) {
            AfterRound::AskAgain => self.ask(Question::Again),
            AfterRound::Broke | AfterRound::Rich => {
                let money = self.money;
                self.say(format_args!("You have ${money}. GAME OVER."));
                self.step = Step::Over;
            }
        }
    }

    /// Shows the dealer's first two cards, which are drawn now unless they were dealt up front.
    fn show_dealer(&mut self) {
        let mut cards = mem::take(&mut self.hidden);
        while cards.len() < 2 {
            cards.push(self.deck.draw());
        }
        self.say("The dealer's cards are:");
        for card in &cards {
            self.say(card);
        }
        self.current.dealer = cards;
        self.say_dealer_total();
    }

    /// Draws for the dealer as long as the rules say so; the total is printed once, after the last card.
    fn play_dealer(&mut self) {
        let mut drew = false;
        while dealer_draws(hand_total(&self.current.dealer)) {
            let card = self.deck.draw();
            self.current.dealer.push(card);
            self.say("The dealer draws a card.");
            self.say(card);
            drew = true;
        }
        if drew {
            self.say_dealer_total();
        }
    }

    fn say_dealer_total(&mut self) {
        let total = hand_total(&self.current.dealer);
        self.say(format_args!("The dealer's total is {total}."));
    }

    fn ask(&mut self, question: Question) {
        self.say(question);
        self.step = Step::Ask(question);
    }

    fn say(&mut self, line: impl fmt::Display) {
        self.said.push_str(&line.to_string());
        self.said.push('\n');
    }
}

impl<D: Deck> Play for Game<D> {
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
        self.rounds().iter().chain(self.round_in_play()).cloned().collect()
    }
}

/// What a line means as the answer to a (y/n) question.
fn yes_or_no(line: &str) -> Option<bool> {
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}
