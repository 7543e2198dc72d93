//! The casino assignment: single-player Blackjack with `draw_card`.

pub mod calls;
mod code;
mod columns;
mod evidence;
mod excerpt;
pub mod facts;
mod forms;
mod group;
mod habits;
mod line;
mod numbers;
pub mod player;
pub mod question;
pub mod reader;
pub mod reading;
mod recap;
pub mod rules;
mod sample;
pub mod standing;
mod stream;
pub mod survey;
pub mod values;

use std::sync::LazyLock;

use reference::script::Script;

use self::calls::CALL_RULES;
use self::evidence::Prover;
use self::facts::Session;
use self::player::{Mind, Player};
use self::question::Kind;
use self::question::Questions;
use self::reading::Reading;
use self::rules::RULES;
use self::sample::Compared;
use super::finding::{plain_check, verdict};
use super::words::patterns;
use super::{Assignment, Check, Judgement, Language, RuleEntry, Status, Task, TextMatch};
use crate::play::{PlayError, Setting, Stage};
use crate::snapshot::Rung;
use crate::source::Code;
use crate::spec::Spec;
use crate::transcript::{Ending, Transcript};

/// The casino assignment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Casino;

/// The rule that compares whole runs.
const SAMPLE_RUN: RuleEntry = RuleEntry {
    id: "sample-run",
    title: "The handout's sample runs come out",
    doc: "An untouched run with the answers of the handout's two samples plays the same rounds: bets, cards, outcomes \
          and money.\n\n\
          Broken by: other cards though srand(333) was called, a round too many or too few, an outcome that differs.\n\
          Compared in the program's own legal order of dealing, by meaning. Texts in other words are told as a remark \
          and cost nothing, unless the instructor gives the text a share of the points.\n\
          Skipped where the program does not deal the cards of srand(333), or where another failed rule explains the \
          difference.\n",
};

impl Assignment for Casino {
    fn id(&self) -> &'static str {
        "casino"
    }

    fn rules(&self) -> &'static [RuleEntry] {
        static ENTRIES: LazyLock<Vec<RuleEntry>> = LazyLock::new(|| {
            RULES.iter().map(|rule| rule.entry).chain([SAMPLE_RUN]).chain(CALL_RULES).collect()
        });
        &ENTRIES
    }

    fn questions(&self) -> &'static [&'static str] {
        &question::NAMES
    }

    fn recognises(&self, source: &str) -> f64 {
        patterns! {
            draw_card = r"draw_?card";
            names = r"get_?(?:rank|suit)";
            bet = r"\b(?:bet|bets|wager)\b";
            seed = r"\b333\b";
        }
        let text = source.to_lowercase();
        let clues = [
            (draw_card().is_match(&text), 0.5),
            (names().is_match(&text), 0.3),
            (bet().is_match(&text), 0.3),
            (seed().is_match(&text), 0.2),
            (text.contains("dealer"), 0.1),
            (text.contains(" of "), 0.1),
            (text.contains("play again"), 0.1),
        ];
        let found: f64 = clues.iter().filter(|(there, _)| *there).map(|(_, weight)| weight).sum();
        found.min(1.0)
    }

    fn harness(&self, spec: &Spec) -> Option<fn(&Code) -> Option<String>> {
        calls::is_wanted(spec).then_some(calls::harness)
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError> {
        let Survey { questions, sessions, reading } = match observe(task)? {
            Observed::Followed(survey) => *survey,
            Observed::Lost(reason) => return Ok(review(task.spec, &reason)),
        };
        let mut judge = Judge {
            questions: &questions,
            sessions: &sessions,
            reading: &reading,
            checks: Vec::new(),
            inapplicable: Vec::new(),
        };
        judge.rules(task)?;
        let called = calls::judge(task, &judge.checks)?;
        let compared = sample::compare(task, &questions, &reading)?;
        let misnamed =
            called.checks.iter().any(|check| check.id == "get-rank-suit" && check.status == Status::Fail);
        if misnamed {
            judge.excuse_names(task.spec);
        }
        judge.sample_run(task.spec, &compared, called.renumbered || misnamed);
        code::judge_seed(task, &mut judge.checks)?;
        judge.checks.extend(called.checks);
        judge.inapplicable.extend(called.inapplicable);
        let mut remarks = remarks(&sessions, &compared);
        remarks.extend(called.remarks);
        remarks.extend(survey::advice(task, &questions, &sessions)?);
        if questions.late {
            remarks.push(
                "Its questions are printed too late: they stay in a buffer until after the answer. Flush the output \
                 before you read."
                    .to_owned(),
            );
        }
        let text = compared.rung.map(|rung| TextMatch { rule: SAMPLE_RUN.id, same: rung <= Rung::LineEnds });
        let Judge { checks, inapplicable, .. } = judge;
        Ok(Judgement { checks, remarks, review: None, inapplicable, text })
    }

    fn follow(
        &self,
        stage: &mut dyn Stage,
        setting: &Setting,
        script: &Script,
        spec: &Spec,
    ) -> Result<(Transcript, Vec<String>), PlayError> {
        let questions = questions(spec);
        let mind = Mind::Script(script.cursor());
        let (seed, moment, budget) = (setting.seed, setting.moment, spec.limits.answers);
        let mut player = Player::new(mind, &questions, seed, moment, &script.name, budget);
        let transcript = stage.play(setting, &mut player)?;
        Ok((transcript, player.notes().to_vec()))
    }

    fn annotate(&self, transcript: &Transcript, spec: &Spec) -> String {
        excerpt::annotate(transcript, &questions(spec))
    }
}

