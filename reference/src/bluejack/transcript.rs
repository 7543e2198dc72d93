//! The lines of the transcript, as `specs/bluejack.md` publishes them. None of them has its line end.

use std::fmt;

use super::card::Card;
use super::rules::{Decision, board_sum};
use super::side::{PerSide, Side};

/// The name of a side where it begins a sentence.
const fn subject(side: Side) -> &'static str {
    match side {
        Side::Human => "You",
        Side::Computer => "Computer",
    }
}

/// The form of a verb that follows [`subject`].
const fn verb(side: Side, second_person: &'static str, third_person: &'static str) -> &'static str {
    match side {
        Side::Human => second_person,
        Side::Computer => third_person,
    }
}

/// The line that begins a set: `--- Set 2 (1-0) ---`, with the sets the human and the computer have won.
pub fn set_begins(number: usize, won: PerSide<usize>) -> String {
    format!("--- Set {number} ({}-{}) ---", won.human, won.computer)
}

/// `You draw Blue 7.`
pub fn draws(side: Side, card: Card) -> String {
    format!("{} {} {card}.", subject(side), verb(side, "draw", "draws"))
}

/// `Your board: Blue 7, Red -2 (5)`, with the sum last.
pub fn board(side: Side, cards: &[Card]) -> String {
    let owner = verb(side, "Your", "Computer's");
    format!("{owner} board: {} ({})", list(cards), board_sum(cards))
}

/// `Your hand: 1) Blue +3, 2) Flip`, or `Your hand: empty`. The numbers are those that `play` takes.
pub fn hand(cards: &[Card]) -> String {
    if cards.is_empty() {
        return "Your hand: empty".to_owned();
    }
    let numbered = (1..).zip(cards).map(|(number, card)| format!("{number}) {card}"));
    format!("Your hand: {}", list(numbered))
}

/// `Your move (end, stand, play 1-4)?` to somebody who has this many cards in hand.
pub fn move_question(cards: usize) -> String {
    match cards {
        0 => "Your move (end, stand)?".to_owned(),
        1 => "Your move (end, stand, play 1)?".to_owned(),
        _ => format!("Your move (end, stand, play 1-{cards})?"),
    }
}

/// `You end your turn.`
pub fn ends_turn(side: Side) -> String {
    format!("{} {} turn.", subject(side), verb(side, "end your", "ends its"))
}

/// `You stand.`
pub fn stands(side: Side) -> String {
    format!("{} {}.", subject(side), verb(side, "stand", "stands"))
}

/// `You play Red -2.`
pub fn plays(side: Side, card: Card) -> String {
    format!("{} {} {card}.", subject(side), verb(side, "play", "plays"))
}

/// Why a set is over before both stand: `You bust.`, `You have nine cards.` A blue twenty has no such line, for the
/// line that ends the game says it.
pub fn decided(side: Side, decision: Decision) -> Option<String> {
    let subject = subject(side);
    match decision {
        Decision::Bust => Some(format!("{subject} {}.", verb(side, "bust", "busts"))),
        Decision::NineCards => Some(format!("{subject} {} nine cards.", verb(side, "have", "has"))),
        Decision::BlueTwenty => None,
    }
}

/// `You win the set.`, or `The set is tied.`
pub fn set_won(winner: Option<Side>) -> String {
    match winner {
        Some(side) => format!("{} {} the set.", subject(side), verb(side, "win", "wins")),
        None => "The set is tied.".to_owned(),
    }
}

/// `You win the game.`, after a blue twenty `Bluejack! You win the game.`
pub fn game_won(winner: Side, bluejack: bool) -> String {
    let cry = if bluejack { "Bluejack! " } else { "" };
    format!("{cry}{} {} the game.", subject(winner), verb(winner, "win", "wins"))
}

/// Things in a row, with commas between them.
fn list(items: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(", ")
}
