//! Rules about the winner, another game, and the number of players.

use super::{Finding, Findings, Rule, Session, breach, players, rule, sound};
use crate::assignment::crowns::deck::{grows, unshuffled};
use crate::assignment::crowns::facts::{Deal, Intent};
use crate::assignment::crowns::question::Kind;
use crate::assignment::crowns::reading::Reading;
use crate::assignment::crowns::winners::{WinnerLines, lowest};
use crate::transcript::Ending;

rule! {
    /// The player with the lowest points wins.
    ///
    /// Handout: "determine the winner (the lowest point value)".
    /// Broken by: the highest points win, the winner of the game before, no winner is named.
    /// Accepted: in a tie all tied players, or any of them; no winner where one player plays alone. The points are
    /// those that the program printed, right or wrong.
    WINNER = "winner", "The lowest points win", winner;
}

fn winner(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let winners = WinnerLines::new(sessions);
    for (nth, deal) in sound(sessions, reading) {
        if winners.unclear_in(deal).is_some()
            || deal.begins.is_some()
            || !deal.is_scored()
            || !is_over(&sessions[nth], deal)
        {
            continue;
        }
        let lowest = lowest(deal);
        let least = deal.hands.iter().filter_map(|hand| Some(hand.points?.0)).min();
        if let Some((place, told)) = deal.lowest.filter(|(_, told)| Some(*told) != least) {
            findings.see();
            let what = format!("The lowest points are said to be {told}.");
            findings.broken.push(breach(nth, deal, place.turn, what, expected(deal, &lowest)));
            continue;
        }
        let Some(verdict) = winners.verdict(deal) else {
            if deal.hands.len() > 1 {
                findings.see();
                let what = "No winner is named.";
                findings.broken.push(breach(nth, deal, deal.to, what, expected(deal, &lowest)));
            }
            continue;
        };
        findings.see();
        if verdict.nameless && verdict.seats.is_empty() && verdict.points.is_none() && deal.hands.len() > 1 {
            let turn = verdict.place.turn;
            findings.broken.push(breach(
                nth,
                deal,
                turn,
                "The winner is not named.",
                expected(deal, &lowest),
            ));
            continue;
        }
        let wrong = if verdict.seats.is_empty() {
            verdict.tie && lowest.len() == 1
        } else {
            !verdict.seats.iter().all(|seat| lowest.contains(seat))
        };
        if let Some(told) = verdict.points.filter(|told| !wrong && Some(*told) != least) {
            let what = format!("The winner is announced with {told} points.");
            findings.broken.push(breach(nth, deal, verdict.place.turn, what, expected(deal, &lowest)));
        }
        if wrong {
            let named = players(&verdict.seats);
            let what = if verdict.seats.is_empty() {
                "A tie is announced.".to_owned()
            } else if verdict.seats.len() > 1 {
                format!("{named} are announced as winners.")
            } else {
                format!("{named} is announced as the winner.")
            };
            let turn = verdict.place.turn;
            findings.broken.push(breach(nth, deal, turn, what, expected(deal, &lowest)));
        }
    }
    findings
}

fn expected(deal: &Deal, lowest: &[u32]) -> String {
    let points: Vec<String> = deal
        .hands
        .iter()
        .filter_map(|hand| Some(format!("player {} {}", hand.seat, hand.points?.0)))
        .collect();
    format!("The lowest points win: {} ({}).", players(lowest), points.join(", "))
}

/// Whether all of a game was said: a question came after it, or the program ended by itself.
fn is_over(session: &Session, deal: &Deal) -> bool {
    let last = session.deals.last() == Some(deal);
    deal.to < session.asks.len()
        || !last && session.end == Ending::OutputLimit
        || matches!(session.end, Ending::Exited(_))
}

rule! {
    /// `y` deals a new game from the full deck, `n` ends the program.
    ///
    /// Handout: "The game should prompt the player to determine if they wish to play again. If so, the cards in the
    /// hands should be returned to the deck and a new game dealt."
    /// Broken by: no such question, an end after `y`, another game after `n`, hands that keep their old cards, a deck
    /// from which the cards of earlier games are missing.
    /// Accepted: the number of players asked again or not; whatever is done with other answers.
    REPLAY = "replay", "y deals a new game from the full deck, n ends", replay;
}

