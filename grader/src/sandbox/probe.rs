//! Finds out how well this machine can confine, by trying it from the best tier down.

use std::ffi::OsString;

use landlock::ABI;

use super::{Engine, Sandbox, SandboxError, SandboxMode, Tier, Tool, ToolLimits, fence, notify, process};

/// The tiers that confine, best first.
const LADDER: [Tier; 4] = [Tier::Spaces, Tier::User, Tier::Fence, Tier::Reduced];

/// One tier, and whether this machine can enter it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rung {
    /// The tier.
    pub tier: Tier,
    /// Why it cannot be entered, and what would help; nothing if it can.
    pub obstacle: Option<String>,
}

impl Sandbox {
    /// Finds out what this machine offers, by trying it.
    pub fn probe(mode: SandboxMode) -> Result<Self, SandboxError> {
        process::reap_descendants()
            .map_err(|source| SandboxError::io("become the reaper of descendants".into(), source))?;
        let weakest = match mode {
            SandboxMode::Off | SandboxMode::Only(Tier::Off) => return Ok(Self::off()),
            SandboxMode::Only(tier) => return Self::enter(tier).map_err(|reason| too_weak(tier, reason)),
            SandboxMode::Require => Tier::User,
            SandboxMode::Auto => Tier::Reduced,
        };
        let mut obstacles = Vec::new();
        for tier in LADDER.into_iter().filter(|tier| *tier <= weakest) {
            match Self::enter(tier) {
                Ok(sandbox) => return Ok(sandbox),
                Err(obstacle) => obstacles.push(format!("tier {}: {obstacle}", tier as u8)),
            }
        }
        let reason = obstacles.join("; ");
        Err(match mode {
            SandboxMode::Require => {
                too_weak(Tier::Fence, format!("{reason}; `--sandbox auto` accepts the grader's own user"))
            }
            _ => too_weak(Tier::Off, format!("{reason}; `--sandbox off` runs without")),
        })
    }

    /// The tiers that this machine can enter, best first.
    pub fn enterable() -> Vec<Tier> {
        let rungs = Self::ladder().into_iter();
        rungs.filter(|rung| rung.obstacle.is_none()).map(|rung| rung.tier).collect()
    }

    /// Every tier that confines, best first, each tried.
    pub fn ladder() -> Vec<Rung> {
        LADDER.map(|tier| Rung { tier, obstacle: Self::enter(tier).err() }).into()
    }

    /// Limits alone.
    fn off() -> Self {
        Self { tier: Tier::Off, abi: None, missing: Vec::new(), engine: Engine::at_hand() }
    }

    /// Enters one tier and tries it out, or says what stands in the way.
    fn enter(tier: Tier) -> Result<Self, String> {
        let (abi, missing) = features();
        if tier != Tier::Reduced && abi.is_none() {
            return Err(
                "landlock is switched off or blocked (kernel 5.13, and a container profile of 2022)".into()
            );
        }
        if tier != Tier::Fence {
            return Err("this version of the grader does not build it".into());
        }
        let sandbox = Self { tier, abi, missing, engine: Engine::at_hand() };
        sandbox.try_out().map_err(|error| error.to_string())?;
        Ok(sandbox)
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
        Err(too_weak(self.tier, format!("a confined `true` ended with {:?}", output.end)))
    }
}

fn too_weak(have: Tier, reason: String) -> SandboxError {
    SandboxError::TooWeak { have: have.describe(), reason }
}

/// The kernel's landlock, and what it cannot do here.
fn features() -> (Option<ABI>, Vec<String>) {
    let abi = fence::abi(notify::landlock_version());
    let landlock = match abi {
        Some(abi) if abi < ABI::V4 => Some("landlock cannot refuse the network here (kernel 6.7 can)"),
        Some(abi) if abi < ABI::V6 => Some("landlock cannot keep signals inside here (kernel 6.12 can)"),
        _ => None,
    };
    let notification = (Engine::at_hand() == Engine::Portable)
        .then_some("seccomp user notification is missing or blocked (kernel 5.5): the portable engine plays");
    (abi, landlock.into_iter().chain(notification).map(str::to_owned).collect())
}
