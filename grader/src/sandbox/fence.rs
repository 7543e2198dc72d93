//! The files a child may touch (landlock).

use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};

use super::SandboxError;

/// What programs and compilers need of the system; paths that a machine lacks are left out.
pub(super) const SYSTEM: &[&str] = &[
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/locale.alias",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
];

/// The newest version of landlock's interface that this kernel and this program both know; none if there is none.
pub(super) fn abi(kernel: i32) -> Option<ABI> {
    match kernel {
        ..1 => None,
        1 => Some(ABI::V1),
        2 => Some(ABI::V2),
        3 => Some(ABI::V3),
        4 => Some(ABI::V4),
        5 => Some(ABI::V5),
        _ => Some(ABI::V6),
    }
}

/// Makes a ruleset: the system and `readable` may be read and run, `writable` is free, all else is refused.
///
/// Everything is demanded rather than tried: a kernel which knows less than it says is an error, never a silent gap.
pub(super) fn ruleset(abi: ABI, readable: &[&Path], writable: &[&Path]) -> Result<OwnedFd, SandboxError> {
    let failed = |error: landlock::RulesetError| SandboxError::Landlock(error.to_string());
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(abi));
    let network = AccessNet::from_all(abi);
    if !network.is_empty() {
        rules = rules.and_then(|rules| rules.handle_access(network));
    }
    let scope = Scope::from_all(abi);
    if !scope.is_empty() {
        rules = rules.and_then(|rules| rules.scope(scope));
    }
    let mut rules = rules.and_then(Ruleset::create).map_err(failed)?;
    let look = AccessFs::from_read(abi);
    let given = readable.iter().copied().map(|path| (path, look));
    let all = given.chain(writable.iter().map(|path| (*path, AccessFs::from_all(abi))));
    for (path, access) in all {
        let rule = beneath(path, access, abi)
            .map_err(|source| SandboxError::Io { doing: format!("open {}", path.display()), source })?;
        rules = rules.add_rule(rule).map_err(failed)?;
    }
    let null = AccessFs::from_read(abi) | AccessFs::WriteFile | AccessFs::Truncate;
    let system =
        SYSTEM.iter().map(|path| (*path, look)).chain([("/dev/null", null & AccessFs::from_all(abi))]);
    for (path, access) in system {
        if let Ok(rule) = beneath(Path::new(path), access, abi) {
            rules = rules.add_rule(rule).map_err(failed)?;
        }
    }
    Option::<OwnedFd>::from(rules).ok_or_else(|| SandboxError::Landlock("no ruleset was made".into()))
}

/// A rule for a folder and what is in it, or for a file.
fn beneath(path: &Path, access: BitFlags<AccessFs>, abi: ABI) -> std::io::Result<PathBeneath<PathFd>> {
    let folder = std::fs::metadata(path)?.is_dir();
    let fd = PathFd::new(path).map_err(std::io::Error::other)?;
    let access = if folder { access } else { access & AccessFs::from_file(abi) };
    Ok(PathBeneath::new(fd, access))
}
