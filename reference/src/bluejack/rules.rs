//! The rules, one small function each. The quotations are from the handout.

use std::cmp::Ordering;

use super::card::{Card, Colour};
use super::side::{PerSide, Side};

/// "The purpose of the game is to get a score of 20".
pub const GOAL: i64 = 20;

/// "The board for each player can hold up to 9 cards."
pub const BOARD_CARDS: usize = 9;

/// "The first player to win three sets is the winner."
pub const SETS_TO_WIN: usize = 3;

/// "Player decks which will have 10 cards each".
pub const PLAYER_DECK_CARDS: usize = 10;

/// "Only 4 of these cards are randomly picked as the hand of the player", for the whole game.
pub const HAND_CARDS: usize = 4;

/// What each card of a board counts, in the order they were placed.
///
/// "Flip cards change the sign of the last played card" and "double cards double the value of the last played card":
/// both act on the card with a number that was placed last, and count nothing themselves. With no such card before
/// them they do nothing.
///
/// ```
/// use reference::bluejack::{Card, board_values};
///
/// let board = ["Blue 7", "Red -4", "Flip"].map(|name| name.parse().expect("a card"));
/// assert_eq!(board_values(&board), [7, 4, 0]);
/// ```
pub fn board_values(board: &[Card]) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::with_capacity(board.len());
    let mut last_number = None;
    for card in board {
        if let Some(value) = card.value() {
            last_number = Some(values.len());
            values.push(value);
            continue;
        }
        if let Some(changed) = last_number {
            // Cards that a faulty program shows may bear any number.
            values[changed] = values[changed].saturating_mul(if *card == Card::Flip { -1 } else { 2 });
        }
        values.push(0);
    }
    values
}

/// The sum of a board.
pub fn board_sum(board: &[Card]) -> i64 {
    board_values(board).into_iter().fold(0, i64::saturating_add)
}

/// Whether a sum is over 20, which loses the set "once their turn is over"; before that it is no bust yet.
pub fn busted(sum: i64) -> bool {
    sum > GOAL
}

/// Whether a board can hold no further card.
pub fn board_full(board: &[Card]) -> bool {
    board.len() >= BOARD_CARDS
}

/// Whether a board wins the set because it "is full (that is: 9 cards are placed on it) and their sum is less than
/// or equal to 20".
pub fn nine_cards_win(board: &[Card]) -> bool {
    board_full(board) && !busted(board_sum(board))
}

/// Whether a board wins the whole game: "if one of the players uses all blue cards to get a score of 20, they
/// automatically win the game".
///
/// Flip and Double "do not have a color", so a board that holds one is not all blue. Signed blue cards are blue.
pub fn blue_twenty(board: &[Card]) -> bool {
    board.iter().all(|card| card.colour() == Some(Colour::Blue)) && board_sum(board) == GOAL
}

/// What a side's own board decides, without a look at the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// All blue with a sum of 20: the side wins the game.
    BlueTwenty,
    /// Nine cards with a sum of 20 or less: the side wins the set.
    NineCards,
    /// Over 20: the side loses the set.
    Bust,
}

/// What a board decides right after a card was placed or, with `turn_over`, once its side's turn has ended.
///
/// A board over 20 is lost only when the turn is over, for a card of the hand may still bring it down. Nine cards
/// leave no room for that, so nine cards over 20 are lost at once.
pub fn decision(board: &[Card], turn_over: bool) -> Option<Decision> {
    if blue_twenty(board) {
        Some(Decision::BlueTwenty)
    } else if nine_cards_win(board) {
        Some(Decision::NineCards)
    } else if busted(board_sum(board)) && (turn_over || board_full(board)) {
        Some(Decision::Bust)
    } else {
        None
    }
}

/// Who wins the set once both stand, neither being over 20: "the player closest to but not over 20". At equal sums
/// "no player wins the set".
pub fn closest(sums: PerSide<i64>) -> Option<Side> {
    match sums.human.cmp(&sums.computer) {
        Ordering::Greater => Some(Side::Human),
        Ordering::Less => Some(Side::Computer),
        Ordering::Equal => None,
    }
}

/// Who has won the game with these sets won: "the first player to win three sets".
pub fn game_winner(won: PerSide<usize>) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| won[side] >= SETS_TO_WIN)
}

/// Who takes the next turn of a set, or nobody once both stand.
///
/// "The player starts the game", and here every set. Then the turns alternate, but a side that stands "waits for
/// the opponent to be done".
pub fn next_to_move(last: Option<Side>, stood: PerSide<bool>) -> Option<Side> {
    let first_choice = last.map_or(Side::Human, Side::other);
    [first_choice, first_choice.other()].into_iter().find(|&side| !stood[side])
}

/// Whether a card of the hand can be played: the board has room for it, and Flip and Double find a number to change.
pub fn playable(card: Card, board: &[Card]) -> bool {
    let has_number = board.iter().any(|placed| placed.value().is_some());
    !board_full(board) && (card.value().is_some() || has_number)
}

/// What a side does with its turn after the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// End the turn, and draw again in the next.
    End,
    /// End the turn, and neither draw nor play again in this set.
    Stand,
    /// Play a card, which "also ends the turn": its place among the cards still in hand, from 0.
    Play(usize),
}

/// The move an answer means to somebody with this hand and board, if it is a legal one.
///
/// Answers are `end`, `stand` and `play K`, where K counts the cards still in hand from 1; case and white space do
/// not matter. "Depending on the sum of the cards in their board" one "can choose to stand": the choice is the
/// player's, so no sum forbids it.
pub fn legal_move(answer: &str, hand: &[Card], board: &[Card]) -> Option<Move> {
    let words: Vec<String> = answer.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["end"] => Some(Move::End),
        ["stand"] => Some(Move::Stand),
        ["play", number] if number.bytes().all(|digit| digit.is_ascii_digit()) => {
            let place = number.parse::<usize>().ok()?.checked_sub(1)?;
            playable(*hand.get(place)?, board).then_some(Move::Play(place))
        }
        _ => None,
    }
}

/// Whether the game deck holds such a card: "four sets of cards that range between 1 and 10".
pub fn game_deck_card(card: Card) -> bool {
    matches!(card, Card::Plain { value: 1..=10, .. })
}

/// Whether a player deck can hold such a card: one of the game deck's, a signed one "between 1 to 6", Flip or Double.
pub fn hand_card(card: Card) -> bool {
    match card {
        Card::Plain { .. } => game_deck_card(card),
        Card::Signed { value, .. } => (1..=6).contains(&value.unsigned_abs()),
        Card::Flip | Card::Double => true,
    }
}

/// Whether a game can start with this hand: four cards that a player deck can hold, at most one Flip, at most one
/// Double, and no plain card twice, for the game deck holds each once. Signed cards are made at random and may be
/// alike.
pub fn legal_hand(hand: &[Card]) -> bool {
    let alike = |card: &Card| hand.iter().filter(|other| *other == card).count();
    let once = |card: &Card| matches!(card, Card::Signed { .. }) || alike(card) == 1;
    hand.len() == HAND_CARDS && hand.iter().all(|card| hand_card(*card) && once(card))
}
