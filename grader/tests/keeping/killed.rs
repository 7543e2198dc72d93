//! Runs that are killed, and a second one beside them.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::bench::{Bench, SMALL, ended, entries, wait};

/// How often a run is killed.
const KILLS: u32 = 20;

/// Twelve small submissions: the samples, and each once more with a line at the end.
fn class() -> Bench {
    let bench = Bench::new(&SMALL);
    let folders: Vec<_> = fs::read_dir(bench.path("class")).expect("a class").flatten().collect();
    for folder in folders {
        let again = bench.path("class").join(format!("{}-again", folder.file_name().to_string_lossy()));
        crate::bench::copy(&folder.path(), &again);
        for file in fs::read_dir(&again).expect("a folder").flatten() {
            let text = fs::read_to_string(file.path()).expect("a text") + "\n// again\n";
            fs::write(file.path(), text).expect("a file");
        }
    }
    bench
}

const RULES: [&str; 4] = ["--only", "builds,two-cards,legal-move,book", "-j", "2"];

/// Whether a program of a student's, compiled below this folder, or a compiler that works there is still running.
fn runs_from(folder: &Path) -> bool {
    let mut processes = fs::read_dir("/proc").expect("proc is there").flatten();
    processes.any(|process| {
        let links = ["exe", "cwd"].map(|link| fs::read_link(process.path().join(link)));
        links.into_iter().flatten().any(|place| place.starts_with(folder))
    })
}

/// Judges the class undisturbed while reading the results all the time, and says how long that took.
fn undisturbed(bench: &Bench) -> Duration {
    let begun = Instant::now();
    let mut child = bench.start(&RULES);
    let mut read = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        if let Ok(text) = fs::read_to_string(bench.path("grades/results.json")) {
            assert!(entries(&text).len() <= 12);
            read += 1;
        }
        thread::sleep(Duration::from_millis(1));
    }
    ended(child, 0);
    assert!(read > 0, "the results are there during the run");
    begun.elapsed()
}

#[test]
fn a_run_that_is_killed_at_any_point_is_taken_up() {
    let bench = class();
    let took = undisturbed(&bench);
    let expected = bench.results();
    assert_eq!(entries(&expected).len(), 12);
    let mut unlike = 17_u32;
    let mut killed = 0;
    fs::remove_dir_all(bench.path("grades")).expect("the results are there");
    for _ in 0..10 * KILLS {
        // Delays all over the first third of a run; the runs go on from each other.
        unlike = unlike.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let delay = took * ((unlike >> 16) & 0xff) / 768;
        let mut child = bench.start(&RULES);
        thread::sleep(delay);
        if child.try_wait().expect("it can be asked").is_some() {
            ended(child, 0);
            assert_eq!(bench.results(), expected);
            fs::remove_dir_all(bench.path("grades")).expect("the results are there");
            continue;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        wait("the end of all programs", || !runs_from(&bench.path("tmp")));
        killed += 1;
        if killed == KILLS {
            break;
        }
    }
    assert_eq!(killed, KILLS);
    bench.check(0, &RULES);
    assert_eq!(bench.results(), expected);
    assert!(!bench.path("grades/journal.jsonl").exists());
    assert_eq!(
        bench.temporary(),
        Vec::<std::path::PathBuf>::new(),
        "the temporary files of all runs are gone"
    );
}

#[test]
fn a_second_run_is_told_who_holds_the_folder() {
    let bench = Bench::new(&SMALL);
    let mut first = bench.start(&RULES);
    bench.wait_for_a_grade();
    let said = bench.check(2, &RULES);
    assert!(said.contains(&format!("process {} on ", first.id())), "{said}");
    assert!(said.contains(", since 20") && said.contains("-o"), "{said}");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    bench.check(0, &RULES);
    assert_eq!(bench.entries().len(), SMALL.len());
}
