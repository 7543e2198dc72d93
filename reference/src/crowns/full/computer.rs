//! The computer player.
//!
//! It keeps the cards that count least, and of those that count the same the ones that will soon count less. Both are
//! in [`outlook`]. It does not watch what the others take and discard.

use crate::crowns::cards::Card;
use crate::crowns::rules::Scoring;
use crate::crowns::solver::points;

/// How good it is to keep these cards; less is better. It is what they count now, and what they would count with a
/// Joker more, added up: a pair or two neighbours are worth keeping, for one card may do what the Joker does.
///
/// In the last turn no card will follow, so it is what they count now.
///
/// # Panics
///
/// If there are too many cards to be scored, which no hand of the game has.
pub fn outlook(cards: &[Card], scoring: Scoring, last_turn: bool) -> u32 {
    let now = count(cards, scoring);
    if last_turn { now } else { now + count(&[cards, &[Card::Joker]].concat(), scoring) }
}

/// The place of the card to discard, from 0: the one without which the others have the best outlook. Among equals it
/// is the one drawn last.
pub fn discards(hand: &[Card], scoring: Scoring, last_turn: bool) -> usize {
    best_discard(hand, scoring, last_turn).0
}

/// By how many points the top of the discard pile must improve an outlook to be taken rather than an unseen card.
/// Computer players with this number have fewer points than those with others, lower or higher.
const WORTH_TAKING: u32 = 20;

/// The same in the last turn, when only the present counts.
const WORTH_TAKING_LAST: u32 = 8;

/// Whether to take the top of the discard pile rather than an unseen card: if the player can go out with it, or if it
/// improves the outlook by more than an unseen card promises.
pub fn takes_pile(hand: &[Card], top: Card, scoring: Scoring, last_turn: bool) -> bool {
    let with_top = [hand, &[top]].concat();
    let (place, outlook_with_top) = best_discard(&with_top, scoring, last_turn);
    let mut kept = with_top;
    kept.remove(place);
    let goes_out = count(&kept, scoring) == 0 && count(hand, scoring) > 0;
    let worth_taking = if last_turn { WORTH_TAKING_LAST } else { WORTH_TAKING };
    goes_out || outlook_with_top + worth_taking <= outlook(hand, scoring, last_turn)
}

/// The place of the best card to discard, and the outlook without it.
fn best_discard(hand: &[Card], scoring: Scoring, last_turn: bool) -> (usize, u32) {
    let without = |place: usize| {
        let others = [&hand[..place], &hand[place + 1..]].concat();
        (place, outlook(&others, scoring, last_turn))
    };
    (0..hand.len()).rev().map(without).min_by_key(|&(_, outlook)| outlook).unwrap_or_default()
}

fn count(cards: &[Card], scoring: Scoring) -> u32 {
    points(cards, scoring).expect("no hand of the game is so large")
}
