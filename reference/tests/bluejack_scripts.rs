//! Bluejack's scripts: what the reference prints for them is the reviewed snapshots, and the published page is true.
//!
//! A snapshot is the file insta writes for `assert_snapshot!(name, text)` without the expression: `---`, a line
//! with `source: ` and the path of this file, `---`, and the text of the replay.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use insta::{Settings, assert_snapshot};
use reference::bluejack::{
    Card, Colour, DEFAULT_SEED, Decision, Ending, Move, Replay, Set, Side, Turn, board_sum, replay,
};
use reference::script::Script;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/bluejack")
}

/// The page that publishes the transcript.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/bluejack.md");
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace("\r\n", "\n")
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
    replay(script.seed.unwrap_or(DEFAULT_SEED), script)
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
fn every_script_says_what_it_shows_and_plays_its_game_to_the_end() {
    for (name, script) in scripts() {
        assert!(!script.about.is_empty(), "{name} has no comment at its head");
        assert!(script.seed.is_some(), "{name} has no seed");
        let replay = played(&script);
        assert_eq!(replay.notes, [], "{name}");
        assert!(replay.tail.ends_with(" the game.\n"), "{name}");
    }
}

#[test]
fn the_pages_session_is_the_snapshot() {
    let page = page();
    let (_, session) = page.split_once("## A whole session\n").expect("the page has a session");
    let (_, session) = session.split_once("\n```text\n").expect("the session begins");
    let (session, _) = session.split_once("```\n").expect("the session ends");
    assert_eq!(session, played(&scripts()["sample-session"]).text);
}

/// The words of a line without its cards and numbers, which is what tells one form of line from another.
fn form(line: &str) -> Vec<&str> {
    let words = line.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| !word.is_empty());
    let names = Colour::ALL.map(Colour::name);
    words.filter(|word| !names.contains(word) && !["Flip", "Double"].contains(word)).collect()
}

/// The page's table has every form of line that the reference prints, and none that it does not.
#[test]
fn the_page_tells_every_form_of_line() {
    let page = page();
    let (_, table) = page.split_once("\n| your line |").expect("the page has a table");
    let (table, _) = table.split_once("\n\n").expect("the table ends");
    // The first two columns hold lines, the third says when.
    let cells = table.lines().skip(2).flat_map(|row| row.split('|').skip(1).take(2));
    let lines = cells.filter_map(|cell| cell.trim().strip_prefix('`')?.strip_suffix('`'));
    let told: BTreeSet<Vec<&str>> = lines.map(form).collect();

    let replays: Vec<Replay> = scripts().values().map(played).collect();
    let said =
        replays.iter().flat_map(|replay| replay.turns.iter().map(|(said, _)| said).chain([&replay.tail]));
    let printed: BTreeSet<Vec<&str>> = said.flat_map(|said| said.lines()).map(form).collect();
    assert_eq!(told, printed);
}

/// Whether a turn of a side shows something, given the set up to and including it.
fn any_turn(replay: &Replay, side: Side, shows: impl Fn(&Set, &Turn) -> bool) -> bool {
    replay.rounds.iter().any(|set| {
        (1..=set.turns.len()).any(|count| {
            let until = Set { turns: set.turns[..count].to_vec(), ..set.clone() };
            set.turns[count - 1].side == side && shows(&until, &set.turns[count - 1])
        })
    })
}

fn any_ending(replay: &Replay, ending: Ending) -> bool {
    replay.rounds.iter().any(|set| set.ending == Some(ending))
}

/// Whether one side alone takes the last three turns of a set.
fn alone_at_the_end(replay: &Replay, side: Side) -> bool {
    replay
        .rounds
        .iter()
        .any(|set| set.stood(side.other()) && set.turns.iter().rev().take(3).all(|turn| turn.side == side))
}

fn plays(replay: &Replay, side: Side, card: Card) -> bool {
    any_turn(replay, side, |_, turn| turn.played == Some(card))
}

/// Whether a replay shows something.
type Shown = fn(&Replay) -> bool;

/// Each of these scripts must go on showing what its comment promises.
fn check(shows: &[(&str, Shown)]) {
    let scripts = scripts();
    for (name, shown) in shows {
        let script = scripts.get(*name).unwrap_or_else(|| panic!("there is no script {name}"));
        let replay = played(script);
        assert!(shown(&replay), "{name} no longer shows what it is for:\n{}", replay.text);
    }
}

