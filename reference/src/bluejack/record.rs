//! What happened in a game, set by set.

use super::card::Card;
use super::rules::{Decision, Move, board_sum, next_to_move};
use super::side::{PerSide, Side};

/// One turn of one side. In a turn that is still being played, what has not happened yet is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it is.
    pub side: Side,
    /// The card of the game deck it began with.
    pub drawn: Card,
    /// The answers to the move question that were not taken, as they were given.
    pub refused: Vec<String>,
    /// What the side did then; nothing, where the drawn card already decided the set.
    pub choice: Option<Move>,
    /// The card of the hand that was played.
    pub played: Option<Card>,
}

/// How a set ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The board of this side decided it.
    Decided(Side, Decision),
    /// Both stood, and this side was closest to 20; nobody, if the sums were equal.
    BothStood(Option<Side>),
}

impl Ending {
    /// Who won the set, if anybody did. Whoever wins the game by a blue twenty counts as the set's winner too.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Decided(side, Decision::Bust) => Some(side.other()),
            Self::Decided(side, Decision::BlueTwenty | Decision::NineCards) => Some(side),
            Self::BothStood(winner) => winner,
        }
    }

    /// Who won the whole game by a blue twenty.
    pub fn bluejack(self) -> Option<Side> {
        match self {
            Self::Decided(side, Decision::BlueTwenty) => Some(side),
            _ => None,
        }
    }
}

/// One set. It is made of its turns: boards, sums and who has stood all follow from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// The set's number, from 1. Sets that were tied count.
    pub number: usize,
    /// The sets won before it.
    pub won_before: PerSide<usize>,
    /// The turns in their order.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Option<Ending>,
}

impl Set {
    /// The cards on a side's board, in the order they were placed.
    pub fn board(&self, side: Side) -> Vec<Card> {
        let turns = self.turns.iter().filter(|turn| turn.side == side);
        turns.flat_map(|turn| [Some(turn.drawn), turn.played]).flatten().collect()
    }

    /// The sum of a side's board.
    pub fn sum(&self, side: Side) -> i64 {
        board_sum(&self.board(side))
    }

    /// Whether a side has stood.
    pub fn stood(&self, side: Side) -> bool {
        self.turns.iter().any(|turn| turn.side == side && turn.choice == Some(Move::Stand))
    }

    /// Who takes the next turn, or nobody once both stand.
    pub fn next_to_move(&self) -> Option<Side> {
        next_to_move(self.turns.last().map(|turn| turn.side), PerSide::from_fn(|side| self.stood(side)))
    }
}
