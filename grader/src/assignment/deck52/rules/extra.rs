//! The extra credit: what is offered, never demanded.

use reference::deck52::{TARGET, busted};

use super::{Findings, Rule, Session, rule};
use crate::assignment::deck52::facts::{Intent, Show};
use crate::assignment::deck52::question::Kind;
use crate::assignment::deck52::reading::{
    Reading, compared, dealer_may_split, first_choice, is_dealers_pair, opening,
};
use crate::assignment::deck52::score::{aces, base_score, dealers_high_score, high_scores};
use crate::assignment::finding::Finding;
use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;
use crate::transcript::Ending;

rule! {
    /// Extra credit: the player chooses whether an ace counts 1 or 11, and the dealer counts 11 only where that makes
    /// 20 or 21.
    ///
    /// Handout: "have your program select 1 or 11 depending on which is more beneficial to the dealer, and give the
    /// option to the player […] The dealer must take the lesser value (1 point) unless they have a hand of 20 or 21
    /// points."
    /// Broken by: an 11 that changes nothing, a dealer who counts an ace 11 at 18 or 19, or never.
    /// Accepted: asked once a hand or once an ace, as it comes or at the end; an 11 that busts; 21 by way of 11 that
    /// wins at once or by comparison. Not judged where the question never comes up.
    EC_ACE = "ec-ace", "Aces count 1 or 11, as the player chooses", ec_ace;
}

fn ec_ace(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    if !reading.ace_credit {
        return findings;
    }
    for (nth, session) in sessions.iter().enumerate().filter(|(_, session)| !session.said_yes(Kind::Split)) {
        if session.said_yes(Kind::Ace)
            && let Some(right) = eleven_counts(session, reading)
        {
            findings.seen += 1;
            if let Err(what) = right {
                let expected = "An ace the player wants to count 11 counts 11.";
                findings.broken.push(breach(nth, session, what, expected));
            }
        }
        if let Some(what) = dealers_ace(session, reading) {
            let expected = "The dealer counts an ace 11 where that makes 20 or 21, and 1 everywhere else.";
            findings.broken.push(breach(nth, session, what, expected));
        }
    }
    findings
}

fn breach(nth: usize, session: &Session, what: String, expected: &str) -> Finding {
    let turn = session.outcomes.last().map_or(session.last_turn(), |(place, _)| place.turn);
    Finding { session: nth, from: 0, turn, what, expected: expected.to_owned() }
}

/// Whether an ace counted 11 by the player's wish shows in the score or in the outcome; `None` if neither tells.
fn eleven_counts(session: &Session, reading: &Reading) -> Option<Result<(), String>> {
    let asked = session.asks.iter().find(|ask| ask.kind == Kind::Ace && ask.intent == Some(Intent::Yes))?;
    let after = session.shows[asked.shows..].iter().rev().find(|show| show.owner == Owner::Player);
    let last = session.hand(Owner::Player)?;
    let wanted = high_scores(&last.cards);
    if let Some(number) = after.and_then(|show| reading.shown(show)) {
        if wanted.contains(&number) {
            return Some(Ok(()));
        }
        let what = format!(
            "You count an ace 11, and your hand is shown as {number} instead of {}.",
            wanted.first()?
        );
        return Some(Err(what));
    }
    let announced = session.announced()?;
    let dealer = reading.totals(session.hand(Owner::Dealer)?);
    let fits = |mine: i64| match mine {
        over if busted(over) => announced == Announced::Lose,
        TARGET => announced == Announced::Win || dealer.iter().any(|his| compared(mine, *his) == announced),
        _ => dealer.iter().any(|his| {
            if busted(*his) { announced == Announced::Win } else { compared(mine, *his) == announced }
        }),
    };
    let low = base_score(&last.cards)?;
    // Only where 1 and 11 lead to different outcomes does the outcome tell.
    if fits(low) && wanted.iter().any(|score| fits(*score)) {
        return None;
    }
    if wanted.iter().any(|score| fits(*score)) {
        Some(Ok(()))
    } else {
        Some(Err(format!(
            "You count an ace 11 and have {}, but the outcome is another one's.",
            wanted.first()?
        )))
    }
}

/// What is wrong about the dealer's aces, if anything is.
fn dealers_ace(session: &Session, reading: &Reading) -> Option<String> {
    // The dealer of the extra credit for splitting plays such a pair as two hands.
    let first = opening(session, Owner::Dealer)?;
    if reading.split_credit && is_dealers_pair(&first.cards) {
        return None;
    }
    let stood =
        session.hits().filter(|(_, ask)| ask.intent == Some(Intent::Stand)).last().map(|(turn, _)| turn);
    let own_turn = stood.map_or(usize::MAX, |turn| session.shows_before(turn));
    let mut before: Option<&Show> = None;
    for (at, show) in session.shows.iter().enumerate().filter(|(_, show)| show.owner == Owner::Dealer) {
        let drew = before.filter(|before| at >= own_turn && show.cards.len() > before.cards.len());
        if let Some(high) = drew.and_then(|before| dealers_high_score(&before.cards)) {
            return Some(format!("The dealer hits with an ace that makes {high}."));
        }
        before = Some(show);
        let (Some(number), Some(base)) = (reading.shown(show), base_score(&show.cards)) else { continue };
        if number != base && aces(&show.cards) > 0 && Some(number) != dealers_high_score(&show.cards) {
            return Some(format!("The dealer's hand is shown as {number}; with its aces at 1 it is {base}."));
        }
    }
    let last = before.filter(|show| aces(&show.cards) > 0 && stood.is_some() && reading.is_told(session))?;
    let low = reading.totals(last).iter().all(|total| reference::deck52::dealer_hits(*total));
    let player = session.hand(Owner::Player).map(|hand| reading.totals(hand)).unwrap_or_default();
    let in_turn =
        session.ended() && player.iter().all(|total| *total < TARGET) && !session.said_yes(Kind::Ace);
    (low && in_turn).then(|| format!("The dealer stands at {}.", reading.totals(last)[0]))
}

