//! The crowns assignment: Five Crowns, the least points of a hand, and the game around it.

mod acts;
pub mod blame;
mod boxes;
mod cards;
mod columns;
mod deals;
mod deck;
mod evidence;
pub mod facts;
mod group;
mod jokers;
mod labels;
mod lines;
pub mod models;
mod person;
pub mod player;
pub mod question;
pub mod reader;
pub mod reading;
mod remarks;
pub mod rules;
mod signs;
pub mod survey;
mod turns;
mod unclear;
mod unreadable;
mod winners;
mod worth;

use std::sync::LazyLock;

use reference::script::Script;

use self::evidence::{Prover, melds};
use self::facts::Session;
use self::player::{Mind, Player};
use self::question::{Kind, Questions};
use self::reader::Reader;
use self::reading::Reading;
use self::rules::RULES;
use super::finding::{plain_check, verdict};
use super::{Assignment, Check, Judgement, RuleEntry, Status, Task, excerpt};
use crate::play::{PlayError, Setting, Stage};
use crate::spec::Spec;
use crate::transcript::Transcript;

/// The crowns assignment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Crowns;

impl Assignment for Crowns {
    fn id(&self) -> &'static str {
        "crowns"
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
        let clues: [(&str, f64); 12] = [
            ("joker", 0.45),
            ("crowns", 0.3),
            ("stars", 0.25),
            ("star", 0.15),
            ("book", 0.15),
            ("how many players", 0.2),
            ("player", 0.05),
            ("points", 0.1),
            ("116", 0.1),
            // 110 cards of eleven ranks and five suits, in whatever language the names are.
            ("110", 0.2),
            ("% 11", 0.2),
            ("% 5", 0.15),
        ];
        let found: f64 = clues.iter().filter(|(word, _)| text.contains(word)).map(|(_, weight)| weight).sum();
        found.min(1.0)
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError> {
        let questions = questions(task.spec);
        let mut sessions = survey::survey(task, &questions)?;
        signs::settle(&mut sessions);
        deck::cut_where_it_ran_out(&mut sessions);
        if let Some(reason) = unreadable::reason(&sessions) {
            return Ok(review(task.spec, &reason));
        }
        let reading = Reading::learn(&sessions);
        let mut checks = Vec::new();
        let wanted: Vec<&str> = task.spec.rules.iter().map(|rule| rule.id).collect();
        for rule in RULES.iter().filter(|rule| wanted.contains(&rule.entry.id)) {
            checks.push(check(task, &questions, &sessions, &reading, rule)?);
        }
        let mut inapplicable = leave_winner_out(&mut checks, &reading);
        inapplicable.extend(leave_players_out(&mut checks, &sessions));
        let remarks = remarks::remarks(&sessions, &reading);
        Ok(Judgement { checks, remarks, inapplicable, ..Judgement::default() })
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
        let reading = Reading::learn(std::slice::from_ref(&session));
        excerpt::whole(transcript, &melds(&session, &reading, true))
    }
}

/// The spec's question patterns, by kind.
fn questions(spec: &Spec) -> Questions {
    let named = spec.questions.iter();
    let patterns = named.filter_map(|(kind, patterns)| Some((Kind::named(kind)?, patterns.clone())));
    Questions { patterns: patterns.collect() }
}

/// Asks nothing of the weekly game's last line where only full games are played: theirs is another rule's.
fn leave_winner_out(checks: &mut [Check], reading: &Reading) -> Vec<&'static str> {
    let unasked = |check: &&mut Check| check.id == "winner" && check.status == Status::Unseen;
    let Some(check) = checks.iter_mut().find(unasked).filter(|_| reading.full) else { return Vec::new() };
    let message = "Not asked of a full game: `full-winner` judges its last line.";
    *check = plain_check(check.id, Status::Skipped, message);
    vec![check.id]
}

/// Asks nothing about the number of players of a program that never asks for it: the weekly text does not. Whatever it
/// asks before it deals must be understood for that.
fn leave_players_out(checks: &mut [Check], sessions: &[Session]) -> Option<&'static str> {
    let is_known = |session: &Session| {
        let dealt = session.deals.first().map(|deal| deal.from);
        let before = session.asks.iter().take(dealt.unwrap_or(session.asks.len()));
        before.into_iter().all(|ask| matches!(ask.kind, Kind::Enter | Kind::Start | Kind::Name))
    };
    let is_dealt = sessions.iter().any(|session| !session.deals.is_empty());
    let unasked = |check: &&mut Check| check.id == "players" && check.status == Status::Unseen;
    let check = checks.iter_mut().find(unasked).filter(|_| is_dealt && sessions.iter().all(is_known))?;
    *check =
        plain_check(check.id, Status::Skipped, "Not asked of a program that deals for a number of its own.");
    Some(check.id)
}

/// The verdict of one rule.
fn check(
    task: &mut Task<'_>,
    questions: &Questions,
    sessions: &[Session],
    reading: &Reading,
    rule: &rules::Rule,
) -> Result<Check, PlayError> {
    let findings = (rule.judge)(sessions, reading);
    if let Some(message) = unreadable::of_rule(rule.entry.id, sessions, reading, !findings.broken.is_empty())
    {
        return Ok(plain_check(rule.entry.id, Status::Review, message));
    }
    let mut prover = Prover { task, questions, reading };
    let proof = prover.prove(rule, sessions, &findings.broken)?;
    let proof = proof.map(|(finding, evidence)| (finding.what, evidence));
    Ok(verdict(&rule.entry, &findings, proof, false))
}

/// A judgement that leaves everything to a person.
fn review(spec: &Spec, reason: &str) -> Judgement {
    let message = "Not judged: the program could not be followed.";
    let checks = spec.rules.iter().filter(|rule| rule.id != "builds");
    let checks = checks.map(|rule| plain_check(rule.id, Status::Review, message)).collect();
    Judgement { checks, review: Some(reason.to_owned()), ..Judgement::default() }
}
