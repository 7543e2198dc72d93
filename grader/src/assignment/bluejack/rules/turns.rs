//! Rules about whose turn it is, and what a turn is made of.

use reference::bluejack::{BOARD_CARDS, GOAL, Side};

use super::{Found, Game, Judge, Rule, Set, rule, subject, turns, verb};
use crate::assignment::bluejack::course::{Step, Turn};
use crate::assignment::bluejack::facts::named;
use crate::assignment::bluejack::table::contradicts;
use crate::assignment::excerpt::Place;

/// The least sum on which a side may always stand.
const LEAST_STAND: i64 = 15;

rule! {
    /// The human takes the first turn of the game.
    ///
    /// Handout: "Since the computer deals the hands, the player starts the game."
    /// Broken by: a computer that draws first, or in some games (a coin that is tossed for it).
    /// Accepted: whoever begins the later sets.
    PLAYER_FIRST = "player-first", "The human takes the game's first turn", Judge::Play(player_first);
}

fn player_first(game: &Game<'_>, found: &mut Found) {
    let Some((set, _, _, turn)) = turns(game).next() else { return };
    found.see();
    if turn.side == Side::Computer {
        found.breach(
            set,
            turn.begins,
            "The computer takes the first turn of the game.",
            "You start the game.",
        );
    }
}

rule! {
    /// While both are in, turns alternate.
    ///
    /// Handout: "The current player asks for a card […] Playing a card also ends the turn."
    /// Broken by: a side that plays its whole set before the other one begins, a second turn after `end`, a stand that is
    /// kept for the next set.
    /// Accepted: turns in a row once the other side has stood, has 20, or has nine cards. A turn of a side that stood
    /// is a matter of `stand-waits`.
    ALTERNATE = "alternate", "Turns alternate while both are in", Judge::Play(alternate);
}

fn alternate(game: &Game<'_>, found: &mut Found) {
    let expected = "Turns alternate while both sides are in.";
    for (nth, set, at, turn) in turns(game) {
        let Some(before) = at.checked_sub(1).map(|at| &set.turns[at]) else { continue };
        if turn.stood[turn.side] {
            continue;
        }
        let other = turn.side.other();
        if before.side != turn.side {
            found.see();
            continue;
        }
        let waits = &turn.before[other];
        let untold = other == Side::Computer && !game.reading.tells_stands[other];
        if turn.stood[other] || waits.maybe(|sum| sum == GOAL) || waits.cards.len() >= BOARD_CARDS || untold {
            found.see();
            continue;
        }
        let what = format!("{} a second turn in a row.", verb(turn.side, "You take", "The computer takes"));
        found.breach(nth, turn.begins, what, expected);
    }
    for (nth, set) in game.course.sets.iter().enumerate() {
        if let Some(side) = kept_out(game, nth, 3) {
            let second = set.turns.iter().flat_map(Turn::draws).nth(1).map_or(set.begins, |(place, _)| place);
            let who = verb(side, "You", "The computer");
            let what = format!("{who} stood in a set before, and the other side goes on alone in this one.");
            found.breach(nth, second, what, "In a new set both sides are in again.");
        } else if let Some((place, side)) = left_out(game, nth, set) {
            let who = verb(side, "You have", "The computer has");
            found.breach(nth, place, format!("{who} no turn in a set that is decided."), expected);
        }
    }
}

/// The side that has no turn in a set in which the other draws at least so many cards, and stood when it last had one.
fn kept_out(game: &Game<'_>, nth: usize, least: usize) -> Option<Side> {
    let set = &game.course.sets[nth];
    let drawn = set.turns.iter().flat_map(Turn::draws).count();
    let stood = |side: &Side| {
        let mut earlier = game.course.sets[..nth].iter().rev();
        earlier.find(|before| before.has_turn(*side)).is_some_and(|before| before.stood(*side))
    };
    Side::ALL.into_iter().find(|side| drawn >= least && !set.has_turn(*side) && stood(side))
}

/// The side that had no turn in a set, although the other neither won nor lost it by itself.
fn left_out(game: &Game<'_>, nth: usize, set: &Set) -> Option<(Place, Side)> {
    let last = set.turns.last()?;
    let (place, _) = game.course.outcome(nth)?;
    let own = &last.after[last.side];
    let by_itself = own.maybe(|sum| sum >= GOAL) || own.cards.len() >= BOARD_CARDS || !set.claims.is_empty();
    let side = last.side.other();
    (!set.has_turn(side) && !by_itself && set.game.is_none_or(|(_, _, cry)| !cry)).then_some((place, side))
}

rule! {
    /// Each turn starts with exactly one card of the game deck, placed on the board of whoever has the turn.
    ///
    /// Handout: "The current player asks for a card from the game deck to be placed on their board."
    /// Broken by: two cards at once, a question without a draw, a drawn card that the board lacks, a card for each side
    /// before the turns begin.
    /// Accepted: a question without a draw on a board that is full.
    DRAW_FIRST = "draw-first", "Each turn starts with one drawn card", Judge::Play(draw_first);
}

