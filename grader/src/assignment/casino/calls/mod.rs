//! The rules that are judged by calling the program's own functions.
//!
//! What play shows is not judged twice: a wrong value or name that a failed rule of play tells of costs nothing here,
//! so these rules fail for what play cannot show, and only for that.

mod draw;
mod names;
mod roles;

use self::roles::Roles;
use crate::assignment::finding::plain_check;
use crate::assignment::{Check, Evidence, Language, RuleEntry, Status, Task};
use crate::play::{PlayError, Setting};
use crate::source::{Code, Function, plain_name};
use crate::spec::Spec;
use crate::submission::lexer::{self, Token};
use crate::unit::{declaration, scoped};

/// The rules, in the order of the handout's page.
pub const CALL_RULES: [RuleEntry; 2] = [draw::DRAW_CARD, names::GET_RANK_SUIT];

/// What came of calling the program's functions.
#[derive(Debug, Default)]
pub struct Judged {
    /// The verdicts.
    pub checks: Vec<Check>,
    /// What a person should know and that costs nothing.
    pub remarks: Vec<String>,
    /// Rules that cannot be asked of this program.
    pub inapplicable: Vec<&'static str>,
    /// The program numbers ranks or suits otherwise than the handout, so it deals other cards in its sample run.
    pub renumbered: bool,
}

/// Whether a spec asks for any of the rules.
pub fn is_wanted(spec: &Spec) -> bool {
    CALL_RULES.iter().any(|rule| spec.rules.iter().any(|other| other.id == rule.id))
}

/// The text of the harness that [`judge`] asks for first.
pub fn harness(code: &Code) -> Option<String> {
    roles::first_sheet(code.functions()).map(|sheet| sheet.text())
}

/// Calls `draw_card`, `getRank` and `getSuit`; `played` are the verdicts of play.
pub fn judge(task: &mut Task<'_>, played: &[Check]) -> Result<Judged, PlayError> {
    let wanted = |id: &str| task.spec.rules.iter().any(|rule| rule.id == id);
    let rules: Vec<&'static str> = CALL_RULES.iter().map(|rule| rule.id).filter(|id| wanted(id)).collect();
    let all = |status: Status, message: &str| -> Vec<Check> {
        rules.iter().map(|id| plain_check(id, status, message)).collect()
    };
    if task.language == Language::Rust {
        let checks = all(Status::Skipped, "Not asked of a Rust program.");
        return Ok(Judged { checks, inapplicable: rules, ..Judged::default() });
    }
    if rules.is_empty() {
        return Ok(Judged::default());
    }
    let code = match task.code()? {
        Ok(code) => code,
        Err(why) => {
            let message = format!("Its functions could not be found: {why}.");
            return Ok(Judged { checks: all(Status::Review, &message), ..Judged::default() });
        }
    };
    let Some(workbench) = task.workbench.as_mut() else {
        let checks = all(Status::Review, "Its functions could not be called here.");
        return Ok(Judged { checks, ..Judged::default() });
    };
    let mut judged = Judged::default();
    let mut functions = Roles::open(&mut **workbench, code.functions())?;
    let seed = task.spec.seed;
    let setting = Setting { seed, base: seed, ..Setting::default() };
    let case = Case { setting, sources: task.sources, played };
    let (check, drawn) = draw::judge(&case, &mut functions, &mut judged.remarks)?;
    judged.checks.push(check);
    let (check, renumbered) = names::judge(&case, &mut functions, &drawn)?;
    judged.checks.push(check);
    judged.renumbered = renumbered;
    judged.checks.retain(|check| rules.contains(&check.id));
    Ok(judged)
}

/// What the rules go by.
struct Case<'a> {
    setting: Setting,
    sources: &'a [(String, String)],
    played: &'a [Check],
}

impl Case<'_> {
    /// Whether a rule of play failed.
    fn failed(&self, id: &str) -> bool {
        self.played.iter().any(|check| check.id == id && check.status == Status::Fail)
    }

    /// Whether the sources name a function: one that was not found is then there, but could not be read.
    fn speaks_of(&self, name: &str) -> bool {
        let wanted = plain_name(name);
        self.sources.iter().any(|(_, text)| {
            lexer::cpp(text)
                .iter()
                .any(|token| matches!(token, Token::Word(word) if plain_name(word) == wanted))
        })
    }

    /// Where a function stands, with its line.
    fn place(&self, function: &Function) -> Evidence {
        let text = self.sources.iter().find(|(path, _)| *path == function.file);
        let line = text.and_then(|(_, text)| text.lines().nth((function.line as usize).checked_sub(1)?));
        Evidence::Source {
            file: function.file.clone(),
            line: function.line,
            excerpt: line.map_or_else(|| declaration(function), |line| line.trim().to_owned()),
        }
    }
}

/// A verdict that leaves a function to a person.
fn review(id: &'static str, function: &str, why: &str) -> Check {
    let why = why.trim_end();
    plain_check(id, Status::Review, format!("`{function}` could not be called: {why}"))
}

/// A verdict on a function as it is written.
fn written(case: &Case<'_>, id: &'static str, function: &Function, message: String) -> Check {
    let evidence = Some(case.place(function));
    Check { id, status: Status::Fail, seen: 1, broken: 1, message, evidence }
}

/// Why a class cannot be made, in a sentence.
fn unmakeable(function: &Function) -> String {
    format!(
        "there is no plain way to make a `{}`.",
        scoped(function).rsplit_once("::").map_or("", |(class, _)| class)
    )
}
