//! A long run: a large class with hostile programs in it. Nothing may be lost, and nothing left behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use super::{class, made};

/// Every so many submissions one is hostile.
const EVERY: usize = 20;

/// Programs that harm whom they can, beside what a class hands in; `casino` is told by its functions' names.
const HOSTILE: [(&str, &str); 9] = [
    ("forks", "for (;;) fork();"),
    ("daemon", "if (!fork()) { setsid(); for (;;) pause(); }"),
    (
        "kills",
        "kill(-1, SIGKILL); kill(getppid(), SIGKILL); for (int p = 2; p < 70000; p++) kill(p, SIGKILL);",
    ),
    ("floods", "for (;;) cout << \"You win! 100/100 \\033[2J\\n\";"),
    ("memory", "for (;;) memset(new char[1 << 24], 1, 1 << 24);"),
    ("files", "for (int n = 0;; n++) ofstream(\"file\" + to_string(n)) << string(1 << 16, 'x');"),
    ("stops", "raise(SIGSTOP);"),
    ("loops", "signal(SIGTERM, SIG_IGN); for (volatile int n = 0;; n++);"),
    ("results", "ofstream(\"../../results.json\") << \"{}\"; ofstream(\"/tmp/soak-was-here\") << 1;"),
];

/// Judges the class and looks at what is left.
pub(super) fn run(size: usize) -> anyhow::Result<()> {
    let grader = class::built()?;
    let place = tempfile::tempdir().context("cannot make a temporary folder")?;
    let [folder, temporary, output] = ["class", "temporary", "grades"].map(|name| place.path().join(name));
    made::class(&super::ASSIGNMENTS, size - size / EVERY, &folder)?;
    for number in 0..size / EVERY {
        let (name, body) = HOSTILE[number % HOSTILE.len()];
        write(&folder.join(format!("hostile-{number:03}-{name}")), number, body)?;
    }
    fs::create_dir(&temporary).context("cannot make a folder")?;
    let mut child = Command::new(grader)
        // Short play: it is the number of submissions that is tried here.
        .args(["check", "--format", "json", "--seeds", "20", "--output"])
        .arg(&output)
        .arg(&folder)
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot run the grader")?;
    let begun = Instant::now();
    let mut memory = Vec::new();
    let status = loop {
        if let Some(status) = child.try_wait().context("cannot wait for the grader")? {
            break status;
        }
        memory.push(class::memory(child.id(), "VmRSS:"));
        std::thread::sleep(Duration::from_secs(1));
    };
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(status.success(), "`grader check` ended with {status}");
    println!("{size} submissions, {} of them hostile: {seconds:.0} s", size / EVERY);
    let quarter = |from: usize| memory[memory.len() * from / 4..memory.len() * (from + 1) / 4].iter().max();
    println!(
        "memory of the grader by quarters of the run, MiB: {:?}",
        [0, 1, 2, 3].map(quarter).map(|most| most.copied().unwrap_or(0))
    );
    look(&output, &folder, size)?;
    let left = fs::read_dir(&temporary).context("cannot read the temporary folder")?.count();
    ensure!(left == 0, "{left} files are left in the temporary folder");
    ensure!(!Path::new("/tmp/soak-was-here").exists(), "a program wrote outside its folder");
    let alive = processes(&temporary)?;
    ensure!(alive.is_empty(), "programs are left running: {alive:?}");
    println!("nothing was lost, and nothing is left behind");
    Ok(())
}

/// Writes a hostile submission for the casino.
fn write(folder: &Path, number: usize, body: &str) -> anyhow::Result<()> {
    let text = format!(
        "// {number}\n#include <bits/stdc++.h>\n#include <unistd.h>\n#include <signal.h>\nusing namespace std;\n\
         int draw_card() {{ return rand() % 13 + 1; }}\n\
         int main() {{\n    srand(333);\n    int money = 100, bet;\n    cout << \"You have $\" << money << \". Enter bet: \";\n    \
         cin >> bet;\n    {body}\n    cout << \"Blackjack, dealer has \" << draw_card() << \"\\n\";\n}}\n"
    );
    fs::create_dir_all(folder).context("cannot make a folder")?;
    fs::write(folder.join("main.cpp"), text).context("cannot write a program")
}

/// Whether everybody has a result, and no hostile one a full one.
fn look(output: &Path, folder: &Path, size: usize) -> anyhow::Result<()> {
    let text = fs::read_to_string(output.join("results.json")).context("cannot read results.json")?;
    let results: Value = serde_json::from_str(&text).context("results.json is no JSON")?;
    let all = results["submissions"].as_array().context("results.json has no submissions")?;
    ensure!(all.len() == size, "{} of {size} submissions have a result", all.len());
    for one in all {
        let student = one["student"].as_str().unwrap_or_default();
        ensure!(folder.join(student).is_dir(), "{student} has a result and handed in nothing");
        if one["state"] == "fault" {
            bail!("{student} ended in a fault: {}", one["remarks"]);
        }
        if student.starts_with("hostile-") && one["points"] == one["possible"] {
            bail!("{student} got all points");
        }
    }
    Ok(())
}

/// Processes that run what lies in the temporary folder, or work there.
fn processes(temporary: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir("/proc").context("cannot read /proc")?.flatten();
    let is_there = |link: &Path| fs::read_link(link).is_ok_and(|target| target.starts_with(temporary));
    let alive = entries.filter(|entry| ["exe", "cwd"].iter().any(|link| is_there(&entry.path().join(link))));
    Ok(alive.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}
