//! Rules about how a game that came to the dealer ends.

use reference::deck52::TARGET;

use super::{Findings, Game, Rule, Session, games, rule, said};
use crate::assignment::deck52::facts::{Intent, Show};
use crate::assignment::deck52::question::Kind;
use crate::assignment::deck52::reading::{Reading, compared};
use crate::assignment::deck52::score::high_scores;
use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;

rule! {
    /// If the dealer goes over 21, the player wins.
    ///
    /// Handout: "If the dealer goes above 21, then it will automatically lose, and the player will win."
    /// Broken by: a comparison of the scores although the dealer is over, or no word of the result.
    DEALER_BUST = "dealer-bust", "Over 21 the dealer loses", dealer_bust;
}

fn dealer_bust(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading) {
        let Some((player, dealer)) = hands(game) else { continue };
        let over = |show: &Show| reading.totals(show).into_iter().all(|total| total > 21);
        if !over(dealer) || reading.totals(player).iter().any(|total| *total >= 21) {
            continue;
        }
        let Some(end) = told(game) else { continue };
        findings.see();
        if end != Told::Result(Announced::Win) {
            let what = format!("The dealer has {}, and {}.", reading.totals(dealer)[0], how(end));
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
    /// Broken by: a tie that somebody wins, a comparison with the first two cards only, a draw without a word.
    /// Accepted: any words that name the winner. Words that are not known are learnt from plain wins and losses. Where a
    /// program asks what an ace counts, 21 by way of 11 may win at once.
    OUTCOME = "outcome", "The higher score wins, equal scores draw", outcome;
}

fn outcome(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading) {
        let Some((player, dealer)) = hands(game) else { continue };
        let (mine, mut his) = (reading.totals(player), reading.totals(dealer));
        if mine.iter().chain(&his).any(|total| *total > 21) || mine.contains(&21) {
            continue;
        }
        let Some(end) = told(game) else { continue };
        if end == Told::Result(Announced::Win) && has_high_21(game, player) {
            continue;
        }
        // What the dealer's aces count in the extra credit is that rule's matter.
        if reading.ace_credit {
            his.extend(high_scores(&dealer.cards));
        }
        // What the cards say is right, and so is what the numbers shown say.
        let right = mine.iter().any(|mine| his.iter().any(|his| Told::Result(compared(*mine, *his)) == end));
        findings.see();
        if !right {
            let (mine, his) = (number(game, player), number(game, dealer));
            let what = format!("You have {mine}, the dealer has {his}, and {}.", how(end));
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

/// What was told of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// This one.
    Result(Announced),
    /// Plainly none.
    Nothing,
}

/// What was told of a game's result; `None` where that is not known.
fn told(game: Game<'_>) -> Option<Told> {
    let endings = &game.reading.endings;
    match endings.announced(game.session) {
        Some(result) => Some(Told::Result(result)),
        None => endings.is_mute(game.session, game.reading).then_some(Told::Nothing),
    }
}

/// A result as it was told, in words.
fn how(told: Told) -> &'static str {
    match told {
        Told::Result(result) => said(result),
        Told::Nothing => "no result is told",
    }
}

/// Whether the extra credit gives the player 21 by way of an 11, which ended the game before anything was asked of it.
fn has_high_21(game: Game<'_>, player: &Show) -> bool {
    let stood = game.session.hits().any(|(_, ask)| ask.intent == Some(Intent::Stand));
    let credit = game.reading.ace_credit && !stood && !game.session.asked(Kind::Ace);
    credit && high_scores(&player.cards).contains(&TARGET)
}

fn number(game: Game<'_>, show: &Show) -> i64 {
    game.reading.shown(show).or_else(|| game.reading.totals(show).first().copied()).unwrap_or(0)
}
