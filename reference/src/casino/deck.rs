//! Where the cards come from, and in which order they are dealt.

use crate::cards::{Card, Rank, Suit};
use crate::crand::GlibcRand;

/// A source of cards that never runs out: "the dealer uses multiple decks".
///
/// Any closure that gives cards is a deck too, so a test can stack one.
pub trait Deck {
    /// The next card.
    fn draw(&mut self) -> Card;
}

impl<F: FnMut() -> Card> Deck for F {
    fn draw(&mut self) -> Card {
        self()
    }
}

/// How `draw_card` makes a card from two numbers of `rand()`.
///
/// Ranks come from `rand() % 13` and suits from `rand() % 4`; adding one to either only renames the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DealStyle {
    /// Whether the first number is the rank, as in the handout's sample, or the suit.
    pub rank_first: bool,
}

impl Default for DealStyle {
    fn default() -> Self {
        Self { rank_first: true }
    }
}

/// The deck of a C program that calls glibc's `rand()` twice a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandDeck {
    rand: GlibcRand,
    style: DealStyle,
}

impl RandDeck {
    /// The deck after `srand(seed)`.
    pub fn new(seed: u32, style: DealStyle) -> Self {
        Self { rand: GlibcRand::new(seed), style }
    }

    /// `rand() % count`, the uneven but common way to a small number.
    fn below(&mut self, count: usize) -> usize {
        self.rand.next_rand().cast_unsigned() as usize % count
    }
}

impl Deck for RandDeck {
    fn draw(&mut self) -> Card {
        if self.style.rank_first {
            let rank = Rank::ALL[self.below(Rank::ALL.len())];
            Card::new(rank, Suit::ALL[self.below(Suit::ALL.len())])
        } else {
            let suit = Suit::ALL[self.below(Suit::ALL.len())];
            Card::new(Rank::ALL[self.below(Rank::ALL.len())], suit)
        }
    }
}

/// When the dealer's first two cards are drawn. `P` is a card of the player and `D` one of the dealer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DealerCards {
    /// After the player's turn, as in the handout's sample.
    #[default]
    AfterPlayer,
    /// Before the player's turn, after the player's two: P P D D.
    UpFrontPPDD,
    /// Before the player's turn, by turns: P D P D.
    UpFrontPDPD,
    /// Before the player's turn, and before the player's two: D D P P.
    UpFrontDDPP,
    /// Before the player's turn, by turns, the dealer first: D P D P.
    UpFrontDPDP,
    /// The first before the player's turn, after the player's two, and the second after it: P P D.
    OpenPPD,
    /// The same, the first between the player's two: P D P.
    OpenPDP,
    /// The same, the first before the player's two: D P P.
    OpenDPP,
}

/// Who gets a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    Player,
    Dealer,
}

impl DealerCards {
    /// Every legal order.
    pub const ALL: [Self; 8] = [
        Self::AfterPlayer,
        Self::UpFrontPPDD,
        Self::UpFrontPDPD,
        Self::UpFrontDDPP,
        Self::UpFrontDPDP,
        Self::OpenPPD,
        Self::OpenPDP,
        Self::OpenDPP,
    ];

    /// Who gets the cards dealt before the player's turn.
    pub(super) fn before_player(self) -> &'static [Seat] {
        use Seat::{Dealer as D, Player as P};
        match self {
            Self::AfterPlayer => &[P, P],
            Self::UpFrontPPDD => &[P, P, D, D],
            Self::UpFrontPDPD => &[P, D, P, D],
            Self::UpFrontDDPP => &[D, D, P, P],
            Self::UpFrontDPDP => &[D, P, D, P],
            Self::OpenPPD => &[P, P, D],
            Self::OpenPDP => &[P, D, P],
            Self::OpenDPP => &[D, P, P],
        }
    }
}

/// One legal order of the deal. The handout fixes the generator and its seed, but not in which order its numbers
/// become cards; the default is the order of its sample runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DealOrder {
    /// When the dealer's first two cards are drawn.
    pub dealer_cards: DealerCards,
    /// Whether the dealer's two cards are drawn and shown even after the player went over.
    pub dealer_after_bust: bool,
    /// Whether the dealer then draws on to 17 as well. It means nothing without `dealer_after_bust`.
    pub dealer_plays_after_bust: bool,
    /// How a card is made from two numbers.
    pub style: DealStyle,
}

impl DealOrder {
    /// Every legal order, the sample's first.
    pub fn all() -> Vec<Self> {
        let mut orders = Vec::new();
        for rank_first in [true, false] {
            for dealer_cards in DealerCards::ALL {
                for (dealer_after_bust, dealer_plays_after_bust) in
                    [(false, false), (true, false), (true, true)]
                {
                    let style = DealStyle { rank_first };
                    orders.push(Self { dealer_cards, dealer_after_bust, dealer_plays_after_bust, style });
                }
            }
        }
        orders
    }
}
