//! Grades a class anew from its kept judgements: other points, other rulings, nothing compiled or played.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::cache;
use super::folder::Folder;
use super::ledger;
use super::register::{Register, Registered, Where};
use super::{CheckError, FolderError};
use crate::assignment::{Assignment, Language};
use crate::grade::{self, Entry, Played, Results, Rulings, Whose};
use crate::spec::{Shelf, Spec};

/// What a class is graded anew with.
#[derive(Debug, Clone)]
pub struct Regrade {
    /// The output folder of the class run.
    pub folder: PathBuf,
    /// Where the specs come from.
    pub shelf: Shelf,
    /// The file of a person's rulings; `None` takes the folder's own, if it has one.
    pub rulings: Option<PathBuf>,
}

/// A class graded anew; nothing is written yet.
#[derive(Debug)]
pub struct Regraded {
    /// The grades as they are.
    pub before: Vec<Entry>,
    /// The grades as they would be, sorted by student.
    pub after: Vec<Entry>,
    /// What a person should know first.
    pub warnings: Vec<String>,
    folder: PathBuf,
    specs: BTreeMap<String, String>,
    shelf: String,
}

/// Grades a class anew.
pub fn regrade(asked: &Regrade, assignments: &[&dyn Assignment]) -> Result<Regraded, CheckError> {
    let before = ledger::results(&asked.folder)?;
    let registered = Register::read(&asked.folder)?;
    let mut warnings = Vec::new();
    let mut specs: BTreeMap<&str, Spec> = BTreeMap::new();
    for assignment in assignments {
        let loaded = asked.shelf.load(*assignment)?;
        warnings.extend(loaded.warnings.iter().map(ToString::to_string));
        specs.insert(assignment.id(), loaded.spec);
    }
    warnings.extend(ledger::other_specs(&asked.folder, &asked.shelf.describe()));
    let mut rulings = match &asked.rulings {
        Some(file) => Rulings::read(file)?,
        None => Rulings::of_folder(&asked.folder)?,
    };
    rulings.check(&specs.values())?;
    rulings.settle(registered.iter().map(|one| (one.student.as_str(), one.hand_in.id.as_deref())))?;
    let students = registered.iter().map(|one| one.student.as_str());
    warnings.extend(rulings.strangers(students.clone()));
    let known: BTreeSet<&str> = students.collect();
    if before.iter().any(|entry| !known.contains(entry.student.as_str())) {
        return Err(FolderError::Unregistered { path: asked.folder.clone() }.into());
    }
    let played_with = ledger::played_with(&asked.folder);
    let kept: BTreeMap<&str, &Entry> = before.iter().map(|entry| (entry.student.as_str(), entry)).collect();
    let mut after = Vec::new();
    for one in &registered {
        let id = one.assignment.as_deref();
        let spec = id.and_then(|id| specs.get(id));
        if let (Some(spec), Where::Kept(_)) = (spec, &one.judgement) {
            fits(spec, played_with.get(&spec.id).map(String::as_str), &asked.folder)?;
        }
        let assignment = assignments.iter().find(|known| Some(known.id()) == id).copied();
        after.extend(match played(one, &asked.folder, assignment)? {
            Some(played) => Some(graded(one, &played, assignment, spec, &rulings)),
            // The grader failed on it: the grade of an earlier run, or the fault, stays.
            None => kept.get(one.student.as_str()).map(|entry| (*entry).clone()),
        });
    }
    after.sort_by(|a, b| a.student.cmp(&b.student));
    let specs = specs.values().map(|spec| (spec.id.clone(), spec.version())).collect();
    Ok(Regraded {
        before,
        after,
        warnings,
        folder: asked.folder.clone(),
        specs,
        shelf: asked.shelf.describe(),
    })
}

/// Whether the judgements were played by the spec as it is now.
fn fits(spec: &Spec, played_with: Option<&str>, folder: &Path) -> Result<(), FolderError> {
    match played_with {
        Some(hash) if hash != ledger::play_version(spec) => {
            Err(FolderError::PlayedOtherwise { path: folder.to_owned(), assignment: spec.id.clone() })
        }
        _ => Ok(()),
    }
}

/// The judgement on a submission; `None` where the grader failed on it.
fn played(
    one: &Registered,
    folder: &Path,
    assignment: Option<&dyn Assignment>,
) -> Result<Option<Played>, FolderError> {
    Ok(Some(match &one.judgement {
        Where::Fault => return Ok(None),
        Where::NoSource(message) => Played::NoSource { message: message.clone() },
        Where::Review(reason) => Played::Review { reason: reason.clone() },
        Where::Kept(key) => {
            let played = assignment.and_then(|assignment| cache::load(folder, key, assignment));
            played.ok_or_else(|| FolderError::Unregistered { path: folder.to_owned() })?
        }
    }))
}

