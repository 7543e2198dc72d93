//! The survey: many sessions by players with different goals, until every rule was witnessed often enough.

use std::collections::BTreeMap;

use reference::casino::Outcome;

use super::facts::{Announced, Next, Session};
use super::player::{Above, Ahead, Betting, Goal, Hitting, Mind, Player};
use super::question::Kind;
use super::question::Questions;
use super::reading::{At, Reading, rounds};
use super::rules::RULES;
use super::standing::outcome_by_cards;
use crate::assignment::{Language, Task};
use crate::play::{PlayError, Setting};
use crate::transcript::{Ending, Transcript};

const LONG: Goal =
    goal("bets $1 and draws below 17, for a long time", Betting::One, Hitting::Below(17), 0, 60);
const TRIAL: Goal = goal("tries the program out", Betting::One, Hitting::Below(15), 0, 6);
const GREEDY: Goal = goal("bets $1 and always draws", Betting::One, Hitting::Always, 0, 30);
const VARIED: Goal = goal("bets and draws as the mood takes", Betting::Varied, Hitting::Varied, 0, 30);
const THOUSAND: Goal = goal("bets towards exactly $1000", Betting::Thousand, Hitting::Below(17), 0, 60);
const THOUSAND_LATER: Goal = goal(
    "plays some rounds, then bets towards exactly $1000",
    Betting::ThousandLater,
    Hitting::Varied,
    0,
    60,
);
const KNOWING: Goal = goal(
    "has seen the cards before, and gets a dollar above $1000",
    Betting::Knowing(Above::ByADollar),
    Hitting::Below(17),
    0,
    24,
);
const KNOWING_BUST: Goal = goal(
    "has seen the cards before, and gets rich as the dealer goes over",
    Betting::Knowing(Above::ByBust),
    Hitting::Below(17),
    0,
    24,
);
const KNOWING_TOTAL: Goal = goal(
    "has seen the cards before, and gets rich by the higher total",
    Betting::Knowing(Above::ByTotal),
    Hitting::Below(17),
    0,
    24,
);
const ALL_IN: Goal = goal("bets everything", Betting::All, Hitting::Below(16), 0, 60);
const RECKLESS: Goal = goal("bets everything and always draws", Betting::All, Hitting::Always, 0, 60);
const OVERBET: Goal = goal("bets too much three times, then everything", Betting::All, Hitting::Varied, 3, 3);
const JUST_OVER: Goal =
    goal("bets a dollar too much before each bet", Betting::Varied, Hitting::Below(16), 1, 12);
const ONE_ROUND: Goal = goal("plays one round and draws below 17", Betting::One, Hitting::Below(17), 0, 1);
const ONE_GREEDY: Goal = goal("plays one round and always draws", Betting::One, Hitting::Always, 0, 1);
const ONE_TIMID: Goal = goal("plays one round and draws nothing", Betting::All, Hitting::Never, 0, 1);

const fn goal(name: &'static str, betting: Betting, hitting: Hitting, overbets: u32, rounds: u32) -> Goal {
    Goal { name, betting, hitting, overbets, rounds }
}

/// Played with the handout's own seed: what a student sees at home.
const UNTOUCHED: [Goal; 12] = [
    LONG,
    ONE_ROUND,
    OVERBET,
    KNOWING,
    GREEDY,
    ALL_IN,
    RECKLESS,
    ONE_TIMID,
    VARIED,
    JUST_OVER,
    KNOWING_BUST,
    KNOWING_TOTAL,
];

/// Played with other seeds, over and over; who has seen the cards before plays with the seed of the last long session.
const CYCLE: [Goal; 11] = [
    LONG,
    KNOWING_BUST,
    OVERBET,
    GREEDY,
    ONE_GREEDY,
    KNOWING,
    VARIED,
    OVERBET,
    JUST_OVER,
    ONE_TIMID,
    KNOWING_TOTAL,
];

/// Played when only riches are still to be seen, and when only rare hands are.
const FOR_RICHES: [Goal; 5] = [LONG, KNOWING, KNOWING_BUST, KNOWING_TOTAL, THOUSAND];
const FOR_BOTH: [Goal; 5] = FOR_RICHES;
const FOR_RICHES_FIXED: [Goal; 1] = [THOUSAND_LATER];
const FOR_CARDS: [Goal; 3] = [LONG, GREEDY, VARIED];

/// What only riches show, and what only rare hands do: rules and situations.
const RICHES: [&str; 4] = ["stop-rich", "exactly $1000", "above $1000", "above $1000 by the dealer's bust"];
const RARE_CARDS: [&str; 7] =
    ["two aces dealt", "21 against 21", "ace-low", "ace-sticky", "ace-high", "dealer at 16", "dealer at 17"];

/// Sessions before the first look at what is still to be seen, and between looks.
const FIRST_BATCH: u32 = 40;
const BATCH: u32 = 40;

