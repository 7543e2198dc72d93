//! Scores a few hands and shows how they are melded: `cargo run -p reference --example least_points`.

use reference::crowns::{Rank, Scoring, arrange, points, read_hand};

fn main() {
    // The weekly assignment knows books and Jokers.
    let hand =
        read_hand("7 of Stars, 7 of Spades, 7 of Stars, Joker, Queen of Hearts").expect("these are cards");
    println!("{} points", points(&hand, Scoring::BOOKS).expect("sixteen cards at most"));

    // The full game has runs and a wild rank too. The melds come with the points.
    let hand = read_hand("9C 7D JC 5H 5D 5S 6S QH KD").expect("these are cards");
    let arrangement = arrange(&hand, Scoring::full_game(Rank::Seven)).expect("sixteen cards at most");
    println!("{} points", arrangement.points);
    for meld in &arrangement.melds {
        println!("  {meld}");
    }
    let left: Vec<String> = arrangement.left.iter().map(ToString::to_string).collect();
    println!("  left: {}", left.join(", "));
}