/// Everything seen of a program.
#[derive(Debug)]
pub struct Survey {
    /// How its questions are told.
    pub questions: Questions,
    /// What happened, session by session, with the numbers that are totals.
    pub sessions: Vec<Session>,
    /// Its habits.
    pub reading: Reading,
}

/// What came of playing a program.
#[derive(Debug)]
pub enum Observed {
    /// It could be followed.
    Followed(Box<Survey>),
    /// It could not: why, for a person.
    Lost(String),
}

/// Plays a program until enough was seen of it, and learns its habits.
pub fn observe(task: &mut Task<'_>) -> Result<Observed, PlayError> {
    let mut questions = questions(task.spec);
    survey::try_out(task, &mut questions)?;
    let mut sessions = survey::survey(task, &questions)?;
    if let Some(reason) = unreadable(&sessions) {
        return Ok(Observed::Lost(reason));
    }
    let reading = Reading::learn(&mut sessions, task.spec.seed, task.language);
    Ok(Observed::Followed(Box::new(Survey { questions, sessions, reading })))
}

/// The spec's question patterns, by kind.
pub fn questions(spec: &Spec) -> Questions {
    let named = spec.questions.iter();
    let patterns =
        named.filter_map(|(kind, patterns)| Some((Kind::named(kind)?, patterns.clone()))).collect();
    Questions { patterns, ..Questions::default() }
}

/// Why a person must look at the whole program, if the reader could not follow it.
fn unreadable(sessions: &[Session]) -> Option<String> {
    let blind = sessions.iter().find_map(|session| match &session.end {
        Ending::Blind(how) => Some(how),
        _ => None,
    });
    if let Some(how) = blind {
        return Some(format!("The program waits for input in a way the grader cannot see ({how})."));
    }
    let ran_away = sessions.iter().any(|session| {
        matches!(
            session.end,
            Ending::Signalled(_) | Ending::CpuLimit | Ending::WallLimit | Ending::OutputLimit
        )
    });
    if survey::is_game(sessions) || ran_away {
        return None;
    }
    let session = sessions.first()?;
    let bets = session.asks.iter().any(|ask| ask.kind == Kind::Bet);
    let expected = if bets { "cards such as `Ten of Clubs`" } else { "a question for the bet" };
    let said = match &session.lost {
        Some(line) => format!("the first line not understood is \"{line}\""),
        None if session.asks.is_empty() => "it ended without asking anything".to_owned(),
        None => "it asked other things only".to_owned(),
    };
    Some(format!("The program could not be followed: {expected} never came; {said}."))
}

