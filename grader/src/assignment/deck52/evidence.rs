//! The shortest proof of a fault: fewest answers, and best a game a student can repeat at home.

use std::collections::VecDeque;

use crate::assignment::excerpt::{Note, render};
use crate::assignment::{Evidence, Task};
use crate::play::PlayError;
use crate::transcript::{Ending, Transcript};

use super::facts::{Intent, Session};
use super::player::Mind;
use super::question::Questions;
use super::reading::{HOME_SEED, Reading};
use super::rules::{Finding, Rule};
use super::score::sum_of;
use super::survey::{play, setting};

/// A game at home is preferred while it has no more than so many answers beyond the shortest.
const HOME_MORE: usize = 3;

/// Finds proofs.
pub(super) struct Prover<'a, 'b> {
    pub(super) task: &'a mut Task<'b>,
    pub(super) questions: &'a Questions,
    pub(super) reading: &'a Reading,
}

/// An answer, and what it was meant to be.
type Typed = (String, Option<Intent>);

/// A breach, and the answers that lead to it.
#[derive(Clone)]
struct Candidate {
    runs_away: bool,
    seed: u32,
    moment: u32,
    player: String,
    answers: Vec<Typed>,
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
        let candidates = broken.iter().map(|finding| Candidate::new(&sessions[finding.session], finding));
        let (home, away): (Vec<_>, Vec<_>) = candidates.partition(|candidate| self.is_at_home(candidate));
        let shortest =
            |all: Vec<Candidate>| all.into_iter().min_by_key(|one| (one.runs_away, one.answers.len()));
        let best = match (shortest(home), shortest(away)) {
            (Some(home), Some(away)) if home.answers.len() > away.answers.len() + HOME_MORE => away,
            (Some(home), _) => home,
            (None, Some(away)) => away,
            (None, None) => return Ok(None),
        };
        // A game that hangs or floods costs much each time it is played.
        let best = if best.runs_away { best } else { self.shorter(rule, best)? };
        self.show(rule, &best).map(Some)
    }

    fn is_at_home(&self, candidate: &Candidate) -> bool {
        candidate.seed == HOME_SEED && candidate.moment == 0 && self.reading.repeats
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
            let found = (rule.judge)(std::slice::from_ref(&session), self.reading);
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
        answers: &[Typed],
    ) -> Result<(Session, Transcript), PlayError> {
        let lines: VecDeque<Typed> = answers.iter().cloned().collect();
        let setting = setting(self.task, candidate.seed, candidate.moment);
        play(self.task, self.questions, Mind::Lines(lines), &candidate.player, &setting)
    }

    /// Plays the proof once more and writes it down.
    fn show(&mut self, rule: &Rule, best: &Candidate) -> Result<(Finding, Evidence), PlayError> {
        let (session, transcript) = self.replay(best, &best.answers)?;
        let again = (rule.judge)(std::slice::from_ref(&session), self.reading);
        let finding = again.broken.into_iter().next().unwrap_or_else(|| best.finding.clone());
        let notes = arithmetic(&session, self.reading, false);
        let answers: Vec<String> = best.answers.iter().map(|(answer, _)| answer.clone()).collect();
        let moment = if best.moment == 0 { String::new() } else { format!(" --moment {}", best.moment) };
        let evidence = Evidence::Play {
            seed: best.seed,
            player: best.player.clone(),
            excerpt: render(&transcript, finding.from, finding.turn, &notes),
            expected: finding.expected.clone(),
            at_home: self.is_at_home(best),
            diff: String::new(),
            replay: format!(
                "{} --seed {}{moment} --answers {}",
                self.task.replay,
                best.seed,
                answers.join(",")
            ),
            answers,
        };
        Ok((finding, evidence))
    }
}

impl Candidate {
    fn new(session: &Session, finding: &Finding) -> Self {
        let typed = session.asks.iter().take(finding.turn);
        let answers = typed.filter_map(|ask| Some((ask.answer.clone()?, ask.intent)));
        Self {
            runs_away: !matches!(session.end, Ending::Exited(_) | Ending::Stopped),
            seed: session.seed,
            moment: session.moment,
            player: session.player.clone(),
            answers: answers.collect(),
            finding: finding.clone(),
        }
    }
}

/// Notes for every score shown: how the cards add up; with `all` also where the score is right.
pub(super) fn arithmetic(session: &Session, reading: &Reading, all: bool) -> Vec<Note> {
    let mut notes = Vec::new();
    for show in &session.shows {
        let Some(score) = &show.score else { continue };
        let right = reading.totals(show).contains(&score.number) && !wrong(show, score.number, reading);
        if all || !right {
            let shown = if right { String::new() } else { format!(", shown {}", score.number) };
            notes.push((score.place, format!("{}{shown}", sum_of(&show.cards))));
        }
    }
    notes
}

/// Whether a number is no score of the hand by any rule.
fn wrong(show: &super::facts::Show, number: i64, reading: &Reading) -> bool {
    let by_cards = Reading { ace_credit: reading.ace_credit, ..Reading::default() };
    let silent = super::facts::Show { score: None, ..show.clone() };
    let credit = if reading.ace_credit { super::score::high_scores(&show.cards) } else { Vec::new() };
    !by_cards.totals(&silent).contains(&number) && !credit.contains(&number)
}
