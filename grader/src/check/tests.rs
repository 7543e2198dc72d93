use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;

use super::fake::{Cards, SPEC, Workbench, options};
use super::*;
use crate::grade::Results;

/// Runs a class with one assignment and returns what came of it and the events.
fn run_with(
    options: &Options,
    cards: &Cards,
    bench: &Workbench,
) -> (Result<Outcome, CheckError>, Vec<Event>) {
    let (sender, receiver) = channel();
    let world = World { machine: bench, assignments: &[cards], stop: &cards.stop };
    let outcome = run(options, world, &sender);
    drop(sender);
    (outcome, receiver.iter().collect())
}

fn check(options: &Options, cards: &Cards, bench: &Workbench) -> Outcome {
    run_with(options, cards, bench).0.expect("the run goes through")
}

fn text(home: &Path) -> String {
    std::fs::read_to_string(home.join("grades/results.json")).expect("results are there")
}

fn on_disk(home: &Path) -> Results {
    serde_json::from_str(&text(home)).expect("results are JSON")
}

fn run_json(home: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(home.join("grades/run.json")).expect("run.json is there");
    serde_json::from_str(&text).expect("run.json is JSON")
}

fn states(results: &Results) -> Vec<(String, State, f64)> {
    results.submissions.iter().map(|entry| (entry.student.clone(), entry.state, entry.points)).collect()
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

const CLASS: &[(&str, &str)] = &[
    ("01", "a fine program"),
    ("02", "breaks ace-sticky"),
    ("03", "syntax error"),
    ("04", ""),
    ("05", "two mains"),
    ("06", "unknown game"),
    ("07", "no compiler"),
    ("08", "unplayable"),
];

#[test]
fn every_kind_of_submission_gets_its_state() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(CLASS));
    let outcome = check(&options(home.path()), &cards, &bench);
    let expected = [
        (State::Graded, 100.0),
        (State::Graded, 40.0),
        (State::NotBuilt, 0.0),
        (State::NoSource, 0.0),
        (State::Review, 0.0),
        (State::Review, 0.0),
        (State::Fault, 0.0),
        (State::Fault, 0.0),
    ];
    let results = on_disk(home.path());
    let got: Vec<_> = states(&results).into_iter().map(|(_, state, points)| (state, points)).collect();
    assert_eq!(got, expected);
    assert!(outcome.complete && outcome.has_fault());
    assert_eq!(run_json(home.path())["complete"], true);
    assert!(results.submissions[5].remarks[0].contains("-a"), "{:?}", results.submissions[5].remarks);
}

#[test]
fn a_panic_stays_with_its_submission_and_is_tried_again() {
    let home = home();
    let bench = Workbench::new(&[("01", "fine"), ("02", "panic"), ("03", "also fine")]);
    let cards = Cards { panics: true.into(), ..Cards::default() };
    let outcome = check(&options(home.path()), &cards, &bench);
    assert!(outcome.complete && outcome.has_fault());
    let results = on_disk(home.path());
    let all: Vec<State> = results.submissions.iter().map(|entry| entry.state).collect();
    assert_eq!(all, [State::Graded, State::Fault, State::Graded]);
    let reason = &results.submissions[1].remarks[0];
    assert!(reason.contains("ace-sticky is broken") && reason.contains("grader check class/02"), "{reason}");

    cards.panics.store(false, Ordering::SeqCst);
    let outcome = check(&options(home.path()), &cards, &bench);
    assert!(!outcome.has_fault());
    assert_eq!(cards.judged.load(Ordering::SeqCst), 4, "only the fault was played again");
}

#[test]
fn a_finished_grade_outlives_a_fault() {
    let home = home();
    let bench = Workbench::new(&[("02", "panic")]);
    let cards = Cards::default();
    check(&options(home.path()), &cards, &bench);
    cards.panics.store(true, Ordering::SeqCst);
    let again = Options { identity: "grader 2".to_owned(), ..options(home.path()) };
    for _ in 0..2 {
        assert!(check(&again, &cards, &bench).has_fault());
        let entry = &on_disk(home.path()).submissions[0];
        assert_eq!((entry.state, entry.points), (State::Graded, 100.0));
        assert_eq!(entry.remarks.len(), 1, "the fault is told once: {:?}", entry.remarks);
    }
}

#[test]
fn what_was_judged_is_not_played_again() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(CLASS));
    let first = check(&options(home.path()), &cards, &bench);
    let before = text(home.path());
    let played = cards.judged.load(Ordering::SeqCst);
    let (second, events) = run_with(&options(home.path()), &cards, &bench);
    assert!(second.expect("the run goes through").complete && first.complete);
    assert_eq!(text(home.path()), before);
    // The unplayable program is a fault, so it is tried again.
    assert_eq!(cards.judged.load(Ordering::SeqCst), played + 1);
    let cached = events.iter().filter(|event| matches!(event, Event::Finished { cached: true, .. })).count();
    assert_eq!(cached, 3);
}

