//! Rules about the program as a whole: how it goes on, stops and ends.

use reference::casino::{self, AfterRound, after_round};

use super::{Finding, Findings, Rule, dollars, end_turn, rule};
use crate::assignment::Language;
use crate::assignment::casino::facts::{Announced, Next, Round, Seen, Session, Then};
use crate::assignment::casino::question::Kind;
use crate::assignment::casino::reading::{At, Reading, refilled, result, rounds};
use crate::assignment::casino::standing::{money_after, money_before, over};
use crate::assignment::casino::stream::follows;
use crate::assignment::lexicon::CardName;
use crate::transcript::{Ending, signal_name};

rule! {
    /// Every run ends by itself after the last question the rules allow.
    ///
    /// Handout: "Program halts when appropriate".
    /// Broken by: a crash, a hang, endless output, an end in the middle of a round, reading on after the game is over.
    /// Accepted: any exit status, a goodbye, one wait for a last key. What happens at the end of input while a legal
    /// question is open is not judged.
    EXITS_CLEANLY = "exits-cleanly", "Every run ends by itself", exits_cleanly;
}

fn exits_cleanly(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session) in sessions.iter().enumerate() {
        let last = session.asks.len();
        let from = session.rounds.last().map_or(0, |round| round.bets[0].turn);
        let mut breach = |what: String, expected: &str| {
            let turn = last;
            findings.broken.push(Finding { session: nth, from, turn, what, expected: expected.to_owned() });
        };
        let to_the_end = "The program goes on to the end of the game and then ends by itself.";
        match &session.end {
            Ending::Signalled(signal) => {
                breach(format!("The program crashed: {}.", signal_name(*signal)), to_the_end);
            }
            Ending::CpuLimit => {
                breach(
                    "The program computed without end and asked nothing (an endless loop).".to_owned(),
                    to_the_end,
                );
            }
            Ending::WallLimit => {
                breach("The program hung: it neither ended nor asked anything.".to_owned(), to_the_end);
            }
            Ending::OutputLimit => breach("The program printed without end.".to_owned(), to_the_end),
            Ending::Exited(_) if in_mid_round(session) => {
                breach("The program ended in the middle of a round.".to_owned(), to_the_end);
            }
            Ending::Exited(_) | Ending::Stopped => {
                if let Some(reads) = reads_after_end(session).filter(|reads| *reads > 3) {
                    breach(
                        format!("After the game was over the program read on ({reads} times)."),
                        "After the last question the program ends; one wait for a key is accepted.",
                    );
                }
            }
            Ending::Blind(_) => {}
        }
        if !matches!(session.end, Ending::Stopped | Ending::Blind(_)) {
            findings.see();
        }
    }
    findings
}

/// Ended by itself although the round's outcome was still open.
fn in_mid_round(session: &Session) -> bool {
    let Some(round) = session.rounds.last() else {
        // No bet was ever asked, or none was answered.
        return session.asks.iter().any(|ask| ask.kind == Kind::Bet && ask.answer.is_some());
    };
    if round.next != Next::Ended || overbet_refused(round, session) {
        return false;
    }
    let player = round.player.total_by_cards(round.player.cards.len());
    let settled = round.announced.is_some()
        || player.is_some_and(casino::busted)
        || session.last_money.is_some()
        || round.dealer.cards.len() >= 2;
    !settled
}

/// Whether this is the round in the middle of which the program ended; that is `exits-cleanly`.
pub(super) fn ended_early(at: &At<'_>) -> bool {
    at.index + 1 == at.session.rounds.len()
        && matches!(at.session.end, Ending::Exited(_))
        && in_mid_round(at.session)
}

/// The program ended at a bet that it should have asked again; that is `bet-reprompt`.
fn overbet_refused(round: &Round, session: &Session) -> bool {
    let money = money_before(session, session.rounds.len() - 1);
    !round.dealt() && money.is_some_and(|money| round.bet().bet > money)
}

/// How often the program read on after the game was over, if it was over.
fn reads_after_end(session: &Session) -> Option<usize> {
    over(session)?;
    let last = session.rounds.last()?;
    let end = match last.next {
        Next::Again { turn, .. } => turn + 1,
        _ => session.asks.iter().rposition(|ask| matches!(ask.kind, Kind::Bet | Kind::Hit))? + 1,
    };
    let reads = session.asks[end.min(session.asks.len())..].iter();
    Some(reads.filter(|ask| !matches!(ask.kind, Kind::Bet | Kind::Hit | Kind::Again)).count())
}

rule! {
    /// After a round, y starts the next one with the money carried over, and n ends the program.
    ///
    /// Sample run: `Play again? (y/n):`.
    /// Broken by: no such question, n that plays on, y that ends, money back at $100 in every round.
    REPLAY = "replay", "y plays on with the money, n ends the program", replay;
}

