//! The survey: many sessions by players with different goals, until every rule was witnessed often enough.

use super::facts::{Announced, Next, Session};
use super::player::{Betting, Goal, Hitting, Mind, Player};
use super::reader::Questions;
use super::reading::{At, Reading, money_change, result, rounds};
use super::rules::RULES;
use crate::assignment::Task;
use crate::play::{PlayError, Setting};
use crate::transcript::{Ending, Transcript};

const LONG: Goal =
    goal("bets $1 and draws below 17, for a long time", Betting::One, Hitting::Below(17), 0, 40);
const GREEDY: Goal = goal("bets $1 and always draws", Betting::One, Hitting::Always, 0, 30);
const VARIED: Goal = goal("bets and draws as the mood takes", Betting::Varied, Hitting::Varied, 0, 30);
const THOUSAND: Goal = goal("bets towards exactly $1000", Betting::Thousand, Hitting::Below(17), 0, 60);
const ALL_IN: Goal = goal("bets everything", Betting::All, Hitting::Below(16), 0, 60);
const RECKLESS: Goal = goal("bets everything and always draws", Betting::All, Hitting::Always, 0, 60);
const OVERBET: Goal = goal("bets too much three times, then everything", Betting::All, Hitting::Varied, 3, 3);
const ONE_ROUND: Goal = goal("plays one round and draws below 17", Betting::One, Hitting::Below(17), 0, 1);
const ONE_GREEDY: Goal = goal("plays one round and always draws", Betting::One, Hitting::Always, 0, 1);
const ONE_TIMID: Goal = goal("plays one round and draws nothing", Betting::All, Hitting::Never, 0, 1);

const fn goal(name: &'static str, betting: Betting, hitting: Hitting, overbets: u32, rounds: u32) -> Goal {
    Goal { name, betting, hitting, overbets, rounds }
}

/// Played with the handout's own seed: what a student sees at home.
const UNTOUCHED: [Goal; 9] =
    [LONG, ONE_ROUND, OVERBET, THOUSAND, GREEDY, ALL_IN, RECKLESS, ONE_TIMID, VARIED];

/// Played with other seeds, over and over.
const CYCLE: [Goal; 10] =
    [LONG, THOUSAND, ONE_GREEDY, GREEDY, OVERBET, THOUSAND, ONE_TIMID, VARIED, RECKLESS, THOUSAND];

/// After so many sessions that hung or flooded, no more are played: each costs its whole limit.
const MOST_RUNAWAYS: usize = 3;

/// How often each situation must come up before the survey may end.
const SITUATIONS_NEEDED: u32 = 3;

/// The shift of clock and entropy of the second untouched run.
const OTHER_MOMENT: u32 = 1;

/// Plays one session.
pub(super) fn play(
    task: &mut Task<'_>,
    questions: &Questions,
    mind: Mind,
    name: &str,
    seed: u32,
    moment: u32,
) -> Result<(Session, Transcript), PlayError> {
    let setting = Setting { seed, base: task.spec.seed, moment, rigged: Vec::new() };
    let mut player = Player::new(mind, questions, seed, moment, name, task.spec.limits.answers);
    let transcript = task.stage.play(&setting, &mut player)?;
    Ok((player.finish(&transcript), transcript))
}

/// Plays the survey's sessions.
pub fn survey(task: &mut Task<'_>, questions: &Questions) -> Result<Vec<Session>, PlayError> {
    let seed = task.spec.seed;
    let mut sessions = Vec::new();
    let play_goal = |task: &mut Task<'_>, sessions: &mut Vec<Session>, goal: Goal, seed: u32, moment: u32| {
        let (session, _) = play(task, questions, Mind::Goal(goal), goal.name, seed, moment)?;
        sessions.push(session);
        Ok::<(), PlayError>(())
    };
    play_goal(task, &mut sessions, LONG, seed, 0)?;
    if !followed(&sessions) {
        return Ok(sessions);
    }
    play_goal(task, &mut sessions, LONG, seed, OTHER_MOMENT)?;
    for goal in UNTOUCHED.into_iter().skip(1) {
        if runaways(&sessions) >= MOST_RUNAWAYS {
            return Ok(sessions);
        }
        play_goal(task, &mut sessions, goal, seed, 0)?;
    }
    let budget = task.sessions.unwrap_or(task.spec.play.sessions);
    let mut batch = 6 * CYCLE.len() as u32;
    for n in 0..budget {
        if runaways(&sessions) >= MOST_RUNAWAYS {
            break;
        }
        if n == batch {
            if enough(&sessions, task) {
                break;
            }
            batch += 3 * CYCLE.len() as u32;
        }
        let goal = CYCLE[n as usize % CYCLE.len()];
        play_goal(task, &mut sessions, goal, task.seeds.nth(n), 0)?;
    }
    Ok(sessions)
}

