//! What judging costs, measured on the sample submissions.

use anyhow::{Context as _, bail};
use serde_json::Value;

use crate::{grader, root};

/// The slowest submissions to name.
const NAMED: usize = 5;

/// Judges the samples one at a time, from scratch, and prints what `run.json` says of the times.
pub(crate) fn run() -> anyhow::Result<()> {
    let output = tempfile::tempdir().context("cannot make a temporary folder")?;
    let status = grader()
        .args(["check", "--jobs", "1", "--format", "json", "--output"])
        .arg(output.path())
        .arg(root().join("fixtures/casino/submissions"))
        .stdout(std::process::Stdio::null())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("`grader check` ended with {status}");
    }
    let text = std::fs::read_to_string(output.path().join("run.json")).context("cannot read run.json")?;
    let run: Value = serde_json::from_str(&text).context("run.json is no JSON")?;
    let mut times: Vec<(f64, &str)> = run["submissions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| Some((one["seconds"].as_f64()?, one["student"].as_str()?)))
        .collect();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    let total: f64 = times.iter().map(|(seconds, _)| seconds).sum();
    let median = times.get(times.len() / 2).map_or(0.0, |(seconds, _)| *seconds);
    println!("{} submissions, {total:.1} s in all, {median:.3} s in the median", times.len());
    for (seconds, student) in times.iter().take(NAMED) {
        println!("  {seconds:7.3} s  {student}");
    }
    Ok(())
}
