//! Rules about how a set ends.

use reference::bluejack::{BOARD_CARDS, GOAL, PerSide, Side, board_sum, busted, closest as closest_side};

use super::{Found, Game, Judge, Rule, Set, result, rule, subject, turns, verb};
use crate::assignment::bluejack::course::Step;
use crate::assignment::bluejack::facts::{Standing, What, cards_of};
use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

rule! {
    /// A side that is over 20 when its turn is over has lost the set at once; before that it is no bust.
    ///
    /// Handout: "If a player is over 20 once their turn is over, then the player automatically loses the set."
    /// Broken by: a set that goes on, the other side losing, a bust at exactly 20, a bust before a card of the hand
    /// could be played.
    /// Accepted: a bust without a question when no card is left in the hand, or when nine cards lie on the board.
    BUST = "bust", "Over 20 at the end of the turn loses the set", Judge::Play(bust);
}

fn bust(game: &Game<'_>, found: &mut Found) {
    let expected = "A side over 20 when its turn is over loses the set at once; a card may save it before.";
    for (nth, set, at, turn) in turns(game) {
        let (side, own) = (turn.side, &turn.after[turn.side]);
        if nine_are_over(turn) {
            // Where a full board means nothing, the tenth card is that fault.
            let who = verb(side, "You place", "The computer places");
            let what = format!("{who} a tenth card on nine that are over 20, which is a bust.");
            found.breach_unless("nine-cards", nth, tenth_placed(turn), what, expected);
        }
        if !own.surely(busted) {
            continue;
        }
        let who =
            format!("{} {} {} at the end of the turn", subject(side), verb(side, "have", "has"), own.told());
        let outcome = game.course.outcome(nth);
        if let Some(next) = set.turns.get(at + 1) {
            found.see();
            found.breach(nth, next.begins, format!("{who}, and the set goes on."), expected);
        } else if let Some((place, winner)) = outcome {
            found.see();
            if winner != Some(side.other()) {
                found.breach(nth, place, format!("{who}, and {}.", result(winner)), expected);
            } else if too_early(turn) {
                let what = format!("You lose with {} before you can play a card.", own.told());
                if turn.drawn.cards.len() + 1 == BOARD_CARDS {
                    // Where a board is taken for full by its eighth card, that is the fault.
                    found.breach_unless("nine-cards", nth, place, what, expected);
                } else {
                    found.breach(nth, place, what, expected);
                }
            }
        }
    }
    for (nth, set) in game.course.sets.iter().enumerate() {
        for (place, claim) in &set.claims {
            let What::Busts(side) = claim else { continue };
            let board = &set.boards()[*side];
            if board.surely(|sum| !busted(sum)) {
                let who = format!("{} {} said to bust", subject(*side), verb(*side, "are", "is"));
                found.breach(nth, *place, format!("{who} with {}.", board.told()), expected);
            }
        }
        if let Some((place, side)) = lost_at_goal(game, nth) {
            let what = format!("{} the set with exactly 20.", verb(side, "You lose", "The computer loses"));
            found.breach(nth, place, what, expected);
        }
    }
}

/// Whether a tenth card was placed on nine that were over 20 already.
fn nine_are_over(turn: &super::Turn) -> bool {
    let cards = &turn.after[turn.side].cards;
    let nine = cards.get(..BOARD_CARDS).filter(|_| cards.len() > BOARD_CARDS).and_then(cards_of);
    nine.is_some_and(|nine| busted(board_sum(&nine)))
}

/// Whether the human lost by a draw although a card of the hand could have been played.
fn too_early(turn: &super::Turn) -> bool {
    turn.side == Side::Human
        && turn.asks().next().is_none()
        && turn.plays().next().is_none()
        && turn.hand.as_ref().is_some_and(|hand| !hand.is_empty())
        && turn.drawn.cards.len() < BOARD_CARDS
}

/// The side that lost a set right after its own turn with 20, while the other was in.
fn lost_at_goal(game: &Game<'_>, nth: usize) -> Option<(Place, Side)> {
    let set = &game.course.sets[nth];
    let turn = set.turns.last()?;
    let (place, winner) = game.course.outcome(nth)?;
    let (side, boards) = (turn.side, set.boards());
    let at_goal = boards[side].surely(|sum| sum == GOAL) && boards[side].cards.len() < BOARD_CARDS;
    let other_may_win =
        boards[side.other()].maybe(|sum| sum == GOAL) || set.stood(side) && set.stood(side.other());
    (at_goal && winner == Some(side.other()) && !other_may_win && set.game.is_none_or(|(_, _, cry)| !cry))
        .then_some((place, side))
}

