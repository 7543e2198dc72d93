//! Judges games by the rules, and sees to it that one fault breaks one rule.
//!
//! A rule about play or outcomes says nothing more about a set in which another was broken before: what follows may
//! come of that. It is still seen to hold there. Rules about cards and sums look at single lines, so they are judged
//! everywhere.

use std::collections::BTreeMap;

use reference::bluejack::{Card, GOAL, Side};

use crate::assignment::excerpt::Place;

use super::course::{Course, Set};
use super::facts::Session;
use super::reading::Reading;
use super::record::Record;
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
    /// How often of these for the computer, where that is rare and counted.
    pub(super) seen_of_computer: u32,
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
    /// It counts only where none of these rules is broken in any game: that would explain it.
    pub(super) unless: Vec<&'static str>,
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
        let (what, last_resort, unless) = (what.into(), false, Vec::new());
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
            breach.unless.push(cause);
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

/// What the rules found in the games that were judged one by one, so far.
#[derive(Debug, Default)]
pub(super) struct Docket {
    games: usize,
    findings: BTreeMap<&'static str, Findings>,
    /// How often the computer had what is rare for it: a blue 20.
    of_computer: u32,
    /// Breaches that another rule explains, if it is broken in any game: the rule, the others, the breach.
    doubtful: Vec<(&'static str, Vec<&'static str>, Finding)>,
}

impl Docket {
    /// Judges one more game.
    pub(super) fn add(&mut self, session: &Session, course: &Course, reading: &Reading) {
        for (id, found) in judge_game(&Game { session, course, reading }) {
            let findings = self.findings.entry(id).or_default();
            findings.seen += found.seen;
            self.of_computer += found.seen_of_computer;
            for breach in found.breaches {
                let others = breach.unless.clone();
                let finding = breach.finding(self.games, course);
                if others.is_empty() {
                    findings.broken.push(finding);
                } else {
                    self.doubtful.push((id, others, finding));
                }
            }
        }
        self.games += 1;
    }

    /// How many games were judged.
    pub(super) fn games(&self) -> usize {
        self.games
    }

    /// How often a rule came up.
    pub(super) fn seen(&self, id: &str) -> u32 {
        self.findings.get(id).map_or(0, |findings| findings.seen)
    }

    /// How often the computer had a blue 20.
    pub(super) fn blue_of_computer(&self) -> u32 {
        self.of_computer
    }

    /// Whether a rule is broken as far as is known by now.
    pub(super) fn is_broken(&self, id: &str) -> bool {
        let surely = |id: &str| self.findings.get(id).is_some_and(|findings| !findings.broken.is_empty());
        let stands = |others: &[&str]| !others.iter().any(|other| surely(other));
        surely(id) || self.doubtful.iter().any(|(rule, others, _)| *rule == id && stands(others))
    }

    /// The findings by rule. A doubtful breach stands where the rules that would explain it hold.
    fn close(self) -> BTreeMap<&'static str, Findings> {
        let Self { mut findings, doubtful, .. } = self;
        for (id, others, finding) in doubtful {
            let holds = |other: &&str| findings.get(*other).is_none_or(|findings| findings.broken.is_empty());
            if others.iter().all(holds)
                && let Some(findings) = findings.get_mut(id)
            {
                findings.broken.push(finding);
            }
        }
        findings
    }
}

/// The findings of every rule, by id.
pub fn judge_all(sessions: &[Session], reading: &Reading) -> BTreeMap<&'static str, Findings> {
    judge_recorded(Record::default(), sessions, reading)
}

/// The same, where some of the games may have been judged already.
pub(super) fn judge_recorded(
    record: Record,
    sessions: &[Session],
    reading: &Reading,
) -> BTreeMap<&'static str, Findings> {
    let mut all = record.close(sessions, reading).close();
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

/// What a rule found in one game.
struct Report {
    id: &'static str,
    /// Whether it is about play or outcomes.
    is_play: bool,
    found: Found,
}

