//! The command `reference crowns`, as its users see it.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use tempfile::TempDir;

fn crowns(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reference"));
    command.arg("crowns").args(arguments);
    command
}

/// The points of these lines, and what else is printed.
fn check_points(arguments: &[&str], lines: &str, printed: &str) {
    let mut command = crowns(&["points"]);
    let points = command.args(arguments).write_stdin(lines).assert().success().stderr("");
    points.stdout(predicate::str::diff(printed.to_owned()));
}

#[test]
fn points_are_printed_line_by_line() {
    check_points(&[], "7S 7P 7S JK QH\n", "12\n");
    check_points(&[], "7 of Stars, 7 of Spades, 7 of Stars, Joker, Queen of Hearts", "12\n");
    check_points(&[], "# hands\n\n  \nKS QH QD JK JK\r\nJK\n3S 4S 5S\n", "13\n50\n12\n");
    check_points(&["--runs"], "3S 4S 5S\n", "0\n");
    check_points(&["--wild", "7", "--runs"], "9C 7D JC\n6H 7C 7D 9H\n7C\n", "0\n0\n20\n");
    check_points(&["--wild", "K"], "KS QH QD\nQH KD\n", "0\n32\n");
    check_points(&[], "", "");
}

#[test]
fn melds_are_printed_below_the_points() {
    let printed = "12\n  book 7S 7S 7P JK\n  left QH\n0\n  run 9C 7D JC\n";
    check_points(&["--melds", "--wild", "7", "--runs"], "9C 7D JC", "0\n  run 9C 7D JC\n");
    check_points(&["--melds", "--runs"], "7S 7P 7S JK QH\n9C 10C JC\n", &printed.replace("7D", "10C"));
    check_points(&["--melds"], "KD 3C QH\n", "28\n  left KD QH 3C\n");
}

#[test]
fn a_line_that_is_no_hand_is_shown_and_the_others_are_scored() {
    let mut command = crowns(&["points"]);
    let points = command.write_stdin("QH\n\tQH 2H\n3S\n").assert().code(2).stdout("12\n3\n");
    points.stderr(
        "error: standard input:2:5: `2H` is not a card\n  |\n2 | \tQH 2H\n  | \t   ^\n  \
         = next: write cards such as 7S, 10P, QH and JK, or 7 of Stars and Joker\n\
         error: one line is no hand that can be scored; the others are scored\n",
    );
    let large = "3S ".repeat(17);
    let points = crowns(&["points"]).write_stdin(format!("{large}\nq\n")).assert().code(2).stdout("");
    let message = "standard input:1:1: a hand of 17 cards is too large; at most 16 can be scored\n";
    points.stderr(
        predicate::str::contains(message).and(predicate::str::contains("error: 2 lines are no hands")),
    );
    let points = crowns(&["points", "--melds"]).write_stdin(&b"7S \xff\n"[..]).assert().code(2);
    points.stderr(predicate::str::contains("standard input:1:4: `\u{fffd}` is not a card"));
}

#[test]
fn a_game_by_hand_asks_and_ends_with_the_input() {
    let play = crowns(&["--seed", "2"]).write_stdin("0\n8\n-1\nfive\n\n1\nn\n").assert().success().stderr("");
    let asked_six_times = predicate::str::starts_with("How many players (1-7)? ".repeat(6) + "Player 1: ");
    play.stdout(asked_six_times.and(predicate::str::ends_with("\nPlay again? (y/n): ")));

    let farewell = "The input has ended, and so does the game.\n";
    crowns(&[]).write_stdin("").assert().success().stdout("How many players (1-7)? ").stderr(farewell);
    let full = crowns(&["--full", "--players", "2"]).write_stdin("d\n").assert().success().stderr(farewell);
    full.stdout(predicate::str::starts_with("--- Hand 1").and(predicate::str::ends_with("Discard (1-4)? ")));
}

#[test]
fn arguments_choose_the_game() {
    let weekly = crowns(&["--players", "7", "--cards", "16", "--runs"]).write_stdin("n\n").assert().success();
    weekly.stdout(predicate::function(|text: &str| {
        text.lines().filter(|line| line.matches(", ").count() == 15).count() == 7
    }));
    let full = crowns(&["--full", "--people", "0", "--players", "3"]).write_stdin("n\n").assert().success();
    full.stdout(predicate::str::contains("\n--- Hand 11: 13 cards, Kings are wild ---\n"));
}

#[test]
fn a_script_prints_the_play_with_its_answers() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("my.script");
    fs::write(&path, "seed 2\noption cards-3\nplayers 1\nagain n\n").expect("a script can be written");
    let path = path.display().to_string();
    let play = crowns(&["--script", &path]).assert().success().stderr("");
    play.stdout(predicate::str::starts_with("How many players (1-7)? 1\nPlayer 1: "));
    fs::write(&path, "option cars-3\n").expect("a script can be written");
    let play = crowns(&["--script", &path]).assert().code(2).stdout("");
    play.stderr(predicate::str::contains("my.script:1:8: the game has no option `cars-3`"));
}

#[test]
fn a_command_line_that_makes_no_sense_is_a_usage_error() {
    let cases: [&[&str]; 10] = [
        &["--players", "0"],
        &["--players", "8"],
        &["--cards", "17"],
        &["--people", "2"],
        &["--full", "--runs"],
        &["--full", "--people", "8"],
        &["--script", "x", "--full"],
        &["points", "--wild", "2"],
        &["--runs", "points"],
        &["score"],
    ];
    for arguments in cases {
        crowns(arguments).assert().code(2).stdout("").stderr(predicate::str::starts_with("error: "));
    }
}
