//! Rules about bets.

use reference::casino;

use super::{Findings, Rule, dollars, rule};
use crate::assignment::casino::facts::{Next, Session};
use crate::assignment::casino::question::Kind;
use crate::assignment::casino::reading::{Reading, all_rounds};
use crate::assignment::casino::standing::money_before;
use crate::transcript::Ending;

rule! {
    /// The player starts with $100: the first bet question says so.
    ///
    /// Handout: "Assume the player starts with $100".
    /// Broken by: `You have $1000. Enter bet:` at the start.
    /// Accepted: any words and forms of the amount (`Balance: 100`, `$100.00`, `100 dollars`).
    START_MONEY = "start-money", "The player starts with $100", start_money;
}

fn start_money(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session) in sessions.iter().enumerate() {
        let first = session.asks.iter().enumerate().find(|(_, ask)| ask.kind == Kind::Bet);
        let Some((turn, money)) = first.and_then(|(turn, ask)| Some((turn, ask.money?))) else { continue };
        findings.see();
        if money != casino::START_MONEY {
            findings.broken.push(super::Finding {
                session: nth,
                from: 0,
                turn,
                what: format!("The first bet question says that you have {}.", dollars(money)),
                expected: "The player starts with $100.".to_owned(),
            });
        }
    }
    findings
}

rule! {
    /// A bet above the money is asked again, as often as it is tried: no card is dealt and no money changes.
    ///
    /// Handout: "the user is prompted to re-enter their bet amount if they try to bet more than they actually have".
    /// Broken by: dealing cards after a bet of $101 with $100; asking again once only; taking all the money instead.
    /// Accepted: any explanation before the question is asked again. What a bet of 0 or below does is not judged.
    BET_REPROMPT = "bet-reprompt", "A bet above the money is asked again", bet_reprompt;
}

fn bet_reprompt(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in all_rounds(sessions) {
        let Some(money) = money_before(at.session, at.index) else { continue };
        if money <= 0 {
            continue;
        }
        for (tried, bet) in at.round.bets.iter().enumerate().filter(|(_, bet)| bet.bet > money) {
            let asked_again = at.round.bets.get(tried + 1);
            let expected = format!("With {} the bet is asked again, and nothing changes.", dollars(money));
            if let Some(again) = asked_again {
                findings.see();
                // The question may repeat the refused bet.
                if again.money.is_some_and(|shown| shown != money && shown != bet.bet) {
                    let shown = dollars(again.money.unwrap_or_default());
                    let what = format!("After the refused bet of {} the money is {shown}.", dollars(bet.bet));
                    findings.breach(&at, again.turn, what, expected);
                }
                continue;
            }
            let with = format!("A bet of {} with {}", dollars(bet.bet), dollars(money));
            let next = at.session.asks.get(bet.turn + 1..).unwrap_or_default();
            let next_kind = next
                .iter()
                .map(|ask| ask.kind)
                .find(|kind| matches!(kind, Kind::Bet | Kind::Hit | Kind::Again));
            let turn = (bet.turn + 1).min(at.session.asks.len());
            if at.round.dealt() {
                findings.see();
                findings.breach(&at, turn, format!("{with} was taken: cards were dealt."), expected);
            } else if matches!(next_kind, Some(Kind::Hit | Kind::Again))
                || matches!(at.round.next, Next::Again { .. })
            {
                findings.see();
                findings.breach(
                    &at,
                    turn,
                    format!("{with} was not asked again: the game went on without a bet."),
                    expected,
                );
            } else if matches!(at.session.end, Ending::Exited(_)) && at.round.next == Next::Ended {
                findings.see();
                findings.breach(&at, turn, format!("{with} ended the program."), expected);
            }
        }
    }
    findings
}

rule! {
    /// A bet of all the money is accepted.
    ///
    /// The handout refuses only bets of "more than they actually have".
    /// Broken by: `if (bet >= money)` asks again with a bet of $100 and $100.
    BET_ALL = "bet-all", "A bet equal to the money is accepted", bet_all;
}

fn bet_all(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in all_rounds(sessions) {
        let Some(money) = money_before(at.session, at.index).filter(|money| *money > 0) else { continue };
        for (tried, _) in at.round.bets.iter().enumerate().filter(|(_, bet)| bet.bet == money) {
            match at.round.bets.get(tried + 1) {
                Some(again) => {
                    findings.see();
                    let what = format!("A bet of {0} with {0} was refused.", dollars(money));
                    let expected = "A bet of all the money is accepted: only more than that is asked again.";
                    findings.breach(&at, again.turn, what, expected);
                }
                None if at.round.dealt() => findings.see(),
                None => {}
            }
        }
    }
    findings
}
