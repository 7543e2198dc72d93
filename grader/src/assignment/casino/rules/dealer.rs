//! Rules about the dealer's turn.

use reference::casino::{TARGET, busted, dealer_draws};

use super::cards::sum_of;
use super::settlement::{told, words};
use super::{Findings, Rule, dollars, end_turn, money_turn, rule};
use crate::assignment::casino::facts::{Announced, Session};
use crate::assignment::casino::reading::{At, Reading, money_change, result, rounds};
use crate::assignment::casino::standing::outcome_by_cards;
use crate::assignment::words::Owner;

/// Whether the player may be over, by any reading; the dealer's play is free then.
fn player_over(at: &At<'_>, reading: &Reading) -> bool {
    let totals = reading.totals(at.round, Owner::Player, at.round.player.cards.len());
    totals.is_empty() || totals.iter().any(|&total| busted(total))
}

/// Whether the player has 21 by every reading.
fn player_at_21(at: &At<'_>, reading: &Reading) -> bool {
    let totals = reading.totals(at.round, Owner::Player, at.round.player.cards.len());
    !totals.is_empty() && totals.iter().all(|&total| total == TARGET)
}

rule! {
    /// A player's 21 is no instant win: the dealer still plays, and 21 against 21 is a draw.
    ///
    /// Handout: "In real blackjack rules the dealer gets to draw even if the player has gotten a 21. If the dealer
    /// also gets a 21 then it is considered a draw."
    /// Broken by: a win at once with 21, a tie of 21 that the player wins.
    /// Fails only where 21 is treated otherwise than other totals, also where it always loses; a tie always lost is
    /// `outcome`.
    DEALER_PLAYS_AT_21 = "dealer-plays-at-21", "The dealer plays also against 21", dealer_plays_at_21;
}

fn dealer_plays_at_21(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions).filter(|at| player_at_21(at, reading)) {
        let dealer = &at.round.dealer;
        let (turn, cards) = (end_turn(at.round), dealer.cards.len());
        findings.see();
        if cards < 2 {
            let what = "You had 21, and the round was settled without the dealer playing.";
            findings.breach(&at, turn, what, "The dealer plays his hand also when the player has 21.");
            continue;
        }
        let totals = reading.totals(at.round, Owner::Dealer, cards);
        if reading.lazy_at_21_only && !totals.is_empty() && totals.iter().all(|&total| dealer_draws(total)) {
            let what = format!("You had 21, and the dealer stopped with {}.", sum_of(dealer, cards));
            findings.breach(&at, turn, what, "The dealer draws to 17 also when the player has 21.");
            continue;
        }
        if reading.wrong_at_21_only
            && let Some((settled, due)) = settled_wrongly(&at)
        {
            let what = format!("You had 21 against {}, and {}.", sum_of(dealer, cards), told(settled));
            findings.breach(&at, turn, what, format!("21 is settled as any other total: {}.", told(due)));
            continue;
        }
        let tie = totals.iter().all(|&total| total == TARGET) && !totals.is_empty();
        let settled = result(at.session, at.index);
        if tie && reading.ties_right && settled.is_some_and(|settled| settled != Announced::Draw) {
            findings.breach(&at, turn, "21 against 21 was no draw.", "21 against 21 is a draw.");
        }
    }
    findings
}

/// How a round was settled, and how it should have been by the cards, where the two differ.
fn settled_wrongly(at: &At<'_>) -> Option<(Announced, Announced)> {
    let due = words(outcome_by_cards(at.round)?);
    let settled = result(at.session, at.index)?;
    (settled != due).then_some((settled, due))
}

rule! {
    /// The dealer draws at 16 and below.
    ///
    /// Handout: "the dealer will continue to draw cards if their total is less than or equal to 16."
    /// Broken by: stopping at 16, drawing one card at most, stopping once ahead of the player.
    /// After a player's bust the dealer's play is free.
    DEALER_HITS_16 = "dealer-hits-16", "The dealer draws at 16 and below", dealer_hits_16;
}

fn dealer_hits_16(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions).filter(|at| !player_over(at, reading)) {
        let dealer = &at.round.dealer;
        let cards = dealer.cards.len();
        for count in 2..=cards {
            let totals = reading.totals(at.round, Owner::Dealer, count);
            if totals.is_empty() || !totals.iter().all(|&total| dealer_draws(total)) {
                continue;
            }
            if count == cards && reading.lazy_at_21_only {
                continue;
            }
            findings.see();
            if count == cards {
                let what = format!("The dealer stopped with {}.", sum_of(dealer, cards));
                findings.breach(
                    &at,
                    end_turn(at.round),
                    what,
                    "The dealer draws as long as the total is 16 or below.",
                );
            }
        }
    }
    findings
}

rule! {
    /// The dealer never draws at 17 or above.
    ///
    /// Handout: he draws "if their total is less than or equal to 16", and only then.
    /// Broken by: drawing at 17, or drawing on while behind the player.
    DEALER_STANDS_17 = "dealer-stands-17", "The dealer never draws at 17 or above", dealer_stands_17;
}

fn dealer_stands_17(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions).filter(|at| !player_over(at, reading)) {
        let dealer = &at.round.dealer;
        let cards = dealer.cards.len();
        for count in 2..=cards {
            let totals = reading.totals(at.round, Owner::Dealer, count);
            if totals.is_empty() || totals.iter().any(|&total| dealer_draws(total)) {
                continue;
            }
            findings.see();
            if count < cards {
                let what = format!("The dealer drew a card with {}.", sum_of(dealer, count));
                let turn = dealer.cards[count].place.turn;
                findings.breach(&at, turn, what, "The dealer stops at 17 and above.");
                break;
            }
        }
    }
    findings
}

rule! {
    /// A dealer over 21 loses to a player who is not.
    ///
    /// Handout: "the dealer busts but the player did not bust -> player wins the bet amount."
    /// Broken by: the higher total of a busted dealer wins, a win of $0.
    DEALER_BUST = "dealer-bust", "A dealer over 21 loses to a player who is not", dealer_bust;
}

fn dealer_bust(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for at in rounds(sessions).filter(|at| !player_over(at, reading)) {
        let dealer = &at.round.dealer;
        let cards = dealer.cards.len();
        let totals = reading.totals(at.round, Owner::Dealer, cards);
        if cards < 2 || totals.is_empty() || !totals.iter().all(|&total| busted(total)) {
            continue;
        }
        let Some(settled) = result(at.session, at.index) else { continue };
        if reading.wrong_at_21_only && player_at_21(&at, reading) {
            continue;
        }
        findings.see();
        let bet = at.round.bet().bet;
        let unpaid = reading.unpaid_dealer_busts
            && money_change(at.session, at.index).is_some_and(|change| change != bet);
        if settled != Announced::Win || unpaid {
            let how = match settled {
                Announced::Win => format!(
                    "with a bet of ${bet} you have {} afterwards",
                    dollars(at.round.money_after.unwrap_or_default())
                ),
                Announced::Lose => "you lost".to_owned(),
                Announced::Draw => "it was a draw".to_owned(),
            };
            let what = format!("The dealer went over with {}, and {how}.", sum_of(dealer, cards));
            findings.breach(
                &at,
                if unpaid { money_turn(&at) } else { end_turn(at.round) },
                what,
                "When the dealer goes over 21 and the player has not, the player wins.",
            );
        }
    }
    findings
}
