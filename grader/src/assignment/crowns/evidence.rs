//! The shortest proof of a fault: fewest answers, and best a session a student can repeat at home.

use std::collections::VecDeque;

use crate::assignment::excerpt::{Note, render};
use crate::assignment::{Evidence, Task};
use crate::play::PlayError;
use crate::transcript::{Ending, Transcript};

use super::facts::{Intent, Session};
use super::player::Mind;
use super::question::{Kind, Questions};
use super::reading::{HOME_SEED, Reading, scored};
use super::rules::{Finding, Rule, laid_out};
use super::survey::{play, setting};

/// A session at home is preferred while it has no more than so many answers beyond the shortest.
const HOME_MORE: usize = 4;

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
        // A session that hangs or floods costs much each time it is played.
        let best = if best.runs_away { best } else { self.shorter(rule, best)? };
        self.show(rule, &best).map(Some)
    }

    fn is_at_home(&self, candidate: &Candidate) -> bool {
        candidate.seed == HOME_SEED && candidate.moment == 0 && self.reading.repeats
    }

    /// Leaves out each answer that the breach does not need.
    fn shorter(&mut self, rule: &Rule, mut best: Candidate) -> Result<Candidate, PlayError> {
        let shrink_sessions = self.task.spec.play.shrink_sessions;
        // Hardly an answer of a full game can be left out, and each game takes long.
        let mut budget = if self.reading.full { shrink_sessions / 5 } else { shrink_sessions };
        let mut at = best.answers.len();
        while at > 0 && budget > 0 {
            at -= 1;
            budget -= 1;
            let mut answers = best.answers.clone();
            answers.remove(at);
            let (session, _) = self.replay(&best, &answers)?;
            if !is_typed_by_a_person(&session) {
                continue;
            }
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
        let notes = melds(&session, self.reading, false);
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

/// Whether a number was typed where the number of cards was asked for: without an answer the others go elsewhere.
fn is_typed_by_a_person(session: &Session) -> bool {
    let mut typed =
        session.asks.iter().filter(|ask| ask.kind == Kind::Cards).filter_map(|ask| ask.answer.as_ref());
    typed.all(|answer| answer.trim().parse::<u32>().is_ok())
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

/// Notes for every number of points shown: how the hand is melded; with `all` also where the points are right.
pub(super) fn melds(session: &Session, reading: &Reading, all: bool) -> Vec<Note> {
    let mut notes = Vec::new();
    for hand in scored(std::slice::from_ref(session), reading) {
        let Some(best) = reading.melds(hand.cards, hand.wild) else { continue };
        let right = reading.blame(&hand).is_none();
        let Some((_, place)) = hand.deal.hand(hand.seat).and_then(|hand| hand.points) else { continue };
        if all || !right {
            let shown = if right { String::new() } else { format!(", shown {}", hand.number) };
            notes.push((place, format!("{}{shown}", laid_out(&best))));
        }
    }
    notes
}
