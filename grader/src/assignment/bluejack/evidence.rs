//! The shortest proof of a fault: fewest answers, and best a game a student can repeat at home.

use std::collections::VecDeque;

use reference::bluejack::{Card, board_sum, board_values};

use crate::assignment::excerpt::{Note, Place, render};
use crate::assignment::{Evidence, Task};
use crate::play::PlayError;
use crate::transcript::{Ending, Transcript};

use super::facts::{Session, What, cards_of};
use super::player::Mind;
use super::question::Questions;
use super::reading::{HOME_SEED, Reading};
use super::referee::judge_one;
use super::rules::{Finding, Rule};
use super::survey::{play, setting};

/// A game at home is preferred while it has no more than so many answers beyond the shortest.
const HOME_MORE: usize = 6;

/// Finds proofs.
pub(super) struct Prover<'a, 'b> {
    pub(super) task: &'a mut Task<'b>,
    pub(super) questions: &'a Questions,
    pub(super) reading: &'a Reading,
}

/// A breach, and the answers that lead to it.
#[derive(Clone)]
struct Candidate {
    runs_away: bool,
    seed: u32,
    moment: u32,
    player: String,
    answers: Vec<String>,
    finding: Finding,
}

impl Prover<'_, '_> {
    /// The shortest proof of a rule's breach; the finding it shows comes with it.
    pub(super) fn prove(
        &mut self,
        rule: &Rule,
        sessions: &[Session],
        broken: &[Finding],
    ) -> Result<Option<(Finding, Evidence)>, PlayError> {
        let shortest = |home: bool| {
            let those = broken.iter().map(|finding| (&sessions[finding.session], finding));
            let those = those.filter(|(session, _)| self.is_at_home(session) == home);
            those.min_by_key(|(session, finding)| (runs_away(session), typed(session, finding).count()))
        };
        let answers = |(session, finding): (&Session, &Finding)| typed(session, finding).count();
        let (session, finding) = match (shortest(true), shortest(false)) {
            (Some(home), Some(away)) if answers(home) > answers(away) + HOME_MORE => away,
            (Some(home), _) => home,
            (None, Some(away)) => away,
            (None, None) => return Ok(None),
        };
        let best = Candidate::new(session, finding);
        // A game that hangs or floods costs much each time it is played.
        let best = if best.runs_away { best } else { self.shorter(rule, best)? };
        self.show(rule, &best).map(Some)
    }

    fn is_at_home(&self, session: &Session) -> bool {
        session.seed == HOME_SEED && session.moment == 0 && self.reading.repeats
    }

    /// Leaves out each answer that the breach does not need.
    fn shorter(&mut self, rule: &Rule, mut best: Candidate) -> Result<Candidate, PlayError> {
        let mut budget = self.task.spec.play.shrink_sessions;
        let mut at = best.answers.len();
        while at > 0 && budget > 0 {
            at -= 1;
            budget -= 1;
            let mut answers = best.answers.clone();
            answers.remove(at);
            let (session, _) = self.replay(&best, &answers)?;
            let found = judge_one(rule, std::slice::from_ref(&session), self.reading);
            if let Some(finding) = found.broken.into_iter().next() {
                answers.truncate(finding.turn);
                best = Candidate { answers, finding, ..best };
                at = at.min(best.answers.len());
            }
        }
        Ok(best)
    }

    fn replay(
        &mut self,
        candidate: &Candidate,
        answers: &[String],
    ) -> Result<(Session, Transcript), PlayError> {
        let lines: VecDeque<String> = answers.iter().cloned().collect();
        let setting = setting(self.task, candidate.seed, candidate.moment);
        play(self.task, self.questions, Mind::Lines(lines), &candidate.player, &setting)
    }

    /// Plays the proof once more and writes it down.
    fn show(&mut self, rule: &Rule, best: &Candidate) -> Result<(Finding, Evidence), PlayError> {
        let (session, transcript) = self.replay(best, &best.answers)?;
        let again = judge_one(rule, std::slice::from_ref(&session), self.reading);
        let finding = again.broken.into_iter().next().unwrap_or_else(|| best.finding.clone());
        let notes = arithmetic(&session, false);
        let answers = best.answers.clone();
        let moment = if best.moment == 0 { String::new() } else { format!(" --moment {}", best.moment) };
        let typed = if answers.is_empty() { String::new() } else { format!(" '{}'", answers.join(",")) };
        let evidence = Evidence::Play {
            seed: best.seed,
            player: best.player.clone(),
            excerpt: render(&transcript, finding.from, finding.turn, &notes),
            expected: finding.expected.clone(),
            at_home: self.is_at_home(&session),
            diff: String::new(),
            replay: format!("{} --seed {}{moment} --answers{typed}", self.task.replay, best.seed),
            answers,
        };
        Ok((finding, evidence))
    }
}

impl Candidate {
    fn new(session: &Session, finding: &Finding) -> Self {
        Self {
            runs_away: runs_away(session),
            seed: session.seed,
            moment: session.moment,
            player: session.player.clone(),
            answers: typed(session, finding).cloned().collect(),
            finding: finding.clone(),
        }
    }
}

/// Whether the program had to be ended.
fn runs_away(session: &Session) -> bool {
    !matches!(session.end, Ending::Exited(_) | Ending::Stopped)
}

/// What was typed before a breach.
fn typed<'a>(session: &'a Session, finding: &Finding) -> impl Iterator<Item = &'a String> {
    session.asks.iter().take(finding.turn).filter_map(|ask| ask.typed.as_ref())
}

/// Notes for every sum shown: how the cards add up; with `all` also where the sum is right and plain.
pub(super) fn arithmetic(session: &Session, all: bool) -> Vec<Note> {
    let mut notes: Vec<(Place, String)> = Vec::new();
    for event in &session.events {
        let What::Board(_, printed, Some(sum)) = &event.what else { continue };
        let Some(cards) = cards_of(printed).filter(|cards| cards.len() > 1) else { continue };
        let right = board_sum(&cards) == *sum;
        let changed = cards.iter().any(|card| card.value().is_none());
        if all || !right || changed {
            let shown = if right { String::new() } else { format!(", shown {sum}") };
            notes.push((event.place, format!("{}{shown}", sum_of(&cards))));
        }
    }
    notes
}

/// How the cards of a board add up: `7 + 4 - 2 = 9`, each as Flip and Double changed it.
fn sum_of(cards: &[Card]) -> String {
    let values = board_values(cards);
    let counted: Vec<i64> = cards
        .iter()
        .zip(values)
        .filter_map(|(card, value)| card.value().is_some().then_some(value))
        .collect();
    if let [value] = counted[..] {
        return value.to_string();
    }
    let mut text = String::new();
    for (at, value) in counted.into_iter().enumerate() {
        let sign = match (at, value < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text.push_str(sign);
        text.push_str(&value.unsigned_abs().to_string());
    }
    format!("{text} = {}", board_sum(cards))
}
