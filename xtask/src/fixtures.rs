//! The snapshots of the reference, made from the scripts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use reference::bluejack;
use reference::casino::{self, DealOrder};
use reference::crowns;
use reference::deck52;
use reference::script::{Script, ScriptError};
use walkdir::WalkDir;

/// What to do with snapshots that are not what the reference prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write them.
    Write,
    /// Fail, and change nothing.
    Check,
    /// Leave the new text beside them, for insta's review.
    Pending,
}

/// An assignment whose scripts the reference plays.
struct Assignment {
    /// Its folder under `fixtures/`.
    id: &'static str,
    /// The test that asserts the snapshots, as their headers name it.
    asserted_by: &'static str,
    /// The text of a script's replay, unless the script switches on what the game does not have.
    replay: fn(&Script) -> Result<String, ScriptError>,
}

const ASSIGNMENTS: &[Assignment] = &[
    Assignment {
        id: "bluejack",
        asserted_by: "reference/tests/bluejack_scripts.rs",
        replay: |script| {
            script.expect_options(&[])?;
            Ok(bluejack::replay(script.seed.unwrap_or(bluejack::DEFAULT_SEED), script).text)
        },
    },
    Assignment {
        id: "casino",
        asserted_by: "reference/tests/casino_scripts.rs",
        replay: |script| {
            script.expect_options(&[])?;
            let seed = script.seed.unwrap_or(casino::HANDOUT_SEED);
            Ok(casino::replay(seed, DealOrder::default(), script).text)
        },
    },
    Assignment {
        id: "crowns",
        asserted_by: "reference/tests/crowns_scripts.rs",
        replay: |script| {
            let seed = script.seed.unwrap_or(crowns::DEFAULT_SEED);
            Ok(crowns::replay(seed, crowns::Options::from_script(script)?, script).text)
        },
    },
    Assignment {
        id: "deck52",
        asserted_by: "reference/tests/deck52_scripts.rs",
        replay: |script| {
            let seed = script.seed.unwrap_or(deck52::DEFAULT_SEED);
            Ok(deck52::replay(seed, deck52::Options::from_script(script)?, script).text)
        },
    },
];

/// Brings the snapshots under `fixtures` up to date, or fails where `mode` says so.
pub(crate) fn run(fixtures: &Path, mode: Mode) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    let mut count = 0;
    // A folder of fixtures need not have every assignment; the repository's own is held to that by a test.
    for assignment in ASSIGNMENTS.iter().filter(|assignment| fixtures.join(assignment.id).exists()) {
        let folder = fixtures.join(assignment.id).join("snapshots");
        let wanted = wanted(&fixtures.join(assignment.id).join("scripts"), assignment)?;
        count += wanted.len();
        for (name, text) in &wanted {
            let path = folder.join(format!("{name}.snap"));
            let pending = path.with_extension("snap.new");
            if mode == Mode::Write && pending.exists() {
                // Written now, nothing of it waits for a review any more.
                fs::remove_file(&pending).with_context(|| format!("cannot remove {}", pending.display()))?;
            }
            if fs::read_to_string(&path).is_ok_and(|present| present == *text) {
                continue;
            }
            if mode != Mode::Check {
                write(&path, text, mode)?;
            }
            stale.push(format!("{}/snapshots/{name}.snap", assignment.id));
        }
        for path in orphans(&folder, &wanted)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            stale.push(format!("{}/snapshots/{name} (its script is gone)", assignment.id));
            if mode == Mode::Write {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
    }
    report(&stale, count, mode)
}

fn report(stale: &[String], count: usize, mode: Mode) -> anyhow::Result<()> {
    if mode == Mode::Check && !stale.is_empty() {
        bail!(
            "these snapshots are not what the reference prints:\n  {}\n`cargo xtask fixtures` makes them anew; \
             look at the change before you commit it",
            stale.join("\n  ")
        );
    }
    let verb = if mode == Mode::Pending { "wait for `cargo insta review`" } else { "were made anew" };
    if stale.is_empty() {
        println!("{count} snapshots, all as the reference prints them");
        return Ok(());
    }
    println!("{count} snapshots; {} {verb}", stale.len());
    for name in stale {
        println!("  {name}");
    }
    Ok(())
}

