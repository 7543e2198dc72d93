//! The bluejack assignment: the human against the computer, by a published transcript.

mod answers;
mod cards;
pub mod course;
mod evidence;
pub mod facts;
mod lines;
mod listing;
pub mod plans;
pub mod player;
pub mod question;
pub mod reader;
pub mod reading;
mod record;
pub mod referee;
mod remarks;
mod results;
mod review;
pub mod rules;
pub mod survey;
pub mod table;
mod tidy;
mod wording;

use std::sync::LazyLock;

use reference::script::Script;

use self::evidence::{Prover, arithmetic};
use self::facts::Session;
use self::player::{Mind, Player};
use self::question::{Kind, Questions};
use self::reader::Reader;
use self::reading::Reading;
use self::record::Record;
use self::rules::RULES;
use super::finding::{plain_check, verdict};
use super::{Assignment, Check, Judgement, RuleEntry, Status, Task, excerpt};
use crate::play::{PlayError, Setting, Stage};
use crate::spec::Spec;
use crate::transcript::Transcript;

/// The bluejack assignment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bluejack;

impl Assignment for Bluejack {
    fn id(&self) -> &'static str {
        "bluejack"
    }

    fn rules(&self) -> &'static [RuleEntry] {
        static ENTRIES: LazyLock<Vec<RuleEntry>> =
            LazyLock::new(|| RULES.iter().map(|rule| rule.entry).collect());
        &ENTRIES
    }

    fn questions(&self) -> &'static [&'static str] {
        &question::NAMES
    }

    fn recognises(&self, source: &str) -> f64 {
        let text = source.to_lowercase();
        let clues: [(&str, f64); 10] = [
            ("bluejack", 0.6),
            ("your board", 0.2),
            ("computer's board", 0.2),
            ("your hand", 0.1),
            ("yellow", 0.2),
            ("flip", 0.2),
            ("double", 0.05),
            ("the set", 0.1),
            ("stand", 0.05),
            // Signed cards from 1 to 6, in whatever language the names are.
            ("% 6", 0.15),
        ];
        let found: f64 = clues.iter().filter(|(word, _)| text.contains(word)).map(|(_, weight)| weight).sum();
        found.min(1.0)
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError> {
        let questions = questions(task.spec);
        let (sessions, mut record) = survey::survey(task, &questions)?;
        if let Some(reason) = review::unreadable(&sessions) {
            return Ok(left_to_a_person(task.spec, &reason));
        }
        let reading = record.learn(&sessions);
        let remarks = remarks::remarks(&sessions, &record, &reading);
        let checks = play_checks(task, &questions, (&sessions, record), &reading)?;
        let failed = checks.iter().filter(|check| check.status == Status::Fail).count();
        if failed >= UNSURE && sessions.iter().any(|session| session.in_own_words) {
            return Ok(left_to_a_person(task.spec, IN_PART));
        }
        Ok(Judgement { checks, remarks, ..Judgement::default() })
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
        let session = Reader::read(&questions(spec), transcript, 0, "");
        excerpt::whole(transcript, &arithmetic(&session, true))
    }
}

/// So many failed rules of a program that speaks in its own words are more likely misunderstood than broken.
const UNSURE: usize = 3;

const IN_PART: &str = "The program could not be followed for certain: it speaks in its own words, and several rules \
                       would fail by what was understood of them.";

/// The spec's question patterns, by kind.
fn questions(spec: &Spec) -> Questions {
    let named = spec.questions.iter();
    let patterns = named.filter_map(|(kind, patterns)| Some((Kind::named(kind)?, patterns.clone())));
    Questions { patterns: patterns.collect() }
}

/// The verdicts of the rules that play decides.
fn play_checks(
    task: &mut Task<'_>,
    questions: &Questions,
    (sessions, record): (&[Session], Record),
    reading: &Reading,
) -> Result<Vec<Check>, PlayError> {
    let mut all = referee::judge_recorded(record, sessions, reading);
    let mut checks = Vec::new();
    let wanted: Vec<&str> = task.spec.rules.iter().map(|rule| rule.id).collect();
    for rule in RULES.iter().filter(|rule| wanted.contains(&rule.entry.id)) {
        let findings = all.remove(rule.entry.id).unwrap_or_default();
        let mut prover = Prover { task, questions, reading };
        let proof = prover.prove(rule, sessions, &findings.broken)?;
        let proof = proof.map(|(finding, evidence)| (finding.what, evidence));
        let mut check = verdict(&rule.entry, &findings, proof, false);
        if check.status == Status::Unseen {
            check.message = format!("Never came up in {} games: {}.", sessions.len(), rule.entry.title);
        }
        checks.push(check);
    }
    Ok(checks)
}

/// A judgement that leaves everything to a person.
fn left_to_a_person(spec: &Spec, reason: &str) -> Judgement {
    let message = "Not judged: the program could not be followed.";
    let checks = spec.rules.iter().filter(|rule| rule.id != "builds");
    let checks = checks.map(|rule| plain_check(rule.id, Status::Review, message)).collect();
    Judgement { checks, review: Some(reason.to_owned()), ..Judgement::default() }
}
