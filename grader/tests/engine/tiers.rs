//! The tiers of the sandbox that tests are run in, and the users.

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::OnceLock;

use grader::sandbox::{Sandbox, SandboxMode};

/// One sandbox for each tier this machine can enter, best first.
pub(crate) fn sandboxes() -> &'static [Sandbox] {
    static ALL: OnceLock<Vec<Sandbox>> = OnceLock::new();
    ALL.get_or_init(|| {
        let tiers = Sandbox::enterable();
        assert!(!tiers.is_empty(), "a machine that can confine programs");
        eprintln!("tested in {tiers:?}");
        let enter = |tier| Sandbox::probe(SandboxMode::Only(tier)).expect("a tier that can be entered");
        tiers.into_iter().map(enter).collect()
    })
}

/// The best of them.
pub(crate) fn sandbox() -> &'static Sandbox {
    &sandboxes()[0]
}

/// Runs the tests that these arguments choose once more as a plain user, where root runs them.
pub(crate) fn as_plain_user(args: &[&str]) {
    const SPARE: u32 = 60_599;
    let folder = tempfile::tempdir().expect("a folder");
    if std::os::unix::fs::chown(folder.path(), Some(SPARE), Some(SPARE)).is_err() {
        eprintln!("not root: the other tests are those of a plain user");
        return;
    }
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    command.args(args).args(["--skip", "plain_users"]);
    command.env("TMPDIR", folder.path()).current_dir("/").uid(SPARE).gid(SPARE);
    match command.output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
        }
        Err(error) => {
            eprintln!("these tests lie where only root comes ({error}): not tested as a plain user");
        }
    }
}