#[test]
fn changed_points_are_graded_without_playing() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[("02", "breaks ace-sticky")]));
    let options = options(home.path());
    check(&options, &cards, &bench);
    let changed = SPEC.replace("two-cards = 30", "two-cards = 80").replace("sticky = 60", "sticky = 10");
    std::fs::write(home.path().join("specs/cards.toml"), changed).expect("a file");
    check(&options, &cards, &bench);
    assert_eq!(states(&on_disk(home.path())), [("02".to_owned(), State::Graded, 90.0)]);
    assert_eq!(cards.judged.load(Ordering::SeqCst), 1);
}

#[test]
fn whatever_play_depends_on_makes_it_play_again() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[("01", "fine")]));
    let base = options(home.path());
    let changed_spec = home.path().join("other");
    std::fs::create_dir(&changed_spec).expect("a folder");
    std::fs::write(changed_spec.join("cards.toml"), SPEC.replace("cpu_ms = 1000", "cpu_ms = 500"))
        .expect("a file");
    let variants = [
        base.clone(),
        Options { identity: "grader 2".to_owned(), ..base.clone() },
        Options { salt: "secret".to_owned(), ..base.clone() },
        Options { sessions: Some(5), ..base.clone() },
        Options { only: vec!["two-cards".to_owned()], ..base.clone() },
        Options { shelf: Shelf::Folder(changed_spec), ..base.clone() },
    ];
    for (count, options) in (1..).zip(&variants) {
        check(options, &cards, &bench);
        assert_eq!(cards.judged.load(Ordering::SeqCst), count, "{options:?}");
    }
    "13.1.0".clone_into(&mut bench.compiler.lock().expect("not poisoned"));
    check(&base, &cards, &bench);
    assert_eq!(cards.judged.load(Ordering::SeqCst), 7, "another compiler");
    for options in &variants[1..] {
        check(options, &cards, &bench);
    }
    check(&base, &cards, &bench);
    assert_eq!(cards.judged.load(Ordering::SeqCst), 12, "each variant once for each compiler");
}

#[test]
fn a_stopped_run_keeps_what_finished_and_is_taken_up() {
    let home = home();
    let bench = Workbench::new(&[("01", "fine"), ("02", "stop here"), ("03", "also fine")]);
    let cards = Cards::default();
    let (outcome, events) = run_with(&options(home.path()), &cards, &bench);
    let outcome = outcome.expect("an interrupted run is no error");
    assert!(!outcome.complete);
    assert!(matches!(events.last(), Some(Event::Interrupted)));
    assert_eq!(run_json(home.path())["complete"], false);
    assert_eq!(states(&on_disk(home.path())), [("01".to_owned(), State::Graded, 100.0)]);

    let cards = Cards::default();
    let bench = Workbench { found: bench.found, ..Workbench::new(&[("02", "x")]) };
    cards.stop.store(false, Ordering::SeqCst);
    let (_, events) = run_with(&options(home.path()), &cards, &bench);
    assert!(matches!(events[2], Event::Finished { index: 0, cached: true, .. }), "{events:?}");
}

#[test]
fn a_broken_cache_file_is_as_good_as_none() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[("01", "fine")]));
    check(&options(home.path()), &cards, &bench);
    let mut broken = 0;
    for entry in std::fs::read_dir(home.path().join("grades/.cache")).expect("the cache is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "json") {
            std::fs::write(path, "{\"Judged\":").expect("a file");
            broken += 1;
        }
    }
    assert_eq!(broken, 1);
    check(&options(home.path()), &cards, &bench);
    assert_eq!(states(&on_disk(home.path())), [("01".to_owned(), State::Graded, 100.0)]);
    assert_eq!(cards.judged.load(Ordering::SeqCst), 2);
}

#[test]
fn an_output_folder_that_cannot_be_written_ends_the_run_before_any_work() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[("01", "fine")]));
    std::fs::write(home.path().join("file"), "").expect("a file");
    let options = Options { out: home.path().join("file/grades"), ..options(home.path()) };
    let error = run_with(&options, &cards, &bench).0.expect_err("a file is no folder").to_string();
    assert!(error.starts_with("cannot write in the output folder ") && error.contains("-o"), "{error}");
    assert!(error.contains("file/grades"), "{error}");
    assert_eq!(cards.judged.load(Ordering::SeqCst), 0);
}

