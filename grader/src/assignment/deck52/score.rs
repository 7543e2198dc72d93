//! What a hand is worth, and in words.

use reference::cards::Rank;
use reference::deck52;

use crate::assignment::lexicon::CardName;

/// The score of a hand in the base game, if all its cards can be read.
pub(super) fn base_score(cards: &[CardName]) -> Option<i64> {
    cards.iter().map(|card| card.rank.map(deck52::card_value)).sum()
}

/// How many aces a hand holds.
pub(super) fn aces(cards: &[CardName]) -> i64 {
    cards.iter().filter(|card| card.rank == Some(Rank::Ace)).count() as i64
}

/// The scores of a hand some of whose aces count 11, one more each.
pub(super) fn high_scores(cards: &[CardName]) -> Vec<i64> {
    let base = base_score(cards);
    base.into_iter()
        .flat_map(|base| (1..=aces(cards)).map(move |high| base + high * deck52::HIGH_ACE_EXTRA))
        .collect()
}

/// The dealer's score of the extra credit where it differs: an ace counts 11 only if that makes 20 or 21.
pub(super) fn dealers_high_score(cards: &[CardName]) -> Option<i64> {
    high_scores(cards).into_iter().find(|score| (20..=deck52::TARGET).contains(score))
}

/// "10 + 3 = 13"
pub(super) fn sum_of(cards: &[CardName]) -> String {
    let Some(total) = base_score(cards) else { return "cards that cannot be read".to_owned() };
    let ranks = cards.iter().filter_map(|card| card.rank);
    let values: Vec<String> = ranks.map(|rank| deck52::card_value(rank).to_string()).collect();
    format!("{} = {total}", values.join(" + "))
}