fn replay(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    let unshuffled = unshuffled(sessions).filter(|_| !reading.unreturned && reading.same.is_none());
    for (nth, session) in sessions.iter().enumerate() {
        if session.deals.is_empty() || session.panicked || !session.ended() && !reading.unreturned {
            continue;
        }
        if let Some(two) = session.deals.windows(2).find(|_| reading.unreturned || reading.growing) {
            kept(nth, two, reading, &mut findings);
            continue;
        }
        if let Some(two) = session.deals.windows(2).next().filter(|_| reading.same == Some(true)) {
            findings.see();
            let what = "The new game deals the cards of the old one again.";
            let expected = "All cards are shuffled before a new game is dealt.";
            let mut finding = breach(nth, &two[1], two[1].to, what, expected);
            finding.from = two[0].from;
            findings.broken.push(finding);
            continue;
        }
        if let Some((_, at)) = unshuffled.filter(|(session, _)| *session == nth) {
            findings.see();
            let what = "This game deals the same cards in the same order as in a run that began with others.";
            let expected = "All cards are shuffled before a new game is dealt.";
            findings.broken.push(breach(nth, &session.deals[at], session.deals[at].to, what, expected));
            continue;
        }
        if let Some(turn) = session.ran_out {
            findings.see();
            findings.broken.push(Finding {
                session: nth,
                from: session.deals.last().map_or(0, |deal| deal.from),
                turn,
                what: "The deck has run out: not all cards of the games before were returned to it."
                    .to_owned(),
                expected: "All cards go back to the deck before a new game is dealt.".to_owned(),
            });
            continue;
        }
        answers(nth, session, &mut findings);
        let asked = session.asks.iter().any(|ask| ask.kind == Kind::Again);
        let spoiled = session.deals.iter().any(|deal| deal.spoiled);
        if !asked && !spoiled && matches!(session.end, Ending::Exited(_)) {
            findings.see();
            findings.broken.push(Finding {
                session: nth,
                from: session.deals[0].from,
                turn: session.asks.len(),
                what: "The program ends after a game without asking for another one.".to_owned(),
                expected: "After each game the program asks whether to play again.".to_owned(),
            });
        }
    }
    findings
}

/// Cards that were not returned to the deck.
fn kept(nth: usize, two: &[Deal], reading: &Reading, findings: &mut Findings) {
    findings.see();
    let expected = "All cards go back to the deck before a new game is dealt.";
    let what = if reading.growing {
        if !grows(&two[0], &two[1]) {
            return;
        }
        "The hands of the new game still hold the cards of the old one."
    } else {
        "The new game never deals a card of the old one: they were not returned to the deck."
    };
    let mut finding = breach(nth, &two[1], two[1].to, what, expected);
    finding.from = two[0].from;
    findings.broken.push(finding);
}

/// What came of the answers to the question for another game.
fn answers(nth: usize, session: &Session, findings: &mut Findings) {
    for (turn, ask) in session.asks.iter().enumerate().filter(|(_, ask)| ask.kind == Kind::Again) {
        let last = session.asks.len();
        let game = session.deals.iter().find(|deal| deal.from > turn);
        let before = session.deals.iter().rev().find(|deal| deal.from <= turn);
        let typed = ask.answer.clone().unwrap_or_default();
        let breaks = |what: String| Finding {
            session: nth,
            from: before.map_or(0, |deal| deal.from),
            turn: (turn + 1).min(last),
            what,
            expected: "y deals a new game, n ends the program.".to_owned(),
        };
        // A question that is asked again in other words has not been answered yet.
        let again = session.asks.get(turn + 1).is_some_and(|next| next.kind == Kind::Again)
            && game.is_none_or(|game| game.from > turn + 1);
        match ask.intent {
            Some(Intent::Yes) if game.is_some_and(|game| game.from <= turn + 3) => findings.see(),
            Some(Intent::Yes) if again => {}
            Some(Intent::Yes) if matches!(session.end, Ending::Exited(_)) && turn + 1 >= last => {
                findings.see();
                findings.broken.push(breaks(format!("After \"{typed}\" the program ends.")));
            }
            Some(Intent::No) if game.is_some() => {
                findings.see();
                findings.broken.push(breaks(format!("After \"{typed}\" another game is dealt.")));
            }
            Some(Intent::No) if again && session.asks.len() > turn + 3 => {
                findings.see();
                findings.broken.push(breaks(format!("After \"{typed}\" the program asks on and on.")));
            }
            Some(Intent::No) if matches!(session.end, Ending::Exited(_)) => findings.see(),
            _ => {}
        }
    }
}

rule! {
    /// As many hands are dealt as players were asked for; 0, 8 and words are asked again.
    ///
    /// Handout: "PLAYERS: 1 to 7".
    /// Broken by: a hand too many, eight players, a program that ends at a word, a number from 1 to 7 that is refused.
    /// Accepted: any message before the question is asked again. Negative numbers are never typed.
    PLAYERS = "players", "1 to 7 players, as many hands", players_asked;
}

