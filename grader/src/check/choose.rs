//! Which assignment a submission is for.

use crate::assignment::Assignment;

/// How sure a source must make an assignment of itself.
const SURE: f64 = 0.5;
/// How far it must be ahead of the next.
const AHEAD: f64 = 0.2;

/// The assignment that these sources are for; in doubt, why a person must say so.
pub(crate) fn choose<'a>(
    files: &[(String, String)],
    assignments: &[&'a dyn Assignment],
    named: Option<&str>,
) -> Result<&'a dyn Assignment, String> {
    if let Some(found) = assignments.iter().find(|assignment| Some(assignment.id()) == named) {
        return Ok(*found);
    }
    let text: Vec<&str> = files.iter().map(|(_, text)| text.as_str()).collect();
    let text = text.join("\n");
    let mut likely: Vec<(f64, &dyn Assignment)> =
        assignments.iter().map(|assignment| (assignment.recognises(&text), *assignment)).collect();
    likely.sort_by(|a, b| b.0.total_cmp(&a.0));
    match likely.as_slice() {
        [(first, assignment), rest @ ..]
            if *first >= SURE && rest.iter().all(|(other, _)| first - other >= AHEAD) =>
        {
            Ok(*assignment)
        }
        _ => {
            let known: Vec<&str> = assignments.iter().map(|assignment| assignment.id()).collect();
            Err(format!(
                "The source does not show which assignment it is for; name it with -a ({}).",
                known.join(", ")
            ))
        }
    }
}
