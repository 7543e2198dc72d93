//! What happened in a session, without any opinion about it.

use std::sync::Arc;

use reference::cards::Rank;
use reference::casino;

use super::question::Kind;
pub use crate::assignment::excerpt::Place;
use crate::assignment::lexicon::CardName;
pub use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;
use crate::transcript::Ending;

/// One session.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its seed.
    pub seed: u32,
    /// The shift of clock and entropy.
    pub moment: u32,
    /// Who played.
    pub player: String,
    /// Every question, in order; the n-th belongs to turn n.
    pub asks: Vec<Ask>,
    /// The rounds, in order.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub end: Ending,
    /// Calls to `srand`: how many, and the first arguments.
    pub seedings: (u32, Vec<u32>),
    /// The first text that could not be followed, with what was expected there.
    pub lost: Option<String>,
    /// Its cards stand there as symbols: `10♠`.
    pub symbols: bool,
    /// What the player owned after the last round, if the last words tell.
    pub last_money: Option<i64>,
}

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What was asked.
    pub kind: Kind,
    /// The words did not tell; the state of the game did.
    pub guess: bool,
    /// The money it names (bet questions).
    pub money: Option<i64>,
    /// What was typed; `None` for end of input.
    pub answer: Option<String>,
    /// What that means: yes (hit, again) or no.
    pub yes: Option<bool>,
    /// The round it belongs to.
    pub round: Option<usize>,
}

/// One round, from its first bet question to the next round's or to the end.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The bets tried; the last is the one played.
    pub bets: Vec<Bet>,
    /// The player's hand.
    pub player: Hand,
    /// The dealer's hand.
    pub dealer: Hand,
    /// The questions for another card.
    pub hits: Vec<Hit>,
    /// The outcome the program announced, as far as its words tell.
    pub announced: Option<Announced>,
    /// The amount the program says was won or lost.
    pub amount_told: Option<i64>,
    /// What came after.
    pub next: Next,
    /// The money the next bet question shows.
    pub money_after: Option<i64>,
    /// The money the words at the round's end tell.
    pub money_told: Option<i64>,
    /// The last turn whose text belongs to the round.
    pub last_turn: usize,
}

/// A bet tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bet {
    /// The turn it was asked in.
    pub turn: usize,
    /// The money the question showed.
    pub money: Option<i64>,
    /// The bet typed.
    pub bet: i64,
}

/// A question for another card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// The turn it was asked in.
    pub turn: usize,
    /// How many cards the player had.
    pub cards: usize,
    /// The answer: another card, or none; `None` if it was never answered.
    pub yes: Option<bool>,
    /// The answer's word was tried because another one had led nowhere.
    pub retry: bool,
    /// The question says in which words it wants its answer.
    pub offered: bool,
}

/// One side's cards in a round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hand {
    /// The cards, in the order they came.
    pub cards: Vec<Seen>,
    /// The totals shown with them.
    pub shown: Vec<Shown>,
}

/// A card seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its name.
    pub name: CardName,
    /// Where it was first seen.
    pub place: Place,
    /// It came in one piece with the card before it: same list, no words between.
    pub listed: bool,
    /// The words around it say that it was drawn.
    pub drawn: bool,
}

/// A total shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The number.
    pub total: i64,
    /// How many of the hand's cards it covers.
    pub cards: usize,
    /// How many it covers if it stands above the cards it speaks of.
    pub cards_below: usize,
    /// Where.
    pub place: Place,
    /// The statement it was printed by: the line without its numbers, and the number's position in it.
    pub template: Arc<str>,
    /// A word such as "total" stands with it.
    pub strong: bool,
    /// The words say whose it is.
    pub named: bool,
}

/// What followed a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// "Play again?", in this turn.
    Again {
        /// The turn.
        turn: usize,
        /// The answer.
        yes: Option<bool>,
        /// What came of the answer.
        then: Then,
    },
    /// A bet question at once, in this turn.
    Bet {
        /// The turn.
        turn: usize,
    },
    /// The program ended by itself.
    Ended,
    /// The session was cut off in or after this round; nothing can be said.
    Cut,
}

/// What came of an answer to "play again?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// A bet question.
    Bet,
    /// Another question, of a round or of the program.
    Asked(Kind),
    /// The program ended.
    Ended,
    /// The session was cut off.
    Cut,
}

impl Hand {
    /// The ranks of the first `count` cards, if all can be read.
    pub fn ranks(&self, count: usize) -> Option<Vec<Rank>> {
        self.cards.get(..count)?.iter().map(|seen| seen.name.rank).collect()
    }

    /// The total of the first `count` cards by the rules, if all can be read.
    pub fn total_by_cards(&self, count: usize) -> Option<i64> {
        Some(self.ranks(count)?.into_iter().fold(0, |total, rank| total + casino::card_value(rank, total)))
    }

    /// Whether the cards make 21 or more.
    pub fn is_over(&self) -> bool {
        self.total_by_cards(self.cards.len()).is_some_and(|total| total >= casino::TARGET)
    }

    /// Whether the program says that its cards, all of them, make less than 21: it goes on by what it counts itself.
    pub fn shows_less(&self) -> bool {
        let last = self.shown.iter().rev().find(|shown| shown.strong && shown.cards == self.cards.len());
        last.is_some_and(|shown| shown.total < casino::TARGET)
    }

    /// The last total shown for exactly the first `count` cards.
    pub fn total_shown(&self, count: usize) -> Option<i64> {
        self.shown.iter().rev().find(|shown| shown.cards == count).map(|shown| shown.total)
    }
}

impl Round {
    /// The bet played and what the question before it showed.
    ///
    /// # Panics
    /// Never: the reader opens a round with its first bet.
    pub fn bet(&self) -> Bet {
        *self.bets.last().expect("a round starts with a bet")
    }

    /// The hand of a side, to lay cards into.
    pub(super) fn hand_mut(&mut self, owner: Owner) -> &mut Hand {
        match owner {
            Owner::Player => &mut self.player,
            Owner::Dealer => &mut self.dealer,
        }
    }

    /// The hand of a side.
    pub fn hand(&self, owner: Owner) -> &Hand {
        match owner {
            Owner::Player => &self.player,
            Owner::Dealer => &self.dealer,
        }
    }

    /// Whether any card was dealt.
    pub fn dealt(&self) -> bool {
        !self.player.cards.is_empty() || !self.dealer.cards.is_empty()
    }

    /// Whether the player's hand is complete for now, with so many cards more: dealt, and the card given that was asked
    /// for, or none wanted.
    pub(super) fn player_is_served(&self, more: usize) -> bool {
        let cards = self.player.cards.len() + more;
        cards >= 2 && self.hits.last().is_none_or(|hit| hit.yes == Some(false) || cards > hit.cards)
    }

    /// Whether the round was played to its end.
    pub fn complete(&self) -> bool {
        self.next != Next::Cut
    }

    /// The number of the player's cards before the first choice.
    pub fn dealt_to_player(&self) -> usize {
        self.hits.first().map_or(self.player.cards.len(), |hit| hit.cards)
    }
}
