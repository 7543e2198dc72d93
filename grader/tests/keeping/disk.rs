//! Disks that are full.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::bench::{Bench, Disk, SMALL, ended};

const RULES: [&str; 4] = ["--only", "builds,two-cards,legal-move,book", "-j", "1"];

#[test]
fn a_full_disk_for_results_costs_only_what_was_not_finished() {
    let bench = Bench::new(&SMALL);
    bench.check(0, &RULES);
    let expected = bench.results();
    std::fs::remove_dir_all(bench.path("grades")).expect("the results are there");

    let Some(disk) = Disk::mount(&bench.path("grades"), "6m") else { return };
    let child = bench.start(&RULES);
    bench.wait_for_a_grade();
    disk.fill();
    let said = ended(child, 3);
    assert!(said.contains("cannot write grades/") && said.contains("No space left"), "{said}");
    assert!(said.contains("same command again"), "{said}");
    let finished = bench.entries();
    assert!(!finished.is_empty() && finished.len() < SMALL.len(), "{} finished", finished.len());
    assert!(finished.iter().all(|entry| crate::bench::entries(&expected).contains(entry)));

    // Nothing begins while there is no room.
    let said = bench.check(2, &RULES);
    assert!(said.contains("output folder grades: No space left"), "{said}");
    disk.make_room();
    bench.check(0, &RULES);
    assert_eq!(bench.results(), expected);
}

#[test]
fn a_full_disk_for_temporary_files_is_no_zero() {
    let bench = Bench::new(&SMALL);
    bench.check(0, &RULES);
    let expected = bench.entries();
    std::fs::remove_dir_all(bench.path("grades")).expect("the results are there");

    let Some(disk) = Disk::mount(&bench.path("tmp"), "48m") else { return };
    let mut child = bench.start(&RULES);
    bench.wait_for_a_grade();
    while child.try_wait().expect("it can be asked").is_none() {
        disk.fill();
        thread::sleep(Duration::from_millis(3));
    }
    ended(child, 3);
    let got = bench.entries();
    assert_eq!(got.len(), expected.len());
    let (faults, finished): (Vec<&Value>, Vec<&Value>) =
        got.iter().partition(|entry| entry["state"] == "fault");
    assert!(!faults.is_empty() && !finished.is_empty(), "{} faults", faults.len());
    for entry in finished {
        assert!(expected.contains(entry), "a grade differs: {entry}");
    }
    disk.make_room();
    bench.check(0, &RULES);
    assert_eq!(bench.entries(), expected);
}
