//! What a tier gives a child beyond fence and filters: name spaces, or a user of its own that owns what it must reach.

use std::os::fd::BorrowedFd;
use std::path::Path;

use super::launch::Place;
use super::spaces::Spaces;
use super::user::{self, Identity, Lease, Lent};
use super::{Sandbox, SandboxError, Tier, Tool};

/// The ground one program or tool stands on; it is cleared when this is dropped, in this order.
#[derive(Debug, Default)]
pub(super) struct Ground {
    spaces: Option<Spaces>,
    lent: Vec<Lent>,
    identity: Option<Identity>,
    lease: Option<Lease>,
}

impl Ground {
    /// For the sessions of a program that may write `scratch`.
    pub(super) fn for_program(sandbox: &Sandbox, exe: &Path, scratch: &Path) -> Result<Self, SandboxError> {
        Self::prepare(sandbox, &[scratch], |lease| {
            lease.let_start(exe).map_err(|source| giving(exe, source))?;
            Ok(lease.program())
        })
    }

    /// For one run of a tool.
    pub(super) fn for_tool(sandbox: &Sandbox, tool: &Tool, program: &Path) -> Result<Self, SandboxError> {
        let writable: Vec<&Path> = tool.writable.iter().map(AsRef::as_ref).collect();
        Self::prepare(sandbox, &writable, |lease| {
            let read = tool.readable.iter().map(|path| (path.as_path(), true));
            let others = writable.iter().copied().chain([tool.folder.as_path()]).map(|path| (path, false));
            for (path, read) in read.chain(others).chain([(program, true)]) {
                user::open_to_tools(path, read).map_err(|source| giving(path, source))?;
            }
            let mut closed = tool.readable.iter().map(AsRef::as_ref).chain([program]);
            let closed = closed.find(|path| !user::is_open(path));
            match closed {
                Some(path) if sandbox.abi.is_none() => Err(SandboxError::Closed(path.to_owned())),
                // Behind its fence a tool may read what it is given although it lies in somebody's closed folder.
                closed => Ok(lease.tool(closed.is_some())),
            }
        })
    }

    fn prepare(
        sandbox: &Sandbox,
        writable: &[&Path],
        choose: impl FnOnce(&Lease) -> Result<Identity, SandboxError>,
    ) -> Result<Self, SandboxError> {
        match sandbox.tier {
            Tier::Spaces => Ok(Self { spaces: Some(Spaces::new(sandbox, writable)?), ..Self::default() }),
            Tier::User | Tier::Reduced => {
                let lease = Lease::take(sandbox.tier == Tier::Reduced)
                    .map_err(|source| SandboxError::io("find a user for it".into(), source))?;
                let identity = choose(&lease)?;
                let lent =
                    writable.iter().map(|path| lease.lend(path).map_err(|source| giving(path, source)));
                let lent = lent.collect::<Result<_, _>>()?;
                Ok(Self { spaces: None, lent, identity: Some(identity), lease: Some(lease) })
            }
            Tier::Fence | Tier::Off => Ok(Self::default()),
        }
    }

    /// Lets its user open pipes by their names (`/dev/stdin`).
    pub(super) fn give(&self, pipes: &[BorrowedFd<'_>]) -> std::io::Result<()> {
        self.identity.map_or(Ok(()), |identity| identity.take(pipes))
    }

    /// Where a child is to be born.
    pub(super) fn place(&self) -> Place<'_> {
        self.spaces.as_ref().map_or(Place::Here, |spaces| Place::Join(spaces.as_fd()))
    }

    /// Removes what a child left outside its folder.
    pub(super) fn sweep(&self) {
        if let Some(lease) = &self.lease {
            lease.sweep(&self.lent);
        }
    }

    /// What it becomes.
    pub(super) fn identity(&self) -> Option<Identity> {
        self.identity
    }
}

fn giving(path: &Path, source: std::io::Error) -> SandboxError {
    SandboxError::io(format!("give {} to the user it is for", path.display()), source)
}
