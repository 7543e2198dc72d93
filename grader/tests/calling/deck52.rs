//! The functions of the 52-card lab, called for real in many types.

use grader::assignment::deck52::Deck52;
use grader::assignment::deck52::calls::checks;
use grader::spec::Shelf;

use crate::bench::{Case, cases, differences, failed, in_parallel, with_task};

fn wrong(case: &Case) -> Vec<String> {
    let spec = Shelf::Embedded.load(&Deck52).expect("the spec is well formed").spec;
    let played = failed(&Deck52, case);
    let judged = with_task(&case.files(), &spec, |task| {
        let code = task.code().expect("the preprocessor runs");
        checks(task, &code, &played).expect("it is judged")
    });
    differences(case, &judged, &[], &["get-random", "deal-card", "score-hand"])
}

#[test]
fn every_case_gets_its_verdicts() {
    let wrong = in_parallel(&cases(include_str!("cases/deck52.md")), wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
