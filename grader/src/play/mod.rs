//! Plays sessions: a program, a seed and a player make a [`Transcript`].

mod live;
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
    /// The program is known to hang: how much of its processor time will do.
    pub haste: Haste,
}

/// How much of the processor time between two questions a program gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Haste {
    /// All of it.
    #[default]
    None,
    /// A tenth: it hung before.
    Hurried,
    /// A fiftieth: it hung again and again, and its games take next to nothing.
    Short,
}

impl Haste {
    /// So often a program must have hung before games that take next to nothing are cut short.
    const AGAIN: usize = 5;

    /// For a program that hung or flooded so often, and whose sound games take next to nothing.
    pub fn after(runaways: usize) -> Self {
        match runaways {
            0 => Self::None,
            n if n < Self::AGAIN => Self::Hurried,
            _ => Self::Short,
        }
    }

    /// A tenth, if it hung before.
    pub fn if_hung(hung: bool) -> Self {
        if hung { Self::Hurried } else { Self::None }
    }

    fn of(self, cpu_ms: u32) -> u32 {
        match self {
            Self::None => cpu_ms,
            Self::Hurried => cpu_ms.div_ceil(10),
            Self::Short => cpu_ms.div_ceil(50),
        }
    }
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