/// The text of each snapshot's file, by its script's name: the header as insta writes it without the expression, and
/// the replay.
fn wanted(scripts: &Path, assignment: &Assignment) -> anyhow::Result<BTreeMap<String, String>> {
    let mut wanted = BTreeMap::new();
    for path in with_ending(scripts, "script")? {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let script = Script::parse(&path.display().to_string(), &text)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let body = (assignment.replay)(&script)?;
        wanted.insert(name, format!("---\nsource: {}\n---\n{}\n", assignment.asserted_by, body.trim_end()));
    }
    Ok(wanted)
}

fn write(path: &Path, text: &str, mode: Mode) -> anyhow::Result<()> {
    let path = if mode == Mode::Pending { path.with_extension("snap.new") } else { path.to_owned() };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The snapshots without a script.
fn orphans(folder: &Path, wanted: &BTreeMap<String, String>) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut orphans = with_ending(folder, "snap")?;
    orphans.retain(|path| !wanted.contains_key(&*path.file_stem().unwrap_or_default().to_string_lossy()));
    Ok(orphans)
}

/// The files of a folder whose names end so, by name.
fn with_ending(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name() {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.into_path();
        if path.extension().is_some_and(|found| found == ending) {
            paths.push(path);
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of fixtures with one script.
    fn fixtures() -> tempfile::TempDir {
        let home = tempfile::tempdir().expect("a folder");
        let scripts = home.path().join("casino/scripts");
        fs::create_dir_all(&scripts).expect("a folder");
        fs::write(scripts.join("quit.script"), "seed 333\nelse hit n\nbet 50\nagain n\n").expect("a file");
        home
    }

    #[test]
    fn a_snapshot_is_made_once_and_then_holds() {
        let home = fixtures();
        let snapshot = home.path().join("casino/snapshots/quit.snap");
        let error = run(home.path(), Mode::Check).expect_err("there is none yet").to_string();
        assert!(
            error.contains("casino/snapshots/quit.snap") && error.contains("`cargo xtask fixtures`"),
            "{error}"
        );
        assert!(!snapshot.exists(), "checking writes nothing");
        run(home.path(), Mode::Write).expect("it can be written");
        run(home.path(), Mode::Check).expect("it holds now");
        let text = fs::read_to_string(&snapshot).expect("it is there");
        let head = "---\nsource: reference/tests/casino_scripts.rs\n---\nYou have $100. Enter bet:\n50\n";
        assert!(text.starts_with(head), "{text}");
    }

    #[test]
    fn a_changed_snapshot_is_noticed_and_can_wait_for_review() {
        let home = fixtures();
        run(home.path(), Mode::Write).expect("it can be written");
        let snapshot = home.path().join("casino/snapshots/quit.snap");
        let right = fs::read_to_string(&snapshot).expect("it is there");
        fs::write(&snapshot, right.replace("$100", "$200")).expect("a file");
        assert!(run(home.path(), Mode::Check).is_err());
        run(home.path(), Mode::Pending).expect("it can be written");
        let pending = snapshot.with_extension("snap.new");
        assert_eq!(fs::read_to_string(&pending).expect("it is there"), right);
        assert!(fs::read_to_string(&snapshot).expect("it is there").contains("$200"), "it is left alone");
        run(home.path(), Mode::Write).expect("it can be written");
        assert!(!pending.exists(), "nothing waits once it is written");
    }

    #[test]
    fn a_snapshot_without_its_script_goes() {
        let home = fixtures();
        run(home.path(), Mode::Write).expect("it can be written");
        let orphan = home.path().join("casino/snapshots/gone.snap");
        fs::write(&orphan, "---\nsource: x\n---\nx\n").expect("a file");
        let error = run(home.path(), Mode::Check).expect_err("one too many").to_string();
        assert!(error.contains("gone.snap (its script is gone)"), "{error}");
        run(home.path(), Mode::Write).expect("it can be removed");
        assert!(!orphan.exists());
    }

    #[test]
    fn a_script_with_an_option_its_game_does_not_have_is_shown() {
        let home = fixtures();
        fs::write(home.path().join("casino/scripts/quit.script"), "option aces\nbet 50\n").expect("a file");
        let error = run(home.path(), Mode::Write).expect_err("no such option").to_string();
        assert!(error.contains("quit.script:1:8: the game has no option `aces`"), "{error}");
    }

    #[test]
    fn the_repositorys_snapshots_are_up_to_date() {
        for assignment in ASSIGNMENTS {
            assert!(crate::root().join("fixtures").join(assignment.id).exists(), "{}", assignment.id);
        }
        run(&crate::root().join("fixtures"), Mode::Check).unwrap_or_else(|error| panic!("{error}"));
    }
}
