//! What lies on the table while a hand is played.

use super::Turn;
use crate::crowns::cards::Card;
use crate::crowns::deal::{Shuffle, deal};
use crate::crowns::question::Source;

/// The hands, the draw pile and the discards. Every card of the deck is in one of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The hands, by player; a card just taken is the last.
    pub(super) hands: Vec<Vec<Card>>,
    /// The draw pile, its top last.
    deck: Vec<Card>,
    /// The discard pile, its top last.
    pile: Vec<Card>,
    /// From where the card was taken by the player whose turn it is, and which it was.
    taken: Option<(Source, Card)>,
}

impl Table {
    /// Deals a hand and turns over the first discard.
    pub(super) fn new(shuffle: &mut impl Shuffle, players: usize, cards: usize, first: usize) -> Self {
        let (hands, mut deck) = deal(shuffle, players, cards, first);
        let pile = deck.pop().into_iter().collect();
        Self { hands, deck, pile, taken: None }
    }

    /// The top of the discard pile. Between two turns there always is one.
    pub(super) fn top(&self) -> Card {
        *self.pile.last().expect("a card was discarded last, or turned over")
    }

    /// Makes the discards but their top the new draw pile if the old one is used up, and tells whether it was.
    ///
    /// Seven players with thirteen cards leave 25, one of which is the top, so that there always is one to draw.
    pub(super) fn refill(&mut self, shuffle: &mut impl Shuffle) -> bool {
        let used_up = self.deck.is_empty();
        if used_up {
            let top = self.pile.split_off(self.pile.len() - 1);
            self.deck = std::mem::replace(&mut self.pile, top);
            shuffle.shuffle(&mut self.deck);
            self.deck.reverse();
        }
        used_up
    }

    /// Takes a card into a hand.
    pub(super) fn take(&mut self, seat: usize, source: Source) -> Card {
        let card = match source {
            Source::Deck => self.deck.pop(),
            Source::Pile => self.pile.pop(),
        };
        let card = card.expect("the draw pile is refilled, and the discard pile has a top");
        self.hands[seat].push(card);
        self.taken = Some((source, card));
        card
    }

    /// Discards the card at a place of a hand, from 0, which ends the turn.
    pub(super) fn discard(&mut self, seat: usize, place: usize) -> Turn {
        let discarded = self.hands[seat].remove(place);
        self.pile.push(discarded);
        let (source, taken) = self.taken.take().expect("a card is taken before one is discarded");
        Turn { seat, source, taken, discarded }
    }
}
