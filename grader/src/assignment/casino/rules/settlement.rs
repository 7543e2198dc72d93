//! Rules about who wins and what is paid.

use reference::casino::{Outcome, TARGET};

use super::cards::sum_of;
use super::{Findings, Rule, dollars, end_turn, money_turn, rule};
use crate::assignment::casino::facts::{Announced, Session};
use crate::assignment::casino::reading::{Reading, change_of, money_change, paid_rightly, result, rounds};
use crate::assignment::casino::standing::money_before;

/// The outcome in words.
pub(super) fn words(outcome: Outcome) -> Announced {
    match outcome {
        Outcome::PlayerBust | Outcome::DealerWins => Announced::Lose,
        Outcome::DealerBust | Outcome::PlayerWins => Announced::Win,
        Outcome::Draw => Announced::Draw,
    }
}

/// How a result is told.
pub(super) fn told(result: Announced) -> &'static str {
    match result {
        Announced::Win => "you won",
        Announced::Lose => "you lost",
        Announced::Draw => "it was a draw",
    }
}

rule! {
    /// With nobody over 21 the higher total wins, and equal totals are a draw.
    ///
    /// Handout: "Player comes closer to 21 than the dealer […] -> player wins"; "Both player and dealer have the same
    /// total and neither player busts -> tie, no money is exchanged."
    /// Broken by: a tie that is lost or won, the lower total winning.
    OUTCOME = "outcome", "The higher total wins, equal totals draw", outcome;
}

fn outcome(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions) {
        let right = reading.outcomes(at.round);
        let bust = |outcome: &Outcome| matches!(outcome, Outcome::PlayerBust | Outcome::DealerBust);
        if right.is_empty() || right.iter().any(bust) {
            continue;
        }
        let Some(settled) = result(at.session, at.index) else { continue };
        findings.see();
        let (player, dealer) = (&at.round.player, &at.round.dealer);
        let both_21 = right == [Outcome::Draw] && player.total_by_cards(player.cards.len()) == Some(TARGET);
        let with_21 = player.total_by_cards(player.cards.len()) == Some(TARGET);
        if with_21 && reading.wrong_at_21_only
            || both_21 && reading.ties_right
            || right.iter().any(|&outcome| words(outcome) == settled)
        {
            continue;
        }
        let (mine, his) = (sum_of(player, player.cards.len()), sum_of(dealer, dealer.cards.len()));
        let what = format!("With {mine} against the dealer's {his}, {}.", told(settled));
        let expected = format!(
            "With these totals {}.",
            told(words(right[0]))
                .replace("you won", "you win")
                .replace("you lost", "you lose")
                .replace("was", "is")
        );
        findings.breach(&at, end_turn(at.round), what, expected);
    }
    findings
}

rule! {
    /// The money changes by exactly the bet: up on a win, down on a loss, not at all on a draw.
    ///
    /// Handout: "player wins the bet amount"; "no money is exchanged" on a tie.
    /// Broken by: a win paid twice, a loss not taken, a bet lost on a draw.
    /// Judged against the outcome the program announced; who should have won is for the other rules.
    PAYOUT = "payout", "The money changes by exactly the bet", payout;
}

fn payout(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    if reading.always_start_money {
        return findings;
    }
    for at in rounds(sessions) {
        let Some(paid) = paid_rightly(at.session, at.index) else { continue };
        findings.see();
        if paid || reading.unpaid_busts || reading.unpaid_dealer_busts {
            continue;
        }
        let bet = at.round.bet().bet;
        let change = money_change(at.session, at.index).unwrap_or_default();
        let settled = at.round.announced.or_else(|| result(at.session, at.index));
        let due = settled.map(|settled| change_of(settled, bet));
        let moved = |change: i64| match change {
            0 => "stays as it is".to_owned(),
            up if up > 0 => format!("goes up by {}", dollars(up)),
            down => format!("goes down by {}", dollars(-down)),
        };
        let stands = |money: Option<i64>| money.map_or_else(|| "?".to_owned(), dollars);
        let (before, after) = (stands(money_before(at.session, at.index)), stands(at.round.money_after));
        let how = settled.map_or("the round ended", told);
        let what = format!(
            "The bet was {} and {how}, but the money {}: {before} before, {after} after.",
            dollars(bet),
            moved(change)
        );
        let expected = due.map_or_else(
            || format!("The money changes by {} or not at all.", dollars(bet)),
            |due| format!("The money {}.", moved(due)),
        );
        findings.breach(&at, money_turn(&at), what, expected);
    }
    findings
}
