//! Plays sessions: a program, a seed and a player make a [`Transcript`].

mod live;
mod patience;
mod portable;
mod scratch;
mod session;
mod shim;

use crate::transcript::Transcript;

pub use live::LiveStage;
pub(crate) use scratch::empty;
pub use shim::{SHIM_SOURCE, shim_object};

/// Answers a program's questions.
///
/// `said` is everything the program printed since the last answer; the program is known to wait for input now.
pub trait Dialogue {
    /// The answer to what was just said.
    fn reply(&mut self, said: &str) -> Reply;
}

/// What a player does at a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Types this line (the line end is added).
    Line(String),
    /// Closes the input. The program may go on printing, but reads nothing any more.
    EndOfInput,
    /// Ends the session here.
    Stop,
}

/// What is fixed from outside in one session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setting {
    /// The session's seed: the program's `srand(x)` acts as `srand(x + seed - base)`.
    pub seed: u32,
    /// The handout's seed (333 for casino, 0 where it names none).
    pub base: u32,
    /// Shifts clock and entropy without touching `srand`: two untouched runs differ in this only.
    pub moment: u32,
    /// Values that `rand()` returns first, before its stream.
    pub rigged: Vec<u32>,
}

/// A built program, ready to be played many times.
pub trait Stage {
    /// Plays one session to its end.
    fn play(&mut self, setting: &Setting, player: &mut dyn Dialogue) -> Result<Transcript, PlayError>;

    /// What a person should know of how the program was played so far, a sentence each.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The grader could not play; never the student's fault.
#[derive(Debug, thiserror::Error)]
#[error("{doing}: {source}")]
pub struct PlayError {
    /// What was being done.
    pub doing: String,
    /// What the system said.
    pub source: std::io::Error,
}