/// After so many sessions that hung or flooded, no more are played. All but the first cost a part of the limit.
const MOST_RUNAWAYS: usize = 12;

/// How often each situation must come up before the survey may end.
const SITUATIONS_NEEDED: u32 = 2;

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
    let setting = Setting { seed, base: task.spec.seed, moment, ..Setting::default() };
    let mut player = Player::new(mind, questions, seed, moment, name, task.spec.limits.answers);
    let transcript = task.stage.play(&setting, &mut player)?;
    Ok((player.finish(&transcript), transcript))
}

/// Tries the program out and learns how it asks.
///
/// Where it is followed much better when the state of the game alone tells its questions, it prints them into a buffer
/// that is flushed too late: a person at a terminal would not see them in time either.
pub(super) fn try_out(task: &mut Task<'_>, questions: &mut Questions) -> Result<(), PlayError> {
    let (mut rounds, mut session) = trial(task, questions)?;
    // With the question for the bet known, everything after it reads otherwise.
    if questions.habits.keep_bets() {
        (rounds, session) = trial(task, questions)?;
    }
    // Followed well enough by its words.
    if rounds >= 2 || !matches!(session.end, Ending::Exited(_) | Ending::Stopped) {
        return Ok(());
    }
    let mut late = Questions { late: true, ..questions.clone() };
    questions.late = trial(task, &mut late)?.0 > rounds + 1;
    Ok(())
}

/// Plays a session that learns the program's habits, and tells how many of its rounds could be followed.
fn trial(task: &mut Task<'_>, questions: &mut Questions) -> Result<(usize, Session), PlayError> {
    let setting = Setting { seed: task.spec.seed, base: task.spec.seed, moment: 0, ..Setting::default() };
    let answers = task.spec.limits.answers;
    let mut player = Player::new(Mind::Goal(TRIAL), questions, setting.seed, 0, TRIAL.name, answers);
    let transcript = task.stage.play(&setting, &mut player)?;
    let habits = player.habits();
    let session = player.finish(&transcript);
    let bets = std::mem::replace(&mut questions.habits, habits).kinds;
    questions.habits.kinds.extend(bets);
    let settled = session.rounds.iter().filter(|round| round.complete() && round.dealt());
    Ok((settled.filter(|round| !round.dealer.cards.is_empty()).count(), session))
}

/// Plays the survey's sessions.
pub fn survey(task: &mut Task<'_>, questions: &Questions) -> Result<Vec<Session>, PlayError> {
    let seed = task.spec.seed;
    let mut sessions = Vec::new();
    let play_goal = |task: &mut Task<'_>, sessions: &mut Vec<Session>, goal: Goal, seed: u32, moment: u32| {
        let (mind, seed) = match goal.betting {
            Betting::Knowing(_) => knowing(goal, sessions, seed),
            _ => (Mind::Goal(goal), seed),
        };
        let (session, _) = play(task, questions, mind, goal.name, seed, moment)?;
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
    let mut goals: &[Goal] = &CYCLE;
    let mut looks: Vec<Wanted> = Vec::new();
    for n in 0..budget {
        if runaways(&sessions) >= MOST_RUNAWAYS {
            break;
        }
        if n >= FIRST_BATCH && n % BATCH == 0 {
            let wanted = wanting(&sessions, task);
            let hopeful: Vec<&str> =
                wanted.keys().copied().filter(|name| !hopeless(name, &wanted, &looks)).collect();
            match goals_for(&hopeful, reseeded(&sessions)) {
                Some(fitting) => goals = fitting,
                None => break,
            }
            looks.push(wanted);
        }
        let goal = goals[n as usize % goals.len()];
        play_goal(task, &mut sessions, goal, task.seeds.nth(n), 0)?;
    }
    Ok(sessions)
}

/// The mind and the seed of a player who has seen the last long session: the same answers bring the same cards.
fn knowing(goal: Goal, sessions: &[Session], seed: u32) -> (Mind, u32) {
    let Some(long) = sessions.iter().rev().find(|session| session.player == LONG.name) else {
        return (Mind::Goal(goal), seed);
    };
    let ahead = long.rounds.iter().map(|round| {
        let by_cards = outcome_by_cards(round);
        let won = match round.announced {
            Some(words) => words == Announced::Win,
            None => by_cards.is_some_and(|outcome| outcome.money_change(1) > 0),
        };
        match by_cards {
            _ if !won => Ahead::Other,
            Some(Outcome::DealerBust) => Ahead::Bust,
            _ => Ahead::Win,
        }
    });
    (Mind::Knowing(goal, ahead.collect()), long.seed)
}

/// What was not yet seen often enough, rules and situations, with how often it was.
type Wanted = BTreeMap<&'static str, u32>;

/// Whether many sessions have shown nothing more of it: the program will hardly show it at all.
fn hopeless(name: &str, wanted: &Wanted, looks: &[Wanted]) -> bool {
    let patience = if RICHES.contains(&name) { 4 } else { 2 };
    let then = looks.iter().rev().nth(patience - 1);
    then.is_some_and(|then| then.get(name) == wanted.get(name))
}

