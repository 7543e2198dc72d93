//! The rule about how a run ends.

use super::{Found, Game, Judge, Rule, rule};
use crate::assignment::bluejack::course::end_of;
use crate::assignment::bluejack::facts::{GaveUp, What};
use crate::transcript::{Ending, signal_name};

rule! {
    /// Every game ends, and the program with it: no crash, no hang, no endless output, no game that never ends.
    ///
    /// Broken by: a crash on the tenth card of a board, endless prompts after a word that was not expected, a computer
    /// that draws for ever, sets that are never decided, questions after the game's end.
    /// Accepted: any exit status, a last key to press, a question whether to play again. What happens when the input
    /// ends while a question is open is never judged. A game is taken for endless when far more was asked than any
    /// game needs, and no other broken rule explains it (no bust, say). What happens in a set that never ends breaks no
    /// other rule.
    EXITS_CLEANLY = "exits-cleanly", "Every game ends, and the program with it", Judge::Cards(exits_cleanly);
}

/// After the game's end so many waits are free: a last key, and questions whether to play again.
const FREE_READS: usize = 3;

fn exits_cleanly(game: &Game<'_>, found: &mut Found) {
    let session = game.session;
    if matches!(session.end, Ending::Exited(_)) && session.is_sound() {
        found.see();
    }
    let won = session.events.iter().position(|event| matches!(event.what, What::GameWon(..)));
    let reads = won.map_or(0, |won| session.asks.iter().filter(|ask| ask.events > won).count());
    // Only after the game's end is the input closed, and what a program does then is its own affair.
    let closed =
        session.asks.last().is_some_and(|ask| ask.answer.is_none()) && session.end != Ending::Stopped;
    let what = match &session.end {
        _ if closed && reads <= FREE_READS => return,
        _ if closed => format!("After the game was won the program read on ({reads} times)."),
        Ending::Signalled(signal) => format!("The program crashed: {}.", signal_name(*signal)),
        Ending::Exited(_) if session.panicked => "The program panicked.".to_owned(),
        Ending::CpuLimit => "The program computed without end.".to_owned(),
        Ending::WallLimit => "The program neither ended nor asked anything.".to_owned(),
        Ending::OutputLimit => "The program printed without end.".to_owned(),
        Ending::Exited(_) | Ending::Stopped if reads > FREE_READS => {
            format!("After the game was won the program read on ({reads} times).")
        }
        Ending::Stopped if session.gave_up == Some(GaveUp::Endless) => {
            format!("After {} questions the game still goes on.", session.asks.len())
        }
        _ => return,
    };
    let set = game.course.sets.len().saturating_sub(1);
    found.breach(
        set,
        end_of(session),
        what,
        "The game ends after the third set won, and the program with it.",
    );
    let Some(breach) = found.breaches.last_mut() else { return };
    breach.last_resort = session.is_sound() || closed;
    // Where a bust or a stand ends nothing, sets can go on for ever.
    if session.never_ends() {
        breach.unless.extend(["bust", "stand-waits"]);
    }
    // Where a stand is kept for the next set, both may stand before it begins: then it is tied without a turn.
    if session.ran_away() && empty_sets(game) {
        breach.unless.push("alternate");
    }
}

/// So many sets without any turn are no chance.
const EMPTY_SETS: usize = 3;

/// Whether the last sets that were decided had no turn at all.
fn empty_sets(game: &Game<'_>) -> bool {
    let decided = game.course.sets.iter().rev().filter(|set| set.result.is_some());
    let last: Vec<bool> = decided.take(EMPTY_SETS).map(|set| set.turns.is_empty()).collect();
    last.len() == EMPTY_SETS && last.into_iter().all(|empty| empty)
}