fn replay(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let expected_yes = "y starts the next round with the money carried over.";
    for at in rounds(sessions) {
        let left = lefts(&at, reading);
        let over_by_money =
            left.is_empty() || left.iter().any(|&money| after_round(money) != AfterRound::AskAgain);
        match at.round.next {
            Next::Again { turn, yes: Some(true), then } if !over_by_money => match then {
                Then::Bet => {
                    findings.see();
                    if reading.always_start_money
                        && money_after(at.session, at.index) != Some(casino::START_MONEY)
                    {
                        let next =
                            at.session.rounds.get(at.index + 1).map_or(turn + 1, |round| round.bets[0].turn);
                        findings.breach(&at, next, "The next round starts with $100 again.", expected_yes);
                    }
                }
                Then::Ended => {
                    findings.see();
                    findings.breach(
                        &at,
                        at.session.asks.len(),
                        "You said y and the program ended.",
                        expected_yes,
                    );
                }
                Then::Asked(Kind::Again | Kind::Hit) => {
                    findings.see();
                    findings.breach(&at, turn + 1, "You said y and no bet was asked.", expected_yes);
                }
                Then::Asked(_) | Then::Cut => {}
            },
            Next::Again { turn, yes: Some(false), then } if !over_by_money => {
                findings.see();
                if matches!(then, Then::Bet | Then::Asked(_)) {
                    findings.breach(
                        &at,
                        turn + 1,
                        "You said n and the program played on.",
                        "n ends the program.",
                    );
                }
            }
            Next::Bet { turn } if !over_by_money => {
                findings.see();
                let what = "The next round began without the question whether to play again.";
                findings.breach(
                    &at,
                    turn,
                    what,
                    "After each round the player is asked whether to play again.",
                );
            }
            Next::Ended
                if reading.pays_rightly
                    && !over_by_money
                    && left.iter().all(|&money| money != casino::RICH_ABOVE) =>
            {
                if ended_for_wealth(sessions, &at, reading) || ended_early(&at) {
                    continue;
                }
                findings.see();
                let what = "The program ended after the round without asking whether to play again.";
                findings.breach(
                    &at,
                    end_turn(at.round),
                    what,
                    "After each round the player is asked whether to play again.",
                );
            }
            _ => {}
        }
    }
    findings
}

/// What may be left after a round: as the next question or the last words show, and as the settlement has it.
///
/// Where the program pays wrongly the settlement says nothing about its money.
fn lefts(at: &At<'_>, reading: &Reading) -> Vec<i64> {
    let trusted = reading.settles(result(at.session, at.index));
    let settled = money_after(at.session, at.index).filter(|_| trusted);
    let told = at.round.money_told.filter(|_| at.round.next == Next::Ended || !reading.pays_rightly);
    let mut all: Vec<i64> = at.round.money_after.into_iter().chain(settled).chain(told).collect();
    all.dedup();
    all
}

/// Whether programs that end early do so above an amount, the next lower one being played on with: a wrong limit.
fn ended_for_wealth(sessions: &[Session], at: &At<'_>, reading: &Reading) -> bool {
    let Some(money) = lefts(at, reading).into_iter().max() else { return false };
    let most_played_on = rounds(sessions)
        .filter(|other| matches!(other.round.next, Next::Again { .. }))
        .filter_map(|other| lefts(&other, reading).into_iter().max())
        .max();
    money > casino::START_MONEY && most_played_on.is_some_and(|most| money > most)
}

rule! {
    /// At $0 the program stops: it asks neither for a bet nor whether to play again.
    ///
    /// Handout: "the game ends when the player is down to $0"; sample run: `You have $0. GAME OVER.`
    /// Broken by: `Play again? (y/n):` or `You have $0. Enter bet:` with nothing left.
    STOP_BROKE = "stop-broke", "At $0 the game is over", stop_broke;
}

fn stop_broke(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    if reading.always_start_money {
        return findings;
    }
    for at in rounds(sessions) {
        let Some(before) = money_before(at.session, at.index) else { continue };
        // All was bet and lost: by the program's own words, or its own money.
        let lost_all = at.round.bet().bet == before && result(at.session, at.index) == Some(Announced::Lose);
        let shown = at.round.money_after.or(at.round.money_told);
        let broke = match shown {
            Some(money) => {
                money == 0 || lost_all && (at.round.next == Next::Ended || refilled(at.session, at.index))
            }
            None => lost_all && reading.takes_rightly,
        };
        if !broke {
            continue;
        }
        let expected = "With nothing left the game is over: no bet and no other round is asked for.";
        match at.round.next {
            Next::Again { turn, .. } => {
                findings.see();
                findings.breach(&at, turn, "With $0 left you were asked whether to play again.", expected);
            }
            Next::Bet { turn } => {
                findings.see();
                findings.breach(&at, turn, "With $0 left you were asked for another bet.", expected);
            }
            Next::Ended => findings.see(),
            Next::Cut => {}
        }
    }
    findings
}

