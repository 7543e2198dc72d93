//! The same class gives the same results, however it is judged.

use std::fs;
use std::path::Path;

use crate::bench::{Bench, copy, entries};

/// Submissions of every assignment: legal ones in several styles, and some that break rules.
const CLASS: [(&str, [&str; 7]); 4] = [
    (
        "casino",
        [
            "01-classic",
            "02-stdio",
            "05-three-files",
            "09-latin1-name",
            "12-clock-seeded",
            "13-modern",
            "14-c-style",
        ],
    ),
    (
        "bluejack",
        [
            "01-to-the-letter",
            "02-printf-codes",
            "06-chrono-array",
            "11-rust-letter",
            "builds-missing-brace",
            "bust-at-twenty",
            "double-last-plus-two",
        ],
    ),
    (
        "deck52",
        [
            "01-handout",
            "03-printf-enum",
            "06-private-class",
            "07-several-files",
            "08-vector",
            "11-menu-numbers",
            "13-struct-array",
        ],
    ),
    (
        "crowns",
        [
            "01-page-text",
            "03-counts-stdio",
            "04-several-files",
            "07-rust-books",
            "book-fourth-counts",
            "book-joker-first-only",
            "book-joker-needs-pair",
        ],
    ),
];

/// The samples in a bench, and their paths as the command is given them.
fn class() -> (Bench, Vec<String>) {
    let bench = Bench::new(&[]);
    fs::create_dir(bench.path("class")).expect("a folder");
    let mut paths = Vec::new();
    for (assignment, samples) in CLASS {
        for sample in samples {
            let from = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../fixtures")
                .join(assignment)
                .join("submissions");
            // A sample is a folder, or a file.
            let from = from.join(sample);
            assert!(from.is_dir(), "{} is a sample", from.display());
            let path = format!("class/{assignment}-{sample}");
            copy(&from, &bench.path(&path));
            paths.push(path);
        }
    }
    (bench, paths)
}

fn judge(bench: &Bench, paths: &[String], extra: &[&str]) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grader"));
    command.current_dir(bench.path("")).env("TMPDIR", bench.path("tmp")).args(["check", "--seeds", "4"]);
    let output = command.args(paths).args(extra).output().expect("the grader runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    bench.results()
}

#[test]
fn workers_order_and_tier_change_nothing() {
    let (bench, mut paths) = class();
    let first = judge(&bench, &paths, &["-j", "1"]);
    assert_eq!(entries(&first).len(), 28);
    let again = judge(&bench, &paths, &["-j", "1"]);
    assert_eq!(again, first);
    let (kept, anew) = bench.cached();
    assert_eq!((kept.len(), anew.len()), (28, 0), "nothing is compiled or played again");

    fs::remove_dir_all(bench.path("grades")).expect("the results are there");
    paths.reverse();
    assert_eq!(judge(&bench, &paths, &["-j", "8"]), first, "another order, many workers");

    // Without the sandbox it is another tier: what was kept does not count, and nothing else differs.
    let some: Vec<String> = paths.iter().step_by(4).cloned().collect();
    let bare = judge(&bench, &some, &["--sandbox", "off"]);
    let (kept, anew) = bench.cached();
    assert_eq!((kept.len(), anew.len()), (0, some.len()), "another tier is judged anew");
    let all = entries(&first);
    for entry in entries(&bare) {
        assert!(all.contains(&entry), "differs without the sandbox: {entry}");
    }
}
