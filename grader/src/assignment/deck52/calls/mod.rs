//! The rules that are judged by calling the program's own functions.
//!
//! One game is played in a process, as the program itself does. What was marked is seen in the array, whatever its
//! elements are; what a call returned is compared with that, and never read as a card of a fixed numbering.

mod deal;
mod lab;
mod objects;
mod players;
mod random;
mod score;
mod snippet;

use self::lab::{Lab, Way};
use super::code::{Cast, Role};
use crate::assignment::finding::plain_check;
use crate::assignment::{Check, RuleEntry, Status, Task};
use crate::play::PlayError;
use crate::source::Code;
use crate::spec::Spec;

/// The rules' entries in the catalogue.
pub const CALL_RULES: [RuleEntry; 3] = [random::GET_RANDOM, deal::DEAL_CARD, score::SCORE_HAND];

/// Whether a spec asks for any of the rules.
pub fn is_wanted(spec: &Spec) -> bool {
    CALL_RULES.iter().any(|rule| spec.rules.iter().any(|other| other.id == rule.id))
}

/// The text of the harness that [`checks`] asks for first.
pub fn harness(code: &Code) -> Option<String> {
    lab::first_sheet(code).map(|sheet| sheet.text())
}

/// Judges all three; `code` is the program's source or why it cannot be read, `played` are the verdicts of play and on
/// the source.
pub fn checks(
    task: &mut Task<'_>,
    code: &Result<Code, String>,
    played: &[Check],
) -> Result<Vec<Check>, PlayError> {
    let wanted = |id: &str| task.spec.rules.iter().any(|rule| rule.id == id);
    let rules: Vec<&'static str> = CALL_RULES.iter().map(|rule| rule.id).filter(|id| wanted(id)).collect();
    let all = |message: &str| -> Vec<Check> {
        rules.iter().map(|id| plain_check(id, Status::Review, message)).collect()
    };
    if rules.is_empty() {
        return Ok(Vec::new());
    }
    let code = match code {
        Ok(code) => code,
        Err(why) => return Ok(all(&format!("Its functions could not be found: {why}."))),
    };
    let Some(workbench) = task.workbench.as_mut() else {
        return Ok(all("Its functions could not be called here."));
    };
    let mut lab = Lab::open(&mut **workbench, code)?;
    let mut case = Case { code, played: played.to_vec() };
    for check in [random::check, deal::check, score::check] {
        let check = check(&case, &mut lab)?;
        case.played.push(check);
    }
    let left_out = deal::left_out(&case, &mut lab)?;
    let mut judged = case.played.split_off(played.len());
    if let Some(left_out) = left_out
        && let Some(check) = judged.iter_mut().find(|check| check.id == left_out.id)
    {
        *check = left_out;
    }
    Ok(judged.into_iter().filter(|check| rules.contains(&check.id)).collect())
}

/// What the rules go by.
struct Case<'c> {
    code: &'c Code,
    /// The verdicts so far: of play, on the source, and of the rules before.
    played: Vec<Check>,
}

impl Case<'_> {
    fn status(&self, id: &str) -> Option<Status> {
        self.played.iter().find(|check| check.id == id).map(|check| check.status)
    }

    /// Whether one of these rules failed.
    fn failed(&self, ids: &[&str]) -> bool {
        ids.iter().any(|id| self.status(id) == Some(Status::Fail))
    }

    /// Whether the program offers the extra credit for aces, so that an ace may count 11.
    fn offers_aces(&self) -> bool {
        self.status("ec-ace").is_some_and(|status| status != Status::Unseen)
    }

    /// The verdict where a function that is needed is not there or cannot be called, or the array is no single one.
    fn unable(&self, id: &'static str, lab: &Lab<'_>, needed: &[Role]) -> Option<Check> {
        let array = needed.iter().any(|role| *role != Role::GetRandom);
        if array && self.failed(&["one-array"]) {
            let message = "Not judged: the cards are not in one array of 52.";
            return Some(plain_check(id, Status::Skipped, message));
        }
        for role in needed {
            let name = role.name();
            // A function of another name is a person's matter, unless `functions` has decided already.
            let missing = self.failed(&["functions"]) && matches!(role.cast(self.code), Cast::Likely(_));
            match lab.way(*role) {
                Way::Ready(_) => {}
                Way::Doubt(why) if !missing => {
                    let message = format!("`{name}` could not be called: {}", why.trim_end());
                    return Some(plain_check(id, Status::Review, message));
                }
                Way::Missing | Way::Doubt(_) => {
                    let message = format!("Not judged: there is no function {name}.");
                    return Some(plain_check(id, Status::Skipped, message));
                }
            }
        }
        None
    }
}
