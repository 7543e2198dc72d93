//! Rules about the sums of boards.

use reference::bluejack::{Card, PerSide, board_sum};

use super::{Found, Game, Judge, Rule, rule, turns};
use crate::assignment::bluejack::course::{Shown, Step};
use crate::assignment::bluejack::facts::{Believed, cards_of};

rule! {
    /// Flip changes the sign of the card placed last on its board, and nothing else.
    ///
    /// Handout: "Flip cards change the sign of the last played card."
    /// Broken by: a Flip that does nothing, that turns the whole sum, or the first card of the board.
    FLIP_LAST = "flip-last", "Flip changes the sign of the last card", Judge::Sums(flip_last);
}

fn flip_last(game: &Game<'_>, found: &mut Found) {
    by_board(game, found, Fault::Flip, "Flip changes the sign of the card placed last on the board.");
}

rule! {
    /// Double doubles the card placed last on its board, and nothing else.
    ///
    /// Handout: "Double cards double the value of the last played card."
    /// Broken by: a Double that counts 2, or doubles the whole sum.
    DOUBLE_LAST = "double-last", "Double doubles the last card", Judge::Sums(double_last);
}

fn double_last(game: &Game<'_>, found: &mut Found) {
    by_board(game, found, Fault::Double, "Double doubles the card placed last on the board.");
}

rule! {
    /// Every sum printed with a board is the sum of its cards.
    ///
    /// Broken by: a minus that is added, a card that is left out.
    /// Sums that are wrong because of Flip or Double belong to those rules. A sum that only carries an earlier mistake
    /// on is none of its own, and what the program does by the number it showed breaks no other rule.
    BOARD_SUM = "board-sum", "Printed sums are right", Judge::Sums(board_sum_right);
}

fn board_sum_right(game: &Game<'_>, found: &mut Found) {
    by_board(game, found, Fault::Sum, "The number in brackets is the sum of the board's cards.");
}

/// Whose fault a wrong sum is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Flip,
    Double,
    Sum,
}

/// Goes through every board shown with a sum, and counts those that matter to a rule.
fn by_board(game: &Game<'_>, found: &mut Found, blamed: Fault, expected: &'static str) {
    // The last set in which Flip or Double made a board's sum wrong.
    let mut spoiled: PerSide<Option<usize>> = PerSide::default();
    for (nth, _, _, turn) in turns(game) {
        for (place, step) in &turn.steps {
            let Step::Board(shown) = step else { continue };
            let Some((cards, sum)) =
                cards_of(&shown.listed).zip(shown.sum).filter(|(cards, _)| !cards.is_empty())
            else {
                continue;
            };
            let is_right = is_right(shown, &cards, sum);
            // A program that goes by the right sums has counted rightly what it shows wrongly.
            let counted = game.reading.believed == Believed::Ruled && blamed != Fault::Sum;
            if is_right || counted && game.reading.plain_sums_wrong || continues(shown, &cards, sum) {
                found.seen += u32::from(matters(&cards, blamed));
                continue;
            }
            // After a wrong Flip or Double the sums of the set carry that on in ways of their own.
            if spoiled[shown.side] == Some(nth) {
                continue;
            }
            // Where sums are wrong without them as well, Flip and Double are not to blame.
            let fault = if game.reading.plain_sums_wrong { Fault::Sum } else { fault(&cards) };
            if fault != Fault::Sum {
                spoiled[shown.side] = Some(nth);
            }
            if fault == blamed {
                found.see();
                let right = board_sum(&cards);
                found.breach(nth, *place, format!("The sum is {right}, shown {sum}."), expected);
            }
        }
    }
}

/// Whether a sum is that of the cards listed, or of those the moves make.
fn is_right(shown: &Shown, cards: &[Card], sum: i64) -> bool {
    board_sum(cards) == sum || cards_of(&shown.tracked).is_some_and(|cards| board_sum(&cards) == sum)
}

/// Whether a sum goes on rightly from the one shown before: what was wrong with that is no fault of this one.
fn continues(shown: &Shown, cards: &[Card], sum: i64) -> bool {
    let Some((before, Some(last))) = &shown.last else { return false };
    let Some(before) = cards_of(before) else { return false };
    cards.starts_with(&before) && !before.is_empty() && sum - last == board_sum(cards) - board_sum(&before)
}

/// Whose fault a wrong sum is, by the last card that changes another.
fn fault(cards: &[Card]) -> Fault {
    match cards.iter().rfind(|card| card.value().is_none()) {
        Some(Card::Flip) => Fault::Flip,
        Some(Card::Double) => Fault::Double,
        _ => Fault::Sum,
    }
}

/// Whether a board is one that a rule is about: for Flip and Double one they were just placed on, and changed.
fn matters(cards: &[Card], rule: Fault) -> bool {
    let last = cards.last().copied();
    let moved = || board_sum(cards) != board_sum(&cards[..cards.len() - 1]);
    match rule {
        Fault::Flip => last == Some(Card::Flip) && moved(),
        Fault::Double => last == Some(Card::Double) && moved(),
        Fault::Sum => cards.len() > 1,
    }
}
