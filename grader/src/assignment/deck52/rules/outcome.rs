//! Rules about how a game that came to the dealer ends.

use super::{Findings, Game, Rule, Session, games, rule, said};
use crate::assignment::deck52::facts::Show;
use crate::assignment::deck52::reading::{Reading, compared};
use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;

rule! {
    /// If the dealer goes over 21, the player wins.
    ///
    /// Handout: "If the dealer goes above 21, then it will automatically lose, and the player will win."
    /// Broken by: a comparison of the scores although the dealer is over.
    DEALER_BUST = "dealer-bust", "Over 21 the dealer loses", dealer_bust;
}

fn dealer_bust(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading) {
        let Some((player, dealer)) = hands(game) else { continue };
        let over = |show: &Show| reading.totals(show).into_iter().all(|total| total > 21);
        let Some(announced) = game.session.announced().filter(|_| over(dealer)) else { continue };
        if reading.totals(player).iter().any(|total| *total >= 21) {
            continue;
        }
        findings.see();
        if announced != Announced::Win {
            let what = format!("The dealer has {}, and {}.", reading.totals(dealer)[0], said(announced));
            let expected = "A dealer over 21 has lost, and the player wins.";
            findings.broken.push(game.breach(game.end(), what, expected));
        }
    }
    findings
}

rule! {
    /// Otherwise the higher score wins, and equal scores are a draw.
    ///
    /// Handout: "Whomever has the higher score wins. If both have the same score, they tie in a \"draw\"."
    /// Broken by: a tie that somebody wins, a comparison with the first two cards only.
    /// Accepted: any words that name the winner.
    OUTCOME = "outcome", "The higher score wins, equal scores draw", outcome;
}

fn outcome(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading) {
        let Some((player, dealer)) = hands(game) else { continue };
        let (mine, his) = (reading.totals(player), reading.totals(dealer));
        if mine.iter().chain(&his).any(|total| *total > 21) || mine.contains(&21) {
            continue;
        }
        let Some(announced) = game.session.announced() else { continue };
        // What the cards say is right, and so is what the numbers shown say.
        let right = mine.iter().any(|mine| his.iter().any(|his| compared(*mine, *his) == announced));
        findings.see();
        if !right {
            let (mine, his) = (number(game, player), number(game, dealer));
            let what = format!("You have {mine}, the dealer has {his}, and {}.", said(announced));
            let expected = "The higher score wins, and equal scores are a draw.";
            findings.broken.push(game.breach(game.end(), what, expected));
        }
    }
    findings
}

/// The last hands of a game that came to the dealer's turn and was played to its end.
fn hands(game: Game<'_>) -> Option<(&Show, &Show)> {
    let player = game.players_last().filter(|_| !game.is_cut_short())?;
    let dealer = game.session.hand(Owner::Dealer).filter(|hand| !hand.hidden && game.reading.dealer_shown)?;
    let whole = |show: &Show| !game.reading.totals(show).is_empty();
    (game.session.ended() && whole(player) && whole(dealer)).then_some((player, dealer))
}

fn number(game: Game<'_>, show: &Show) -> i64 {
    game.reading.shown(show).or_else(|| game.reading.totals(show).first().copied()).unwrap_or(0)
}