rule! {
    /// A board of nine cards with a sum of 20 or less wins the set, and no tenth card is placed.
    ///
    /// Handout: "If the player's board is full (that is: 9 cards are placed on it) and their sum is less than or equal
    /// to 20, then the player wins."
    /// Broken by: a tenth card, a comparison with the other side's sum, a win with eight cards.
    /// Accepted: the set is won right after the draw, at the end of the turn, or on standing; a question on a full
    /// board. Nine cards with more than 20 are a bust.
    NINE_CARDS = "nine-cards", "Nine cards with 20 or less win the set", Judge::Play(nine_cards);
}

fn nine_cards(game: &Game<'_>, found: &mut Found) {
    let expected = "A board holds nine cards, and nine with 20 or less win the set.";
    for (nth, set) in game.course.sets.iter().enumerate() {
        let boards = set.boards();
        let tenth = set.turns.iter().find(|turn| turn.after[turn.side].cards.len() > BOARD_CARDS);
        if let Some(turn) = tenth {
            let what =
                format!("{} a tenth card on the board.", verb(turn.side, "You place", "The computer places"));
            if !nine_are_over(turn) {
                found.breach(nth, tenth_placed(turn), what, expected);
            }
            continue;
        }
        for side in Side::ALL {
            let board = &boards[side];
            let wins = board.cards.len() == BOARD_CARDS && board.surely(|sum| (0..=GOAL).contains(&sum));
            let Some((place, winner)) = game.course.outcome(nth).filter(|_| wins) else { continue };
            if boards[side.other()].cards.len() >= BOARD_CARDS {
                continue;
            }
            found.see();
            let who =
                format!("{} {} nine cards and {}", subject(side), verb(side, "have", "has"), board.told());
            if winner != Some(side) && set.game.is_none_or(|(_, _, cry)| !cry) {
                found.breach(nth, place, format!("{who}, and {}.", result(winner)), expected);
            } else if super::game::ended_early(game, nth)
                && set.game.is_some_and(|(_, won, _)| won == side)
                && board.surely(|sum| sum < GOAL)
            {
                found.breach_unless(
                    "three-sets",
                    nth,
                    place,
                    format!("{who}, which wins the whole game."),
                    expected,
                );
            }
        }
        for (place, claim) in &set.claims {
            let What::Nine(side) = claim else { continue };
            let count = boards[*side].cards.len();
            if count != BOARD_CARDS {
                let what = format!(
                    "{} said to have nine cards, with {count}.",
                    verb(*side, "You are", "The computer is")
                );
                found.breach(nth, *place, what, expected);
            }
        }
    }
}

/// Where the tenth card was placed.
fn tenth_placed(turn: &super::Turn) -> Place {
    let placed = turn.steps.iter().filter(|(_, step)| matches!(step, Step::Draw(_) | Step::Play(_)));
    let room = BOARD_CARDS.saturating_sub(turn.before[turn.side].cards.len());
    placed.map(|(place, _)| *place).nth(room).unwrap_or(turn.begins)
}

rule! {
    /// Once both stand, the higher sum wins.
    ///
    /// Handout: "Once both players stand, the player closest to but not over 20 wins the set."
    /// Broken by: the lower sum winning, the human always winning, a comparison before both have stood; a line that
    /// always names the loser of a set, while the score is right.
    /// Accepted: a side with 20 that stands by itself, or wins the set at once. Sums below 0 are not judged.
    CLOSEST = "closest", "Both stood: the higher sum wins", Judge::Play(closest);
}