/// What each rule found in one game, after what follows from earlier faults is left out.
fn judge_game(game: &Game<'_>) -> Vec<(&'static str, Found)> {
    let reports: Vec<Report> = RULES.iter().filter_map(|rule| report(rule, game)).collect();
    let causes = causes(&reports);
    let kept = reports.into_iter().map(|Report { id, is_play, mut found }| {
        found.breaches.retain(|breach| {
            if breach.last_resort {
                return causes.is_empty();
            }
            let cause = causes.get(&breach.set);
            !is_play || cause.is_none_or(|(_, rank)| FIRST.get(*rank) == Some(&id))
        });
        (id, found)
    });
    kept.collect()
}

/// What one rule found in one game; `None` if it looks at all games together.
fn report(rule: &Rule, game: &Game<'_>) -> Option<Report> {
    let (is_play, judge) = match rule.judge {
        Judge::Cards(judge) | Judge::Sums(judge) => (false, judge),
        Judge::Play(judge) => (true, judge),
        Judge::Class(_) => return None,
    };
    let (id, mut found) = (rule.entry.id, Found::default());
    judge(game, &mut found);
    if id != "exits-cleanly" {
        let (session, last) = (game.session, game.course.sets.len().saturating_sub(1));
        // What was said last before a crash is not told to its end, nor is a set that never ends.
        let endless = session.ran_away() || session.never_ends();
        let told = |breach: &Breach| session.is_sound() || breach.place.turn < session.asks.len();
        found.breaches.retain(|breach| told(breach) && !(endless && breach.set == last));
    }
    if OUTCOMES.contains(&id) {
        for breach in &mut found.breaches {
            let set = game.course.sets.get(breach.set);
            breach.unless.extend(set.and_then(cause_of_sums));
            breach.unless.extend(set.and_then(|set| cause_of_busts(id, set)));
        }
    }
    // With a card that stays in the hand the others have other places.
    if MOVES.contains(&id) {
        for breach in &mut found.breaches {
            breach.unless.push("card-once");
        }
    }
    Some(Report { id, is_play, found })
}

/// Rules about what sums lead to.
const OUTCOMES: [&str; 5] = ["bust", "nine-cards", "closest", "set-tie", "blue-twenty"];

/// Rules about answers that name a card by its place.
const MOVES: [&str; 2] = ["legal-move", "bad-move"];

/// Who busts at 20 wins nothing by it: where that rule is broken anywhere, it explains what else is wrong in a set in which
/// a side stands there.
fn cause_of_busts(id: &str, set: &Set) -> Option<&'static str> {
    let boards = set.boards();
    let is_there = Side::ALL.into_iter().any(|side| boards[side].maybe(|sum| sum == GOAL));
    (id != "bust" && is_there).then_some("bust")
}

/// The rule that, where it is broken anywhere, may have changed the sums of a set without a word of it: a Flip or Double
/// that works on the other side's board, which is not shown again.
fn cause_of_sums(set: &Set) -> Option<&'static str> {
    let boards = set.boards();
    Side::ALL.into_iter().find_map(|side| match boards[side].special()? {
        Card::Flip => Some("flip-last"),
        Card::Double => Some("double-last"),
        Card::Plain { .. } | Card::Signed { .. } => None,
    })
}

/// The first fault of each set: where it shows, and the rank of its rule.
fn causes(reports: &[Report]) -> BTreeMap<usize, (Place, usize)> {
    let mut causes: BTreeMap<usize, (Place, usize)> = BTreeMap::new();
    for Report { id, found, .. } in reports {
        let Some(rank) = FIRST.iter().position(|first| first == id) else { continue };
        for breach in found.breaches.iter().filter(|breach| !breach.last_resort) {
            let cause = (breach.place, rank);
            causes.entry(breach.set).and_modify(|first| *first = cause.min(*first)).or_insert(cause);
        }
    }
    causes
}
