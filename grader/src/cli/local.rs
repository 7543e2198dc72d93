//! The machine this command runs on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use super::{Confinement, Stop, doctor};
use crate::check::{Built, Class, Found, Machine, Source};
use crate::sandbox::Sandbox;
use crate::spec::Spec;
use crate::submission::{self, Submission, Work};

/// Finds, builds and plays for real, inside the sandbox.
pub(super) struct Local {
    sandbox: Sandbox,
    tools: Vec<(String, String)>,
    /// What was found, by student: their names are unique within one find.
    submissions: RwLock<BTreeMap<String, Submission>>,
}

impl Local {
    /// Looks at what this machine offers.
    pub(super) fn new(confinement: Confinement) -> Result<Self, Stop> {
        let sandbox = Sandbox::probe(confinement.into()).map_err(|error| Stop::fault(error.to_string()))?;
        let tools = ["g++", "rustc", "cargo"]
            .into_iter()
            .filter_map(|tool| doctor::version(tool).map(|version| (tool.to_owned(), version)))
            .collect();
        Ok(Self { sandbox, tools, submissions: RwLock::default() })
    }
}

impl Machine for Local {
    fn find(&self, paths: &[PathBuf]) -> Result<Class, String> {
        let found = submission::find(paths).map_err(|error| error.to_string())?;
        let class =
            Class { submissions: found.submissions.iter().map(shown).collect(), remarks: found.remarks };
        let by_student = found.submissions.into_iter().map(|one| (one.student.clone(), one)).collect();
        *self.submissions.write().unwrap_or_else(PoisonError::into_inner) = by_student;
        Ok(class)
    }

    fn build(&self, found: &Found, _spec: &Spec) -> Built {
        let submissions = self.submissions.read().unwrap_or_else(PoisonError::into_inner);
        let Some(_submission) = submissions.get(&found.student) else {
            return Built::Fault(format!("{} was never found", found.path));
        };
        Built::Fault("this grader cannot build yet".to_owned())
    }

    fn sandbox(&self) -> String {
        self.sandbox.describe().to_owned()
    }

    fn tools(&self) -> Vec<(String, String)> {
        self.tools.clone()
    }
}

/// A submission as the class run needs it.
fn shown(submission: &Submission) -> Found {
    let source = match &submission.work {
        Work::Program(program) => Source::Program {
            files: program.files().map(|file| (file.path.clone(), file.text.clone())).collect(),
            language: program.language,
            content: submission.content_key().to_owned(),
        },
        Work::NoSource { why } => Source::Nothing(format!("There is no source file: {why}.")),
        Work::Ambiguous { mains } => Source::Unclear(format!(
            "Several files have a `main`, and a person must say which one counts: {}.",
            mains.join(", ")
        )),
        Work::Unreadable { why } => Source::Unreadable(why.clone()),
    };
    Found {
        student: submission.student.clone(),
        path: submission.root.display().to_string(),
        source,
        remarks: submission.remarks.clone(),
    }
}
