//! The casino's scripts: what the reference prints for them is the handout's text and the reviewed snapshots.
//!
//! A snapshot is the file insta writes for `assert_snapshot!(name, text)` without the expression: `---`, a line
//! with `source: ` and the path of this file, `---`, and the text of the replay.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use insta::{Settings, assert_snapshot};
use reference::cards::Rank;
use reference::casino::{DealOrder, HANDOUT_SEED, Outcome, Replay, Round, card_value, hand_total, replay};
use reference::script::Script;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/casino")
}

/// Every script by its name, which is that of its snapshot too.
fn scripts() -> BTreeMap<String, Script> {
    let folder = fixtures().join("scripts");
    let mut scripts = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be listed").path();
        let name = path.file_stem().expect("a script has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a script is text");
        let script =
            Script::parse(&format!("{name}.script"), &text).unwrap_or_else(|error| panic!("{error}"));
        scripts.insert(name, script);
    }
    scripts
}

fn played(script: &Script) -> Replay {
    replay(script.seed.unwrap_or(HANDOUT_SEED), DealOrder::default(), script)
}

fn played_by_name(name: &str) -> Replay {
    let mut scripts = scripts();
    played(&scripts.remove(name).unwrap_or_else(|| panic!("there is no script {name}")))
}

#[test]
fn the_first_sample_run_comes_out_whole() {
    let expected = include_bytes!("data/sample-run-1.txt");
    assert_eq!(played_by_name("sample-run-1").text.as_bytes(), expected);
}

/// The handout shows only the end of a longer run, up to the question that follows it.
#[test]
fn the_second_sample_run_is_the_end_of_its_scripts_run() {
    let expected = include_bytes!("data/sample-run-2.txt");
    let text = played_by_name("sample-run-2").text;
    let run = text.strip_suffix("Play again? (y/n):\nn\n").expect("the run ends with this question");
    assert_eq!(&run.as_bytes()[run.len() - expected.len()..], expected);
}

/// insta forgives white space at the end, so what a snapshot cannot see is asserted before.
#[test]
fn every_script_gives_its_snapshot() {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixtures().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, script) in scripts() {
            let text = played(&script).text;
            assert_eq!(text, format!("{}\n", text.trim()), "{name}");
            assert!(!text.contains('\r'), "{name}");
            assert_snapshot!(name, text);
        }
    });
}

#[test]
fn every_snapshot_has_its_script() {
    let scripts = scripts();
    for entry in fs::read_dir(fixtures().join("snapshots")).expect("there are snapshots") {
        let file = entry.expect("the folder can be listed").file_name().into_string().expect("a plain name");
        // A file that ends in `.snap.new` waits for a review, and the test of its script has failed.
        if let Some(name) = file.strip_suffix(".snap") {
            assert!(scripts.contains_key(name), "{file} has no script; remove it, or bring the script back");
        }
    }
}

#[test]
fn every_script_says_what_it_shows_and_fits_its_game() {
    for (name, script) in scripts() {
        assert!(!script.about.is_empty(), "{name} has no comment at its head");
        assert!(script.seed.is_some(), "{name} has no seed");
        assert_eq!(played(&script).notes, [], "{name}");
    }
}

/// Whether a replay, whose last round is given too, shows something.
type Shown = fn(&Replay, &Round) -> bool;

/// Each script must go on showing what its comment promises.
#[test]
fn every_script_shows_what_it_is_for() {
    let last = |replay: &Replay| replay.rounds.last().expect("a round was played").clone();
    let shows: [(&str, Shown); 13] = [
        ("overbet-then-all-in", |_, round| round.refused == ["101", "5000"] && round.bet == Some(100)),
        ("going-broke", |replay, _| replay.tail.ends_with("You have $0. GAME OVER.\n")),
        ("getting-rich", |_, round| round.money_after > Some(1000)),
        ("exactly-1000", |_, round| round.money_before == 1000),
        ("draw-at-21", |_, round| {
            (round.player_total(), round.dealer_total(), round.outcome) == (21, Some(21), Some(Outcome::Draw))
        }),
        ("natural", |replay, _| replay.rounds[0].player.len() == 2 && replay.rounds[0].player_total() == 21),
        ("ace-stays-high", |_, round| {
            let counted_high =
                |at: usize| card_value(round.player[at].rank, hand_total(&round.player[..at])) == 11;
            round.outcome == Some(Outcome::PlayerBust) && (counted_high(0) || counted_high(1))
        }),
        ("dealer-bust", |_, round| round.outcome == Some(Outcome::DealerBust)),
        ("quit-at-once", |replay, _| replay.turns.len() == 2 && replay.tail.is_empty()),
        ("two-aces", |_, round| round.player[..2].iter().all(|card| card.rank == Rank::Ace)),
        ("dealer-draws-at-16", |_, round| hand_total(&round.dealer[..round.dealer.len() - 1]) == 16),
        ("dealer-stands-at-17", |_, round| {
            round.dealer_total() == Some(17) && round.dealer.iter().any(|card| card.rank == Rank::Ace)
        }),
        ("hit-to-21", |_, round| round.player.len() > 2 && round.player_total() == 21),
    ];
    for (name, shown) in shows {
        let replay = played_by_name(name);
        assert!(shown(&replay, &last(&replay)), "{name} no longer shows what it is for:\n{}", replay.text);
    }
}