rule! {
    /// Above $1000 the program stops; at exactly $1000 it goes on.
    ///
    /// Handout: "the game ends when […] their amount exceeds $1,000".
    /// Broken by: playing on with $1100, stopping at exactly $1000 or below.
    /// Accepted: any words at the stop, for the handout shows none.
    STOP_RICH = "stop-rich", "Above $1000 the game is over, at $1000 it goes on", stop_rich;
}

fn stop_rich(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions) {
        let left = lefts(&at, reading);
        let Some(&money) = left.first() else { continue };
        let asked = match at.round.next {
            Next::Again { turn, .. } => Some((turn, "whether to play again")),
            Next::Bet { turn } => Some((turn, "for another bet")),
            Next::Ended => None,
            Next::Cut => continue,
        };
        let all = |state: AfterRound| left.iter().all(|&money| after_round(money) == state);
        match asked {
            Some((turn, what)) if all(AfterRound::Rich) => {
                findings.see();
                let what = format!("With {} you were asked {what}.", dollars(money));
                findings.breach(&at, turn, what, "Above $1000 the game is over.");
            }
            None if left.iter().any(|&money| after_round(money) == AfterRound::Rich) => findings.see(),
            None if all(AfterRound::AskAgain)
                && (left.contains(&casino::RICH_ABOVE) || ended_for_wealth(sessions, &at, reading)) =>
            {
                findings.see();
                let what = format!("The game ended with {}.", dollars(money));
                findings.breach(&at, end_turn(at.round), what, "The game ends only above $1000.");
            }
            Some(_) if left == [casino::RICH_ABOVE] => findings.see(),
            _ => {}
        }
    }
    findings
}

rule! {
    /// The program seeds `srand(333)` exactly once, and an untouched run deals that stream of cards.
    ///
    /// Handout: "You should seed srand(333)".
    /// Broken by: `srand(time(0))`, no `srand` at all, `srand` before every card or every round.
    /// Accepted: the rank drawn before the suit or after it; the dealer's cards drawn before or after the player's
    /// turn, or not at all after a bust; a named constant. The cards decide; the log of calls to `srand` explains.
    /// A second call of `srand`, or one in a loop or in `draw_card`, fails even where no card shows it.
    /// A Rust program need only deal the same cards in two untouched runs.
    SEED_333 = "seed-333", "srand(333), once: an untouched run deals that stream", seed_333;
}

fn seed_333(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let untouched = || sessions.iter().enumerate().filter(|(_, session)| session.seed == reading.seed);
    if reading.language == Some(Language::Rust) {
        let mut first: Option<&Session> = None;
        for (nth, session) in untouched() {
            let Some(other) = first else {
                first = Some(session);
                continue;
            };
            let opening = |session: &Session| {
                session.rounds.first().map(|round| round.player.cards[..round.dealt_to_player()].to_vec())
            };
            if let (Some(a), Some(b)) = (opening(session), opening(other)) {
                findings.see();
                if names(&a) != names(&b) {
                    let what = "Two untouched runs deal different cards.".to_owned();
                    let expected =
                        "The generator is seeded with a constant: every run deals the same cards.".to_owned();
                    findings.broken.push(Finding {
                        session: nth,
                        from: 0,
                        turn: first_deal(session),
                        what,
                        expected,
                    });
                }
            }
        }
        return findings;
    }
    // Unfair cards are a fault of their own: the numbers drawn are then judged by the suits or the ranks alone.
    let unfair = !super::cards::deck_range(sessions, reading).broken.is_empty();
    for (nth, session) in untouched() {
        match follows(&session.rounds, reading.seed, unfair) {
            None => {}
            Some(Ok(())) => findings.see(),
            Some(Err(round)) => {
                findings.see();
                let at = At { nth, session, index: round, round: &session.rounds[round] };
                let calls = called(session, reading.seed);
                let what = if round == 0 {
                    format!("An untouched run does not deal the cards of srand(333){calls}.")
                } else {
                    format!(
                        "From round {} on an untouched run leaves the cards of srand(333){calls}.",
                        round + 1
                    )
                };
                let expected =
                    "srand(333) is called exactly once, at the start, and every card comes from rand().";
                findings.breach(&at, at.round.last_turn, what, expected);
            }
        }
    }
    findings
}

fn names(cards: &[Seen]) -> Vec<&CardName> {
    cards.iter().map(|seen| &seen.name).collect()
}

fn first_deal(session: &Session) -> usize {
    session.rounds.first().map_or(0, |round| round.bet().turn + 1)
}

/// What the log of `srand` calls says, as an explanation.
fn called(session: &Session, seed: u32) -> String {
    match (&session.seedings.0, session.seedings.1.as_slice()) {
        (0, _) => ": it never calls srand".to_owned(),
        (1, [only]) if *only == seed => String::new(),
        (1, [only]) => format!(": it calls srand({only})"),
        (calls, _) => format!(": it calls srand {calls} times"),
    }
}
