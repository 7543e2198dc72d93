//! The deck52 assignment: Blackjack with one deck of 52 cards.

pub mod calls;
pub mod code;
mod deck;
pub mod ending;
mod evidence;
pub mod facts;
mod log;
mod names;
pub mod player;
pub mod question;
pub mod reader;
pub mod reading;
mod remarks;
mod row;
pub mod rules;
mod score;
mod short;
pub mod survey;
mod table;
pub mod values;

use std::sync::LazyLock;

use reference::deck52::Options;
use reference::script::Script;

use self::calls::CALL_RULES;
use self::code::CODE_RULES;
use self::evidence::{Prover, arithmetic};
use self::facts::Session;
use self::player::{Mind, Player};
use self::question::{Kind, Questions};
use self::reader::Reader;
use self::reading::Reading;
use self::rules::RULES;
use super::finding::{plain_check, verdict};
use super::{Assignment, Check, Judgement, Language, RuleEntry, Status, Task, excerpt};
use crate::play::{PlayError, Setting, Stage};
use crate::source::Code;
use crate::spec::Spec;
use crate::transcript::{Ending, Transcript};

/// The deck52 assignment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deck52;

impl Assignment for Deck52 {
    fn id(&self) -> &'static str {
        "deck52"
    }

    fn rules(&self) -> &'static [RuleEntry] {
        static ENTRIES: LazyLock<Vec<RuleEntry>> = LazyLock::new(|| {
            RULES.iter().map(|rule| rule.entry).chain(CODE_RULES).chain(CALL_RULES).collect()
        });
        &ENTRIES
    }

    fn questions(&self) -> &'static [&'static str] {
        &question::NAMES
    }

    fn recognises(&self, source: &str) -> f64 {
        let text: String = source.to_lowercase().chars().filter(|c| *c != '_').collect();
        let clues: [(&str, f64); 9] = [
            ("dealcard", 0.3),
            ("getrandom", 0.2),
            ("initializecards", 0.3),
            ("scorehand", 0.3),
            ("52", 0.2),
            ("dealer", 0.1),
            ("stand", 0.2),
            ("setw(20)", 0.2),
            ("%-20s", 0.2),
        ];
        let found: f64 = clues.iter().filter(|(word, _)| text.contains(word)).map(|(_, weight)| weight).sum();
        found.min(1.0)
    }

    fn harness(&self, spec: &Spec) -> Option<fn(&Code) -> Option<String>> {
        calls::is_wanted(spec).then_some(calls::harness)
    }

    fn judge(&self, task: &mut Task<'_>) -> Result<Judgement, PlayError> {
        let questions = questions(task.spec);
        let mut sessions = survey::survey(task, &questions)?;
        deck::leave_out_unshown(&mut sessions);
        if let Some(reason) = unreadable(&sessions) {
            return Ok(review(task.spec, &reason));
        }
        let reading = Reading::learn(&sessions);
        let mut checks = play_checks(task, &questions, &sessions, &reading)?;
        if let Some(reason) = misread(&checks) {
            return Ok(review(task.spec, reason));
        }
        let mut inapplicable = Vec::new();
        match task.language {
            Language::Cpp => {
                let code = task.code()?;
                checks.extend(code::checks(&code));
                checks.extend(calls::checks(task, &code, &checks)?);
            }
            // The handout's functions and array are asked of C++ programs only.
            Language::Rust => {
                inapplicable.extend(CODE_RULES.iter().chain(&CALL_RULES).map(|rule| rule.id));
            }
        }
        explain(&mut checks);
        let unasked = "Not asked of a Rust program.";
        checks.extend(inapplicable.iter().map(|id| plain_check(id, Status::Skipped, unasked)));
        let remarks = remarks::remarks(&sessions, &reading);
        Ok(Judgement { checks, remarks, inapplicable, ..Judgement::default() })
    }

    fn options(&self) -> &'static [&'static str] {
        &Options::NAMES
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
        let reading = Reading { ace_credit: session.asked(Kind::Ace), ..Reading::default() };
        excerpt::whole(transcript, &arithmetic(&session, &reading, true))
    }
}

