//! What it costs to find the least points of a hand: `cargo xtask bench solver`.
//!
//! All hands are scored with runs, Jokers and a wild rank, on one core. Hands are dealt before the clock starts.

mod climb;
mod hands;

use std::hint::black_box;
use std::time::{Duration, Instant};

use hands::{Dealer, Hand};
use reference::crowns::{MAX_HAND, plain_points, points};

/// How many hands of a size are scored in one go, and how often; the quickest go counts.
const HANDS: usize = 5_000;
const GOES: usize = 100;

/// Among how many hands the slowest is looked for, and how many of the slow ones are timed again.
const MANY: usize = 1_000_000;
const SUSPECTS: usize = 500;

/// How often a hand is timed to see whether it is worth timing again.
const GLANCES: usize = 3;

/// How often a single hand is timed. The least time counts: whatever else the machine does only adds to it.
const REPEATS: usize = 50;

fn main() {
    let mut dealer = Dealer::new(1);
    rates(&mut dealer);
    slowest(&mut dealer);
    climb::worst(&mut dealer);
    ratios(&mut dealer);
}

/// The least of several times of one hand.
fn time(hand: &Hand, repeats: usize) -> Duration {
    let once = || {
        let start = Instant::now();
        black_box(points(black_box(&hand.cards), hand.scoring)).expect("sixteen cards at most");
        start.elapsed()
    };
    (0..repeats).map(|_| once()).min().unwrap_or_default()
}

/// The time of all these hands one after the other.
fn time_all(hands: &[Hand], score: fn(&Hand) -> u32) -> (Duration, u64) {
    let start = Instant::now();
    let sum = hands.iter().map(|hand| u64::from(score(black_box(hand)))).sum();
    (start.elapsed(), sum)
}

fn solve(hand: &Hand) -> u32 {
    points(&hand.cards, hand.scoring).expect("sixteen cards at most")
}

fn try_everything(hand: &Hand) -> u32 {
    plain_points(&hand.cards, hand.scoring)
}

fn rates(dealer: &mut Dealer) {
    println!("random hands a second, the best of {GOES} times {HANDS}:");
    for cards in 3..=MAX_HAND {
        let hands = dealer.deal(HANDS, cards);
        let least = (0..GOES).map(|_| time_all(&hands, solve).0).min().unwrap_or_default();
        println!("  {cards:2} cards: {:>10.0}", HANDS as f64 / least.as_secs_f64());
    }
}

fn slowest(dealer: &mut Dealer) {
    for cards in [13, MAX_HAND] {
        let mut suspects: Vec<(Duration, Hand)> = Vec::new();
        for _ in 0..MANY / HANDS {
            suspects.extend(dealer.deal(HANDS, cards).into_iter().map(|hand| (time(&hand, GLANCES), hand)));
            suspects.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
            suspects.truncate(SUSPECTS);
        }
        let timed_again = suspects.into_iter().map(|(_, hand)| (time(&hand, REPEATS), hand));
        if let Some((time, hand)) = timed_again.max_by_key(|(time, _)| *time) {
            println!("the slowest of {MANY} random hands of {cards}: {time:.1?}, {hand}");
        }
    }
}

/// The same hands by the plain definition, which must come to the same points.
fn ratios(dealer: &mut Dealer) {
    println!("times as fast as trying everything:");
    for (cards, count) in [(6, 5_000), (10, 300), (13, 20), (MAX_HAND, 2)] {
        let hands = dealer.deal(count, cards);
        let (solver, points) = (0..GOES).map(|_| time_all(&hands, solve)).min().unwrap_or_default();
        let (plain, expected) = time_all(&hands, try_everything);
        assert_eq!(points, expected, "the solver is wrong on a hand of {cards}");
        println!("  {cards:2} cards: {:>10.0}", plain.as_secs_f64() / solver.as_secs_f64());
    }
}
