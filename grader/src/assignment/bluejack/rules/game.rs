//! Rules about how the game ends.

use reference::bluejack::{GOAL, PerSide, SETS_TO_WIN, Side, blue_twenty as is_blue_twenty};

use super::{Found, Game, Judge, Rule, rule, subject, turns, verb};
use crate::assignment::bluejack::course::board_of;
use crate::assignment::bluejack::facts::{Standing, named};
use crate::assignment::excerpt::Place;
use crate::transcript::Ending;

rule! {
    /// The first to win three sets wins the game, and it ends there.
    ///
    /// Handout: "The first player to win three sets is the winner."
    /// Broken by: exactly three sets played, a fourth set won, the wrong winner, a tie that counts.
    /// Accepted: a wrong number in the line of a set, as long as the game ends rightly; it is remarked. A Bluejack ends
    /// the game before.
    THREE_SETS = "three-sets", "The first to win three sets wins the game", Judge::Play(three_sets);
}

fn three_sets(game: &Game<'_>, found: &mut Found) {
    let expected = "The first player to win three sets is the winner, and the game ends there.";
    let (sets, mut won) = (&game.course.sets, PerSide::<usize>::default());
    // A tie that counts is a fault of its own.
    let mut ties = false;
    let breach = |found: &mut Found, ties: bool, (nth, place): (usize, Place), what: String| {
        if ties {
            found.breach_unless("set-tie", nth, place, what, expected);
        } else {
            found.breach(nth, place, what, expected);
        }
    };
    for (nth, set) in sets.iter().enumerate() {
        let outcome = game.course.outcome(nth);
        ties |= matches!(outcome, Some((_, None)));
        if let Some((_, Some(side))) = outcome {
            won[side] += 1;
        }
        let score = format!("{}-{}", won.human, won.computer);
        let reached = Side::ALL.into_iter().find(|side| won[*side] >= SETS_TO_WIN);
        if let (Some(side), Some(next)) = (reached, sets.get(nth + 1)) {
            found.see();
            let what = format!(
                "{} {} won three sets ({score}), and another begins.",
                subject(side),
                verb(side, "have", "has")
            );
            breach(found, ties, (nth, next.begins), what);
            return;
        }
        match (set.game, reached) {
            (Some((place, winner, _)), Some(side)) => {
                found.see();
                if winner != side {
                    let who = verb(winner, "you win", "the computer wins");
                    breach(found, ties, (nth, place), format!("The sets are {score}, and {who} the game."));
                }
            }
            (Some((place, winner, cry)), None) => {
                let board = &set.boards()[winner];
                let other_rule = cry || board.maybe(|sum| sum == GOAL) || board.cards.len() >= 9;
                if !other_rule && ended_early(game, nth) {
                    breach(found, ties, (nth, place), format!("The game ends at {score}."));
                }
            }
            (None, _) if nth + 1 == sets.len() => {
                let Some(place) = game.course.over(nth, game.session) else { continue };
                let is_known = matches!(game.session.end, Ending::Exited(_)) && game.session.is_sound();
                // Who won a set or the game may stand in a line that is not understood.
                if !is_known || untold(game, nth) {
                    continue;
                }
                found.see();
                if reached.is_some() {
                    let what = format!("The sets are {score}, and no winner of the game is named.");
                    found.breach(nth, place, what, expected);
                    continue;
                }
                let what = format!("The program ends at {score}, and nobody has won three sets.");
                breach(found, ties, (nth, place), what);
            }
            _ => {}
        }
    }
}

/// Whether a line that is not understood may tell the result of this last set or of the game, or the result of a set
/// before it is not known.
fn untold(game: &Game<'_>, nth: usize) -> bool {
    may_be_told(game, nth) || (0..nth).any(|set| game.course.outcome(set).is_none())
}

/// Whether a line that is not understood may tell how a last set ended.
fn may_be_told(game: &Game<'_>, nth: usize) -> bool {
    let set = &game.course.sets[nth];
    let steps = set.turns.iter().filter_map(|turn| turn.steps.last().map(|(place, _)| *place));
    let last = steps.max().unwrap_or(set.begins);
    nth + 1 == game.course.sets.len() && game.session.may_tell_after(last)
}

/// Whether the game ended in a set before anybody had three, neither by the results nor by the score shown.
pub(super) fn ended_early(game: &Game<'_>, nth: usize) -> bool {
    let Some((_, winner, _)) = game.course.sets[nth].game else { return false };
    let announced =
        (0..=nth).filter(|set| game.course.outcome(*set).is_some_and(|(_, won)| won == Some(winner)));
    let counted = game.course.sets[nth].won.map(|won| won[winner] as usize + 1);
    if counted.is_none() && (0..nth).any(|set| game.course.outcome(set).is_none()) {
        return false;
    }
    announced.count() < SETS_TO_WIN && counted.is_none_or(|count| count < SETS_TO_WIN)
}

rule! {
    /// A board of blue cards only with a sum of 20 wins the whole game, and nothing else does before the third set.
    ///
    /// Handout: "if one of the players uses all blue cards to get a score of 20, they automatically win the game. Hence,
    /// the name Bluejack."
    /// Broken by: a blue 20 that only wins the set, or nothing; a Bluejack for any 20.
    /// Accepted: the win comes right after the draw, at the end of the turn, or on standing. Boards with Flip or Double
    /// are not judged.
    BLUE_TWENTY = "blue-twenty", "A blue 20 wins the whole game", Judge::Play(blue_twenty);
}

fn blue_twenty(game: &Game<'_>, found: &mut Found) {
    let expected = "A board of blue cards only with a sum of 20 wins the whole game, and only that.";
    for (nth, set, at, turn) in turns(game) {
        let side = turn.side;
        let is_last = !set.turns[at + 1..].iter().any(|later| later.side == side);
        let ends_set = is_last && game.course.outcome(nth).is_some();
        if !is_blue(&turn.after[side]) || !(ends_set || turn.stands()) {
            continue;
        }
        if set.game.is_some_and(|(_, winner, _)| winner == side) {
            found.see();
            found.seen_of_computer += u32::from(side == Side::Computer);
            continue;
        }
        let next = set.turns.get(at + 1).map(|next| next.begins).filter(|_| turn.stands());
        if next.is_none() && may_be_told(game, nth) {
            continue;
        }
        let over = next.or_else(|| game.course.over(nth, game.session));
        if let Some(place) = over {
            found.see();
            let who = format!("{} {} a blue 20", subject(side), verb(side, "have", "has"));
            found.breach(nth, place, format!("{who}, and the game is not won by it."), expected);
        }
    }
    for (nth, set) in game.course.sets.iter().enumerate() {
        let Some((place, winner, cry)) = set.game else { continue };
        let board = &set.boards()[winner];
        let colourless = board_of(board).is_none_or(|cards| cards.iter().any(|card| card.value().is_none()));
        let claimed =
            cry || board.maybe(|sum| sum == GOAL) && board.cards.len() < 9 && ended_early(game, nth);
        if claimed && !is_blue(board) && !(colourless && board.maybe(|sum| sum == GOAL)) {
            let who = verb(winner, "You win", "The computer wins");
            let what = format!("{who} the game by a board that is no blue 20: {}.", named(&board.cards));
            if cry {
                found.breach(nth, place, what, expected);
            } else {
                found.breach_unless("three-sets", nth, place, what, expected);
            }
        }
    }
}

/// Whether a board is a blue 20, by its cards and by the sum shown.
fn is_blue(board: &Standing) -> bool {
    board_of(board).is_some_and(|cards| is_blue_twenty(&cards)) && board.surely(|sum| sum == GOAL)
}
