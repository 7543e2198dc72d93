//! Everything that must hold before a change is merged.

use anyhow::{Context as _, bail};

use crate::{cargo, fixtures, root};

/// A call of cargo.
struct Step {
    args: &'static str,
    /// An environment variable it needs.
    variable: Option<(&'static str, &'static str)>,
}

/// The steps, cheapest first.
const STEPS: &[Step] = &[
    Step { args: "fmt --all --check", variable: None },
    Step { args: "clippy --workspace --all-targets --locked -- -D warnings", variable: None },
    Step { args: "doc --workspace --no-deps --locked", variable: Some(("RUSTDOCFLAGS", "-D warnings")) },
    Step { args: "test --workspace --release --locked", variable: Some(("INSTA_UPDATE", "no")) },
];

/// Runs the steps and stops at the first that fails.
pub(crate) fn run() -> anyhow::Result<()> {
    println!("== cargo xtask fixtures --check");
    fixtures::run(&root().join("fixtures"), fixtures::Mode::Check)?;
    for Step { args, variable } in STEPS {
        let command = format!("cargo {args}");
        println!("== {command}");
        let mut cargo = cargo();
        cargo.args(args.split(' ')).current_dir(root()).envs(*variable);
        let status = cargo.status().with_context(|| format!("cannot run {command}"))?;
        if !status.success() {
            bail!("{command} failed");
        }
    }
    Ok(())
}
