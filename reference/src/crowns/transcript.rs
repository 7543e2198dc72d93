//! The lines of the transcript, as `specs/crowns.md` publishes them. None of them has its line end.

use super::cards::{Card, Rank};

/// A player's name: `Player 1` for place 0.
pub fn player(seat: usize) -> String {
    format!("Player {}", seat + 1)
}

/// `Player 1: 7 of Stars, Joker`
pub fn hand(seat: usize, cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    format!("{}: {}", player(seat), cards.join(", "))
}

/// `Player 1 points: 12`
pub fn points(seat: usize, points: u32) -> String {
    format!("{} points: {points}", player(seat))
}

/// `Winner: Player 1 (12 points)`, or `Tie: Player 1, Player 3 (0 points)`, with the points of those players.
pub fn winner(seats: &[usize], points: u32) -> String {
    let word = if seats.len() > 1 { "Tie" } else { "Winner" };
    let names: Vec<String> = seats.iter().map(|&seat| player(seat)).collect();
    format!("{word}: {} ({points} points)", names.join(", "))
}

/// `--- Hand 1: 3 cards, 3s are wild ---`, with `Jacks` and so on from the ninth hand on.
pub fn hand_begins(number: usize, cards: usize, wild: Rank) -> String {
    format!("--- Hand {number}: {cards} cards, {wild}s are wild ---")
}

/// `The discard pile starts with 9 of Clubs.`
pub fn pile_starts(card: Card) -> String {
    format!("The discard pile starts with {card}.")
}

/// `Player 1 draws from the deck.`
pub fn draws(seat: usize) -> String {
    format!("{} draws from the deck.", player(seat))
}

/// `You draw 9 of Clubs.`, which only the one who draws may see.
pub fn you_draw(card: Card) -> String {
    format!("You draw {card}.")
}

/// `Player 1 takes Queen of Hearts.`
pub fn takes(seat: usize, card: Card) -> String {
    format!("{} takes {card}.", player(seat))
}

/// `Player 1 discards 9 of Clubs.`
pub fn discards(seat: usize, card: Card) -> String {
    format!("{} discards {card}.", player(seat))
}

/// `Player 1 goes out.`
pub fn goes_out(seat: usize) -> String {
    format!("{} goes out.", player(seat))
}

/// `Nobody goes out.`, after the last round that a hand may take.
pub fn nobody_goes_out() -> String {
    "Nobody goes out.".to_owned()
}

/// `The deck is used up, so the discards are shuffled.`
pub fn deck_used_up() -> String {
    "The deck is used up, so the discards are shuffled.".to_owned()
}

/// `Totals: Player 1 24, Player 2 7`
pub fn totals(totals: &[u32]) -> String {
    let each = totals.iter().enumerate().map(|(seat, total)| format!("{} {total}", player(seat)));
    format!("Totals: {}", each.collect::<Vec<_>>().join(", "))
}
