//! The scripts of Five Crowns: what the reference prints for them is the reviewed snapshots, and the published page is
//! true.
//!
//! A snapshot is the file insta writes for `assert_snapshot!(name, text)` without the expression: `---`, a line
//! with `source: ` and the path of this file, `---`, and the text of the replay.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use insta::{Settings, assert_snapshot};
use reference::crowns::full::{Hand, MAX_ROUNDS};
use reference::crowns::weekly::Deal;
use reference::crowns::{
    Card, DEFAULT_SEED, MAX_HAND, Meld, Options, Rank, Replay, Round, Scoring, Source, arrange, replay,
};
use reference::script::Script;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/crowns")
}

/// The page that publishes the transcript.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/crowns.md");
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

fn options(script: &Script) -> Options {
    Options::from_script(script).unwrap_or_else(|error| panic!("{error}"))
}

fn played(script: &Script) -> Replay {
    replay(script.seed.unwrap_or(DEFAULT_SEED), options(script), script)
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
        assert_eq!(replay.tail, "", "{name}");
        let (last, _) = replay.turns.last().expect("a question was asked");
        assert!(last.ends_with("Play again? (y/n): "), "{name}");
    }
}

/// The text of the page's example that begins after these words.
fn example<'a>(page: &'a str, after: &str) -> &'a str {
    let (_, rest) = page.split_once(after).unwrap_or_else(|| panic!("the page has no `{after}`"));
    let (_, example) = rest.split_once("\n```text\n").expect("the example begins");
    example.split_once("```\n").expect("the example ends").0
}

#[test]
fn the_pages_examples_are_the_snapshots() {
    let (page, scripts) = (page(), scripts());
    let weekly = example(&page, "What is typed stands behind the questions:");
    assert_eq!(weekly, played(&scripts["sample-session"]).text);
    let full = example(&page, "The first two hands of a person and two computer players:");
    let text = played(&scripts["full-game"]).text;
    let (first_two_hands, _) = text.split_once("--- Hand 3").expect("there is a third hand");
    assert_eq!(full, first_two_hands);
}

/// The words of a line without its cards, numbers and players, which is what tells one form of line from another. The
/// words of a list of cards or players are the same however long it is.
fn form(line: &str) -> BTreeSet<&str> {
    let words = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let of_cards = ["of", "Stars", "Hearts", "Clubs", "Spades", "Diamonds", "Joker", "Jack", "Queen", "King"];
    let ranks = ["Jacks", "Queens", "Kings", "s"];
    words.filter(|word| !of_cards.contains(word) && !ranks.contains(word)).collect()
}

/// The page's tables have every form of line that the reference prints, and none that it does not.
#[test]
fn the_page_tells_every_form_of_line() {
    let page = page();
    // The last table of the page tells the rules.
    let (transcript, _) = page.split_once("\n## How a program is judged").expect("the page has that part");
    let rows = transcript.lines().filter_map(|line| line.strip_prefix("| `"));
    let told: BTreeSet<BTreeSet<&str>> = rows.filter_map(|row| row.split('`').next()).map(form).collect();

    let replays: Vec<Replay> = scripts().values().map(played).collect();
    let said = replays.iter().flat_map(|replay| replay.turns.iter().map(|(said, _)| said));
    let printed: BTreeSet<BTreeSet<&str>> = said.flat_map(|said| said.lines()).map(form).collect();
    assert_eq!(told, printed);
}

/// The weekly games of a replay.
fn deals(replay: &Replay) -> Vec<&Deal> {
    let deals = replay.rounds.iter().map(|round| match round {
        Round::Weekly(deal) => deal,
        Round::Full(_) => panic!("this is a full game"),
    });
    deals.collect()
}

/// The hands of a full game.
fn hands(replay: &Replay) -> Vec<&Hand> {
    let hands = replay.rounds.iter().map(|round| match round {
        Round::Full(hand) => hand,
        Round::Weekly(_) => panic!("this is a weekly game"),
    });
    hands.collect()
}

/// Whether some hand of a weekly game is melded in a way that shows something; the least points come with the melds.
fn any_hand(replay: &Replay, scoring: Scoring, shows: impl Fn(&[Card], &[Meld], u32) -> bool) -> bool {
    deals(replay).into_iter().flat_map(|deal| &deal.hands).any(|hand| {
        let arrangement = arrange(hand, scoring).expect("a hand of a size that can be scored");
        shows(hand, &arrangement.melds, arrangement.points)
    })
}