fn graded(
    one: &Registered,
    played: &Played,
    assignment: Option<&dyn Assignment>,
    spec: Option<&Spec>,
    rulings: &Rulings,
) -> Entry {
    let language = match one.language.as_deref() {
        Some("cpp") => Some(Language::Cpp),
        Some("rust") => Some(Language::Rust),
        _ => None,
    };
    let whose = Whose {
        student: one.student.clone(),
        path: one.path.clone(),
        hand_in: one.hand_in.clone(),
        assignment: assignment.map(Assignment::id),
        language,
    };
    let mut graded = grade::grade(whose, played, spec, rulings);
    graded.remarks.extend(one.remarks.iter().cloned());
    Entry::from(&graded)
}

impl Regraded {
    /// Writes the new grades; the old ones are kept, and the answer says where.
    pub fn apply(&self) -> Result<Option<PathBuf>, FolderError> {
        let folder = Folder::open(&self.folder)?;
        let kept = folder.keep_previous()?;
        let text = Results::new(self.after.clone()).text();
        folder.write(&folder.file(ledger::RESULTS), &[&text])?;
        ledger::regraded(&folder, &self.specs, &self.shelf)?;
        match kept {
            Some(kept) => folder.file_previous(&kept),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::channel;

    use super::super::fake::{Cards, SPEC, Workbench, options};
    use super::super::{Event, Outcome, World, run};
    use super::*;
    use crate::grade::State;

    const CLASS: &[(&str, &str)] = &[
        ("01", "a fine program"),
        ("02", "breaks ace-sticky"),
        ("03", "syntax error"),
        ("04", ""),
        ("05", "two mains"),
        ("06", "unplayable"),
    ];

    struct Home {
        place: tempfile::TempDir,
        cards: Cards,
        bench: Workbench,
    }

    impl Home {
        /// A class that was judged.
        fn new() -> Self {
            let place = tempfile::tempdir().expect("a folder");
            let home = Self { place, cards: Cards::default(), bench: Workbench::new(CLASS) };
            home.check();
            home
        }

        fn check(&self) -> Outcome {
            let (sender, _receiver) = channel();
            let world = World { machine: &self.bench, assignments: &[&self.cards], stop: &self.cards.stop };
            run(&options(self.place.path()), world, &sender).expect("the run goes through")
        }

        /// Runs the class, and tells what was warned of.
        fn warnings(&self) -> Vec<String> {
            let (sender, receiver) = channel();
            let world = World { machine: &self.bench, assignments: &[&self.cards], stop: &self.cards.stop };
            run(&options(self.place.path()), world, &sender).expect("the run goes through");
            drop(sender);
            let warning = |event| match event {
                Event::Warning(told) => Some(told),
                _ => None,
            };
            receiver.iter().filter_map(warning).collect()
        }

        fn grades(&self) -> PathBuf {
            self.place.path().join("grades")
        }

        /// Grades anew with a spec changed so.
        fn regrade(&self, change: impl Fn(&str) -> String) -> Result<Regraded, CheckError> {
            let specs = self.place.path().join("specs");
            fs::create_dir_all(&specs).expect("a folder");
            fs::write(specs.join("cards.toml"), change(SPEC)).expect("a spec is written");
            let asked = Regrade { folder: self.grades(), shelf: Shelf::Folder(specs), rulings: None };
            regrade(&asked, &[&self.cards])
        }

        fn rule(&self, lines: &str) {
            let text = format!("student,rule,points,reason\n{lines}");
            fs::write(self.grades().join("overrides.csv"), text).expect("rulings are written");
        }

        fn results(&self) -> String {
            fs::read_to_string(self.grades().join("results.json")).expect("results are there")
        }
    }

    fn same(spec: &str) -> String {
        spec.to_owned()
    }

    fn points(entries: &[Entry]) -> Vec<f64> {
        entries.iter().map(|entry| entry.points).collect()
    }

    #[test]
    fn the_same_spec_changes_nothing() {
        let home = Home::new();
        let text = home.results();
        let regraded = home.regrade(same).expect("it can be graded anew");
        assert_eq!(regraded.before, regraded.after);
        assert_eq!(regraded.apply().expect("it can be written"), None);
        assert_eq!(home.results(), text, "to the byte");
        assert!(!home.grades().join("history").exists());
    }

    #[test]
    fn other_points_are_shown_first_and_then_written_with_the_old_ones_kept() {
        let home = Home::new();
        let (text, played) = (home.results(), home.cards.judged.load(Ordering::SeqCst));
        let regraded = home
            .regrade(|spec| {
                spec.replace("two-cards = 30\nace-sticky = 60", "two-cards = 70\nace-sticky = 20")
            })
            .expect("it can be graded anew");
        assert_eq!(points(&regraded.before)[..2], [100.0, 40.0]);
        assert_eq!(points(&regraded.after)[..2], [100.0, 80.0]);
        assert_eq!(home.results(), text, "nothing is written yet");
        let kept = regraded.apply().expect("it can be written").expect("the old grades are kept");
        assert_eq!(fs::read_to_string(kept).expect("they can be read"), text);
        assert!(home.results().contains("\"points\": 80.0"));
        assert_eq!(home.cards.judged.load(Ordering::SeqCst), played, "nothing is played");
        let run = fs::read_to_string(home.grades().join("run.json")).expect("run.json is there");
        assert!(run.contains("regraded"), "{run}");
    }

    #[test]
    fn rulings_outlive_every_run() {
        let home = Home::new();
        home.rule("02,ace-sticky,45,nearly\n05,total,70,read by hand\n");
        let regraded = home.regrade(same).expect("it can be graded anew");
        assert_eq!(points(&regraded.after), [100.0, 85.0, 0.0, 0.0, 70.0, 0.0]);
        assert_eq!(regraded.after[4].state, State::Graded);
        let again = home.check();
        let checked: Vec<f64> = again.graded.iter().map(|graded| graded.points).collect();
        assert_eq!(checked, points(&regraded.after), "a class run says the same");
        assert!(again.replaced.is_some_and(|kept| kept.exists()), "the grades before are kept");
        assert_eq!(home.check().replaced, None, "the same grades replace none");
    }

    #[test]
    fn a_ruling_on_nobody_is_told() {
        let home = Home::new();
        home.rule("02-copper,ace-sticky,45,nearly\n");
        let warnings = home.regrade(same).expect("it can be graded anew").warnings;
        assert!(warnings[0].contains("`02-copper`"), "{warnings:?}");
    }

    #[test]
    fn a_ruling_names_a_person_by_id_as_well() {
        let mut home = Home::new();
        home.bench.found[1].hand_in.id = Some("1002".to_owned());
        home.check();
        home.rule("1002,ace-sticky,45,nearly\n");
        let regraded = home.regrade(same).expect("it can be graded anew");
        assert_eq!((regraded.after[1].points, regraded.warnings.len()), (85.0, 0));
        assert!((home.check().graded[1].points - 85.0).abs() < 1e-9, "a class run says the same");
    }

    #[test]
    fn a_ruling_on_work_that_changed_is_told() {
        let mut home = Home::new();
        home.rule("02,total,70,oral exam\n04,total,0,nothing\n");
        assert_eq!(home.warnings(), [""; 0]);
        home.bench = Workbench::new(&[
            ("01", "another fine program"),
            ("02", "a better program"),
            ("04", "late work"),
        ]);
        let told = "the works of `02`, `04` changed since the run before, and what ";
        let warnings = home.warnings();
        assert!(warnings.len() == 1 && warnings[0].starts_with(told), "{warnings:?}");
        assert!(
            warnings[0].ends_with("overrides.csv rules on them counts until you take it away from there")
        );
        assert_eq!(home.warnings(), [""; 0], "it did not change again");
        // What an older grader wrote says nothing about the work.
        let register = home.grades().join(".cache/class.jsonl");
        let lines = fs::read_to_string(&register).expect("it is there");
        let cut = |line: &str| line.split(",\"content\"").next().unwrap_or_default().to_owned() + "}\n";
        fs::write(&register, lines.lines().map(cut).collect::<String>()).expect("it is written");
        home.bench = Workbench::new(&[("02", "a third program"), ("04", "")]);
        assert_eq!(home.warnings(), [""; 0]);
    }

    #[test]
    fn a_spec_that_plays_otherwise_is_no_matter_of_points() {
        let home = Home::new();
        let error =
            home.regrade(|spec| spec.replace("sessions = 40", "sessions = 41")).expect_err("it differs");
        assert!(error.to_string().contains("grader check"), "{error}");
    }

    #[test]
    fn a_folder_without_a_record_says_what_to_do() {
        let home = Home::new();
        fs::remove_file(home.grades().join(".cache/class.jsonl")).expect("it was there");
        let error = home.regrade(same).expect_err("there is no record");
        assert!(error.to_string().contains("`grader check`"), "{error}");
    }
}
