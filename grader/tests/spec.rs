//! The specs of the repository, as they are handed out.

#![cfg(target_os = "linux")]

use std::path::Path;

/// The rules of the casino's page that are judged by playing.
const CASINO: &[&str] = &[
    "builds",
    "exits-cleanly",
    "start-money",
    "bet-reprompt",
    "bet-all",
    "two-cards",
    "card-names",
    "deck-range",
    "face-ten",
    "ace-high",
    "ace-low",
    "ace-sticky",
    "totals",
    "hit-question",
    "hit-adds-one",
    "player-bust",
    "dealer-plays-at-21",
    "dealer-hits-16",
    "dealer-stands-17",
    "dealer-bust",
    "outcome",
    "payout",
    "replay",
    "stop-broke",
    "stop-rich",
    "seed-333",
    "sample-run",
    "draw-card",
    "get-rank-suit",
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

fn casino() -> toml::Table {
    let text = std::fs::read_to_string(repository().join("specs/casino.toml")).expect("the spec is there");
    text.parse().expect("the spec is TOML")
}

#[test]
fn the_casino_gives_100_points_over_all_its_rules() {
    let points = casino()["points"].as_table().expect("a table").clone();
    let mut listed: Vec<&str> = points.keys().map(String::as_str).collect();
    let mut known = CASINO.to_vec();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
    let worth = |value: &toml::Value| value.as_integer().expect("a whole number");
    assert_eq!(points.values().map(worth).sum::<i64>(), 100);
    assert!(points.values().all(|value| worth(value) > 0), "every rule is worth something");
}

#[test]
fn every_sample_script_of_the_casino_is_there() {
    let play = casino()["play"].as_table().expect("a table").clone();
    let scripts = play["sample_scripts"].as_array().expect("a list").clone();
    assert_eq!(scripts.len(), 2);
    for script in &scripts {
        let name = script.as_str().expect("a name");
        let path = repository().join(format!("fixtures/casino/scripts/{name}.script"));
        assert!(path.is_file(), "{} is missing", path.display());
    }
}

#[test]
fn every_rule_is_explained_to_people() {
    let page = std::fs::read_to_string(repository().join("specs/casino.md")).expect("the page is there");
    for rule in CASINO {
        assert!(page.contains(&format!("`{rule}`")), "specs/casino.md says nothing of {rule}");
    }
}
