//! What a class costs: beside compiling it plainly, again with everything kept, and by size and number of workers.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde_json::Value;
use tempfile::TempDir;

use super::made::{self, Made};
use crate::{cargo, root};

/// So many workers, plain compilers as well as the grader's.
const WORKERS: usize = 2;
/// The flags of the plain compilation that a class is held against.
const PLAIN: [&str; 2] = ["-std=c++17", "-O1"];

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Wanted {
    /// The submissions of the class.
    #[arg(long, default_value_t = 300)]
    size: usize,
    /// Only this assignment's samples; all four in turn otherwise.
    #[arg(long)]
    assignment: Option<String>,
    /// More sizes, judged for the time of each submission alone: 30,3000.
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { size: 300, assignment: None, sizes: Vec::new() }
    }
}

/// Measures and prints.
pub(super) fn run(wanted: &Wanted) -> anyhow::Result<()> {
    let assignments: Vec<&str> = match &wanted.assignment {
        Some(one) => vec![one],
        None => super::ASSIGNMENTS.to_vec(),
    };
    let bench =
        Bench { grader: built()?, place: tempfile::tempdir().context("cannot make a temporary folder")? };
    println!("engine:");
    super::example("grader", "engine_cost")?;
    println!("class of {} submissions ({}), {WORKERS} at a time", wanted.size, assignments.join(", "));
    let class = bench.class("class", &assignments, wanted.size)?;
    let cold = bench.beside_plain(&class)?;
    bench.again(&class, &cold)?;
    bench.workers(&bench.class("part", &assignments, wanted.size.div_ceil(5))?)?;
    for size in &wanted.sizes {
        let class = bench.class(&format!("class-{size}"), &assignments, *size)?;
        let run = bench.check(&class.folder, &format!("sized-{size}"), WORKERS, &[])?;
        each(*size, &run);
    }
    Ok(())
}

/// A made class.
struct Class {
    folder: PathBuf,
    submissions: Vec<Made>,
}

/// A run of the grader, measured from outside.
struct Run {
    wall: Duration,
    /// The most memory the grader itself held, MiB.
    memory: u64,
    /// What `run.json` says.
    told: Value,
}

impl Run {
    fn seconds(&self) -> f64 {
        self.wall.as_secs_f64()
    }

    /// How many submissions were not taken from an earlier run.
    fn anew(&self) -> usize {
        let all = self.told["submissions"].as_array().into_iter().flatten();
        all.filter(|one| one["cached"] == Value::Bool(false)).count()
    }
}

/// The grader and where it works.
struct Bench {
    grader: PathBuf,
    place: TempDir,
}

impl Bench {
    fn class(&self, name: &str, assignments: &[&str], size: usize) -> anyhow::Result<Class> {
        let folder = self.place.path().join(name);
        let submissions = made::class(assignments, size, &folder)?;
        Ok(Class { folder, submissions })
    }

    /// Compiles half of the class plainly, judges it, and compiles the other half: what the machine does meanwhile
    /// falls on both.
    fn beside_plain(&self, class: &Class) -> anyhow::Result<Run> {
        let (first, second) = class.submissions.split_at(class.submissions.len() / 2);
        let at_first = processor_seconds()?;
        let before = self.plain(first)?;
        let at_half = processor_seconds()?;
        let cold = self.check(&class.folder, "grades", WORKERS, &[])?;
        let judged = processor_seconds()?;
        let plain = (before + self.plain(second)?).as_secs_f64();
        let plain_spent = at_half - at_first + processor_seconds()? - judged;
        let spent = judged - at_half;
        println!("  g++ {}: {plain:.1} s, {plain_spent:.0} s of processor time", PLAIN.join(" "));
        println!("  cold: {:.1} s, {:.2} of plain", cold.seconds(), cold.seconds() / plain);
        println!("  processor time of it: {spent:.0} s, {:.2} of plain", spent / plain_spent);
        println!("  the grader held {} MiB at most", cold.memory);
        print!("  {}", super::Times::of(&cold.told).told());
        each(class.submissions.len(), &cold);
        Ok(cold)
    }

    /// The class again: as it is, with one file changed, with other points.
    fn again(&self, class: &Class, cold: &Run) -> anyhow::Result<()> {
        let told = |what: &str, run: &Run| {
            let ratio = run.seconds() / cold.seconds();
            println!("  {what}: {:.2} s, {ratio:.3} of cold, {} judged anew", run.seconds(), run.anew());
        };
        told("again", &self.check(&class.folder, "grades", WORKERS, &[])?);
        if let Some(one) = class.submissions.first() {
            one.edit(class.submissions.len())?;
        }
        told("one file changed", &self.check(&class.folder, "grades", WORKERS, &[])?);
        let specs = self.place.path().join("specs");
        other_points(&specs)?;
        let specs = specs.display().to_string();
        told("other points", &self.check(&class.folder, "grades", WORKERS, &["--specs", &specs])?);
        Ok(())
    }

    /// One worker beside two.
    fn workers(&self, class: &Class) -> anyhow::Result<()> {
        let one = self.check(&class.folder, "one", 1, &[])?;
        let two = self.check(&class.folder, "two", WORKERS, &[])?;
        let ratio = one.seconds() / two.seconds();
        println!("  {} with one worker: {:.1} s, {ratio:.2} of two", class.submissions.len(), one.seconds());
        Ok(())
    }

