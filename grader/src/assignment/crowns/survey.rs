//! The survey: sessions of many games, until enough hands came up in which greedy melding would show.

use reference::crowns::{Card, Rank};

use crate::assignment::Task;
use crate::play::{PlayError, Setting};
use crate::transcript::{Ending, Transcript};

use super::facts::{Deal, Session};
use super::player::{Goal, Mind, Player};
use super::question::Questions;
use super::reading::{HOME_SEED, Reading, scored};

const fn goal(name: &'static str, players: &'static [u32], games: usize) -> Goal {
    Goal { name, players, bad: &[], games }
}

const fn bad(name: &'static str, bad: &'static [&'static str]) -> Goal {
    Goal { name, players: &[3], bad, games: 2 }
}

const fn full_bad(name: &'static str, bad: &'static [&'static str]) -> Goal {
    Goal { name, players: &[2], bad, games: 1 }
}

const ZERO: Goal = bad("asks for 0 players first", &["0"]);
const EIGHT: Goal = bad("asks for 8 players first", &["8"]);
const WORD: Goal = bad("types a word for the number of players first", &["many"]);
const TWICE: Goal = bad("asks for 9 and 0 players first", &["9", "0"]);

/// Played at first, with the seed of an untouched run: what a student may see at home.
const UNTOUCHED: [Goal; 7] = [
    goal("asks for three players and three games", &[3], 3),
    goal("asks for two players and one game", &[2], 1),
    goal("asks for seven players and six games", &[7], 6),
    goal("asks for one player and two games", &[1], 2),
    ZERO,
    EIGHT,
    WORD,
];

/// Played with other seeds, over and over.
const CYCLE: [Goal; 6] = [
    goal("asks for seven players and 24 games", &[7], 24),
    goal("asks for four, seven and five players and 24 games", &[4, 7, 5], 24),
    goal("asks for seven players and two games", &[7], 2),
    goal("asks for seven players and 24 games", &[7], 24),
    goal("asks for two to seven players and 24 games", &[2, 3, 4, 5, 6, 7], 24),
    TWICE,
];

/// The same once the first session was one of full games, each of which is eleven hands.
const UNTOUCHED_FULL: [Goal; 6] = [
    goal("asks for two players and a full game", &[2], 1),
    goal("asks for seven players and a full game", &[7], 1),
    goal("asks for one player and two full games", &[1], 2),
    full_bad("asks for 0 players first", &["0"]),
    full_bad("asks for 8 players first", &["8"]),
    full_bad("types a word for the number of players first", &["many"]),
];

/// The full game takes hundreds of questions: a few will do.
const FULL: [Goal; 3] = [
    goal("asks for three players and a full game", &[3], 1),
    goal("asks for two players and a full game", &[2], 1),
    goal("asks for one to four players and two full games", &[4, 1], 2),
];
const FULL_SESSIONS: u32 = 3;

/// So many hands with points are enough, if greedy melding would have shown in the spec's number of them.
const ENOUGH: usize = 4000;

/// After so many sessions that hung or flooded, no more are played. All but the first cost a part of the limit.
const MOST_RUNAWAYS: usize = 12;

/// The shift of clock and entropy of the second untouched run.
const OTHER_MOMENT: u32 = 1;

/// Plays one session.
pub(super) fn play(
    task: &mut Task<'_>,
    questions: &Questions,
    mind: Mind,
    name: &str,
    setting: &Setting,
) -> Result<(Session, Transcript), PlayError> {
    let (seed, moment, budget) = (setting.seed, setting.moment, task.spec.limits.answers);
    let mut player = Player::new(mind, questions, seed, moment, name, budget);
    let transcript = task.stage.play(setting, &mut player)?;
    Ok((player.finish(&transcript), transcript))
}

/// What is fixed in a session of this task.
pub(super) fn setting(task: &Task<'_>, seed: u32, moment: u32) -> Setting {
    Setting { seed, base: task.spec.seed, moment, ..Setting::default() }
}

/// Plays the survey's sessions.
pub fn survey(task: &mut Task<'_>, questions: &Questions) -> Result<Vec<Session>, PlayError> {
    let mut survey = Survey { task, questions, sessions: Vec::new(), hands: 0, gaps: 0 };
    survey.play(UNTOUCHED[0], HOME_SEED, 0)?;
    let full = survey.is_full();
    for goal in if full { &UNTOUCHED_FULL[..] } else { &UNTOUCHED[1..] } {
        if survey.is_over() {
            return Ok(survey.sessions);
        }
        survey.play(*goal, HOME_SEED, 0)?;
    }
    if survey.is_over() {
        return Ok(survey.sessions);
    }
    survey.play(if full { UNTOUCHED_FULL[0] } else { UNTOUCHED[0] }, HOME_SEED, OTHER_MOMENT)?;
    let full = survey.is_full();
    let goals = if full { &FULL[..] } else { &CYCLE[..] };
    let budget = survey.task.sessions.unwrap_or(survey.task.spec.play.sessions);
    let budget = if full { budget.min(FULL_SESSIONS) } else { budget };
    let witness = survey.task.spec.play.witness as usize;
    for n in 0..budget {
        let rounds = n as usize / goals.len();
        if survey.is_over() || rounds >= 2 && survey.hands >= ENOUGH && survey.gaps >= witness {
            break;
        }
        let seed = survey.task.seeds.nth(n);
        survey.play(goals[n as usize % goals.len()], seed, 0)?;
    }
    Ok(survey.sessions)
}

struct Survey<'a, 'b> {
    task: &'a mut Task<'b>,
    questions: &'a Questions,
    sessions: Vec<Session>,
    /// Hands seen with points.
    hands: usize,
    /// Hands in which melding the highest cards first leaves more than the minimum.
    gaps: usize,
}

impl Survey<'_, '_> {
    fn play(&mut self, goal: Goal, seed: u32, moment: u32) -> Result<(), PlayError> {
        let setting = setting(self.task, seed, moment);
        let (session, _) = play(self.task, self.questions, Mind::Goal(goal), goal.name, &setting)?;
        let reading = Reading::default();
        let one = std::slice::from_ref(&session);
        let hands = scored(one, &reading);
        self.hands += hands.len();
        let gap = |cards: &[Card]| {
            greedy(cards) > reference::crowns::points(cards, reference::crowns::Scoring::BOOKS).unwrap_or(0)
        };
        self.gaps += hands.iter().filter(|hand| gap(hand.cards)).count();
        self.sessions.push(session);
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.sessions.iter().any(Session::is_full)
    }

    /// Whether more sessions would show nothing: the first could not be followed, or many ran away.
    fn is_over(&self) -> bool {
        self.sessions.iter().filter(|session| ran_away(session)).count() >= MOST_RUNAWAYS
            || self.sessions.len() == 3 && !followed(&self.sessions)
    }
}

/// The points of a hand if the highest rank is served first, with as many Jokers as it takes.
fn greedy(cards: &[Card]) -> u32 {
    let mut jokers = cards.iter().filter(|card| **card == Card::Joker).count();
    let mut left = 0;
    let mut melded = jokers >= 3;
    for rank in Rank::ALL.into_iter().rev() {
        let count = cards.iter().filter(|card| card.rank() == Some(rank)).count();
        let needed = 3_usize.saturating_sub(count);
        if count > 0 && needed <= jokers {
            jokers -= needed;
            melded = true;
        } else {
            left += count as u32 * u32::from(rank.number());
        }
    }
    if melded { left } else { left + 50 * jokers as u32 }
}

pub(super) fn ran_away(session: &Session) -> bool {
    matches!(session.end, Ending::CpuLimit | Ending::WallLimit | Ending::OutputLimit | Ending::Blind(_))
}

/// Whether the reader could follow at all: hands with points were seen.
pub(super) fn followed(sessions: &[Session]) -> bool {
    let seen = |session: &Session| {
        session.deals.iter().any(|deal| deal.hands.iter().any(|hand| hand.points.is_some()))
    };
    sessions.iter().any(seen)
}

/// Whether it is a game at all that was followed: one in which several cards were dealt and points shown.
///
/// Noise shows a card now and then, and a number beside it; to judge it by the rules would be to blame it.
pub(super) fn is_game(sessions: &[Session]) -> bool {
    const CARDS: usize = 3;
    let mut deals = sessions.iter().flat_map(|session| &session.deals);
    let shown = |deal: &Deal| deal.hands.iter().any(|hand| hand.points.is_some());
    deals.any(|deal| shown(deal) && deal.cards().count() >= CARDS)
}
