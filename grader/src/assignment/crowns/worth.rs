//! What a program's cards count, learnt from the hands in which nothing is melded.

use std::collections::{BTreeMap, BTreeSet};

use reference::crowns::{Card, Rank, Suit};

use super::models::{Model, VALUES, is_meldless, jokers, sum};
use super::reading::{Reading, Scored};

/// The constant of a left-over Joker that most hands agree on.
pub(super) fn joker(hands: &[Scored<'_>], reading: &Reading) -> i64 {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for hand in hands.iter().filter(|hand| hand.deal.begins.is_none()) {
        let count = jokers(hand.cards) as i64;
        if count == 0 || !is_meldless(hand.cards, reading.runs, hand.wild) {
            continue;
        }
        let rest = hand.number - sum(hand.cards, &Model::rules(reading.runs, reading.values, 0), hand.wild);
        if rest >= 0 && rest % count == 0 {
            *counts.entry(rest / count).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .max_by_key(|(constant, count)| (*count, *constant == 50))
        .map_or(50, |(constant, _)| constant)
}

/// So many hands are enough to learn from.
const ENOUGH: usize = 600;

/// What the cards count, learnt from the hands without Jokers or any meld; the handout's numbers if others explain
/// little more.
pub(super) fn values(hands: &[Scored<'_>], reading: &Reading) -> [i64; 11] {
    let plain = plain(hands, reading);
    let misses = |values: [i64; 11]| {
        let model = Model::rules(reading.runs, values, 50);
        plain.iter().filter(|hand| sum(hand.cards, &model, hand.wild) != hand.number).count()
    };
    let wrong = misses(VALUES);
    if wrong == 0 {
        return VALUES;
    }
    let mut tens = VALUES;
    tens[8..].fill(10);
    let fitted = fit(&plain).unwrap_or(VALUES);
    let best = [fitted, tens].into_iter().min_by_key(|values| misses(*values)).unwrap_or(VALUES);
    if misses(best) * 4 <= wrong { best } else { VALUES }
}

/// Hands without Jokers or any meld.
fn plain<'a, 'b>(hands: &'a [Scored<'b>], reading: &Reading) -> Vec<&'a Scored<'b>> {
    hands
        .iter()
        .filter(|hand| {
            let mut ranks = hand.cards.iter().map(|card| card.rank());
            ranks.all(|rank| rank.is_some() && rank != hand.wild)
                && is_meldless(hand.cards, reading.runs, hand.wild)
        })
        .take(ENOUGH)
        .collect()
}

/// The values that come nearest to the points shown.
fn fit(hands: &[&Scored<'_>]) -> Option<[i64; 11]> {
    let place = |card: &Card| card.rank().map(|rank| usize::from(rank.number() - 3));
    let rows = hands.iter().map(|hand| (hand.cards.iter().filter_map(place).collect(), hand.number));
    nearest::<11>(rows, 0.0)
}

/// So many hands without a meld are enough to learn from what each single card counts.
const ENOUGH_FOR_CARDS: usize = 150;

/// So many wrong hands tell by how much a card's value may be wrong.
const MOST_TELLING: usize = 40;

/// Ways of counting with single cards that count other than their rank: one card that all wrong hands hold, and what
/// the hands without Jokers or any meld tell of each card.
pub(super) fn odd_cards(
    hands: &[Scored<'_>],
    wrong: &[&Scored<'_>],
    reading: &Reading,
) -> Vec<Vec<(Card, i64)>> {
    let mut found = Vec::new();
    for card in shared(wrong) {
        let mut more = BTreeSet::new();
        for hand in wrong.iter().take(MOST_TELLING) {
            let Some(off) = reading.exact(hand).map(|exact| hand.number - exact) else { continue };
            more.extend((1..=copies(hand, card)).filter(|count| off % count == 0).map(|count| off / count));
        }
        found.extend(more.into_iter().map(|more| vec![(card, more)]));
    }
    found.extend(fit_cards(&plain(hands, reading), reading));
    found
}

/// The cards that all hands hold; no Jokers.
pub(super) fn shared(hands: &[&Scored<'_>]) -> BTreeSet<Card> {
    let mut cards = hands.iter().map(|hand| hand.cards.iter().copied().collect::<BTreeSet<Card>>());
    let first = cards.next().unwrap_or_default();
    let mut shared = cards.fold(first, |shared, cards| &shared & &cards);
    shared.remove(&Card::Joker);
    shared
}

/// How often a hand holds a card.
pub(super) fn copies(hand: &Scored<'_>, card: Card) -> i64 {
    hand.cards.iter().filter(|other| **other == card).count() as i64
}

/// By how much each card counts other than its rank, if any does.
fn fit_cards(hands: &[&Scored<'_>], reading: &Reading) -> Option<Vec<(Card, i64)>> {
    const N: usize = Suit::ALL.len() * Rank::ALL.len();
    let base = Model::rules(reading.runs, reading.values, reading.joker);
    let off = |hand: &Scored<'_>| hand.number - sum(hand.cards, &base, hand.wild);
    if hands.len() < ENOUGH_FOR_CARDS || hands.iter().all(|hand| off(hand) == 0) {
        return None;
    }
    let all: Vec<Card> =
        Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.map(|rank| Card::new(rank, suit))).collect();
    let place = |card: &Card| all.iter().position(|other| other == card);
    let rows = hands.iter().map(|hand| (hand.cards.iter().filter_map(place).collect(), off(hand)));
    // Cards that no hand holds count their rank.
    let more = nearest::<N>(rows, 1e-3)?;
    let odd: Vec<(Card, i64)> = all.iter().copied().zip(more).filter(|(_, more)| *more != 0).collect();
    (!odd.is_empty()).then_some(odd)
}

/// The numbers whose sums over the places of each row come nearest to the row's total, by least squares, rounded.
#[expect(
    clippy::cast_possible_truncation,
    reason = "values are small, and a wrong one only explains nothing"
)]
fn nearest<const N: usize>(rows: impl Iterator<Item = (Vec<usize>, i64)>, ridge: f64) -> Option<[i64; N]> {
    let mut table = vec![([0.0_f64; N], 0.0_f64); N];
    for (at, (row, _)) in table.iter_mut().enumerate() {
        row[at] = ridge;
    }
    for (places, total) in rows {
        for &i in &places {
            for &j in &places {
                table[i].0[j] += 1.0;
            }
            table[i].1 += total as f64;
        }
    }
    for column in 0..N {
        let size = |at: &usize| table[*at].0[column].abs();
        let pivot = (column..N).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        table.swap(column, pivot);
        let chosen = table[column];
        if chosen.0[column].abs() < 1e-6 {
            return None;
        }
        for (_, (row, total)) in table.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / chosen.0[column];
            for (cell, other) in row.iter_mut().zip(chosen.0) {
                *cell -= factor * other;
            }
            *total -= factor * chosen.1;
        }
    }
    Some(std::array::from_fn(|at| (table[at].1 / table[at].0[at]).round() as i64))
}
