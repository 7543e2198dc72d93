//! The `reference` command, as its users see it.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use tempfile::TempDir;

fn reference(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reference"));
    command.args(arguments);
    command
}

/// A folder with one script in it, and the script's path.
fn script(bytes: &[u8]) -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("my.script");
    fs::write(&path, bytes).expect("a script can be written");
    (folder, path.display().to_string())
}

const SAMPLE: &str = "bet 50\nagain y\nbet 50\nhit n\nagain y\nbet 50\nhit y\nagain y\nbet 100\nhit y\n";

#[test]
fn a_script_prints_the_play_with_its_answers() {
    let (_folder, path) = script(SAMPLE.as_bytes());
    let play = reference(&["casino", "--script", &path]).assert().success().stderr("");
    play.stdout(include_str!("data/sample-run-1.txt"));
}

#[test]
fn the_seed_is_the_commands_then_the_scripts_then_the_handouts() {
    let (_folder, path) = script(b"seed 11\nbet 10\n");
    let deals = |arguments: &[&str], card: &'static str| {
        let text = format!("You have $100. Enter bet:\n10\nYour cards are:\n{card}\n");
        reference(arguments).assert().success().stdout(predicate::str::starts_with(text));
    };
    deals(&["casino", "--script", &path], "Nine of Diamonds");
    deals(&["casino", "--script", &path, "--seed", "333"], "Ten of Clubs");
    let (_folder, path) = script(b"bet 10\n");
    deals(&["casino", "--script", &path], "Ten of Clubs");
}

#[test]
fn what_does_not_fit_is_noted() {
    let (_folder, path) = script(b"bet 10\nhit n\n");
    let notes = predicate::str::contains("my.script: the script has no answer to the last `again` question")
        .and(predicate::str::contains("my.script: not used: hit n\n"));
    reference(&["casino", "--script", &path]).assert().success().stderr(notes);
}

#[test]
fn a_game_by_hand_prints_the_questions_and_reads_the_answers() {
    let mut game = reference(&["casino"]);
    let play = game.write_stdin("101\n100\r\nn\n").assert().success().stderr("");
    play.stdout(predicate::str::diff(
        "You have $100. Enter bet:\nYou have $100. Enter bet:\nYour cards are:\nTen of Clubs\nAce of Spades\n\
         The dealer's cards are:\nKing of Hearts\nSeven of Clubs\nThe dealer's total is 17.\nYou win $100.\n\
         Play again? (y/n):\n",
    ));
}

#[test]
fn the_end_of_input_ends_the_game() {
    let mut game = reference(&["casino", "--seed", "333"]);
    let play = game.write_stdin("100\ny\n").assert().success();
    play.stdout(predicate::str::ends_with("You have $200. Enter bet:\n"))
        .stderr("The input has ended, and so does the game. You leave with $200.\n");
}

#[test]
fn a_script_that_is_not_there_is_named() {
    let message =
        "error: cannot read the script no/such.script; check its path, or play by hand without --script: ";
    let play = reference(&["casino", "--script", "no/such.script"]).assert().code(2).stdout("");
    play.stderr(predicate::str::starts_with(message));
}

#[test]
fn a_script_that_cannot_be_read_is_shown() {
    let (_folder, path) = script(b"seed 333\nbet 50\ny\n");
    let message = format!(
        "error: {path}:3:1: an answer without a kind stands among answers with one\n  |\n3 | y\n  | ^\n  \
         = next: put the kind of its question before it, such as `bet 50`\n"
    );
    reference(&["casino", "--script", &path]).assert().code(2).stdout("").stderr(message);

    let (_folder, path) = script(b"bet \xff\n");
    let message =
        format!("error: the script {path} is not UTF-8 text; save it as plain text and try again\n");
    reference(&["casino", "--script", &path]).assert().code(2).stdout("").stderr(message);
}

#[test]
fn a_command_line_that_makes_no_sense_is_a_usage_error() {
    let cases: [&[&str]; 3] = [&[], &["poker"], &["casino", "--seed", "-1"]];
    for arguments in cases {
        reference(arguments).assert().code(2).stdout("").stderr(predicate::str::contains("Usage: reference"));
    }
}
