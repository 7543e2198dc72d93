//! Rules about the player's turn.

use super::cards::drew_nothing;
use super::{Findings, Game, Rule, Session, cards, games, rule, said};
use crate::assignment::deck52::facts::{Ask, Intent, Show};
use crate::assignment::deck52::question::Kind;
use crate::assignment::deck52::reading::{Reading, grown};
use crate::assignment::outcome::Announced;
use crate::assignment::words::Owner;
use crate::transcript::Ending;

rule! {
    /// Any answer but hit and stand is asked again, and changes nothing.
    ///
    /// Handout: "You should prompt the user for a response again if an invalid input is provided."
    /// Broken by: every other word taken for a stand or a hit; a card dealt, or the turn ended, by a word that only
    /// holds an h or s.
    /// Accepted: any case, single letters, first letters; a message before the question or none.
    BAD_RESPONSE = "bad-response", "Any other answer is asked again and changes nothing", bad_response;
}

fn bad_response(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let expected = "An answer that is neither hit nor stand is asked again, and changes nothing.";
    for game in games(sessions, reading).filter(|game| !game.spoiled) {
        for (turn, ask) in game.session.hits().filter(|(_, ask)| ask.intent == Some(Intent::Bad)) {
            let typed = ask.answer.clone().unwrap_or_default();
            match effect(game, turn, ask) {
                Effect::Cut => {}
                Effect::Asked => findings.see(),
                // One letter after the other was taken, and the question came for each.
                Effect::Changed(_) if read_by_letters(game, turn) => {}
                Effect::Changed(how) => {
                    findings.see();
                    findings.broken.push(game.breach(
                        turn + 1,
                        format!("The answer \"{typed}\" {how}."),
                        expected,
                    ));
                }
            }
        }
    }
    findings
}

