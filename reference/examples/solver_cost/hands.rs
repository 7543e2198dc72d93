//! Hands to measure with.

use std::fmt;

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use reference::crand::GlibcRand;
use reference::crowns::{Card, Rank, Scoring, full_deck};

/// A hand and the rules it is scored by.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: Vec<Card>,
    pub(crate) scoring: Scoring,
}

impl fmt::Display for Hand {
    /// The cards in order, and the wild rank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards = self.cards.clone();
        cards.sort_by_key(|&card| (matches!(card, Card::Joker), card_suit(card), card.rank()));
        let names: Vec<String> = cards.into_iter().map(Card::short_name).collect();
        write!(f, "{}", names.join(" "))?;
        self.scoring.wild.map_or(Ok(()), |rank| write!(f, " (wild: {rank})"))
    }
}

fn card_suit(card: Card) -> Option<reference::crowns::Suit> {
    match card {
        Card::Suited { suit, .. } => Some(suit),
        Card::Joker => None,
    }
}

/// Deals hands from the full deck, the same ones in every run.
pub(crate) struct Dealer {
    pub(crate) rand: GlibcRand,
    pub(crate) deck: Vec<Card>,
}

impl Dealer {
    pub(crate) fn new(seed: u32) -> Self {
        Self { rand: GlibcRand::new(seed), deck: full_deck() }
    }

    /// So many hands of so many cards, each from a full deck and with a wild rank of its own.
    pub(crate) fn deal(&mut self, hands: usize, cards: usize) -> Vec<Hand> {
        (0..hands).map(|_| self.hand(cards)).collect()
    }

    pub(crate) fn hand(&mut self, cards: usize) -> Hand {
        let cards = self.deck.partial_shuffle(&mut self.rand, cards).0.to_vec();
        let wild = Rank::ALL.choose(&mut self.rand).copied();
        Hand { cards, scoring: Scoring { wild, ..Scoring::RUNS } }
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.rand.random_range(0..count)
    }
}
