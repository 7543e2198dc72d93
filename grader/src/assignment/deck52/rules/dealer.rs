//! Rules about the dealer's turn.

use reference::deck52::{DEALER_STANDS_FROM, TARGET, card_value, dealer_hits};

use super::{Findings, Game, Rule, Session, games, rule};
use crate::assignment::deck52::facts::{Intent, Show};
use crate::assignment::deck52::reading::Reading;
use crate::assignment::deck52::score::aces;
use crate::assignment::words::Owner;

rule! {
    /// The dealer hits at 17 and below.
    ///
    /// Handout: "it will keep \"hitting\" until it has a card value greater than or equal to the value 18".
    /// Broken by: a dealer who stands at 17, who draws one card only, who stops once he is ahead.
    DEALER_HITS_17 = "dealer-hits-17", "The dealer hits at 17 and below", dealer_hits_17;
}

fn dealer_hits_17(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading).filter(|game| !game.spoiled && reading.dealer_shown) {
        let Some(turn) = stood(game) else { continue };
        let played: Vec<&Show> = dealers(game, turn).collect();
        let Some(last) = played.last() else { continue };
        findings.seen += u32::from(played.iter().any(|show| show.owner == Owner::Dealer && low(game, show)));
        // With an ace of the extra credit it is that rule that says what the dealer does.
        let credit = reading.ace_credit && aces(&last.cards) > 0;
        // Without a result the dealer may not have been done.
        if low(game, last) && !credit && reading.is_told(game.session) {
            findings.seen = findings.seen.max(1);
            let what = format!("The dealer stands at {}.", number(game, last));
            let expected = "The dealer hits as long as the score is 17 or less.";
            findings.broken.push(game.breach(game.end(), what, expected));
        }
    }
    findings
}

rule! {
    /// The dealer never hits at 18 or above.
    ///
    /// Handout: "If the value is 18 or higher, the dealer will always stand."
    /// Broken by: a dealer who draws at 18, or goes on until he is above the player.
    DEALER_STANDS_18 = "dealer-stands-18", "The dealer stands at 18 and above", dealer_stands_18;
}

fn dealer_stands_18(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading).filter(|game| !game.spoiled) {
        let Some(turn) = stood(game) else { continue };
        let mut before: Option<&Show> = None;
        for show in dealers(game, turn) {
            let drew = before.filter(|before| show.cards.len() > before.cards.len());
            let high = |before: &&Show| {
                // Of several cards drawn at once in unknown order the greatest may have come last.
                let fresh = &show.cards[before.cards.len()..];
                let last = fresh.iter().filter_map(|card| card.rank).map(card_value).max().unwrap_or(0);
                let totals = reading.totals(before);
                let reached: i64 = fresh.iter().filter_map(|card| card.rank).map(card_value).sum();
                !totals.is_empty() && totals.iter().all(|total| total + reached - last >= DEALER_STANDS_FROM)
            };
            if let Some(before) = drew.filter(high) {
                let what = format!("The dealer hits at {}.", number(game, before));
                let expected = "The dealer stands as soon as the score is 18 or more.";
                findings.broken.push(game.breach(show.place.turn, what, expected));
            }
            before = Some(show);
        }
        let reached =
            before.is_some_and(|show| reading.totals(show).iter().all(|total| *total >= DEALER_STANDS_FROM));
        findings.seen += u32::from(reached);
    }
    findings
}

/// The turn in which the player stood; `None` if the dealer has no turn or it was cut off.
fn stood(game: Game<'_>) -> Option<usize> {
    let last = game.players_last().filter(|_| !game.is_cut_short())?;
    if game.reading.totals(last).iter().any(|total| *total >= TARGET) {
        return None;
    }
    let (turn, _) = game.session.hits().last().filter(|(_, ask)| ask.intent == Some(Intent::Stand))?;
    game.session.ended().then_some(turn)
}

/// The dealer's hand as the player stood, and as it was shown after that.
fn dealers(game: Game<'_>, turn: usize) -> impl Iterator<Item = &Show> {
    let shows = &game.session.shows;
    let from = game.session.asks[turn].shows;
    let at_stand = shows[..from].iter().rev().find(|show| show.owner == Owner::Dealer && !show.hidden);
    at_stand
        .into_iter()
        .chain(shows[from..].iter().filter(|show| show.owner == Owner::Dealer && !show.hidden))
}

/// Whether a hand is one to hit at, by its cards and by the number shown.
fn low(game: Game<'_>, show: &Show) -> bool {
    let totals = game.reading.totals(show);
    !totals.is_empty() && totals.iter().all(|total| dealer_hits(*total))
}

/// The number of a hand for people: the one shown, if there is one.
fn number(game: Game<'_>, show: &Show) -> i64 {
    game.reading.shown(show).or_else(|| game.reading.totals(show).first().copied()).unwrap_or(0)
}