/// The goals that bring up what is wanted; `None` if nothing is.
fn goals_for(wanted: &[&str], reseeded: bool) -> Option<&'static [Goal]> {
    let any_of = |names: &[&str]| wanted.iter().any(|name| names.contains(name));
    let others = wanted.iter().any(|name| !RICHES.contains(name) && !RARE_CARDS.contains(name));
    match (any_of(&RICHES), any_of(&RARE_CARDS)) {
        _ if others => Some(&CYCLE),
        (false, false) => None,
        (true, _) if !reseeded => Some(&FOR_RICHES_FIXED),
        (true, false) => Some(&FOR_RICHES),
        (true, true) => Some(&FOR_BOTH),
        (false, true) => Some(&FOR_CARDS),
    }
}

/// What the handout leaves open and a student may want to think about; never scored.
pub(super) fn advice(
    task: &mut Task<'_>,
    questions: &Questions,
    sessions: &[Session],
) -> Result<Vec<String>, PlayError> {
    let mut advice = Vec::new();
    let Some(first) = sessions.first() else { return Ok(advice) };
    let calls = first.seedings.0;
    if task.language == Language::Cpp && calls > 1 {
        advice.push(format!(
            "It calls srand {calls} times in a run; once, at the start, is what the handout asks."
        ));
    }
    // Everything typed before the first bet, then a bet that the handout says nothing about.
    let before =
        first.asks.iter().take_while(|ask| ask.kind != Kind::Bet).filter_map(|ask| ask.answer.clone());
    let typed = before.chain(["-5".to_owned()]).collect();
    let (session, _) = play(task, questions, Mind::Lines(typed), "bets -5", task.spec.seed, 0)?;
    if session.rounds.last().is_some_and(|round| round.bet().bet == -5 && round.dealt()) {
        advice.push(
            "A bet of -5 is played, and losing it wins money: the handout leaves that open.".to_owned(),
        );
    }
    Ok(advice)
}

/// Whether the reader could follow at all: a round was dealt.
pub(super) fn followed(sessions: &[Session]) -> bool {
    sessions.iter().any(|session| session.rounds.iter().any(|round| !round.player.cards.is_empty()))
}

/// Whether it is a game at all that was followed: a round with as many cards as any that is played to its end has.
///
/// Noise shows a card now and then, and words that could be questions; to judge it by the rules would be to blame it.
pub(super) fn is_game(sessions: &[Session]) -> bool {
    const CARDS: usize = 4;
    let mut rounds = sessions.iter().flat_map(|session| &session.rounds);
    rounds.any(|round| {
        let player = round.player.cards.len();
        player > 0 && player + round.dealer.cards.len() >= CARDS
    })
}

fn runaways(sessions: &[Session]) -> usize {
    let runaway = |session: &&Session| {
        matches!(session.end, Ending::CpuLimit | Ending::WallLimit | Ending::OutputLimit | Ending::Blind(_))
    };
    sessions.iter().filter(runaway).count()
}

/// What was not yet seen as often as the spec says, or not at all.
fn wanting(sessions: &[Session], task: &Task<'_>) -> Wanted {
    let mut sessions = sessions.to_vec();
    let reading = Reading::learn(&mut sessions, task.spec.seed, task.language);
    let rare = situations(&sessions).into_iter().filter(|(_, count)| *count < SITUATIONS_NEEDED);
    // The stream of the untouched runs is long enough or not; other seeds do not change that.
    let judged = RULES.iter().filter(|rule| rule.entry.id != "seed-333");
    let unseen = judged
        .map(|rule| (rule.entry.id, (rule.judge)(&sessions, &reading).seen))
        .filter(|(_, seen)| *seen < task.spec.play.witness);
    rare.chain(unseen).collect()
}

/// Whether other seeds deal other cards.
fn reseeded(sessions: &[Session]) -> bool {
    let mut openings = sessions.iter().filter_map(|session| {
        let cards = &session.rounds.first()?.player.cards;
        cards.get(..2).map(|cards| [&cards[0].name, &cards[1].name])
    });
    let first = openings.next();
    first.is_none_or(|first| openings.any(|other| other != first))
}

/// How often each situation came up that rules are about, by the facts alone.
pub fn situations(sessions: &[Session]) -> Vec<(&'static str, u32)> {
    let mut all: Vec<(&'static str, u32)> = [
        "exactly $1000",
        "above $1000",
        "above $1000 by the dealer's bust",
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
fn came_up(at: &At<'_>) -> [bool; 12] {
    use reference::cards::Rank;
    let At { session, index, round, .. } = *at;
    let before = super::standing::money_before(session, index);
    let after = round.money_after.or_else(|| super::standing::money_after(session, index));
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
        after.is_some_and(|money| money > 1000) && outcome_by_cards(round) == Some(Outcome::DealerBust),
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