fn closest(game: &Game<'_>, found: &mut Found) {
    let expected = "Once both stand, the side closest to but not over 20 wins the set.";
    for (nth, set) in game.course.sets.iter().enumerate() {
        let Some((place, winner)) = game.course.outcome(nth).filter(|_| comparable(set)) else { continue };
        let boards = set.boards();
        let sums = format!("You have {}, the computer {}", boards.human.told(), boards.computer.told());
        if !both_stood(game, set) {
            if winner.is_none_or(|side| !boards[side].maybe(|sum| sum == GOAL)) && is_unexplained(game, nth) {
                found.breach(
                    nth,
                    place,
                    format!("{sums}, not both have stood, and {}.", result(winner)),
                    expected,
                );
            }
            continue;
        }
        let right = allowed(&boards);
        if right.contains(&None) && right.len() == 1 {
            continue;
        }
        found.see();
        if !right.contains(&winner) {
            found.breach(nth, place, format!("{sums}, and {}.", result(winner)), expected);
        } else if let Some((place, Some(side))) = set.result.filter(|_| game.reading.names_loser) {
            let said = result(Some(side.other()));
            found.breach(
                nth,
                place,
                format!("{sums}; it is said that {said}, and the score goes on rightly."),
                expected,
            );
        }
    }
}

rule! {
    /// At equal sums nobody wins the set, and the game goes on.
    ///
    /// Handout: "It is possible that two players stand at the same score. In such a case the game is tied, and no
    /// player wins the set."
    /// Broken by: a tie that somebody wins, a tie that ends the game.
    SET_TIE = "set-tie", "At equal sums nobody wins the set", Judge::Play(set_tie);
}

fn set_tie(game: &Game<'_>, found: &mut Found) {
    let expected = "At equal sums no player wins the set, and the next one begins with the same score.";
    for (nth, set) in game.course.sets.iter().enumerate() {
        let Some((place, winner)) =
            game.course.outcome(nth).filter(|_| comparable(set) && both_stood(game, set))
        else {
            continue;
        };
        let boards = set.boards();
        if allowed(&boards) != [None] {
            continue;
        }
        found.see();
        let both = format!("Both have {}", boards.human.told());
        let next = game.course.sets.get(nth + 1);
        let counted = set.won.zip(next.and_then(|next| next.won)).filter(|(before, after)| before != after);
        if winner.is_some() {
            found.breach_unless("closest", nth, place, format!("{both}, and {}.", result(winner)), expected);
        } else if let (Some((_, after)), Some(next)) = (counted, next) {
            let what = format!("{both}, and the score becomes {}-{}.", after.human, after.computer);
            found.breach(nth, next.begins, what, expected);
        } else if next.is_none() && set.game.is_none() && has_ended(game) {
            found.breach_unless("three-sets", nth, place, format!("{both}, and the game ends."), expected);
        } else if set.game.is_some() {
            found.breach_unless("three-sets", nth, place, format!("{both}, and the game is won."), expected);
        }
    }
}

/// Whether the program ended by itself.
fn has_ended(game: &Game<'_>) -> bool {
    matches!(game.session.end, Ending::Exited(_)) && game.session.is_sound()
}

/// Whether a set was left to the sums: nobody is over, full, or below 0.
fn comparable(set: &Set) -> bool {
    let fits =
        |board: &Standing| board.surely(|sum| (0..=GOAL).contains(&sum)) && board.cards.len() < BOARD_CARDS;
    let boards = set.boards();
    let seen = |side: Side| set.turns.iter().any(|turn| turn.side == side);
    fits(&boards.human)
        && fits(&boards.computer)
        && seen(Side::Human)
        && seen(Side::Computer)
        && set.game.is_none_or(|(_, _, cry)| !cry)
}

/// Whether both sides have stood, or may have: a side with 20 may stand by itself.
fn both_stood(game: &Game<'_>, set: &Set) -> bool {
    let boards = set.boards();
    Side::ALL.into_iter().all(|side| {
        let untold = side == Side::Computer && !game.reading.tells_stands[side];
        set.stood(side) || boards[side].maybe(|sum| sum == GOAL) || untold
    })
}

/// Whether no other rule explains why a set ended before both stood.
fn is_unexplained(game: &Game<'_>, nth: usize) -> bool {
    game.course.sets[nth].claims.is_empty() && lost_at_goal(game, nth).is_none()
}

/// The results that the sums allow: by the rules' sums and by those shown.
fn allowed(boards: &PerSide<Standing>) -> Vec<Option<Side>> {
    let mut all = Vec::new();
    for human in boards.human.totals() {
        for computer in boards.computer.totals() {
            all.push(closest_side(PerSide { human, computer }));
        }
    }
    all.dedup();
    all
}
