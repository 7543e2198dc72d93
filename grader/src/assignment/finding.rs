//! Rules that are judged on facts, what they find, and the verdicts made of it.

use super::{Check, Evidence, RuleEntry, Status};

/// A rule that is judged on the facts `S` of all sessions, under the reading `R` of the program's habits.
#[derive(Clone, Copy)]
pub struct Rule<S: 'static, R: 'static> {
    /// Its entry in the catalogue.
    pub entry: RuleEntry,
    /// The judge.
    pub judge: fn(&[S], &R) -> Findings,
}

/// What a rule found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// How often the rule's situation came up.
    pub seen: u32,
    /// Where it was broken.
    pub broken: Vec<Finding>,
}

/// One breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The session, by its place among those judged.
    pub session: usize,
    /// The first turn a reader needs to follow it.
    pub from: usize,
    /// The turn whose text shows it.
    pub turn: usize,
    /// What the program did, in one sentence.
    pub what: String,
    /// What the handout asks instead, in one sentence.
    pub expected: String,
}

impl Findings {
    /// The rule's situation came up.
    pub(super) fn see(&mut self) {
        self.seen += 1;
    }
}

/// Declares rules, the doc comment being the catalogue's text. A type `Rule` must be in scope.
macro_rules! rule {
    ($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal, $judge:expr;) => {
        $(#[doc = $doc])+
        pub(super) const $name: Rule = Rule {
            entry: $crate::assignment::RuleEntry { id: $id, title: $title, doc: concat!($($doc, "\n"),+) },
            judge: $judge,
        };
    };
}
pub(super) use rule;

/// Fewer breaches than one in so many are left to a person, where a rule's breaches lie in every round if anywhere.
const RARE: u32 = 300;

/// The verdict on one rule; `proof` is a breach that was played again, in words, and its evidence. Where the rule is
/// `systematic`, a rare breach hints at a layout misread, and a person should look before it costs points.
pub(super) fn verdict(
    entry: &RuleEntry,
    findings: &Findings,
    proof: Option<(String, Evidence)>,
    systematic: bool,
) -> Check {
    let RuleEntry { id, title, .. } = *entry;
    let broken = findings.broken.len() as u32;
    let seen = findings.seen.max(broken);
    if let Some((what, evidence)) = proof {
        let evidence = Some(evidence);
        if systematic && broken.saturating_mul(RARE) < seen {
            let message = format!("Only {broken} of {seen}, so it may be the reader's mistake: {what}");
            return Check { id, status: Status::Review, seen, broken, message, evidence };
        }
        return Check { id, status: Status::Fail, seen, broken, message: what, evidence };
    }
    if let Some(first) = findings.broken.first() {
        // A breach is a breach, even where no session could be played again to show it.
        return Check { id, status: Status::Fail, seen, broken, message: first.what.clone(), evidence: None };
    }
    let (status, message) = if seen == 0 {
        (Status::Unseen, format!("Never came up: {title}."))
    } else {
        (Status::Pass, format!("{title}."))
    };
    Check { id, status, seen, broken: 0, message, evidence: None }
}

/// A verdict without counts or evidence.
pub(super) fn plain_check(id: &'static str, status: Status, message: impl Into<String>) -> Check {
    Check { id, status, seen: 0, broken: 0, message: message.into(), evidence: None }
}
