//! The one place that confines what others wrote: student programs, and the compilers that read their sources.
//!
//! [`Sandbox::probe`] finds out once what this machine offers; [`Sandbox::run`] runs a tool. Every child gets the same
//! set-up, a list of steps in one function, and a step that fails is the grader's fault and said as such.
//!
//! It knows Linux on x86-64. Name spaces and a user of their own for programs are tiers that are named here and not
//! built: what confines is landlock, seccomp, the loss of all privileges, and limits.

mod cage;
mod child;
pub(crate) mod control;
mod engine;
mod fence;
mod filter;
mod launch;
pub(crate) mod notify;
pub(crate) mod pipe;
pub(crate) mod process;
mod tool;

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::ABI;

pub(crate) use cage::{Cage, Confined};
pub use engine::Engine;
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
    /// A user of its own, seccomp, limits: no fence around files.
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
            Self::Reduced => "tier 4: own user, seccomp, limits",
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
    /// Finds out what this machine offers, by trying it.
    pub fn probe(mode: SandboxMode) -> Result<Self, SandboxError> {
        process::reap_descendants()
            .map_err(|source| SandboxError::io("become the reaper of descendants".into(), source))?;
        let engine = if notify::supported() { Engine::Notify } else { Engine::Portable };
        let off = Self { tier: Tier::Off, abi: None, missing: Vec::new(), engine };
        if mode == SandboxMode::Off {
            return Ok(off);
        }
        let (abi, missing) = features();
        let too_weak = |have: Tier, reason: String| SandboxError::TooWeak { have: have.describe(), reason };
        if abi.is_none() {
            return Err(too_weak(Tier::Off, format!("{}; `--sandbox off` runs without", missing.join("; "))));
        }
        let sandbox = Self { tier: Tier::Fence, abi, missing, engine };
        sandbox.try_out()?;
        if mode == SandboxMode::Require && sandbox.tier > Tier::User {
            let reason = "programs would run as the grader's own user; `--sandbox auto` accepts that".into();
            return Err(too_weak(sandbox.tier, reason));
        }
        Ok(sandbox)
    }

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

    /// Whether the kernel keeps a child's signals inside its fence.
    fn scoped(&self) -> bool {
        self.abi.is_some_and(|abi| abi >= ABI::V6)
    }

    /// The fence for one child.
    fn ruleset(&self, readable: &[&Path], writable: &[&Path]) -> Result<Option<OwnedFd>, SandboxError> {
        self.abi.map(|abi| fence::ruleset(abi, readable, writable)).transpose()
    }

    /// Runs a program that does nothing, so that a machine which refuses a step says so at the start.
    fn try_out(&self) -> Result<(), SandboxError> {
        let limits = ToolLimits {
            cpu_seconds: 5,
            wall_seconds: 30,
            memory_mib: None,
            file_mib: 1,
            output_bytes: 1024,
        };
        let tool = Tool {
            program: "true".into(),
            args: Vec::<OsString>::new(),
            folder: "/".into(),
            env: Vec::new(),
            readable: Vec::new(),
            writable: Vec::new(),
            fork: false,
            limits,
        };
        let output = self.run(&tool)?;
        if output.success() {
            return Ok(());
        }
        let reason = format!("a confined `true` ended with {:?}", output.end);
        Err(SandboxError::TooWeak { have: self.describe(), reason })
    }
}

/// The kernel's landlock, and what is missing.
fn features() -> (Option<ABI>, Vec<String>) {
    let abi = fence::abi(notify::landlock_version());
    let mut missing = Vec::new();
    let landlock = match abi {
        None => Some("landlock is switched off or blocked (kernel 5.13, and a container profile of 2022)"),
        Some(abi) if abi < ABI::V4 => Some("landlock cannot refuse the network here (kernel 6.7 can)"),
        Some(abi) if abi < ABI::V6 => Some("landlock cannot keep signals inside here (kernel 6.12 can)"),
        Some(_) => None,
    };
    missing.extend(landlock.map(str::to_owned));
    if !notify::supported() {
        missing.push("seccomp user notification is blocked (kernel 5.5): the portable engine plays".into());
    }
    (abi, missing)
}
