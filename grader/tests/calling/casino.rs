//! The casino's functions, called for real: what fits passes, what is wrong fails for its own reason, and what cannot
//! be called is left to a person.

use grader::assignment::Status;
use grader::assignment::casino::Casino;
use grader::assignment::casino::calls::judge;
use grader::spec::Shelf;

use crate::bench::{Case, cases, differences, failed, in_parallel, with_task};

fn wrong(case: &Case) -> Vec<String> {
    let spec = Shelf::Embedded.load(&Casino).expect("the spec is well formed").spec;
    let played = failed(&Casino, case);
    let judged = with_task(&case.files(), &spec, |task| judge(task, &played).expect("it is judged"));
    differences(case, &judged.checks, &judged.remarks, &["draw-card", "get-rank-suit"])
}

#[test]
fn every_case_gets_its_verdicts() {
    let wrong = in_parallel(&cases(include_str!("cases/casino.md")), wrong);
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
    let spec = Shelf::Embedded.load(&Casino).expect("the spec is well formed").spec;
    let judged = with_task(&[(path, &large)], &spec, |task| judge(task, &[]).expect("it is judged"));
    assert!(judged.checks.iter().all(|check| check.status == Status::Pass), "{judged:?}");
}
