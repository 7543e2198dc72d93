//! The casino's functions, called for real: what fits passes, what is wrong fails for its own reason, and what cannot
//! be called is left to a person.

use grader::assignment::casino::Casino;
use grader::assignment::casino::calls::{Judged, judge};
use grader::assignment::{Assignment, Check, Language, Seeds, Status, Task};
use grader::build::Workbench;
use grader::play::{Dialogue, PlayError, Setting, Stage};
use grader::spec::Shelf;
use grader::transcript::Transcript;

use crate::bench::{Case, cases, in_parallel, workbench};

/// A stage on which nothing is played.
struct Empty;

impl Stage for Empty {
    fn play(&mut self, _: &Setting, _: &mut dyn Dialogue) -> Result<Transcript, PlayError> {
        panic!("the program itself is not played");
    }
}

/// Judges a program's functions; `failed` are rules that play found broken.
fn judged(files: &[(&str, &str)], failed: &[&'static str]) -> Judged {
    let spec = Shelf::Embedded.load(&Casino).expect("the spec is well formed").spec;
    let mut workbench = workbench(files);
    let played: Vec<Check> = failed
        .iter()
        .map(|id| Check {
            id,
            status: Status::Fail,
            seen: 1,
            broken: 1,
            message: String::new(),
            evidence: None,
        })
        .collect();
    let sources: Vec<(String, String)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let mut task = Task {
        stage: &mut Empty,
        workbench: Some(&mut workbench as &mut dyn Workbench),
        spec: &spec,
        sources: &sources,
        language: Language::Cpp,
        seeds: Seeds { salt: String::new() },
        sessions: None,
        replay: String::new(),
    };
    judge(&mut task, &played).expect("it is judged")
}

/// The verdict on a rule, its message and its evidence, in one text.
fn told(judged: &Judged, id: &str) -> String {
    let check = judged.checks.iter().find(|check| check.id == id).expect("a verdict");
    let status = format!("{:?}", check.status).to_lowercase();
    format!("{status} {} {:?} {:?}", check.message, check.evidence, judged.remarks)
}

/// What differs from what a case expects.
fn differences(case: &Case) -> Vec<String> {
    let failed: Vec<&'static str> = case
        .list("failed")
        .into_iter()
        .map(|id| Casino.rules().iter().find(|rule| rule.id == id).expect("a rule").id)
        .collect();
    let judged = judged(&case.files(), &failed);
    let mut wrong = Vec::new();
    for id in ["draw-card", "get-rank-suit"] {
        let Some(expected) = case.line(id) else { continue };
        let told = told(&judged, id);
        let (status, parts) = expected.split_once(' ').unwrap_or((expected, ""));
        let fits = told.starts_with(status) && parts.split(" … ").all(|part| told.contains(part));
        if !fits {
            wrong.push(format!("{}: {id} is expected to {expected}, and is {told}", case.about));
        }
    }
    wrong
}

#[test]
fn every_case_gets_its_verdicts() {
    let wrong = in_parallel(&cases(include_str!("cases/casino.md")), differences);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_source_of_a_megabyte_is_called_like_any_other() {
    let cases = cases(include_str!("cases/casino.md"));
    let Some(classic) = cases.iter().find(|case| case.about == "As the handout has it") else { return };
    let [(path, text)] = classic.files()[..] else { panic!("one file") };
    let filler = |n| format!("static int filler_{n}(int x) {{ /* {n:>90} */ return x + {n}; }}\n");
    let fillers: Vec<String> = (0..8000).map(filler).collect();
    let large = text.replace("int main() { }", &format!("{}int main() {{ }}", fillers.concat()));
    assert!(large.len() > 1_000_000, "{}", large.len());
    let judged = judged(&[(path, &large)], &[]);
    assert!(judged.checks.iter().all(|check| check.status == Status::Pass), "{judged:?}");
}
