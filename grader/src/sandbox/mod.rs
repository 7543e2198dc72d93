//! The one place that confines what others wrote: student programs, and the compilers that read their sources.
//!
//! [`Sandbox::probe`] finds out once what this machine offers; [`Sandbox::run`] runs a tool. Every child gets the same
//! set-up, a list of steps in one function, and a step that fails is the grader's fault and said as such.
//!
//! It knows Linux on x86-64. What always confines is seccomp, the loss of all privileges, and limits; landlock, name
//! spaces (`spaces`) and a user of its own (`user`) come with the tiers.

mod cage;
mod child;
pub(crate) mod control;
mod engine;
mod fence;
mod filter;
mod gate;
mod ground;
mod launch;
pub(crate) mod notify;
pub(crate) mod pipe;
mod probe;
pub(crate) mod process;
pub(crate) mod room;
mod server;
mod spaces;
mod tool;
mod user;

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::ABI;

pub(crate) use cage::{Cage, Confined};
pub use engine::Engine;
pub use probe::Rung;
pub(crate) use server::Server;
pub(crate) use tool::shorten;
pub use tool::{Tool, ToolLimits, ToolOutput};

/// How much confinement is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SandboxMode {
    /// The best this machine offers, and a refusal where that would be too little.
    #[default]
    Auto,
    /// A tier at which programs run as nobody's user or in name spaces of their own.
    Require,
    /// Limits alone: for one's own programs.
    Off,
    /// This tier and no other, even where the machine offers a better one.
    Only(Tier),
}

/// How well children are confined on this machine; a smaller number is stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Name spaces, landlock, seccomp, limits.
    Spaces = 1,
    /// A user of its own, landlock, seccomp, limits.
    User = 2,
    /// The grader's own user without its privileges, landlock, seccomp, limits.
    Fence = 3,
    /// A user of its own, seccomp, limits; the grader opens its files.
    Reduced = 4,
    /// Limits alone.
    Off = 5,
}

impl Tier {
    /// The tier in words, for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Spaces => "tier 1: own name spaces, landlock, seccomp, limits",
            Self::User => "tier 2: own user, landlock, seccomp, limits",
            Self::Fence => "tier 3: landlock, seccomp, no privileges, limits",
            Self::Reduced => "tier 4: own user, files by consent, seccomp, limits",
            Self::Off => "off: limits alone",
        }
    }
}

/// What confines children, as probed on this machine.
#[derive(Debug, Clone)]
pub struct Sandbox {
    tier: Tier,
    abi: Option<ABI>,
    missing: Vec<String>,
    engine: Engine,
}

/// The sandbox could not do its work; never the student's fault.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// This machine cannot confine programs well enough.
    #[error("this machine cannot confine programs as asked ({have}): {reason}")]
    TooWeak {
        /// What it can do.
        have: &'static str,
        /// What is missing, and what to do.
        reason: String,
    },
    /// A program to run is not on this machine.
    #[error("{0}: no such program on this machine; `grader doctor` says how to install what is missing")]
    NoProgram(PathBuf),
    /// The child did not become its program.
    #[error("cannot run {program}, {step}: {source}")]
    SetUp {
        /// The program.
        program: PathBuf,
        /// The step that failed.
        step: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// A tool lies where its user cannot come.
    #[error(
        "{0} lies in a folder that is closed to others, and without landlock no tool is let in; \
         install it for everybody (under /usr)"
    )]
    Closed(PathBuf),
    /// The fence around files could not be built.
    #[error("cannot build the fence around files: {0}")]
    Landlock(String),
    /// Anything else the system refused.
    #[error("cannot {doing}: {source}")]
    Io {
        /// What was being done.
        doing: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl SandboxError {
    fn io(doing: String, source: std::io::Error) -> Self {
        Self::Io { doing, source }
    }
}

impl Sandbox {
    /// How well children are confined.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The tier in words, for people.
    pub fn describe(&self) -> &'static str {
        self.tier.describe()
    }

    /// What this machine lacks, a sentence each.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Whether there is more than limits.
    fn confines(&self) -> bool {
        self.tier < Tier::Off
    }

    /// Whether sessions are forked from one start of a program, where it does not stand in the way.
    pub(crate) fn serves(&self) -> bool {
        self.lets_serve() && self.engine == Engine::Notify
    }

    /// Whether a program may be a server that forks its sessions: what it could signal before its sessions' own filters
    /// are in place is its own alone.
    fn lets_serve(&self) -> bool {
        self.confines() && (self.tier != Tier::Fence || self.scoped())
    }

    /// Whether the kernel keeps a child's signals inside its fence.
    fn scoped(&self) -> bool {
        self.abi.is_some_and(|abi| abi >= ABI::V6)
    }

    /// Whether files are opened with the grader's consent, where the kernel fences none in.
    fn gated(&self) -> bool {
        self.tier == Tier::Reduced
    }

    /// The fence for one child.
    fn ruleset(&self, readable: &[&Path], writable: &[&Path]) -> Result<Option<OwnedFd>, SandboxError> {
        self.abi.map(|abi| fence::ruleset(abi, readable, writable)).transpose()
    }
}
