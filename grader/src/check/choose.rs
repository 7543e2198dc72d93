//! Which assignment a submission is for.

use crate::assignment::Assignment;

/// How sure a source must make an assignment of itself.
pub(super) const SURE: f64 = 0.5;
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::cli::assignments;
    use crate::submission::{Work, find};

    #[test]
    fn every_sample_is_known_for_its_assignment() {
        let known = assignments();
        let mut wrong = Vec::new();
        for assignment in &known {
            let folder =
                format!("{}/../fixtures/{}/submissions", env!("CARGO_MANIFEST_DIR"), assignment.id());
            let class = find(&[Path::new(&folder).to_owned()]).expect("the samples can be read");
            for submission in class.submissions {
                let Work::Program(program) = &submission.work else { continue };
                let files: Vec<(String, String)> =
                    program.files().map(|file| (file.path.clone(), file.text.clone())).collect();
                // A text that is no program at all gives no clue.
                if files.iter().all(|(_, text)| !text.contains("main")) {
                    continue;
                }
                match choose(&files, &known, None) {
                    Ok(chosen) if chosen.id() == assignment.id() => {}
                    Ok(chosen) => wrong.push(format!("{} is taken for {}", submission.student, chosen.id())),
                    Err(_) => {
                        wrong.push(format!("{} ({}) is not known", submission.student, assignment.id()));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{} samples:\n{}", wrong.len(), wrong.join("\n"));
    }
}