#[test]
fn scripts_of_games_show_what_they_are_for() {
    use Decision::{BlueTwenty, Bust};
    use Side::{Computer, Human};
    check(&[
        ("won-game", |replay| {
            any_ending(replay, Ending::BothStood(Some(Human)))
                && any_ending(replay, Ending::Decided(Computer, Bust))
                && replay.tail.ends_with("You win the set.\nYou win the game.\n")
        }),
        ("lost-game", |replay| {
            any_ending(replay, Ending::BothStood(Some(Computer)))
                && any_ending(replay, Ending::Decided(Human, Bust))
                && replay.tail.ends_with("Computer wins the set.\nComputer wins the game.\n")
        }),
        ("tied-set", |replay| {
            replay.rounds[0].ending == Some(Ending::BothStood(None))
                && replay.text.contains("The set is tied.\n--- Set 2 (0-0) ---\n")
        }),
        ("blue-twenty", |replay| {
            any_ending(replay, Ending::Decided(Human, BlueTwenty))
                && plays(replay, Human, Card::Plain { colour: Colour::Blue, value: 3 })
        }),
        ("blue-twenty-drawn", |replay| {
            let last = replay.rounds.last().and_then(|set| set.turns.last());
            any_ending(replay, Ending::Decided(Human, BlueTwenty))
                && last.is_some_and(|turn| turn.choice.is_none())
        }),
        ("blue-twenty-behind", |replay| {
            replay.text.contains("--- Set 3 (0-2) ---\n")
                && any_ending(replay, Ending::Decided(Human, BlueTwenty))
        }),
        ("computer-blue-twenty", |replay| any_ending(replay, Ending::Decided(Computer, BlueTwenty))),
        ("empty-hand", |replay| {
            replay
                .turns
                .last()
                .is_some_and(|(said, _)| said.ends_with("Your hand: empty\nYour move (end, stand)?\n"))
        }),
        ("deck-runs-out", |replay| replay.rounds.iter().map(|set| set.turns.len()).sum::<usize>() > 30),
    ]);
}

#[test]
fn scripts_of_sets_show_what_they_are_for() {
    use Decision::{Bust, NineCards};
    use Side::{Computer, Human};
    check(&[
        ("bust", |replay| {
            any_turn(replay, Human, |set, turn| set.sum(Human) > 20 && turn.choice == Some(Move::End))
        }),
        ("card-busts", |replay| {
            any_turn(replay, Human, |set, turn| set.sum(Human) > 20 && turn.played.is_some())
                && replay.text.contains("Your board: Blue 5, Green 10 (15)\n")
        }),
        ("over-20-saved", |replay| {
            any_turn(replay, Human, |set, turn| {
                let board = set.board(Human);
                turn.played.is_some() && board_sum(&board[..board.len() - 1]) == 23 && board_sum(&board) == 20
            })
        }),
        ("computer-busts", |replay| any_ending(replay, Ending::Decided(Computer, Bust))),
        ("stand", |replay| alone_at_the_end(replay, Computer)),
        ("computer-stands", |replay| alone_at_the_end(replay, Human)),
        ("nine-cards", |replay| any_ending(replay, Ending::Decided(Human, NineCards))),
        ("nine-cards-over-20", |replay| {
            replay
                .rounds
                .iter()
                .any(|set| set.ending == Some(Ending::Decided(Human, Bust)) && set.board(Human).len() == 9)
        }),
        ("computer-nine-cards", |replay| any_ending(replay, Ending::Decided(Computer, NineCards))),
        ("flip", |replay| plays(replay, Human, Card::Flip)),
        ("double", |replay| plays(replay, Human, Card::Double)),
        ("computer-flips", |replay| plays(replay, Computer, Card::Flip)),
        ("computer-doubles", |replay| plays(replay, Computer, Card::Double)),
        ("bad-answers", |replay| {
            let refused = |set: &Set| set.turns.iter().map(|turn| turn.refused.len()).collect::<Vec<_>>();
            refused(&replay.rounds[0])[..3] == [5, 0, 2]
        }),
    ]);
}