/// What came of an answer.
enum Effect {
    /// The question was asked again, and nothing else.
    Asked,
    /// Something happened.
    Changed(&'static str),
    /// The session was cut off.
    Cut,
}

fn effect(game: Game<'_>, turn: usize, ask: &Ask) -> Effect {
    let session = game.session;
    let next = session.asks.get(turn + 1);
    if grown(session, Owner::Player, turn) > 0 {
        return Effect::Changed("brought you a card");
    }
    if grown(session, Owner::Dealer, turn) > 0 {
        return Effect::Changed("let the dealer play");
    }
    let outcomes = next.map_or(session.outcomes.len(), |next| next.outcomes);
    if outcomes > ask.outcomes {
        return Effect::Changed("ended your turn");
    }
    match next {
        // A hand printed once more is a question as well, if the program has always asked without words.
        Some(next)
            if next.kind == Kind::Hit && (next.printed > 0 || !session.shows[ask.shows..].is_empty()) =>
        {
            Effect::Asked
        }
        Some(next) if next.kind == Kind::Hit => {
            Effect::Changed("is not asked again: the program waits without a word")
        }
        None if matches!(session.end, Ending::Exited(_)) => Effect::Changed("ended the program"),
        _ => Effect::Cut,
    }
}

/// Whether the question was printed again before the word's effect: the program reads it letter by letter.
fn read_by_letters(game: Game<'_>, turn: usize) -> bool {
    game.session.asks.get(turn + 1).is_some_and(|next| next.kind == Kind::Hit && next.printed > 1)
}

rule! {
    /// A hit adds exactly one card to the player's hand, a stand none.
    ///
    /// Handout: "Hit means the dealer will provide you an extra card."
    /// Broken by: two cards at once, none, a card after a stand; a turn that is over after so many hits, below 21.
    HIT_ADDS_ONE = "hit-adds-one", "A hit adds exactly one card, a stand none", hit_adds_one;
}

fn hit_adds_one(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let hits_work = games(sessions, reading).any(|game| {
        game.session.hits().any(|(turn, ask)| {
            ask.intent == Some(Intent::Hit) && grown(game.session, Owner::Player, turn) > 0
        })
    });
    for game in games(sessions, reading).filter(|game| !game.spoiled) {
        for (turn, ask) in game.session.hits() {
            let grown = grown(game.session, Owner::Player, turn);
            let shown = game.session.shows[ask.shows..game.session.shows_before(turn + 1)]
                .iter()
                .any(|show| show.owner == Owner::Player);
            match ask.intent {
                Some(Intent::Hit) if grown == 1 && reading.stops_at(game.session, turn) => {
                    findings.see();
                    let what = "After this hit you were not asked again: the dealer played as if you stood.";
                    let expected = "Below 21 the player is asked after each hit, until a stand.";
                    findings.broken.push(game.breach(turn + 1, what, expected));
                }
                Some(Intent::Hit) if grown == 1 => findings.see(),
                Some(Intent::Hit) if grown > 1 => {
                    findings.see();
                    let what = format!("After a hit you have {} more.", cards(grown));
                    findings.broken.push(game.breach(turn + 1, what, "A hit adds exactly one card."));
                }
                Some(Intent::Hit)
                    if shown
                        && !reading.duplicates
                        && (!hits_work || drew_nothing(game.session, reading) == Some(turn)) =>
                {
                    findings.see();
                    let what = "After a hit you have no more cards than before.";
                    findings.broken.push(game.breach(turn + 1, what, "A hit adds exactly one card."));
                }
                Some(Intent::Stand) if grown > 0 => {
                    findings.see();
                    let what = format!("After a stand you have {} more.", cards(grown));
                    findings.broken.push(game.breach(turn + 1, what, "A stand adds no card."));
                }
                Some(Intent::Stand) => findings.see(),
                _ => {}
            }
        }
    }
    findings
}

rule! {
    /// At exactly 21 the player wins at once, and the dealer never plays.
    ///
    /// Handout: "If your score is 21, you automatically win without the dealer having a chance to play."
    /// Broken by: a question at 21, a dealer who draws, a comparison, no word of the win.
    PLAYER_21 = "player-21", "At 21 the player wins at once", player_21;
}

fn player_21(sessions: &[Session], reading: &Reading) -> Findings {
    let expected = "At exactly 21 the player wins at once: no question, and the dealer does not play.";
    at_once(sessions, reading, |total| total == 21, Announced::Win, expected)
}

rule! {
    /// Over 21 the player loses at once.
    ///
    /// Handout: "If your score is above 21, it is called a \"bust\", and you lose."
    /// Broken by: a question over 21, a dealer who plays on, a draw or win because the dealer is over as well, no
    /// word of the loss.
    PLAYER_BUST = "player-bust", "Over 21 the player loses at once", player_bust;
}

fn player_bust(sessions: &[Session], reading: &Reading) -> Findings {
    let expected = "Over 21 the player loses at once: no question, and the dealer does not play.";
    at_once(sessions, reading, |total| total > 21, Announced::Lose, expected)
}

/// Judges hands that end the game at once.
fn at_once(
    sessions: &[Session],
    reading: &Reading,
    ends: fn(i64) -> bool,
    outcome: Announced,
    expected: &str,
) -> Findings {
    let mut findings = Findings::default();
    for game in games(sessions, reading).filter(|game| !game.spoiled && !game.is_cut_short()) {
        let Some((at, show)) =
            hands_of_the_turn(game).find(|(_, show)| reading.totals(show).into_iter().any(ends))
        else {
            continue;
        };
        let totals = reading.totals(show);
        let total = reading.shown(show).unwrap_or(totals[0]);
        let endings = &reading.endings;
        let announced = endings.announced(game.session);
        let breach = match goes_on(game, at, total) {
            Some(breach) => Some(breach),
            None if announced.is_some_and(|announced| announced != outcome) => {
                announced.map(|announced| (game.end(), format!("With {total} {}.", said(announced))))
            }
            None if endings.is_mute(game.session, reading) => {
                Some((game.end(), format!("With {total} the game ends, and no result is told.")))
            }
            // Without a word nothing tells that it was won or lost.
            None if endings.is_silent(game.session) => continue,
            None => None,
        };
        match breach {
            None => findings.see(),
            // By another of its numbers the hand does not end the game.
            Some(_) if !totals.into_iter().all(ends) => {}
            Some((turn, what)) => {
                findings.see();
                findings.broken.push(game.breach(turn, what, expected));
            }
        }
    }
    findings
}

/// The player's hands in his own turn: of each text the last, for new cards may be told before the whole hand.
fn hands_of_the_turn(game: Game<'_>) -> impl Iterator<Item = (usize, &Show)> {
    let stood = game.session.hits().find(|(_, ask)| ask.intent == Some(Intent::Stand));
    let end = stood.map_or(usize::MAX, |(_, ask)| ask.shows);
    let own = move |(at, show): &(usize, &Show)| *at < end && show.owner == Owner::Player;
    let shows = game.shows().filter(own);
    let mut last: Vec<(usize, &Show)> = Vec::new();
    for (at, show) in shows {
        if last.last().is_some_and(|(_, before)| before.place.turn == show.place.turn) {
            last.pop();
        }
        last.push((at, show));
    }
    last.into_iter().filter(|(_, show)| !show.hidden)
}

/// What happens after the show `at` that should have ended the game.
fn goes_on(game: Game<'_>, at: usize, total: i64) -> Option<(usize, String)> {
    let session = game.session;
    let asked = session.hits().find(|(_, ask)| ask.shows > at && (ask.outcomes == 0 || !ask.guess));
    if let Some((turn, _)) = asked {
        return Some((turn, format!("With {total} you were asked again.")));
    }
    let held = session.hand_at(Owner::Dealer, at + 1).map_or(2, |hand| hand.cards.len().max(2));
    let drew =
        session.shows[at + 1..].iter().find(|show| show.owner == Owner::Dealer && show.cards.len() > held)?;
    Some((drew.place.turn, format!("With your {total} the dealer still drew cards.")))
}
