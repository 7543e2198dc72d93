//! The least points by trying everything: what the solver is held against.

use super::cards::Card;
use super::rules::{Scoring, card_points, is_meld};

/// The least points of a hand, found by the definition and nothing else: each set of cards is a meld or is not, and
/// each card is in one meld at most.
///
/// The time grows threefold with each card: a hand of 10 takes a tenth of a millisecond or so, one of 16 takes a
/// tenth of a second. It is there to check [`points`](super::points()) and to measure it against; nothing of the
/// solver is used.
///
/// ```
/// use reference::crowns::{Scoring, plain_points, points, read_hand};
///
/// let hand = read_hand("7S 7P 7S JK QH").unwrap();
/// assert_eq!(plain_points(&hand, Scoring::BOOKS), 12);
/// ```
pub fn plain_points(hand: &[Card], scoring: Scoring) -> u32 {
    let all = (1_usize << hand.len()) - 1;
    let cards_of = |set: usize| -> Vec<Card> {
        hand.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, &card)| card).collect()
    };
    let melds: Vec<bool> = (0..=all).map(|set| is_meld(&cards_of(set), scoring)).collect();
    // The least points of each set of cards, made from those of smaller sets.
    let mut least = vec![0_u32; all + 1];
    for set in 1..=all {
        let first = set & set.wrapping_neg();
        let others = set & !first;
        // The first card is left over, or it is in a meld with some of the others.
        let mut best = least[others] + card_points(hand[first.trailing_zeros() as usize], scoring);
        let mut with = others;
        while with != 0 {
            if melds[first | with] {
                best = best.min(least[others & !with]);
            }
            with = (with - 1) & others;
        }
        least[set] = best;
    }
    least[all]
}