/// Leaves out what another failed rule explains: a card that never comes because `GetRandom` never gives its number.
fn explain(checks: &mut [Check]) {
    let failed = |id: &str| checks.iter().any(|check| check.id == id && check.status == Status::Fail);
    if failed("get-random")
        && failed("deck-complete")
        && let Some(check) = checks.iter_mut().find(|check| check.id == "deck-complete")
    {
        let message = format!("Not judged: GetRandom fails, which explains this. {}", check.message);
        *check = plain_check("deck-complete", Status::Skipped, message);
    }
}

/// The spec's question patterns, by kind.
fn questions(spec: &Spec) -> Questions {
    let named = spec.questions.iter();
    let patterns = named.filter_map(|(kind, patterns)| Some((Kind::named(kind)?, patterns.clone())));
    Questions { patterns: patterns.collect() }
}

/// Rules whose breaches lie in every game, if there are any: a rare one hints at a layout misread.
const SYSTEMATIC: [&str; 5] = ["two-cards-each", "card-names", "score", "field-20", "hit-adds-one"];

/// The verdicts of the rules that play decides.
fn play_checks(
    task: &mut Task<'_>,
    questions: &Questions,
    sessions: &[Session],
    reading: &Reading,
) -> Result<Vec<Check>, PlayError> {
    let mut checks = Vec::new();
    let wanted: Vec<&str> = task.spec.rules.iter().map(|rule| rule.id).collect();
    for rule in RULES.iter().filter(|rule| wanted.contains(&rule.entry.id)) {
        let findings = (rule.judge)(sessions, reading);
        let mut prover = Prover { task, questions, reading };
        let proof = prover.prove(rule, sessions, &findings.broken)?;
        let proof = proof.map(|(finding, evidence)| (finding.what, evidence));
        let systematic = SYSTEMATIC.contains(&rule.entry.id);
        let check = verdict(&rule.entry, &findings, proof, systematic);
        checks.push(if reading.endings.is_unclear() { unheard(check) } else { check });
    }
    Ok(checks)
}

/// Leaves `outcome` to a person where results are told in words that were not understood in any game of a kind.
fn unheard(check: Check) -> Check {
    if check.id != "outcome" || check.status != Status::Pass {
        return check;
    }
    let message = "Some results could not be understood: those of wins, of losses or of draws.";
    Check { status: Status::Review, message: message.to_owned(), ..check }
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
    let ran_away = sessions.iter().any(|session| !session.ended());
    if survey::is_game(sessions) || ran_away {
        return None;
    }
    let session = sessions.first()?;
    let said = match &session.lost {
        Some(line) => format!("the first line not understood is \"{line}\""),
        None if session.asks.is_empty() => "it ended without asking anything".to_owned(),
        None => "it asked other things only".to_owned(),
    };
    let expected = "hands such as `Dealer has cards: KD 3S               (13)`";
    Some(format!("The program could not be followed: {expected} never came; {said}."))
}

/// Why a person must look, where too much is wrong with the form of hands for them to have been read rightly: fields
/// of several widths together with hands of one card or cards of other names are what lines look like that are no hands.
fn misread(checks: &[Check]) -> Option<&'static str> {
    let failed = |id: &str| checks.iter().any(|check| check.id == id && check.status == Status::Fail);
    let is_misread = failed("field-20") && (failed("two-cards-each") || failed("card-names"));
    is_misread.then_some(
        "The program could not be followed: what was taken for hands has other columns, numbers of cards and names \
         than the handout's, so that it may be something else.",
    )
}

/// A judgement that leaves everything to a person.
fn review(spec: &Spec, reason: &str) -> Judgement {
    let message = "Not judged: the program could not be followed.";
    let checks = spec.rules.iter().filter(|rule| rule.id != "builds");
    let checks = checks.map(|rule| plain_check(rule.id, Status::Review, message)).collect();
    Judgement { checks, review: Some(reason.to_owned()), ..Judgement::default() }
}
