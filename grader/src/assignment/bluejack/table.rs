//! The state of a game as the program tells it: it serves the player during play and the record afterwards.

use reference::bluejack::{Move, PerSide, Side, legal_move};

use super::facts::{Printed, Standing, What, cards_of};

/// Hand, boards and who has stood, as far as they were told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something that was told, in whatever order a program tells it"
)]
pub struct Table {
    /// The human's hand: as last printed, without what was played since.
    pub hand: Vec<Printed>,
    /// A hand was printed.
    pub hand_known: bool,
    /// The boards.
    pub boards: PerSide<Standing>,
    /// Who has stood in this set.
    pub stood: PerSide<bool>,
    /// The number of the set.
    pub number: Option<u64>,
    /// A card was drawn in this set.
    pub started: bool,
    /// The set's result was told.
    pub decided: bool,
    /// Somebody has won the game.
    pub over: bool,
    /// The place in the hand of the card that the last answer plays.
    pub meant: Option<usize>,
}

impl Table {
    /// Whether a set's line begins a set, and does not merely repeat itself in the middle of one.
    pub fn begins_set(&self, number: u64) -> bool {
        let both_stood = self.stood.human && self.stood.computer;
        self.number != Some(number) || !self.started || self.decided || both_stood
    }

    /// Clears the boards for a set.
    pub fn clear(&mut self, number: Option<u64>) {
        self.boards = PerSide::default();
        self.stood = PerSide::default();
        self.number = number;
        self.started = false;
        self.decided = false;
    }

    /// Takes an answer to the question for a move.
    pub fn answer(&mut self, answer: &str) {
        let cards = cards_of(&self.hand).zip(cards_of(&self.boards.human.cards));
        let meant = cards.and_then(|(hand, board)| legal_move(answer, &hand, &board));
        self.meant = match meant {
            Some(Move::Play(at)) => Some(at),
            _ => None,
        };
    }

    /// Takes what a line says.
    pub fn take(&mut self, what: &What) {
        match what {
            What::Set { number, .. } if self.begins_set(*number) => self.clear(Some(*number)),
            What::Draws(side, card) => {
                if self.decided {
                    self.clear(None);
                }
                self.started = true;
                self.place(*side, card.clone());
            }
            What::Plays(side, card) => {
                if *side == Side::Human {
                    self.remove(card);
                }
                self.place(*side, card.clone());
            }
            What::Board(side, cards, sum) => {
                let board = &mut self.boards[*side];
                if contradicts(&board.cards, cards) {
                    board.cards.clone_from(cards);
                }
                board.shown = *sum;
            }
            What::Hand(Side::Human, cards) => {
                self.hand.clone_from(cards);
                self.hand_known = true;
            }
            What::Stands(side) => self.stood[*side] = true,
            What::SetWon(_) => self.decided = true,
            What::GameWon(..) => self.over = true,
            _ => {}
        }
    }

    fn place(&mut self, side: Side, card: Printed) {
        self.boards[side].cards.push(card);
        self.boards[side].shown = None;
    }

    /// Takes a played card out of the hand: of two alike the one that was meant. Which card left the hand for one that
    /// was not meant, or not held, the next listing tells.
    fn remove(&mut self, card: &Printed) {
        let meant = self.meant.take();
        let right = meant.filter(|at| self.hand.get(*at) == Some(card));
        let held = right.or_else(|| self.hand.iter().position(|held| held == card));
        if let Some(at) = held {
            self.hand.remove(at);
        }
        self.hand_known &= held.is_some() && right == meant;
    }
}

/// Whether a printed board is surely another one than the moves make. With a piece that is not understood, it tells
/// nothing.
pub(super) fn contradicts(tracked: &[Printed], listed: &[Printed]) -> bool {
    let is_clear = |one: &Printed| one.card.is_some() || tracked.contains(one);
    listed.iter().all(is_clear) && !tells_same(tracked, listed)
}

/// Whether a printed board is the one the moves make. Another order, a Flip or Double that is not listed, and a card
/// listed as Flip or Double changed it are other ways to print the same board.
fn tells_same(tracked: &[Printed], listed: &[Printed]) -> bool {
    if tracked == listed {
        return true;
    }
    let sorted = |cards: &[Printed]| {
        let mut cards = cards.to_vec();
        cards.sort();
        cards
    };
    let colour = |one: &Printed| one.card.map(reference::bluejack::Card::colour);
    let has_colour = |one: &&Printed| colour(one) != Some(None);
    let coloured: Vec<Printed> = tracked.iter().filter(has_colour).cloned().collect();
    let changed = coloured.len() < tracked.len();
    let alike = |a: &[Printed], b: &[Printed]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| colour(a).is_some() && colour(a) == colour(b))
    };
    sorted(tracked) == sorted(listed) || changed && (alike(tracked, listed) || alike(&coloured, listed))
}
