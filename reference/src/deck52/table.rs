//! The cards on the table: the array of owners, and beside it the order of the deal.

use super::{
    CARDS, Half, Hand, Owner, Owners, Picker, Seat, card_at, deal_card, initialize_cards, score_hand,
};
use crate::cards::Card;

/// Who has which card, and which came first: the array tells only who has it, but the handout's examples show
/// every hand in the order it was dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    owners: Owners,
    /// The indices of the dealt cards, in the order they were dealt.
    dealt: Vec<usize>,
}

impl Table {
    pub(super) fn new() -> Self {
        let mut owners = [Owner::Nobody; CARDS];
        initialize_cards(&mut owners);
        Self { owners, dealt: Vec::new() }
    }

    pub(super) fn deal(&mut self, to: Hand, picker: &mut impl Picker) {
        self.dealt.push(deal_card(&mut self.owners, to, picker));
    }

    /// The cards of a hand, in the order they were dealt.
    pub(super) fn cards(&self, hand: Hand) -> Vec<Card> {
        self.indices(hand).map(card_at).collect()
    }

    /// The score of a hand with every ace at 1.
    pub(super) fn score(&self, hand: Hand) -> i64 {
        score_hand(&self.owners, hand)
    }

    /// Gives the second card of a seat's pair to its second hand.
    pub(super) fn split(&mut self, seat: Seat) {
        let second = self.indices(Hand::new(seat, Half::First)).nth(1);
        if let Some(index) = second {
            self.owners[index] = Owner::Hand(Hand::new(seat, Half::Second));
        }
    }

    /// The hands of a seat, which are two after a split.
    pub(super) fn hands(&self, seat: Seat) -> Vec<Hand> {
        let hands = Half::ALL.map(|half| Hand::new(seat, half));
        hands.into_iter().filter(|&hand| self.indices(hand).next().is_some()).collect()
    }

    fn indices(&self, hand: Hand) -> impl Iterator<Item = usize> {
        self.dealt.iter().copied().filter(move |&index| self.owners[index] == Owner::Hand(hand))
    }
}