    /// Judges a folder.
    fn check(&self, folder: &Path, output: &str, jobs: usize, more: &[&str]) -> anyhow::Result<Run> {
        let output = self.place.path().join(output);
        let begun = Instant::now();
        let mut child = Command::new(&self.grader)
            .args(["check", "--format", "json", "--jobs", &jobs.to_string(), "--output"])
            .arg(&output)
            .args(more)
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot run the grader")?;
        let mut memory = 0;
        let status = loop {
            memory = memory.max(self::memory(child.id(), "VmHWM:"));
            if let Some(status) = child.try_wait().context("cannot wait for the grader")? {
                break status;
            }
            thread::sleep(Duration::from_millis(20));
        };
        let wall = begun.elapsed();
        if !status.success() {
            bail!("`grader check` ended with {status}");
        }
        let text = std::fs::read_to_string(output.join("run.json")).context("cannot read run.json")?;
        Ok(Run { wall, memory, told: serde_json::from_str(&text).context("run.json is no JSON")? })
    }

    /// Compiles submissions plainly; those that do not compile take their time as well.
    fn plain(&self, class: &[Made]) -> anyhow::Result<Duration> {
        let next = AtomicUsize::new(0);
        let begun = Instant::now();
        thread::scope(|scope| {
            let work = |worker: usize| {
                let exe = self.place.path().join(format!("plain-{worker}"));
                while let Some(made) = class.get(next.fetch_add(1, Ordering::Relaxed)) {
                    Command::new("g++")
                        .args(PLAIN)
                        .args(&made.sources)
                        .arg("-o")
                        .arg(&exe)
                        .stderr(Stdio::null())
                        .status()
                        .context("cannot run g++")?;
                }
                anyhow::Ok(())
            };
            let workers: Vec<_> = (0..WORKERS).map(|worker| scope.spawn(move || work(worker))).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().unwrap_or_else(|_| bail!("a worker panicked")))
        })?;
        Ok(begun.elapsed())
    }
}

/// Processor time of all children that were waited for, and theirs, from `/proc/self/stat` (proc(5), fields 16 and 17).
fn processor_seconds() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").context("cannot read /proc/self/stat")?;
    let rest = text.rsplit_once(')').context("a strange /proc/self/stat")?.1;
    let ticks = rest.split_whitespace().skip(13).take(2).map(str::parse::<u32>);
    Ok(f64::from(ticks.sum::<Result<u32, _>>().context("a strange /proc/self/stat")?) / 100.0)
}

/// What one submission took on the clock of the run.
fn each(size: usize, run: &Run) {
    let each = 1000.0 * run.seconds() / size as f64;
    println!("  of {size}: {each:.0} ms a submission, {} MiB", run.memory);
}

/// A line of a process's state that is an amount of memory, MiB; 0 once it has ended.
pub(super) fn memory(pid: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let amount = status.lines().find_map(|text| text.strip_prefix(line));
    let kib = amount.and_then(|amount| amount.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

/// Writes the specs to a folder, two rules' points exchanged in each.
fn other_points(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir(folder).context("cannot make a folder")?;
    for assignment in super::ASSIGNMENTS {
        let name = format!("{assignment}.toml");
        let text = std::fs::read_to_string(root().join("specs").join(&name))
            .with_context(|| format!("cannot read {name}"))?;
        std::fs::write(folder.join(&name), exchanged(&text))
            .with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// A spec with the points of its first rule and of the next one that has others exchanged.
fn exchanged(spec: &str) -> String {
    let mut lines: Vec<String> = spec.lines().map(str::to_owned).collect();
    let start = lines.iter().position(|line| line == "[points]").map_or(lines.len(), |at| at + 1);
    let points = |line: &str| line.split_once(" = ").map(|(_, points)| points.to_owned());
    let first = (start..lines.len()).find_map(|at| Some((at, points(&lines[at])?)));
    if let Some((at, its)) = first {
        let other = (at..lines.len()).find_map(|other| {
            let theirs = points(&lines[other]).filter(|theirs| *theirs != its)?;
            Some((other, theirs))
        });
        if let Some((other, theirs)) = other {
            lines[at] = lines[at].replace(&its, &theirs);
            lines[other] = lines[other].replace(&theirs, &its);
        }
    }
    lines.join("\n") + "\n"
}

/// Builds the grader for speed; where it lies.
pub(super) fn built() -> anyhow::Result<PathBuf> {
    let output = cargo()
        .args([
            "build",
            "--quiet",
            "--release",
            "--package",
            "grader",
            "--bin",
            "grader",
            "--message-format=json",
        ])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the grader does not build");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let exe = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back();
    exe.context("cargo does not say where it put the grader")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_points_change_two_rules_and_no_sum() {
        let spec = "a = 9\n[points]\n# The deal\nbuilds = 4\nsame = 4\nother = 3\n";
        let expected = "a = 9\n[points]\n# The deal\nbuilds = 3\nsame = 4\nother = 4\n";
        assert_eq!(exchanged(spec), expected);
    }
}
