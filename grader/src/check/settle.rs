//! Which of several programs in a submission counts.

use super::choose::{SURE, choose};
use super::{Built, Choice, Found, Machine, Source};
use crate::assignment::Assignment;
use crate::spec::Spec;

/// The most programs that are compiled to tell which one counts.
const COMPILED: usize = 4;

/// A submission with the one of its programs that counts, and with what was decided as its last remark: the only one
/// that is for an assignment, or, of several for the same, the only one that compiles. In doubt, what a person must say.
pub(crate) fn settle<'a>(
    found: &Found,
    machine: &dyn Machine,
    assignments: &[&'a dyn Assignment],
    named: Option<&str>,
    spec: &dyn Fn(&dyn Assignment) -> Option<Spec>,
) -> Result<Found, String> {
    let Source::Several { why, choices } = &found.source else { return Ok(found.clone()) };
    let fits: Vec<Option<&'a dyn Assignment>> =
        choices.iter().map(|choice| fit(choice, assignments, named)).collect();
    let fitting: Vec<(&Choice, &'a dyn Assignment)> =
        choices.iter().zip(&fits).filter_map(|(choice, fit)| Some((choice, (*fit)?))).collect();
    let Some((_, assignment)) = fitting.first().copied() else { return Err(why.clone()) };
    if fitting.iter().any(|(_, other)| other.id() != assignment.id()) {
        return Err(why.clone());
    }
    // What is for no assignment for certain may still be for this one.
    let is_other = |choice: &Choice| {
        assignment.recognises(&text(choice)) < SURE
            || surely(choice, assignments).is_some_and(|other| other.id() != assignment.id())
    };
    let is_certain = |chosen: &Choice| choices.iter().all(|one| one.main == chosen.main || is_other(one));
    if let [(only, _)] = fitting.as_slice() {
        let reason = "it alone looks like this assignment";
        return if is_certain(only) { Ok(chosen(found, choices, only, reason)) } else { Err(why.clone()) };
    }
    let doubtful = choices.len() - fitting.len();
    let others = choices.iter().filter(|choice| is_other(choice)).count();
    let spec = spec(assignment).filter(|_| fitting.len() <= COMPILED && doubtful == others);
    let Some(spec) = spec else { return Err(why.clone()) };
    let mut compiled = Vec::new();
    for (choice, _) in &fitting {
        let one = Found { source: choice.source.clone(), ..bare(found) };
        match machine.build(&one, assignment, &spec) {
            Built::Ready { .. } => compiled.push(*choice),
            Built::Failed { .. } => {}
            Built::Review(_) | Built::Fault(_) => return Err(why.clone()),
        }
    }
    match compiled.as_slice() {
        [only] => Ok(chosen(found, choices, only, "of those for this assignment it alone compiles")),
        _ => Err(why.clone()),
    }
}

/// The assignment that a program is for by its own words.
fn surely<'a>(choice: &Choice, assignments: &[&'a dyn Assignment]) -> Option<&'a dyn Assignment> {
    let Source::Program { files, .. } = &choice.source else { return None };
    choose(files, assignments, None).ok()
}

/// The assignment that a program is for. What is clearly for another one is not for the one that was named.
fn fit<'a>(
    choice: &Choice,
    assignments: &[&'a dyn Assignment],
    named: Option<&str>,
) -> Option<&'a dyn Assignment> {
    let surely = surely(choice, assignments);
    let Some(named) = assignments.iter().find(|assignment| Some(assignment.id()) == named) else {
        return surely;
    };
    match surely {
        Some(other) if other.id() != named.id() => None,
        _ => (named.recognises(&text(choice)) >= SURE).then_some(*named),
    }
}

fn text(choice: &Choice) -> String {
    let Source::Program { files, .. } = &choice.source else { return String::new() };
    files.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n")
}

/// A submission without its texts.
fn bare(found: &Found) -> Found {
    Found {
        student: found.student.clone(),
        path: found.path.clone(),
        source: Source::Unclear(String::new()),
        remarks: found.remarks.clone(),
        hand_in: found.hand_in.clone(),
    }
}

fn chosen(found: &Found, choices: &[Choice], one: &Choice, reason: &str) -> Found {
    let others: Vec<String> = choices
        .iter()
        .filter(|choice| choice.main != one.main)
        .map(|choice| format!("`{}`", choice.main))
        .collect();
    let mut chosen = Found { source: one.source.clone(), ..bare(found) };
    chosen.remarks.extend(one.remarks.iter().cloned());
    chosen.remarks.push(format!("`{}` was judged: {reason}; left aside: {}", one.main, others.join(", ")));
    chosen
}

#[cfg(test)]
mod tests;