rule! {
    /// Extra credit: two cards of one value may be split into two hands, and the dealer splits aces and eights.
    ///
    /// Handout: "give the player the option to split their hand and essentially play two hands. The dealer's AI needs
    /// to split only when the dealer gets aces or eights."
    /// Broken by: an offer to split cards of different value, a pair without an offer, one hand left after a split, a
    /// dealer who never splits.
    /// Accepted: new cards at once or by hitting, splitting again or not, each hand settled with the dealer's better
    /// hand or with each of his. Not judged where the question never comes up.
    EC_SPLIT = "ec-split", "Two cards of one value may be split", ec_split;
}

fn ec_split(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    if !reading.split_credit {
        return findings;
    }
    for (nth, session) in sessions.iter().enumerate() {
        let mut broken = |what: &str, expected: &str| {
            findings.broken.push(breach(nth, session, what.to_owned(), expected));
        };
        match players_split(session) {
            Some(Ok(())) => findings.seen += 1,
            Some(Err((what, expected))) => broken(what, expected),
            None => {}
        }
        match dealers_split(session) {
            Some(true)
                if !opening(session, Owner::Dealer).is_some_and(|hand| is_dealers_pair(&hand.cards)) =>
            {
                broken(
                    "The dealer splits another pair.",
                    "The dealer splits aces and eights, no other cards.",
                );
            }
            Some(false) if dealer_may_split(session) && reading.is_told(session) => {
                let what = "The dealer has a pair of aces or eights and plays one hand.";
                broken(what, "The dealer splits aces and eights.");
            }
            _ => {}
        }
    }
    findings.broken.extend(settled_once(sessions));
    findings
}

/// Whether the player's chance to split came as it should, and was played as it should; `None` if it says nothing.
fn players_split(session: &Session) -> Option<Result<(), (&'static str, &'static str)>> {
    let hand = opening(session, Owner::Player).filter(|hand| hand.cards.len() == 2)?;
    let same_rank = hand.cards[0].rank == hand.cards[1].rank;
    let same_value = base_score(&hand.cards[..1]) == base_score(&hand.cards[1..]);
    let asked = session.asked(Kind::Split);
    if asked && !same_value {
        let expected = "Only two cards of one value may be split.";
        return Some(Err(("You may split two cards of different value.", expected)));
    }
    if !asked && same_rank && session.ended() && first_choice(session) < session.asks.len() {
        let what = "You have two cards of one value and may not split them.";
        return Some(Err((what, "Two cards of one value may be split.")));
    }
    if !asked || !session.said_yes(Kind::Split) || !matches!(session.end, Ending::Exited(_)) {
        return None;
    }
    let came =
        |hand: usize| session.shows.iter().any(|show| show.owner == Owner::Player && show.hand == hand);
    if came(0) && came(1) {
        return Some(Ok(()));
    }
    let expected = "After a split two hands are played, each beginning with one of the two cards.";
    Some(Err(("After the split only one hand is played.", expected)))
}

/// Whether the dealer's pair was split; `None` if he has no pair, or his hand never grew.
fn dealers_split(session: &Session) -> Option<bool> {
    let dealers = || session.shows.iter().filter(|show| show.owner == Owner::Dealer);
    if dealers().any(|show| show.hand == 1) {
        return Some(true);
    }
    let first = opening(session, Owner::Dealer)?;
    let both = |show: &&Show| show.cards.len() > 2 && show.cards.starts_with(&first.cards);
    (first.cards.len() == 2 && dealers().any(|show| both(&show))).then_some(false)
}

/// The first game of two hands with one outcome, where each such game has only one.
fn settled_once(sessions: &[Session]) -> Option<Finding> {
    // A hand that ends in its own turn is told of there.
    let to_the_dealer = |session: &Session| {
        let last = |hand: usize| {
            session.shows.iter().rev().find(|show| show.owner == Owner::Player && show.hand == hand)
        };
        [0, 1].into_iter().all(|hand| {
            last(hand).and_then(|show| base_score(&show.cards)).is_some_and(|total| total < TARGET)
        })
    };
    let mut split = sessions
        .iter()
        .enumerate()
        .filter(|(_, session)| session.said_yes(Kind::Split) && players_split(session) == Some(Ok(())))
        .filter(|(_, session)| to_the_dealer(session));
    let lines = |session: &Session| {
        let mut places: Vec<_> = session.outcomes.iter().map(|(place, _)| *place).collect();
        places.dedup();
        places.len()
    };
    let (nth, session) = split.clone().next().filter(|_| split.clone().count() >= 4)?;
    let what = "After the split one outcome is told for two hands.".to_owned();
    split
        .all(|(_, session)| lines(session) == 1)
        .then(|| breach(nth, session, what, "Each of the two hands is settled."))
}
