//! `grader explain`.

use super::{Exit, Stop, known};
use crate::assignment::RuleEntry;
use crate::grade::BUILDS_RULE;
use crate::report;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The rule, as reports name it; all rules without it.
    rule: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Stop> {
    let catalogue: Vec<(&str, Vec<&RuleEntry>)> = known::all()
        .iter()
        .map(|assignment| {
            let own = assignment.rules().iter().filter(|rule| rule.id != BUILDS_RULE.id);
            (assignment.id(), std::iter::once(&BUILDS_RULE).chain(own).collect())
        })
        .collect();
    let Some(wanted) = &args.rule else {
        for (assignment, rules) in &catalogue {
            report::print(&report::catalogue(assignment, rules));
        }
        report::print("\ngrader explain RULE shows one with examples.\n");
        return Ok(Exit::Done);
    };
    let mut found = false;
    for (assignment, rules) in &catalogue {
        if let Some(rule) = rules.iter().find(|rule| rule.id == *wanted) {
            report::print(&report::entry(assignment, rule));
            found = true;
        }
    }
    let ids: Vec<&str> = catalogue.iter().flat_map(|(_, rules)| rules.iter().map(|rule| rule.id)).collect();
    if found { Ok(Exit::Done) } else { Err(known::unknown("rule", wanted, &ids)) }
}
