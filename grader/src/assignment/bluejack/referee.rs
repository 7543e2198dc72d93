//! Judges games by the rules, and sees to it that one fault breaks one rule.
//!
//! A rule about play or outcomes says nothing more about a set in which another was broken before: what follows may
//! come of that. It is still seen to hold there. Rules about cards and sums look at single lines, so they are judged
//! everywhere.

use std::collections::BTreeMap;

use crate::assignment::excerpt::Place;

use super::course::Course;
use super::facts::Session;
use super::reading::Reading;
use super::rules::{Finding, Findings, Judge, RULES, Rule};

/// One game, as a rule is given it.
#[derive(Clone, Copy)]
pub(super) struct Game<'a> {
    pub(super) session: &'a Session,
    pub(super) course: &'a Course,
    pub(super) reading: &'a Reading,
}

/// What a rule found in one game.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub(super) seen: u32,
    pub(super) breaches: Vec<Breach>,
}

/// A breach of a rule.
#[derive(Debug, Clone)]
pub(super) struct Breach {
    /// The set.
    pub(super) set: usize,
    /// Where it shows.
    pub(super) place: Place,
    /// What the program did.
    pub(super) what: String,
    /// What the rule asks.
    pub(super) expected: &'static str,
    /// It counts only where nothing else in the whole game explains it.
    pub(super) last_resort: bool,
    /// It counts only where this rule is not broken in any game: that would explain it.
    pub(super) unless: Option<&'static str>,
}

impl Found {
    /// The rule's situation came up.
    pub(super) fn see(&mut self) {
        self.seen += 1;
    }

    /// The rule was broken.
    pub(super) fn breach(
        &mut self,
        set: usize,
        place: Place,
        what: impl Into<String>,
        expected: &'static str,
    ) {
        let (what, last_resort, unless) = (what.into(), false, None);
        self.breaches.push(Breach { set, place, what, expected, last_resort, unless });
    }

    /// The rule was broken, unless another one that is broken in some game explains it.
    pub(super) fn breach_unless(
        &mut self,
        cause: &'static str,
        set: usize,
        place: Place,
        what: impl Into<String>,
        expected: &'static str,
    ) {
        self.breach(set, place, what, expected);
        if let Some(breach) = self.breaches.last_mut() {
            breach.unless = Some(cause);
        }
    }
}

/// Where two rules are broken at the same place, the one named first here is the fault.
const FIRST: [&str; 16] = [
    "flip-last",
    "double-last",
    "board-sum",
    "bad-move",
    "legal-move",
    "stand-waits",
    "one-card-a-turn",
    "draw-first",
    "player-first",
    "alternate",
    "nine-cards",
    "blue-twenty",
    "bust",
    "set-tie",
    "closest",
    "three-sets",
];

/// The findings of every rule, by id.
pub fn judge_all(sessions: &[Session], reading: &Reading) -> BTreeMap<&'static str, Findings> {
    let mut all: BTreeMap<&'static str, Findings> = BTreeMap::new();
    let mut doubtful: Vec<(&'static str, &'static str, Finding)> = Vec::new();
    for (nth, session) in sessions.iter().enumerate() {
        let course = Course::of(session, reading);
        for (id, found) in judge_game(&Game { session, course: &course, reading }) {
            let findings = all.entry(id).or_default();
            findings.seen += found.seen;
            for breach in found.breaches {
                let cause = breach.unless;
                let finding = breach.finding(nth, &course);
                match cause {
                    Some(cause) => doubtful.push((id, cause, finding)),
                    None => findings.broken.push(finding),
                }
            }
        }
    }
    for (id, cause, finding) in doubtful {
        if all.get(cause).is_none_or(|findings| findings.broken.is_empty())
            && let Some(findings) = all.get_mut(id)
        {
            findings.broken.push(finding);
        }
    }
    for rule in &RULES {
        if let Judge::Class(judge) = rule.judge {
            all.insert(rule.entry.id, judge(sessions, reading));
        }
    }
    all
}

/// The findings of one rule.
pub fn judge_one(rule: &Rule, sessions: &[Session], reading: &Reading) -> Findings {
    judge_all(sessions, reading).remove(rule.entry.id).unwrap_or_default()
}

impl Breach {
    fn finding(self, nth: usize, course: &Course) -> Finding {
        let from = course.sets.get(self.set).map_or(0, |set| set.begins.turn.min(self.place.turn));
        Finding {
            session: nth,
            from,
            turn: self.place.turn,
            what: self.what,
            expected: self.expected.to_owned(),
        }
    }
}

/// What each rule found in one game, after what follows from earlier faults is left out.
fn judge_game(game: &Game<'_>) -> Vec<(&'static str, Found)> {
    let session = game.session;
    let mut found: Vec<(&'static str, bool, Found)> = Vec::new();
    for rule in &RULES {
        let (is_play, judge) = match rule.judge {
            Judge::Cards(judge) => (None, judge),
            Judge::Sums(judge) => (Some(false), judge),
            Judge::Play(judge) => (Some(true), judge),
            Judge::Class(_) => continue,
        };
        let mut one = Found::default();
        judge(game, &mut one);
        // What was said last before a crash, a hang or a flood is not told to its end.
        if !session.is_sound() && rule.entry.id != "exits-cleanly" {
            one.breaches.retain(|breach| breach.place.turn < session.asks.len());
        }
        found.push((rule.entry.id, is_play == Some(true), one));
    }
    let mut causes: BTreeMap<usize, (Place, usize)> = BTreeMap::new();
    for (id, _, one) in &found {
        let Some(rank) = FIRST.iter().position(|first| first == id) else { continue };
        for breach in one.breaches.iter().filter(|breach| !breach.last_resort) {
            let cause = (breach.place, rank);
            causes.entry(breach.set).and_modify(|first| *first = cause.min(*first)).or_insert(cause);
        }
    }
    let kept = found.into_iter().map(|(id, is_play, mut one)| {
        one.breaches.retain(|breach| {
            if breach.last_resort {
                return causes.is_empty();
            }
            let cause = causes.get(&breach.set);
            !is_play || cause.is_none_or(|(_, rank)| FIRST.get(*rank) == Some(&id))
        });
        (id, one)
    });
    kept.collect()
}