fn players_asked(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session) in sessions.iter().enumerate() {
        for (turn, ask) in session.asks.iter().enumerate() {
            if ask.kind == Kind::Players && ask.intent == Some(Intent::Bad) {
                findings.see();
                let ended = ends_a_game(session, turn);
                let how = accepted(session, turn).or(ended.map(|_| "is taken for a number of players"));
                if let Some(how) = how {
                    let typed = ask.answer.clone().unwrap_or_default();
                    findings.broken.push(Finding {
                        session: nth,
                        from: 0,
                        turn: ended.unwrap_or(turn + 1),
                        what: format!("The answer \"{typed}\" {how}."),
                        expected: "Anything but a number from 1 to 7 is asked again.".to_owned(),
                    });
                }
            }
        }
    }
    findings.broken.extend(refused(sessions));
    for (nth, deal) in sound(sessions, reading) {
        let Some(asked) = deal.asked.filter(|_| is_over(&sessions[nth], deal) && !deal.hands.is_empty())
        else {
            continue;
        };
        if deal.begins.is_some() && !deal.is_scored() {
            continue;
        }
        findings.see();
        if deal.hands.len() != asked as usize {
            let hands = deal.hands.len();
            let what = format!("{hands} hands are dealt where {asked} players were asked for.");
            let expected = "Each player is dealt one hand.";
            findings.broken.push(breach(nth, deal, deal.to, what, expected));
        }
    }
    findings
}

/// So many times in a row a number must be asked for again, and so many others be dealt for, to tell that it is refused.
const REFUSED: usize = 3;
const OTHERS: usize = 2;

/// Numbers of players for which hands are never dealt: the question is asked again, though other numbers are taken.
fn refused(sessions: &[Session]) -> Vec<Finding> {
    let mut dealt: Vec<u32> = sessions
        .iter()
        .flat_map(|session| &session.deals)
        .filter_map(|deal| deal.asked.filter(|asked| deal.hands.len() == *asked as usize))
        .collect();
    dealt.sort_unstable();
    dealt.dedup();
    let refused = |session: &Session, turn: usize| {
        let next = session.asks.get(turn..turn + REFUSED)?;
        let Some(Intent::Count(number)) = next[0].intent else { return None };
        let same = next.iter().all(|ask| ask.kind == Kind::Players && ask.intent == next[0].intent);
        let last = session.asks.get(turn + REFUSED).is_some_and(|ask| ask.kind == Kind::Players);
        let quiet = session.deals.iter().all(|deal| deal.from <= turn);
        let others = dealt.iter().filter(|other| **other != number).count();
        (same && last && quiet && others >= OTHERS && !dealt.contains(&number)).then_some(number)
    };
    let first = |(nth, session): (usize, &Session)| {
        let (turn, number) =
            (0..session.asks.len()).find_map(|turn| refused(session, turn).map(|number| (turn, number)))?;
        Some(Finding {
            session: nth,
            from: turn,
            turn: turn + 1,
            what: format!("The answer \"{number}\" is asked again."),
            expected: "A number from 1 to 7 is taken.".to_owned(),
        })
    };
    sessions.iter().enumerate().filter_map(first).collect()
}

/// The question for another game that follows a number of players before the number is asked for again, or any hand
/// is dealt.
fn ends_a_game(session: &Session, turn: usize) -> Option<usize> {
    let dealt = session.deals.iter().find(|deal| deal.to > turn).map_or(usize::MAX, |deal| deal.from);
    let mut asks =
        session.asks.iter().enumerate().skip(turn + 1).take_while(|(_, ask)| ask.kind != Kind::Players);
    asks.find(|(_, ask)| ask.kind == Kind::Again).map(|(at, _)| at).filter(|at| *at < dealt)
}

/// What a program did with a number of players that it should ask again.
fn accepted(session: &Session, turn: usize) -> Option<&'static str> {
    let next = session.asks.get(turn + 1);
    if session.deals.iter().any(|deal| deal.from == turn + 1 && !deal.hands.is_empty()) {
        return Some("is taken, and hands are dealt");
    }
    match next {
        Some(next) if next.kind == Kind::Players || next.kind == Kind::Unknown => None,
        Some(next) if next.kind == Kind::Bare => Some("is not asked again: the program waits without a word"),
        Some(next) if matches!(next.kind, Kind::Again | Kind::Take) => {
            Some("is taken for a number of players")
        }
        // The next thing that is asked for, unless the number is asked for again behind that.
        Some(next) if matches!(next.kind, Kind::Cards | Kind::Name) => {
            // Once hands are dealt it is the next game that asks.
            let dealt =
                session.deals.iter().find(|deal| deal.from > turn).map_or(usize::MAX, |deal| deal.from);
            let later = session.asks.iter().take(dealt).skip(turn + 2);
            let is_asked = later.into_iter().any(|ask| ask.kind == Kind::Players);
            (!is_asked && !session.deals.is_empty()).then_some("is taken for a number of players")
        }
        None if matches!(session.end, Ending::Exited(_)) => Some("ends the program"),
        _ => None,
    }
}
