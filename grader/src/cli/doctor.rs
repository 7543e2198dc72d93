//! `grader doctor`.

use super::{Confinement, Exit};
use crate::report;
use crate::sandbox::{Rung, Sandbox, Tier};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The confinement to ask for.
    #[arg(long, value_enum, default_value = "auto", value_name = "MODE")]
    sandbox: Confinement,
}

/// A tool the grader uses.
struct Tool {
    name: &'static str,
    needed_for: &'static str,
    how: &'static str,
    is_needed: bool,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "g++",
        needed_for: "C++ submissions",
        how: "apt-get install g++, or the like of your system",
        is_needed: true,
    },
    Tool {
        name: "cc",
        needed_for: "all submissions, for the part that fixes chance and time,",
        how: "apt-get install gcc, or the like of your system",
        is_needed: true,
    },
    Tool { name: "rustc", needed_for: "Rust submissions", how: "see rustup.rs", is_needed: false },
    Tool {
        name: "cargo",
        needed_for: "Rust submissions with a Cargo.toml",
        how: "see rustup.rs",
        is_needed: false,
    },
];

pub(super) fn run(args: &Args) -> Exit {
    let mut exit = Exit::Done;
    for tool in TOOLS {
        if let Some(version) = version(tool.name) {
            report::print(&format!("{:8} {version}\n", tool.name));
        } else {
            report::print(&format!("{:8} missing; {} need it: {}\n", tool.name, tool.needed_for, tool.how));
            if tool.is_needed {
                exit = Exit::Fault;
            }
        }
    }
    match Sandbox::probe(args.sandbox.into()) {
        Ok(sandbox) => {
            report::print(&format!("{:8} {}\n", "sandbox", sandbox.describe()));
            for missing in sandbox.missing() {
                report::print(&format!("         {missing}\n"));
            }
            if sandbox.tier() == Tier::Off {
                report::print("         programs can read and change your files: judge only your own\n");
            }
            match sandbox.with_engine(None) {
                Ok(sandbox) => report::print(&format!("{:8} {}\n", "engine", sandbox.engine().describe())),
                Err(error) => report::print(&format!("{:8} {error}\n", "engine")),
            }
        }
        Err(error) => {
            report::print(&format!("{:8} {error}\n", "sandbox"));
            exit = Exit::Fault;
        }
    }
    show_ladder();
    exit
}

/// Every tier, with what stands in its way, and the users that programs are given.
fn show_ladder() {
    for Rung { tier, obstacle } in Sandbox::ladder() {
        let answer =
            obstacle.map_or_else(|| "can be used".to_owned(), |why| format!("cannot be used: {why}"));
        report::print(&format!("         {} - {answer}\n", tier.describe()));
    }
    let (first, last, taken) = Sandbox::users();
    report::print(&format!("         tiers 2 and 4 give programs the users {first} to {last}"));
    report::print(&match taken.as_slice() {
        [] => ", which are nobody's here\n".to_owned(),
        taken => format!("; {} of them are somebody's and left out\n", taken.len()),
    });
}

/// The first line a tool says of its version, if it is there.
fn version(tool: &str) -> Option<String> {
    let output = std::process::Command::new(tool).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).lines().next()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
