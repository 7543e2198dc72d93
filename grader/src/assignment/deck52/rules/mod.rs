//! The rules of deck52 that play decides: each a pure function from facts to findings, its documentation the
//! catalogue's entry.

use super::facts::{Ask, Intent, Session, Show};
use super::question::Kind;
use super::reading::{Reading, first_choice};
use crate::assignment::finding::rule;
pub use crate::assignment::finding::{Finding, Findings};
use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;

mod cards;
mod dealer;
mod extra;
mod layout;
mod outcome;
mod player;
mod program;

/// A rule of deck52.
pub type Rule = crate::assignment::finding::Rule<Session, Reading>;

/// Every rule that play alone decides, in the order of the handout's page.
pub const RULES: [Rule; 19] = [
    program::EXITS_CLEANLY,
    cards::TWO_CARDS_EACH,
    cards::CARD_NAMES,
    cards::DECK_UNIQUE,
    cards::DECK_COMPLETE,
    cards::ACE_ONE,
    cards::FACE_TEN,
    cards::SCORE,
    layout::FIELD_20,
    player::BAD_RESPONSE,
    player::HIT_ADDS_ONE,
    player::PLAYER_21,
    player::PLAYER_BUST,
    dealer::DEALER_HITS_17,
    dealer::DEALER_STANDS_18,
    outcome::DEALER_BUST,
    outcome::OUTCOME,
    extra::EC_ACE,
    extra::EC_SPLIT,
];

/// A game of the base rules, up to the first card dealt twice.
#[derive(Clone, Copy)]
struct Game<'a> {
    nth: usize,
    session: &'a Session,
    reading: &'a Reading,
    /// How many shows are free of doubt.
    shows: usize,
    /// A card was dealt twice: what came of the game says nothing.
    spoiled: bool,
}

/// The games that the base rules are judged on.
fn games<'a>(sessions: &'a [Session], reading: &'a Reading) -> impl Iterator<Item = Game<'a>> {
    sessions.iter().enumerate().filter(|(_, session)| reading.is_base(session)).map(|(nth, session)| {
        let spoiled = reading.double(session).is_some();
        Game { nth, session, reading, shows: reading.sound(session), spoiled }
    })
}

impl<'a> Game<'a> {
    /// The shows free of doubt, with their places among all.
    fn shows(self) -> impl Iterator<Item = (usize, &'a Show)> {
        self.session.shows[..self.shows].iter().enumerate()
    }

    /// A breach, as the text of `turn` shows.
    fn breach(self, turn: usize, what: impl Into<String>, expected: impl Into<String>) -> Finding {
        Finding { session: self.nth, from: 0, turn, what: what.into(), expected: expected.into() }
    }

    /// The player's last hand, unless a card he took was never shown, or anything else makes it doubtful.
    fn players_last(self) -> Option<&'a Show> {
        if self.spoiled {
            return None;
        }
        let hand = self.session.hand(Owner::Player)?;
        let unseen = self.session.hits().any(|(turn, ask)| {
            ask.intent == Some(Intent::Hit)
                && !self.session.asks.iter().skip(turn + 1).any(|ask| ask.kind == Kind::Hit)
                && !self.session.shows[ask.shows..]
                    .iter()
                    .any(|show| show.owner == Owner::Player && show.cards.len() > show.known)
        });
        (!unseen && !hand.hidden).then_some(hand)
    }

    /// Whether the player's turn ended by a fault of `hit-adds-one`: what the program does then is a matter of that.
    fn is_cut_short(self) -> bool {
        let shown =
            |ask: &Ask| self.session.shows[ask.shows..].iter().any(|show| show.owner == Owner::Player);
        let late = |(turn, ask): (usize, &Ask)| match ask.intent {
            // The card that a stand brings is not always shown.
            Some(Intent::Stand) => self.reading.stand_deals && !shown(ask),
            _ => self.reading.is_last_hit(self.session, turn),
        };
        self.session.hits().any(late)
    }

    /// The turn of the first question of the game.
    fn first_choice(self) -> usize {
        first_choice(self.session)
    }

    /// The turn in which the game's end is told.
    fn end(self) -> usize {
        self.session.outcomes.last().map_or(self.session.last_turn(), |(place, _)| place.turn)
    }
}

/// "1 card", "3 cards".
fn cards(count: usize) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

/// "your", "the dealer's".
fn whose(owner: Owner) -> &'static str {
    match owner {
        Owner::Player => "your",
        Owner::Dealer => "the dealer's",
    }
}

/// An outcome as it was announced, in words.
fn said(announced: Announced) -> &'static str {
    match announced {
        Announced::Win => "you are said to have won",
        Announced::Lose => "you are said to have lost",
        Announced::Draw => "the game is called a draw",
    }
}
