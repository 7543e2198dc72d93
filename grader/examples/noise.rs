//! Reads and judges noise for as long as one likes: `cargo run --release -p grader --example noise -- 10000000`.
//!
//! The number is how many transcripts each assignment reads; one in a thousand is judged the whole way as well. More
//! numbers say which transcript is the first, and one in how many is judged; names of assignments leave out the others.
//! What brings the grader down, or is blamed on a rule though it is noise alone, is printed as a file of the corpus of
//! `tests/noise`, and the status is 1.

#![cfg(target_os = "linux")]

#[path = "../tests/noise/material.rs"]
mod material;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use grader::assignment::{Assignment, Status};
use grader::spec::Spec;
use material::{ASSIGNMENTS, Chance, Kind, Noise, answered, chunk, judge, real_lines, spec};

/// One in so many is judged the whole way.
const JUDGED: u64 = 1000;
/// The most findings printed for an assignment.
const SHOWN: u64 = 5;

/// What came of one assignment.
#[derive(Default)]
struct Count {
    read: u64,
    judged: u64,
    sessions: u64,
    wrong: u64,
}

fn main() -> ExitCode {
    let (numbers, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.parse::<u64>().is_ok());
    let mut arguments = numbers.iter().map(|argument| argument.parse().unwrap_or(100_000));
    let (number, first) = (arguments.next().unwrap_or(100_000), arguments.next().unwrap_or(0));
    let judged = arguments.next().unwrap_or(JUDGED);
    let mut wrong = 0;
    let is_wanted = |id: &str| names.is_empty() || names.iter().any(|name| name == id);
    for assignment in ASSIGNMENTS.iter().filter(|assignment| is_wanted(assignment.id())) {
        let count = run(*assignment, first, number, judged);
        println!(
            "{}: {} transcripts read, {} programs judged in {} sessions, {} went wrong",
            assignment.id(),
            count.read,
            count.judged,
            count.sessions,
            count.wrong
        );
        wrong += count.wrong;
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(assignment: &dyn Assignment, first: u64, number: u64, one_in: u64) -> Count {
    let (spec, real) = (spec(assignment), real_lines(assignment.id()));
    let mut count = Count::default();
    for seed in first..first + number {
        let mut chance = Chance(seed);
        let kind = [Kind::Bytes, Kind::Shuffled, Kind::Words][chance.below(3)];
        let chunks: Vec<String> = (0..=chance.below(8)).map(|_| chunk(kind, &mut chance, &real)).collect();
        let transcript = answered(chunks.clone(), &mut chance);
        let outcome = catch_unwind(AssertUnwindSafe(|| drop(assignment.annotate(&transcript, &spec))));
        count.read += 1;
        let mut faults = Vec::new();
        if outcome.is_err() {
            faults.push("reading panicked".to_owned());
        }
        if seed % one_in == 0 {
            count.judged += 1;
            faults.extend(judged(assignment, &spec, kind, &chunks, &mut count.sessions));
        }
        if !faults.is_empty() {
            count.wrong += 1;
            if count.wrong <= SHOWN {
                let name = if kind.is_pure() { "pure" } else { "real" };
                println!("==== {}-{name}-{seed}.txt: {faults:?}\n{}", assignment.id(), chunks.join("----\n"));
            }
        }
    }
    count
}

/// What is wrong with judging this program.
fn judged(
    assignment: &dyn Assignment,
    spec: &Spec,
    kind: Kind,
    chunks: &[String],
    sessions: &mut u64,
) -> Vec<String> {
    let mut noise = Noise::new(chunks.to_vec());
    let Ok(judgement) = catch_unwind(AssertUnwindSafe(|| judge(assignment, spec, &mut noise))) else {
        return vec!["judging panicked".to_owned()];
    };
    *sessions += u64::from(noise.sessions);
    let failed = judgement.checks.into_iter().filter(|check| kind.is_pure() && check.status == Status::Fail);
    failed.map(|check| format!("{}: {}", check.id, check.message)).collect()
}
