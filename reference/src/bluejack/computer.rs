//! The computer player.

use super::card::Card;
use super::rules::{Decision, GOAL, Move, board_sum, busted, decision, playable};

/// The sum from which the computer stands while the other side still plays.
pub const STANDS_FROM: i64 = 17;

/// What a player sees after the draw. The other side's hand is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation<'a> {
    /// The player's cards still in hand.
    pub hand: &'a [Card],
    /// The player's board, the drawn card last.
    pub board: &'a [Card],
    /// The sum of the other side's board.
    pub other_sum: i64,
    /// Whether the other side has stood.
    pub other_stood: bool,
}

impl Situation<'_> {
    /// The board after each card of the hand that can be played, with the card's place.
    fn boards_after(&self) -> impl Iterator<Item = (usize, Vec<Card>)> {
        let cards = self.hand.iter().enumerate().filter(|&(_, &card)| playable(card, self.board));
        cards.map(|(place, &card)| (place, [self.board, &[card]].concat()))
    }
}

/// What the computer does. It is greedy: it thinks of this turn only. The first of these that applies:
///
/// 1. A card that wins at once, by a blue twenty or as the ninth card, is played; the first such card in hand.
/// 2. Over 20, the card that leaves the highest sum of at most 20 is played, the first one of several; without such
///    a card the turn ends, and the set is lost.
/// 3. If the other side has stood, it stands if it is ahead, or if it is level at [`STANDS_FROM`] or more.
/// 4. If the other side still plays, it stands at [`STANDS_FROM`] or more.
/// 5. The turn ends.
///
/// ```
/// use reference::bluejack::{Move, Situation, choose};
///
/// let hand = ["Red -2", "Blue -5"].map(|name| name.parse().expect("a card"));
/// let board = ["Green 9", "Red 6", "Blue 8"].map(|name| name.parse().expect("a card"));
/// let situation = Situation { hand: &hand, board: &board, other_sum: 12, other_stood: false };
/// assert_eq!(choose(&situation), Move::Play(1));
/// ```
pub fn choose(situation: &Situation) -> Move {
    let wins =
        |board: &[Card]| matches!(decision(board, true), Some(Decision::BlueTwenty | Decision::NineCards));
    if let Some((place, _)) = situation.boards_after().find(|(_, board)| wins(board)) {
        return Move::Play(place);
    }
    let sum = board_sum(situation.board);
    if busted(sum) {
        return rescue(situation).map_or(Move::End, Move::Play);
    }
    let stands = if situation.other_stood {
        sum > situation.other_sum || (sum == situation.other_sum && sum >= STANDS_FROM)
    } else {
        sum >= STANDS_FROM
    };
    if stands { Move::Stand } else { Move::End }
}

/// The place of the card that leaves the highest sum of at most 20.
fn rescue(situation: &Situation) -> Option<usize> {
    let sums = situation.boards_after().map(|(place, board)| (place, board_sum(&board)));
    // The smallest distance, and not the largest sum: of equal ones `min_by_key` takes the first, `max_by_key` the
    // last.
    sums.filter(|&(_, sum)| !busted(sum)).min_by_key(|&(_, sum)| GOAL - sum).map(|(place, _)| place)
}
