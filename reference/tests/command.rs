//! The `reference` command, as its users see it.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use reference::deck52::Options;
use reference::script::Script;
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

/// The deal of C's `srand(1)`, up to the question.
const DECK52: &str =
    "Dealer has cards: AC 10D              (11)\nYou have cards  : QS 5C               (15)\n";

#[test]
fn the_52_card_game_starts_where_rand_does_without_a_seed() {
    let text = format!(
        "{DECK52}Hit or stand    ? Hit or stand    ? \n\
         Dealer hits     : AC 10D 2H           (13)\n\
         Dealer hits     : AC 10D 2H 2S        (15)\n\
         Dealer hits     : AC 10D 2H 2S KS     (25)\n\
         Dealer busts, player wins!\n"
    );
    for arguments in [&["deck52"][..], &["deck52", "--seed", "1"], &["deck52", "--seed", "0"]] {
        let mut game = reference(arguments);
        game.write_stdin("well\nS\n").assert().success().stderr("").stdout(text.clone());
    }
    reference(&["deck52"])
        .write_stdin("")
        .assert()
        .success()
        .stdout(format!("{DECK52}Hit or stand    ? "))
        .stderr("The input has ended, and so does the game.\n");
}

#[test]
fn the_52_card_games_script_decides_what_the_command_does_not() {
    let (_folder, path) = script(b"seed 3\nhit stand\n");
    let seed = |arguments: &[&str], seed: u32| {
        let replay = reference::deck52::replay(
            seed,
            Options::default(),
            &Script::parse("a.script", "hit stand").expect("a script"),
        );
        reference(arguments).assert().success().stdout(replay.text).stderr("");
    };
    seed(&["deck52", "--script", &path], 3);
    seed(&["deck52", "--script", &path, "--seed", "5"], 5);
    let (_folder, path) = script(b"hit stand\n");
    seed(&["deck52", "--script", &path], 1);
}

#[test]
fn the_extra_credit_is_switched_on_by_command_and_script() {
    let aces = DECK52.replace("(11)", "(21)");
    let cases: [(&[u8], &[&str], &str); 3] = [
        (b"hit hit\n", &[], DECK52),
        (b"hit hit\n", &["--aces"], &aces),
        (b"option aces\nhit hit\n", &[], &aces),
    ];
    for (text, arguments, shown) in cases {
        let (_folder, path) = script(text);
        let arguments = [&["deck52", "--script", &path], arguments].concat();
        let play = reference(&arguments).assert().success();
        play.stdout(predicate::str::starts_with(shown)).stderr(format!(
            "note: {path}: the script has no answer to the last `hit` question; the replay stops there\n"
        ));
    }
    let mut game = reference(&["deck52", "--seed", "12", "--split"]);
    game.write_stdin("y\n").assert().success().stdout(predicate::str::contains("Split (y/n)     ? "));
}

/// The deal of C's `srand(1)`, up to the question.
const BLUEJACK: &str = "--- Set 1 (0-0) ---\nYou draw Yellow 10.\nYour board: Yellow 10 (10)\n\
     Your hand: 1) Blue -3, 2) Red 3, 3) Blue 10, 4) Red +3\nYour move (end, stand, play 1-4)?\n";

#[test]
fn bluejack_starts_where_rand_does_without_a_seed() {
    let text = format!("{BLUEJACK}Your move (end, stand, play 1-4)?\nYou play Red 3.\n");
    for arguments in [&["bluejack"][..], &["bluejack", "--seed", "1"], &["bluejack", "--seed", "0"]] {
        let mut game = reference(arguments);
        let play = game.write_stdin("play 5\nPlay 2\r\n").assert().success();
        play.stdout(predicate::str::starts_with(text.clone()))
            .stderr("The input has ended, and so does the game. You leave at 0-0 in sets.\n");
    }
    reference(&["bluejack"]).write_stdin("").assert().success().stdout(BLUEJACK);
}

#[test]
fn a_game_of_bluejack_is_played_to_its_end_and_reads_no_further() {
    let mut game = reference(&["bluejack", "--seed", "541"]);
    let play = game.write_stdin("end\nplay 2\nplay 1\n").assert().success().stderr("");
    play.stdout(predicate::str::ends_with("(20)\nBluejack! You win the game.\n"));
}

#[test]
fn bluejacks_script_decides_what_the_command_does_not() {
    let wins = predicate::str::ends_with("Bluejack! You win the game.\n");
    let begins = |answer: &str| predicate::str::starts_with(format!("{BLUEJACK}{answer}\n"));
    let (_folder, path) = script(b"seed 541\nmove end\nmove play 2\n");
    reference(&["bluejack", "--script", &path]).assert().success().stdout(wins).stderr("");
    let play = reference(&["bluejack", "--script", &path, "--seed", "1"]).assert().success();
    play.stdout(begins("end")).stderr(predicate::str::contains("no answer to the last `move` question"));
    let (_folder, path) = script(b"stand\n");
    reference(&["bluejack", "--script", &path]).assert().success().stdout(begins("stand"));
    let (_folder, path) = script(b"option aces\nmove end\n");
    let none = predicate::str::contains("my.script:1:8: the game has no option `aces`");
    reference(&["bluejack", "--script", &path]).assert().code(2).stdout("").stderr(none);
}

#[test]
fn an_option_a_game_does_not_have_is_shown() {
    let (_folder, path) = script(b"option acez\nhit stand\n");
    let message = format!(
        "error: {path}:1:8: the game has no option `acez`\n  |\n1 | option acez\n  |        ^\n  \
         = next: correct it to one of those it has: aces, split\n"
    );
    reference(&["deck52", "--script", &path]).assert().code(2).stdout("").stderr(message);
    let none = predicate::str::contains("= next: remove the line, for it has none at all\n");
    reference(&["casino", "--script", &path]).assert().code(2).stdout("").stderr(none);
}

#[test]
fn a_command_line_that_makes_no_sense_is_a_usage_error() {
    let cases: [&[&str]; 4] = [&[], &["poker"], &["casino", "--seed", "-1"], &["casino", "--aces"]];
    for arguments in cases {
        reference(arguments).assert().code(2).stdout("").stderr(predicate::str::contains("Usage: reference"));
    }
}
