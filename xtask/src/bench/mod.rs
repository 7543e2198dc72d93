//! What things cost on this machine: the engine beside a plain run, a class, the samples, and the solver.

mod class;
mod made;
mod soak;

use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use serde_json::Value;

use crate::{cargo, grader, root};

/// The slowest submissions of each class to name.
const NAMED: usize = 3;

/// The assignments with samples.
const ASSIGNMENTS: [&str; 4] = ["casino", "bluejack", "deck52", "crowns"];

/// What can be measured.
#[derive(clap::Subcommand)]
pub(crate) enum Part {
    /// The engine beside a plain run: it plays and spawns in turn.
    Engine,
    /// The engine, then a class made from the samples, beside compiling it plainly.
    Class(class::Wanted),
    /// A large class with hostile programs in it: whether anything is lost or left behind.
    Soak {
        /// The submissions of the class.
        #[arg(long, default_value_t = 3000)]
        size: usize,
    },
    /// The sample submissions one by one, from scratch: what is slow among them.
    Samples,
    /// The least points of Five Crowns hands.
    Solver,
}

/// Measures a part, or the engine and the solver.
pub(crate) fn run(part: Option<Part>) -> anyhow::Result<()> {
    match part {
        Some(Part::Engine) => example("grader", "engine_cost"),
        Some(Part::Class(wanted)) => class::run(&wanted),
        Some(Part::Soak { size }) => soak::run(size),
        Some(Part::Samples) => ASSIGNMENTS.into_iter().try_for_each(samples),
        Some(Part::Solver) => example("reference", "solver_cost"),
        // A class begins with the engine.
        None => [Part::Solver, Part::Class(class::Wanted::default())]
            .into_iter()
            .try_for_each(|part| run(Some(part))),
    }
}

/// Runs the measurement that a package has as an example.
fn example(package: &str, name: &str) -> anyhow::Result<()> {
    let status = cargo()
        .args(["run", "--quiet", "--release", "--package", package, "--example", name])
        .current_dir(root())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the example {name} ended with {status}");
    }
    Ok(())
}

/// Judges an assignment's samples one at a time, from scratch, and prints what `run.json` says of the times.
fn samples(assignment: &str) -> anyhow::Result<()> {
    let output = tempfile::tempdir().context("cannot make a temporary folder")?;
    let status = grader()
        .args(["check", "--jobs", "1", "--format", "json", "--output"])
        .arg(output.path())
        .arg(root().join("fixtures").join(assignment).join("submissions"))
        .stdout(std::process::Stdio::null())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("`grader check` ended with {status}");
    }
    let text = std::fs::read_to_string(output.path().join("run.json")).context("cannot read run.json")?;
    let run: Value = serde_json::from_str(&text).context("run.json is no JSON")?;
    print!("{assignment}: {}", Times::of(&run).told());
    Ok(())
}

/// What the submissions of a class took, in seconds.
struct Times {
    /// All of it, compiling alone, and whose it is; the slowest first.
    each: Vec<(f64, f64, String)>,
}

impl Times {
    fn of(run: &Value) -> Self {
        let submissions = run["submissions"].as_array().into_iter().flatten();
        let mut each: Vec<(f64, f64, String)> = submissions
            .filter_map(|one| {
                let student = one["student"].as_str()?.to_owned();
                Some((one["seconds"].as_f64()?, one["building"].as_f64()?, student))
            })
            .collect();
        each.sort_by(|a, b| b.0.total_cmp(&a.0));
        Self { each }
    }

    fn told(&self) -> String {
        let sum = |part: fn(&(f64, f64, String)) -> f64| self.each.iter().map(part).sum::<f64>();
        let (all, building) = (sum(|one| one.0), sum(|one| one.1));
        let median = self.each.get(self.each.len() / 2).map_or(0.0, |one| one.0);
        let share = if all > 0.0 { 100.0 * building / all } else { 0.0 };
        let mut text = format!(
            "{} submissions, their times added up: {all:.1} s, {median:.2} s in the median, {share:.0} % of it compiling\n",
            self.each.len()
        );
        for (seconds, building, student) in self.each.iter().take(NAMED) {
            let _ = writeln!(text, "  {seconds:7.2} s, {building:.2} s of it compiling: {student}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_and_the_slowest_named_first() {
        let run = serde_json::json!({ "submissions": [
            { "student": "quick", "seconds": 1.0, "building": 0.5, "cached": false },
            { "student": "slow", "seconds": 3.0, "building": 0.5, "cached": false },
        ] });
        let expected = "2 submissions, their times added up: 4.0 s, 1.00 s in the median, 25 % of it compiling\n     \
                           3.00 s, 0.50 s of it compiling: slow\n     1.00 s, 0.50 s of it compiling: quick\n";
        assert_eq!(Times::of(&run).told(), expected);
    }
}
