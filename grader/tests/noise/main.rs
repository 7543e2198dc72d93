//! Noise: whatever a program prints, the grader stays upright, and never blames the noise on a rule.
//!
//! A program whose output is no game at all is left to a person. One that prints pieces of a game may be taken for a
//! broken one, but never brings the grader down. `examples/noise.rs` does the same for as long as one likes.

#![cfg(target_os = "linux")]

mod material;
mod specs;

use std::fs;
use std::path::Path;

use grader::assignment::{Assignment, Status};
use material::{ASSIGNMENTS, Chance, Kind, Noise, SESSIONS, chunk, judge, real_lines, spec};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How often a rule may ask for a session of its own to find the shortest proof, for all rules together.
const PROOFS: u32 = 3000;

/// Judges noise, and says what of it was blamed on rules.
fn blamed(assignment: &dyn Assignment, chunks: &[String]) -> Vec<String> {
    let spec = spec(assignment);
    let mut noise = Noise::new(chunks.to_vec());
    let judgement = judge(assignment, &spec, &mut noise);
    assert!(noise.sessions <= SESSIONS + PROOFS, "{} sessions of noise", noise.sessions);
    // What is shown of any transcript: it must not panic either.
    let _ = assignment.annotate(&material::answered(chunks.to_vec(), &mut Chance(1)), &spec);
    let failed = judgement.checks.into_iter().filter(|check| check.status == Status::Fail);
    failed.map(|check| format!("{}: {}", check.id, check.message)).collect()
}

/// Programs of a few chunks; fewer chunks when it fails.
fn programs(kind: Kind, id: &'static str) -> impl Strategy<Value = Vec<String>> {
    let real = if kind == Kind::Shuffled { real_lines(id) } else { Vec::new() };
    prop::collection::vec(any::<u64>(), 1..12)
        .prop_map(move |seeds| seeds.into_iter().map(|seed| chunk(kind, &mut Chance(seed), &real)).collect())
}

/// The same cases every time, so that a change that is not to blame never fails; the example seeks new ones.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(333), ..ProptestConfig::default() }
}

fn try_out(kind: Kind, cases: u32) {
    for assignment in ASSIGNMENTS {
        let config = ProptestConfig { cases, ..config() };
        proptest!(config, |(chunks in programs(kind, assignment.id()))| {
            let blamed = blamed(assignment, &chunks);
            prop_assert!(!kind.is_pure() || blamed.is_empty(), "{} is blamed for noise: {blamed:?}", assignment.id());
        });
    }
}

#[test]
fn bytes_are_no_games() {
    try_out(Kind::Bytes, 60);
}

#[test]
fn words_at_random_are_no_games() {
    try_out(Kind::Words, 150);
}

#[test]
fn shuffled_games_are_judged_without_harm() {
    try_out(Kind::Shuffled, 60);
}

/// Each file of the corpus is a program that once went wrong: `ASSIGNMENT-KIND-NAME.txt`, its chunks between lines of
/// four dashes. Nothing of kind `pure` may be blamed on a rule.
#[test]
fn what_once_went_wrong_goes_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/noise/corpus");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
        let chunks: Vec<String> = text.split("----\n").map(str::to_owned).collect();
        let mut parts = name.splitn(3, '-');
        let (id, kind) = (parts.next().expect("an assignment"), parts.next().expect("a kind"));
        assert!(["pure", "real"].contains(&kind), "{name}: no such kind");
        let assignment =
            ASSIGNMENTS.into_iter().find(|assignment| assignment.id() == id).expect("an assignment");
        let blamed = blamed(assignment, &chunks);
        assert!(kind == "real" || blamed.is_empty(), "{name}: {blamed:?}");
        count += 1;
    }
    assert!(count > 0, "the corpus is empty");
}
