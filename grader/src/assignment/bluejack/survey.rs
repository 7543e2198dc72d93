//! The survey: hundreds of games by players with different goals.

use std::collections::BTreeSet;

use reference::bluejack::{Card, Colour, Side};

use crate::assignment::Task;
use crate::play::{PlayError, Setting};
use crate::transcript::Transcript;

use super::facts::{Session, What, cards_of};
use super::plans::Plan;
use super::player::{Goal, Mind, Player};
use super::question::Questions;
use super::reading::{HOME_SEED, Reading};
use super::record::Record;
use super::rules::odds;

const fn goal(name: &'static str, plan: Plan) -> Goal {
    Goal { name, plan, bad: &[], bad_turn: 0 }
}

const fn bad(name: &'static str, plan: Plan, bad: &'static [&'static str], bad_turn: usize) -> Goal {
    Goal { name, plan, bad, bad_turn }
}

const STANDS_17: Goal = goal("stands from 17 on", Plan::StandFrom(17));
const STANDS_15: Goal = goal("stands from 15 on", Plan::StandFrom(15));
const STANDS_18: Goal = goal("stands from 18 on", Plan::StandFrom(18));
const STANDS_20: Goal = goal("stands at 20 only", Plan::StandFrom(20));
const AT_ONCE: Goal = goal("stands at once", Plan::StandFrom(i64::MIN));
const ENDS: Goal = goal("ends every turn", Plan::End);
const STANDS_OVER: Goal = goal("ends every turn, and stands over 20", Plan::StandOver);
const FIRST: Goal = goal("plays the first card it holds, then stands from 17 on", Plan::First);
const LAST: Goal = goal("plays the last card it holds, then stands from 17 on", Plan::Last);
const CHANGE: Goal = goal("plays Flip and Double, then stands from 17 on", Plan::Change);
const FILL_FAST: Goal = goal("plays a card in each turn, for nine cards", Plan::FillFast);
const FILL: Goal = goal("wants nine cards", Plan::Fill);
const BLUE: Goal = goal("wants a blue 20", Plan::Blue);
const BLUE_OR_LEAVES: Goal = goal("wants a blue 20 in the first set", Plan::BlueOrLeave);
const LEVEL: Goal = goal("wants the computer's sum", Plan::Level);
const LEAVES: Goal = goal("looks at the first hand", Plan::Leave);

const ONE_BAD: Goal =
    bad("gives one wrong answer, then stands from 17 on", Plan::StandFrom(17), &["hello"], 0);
const NUMBER_BAD: Goal = bad(
    "plays cards that are not there, then stands from 17 on",
    Plan::StandFrom(17),
    &["play 9", "play 5"],
    0,
);
const ZERO_BAD: Goal = bad("plays card 0, then stands from 15 on", Plan::StandFrom(15), &["play 0"], 1);
const LATE_BAD: Goal =
    bad("gives two wrong answers in the second turn", Plan::StandFrom(18), &["banana", "hit"], 1);
const LETTER_BAD: Goal = bad("plays card x, then stands from 17 on", Plan::StandFrom(17), &["play x"], 0);
const HUGE_BAD: Goal =
    bad("plays card 99999999999, then stands from 17 on", Plan::StandFrom(17), &["play 99999999999"], 0);
const GONE_BAD: Goal = bad("plays its last card twice", Plan::Last, &["play 4", "draw"], 1);

/// Played at first, with the seed of an untouched run: what a student may see at home.
const UNTOUCHED: [Goal; 13] = [
    STANDS_17, ENDS, FIRST, LAST, AT_ONCE, STANDS_20, ONE_BAD, NUMBER_BAD, ZERO_BAD, CHANGE, FILL, BLUE,
    LEVEL,
];

/// Played with other seeds, over and over.
const CYCLE: [Goal; 20] = [
    STANDS_17,
    FIRST,
    ENDS,
    LAST,
    STANDS_20,
    ONE_BAD,
    AT_ONCE,
    CHANGE,
    NUMBER_BAD,
    STANDS_15,
    LEVEL,
    LATE_BAD,
    STANDS_OVER,
    ZERO_BAD,
    STANDS_18,
    GONE_BAD,
    FILL,
    LETTER_BAD,
    BLUE,
    HUGE_BAD,
];

/// Every so many games, one is played without any plan.
const MIXED: u32 = 3;

/// After so many games that hung or flooded, no more are played. All but the first few cost a part of the limit.
const MOST_RUNAWAYS: usize = 25;

/// The shift of clock and entropy of the second untouched run.
const OTHER_MOMENT: u32 = 1;

/// So many first hands are looked at for each game played.
const LOOKS: u32 = 3;

/// After so many looks for each game played, no more are taken where the hands plainly match the odds.
const FIRST_LOOKS: u32 = 1;

/// By so many looks it is clear whether other seeds bring other hands.
const ENOUGH_LOOKS: u32 = 8;

/// A blue 20 is rarer than all else: so many are enough, and more games are played for it.
const FEW: u32 = 3;

/// For each game played, so many first sets are begun for it if need be.
const FRESH: u32 = 6;

/// For each game played, so many are begun to see the computer alone: a blue 20 of its own comes by chance.
const ALONE: u32 = 3;

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

/// Plays the survey's games; what of them was judged already comes with them.
pub(super) fn survey(
    task: &mut Task<'_>,
    questions: &Questions,
) -> Result<(Vec<Session>, Record), PlayError> {
    let record = Record::default();
    let mut games = Games { task, questions, sessions: Vec::new(), record, runaways_before: 0 };
    for goal in UNTOUCHED {
        games.play(goal, HOME_SEED, 0)?;
        if games.are_over() {
            return Ok((games.sessions, games.record));
        }
    }
    games.play(STANDS_17, HOME_SEED, OTHER_MOMENT)?;
    let budget = games.task.sessions.unwrap_or(games.task.spec.play.sessions);
    games.look(budget)?;
    games.cycle(budget)?;
    games.aim(budget as usize)?;
    Ok((games.sessions, games.record))
}

/// A player without a plan.
const fn any(salt: u32) -> Goal {
    goal("answers by chance", Plan::Any(salt))
}

struct Games<'a, 'b> {
    task: &'a mut Task<'b>,
    questions: &'a Questions,
    sessions: Vec<Session>,
    /// What is known of them so far.
    record: Record,
    /// How many did before what is rare was looked for.
    runaways_before: usize,
}

/// What a first hand and a first draw are worth to an aim.
type Worth = fn(&[Card], Option<Card>) -> i64;

impl Games<'_, '_> {
    fn play(&mut self, goal: Goal, seed: u32, moment: u32) -> Result<(), PlayError> {
        let setting = setting(self.task, seed, moment);
        let (session, _) = play(self.task, self.questions, Mind::Goal(goal), goal.name, &setting)?;
        self.sessions.push(session);
        Ok(())
    }

    /// Whether more games would show nothing: the first could not be followed, or some ran away.
    fn are_over(&self) -> bool {
        self.runaways() - self.runaways_before >= MOST_RUNAWAYS
            || self.sessions.len() == 3 && !followed(&self.sessions)
    }

    fn runaways(&self) -> usize {
        self.sessions.iter().filter(|session| session.ran_away()).count()
    }

    /// Plays with other seeds.
    fn cycle(&mut self, budget: u32) -> Result<(), PlayError> {
        for n in 0..budget {
            if self.are_over() {
                break;
            }
            let seed = self.task.seeds.nth(n);
            let mixed = n % MIXED == MIXED - 1;
            let goal = if mixed { any(n) } else { CYCLE[(n - n / MIXED) as usize % CYCLE.len()] };
            self.play(goal, seed, 0)?;
        }
        Ok(())
    }

    /// Looks at many first hands, where other seeds bring others.
    fn look(&mut self, played: u32) -> Result<(), PlayError> {
        for n in played..played * (LOOKS + 1) {
            let looks = n - played;
            if self.are_over() || looks == ENOUGH_LOOKS && !self.can_reseed() {
                break;
            }
            if looks == played * FIRST_LOOKS && odds::are_plainly_right(&self.sessions) {
                break;
            }
            let seed = self.task.seeds.nth(n);
            self.play(LEAVES, seed, 0)?;
        }
        Ok(())
    }

    /// Whether other seeds deal other hands.
    fn can_reseed(&self) -> bool {
        let hands: BTreeSet<_> =
            self.sessions.iter().filter_map(|session| session.first_hand().map(|(_, hand)| hand)).collect();
        hands.len() > 2
    }

    /// Plays for what is rare, with the hands that are best for it, until it was seen often enough.
    fn aim(&mut self, most: usize) -> Result<(), PlayError> {
        let witness = self.task.spec.play.witness;
        let aims: [(&str, Goal, u32, Worth); 6] = [
            ("nine-cards", FILL_FAST, witness / 2, low),
            ("nine-cards", FILL, witness, low),
            ("flip-last", CHANGE, witness, |hand, _| i64::from(hand.contains(&Card::Flip))),
            ("double-last", CHANGE, witness, |hand, _| i64::from(hand.contains(&Card::Double))),
            ("set-tie", LEVEL, witness, |_, _| 1),
            ("blue-twenty", BLUE, FEW, blue),
        ];
        let reading = self.record.learn(&self.sessions);
        // Games that run away while something rare is looked for have a patience of their own.
        self.runaways_before = self.runaways();
        for (id, goal, witness, worth) in aims {
            for seed in self.best(worth).into_iter().take(most) {
                if self.are_over() || self.is_enough(&reading, id, witness) {
                    break;
                }
                self.play(goal, seed, 0)?;
            }
        }
        self.begin_sets(most as u32, &reading)?;
        self.leave_alone(most as u32, &reading)
    }

    /// Lets the computer play alone until it has a blue 20 as well.
    fn leave_alone(&mut self, played: u32, reading: &Reading) -> Result<(), PlayError> {
        if !self.can_reseed() {
            return Ok(());
        }
        self.runaways_before = self.runaways();
        for n in 0..ALONE * played {
            let docket = self.record.judge(&self.sessions, reading);
            if docket.blue_of_computer() > 0 || docket.is_broken("blue-twenty") || self.are_over() {
                break;
            }
            let seed = self.task.seeds.nth(played * (LOOKS + 1 + FRESH) + n);
            self.play(AT_ONCE, seed, 0)?;
        }
        Ok(())
    }

    /// Begins other first sets for a blue 20: where games are short, they are all there is.
    fn begin_sets(&mut self, played: u32, reading: &Reading) -> Result<(), PlayError> {
        if !self.can_reseed() {
            return Ok(());
        }
        // Most of these end at the first question, before a game could run away.
        self.runaways_before = self.runaways();
        for n in 0..FRESH * played {
            if self.are_over() || self.is_enough(reading, "blue-twenty", FEW) {
                break;
            }
            let seed = self.task.seeds.nth(played * (LOOKS + 1) + n);
            self.play(BLUE_OR_LEAVES, seed, 0)?;
        }
        Ok(())
    }

    /// Whether a rule came up often enough, or is known to be broken, by all games so far.
    fn is_enough(&mut self, reading: &Reading, id: &str, witness: u32) -> bool {
        let docket = self.record.judge(&self.sessions, reading);
        docket.seen(id) >= witness || docket.is_broken(id)
    }

    /// The seeds whose first hands are worth something, the best first.
    fn best(&self, worth: Worth) -> Vec<u32> {
        let mut seeds = BTreeSet::new();
        let mut all: Vec<(i64, u32)> = self
            .sessions
            .iter()
            .filter(|session| seeds.insert(session.seed))
            .filter_map(|session| {
                let hand = session.first_hand().and_then(|(_, hand)| cards_of(hand))?;
                let first = session.events.iter().find_map(|event| match &event.what {
                    What::Draws(Side::Human, card) => Some(card.card),
                    _ => None,
                });
                Some((worth(&hand, first.flatten()), session.seed)).filter(|(worth, _)| *worth > 0)
            })
            .collect();
        all.sort_by_key(|(worth, _)| -worth);
        all.into_iter().map(|(_, seed)| seed).collect()
    }
}

/// How well a hand fills a board: cards below 0 and Flip.
fn low(hand: &[Card], _: Option<Card>) -> i64 {
    hand.iter().map(|card| if *card == Card::Flip { 8 } else { -card.value().unwrap_or(0).min(0) }).sum()
}

/// How near a blue 20 is: blue cards in the hand, and best one drawn.
fn blue(hand: &[Card], first: Option<Card>) -> i64 {
    let is_blue = |card: &Card| card.colour() == Some(Colour::Blue);
    let held = hand.iter().filter(|card| is_blue(card)).count() as i64;
    1 + held + if first.is_some_and(|card| is_blue(&card)) { 3 * held + 1 } else { 0 }
}

/// Whether the reader could follow at all: a draw, a board and a hand were seen.
pub(super) fn followed(sessions: &[Session]) -> bool {
    let says = |holds: &dyn Fn(&What) -> bool| {
        sessions.iter().any(|session| session.events.iter().any(|event| holds(&event.what)))
    };
    says(&|what| matches!(what, What::Draws(Side::Human, _)))
        && says(&|what| matches!(what, What::Board(Side::Human, ..)))
        && says(&|what| matches!(what, What::Hand(Side::Human, _)))
}
