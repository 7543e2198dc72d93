//! Judgements kept from earlier runs.
//!
//! A judgement is found again by a hash of everything it depends on: what was handed in, the half of the spec that
//! play depends on, the grader, the compilers, the seeds, the sandbox's tier and the engine. Points are not among
//! them, so a kept judgement can be graded anew. A failure of the grader is never kept.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::folder::{Folder, FolderError, HIDDEN};
use super::{Machine, Options};
use crate::assignment::{Assignment, Check, Evidence, Judgement, RuleEntry, Status, TextMatch};
use crate::grade::Played;
use crate::spec::{BUILDS, Spec};

/// The kept judgements of an output folder.
pub(super) struct Cache<'a> {
    folder: &'a Folder,
}

impl<'a> Cache<'a> {
    pub(super) const fn new(folder: &'a Folder) -> Self {
        Self { folder }
    }

    /// What an earlier run found out, if it is there and whole; a file that is not is as good as none.
    pub(super) fn load(&self, key: &str, assignment: &dyn Assignment) -> Option<Played> {
        load(self.folder.path(), key, assignment)
    }

    /// Keeps what was found out, unless it says nothing about the submission.
    pub(super) fn store(&self, key: &str, played: &Played) -> Result<(), FolderError> {
        let Some(kept) = Kept::new(played) else { return Ok(()) };
        let text = serde_json::to_string(&kept).unwrap_or_default();
        self.folder.keep(&self.folder.cached(key), &text)
    }
}

/// What was found out and kept under a key in an output folder.
pub(super) fn load(folder: &Path, key: &str, assignment: &dyn Assignment) -> Option<Played> {
    let text = std::fs::read_to_string(folder.join(HIDDEN).join(format!("{key}.json"))).ok()?;
    let kept: Kept = serde_json::from_str(&text).ok()?;
    kept.played(assignment.rules())
}

/// The name under which the judgement of a submission is kept.
pub(super) fn key(content: &str, spec: &Spec, options: &Options, machine: &dyn Machine) -> String {
    let mut hasher = blake3::Hasher::new();
    let tools = format!("{:?}", machine.tools());
    let sessions = format!("{:?}", options.sessions);
    let parts = [
        content,
        &spec.play_relevant(),
        &options.identity,
        &tools,
        &machine.sandbox(),
        &machine.engine(),
        &options.salt,
        &sessions,
    ];
    for part in parts {
        // The length keeps "ab" + "c" and "a" + "bc" apart.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

#[derive(Serialize, Deserialize)]
enum Kept {
    NotBuilt {
        message: String,
        evidence: Option<KeptEvidence>,
        remarks: Vec<String>,
    },
    Review {
        reason: String,
    },
    Judged {
        built: Vec<String>,
        checks: Vec<KeptCheck>,
        remarks: Vec<String>,
        review: Option<String>,
        inapplicable: Vec<String>,
        text: Option<(String, bool)>,
    },
}

#[derive(Serialize, Deserialize)]
struct KeptCheck {
    id: String,
    #[serde(with = "StatusForm")]
    status: Status,
    seen: u32,
    broken: u32,
    message: String,
    evidence: Option<KeptEvidence>,
}

/// Lets serde see the statuses without tying the assignments to any file's form.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Status")]
enum StatusForm {
    Pass,
    Fail,
    Unseen,
    Review,
    Skipped,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Evidence")]
enum EvidenceForm {
    Play {
        seed: u32,
        player: String,
        answers: Vec<String>,
        excerpt: String,
        expected: String,
        at_home: bool,
        diff: String,
        replay: String,
    },
    Call {
        function: String,
        arguments: String,
        result: String,
        expected: String,
        snippet: String,
    },
    Source {
        file: String,
        line: u32,
        excerpt: String,
    },
}

#[derive(Serialize, Deserialize)]
struct KeptEvidence(#[serde(with = "EvidenceForm")] Evidence);

impl Kept {
    fn new(played: &Played) -> Option<Self> {
        match played.clone() {
            Played::NoSource { .. } | Played::Fault { .. } => None,
            Played::NotBuilt { message, evidence, remarks } => {
                Some(Self::NotBuilt { message, evidence: evidence.map(KeptEvidence), remarks })
            }
            Played::Review { reason } => Some(Self::Review { reason }),
            Played::Judged { remarks: built, judgement } => {
                let Judgement { checks, remarks, review, inapplicable, text } = judgement;
                let checks = checks.into_iter().map(KeptCheck::from).collect();
                let inapplicable = inapplicable.into_iter().map(str::to_owned).collect();
                let text = text.map(|text| (text.rule.to_owned(), text.same));
                Some(Self::Judged { built, checks, remarks, review, inapplicable, text })
            }
        }
    }

    fn played(self, rules: &[RuleEntry]) -> Option<Played> {
        Some(match self {
            Self::NotBuilt { message, evidence, remarks } => {
                Played::NotBuilt { message, evidence: evidence.map(|kept| kept.0), remarks }
            }
            Self::Review { reason } => Played::Review { reason },
            Self::Judged { built, checks, remarks, review, inapplicable, text } => {
                let checks = checks.into_iter().map(|check| check.check(rules)).collect::<Option<_>>()?;
                let inapplicable = inapplicable.iter().map(|id| known(id, rules)).collect::<Option<_>>()?;
                let text = match text {
                    Some((rule, same)) => Some(TextMatch { rule: known(&rule, rules)?, same }),
                    None => None,
                };
                let judgement = Judgement { checks, remarks, review, inapplicable, text };
                Played::Judged { remarks: built, judgement }
            }
        })
    }
}

/// The id as the catalogue has it.
fn known(id: &str, rules: &[RuleEntry]) -> Option<&'static str> {
    std::iter::once(BUILDS).chain(rules.iter().map(|rule| rule.id)).find(|known| *known == id)
}

impl From<Check> for KeptCheck {
    fn from(check: Check) -> Self {
        let Check { id, status, seen, broken, message, evidence } = check;
        Self { id: id.to_owned(), status, seen, broken, message, evidence: evidence.map(KeptEvidence) }
    }
}

impl KeptCheck {
    fn check(self, rules: &[RuleEntry]) -> Option<Check> {
        let Self { id, status, seen, broken, message, evidence } = self;
        let id = known(&id, rules)?;
        Some(Check { id, status, seen, broken, message, evidence: evidence.map(|kept| kept.0) })
    }
}
