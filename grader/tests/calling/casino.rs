//! The casino's functions, called for real: what fits passes, what is wrong fails for its own reason, and what cannot
//! be called is left to a person.

use grader::assignment::casino::Casino;
use grader::assignment::casino::calls::judge;
use grader::spec::Shelf;

use crate::bench::{Case, cases, differences, failed, in_parallel, with_task};

fn wrong(case: &Case) -> Vec<String> {
    let spec = Shelf::Embedded.load(&Casino).expect("the spec is well formed").spec;
    let played = failed(&Casino, case);
    let judged = with_task(case, &spec, |task| judge(task, &played).expect("it is judged"));
    differences(case, &judged.checks, &judged.remarks, &["draw-card", "get-rank-suit"])
}

#[test]
fn every_case_gets_its_verdicts() {
    let wrong = in_parallel(&cases(include_str!("cases/casino.md")), wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_source_of_a_megabyte_is_called_like_any_other() {
    let mut cases = cases(include_str!("cases/casino.md"));
    let Some(classic) = cases.iter_mut().find(|case| case.about == "As the handout has it") else { return };
    let filler = |n| format!("static int filler_{n}(int x) {{ /* {n:>90} */ return x + {n}; }}\n");
    let fillers: Vec<String> = (0..8000).map(filler).collect();
    classic.prepend(&fillers.concat());
    assert!(classic.files()[0].1.len() > 1_000_000);
    let wrong = wrong(classic);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