/// Whether the reader could follow at all: a round was dealt.
pub(super) fn followed(sessions: &[Session]) -> bool {
    sessions.iter().any(|session| session.rounds.iter().any(|round| !round.player.cards.is_empty()))
}

fn runaways(sessions: &[Session]) -> usize {
    let runaway = |session: &&Session| {
        matches!(session.end, Ending::CpuLimit | Ending::WallLimit | Ending::OutputLimit | Ending::Blind(_))
    };
    sessions.iter().filter(runaway).count()
}

/// Whether every rule was witnessed as often as the spec says, and every situation came up.
fn enough(sessions: &[Session], task: &Task<'_>) -> bool {
    let mut sessions = sessions.to_vec();
    let reading = Reading::learn(&mut sessions, task.spec.seed, task.language);
    let once = ["seed-333"];
    situations(&sessions).iter().all(|(_, count)| *count >= SITUATIONS_NEEDED)
        && RULES.iter().filter(|rule| !once.contains(&rule.entry.id)).all(|rule| {
            let findings = (rule.judge)(&sessions, &reading);
            findings.seen >= task.spec.play.witness
        })
}

/// How often each situation came up that rules are about, by the facts alone.
pub fn situations(sessions: &[Session]) -> Vec<(&'static str, u32)> {
    let mut all: Vec<(&'static str, u32)> = [
        "exactly $1000",
        "above $1000",
        "$0 left",
        "three overbets in a row",
        "all bet",
        "two aces dealt",
        "an ace counted 11 goes over",
        "21 against 21",
        "dealer at 16",
        "dealer at 17",
        "n at the first question to play again",
    ]
    .map(|name| (name, 0))
    .to_vec();
    for at in rounds(sessions) {
        for (index, hit) in came_up(&at).into_iter().enumerate() {
            all[index].1 += u32::from(hit);
        }
    }
    all
}

/// Which of the situations a round shows, in the order of [`situations`].
fn came_up(at: &At<'_>) -> [bool; 11] {
    use reference::cards::Rank;
    let At { session, index, round, .. } = *at;
    let before = super::player::money_before(session, index);
    let after = round.money_after.or_else(|| super::player::money_after(session, index));
    let over = |count: usize| {
        before.is_some_and(|money| round.bets[..count].iter().filter(|bet| bet.bet > money).count() >= 3)
    };
    let ranks = round.player.ranks(round.player.cards.len()).unwrap_or_default();
    let total = round.player.total_by_cards(ranks.len());
    let mut running = 0;
    let mut high_ace = false;
    for &rank in &ranks {
        let value = reference::casino::card_value(rank, running);
        high_ace |= value == 11;
        running += value;
    }
    let dealer_at = |wanted: i64| {
        (2..=round.dealer.cards.len()).any(|count| round.dealer.total_by_cards(count) == Some(wanted))
    };
    let dealer = round.dealer.total_by_cards(round.dealer.cards.len());
    [
        after == Some(1000),
        after.is_some_and(|money| money > 1000),
        after == Some(0),
        over(round.bets.len()),
        before == Some(round.bet().bet),
        ranks.starts_with(&[Rank::Ace, Rank::Ace]),
        high_ace && running > 21,
        total == Some(21) && dealer == Some(21),
        dealer_at(16),
        dealer_at(17),
        index == 0 && matches!(round.next, Next::Again { yes: Some(false), .. }),
    ]
}

/// A settled round counts as a win, a loss or a draw, and by how much the money moved; for the play command.
pub(super) fn settled(at: &At<'_>) -> (Option<Announced>, Option<i64>) {
    (result(at.session, at.index), money_change(at.session, at.index))
}
