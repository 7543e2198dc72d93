//! `grader explain`.

use super::{Exit, Stop, known};
use crate::assignment::RuleEntry;
use crate::grade::BUILDS_RULE;
use crate::report;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The rule, as reports name it; all rules without it.
    rule: Option<String>,

    /// The assignment, where several have a rule of that name.
    #[arg(short, long, value_name = "ID")]
    assignment: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Stop> {
    let assignments = match &args.assignment {
        Some(name) => vec![known::named(name)?],
        None => known::all(),
    };
    let catalogue: Vec<(&str, Vec<&RuleEntry>)> = assignments
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
    let entries = entries(wanted, &catalogue);
    if entries.is_empty() {
        let ids: Vec<&str> =
            catalogue.iter().flat_map(|(_, rules)| rules.iter().map(|rule| rule.id)).collect();
        return Err(known::unknown("rule", wanted, &ids));
    }
    let texts: Vec<String> =
        entries.iter().map(|(rule, assignments)| report::entry(assignments, rule)).collect();
    report::print(&texts.join("\n"));
    Ok(Exit::Done)
}

/// The entries of a rule's name, each with the assignments that share it.
fn entries<'a>(
    wanted: &str,
    catalogue: &[(&'a str, Vec<&'a RuleEntry>)],
) -> Vec<(&'a RuleEntry, Vec<&'a str>)> {
    let mut entries: Vec<(&RuleEntry, Vec<&str>)> = Vec::new();
    for (assignment, rules) in catalogue {
        let Some(rule) = rules.iter().copied().find(|rule| rule.id == wanted) else { continue };
        match entries.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, assignments)) => assignments.push(*assignment),
            None => entries.push((rule, vec![*assignment])),
        }
    }
    entries
}
