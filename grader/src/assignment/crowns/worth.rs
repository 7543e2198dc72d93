//! What a program's cards count, learnt from the hands in which nothing is melded.

use std::collections::BTreeMap;

use super::models::{Model, VALUES, is_meldless, jokers, sum};
use super::reading::{Reading, Scored};

/// The constant of a left-over Joker that most hands agree on.
pub(super) fn joker(hands: &[Scored<'_>], reading: &Reading) -> i64 {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for hand in hands.iter().filter(|hand| hand.wild.is_none()) {
        let count = jokers(hand.cards) as i64;
        if count == 0 || !is_meldless(hand.cards, reading.runs, None) {
            continue;
        }
        let rest = hand.number - sum(hand.cards, &Model::rules(reading.runs, reading.values, 0), None);
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
    let plain: Vec<&Scored<'_>> = hands
        .iter()
        .filter(|hand| {
            let mut ranks = hand.cards.iter().map(|card| card.rank());
            ranks.all(|rank| rank.is_some() && rank != hand.wild)
                && is_meldless(hand.cards, reading.runs, hand.wild)
        })
        .take(ENOUGH)
        .collect();
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

/// The values that come nearest to the points shown, by least squares, rounded.
#[expect(
    clippy::cast_possible_truncation,
    reason = "values are small, and a wrong one only explains nothing"
)]
fn fit(hands: &[&Scored<'_>]) -> Option<[i64; 11]> {
    const N: usize = 11;
    let mut table = [[0.0_f64; N + 1]; N];
    for hand in hands {
        let mut row = [0.0_f64; N];
        for rank in hand.cards.iter().filter_map(|card| card.rank()) {
            row[usize::from(rank.number() - 3)] += 1.0;
        }
        for i in 0..N {
            for j in 0..N {
                table[i][j] += row[i] * row[j];
            }
            table[i][N] += row[i] * hand.number as f64;
        }
    }
    for column in 0..N {
        let pivot = (column..N).max_by(|a, b| table[*a][column].abs().total_cmp(&table[*b][column].abs()))?;
        table.swap(column, pivot);
        if table[column][column].abs() < 1e-6 {
            return None;
        }
        let chosen = table[column];
        for (_, row) in table.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / chosen[column];
            for (cell, other) in row.iter_mut().zip(chosen) {
                *cell -= factor * other;
            }
        }
    }
    Some(std::array::from_fn(|at| (table[at][N] / table[at][at]).round() as i64))
}
