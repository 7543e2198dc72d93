//! Finds out how well this machine can confine, by trying it from the best tier down.

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;

use landlock::ABI;

use super::control::ControlPage;
use super::pipe::{End, pipe, wait};
use super::process::{self, Child};
use super::{
    Confined, Engine, Sandbox, SandboxError, SandboxMode, Tier, Tool, ToolLimits, fence, notify, user,
};
use crate::spec::LimitSpec;

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

    /// The users that tiers 2 and 4 give to programs: the first, the last, and those among them that exist already and
    /// are left out.
    pub fn users() -> (u32, u32, Vec<u32>) {
        let users = user::RANGE;
        (users.start, users.end - 1, users.filter(|uid| user::is_known(*uid)).collect())
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
        if tier == Tier::Reduced && Engine::at_hand() != Engine::Notify {
            return Err("seccomp user notification is missing or blocked (kernel 5.9), by which the grader decides about \
                        files where landlock is missing"
                .into());
        }
        let own_user = matches!(tier, Tier::User | Tier::Reduced);
        if own_user && !user::is_root() {
            return Err("only root can give programs a user of their own: run the grader as root".into());
        }
        let abi = abi.filter(|_| tier != Tier::Reduced);
        let sandbox = Self { tier, abi, missing, engine: Engine::at_hand() };
        let tried = sandbox.try_tool().and_then(|()| sandbox.with_engine(None));
        let tried = tried.and_then(|sandbox| sandbox.try_program().map(|()| sandbox));
        tried.map_err(|error| match tier {
            Tier::Spaces => format!(
                "{error}; containers refuse name spaces, and some systems do to all but root (the settings \
                 kernel.unprivileged_userns_clone=1 and kernel.apparmor_restrict_unprivileged_userns=0 allow them)"
            ),
            _ => error.to_string(),
        })
    }

    /// Runs a tool with a child that writes a file: a machine that refuses a step says so at the start.
    fn try_tool(&self) -> Result<(), SandboxError> {
        let folder = tempfile::tempdir().map_err(|source| trying("make a temporary folder", source))?;
        let limits = ToolLimits {
            cpu_seconds: 5,
            wall_seconds: 30,
            memory_mib: None,
            file_mib: 1,
            output_bytes: 1024,
        };
        let tool = Tool {
            program: "sh".into(),
            args: ["-c", "true; /bin/cat < /dev/null > made"].map(OsString::from).into(),
            folder: folder.path().to_owned(),
            env: Vec::new(),
            readable: Vec::new(),
            writable: vec![folder.path().to_owned()],
            fork: true,
            limits,
        };
        let output = self.run(&tool)?;
        if output.success() && folder.path().join("made").exists() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(too_weak(self.tier, format!("a confined shell ended with {:?} {said}", output.end)))
    }

    /// Starts a program that reads its input, waits for word of that, and looks at the program as sessions do.
    fn try_program(&self) -> Result<(), SandboxError> {
        let folder = tempfile::tempdir().map_err(|source| trying("make a temporary folder", source))?;
        let limits = LimitSpec { cpu_ms: 1000, wall_seconds: 30, output_kib: 1, memory_mib: 0, answers: 0 };
        let cage = self.cage(Path::new("/bin/cat"), folder.path(), &limits)?;
        let failed = |source| trying("look at a confined program", source);
        let control = ControlPage::new().map_err(failed)?;
        let (input, _writer) = pipe(End::Writer).map_err(failed)?;
        let (_reader, output) = pipe(End::Reader).map_err(failed)?;
        let streams = [input.as_fd(), output.as_fd(), output.as_fd()];
        let Confined { child, listener } = cage.start(streams, control.as_fd())?;
        let ended = |child: Child| {
            let end = child.reap().ending();
            too_weak(self.tier, format!("a confined program ended with {end:?} before it read its input"))
        };
        // Where nothing is reported, its stillness is looked for in the same place.
        let Some(listener) = listener else { return Ok(()) };
        loop {
            let fds = [Some(listener.as_fd()), Some(child.as_fd())];
            let [notice, end] = wait(fds, Duration::from_secs(30)).map_err(failed)?;
            if !notice.readable || end.readable {
                child.kill();
                return Err(ended(child));
            }
            let Some(notice) = listener.fetch().map_err(failed)? else { continue };
            if i64::from(notice.call) == libc::SYS_read && notice.args[0] == 0 {
                let seen = std::fs::metadata(format!("/proc/{}/fd/0", child.pid()));
                return seen.map(|_| ()).map_err(|source| {
                    trying("look at programs of another user (the capability SYS_PTRACE lets root)", source)
                });
            }
            listener.resume(&notice).map_err(failed)?;
        }
    }
}

fn trying(what: &str, source: std::io::Error) -> SandboxError {
    SandboxError::io(what.to_owned(), source)
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