#[test]
fn two_runs_never_share_an_output_folder() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[("01", "fine")]));
    let held = Folder::open(&home.path().join("grades")).expect("the folder can be made");
    let error = run_with(&options(home.path()), &cards, &bench).0.expect_err("it is held").to_string();
    assert!(error.starts_with("another run is using"), "{error}");
    let holder = format!("(process {} on ", std::process::id());
    assert!(error.contains(&holder) && error.contains(", since 20"), "{error}");
    drop(held);
    assert!(run_with(&options(home.path()), &cards, &bench).0.is_ok());
}

#[test]
fn unknown_names_are_told_with_what_was_meant() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[]));
    let named = Options { assignment: Some("card".to_owned()), ..options(home.path()) };
    let error = run_with(&named, &cards, &bench).0.expect_err("no such assignment");
    assert_eq!(error.to_string(), "there is no assignment `card`; did you mean `cards`?");
    let only = Options { only: vec!["ace-stiky".to_owned()], ..options(home.path()) };
    let error = run_with(&only, &cards, &bench).0.expect_err("no such rule");
    assert_eq!(error.to_string(), "no spec has a rule `ace-stiky`; did you mean `ace-sticky`?");
    assert!(!home.path().join("grades").exists(), "nothing was written");
}

#[test]
fn many_workers_give_the_same_results_as_one() {
    let (one, many) = (home(), home());
    let bench = Workbench::new(CLASS);
    check(&options(one.path()), &Cards::default(), &bench);
    let options = Options { jobs: Some(4), ..options(many.path()) };
    check(&options, &Cards::default(), &bench);
    assert_eq!(text(one.path()), text(many.path()));
}

#[test]
fn the_same_work_is_judged_once() {
    let home = home();
    let bench =
        Workbench::new(&[("01", "fine"), ("02", "fine"), ("03", "breaks ace-sticky"), ("04", "fine")]);
    let cards = Cards::default();
    check(&Options { jobs: Some(4), ..options(home.path()) }, &cards, &bench);
    assert_eq!(cards.judged.load(Ordering::SeqCst), 2);
    let points: Vec<f64> = states(&on_disk(home.path())).into_iter().map(|(_, _, points)| points).collect();
    assert_eq!(points, [100.0, 100.0, 40.0, 100.0]);
    let cached = |index: usize| run_json(home.path())["submissions"][index]["cached"] == true;
    assert_eq!((0..4).filter(|index| cached(*index)).count(), 2);
}

#[test]
fn what_a_killed_run_left_in_its_journal_is_taken_up() {
    let home = home();
    let (cards, bench) =
        (Cards::default(), Workbench::new(&[("01", "fine"), ("02", "panic"), ("03", "fine")]));
    check(&options(home.path()), &cards, &bench);
    let whole = text(home.path());
    assert!(!home.path().join("grades/journal.jsonl").exists(), "a run that ends has no journal");

    // As if it had been killed before its results were written, in the middle of a line.
    let results: Results = serde_json::from_str(&whole).expect("results are JSON");
    let mut lines: Vec<String> =
        results.submissions.iter().map(|entry| serde_json::to_string(entry).expect("JSON") + "\n").collect();
    let half = lines[2].len() / 2;
    lines[2].truncate(half);
    std::fs::write(home.path().join("grades/journal.jsonl"), lines.concat()).expect("a file");
    std::fs::remove_file(home.path().join("grades/results.json")).expect("it is there");
    cards.panics.store(true, Ordering::SeqCst);
    let again = Options { identity: "grader 2".to_owned(), ..options(home.path()) };
    assert!(check(&again, &cards, &bench).has_fault());
    let results = on_disk(home.path());
    let kept = &results.submissions[1];
    assert_eq!((kept.state, kept.points), (State::Graded, 100.0), "the journal's grade outlives the fault");
    assert_eq!(results.submissions.len(), 3);
}

#[test]
fn the_results_written_in_pieces_are_those_written_whole() {
    let home = home();
    let bench = Workbench::new(CLASS);
    check(&options(home.path()), &Cards::default(), &bench);
    let whole = serde_json::to_string_pretty(&on_disk(home.path())).expect("JSON") + "\n";
    assert_eq!(text(home.path()), whole);
    let none = Results::new(Vec::new());
    assert_eq!(none.text(), serde_json::to_string_pretty(&none).expect("JSON") + "\n");
}

#[test]
fn a_full_folder_ends_the_run_with_the_file_named() {
    let home = home();
    let (cards, bench) = (Cards::default(), Workbench::new(&[("01", "fine")]));
    std::fs::create_dir_all(home.path().join("grades/results.json"))
        .expect("a folder where a file should be");
    let error = run_with(&options(home.path()), &cards, &bench).0.expect_err("it cannot be replaced");
    assert!(matches!(error, CheckError::Lost(_)));
    let error = error.to_string();
    assert!(error.contains("grades/results.json: ") && error.contains("same command again"), "{error}");
}