fn jokers(cards: &[Card]) -> usize {
    cards.iter().filter(|&&card| card == Card::Joker).count()
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
fn scripts_of_the_weekly_assignment_show_what_they_are_for() {
    check(&[
        ("sample-session", |replay| {
            deals(replay)[0].winners == [1]
                && deals(replay)[1].winners == [1, 2]
                && any_hand(replay, Scoring::BOOKS, |_, melds, _| {
                    melds.iter().any(|meld| jokers(meld.cards()) == 1)
                })
        }),
        ("bad-answers", |replay| replay.turns.len() == 11 && deals(replay).len() == 2),
        ("one-player", |replay| deals(replay)[0].winners == [0] && deals(replay)[0].hands.len() == 1),
        ("seven-players", |replay| deals(replay).iter().map(|deal| deal.hands.len()).eq([7, 7])),
        ("tie", |replay| deals(replay)[0].winners == [0, 2]),
        ("joker-left-over", |replay| {
            any_hand(replay, Scoring::BOOKS, |hand, melds, _| jokers(hand) == 1 && melds.is_empty())
        }),
        ("jokers-not-highest-first", |replay| {
            any_hand(replay, Scoring::BOOKS, |hand, melds, points| {
                let pair = melds.first().and_then(|meld| meld.cards()[0].rank()) == Some(Rank::Eight);
                let tens = hand.iter().filter(|card| card.rank() == Some(Rank::Ten)).count();
                jokers(hand) == 2 && pair && tens == 1 && points == 19
            })
        }),
        ("joker-with-queens", |replay| {
            any_hand(replay, Scoring::BOOKS, |hand, melds, points| {
                let queens = melds.first().and_then(|meld| meld.cards()[0].rank()) == Some(Rank::Queen);
                let threes = hand.iter().filter(|card| card.rank() == Some(Rank::Three)).count();
                jokers(hand) == 1 && queens && threes == 2 && points == 24
            })
        }),
        ("book-of-four", |replay| {
            any_hand(replay, Scoring::BOOKS, |hand, melds, _| {
                jokers(hand) == 0 && melds[0].cards().len() == 4
            })
        }),
        ("smallest-hands", |replay| deals(replay)[0].hands.iter().all(|hand| hand.len() == 3)),
        ("largest-hands", |replay| {
            deals(replay)[0].hands.len() == 7
                && deals(replay)[0].hands.iter().all(|hand| hand.len() == MAX_HAND)
        }),
    ]);
}

#[test]
fn scripts_of_the_extra_credit_show_what_they_are_for() {
    let is_run = |meld: &Meld| matches!(meld, Meld::Run(_));
    check(&[
        ("run-with-joker", |replay| {
            any_hand(
                replay,
                Scoring::RUNS,
                |_, melds, _| matches!(melds, [Meld::Run(cards)] if cards[1] == Card::Joker),
            )
        }),
        ("run-and-book", |replay| {
            any_hand(replay, Scoring::RUNS, |_, melds, _| matches!(melds, [Meld::Run(_), Meld::Book(_)]))
        }),
        ("run-instead-of-book", |replay| {
            any_hand(replay, Scoring::RUNS, |hand, melds, points| {
                let books = arrange(hand, Scoring::BOOKS).expect("a hand of a size that can be scored");
                matches!(melds, [Meld::Run(_)]) && books.melds.len() == 1 && points < books.points
            })
        }),
    ]);
    let replay = played(&scripts()["card-twice-in-runs"]);
    assert!(any_hand(&replay, Scoring::RUNS, |hand, melds, _| {
        let cards = melds.iter().filter(|meld| is_run(meld)).flat_map(Meld::cards);
        let distinct: BTreeSet<&Card> = cards.clone().collect();
        jokers(hand) == 0 && distinct.len() < cards.count()
    }));
}

#[test]
fn scripts_of_the_full_game_show_what_they_are_for() {
    check(&[
        ("full-game", |replay| {
            hands(replay).len() == 11
                && hands(replay)[0].dealt.len() == 3
                && replay.text.contains("You draw ")
                && replay.text.contains("\nTake from (d)eck or (p)ile? p\n")
        }),
        ("full-computers", |replay| {
            let out_at_once = |hand: &&Hand| hand.out == Some(hand.first) && hand.turns.len() == 4;
            replay.turns.len() == 2 && hands(replay).iter().any(out_at_once)
        }),
        ("full-deck-used-up", |replay| {
            replay.text.contains("\nThe deck is used up, so the discards are shuffled.\n")
        }),
        ("full-tie", |replay| replay.text.contains("\nTie: Player 1, Player 2 (")),
        ("full-both-at-zero", |replay| hands(replay).iter().any(|hand| hand.points == [0, 0])),
        ("full-two-people", |replay| {
            let people = ["Player 1: ", "Player 2: "];
            let asked = |name: &str| {
                replay.turns.iter().any(|(said, _)| said.contains("(p)ile") && said.contains(name))
            };
            people.into_iter().all(asked)
                && hands(replay).iter().flat_map(|hand| &hand.turns).any(|turn| turn.source == Source::Pile)
        }),
        ("full-again", |replay| {
            hands(replay).len() == 22 && hands(replay)[11].totals == hands(replay)[11].points
        }),
        ("full-nobody-goes-out", |replay| {
            hands(replay)[0].out.is_none() && hands(replay)[0].turns.len() == MAX_ROUNDS
        }),
        ("full-bad-answers", |replay| {
            let refused = replay.turns.windows(2).filter(|pair| pair[0].0.ends_with(&pair[1].0));
            refused.count() >= 7
        }),
    ]);
}
