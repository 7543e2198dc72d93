//! The search for the hand that takes longest.

use std::time::Duration;

use rand::Rng as _;
use reference::crowns::{Card, MAX_HAND, Rank, Suit, full_deck};

use crate::hands::{Dealer, Hand};
use crate::{GLANCES, REPEATS, time};

/// From how many random hands the search climbs, and how far from each.
const STARTS: usize = 40;
const STEPS: usize = 4_000;

/// Prints the worst hand that climbing from random ones finds.
///
/// A step changes a card or two, mostly to a neighbour of another one in the hand, and is taken if the hand takes
/// longer or, early on, not much less long.
pub(crate) fn worst(dealer: &mut Dealer) {
    let peaks = (0..STARTS).map(|_| climb(dealer)).map(|hand| (time(&hand, REPEATS), hand));
    if let Some((time, hand)) = peaks.max_by_key(|(time, _)| *time) {
        println!("the worst hand that {STARTS} climbs of {STEPS} steps found: {time:.1?}, {hand}");
    }
}

fn climb(dealer: &mut Dealer) -> Hand {
    let size = MAX_HAND - dealer.below(4);
    let mut hand = dealer.hand(size);
    if dealer.below(2) == 0 {
        hand.scoring.wild = None;
    }
    let mut height = time(&hand, GLANCES);
    let mut peak = (height, hand.clone());
    for step in 0..STEPS {
        let other = changed(dealer, &hand);
        let other_height = time(&other, GLANCES);
        let patience = 0.3 * (1.0 - step as f64 / STEPS as f64);
        if other_height > height || dealer.rand.random_bool(taken(other_height, height, patience)) {
            (hand, height) = (other, other_height);
            if height > peak.0 {
                peak = (height, hand.clone());
            }
        }
    }
    peak.1
}

/// How likely a step down is taken.
fn taken(lower: Duration, height: Duration, patience: f64) -> f64 {
    let fall = 1.0 - lower.as_secs_f64() / height.as_secs_f64().max(f64::MIN_POSITIVE);
    (0.3 * (-fall / patience.max(0.01)).exp()).clamp(0.0, 1.0)
}

/// The hand with one or two cards changed, still from one deck.
fn changed(dealer: &mut Dealer, hand: &Hand) -> Hand {
    loop {
        let mut hand = hand.clone();
        for _ in 0..=dealer.below(2) {
            let (place, model) = (dealer.below(hand.cards.len()), dealer.below(hand.cards.len()));
            hand.cards[place] = like(dealer, hand.cards[model]);
        }
        if in_deck(&hand.cards) {
            return hand;
        }
    }
}

/// A card of the same suit or rank as this one, or any card.
fn like(dealer: &mut Dealer, model: Card) -> Card {
    match (dealer.below(3), model) {
        (0, Card::Suited { suit, .. }) => Card::new(Rank::ALL[dealer.below(Rank::ALL.len())], suit),
        (1, Card::Suited { rank, .. }) => Card::new(rank, Suit::ALL[dealer.below(Suit::ALL.len())]),
        _ => {
            let place = dealer.below(dealer.deck.len());
            dealer.deck[place]
        }
    }
}

fn in_deck(cards: &[Card]) -> bool {
    let mut deck = full_deck();
    cards.iter().all(|card| {
        deck.iter().position(|other| other == card).map(|place| deck.swap_remove(place)).is_some()
    })
}