/// A judgement that leaves everything to a person.
fn review(spec: &Spec, reason: &str) -> Judgement {
    let checks =
        spec.rules.iter().filter(|rule| rule.id != "builds").map(|rule| {
            plain_check(rule.id, Status::Review, "Not judged: the program could not be followed.")
        });
    Judgement { checks: checks.collect(), review: Some(reason.to_owned()), ..Judgement::default() }
}

/// Turns findings into verdicts.
struct Judge<'a> {
    questions: &'a Questions,
    sessions: &'a [Session],
    reading: &'a Reading,
    checks: Vec<Check>,
    inapplicable: Vec<&'static str>,
}

impl Judge<'_> {
    fn rules(&mut self, task: &mut Task<'_>) -> Result<(), PlayError> {
        let wanted = |id: &str| task.spec.rules.iter().any(|rule| rule.id == id);
        let judged: Vec<_> = RULES
            .iter()
            .filter(|rule| wanted(rule.entry.id))
            .map(|rule| (rule, (rule.judge)(self.sessions, self.reading)))
            .collect();
        let reseeded = judged.iter().any(|(rule, findings)| {
            rule.entry.id == "seed-333"
                && !findings.broken.is_empty()
                && self.sessions.iter().any(|session| session.seedings.0 > 1)
        });
        let mut prover = if judged.iter().any(|(_, findings)| !findings.broken.is_empty()) {
            Some(Prover::new(task, self.questions, self.reading)?)
        } else {
            None
        };
        for (rule, findings) in judged {
            let id = rule.entry.id;
            // Cards that repeat because srand is called again are one fault.
            if reseeded && id == "deck-range" && !findings.broken.is_empty() {
                let message = "Not judged: srand is called again and again, so the cards repeat.".to_owned();
                self.checks.push(plain_check(id, Status::Skipped, message));
                continue;
            }
            let proof = match prover.as_mut() {
                Some(prover) if !findings.broken.is_empty() => {
                    prover.prove(rule, self.sessions, &findings.broken)?
                }
                _ => None,
            };
            if findings.seen == 0 && MONEY_RULES.contains(&id) && !money_read(self.sessions) {
                let message = "The money could not be read: print it with the question for the bet, as in \"You have $100. Enter bet:\".";
                self.checks.push(plain_check(id, Status::Review, message));
                continue;
            }
            if id == "card-names"
                && findings.broken.is_empty()
                && self.sessions.iter().any(|session| session.symbols)
            {
                let message = "The cards are printed as symbols such as 10♠; the handout's are named as in \"Ten of Spades\".";
                self.checks.push(plain_check(id, Status::Review, message));
                continue;
            }
            let proof = proof.map(|(finding, evidence)| (finding.what, evidence));
            self.checks.push(verdict(&rule.entry, &findings, proof, SYSTEMATIC.contains(&id)));
        }
        Ok(())
    }

    /// Cards that follow the stream but for names that `getRank` or `getSuit` gives wrongly are that fault alone.
    fn excuse_names(&mut self, spec: &Spec) {
        let mut untouched = self.sessions.iter().filter(|session| session.seed == spec.seed);
        let follow = untouched
            .all(|session| matches!(stream::follows(&session.rounds, spec.seed, true), None | Some(Ok(()))));
        for check in
            self.checks.iter_mut().filter(|check| check.id == "seed-333" && check.status == Status::Fail)
        {
            if follow {
                let message = "The cards follow srand(333) but for their names.";
                *check = Check { seen: check.seen, ..plain_check(check.id, Status::Pass, message) };
            }
        }
    }

    /// Judges the sample runs; a program that numbers its cards otherwise than the handout is known to deal others.
    fn sample_run(&mut self, spec: &Spec, compared: &Compared, renumbered: bool) {
        if !spec.rules.iter().any(|rule| rule.id == SAMPLE_RUN.id) {
            return;
        }
        let id = SAMPLE_RUN.id;
        let status_of = |id: &str| self.checks.iter().find(|check| check.id == id).map(|check| check.status);
        let untouched = self.sessions.iter().filter(|session| session.seed == spec.seed);
        let deals = status_of("seed-333") != Some(Status::Fail)
            && untouched
                .clone()
                .all(|session| stream::follows(&session.rounds, spec.seed, false) != Some(Err(0)));
        let repeats = status_of("seed-333") == Some(Status::Pass);
        let failed = self.checks.iter().filter(|check| check.status == Status::Fail).map(|check| check.id);
        let failed: Vec<&str> = failed.chain(renumbered.then_some("get-rank-suit")).collect();
        let skipped = |message: String| plain_check(id, Status::Skipped, message);
        let check = match &compared.different {
            _ if compared.played == 0 => {
                Check { status: Status::Unseen, ..skipped("There is no sample run to play.".to_owned()) }
            }
            None => Check {
                status: Status::Pass,
                seen: compared.played,
                ..skipped("The sample runs come out as in the handout.".to_owned())
            },
            // The stream of C's generator is asked of C++ programs only.
            Some(_) if !deals && self.reading.language == Some(Language::Rust) && repeats => {
                self.inapplicable.push(id);
                skipped("Not asked of a Rust program with a generator of its own.".to_owned())
            }
            Some(_) if !deals => skipped(
                "Not judged: the program does not deal the cards of srand(333) in a legal order.".to_owned(),
            ),
            Some((difference, _)) if !failed.is_empty() => {
                skipped(format!("Not judged: {difference}, which comes from {}.", failed.join(", ")))
            }
            Some((difference, evidence)) => Check {
                id,
                status: Status::Fail,
                seen: compared.played,
                broken: compared.broken,
                message: format!("In the sample run {difference}."),
                evidence: Some(evidence.clone()),
            },
        };
        self.checks.push(check);
    }
}

