//! The shortest proof of a fault: fewest answers, smallest numbers, and best a session a student can repeat at home.

use std::collections::VecDeque;

use super::excerpt;
use super::facts::Session;
use super::player::{Betting, Goal, Hitting, Mind};
use super::question::Kind;
use super::question::Questions;
use super::reading::Reading;
use super::rules::{Finding, Rule};
use super::survey::play;
use crate::assignment::excerpt::render;
use crate::assignment::{Evidence, Task};
use crate::play::PlayError;
use crate::transcript::{Ending, Transcript};

/// A session at home is preferred while it has no more than this many times the answers of the shortest.
const HOME_FACTOR: usize = 3;

/// Finds proofs; short sessions are played once and serve all rules.
pub(super) struct Prover<'a, 'b> {
    task: &'a mut Task<'b>,
    questions: &'a Questions,
    reading: &'a Reading,
    /// Short sessions with the handout's seed.
    at_home: Vec<Session>,
}

/// The kinds of the questions up to the last, in order.
fn kinds(session: &Session) -> Vec<Kind> {
    session.asks.iter().map(|ask| ask.kind).collect()
}

/// A breach, and the answers that lead to it.
struct Candidate {
    /// The session hung, flooded or crashed.
    runs_away: bool,
    /// The kinds of the questions asked up to the breach.
    kinds: Vec<Kind>,
    seed: u32,
    moment: u32,
    player: String,
    answers: Vec<String>,
    finding: Finding,
}

impl<'a, 'b> Prover<'a, 'b> {
    /// Plays the short sessions: no, one, two … cards in each of up to three rounds.
    pub(super) fn new(
        task: &'a mut Task<'b>,
        questions: &'a Questions,
        reading: &'a Reading,
    ) -> Result<Self, PlayError> {
        let mut at_home = Vec::new();
        let budget = task.spec.play.shrink_sessions as usize;
        let seed = task.spec.seed;
        for (counts, rounds) in short_plans().into_iter().take(budget) {
            let goal = Goal {
                name: "plays a few rounds",
                betting: Betting::One,
                hitting: Hitting::Taking(counts),
                overbets: 0,
                rounds,
            };
            let (mut session, _) = play(task, questions, Mind::Goal(goal), goal.name, seed, 0)?;
            let ran_away = !matches!(session.end, Ending::Exited(_) | Ending::Stopped);
            reading.forms.apply(&mut session);
            at_home.push(session);
            if ran_away {
                break;
            }
        }
        Ok(Self { task, questions, reading, at_home })
    }

    /// The shortest proof of a rule's breach; the finding it shows comes with it.
    pub(super) fn prove(
        &mut self,
        rule: &Rule,
        sessions: &[Session],
        broken: &[Finding],
    ) -> Result<Option<(Finding, Evidence)>, PlayError> {
        let short = (rule.judge)(&self.at_home, self.reading);
        let home_seed = self.task.spec.seed;
        // A fault may show thousands of times: what each would cost is compared, and only the best are written out.
        let mut home: Option<Breach<'_>> = None;
        let mut any: Option<Breach<'_>> = None;
        let of_survey = broken.iter().map(|finding| (&sessions[finding.session], finding));
        let of_short = short.broken.iter().map(|finding| (&self.at_home[finding.session], finding));
        for (session, finding) in of_survey.chain(of_short) {
            let breach = Breach { cost: cost(session, finding), session, finding };
            let is_cheaper =
                |than: &Option<Breach<'_>>| than.as_ref().is_none_or(|than| breach.cost < than.cost);
            if session.seed == home_seed && session.moment == 0 && self.reading.repeats && is_cheaper(&home) {
                home = Some(breach);
            }
            if is_cheaper(&any) {
                any = Some(breach);
            }
        }
        let Some(any) = any else { return Ok(None) };
        let best = match home {
            Some(home) if home.cost.0 <= any.cost.0 * HOME_FACTOR + 4 => home,
            _ => any,
        };
        let best = Candidate::new(best.session, best.finding);
        // A session that hangs or floods costs its whole limit each time it is played.
        let best = if best.runs_away { best } else { self.smaller(rule, best)? };
        self.show(rule, &best).map(Some)
    }

