//! Exit statuses, all in one place.

use std::process::{ExitCode, Termination};

use crate::check::CheckError;
use crate::report::GradebookError;
use crate::spec::SpecError;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, whatever the grades are.
    Done = 0,
    /// `verify` only: something failed.
    Failed = 1,
    /// The command or a spec is wrong; nothing was done.
    Usage = 2,
    /// Done as far as possible, but the grader or the machine failed somewhere.
    Fault = 3,
    /// The user stopped it.
    Interrupted = 130,
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

/// A command that could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The status to exit with.
    pub exit: Exit,
    /// What went wrong, and what to do next.
    pub message: String,
}

impl Stop {
    /// The command cannot be carried out as it was typed.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into() }
    }

    /// The machine cannot carry it out.
    pub(super) fn fault(message: impl Into<String>) -> Self {
        Self { exit: Exit::Fault, message: message.into() }
    }
}

impl From<CheckError> for Stop {
    fn from(error: CheckError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<SpecError> for Stop {
    fn from(error: SpecError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<GradebookError> for Stop {
    fn from(error: GradebookError) -> Self {
        Self::usage(error.to_string())
    }
}
