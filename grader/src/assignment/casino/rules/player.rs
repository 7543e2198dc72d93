//! Rules about the player's turn.

use reference::casino::{busted, player_is_asked};

use super::cards::sum_of;
use super::program::ended_early;
use super::{Findings, Rule, dollars, end_turn, money_turn, rule};
use crate::assignment::casino::facts::{Announced, Session};
use crate::assignment::casino::reading::{Reading, all_rounds, money_change, result, rounds};
use crate::assignment::words::Owner;

rule! {
    /// The player is asked for another card while the total is under 21, and only then.
    ///
    /// Handout: "The player can continue to draw cards while their total is less than 21."
    /// Broken by: a question at 21 or over, no question at 20, one question a round only.
    HIT_QUESTION = "hit-question", "Another card is offered below 21 only, and always there", hit_question;
}

fn hit_question(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in all_rounds(sessions) {
        let hand = &at.round.player;
        for (nth, hit) in at.round.hits.iter().enumerate() {
            let totals = reading.totals(at.round, Owner::Player, hit.cards);
            if totals.is_empty() {
                continue;
            }
            findings.see();
            if !totals.iter().any(|&total| player_is_asked(total)) {
                let what = format!("You were asked for another card with {}.", sum_of(hand, hit.cards));
                findings.breach(&at, hit.turn, what, "The player is asked only while the total is under 21.");
            }
            // The same question over and over: no word for "no" is taken.
            if nth >= 6
                && at.round.hits[nth - 6..=nth]
                    .iter()
                    .all(|other| other.yes == Some(false) && other.cards == hit.cards)
            {
                findings.breach(
                    &at,
                    hit.turn,
                    "You said no and were asked again and again.",
                    "After n the player's turn is over.",
                );
            }
        }
    }
    for at in rounds(sessions) {
        let hand = &at.round.player;
        let cards = hand.cards.len();
        let unasked = match at.round.hits.last() {
            None => cards >= 2,
            Some(last) => last.yes == Some(true) && cards > last.cards,
        };
        let totals = reading.totals(at.round, Owner::Player, cards);
        if !unasked || totals.is_empty() || ended_early(&at) {
            continue;
        }
        findings.see();
        if totals.iter().all(|&total| player_is_asked(total)) {
            let what = format!("You were not asked for another card with {}.", sum_of(hand, cards));
            findings.breach(
                &at,
                end_turn(at.round),
                what,
                "The player is asked as long as the total is under 21.",
            );
        }
    }
    findings
}

rule! {
    /// The answer y draws exactly one card, n draws none.
    ///
    /// Handout: "The player will repeatedly be asked if they want to draw another card."
    /// Broken by: two cards for one y, a card after n, no card after y.
    /// Accepted: the whole hand listed again after each card; other words for y and n where the question offers them.
    HIT_ADDS_ONE = "hit-adds-one", "y draws exactly one card, n none", hit_adds_one;
}

fn hit_adds_one(sessions: &[Session], _: &Reading) -> Findings {
    let mut findings = Findings::default();
    let understood = hits_are_understood(sessions);
    for at in all_rounds(sessions) {
        let hits = &at.round.hits;
        for (nth, hit) in hits.iter().enumerate() {
            if !understood && !hit.offered {
                continue;
            }
            let next = hits.get(nth + 1);
            // A word that led nowhere is tried again in another form; only the last form tried counts.
            let understood = next.is_none_or(|next| !next.retry) || nth >= 6;
            if !understood || next.is_none() && !at.round.complete() {
                continue;
            }
            let drawn = next.map_or(at.round.player.cards.len(), |next| next.cards).saturating_sub(hit.cards);
            let turn = next.map_or(end_turn(at.round), |next| next.turn);
            match (hit.yes, drawn) {
                (Some(true), 1) | (Some(false), 0) => findings.see(),
                (Some(true), 0) => {
                    findings.see();
                    findings.breach(
                        &at,
                        turn,
                        "You asked for a card and got none.",
                        "y draws exactly one card.",
                    );
                }
                (Some(true), more) => {
                    findings.see();
                    let what = format!("You asked for one card and got {more}.");
                    findings.breach(&at, turn, what, "y draws exactly one card.");
                }
                (Some(false), more) => {
                    findings.see();
                    let what = format!("You said no and got {more} more.");
                    findings.breach(&at, turn, what, "n draws no card.");
                }
                (None, _) => {}
            }
        }
    }
    findings
}

/// Whether any answer ever brought a card: otherwise the words that the program wants may not be known.
fn hits_are_understood(sessions: &[Session]) -> bool {
    all_rounds(sessions).any(|at| {
        let ends = at.round.hits.iter().skip(1).map(|hit| hit.cards).chain([at.round.player.cards.len()]);
        at.round.hits.iter().zip(ends).any(|(hit, end)| hit.yes == Some(true) && end > hit.cards)
    })
}

rule! {
    /// A player over 21 loses the bet at once, whatever the dealer has.
    ///
    /// Handout: "the player's total exceeds 21 -> player loses. Note if both the player and the dealer bust, then the
    /// dealer wins."
    /// Broken by: a busted player who beats the dealer, or whose bet is not taken.
    /// Accepted: a dealer who deals, shows or plays his hand all the same.
    PLAYER_BUST = "player-bust", "Over 21 the player loses the bet", player_bust;
}

fn player_bust(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions) {
        let hand = &at.round.player;
        let totals = reading.totals(at.round, Owner::Player, hand.cards.len());
        if totals.is_empty() || !totals.iter().all(|&total| busted(total)) {
            continue;
        }
        let bet = at.round.bet().bet;
        let sum = sum_of(hand, hand.cards.len());
        let expected = "Over 21 the player loses the bet at once.";
        match result(at.session, at.index) {
            Some(Announced::Win) => {
                findings.see();
                findings.breach(
                    &at,
                    end_turn(at.round),
                    format!("You went over with {sum}, and won."),
                    expected,
                );
            }
            Some(Announced::Draw) => {
                findings.see();
                findings.breach(
                    &at,
                    end_turn(at.round),
                    format!("You went over with {sum}, and lost nothing."),
                    expected,
                );
            }
            Some(Announced::Lose) => {
                findings.see();
                let change = money_change(at.session, at.index);
                if reading.unpaid_busts && change.is_some_and(|change| change != -bet) {
                    let after = at.round.money_after.unwrap_or_default();
                    let what = format!(
                        "You went over with {sum}, bet ${bet}, and have {} afterwards.",
                        dollars(after)
                    );
                    findings.breach(&at, money_turn(&at), what, expected);
                }
            }
            None => {}
        }
    }
    findings
}
