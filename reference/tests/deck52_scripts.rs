//! The scripts of the 52-card game: what the reference prints for them is the reviewed snapshots.
//!
//! A snapshot is the file insta writes for `assert_snapshot!(name, text)` without the expression: `---`, a line
//! with `source: ` and the path of this file, `---`, and the text of the replay.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use insta::{Settings, assert_snapshot};
use reference::cards::Rank;
use reference::deck52::{
    Note, Options, Outcome, Replay, Round, best_dealer_score, busted, hand_score, replay,
};
use reference::script::Script;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/deck52")
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
    let options = Options::from_script(script).unwrap_or_else(|error| panic!("{error}"));
    replay(script.seed.unwrap_or_else(|| panic!("{} has no seed", script.name)), options, script)
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
        let notes: Vec<Note> = played(&script).notes;
        assert_eq!(notes, [], "{name}");
        let says_so = script.about[0].starts_with("Extra credit");
        assert_eq!(says_so, !script.options.is_empty(), "{name} tells by its comment what it switches on");
    }
}

/// Whether a replay shows something.
type Shown = fn(&Replay, &Round) -> bool;

/// Each of these scripts must go on showing what its comment promises.
fn check(shows: &[(&str, Shown)]) {
    let scripts = scripts();
    for (name, shown) in shows {
        let script = scripts.get(*name).unwrap_or_else(|| panic!("there is no script {name}"));
        let replay = played(script);
        let held = shown(&replay, &replay.rounds[0]);
        assert!(held, "{name} no longer shows what it is for:\n{}", replay.text);
    }
}

fn outcomes(round: &Round) -> Vec<Option<Outcome>> {
    round.player.iter().map(|hand| hand.outcome).collect()
}

fn ends(round: &Round, outcome: Outcome) -> bool {
    outcomes(round) == [Some(outcome)]
}

/// The length of the longest line of cards that starts with this word.
fn longest(replay: &Replay, word: &str) -> usize {
    let lines = replay.text.lines().filter(|line| line.starts_with(word));
    lines.map(|line| line.find('(').unwrap_or_default()).max().unwrap_or_default()
}

#[test]
fn every_script_shows_what_it_is_for() {
    check(&[
        ("player-bust", |_, round| ends(round, Outcome::PlayerBust) && round.dealer[0].cards.len() == 2),
        ("player-21", |_, round| ends(round, Outcome::PlayerAt21) && round.dealer[0].score() < 18),
        ("dealer-bust", |_, round| ends(round, Outcome::DealerBust)),
        ("dealer-stands-at-once", |replay, round| {
            round.dealer[0].score() == 18 && !replay.text.contains("Dealer stands")
        }),
        ("dealer-stands-at-18", |replay, round| {
            round.dealer[0].score() == 18
                && replay.text.contains("Dealer stands")
                && round.player[0].score() > 18
        }),
        ("dealer-hits-at-17", |_, round| {
            hand_score(&round.dealer[0].cards[..2]) == 17 && round.dealer[0].cards.len() == 3
        }),
        ("dealer-wins", |_, round| ends(round, Outcome::DealerWins) && round.dealer[0].score() == 21),
        ("player-wins", |_, round| ends(round, Outcome::PlayerWins) && round.player[0].cards.len() == 3),
        ("draw", |_, round| ends(round, Outcome::Draw) && round.dealer[0].cards.len() > 2),
        ("bad-answers", |_, round| round.refused == ["maybe", "1", "xyz", "maybe"]),
        ("answers-in-short", |replay, round| {
            replay.turns.iter().map(|(_, answer)| answer).eq(["h", "S"]) && round.refused.is_empty()
        }),
        ("long-hand", |replay, _| longest(replay, "You") > 38),
        ("long-dealer-hand", |replay, _| longest(replay, "Dealer") > 38),
    ]);
}

#[test]
fn every_script_of_the_extra_credit_shows_what_it_is_for() {
    check(&[
        ("ace-11", |_, round| ends(round, Outcome::PlayerWins) && round.player[0].high_aces == 1),
        ("ace-11-wins-at-once", |_, round| {
            ends(round, Outcome::PlayerAt21) && round.player[0].cards.len() == 2
        }),
        ("ace-11-bust", |_, round| ends(round, Outcome::PlayerBust) && round.refused == ["10"]),
        ("ace-1", |_, round| round.player[0].high_aces == 0 && ends(round, Outcome::DealerWins)),
        ("two-aces", |replay, _| {
            replay.turns.iter().filter(|(said, _)| said.contains("Ace 1 or 11")).count() == 2
        }),
        ("dealer-ace-11", |_, round| round.dealer[0].score() == 20 && round.dealer[0].cards.len() == 2),
        ("dealer-ace-11-late", |_, round| {
            round.dealer[0].high_aces == 1 && best_dealer_score(&round.dealer[0].cards[..3]) < 18
        }),
        ("dealer-ace-1", |_, round| {
            let (first, rest) = round.dealer[0].cards.split_at(2);
            first.iter().any(|card| card.rank == Rank::Ace) && hand_score(first) == 9 && !rest.is_empty()
        }),
        ("split", |_, round| outcomes(round) == [Some(Outcome::PlayerWins), Some(Outcome::DealerWins)]),
        ("split-one-bust", |_, round| {
            outcomes(round) == [Some(Outcome::PlayerBust), Some(Outcome::DealerBust)]
        }),
        ("split-without-dealer", |_, round| {
            outcomes(round) == [Some(Outcome::PlayerBust), Some(Outcome::PlayerAt21)]
                && round.dealer[0].cards.len() == 2
        }),
        ("split-declined", |_, round| round.player.len() == 1 && round.refused == ["maybe"]),
        ("dealer-splits-eights", |_, round| {
            round.dealer.len() == 2 && busted(round.dealer[1].score()) && ends(round, Outcome::DealerWins)
        }),
        ("dealer-splits-aces", |_, round| {
            round.dealer.iter().all(|hand| hand.cards[0].rank == Rank::Ace)
                && ends(round, Outcome::PlayerWins)
        }),
        ("dealer-splits-both-bust", |_, round| round.dealer.len() == 2 && ends(round, Outcome::DealerBust)),
        ("both-split", |_, round| {
            (round.dealer.len(), round.player.len()) == (2, 2)
                && round.dealer.iter().all(|hand| hand.high_aces == 1)
        }),
    ]);
}