    /// Tries the smallest bets that still show the breach.
    fn smaller(&mut self, rule: &Rule, mut best: Candidate) -> Result<Candidate, PlayError> {
        let numbers: Vec<usize> = (0..best.answers.len())
            .filter(|&index| best.answers[index].parse::<i64>().is_ok_and(|n| n > 2))
            .collect();
        // All at once, then one by one: a bet that matters (all the money, too much) stays.
        let one_by_one = numbers.iter().map(|&index| vec![index]);
        for indices in std::iter::once(numbers.clone()).chain(one_by_one).take(8) {
            let mut answers = best.answers.clone();
            for &index in &indices {
                "1".clone_into(&mut answers[index]);
            }
            let (session, _) = self.replay(&best, &answers)?;
            let is_bet = |index: usize| session.asks.get(index).is_some_and(|ask| ask.kind == Kind::Bet);
            if indices.is_empty() || !indices.iter().all(|&index| is_bet(index)) {
                continue;
            }
            let found = (rule.judge)(std::slice::from_ref(&session), self.reading);
            let same = found.broken.into_iter().find(|finding| finding.turn == best.finding.turn);
            if let Some(finding) = same.filter(|_| kinds(&session) == best.kinds) {
                best = Candidate { answers, finding, ..best };
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
        let (seed, moment) = (candidate.seed, candidate.moment);
        let (mut session, transcript) =
            play(self.task, self.questions, Mind::Lines(lines), &candidate.player, seed, moment)?;
        self.reading.forms.apply(&mut session);
        Ok((session, transcript))
    }

    /// Plays the proof once more and writes it down.
    fn show(&mut self, rule: &Rule, best: &Candidate) -> Result<(Finding, Evidence), PlayError> {
        let (session, transcript) = self.replay(best, &best.answers)?;
        let again = (rule.judge)(std::slice::from_ref(&session), self.reading);
        let finding = again.broken.into_iter().next().unwrap_or_else(|| best.finding.clone());
        let notes = excerpt::arithmetic(&session, false);
        let excerpt = render(&transcript, finding.from, finding.turn, &notes);
        let at_home = best.seed == self.task.spec.seed && best.moment == 0 && self.reading.repeats;
        let answers = best.answers.join(",");
        let evidence = Evidence::Play {
            seed: best.seed,
            player: best.player.clone(),
            answers: best.answers.clone(),
            excerpt,
            expected: finding.expected.clone(),
            at_home,
            diff: String::new(),
            replay: format!("{} --seed {} --answers {answers}", self.task.replay, best.seed),
        };
        Ok((finding, evidence))
    }
}

impl Candidate {
    fn new(session: &Session, finding: &Finding) -> Self {
        let typed = session.asks.iter().take(finding.turn).filter_map(|ask| ask.answer.clone());
        let kinds = session.asks.iter().take(finding.turn + 1).map(|ask| ask.kind).collect();
        Self {
            runs_away: !matches!(session.end, Ending::Exited(_) | Ending::Stopped),
            kinds,
            seed: session.seed,
            moment: session.moment,
            player: session.player.clone(),
            answers: typed.collect(),
            finding: finding.clone(),
        }
    }
}

/// A breach where it was found.
#[derive(Clone, Copy)]
struct Breach<'s> {
    cost: (usize, i64),
    session: &'s Session,
    finding: &'s Finding,
}

/// What a student types to get to a breach: fewest answers first, then the smallest numbers.
fn cost(session: &Session, finding: &Finding) -> (usize, i64) {
    let typed = session.asks.iter().take(finding.turn).filter_map(|ask| ask.answer.as_deref());
    typed
        .fold((0, 0_i64), |(count, sum), answer| (count + 1, sum.saturating_add(answer.parse().unwrap_or(0))))
}

/// Which cards to take in up to three rounds, the fewest answers first.
fn short_plans() -> Vec<([u8; 3], u32)> {
    let mut plans = Vec::new();
    for a in 0..5 {
        plans.push(([a, 0, 0], 1));
        for b in 0..4 {
            plans.push(([a, b, 0], 2));
            for c in 0..3 {
                plans.push(([a, b, c], 3));
            }
        }
    }
    plans.sort_by_key(|(counts, rounds)| u32::from(counts.iter().sum::<u8>()) + rounds * 3);
    plans
}