/// Rules that need to read the money.
const MONEY_RULES: [&str; 2] = ["start-money", "payout"];

/// Whether any question or any words after a round told the money.
fn money_read(sessions: &[Session]) -> bool {
    sessions.iter().any(|session| {
        session.asks.iter().any(|ask| ask.money.is_some())
            || session.rounds.iter().any(|round| round.money_told.is_some())
    })
}

/// Rules whose breaches lie in the program's every round, if there are any: a rare one hints at a layout misread.
const SYSTEMATIC: [&str; 4] = ["two-cards", "hit-adds-one", "totals", "card-names"];

/// What is told and never scored.
fn remarks(sessions: &[Session], compared: &Compared) -> Vec<String> {
    let mut remarks = Vec::new();
    let statuses: std::collections::BTreeSet<i32> = sessions
        .iter()
        .filter_map(|session| match session.end {
            Ending::Exited(status) if status != 0 => Some(status),
            _ => None,
        })
        .collect();
    if !statuses.is_empty() {
        let statuses: Vec<String> = statuses.iter().map(ToString::to_string).collect();
        remarks.push(format!("It ends with exit status {}; 0 is usual.", statuses.join(", ")));
    }
    if let Some(rung) = compared.rung {
        remarks.push(format!("The sample run is {}.", rung.describe()));
        if let Some(diff) = compared.diff.as_ref().filter(|_| rung < Rung::Different) {
            remarks.push(format!("Differences from the published text:\n{diff}"));
        }
    }
    remarks
}