fn draw_first(game: &Game<'_>, found: &mut Found) {
    let expected =
        "A turn starts with exactly one card of the game deck, on the board of whoever has the turn.";
    for (nth, set, at, turn) in turns(game) {
        let draws: Vec<Place> = turn.draws().map(|(place, _)| place).collect();
        if turn.stood[turn.side] || turn.before[turn.side].cards.len() >= BOARD_CARDS {
            continue;
        }
        let who = verb(turn.side, "Your", "The computer's");
        match draws[..] {
            [_] => found.see(),
            [] => found.breach(nth, turn.begins, format!("{who} turn goes on without a draw."), expected),
            // Who has no turn in this set still stands from the last one, which is a matter of turns.
            [_, _, ..] if kept_out(game, nth, 2) == Some(turn.side.other()) => {}
            [_, second, ..] => {
                found.breach(nth, second, format!("{who} turn has {} draws.", draws.len()), expected);
            }
        }
        if let Some((place, what)) = contradiction(turn, false) {
            found.breach(nth, place, what, expected);
        }
        if let Some(place) = unasked(set, at) {
            found.breach(
                nth,
                place,
                "You draw, and the turn is over before you are asked.",
                "After your draw you may end the turn, stand, or play a card of your hand.",
            );
        }
    }
}

/// Where a turn of the human's was over that had a draw and no question, and was not decided by the card.
fn unasked(set: &Set, at: usize) -> Option<Place> {
    let (turn, next) = (&set.turns[at], set.turns.get(at + 1)?);
    // A side that can only end its turn need not be asked: no card in hand, and a sum on which none may stand yet.
    let forced =
        turn.hand.as_ref().is_none_or(Vec::is_empty) && turn.after.human.maybe(|sum| sum < LEAST_STAND);
    let decided = turn.after.human.maybe(|sum| sum >= GOAL) || turn.after.human.cards.len() >= BOARD_CARDS;
    let drew_only = turn.steps.iter().all(|(_, step)| matches!(step, Step::Draw(_) | Step::Board(_)));
    let silent = turn.begins.turn == next.begins.turn;
    (turn.side == Side::Human && next.side == Side::Computer && drew_only && silent && !forced && !decided)
        .then_some(next.begins)
}

/// A board that is not what the moves make, shown after a card of the hand was played (`played`) or otherwise.
pub(super) fn contradiction(turn: &Turn, played: bool) -> Option<(Place, String)> {
    let mut last_is_play = false;
    for (place, step) in &turn.steps {
        match step {
            Step::Play(_) => last_is_play = true,
            Step::Draw(_) => last_is_play = false,
            Step::Board(shown) if last_is_play == played && contradicts(&shown.tracked, &shown.listed) => {
                let who = verb(shown.side, "Your", "The computer's");
                let (listed, tracked) = (named(&shown.listed), named(&shown.tracked));
                return Some((*place, format!("{who} board shows {listed}; the moves make {tracked}.")));
            }
            _ => {}
        }
    }
    None
}

rule! {
    /// A played card ends the turn, so there is at most one in a turn.
    ///
    /// Handout: "Playing a card also ends the turn."
    /// Broken by: a question after the card was played, a computer that plays two, a card of the computer's that does not
    /// come to lie on its board.
    /// Accepted: any card of the hand, in any turn. Nobody has to play one.
    ONE_CARD_A_TURN = "one-card-a-turn", "A played card ends the turn", Judge::Play(one_card_a_turn);
}

fn one_card_a_turn(game: &Game<'_>, found: &mut Found) {
    let expected = "Playing a card ends the turn, so there is at most one in a turn.";
    for (nth, _, _, turn) in turns(game) {
        let plays: Vec<Place> = turn.plays().map(|(place, _)| place).collect();
        let Some(first) = plays.first() else { continue };
        let asked = turn.steps.iter().find(|(place, step)| place > first && matches!(step, Step::Ask(_)));
        if let Some((place, _)) = asked {
            found.breach(nth, *place, "You are asked again after you played a card.", expected);
        } else if let Some(second) = plays.get(1) {
            let who = subject(turn.side);
            let what = format!("{who} {} two cards in one turn.", verb(turn.side, "play", "plays"));
            found.breach(nth, *second, what, expected);
        } else {
            found.see();
        }
        if turn.side == Side::Computer
            && let Some((place, what)) = contradiction(turn, true)
        {
            // Where your cards come to lie elsewhere as well, it is one fault.
            found.breach_unless(
                "legal-move",
                nth,
                place,
                what,
                "One card of the hand is placed on the board.",
            );
        }
    }
}

rule! {
    /// After a stand that side draws and plays nothing more in the set, and is asked nothing.
    ///
    /// Handout: "If the player chooses to stand, it cannot draw any more cards from the deck, and waits for the
    /// opponent to be done."
    /// Broken by: a stand that is forgotten by the next turn, or as soon as the other side plays a card; a question to who
    /// has stood.
    /// Accepted: the board of who waits, shown again. In the next set both are in again.
    STAND_WAITS = "stand-waits", "A side that stood waits", Judge::Play(stand_waits);
}

fn stand_waits(game: &Game<'_>, found: &mut Found) {
    for (nth, set, at, turn) in turns(game) {
        if turn.stood[turn.side] {
            // After the first such turn the stand is known to be forgotten, and the turns go on as shown.
            if !set.turns[..at].iter().any(|other| other.side == turn.side && other.stood[turn.side]) {
                let what = format!(
                    "{} stood, and {} another turn.",
                    subject(turn.side),
                    verb(turn.side, "take", "takes")
                );
                let expected = "A side that stood draws and plays nothing more in the set.";
                found.breach(nth, turn.begins, what, expected);
            }
        } else if turn.stood[turn.side.other()] && waited(set, at) {
            found.see();
        }
    }
}

/// Whether a turn follows one of the same side while the other waits.
fn waited(set: &Set, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| set.turns[before].side == set.turns[at].side)
        || set.turns.get(at + 1).is_none()
}
