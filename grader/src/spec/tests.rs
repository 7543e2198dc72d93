use super::*;
use crate::check::fake::{Cards, SPEC};

/// The fake spec with one piece changed.
fn changed(from: &str, to: &str) -> String {
    assert!(SPEC.contains(from), "nothing to change");
    SPEC.replacen(from, to, 1)
}

fn error(from: &str, to: &str) -> String {
    parse("specs/cards.toml", &changed(from, to), &Cards::default()).expect_err("a mistake").to_string()
}

#[test]
fn a_right_spec_is_read_as_it_stands() {
    let Loaded { spec, warnings } = parse("cards.toml", SPEC, &Cards::default()).expect("it is right");
    assert_eq!(warnings, []);
    let points: Vec<_> = spec.rules.iter().map(|rule| (rule.id, rule.points)).collect();
    assert_eq!(points, [("builds", 10.0), ("two-cards", 30.0), ("ace-sticky", 60.0)], "in file order");
    assert!(spec.questions[0].1[0].is_match("HOW MUCH do you bet?"), "case is ignored");
    assert_eq!((spec.seed, spec.limits.cpu_ms, spec.play.sessions), (333, 1000, 40));
}

#[test]
fn where_a_spec_lies_is_no_matter_to_play() {
    let casino = &crate::assignment::casino::Casino;
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs");
    let [folder, built_in] = [Shelf::Folder(here), Shelf::Embedded].map(|shelf| {
        let loaded = shelf.load(casino).expect("the spec is right");
        assert_eq!(loaded.spec.samples.len(), 2);
        loaded.spec.play_relevant()
    });
    assert_eq!(folder, built_in);
}

#[test]
fn every_mistake_is_shown_in_its_place() {
    let cases = [
        ("an unknown key", "cpu_ms = 1000", "cpu_msec = 1000"),
        ("an unknown table", "[questions]", "[question]"),
        ("a missing key", "answers = 50\n", ""),
        ("a wrong type", "cpu_ms = 1000", "cpu_ms = \"a second\""),
        ("points that are no number", "two-cards = 30", "two-cards = \"30\""),
        ("a number that does not fit", "seed = 333", "seed = -333"),
        ("an unknown rule", "ace-sticky = 60", "ace-stiky = 60"),
        ("a rule nothing is like", "ace-sticky = 60", "shuffle = 60"),
        ("negative points", "two-cards = 30", "two-cards = -30"),
        ("points that are not finite", "two-cards = 30", "two-cards = nan"),
        ("a bad pattern", "'how (much|many)'", "'how (much|many'"),
        ("a bad pattern with escapes", "'how (much|many)'", "\"how\\t(much|many\""),
        ("an unknown kind of question", "bet = [", "bett = ["),
        ("a limit of nothing", "memory_mib = 256", "memory_mib = 0"),
        ("a share over one", "text_share = 0.0", "text_share = 1.5"),
        ("an unknown edition", "\"2021\"", "\"2012\""),
        ("a key twice", "two-cards = 30", "two-cards = 30\ntwo-cards = 30"),
        ("no TOML", "[points]", "[points"),
        ("another assignment", "\"cards\"", "\"bluejack\""),
        ("a tab before the place", "cpu_ms = 1000", "\tcpu_ms = 0"),
    ];
    let shown: Vec<String> =
        cases.iter().map(|(name, from, to)| format!("## {name}\n{}\n", error(from, to))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn several_mistakes_are_told_at_once() {
    let text = changed("ace-sticky = 60", "ace-stiky = -60").replace("cpu_ms = 1000", "cpu_ms = 0");
    let SpecError::Wrong(problems) =
        parse("cards.toml", &text, &Cards::default()).expect_err("three mistakes")
    else {
        panic!("the text was read");
    };
    assert_eq!(problems.len(), 3, "{problems:#?}");
}

#[test]
fn points_that_do_not_sum_to_100_are_a_warning() {
    let text = changed("ace-sticky = 60", "ace-sticky = 59.5");
    let loaded = parse("specs/cards.toml", &text, &Cards::default()).expect("it can be used");
    let shown: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(shown.join("\n"), @r"
    specs/cards.toml:28:1: warning: the points sum to 99.5, not to 100
       |
    28 | [points]
       | ^^^^^^^^
       = help: grades will be out of this sum
    ");
}

#[test]
fn points_and_titles_do_not_matter_for_play_and_all_else_does() {
    let key = |from: &str, to: &str| {
        parse("cards.toml", &changed(from, to), &Cards::default()).expect("it is right").spec.play_relevant()
    };
    let base = key("\"Cards\"", "\"Cards\"");
    let same =
        [("ace-sticky = 60", "ace-sticky = 1"), ("\"Cards\"", "\"C\""), ("share = 0.0", "share = 0.5")];
    for (from, to) in same {
        assert_eq!(key(from, to), base, "{to}");
    }
    let other = [
        ("seed = 333", "seed = 1"),
        ("-O0", "-O1"),
        ("cpu_ms = 1000", "cpu_ms = 1"),
        ("answers = 50", "answers = 1"),
        ("witness = 20", "witness = 1"),
        ("sessions = 40", "sessions = 1"),
        ("sample_scripts = []", "sample_scripts = [\"one\"]"),
        ("much|many", "much"),
        ("two-cards = 30\n", ""),
    ];
    for (from, to) in other {
        assert_ne!(key(from, to), base, "{to}");
    }
}

#[test]
fn a_missing_file_is_named_with_the_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Shelf::choose(Some(folder.path()), folder.path());
    let error = shelf.load(&Cards::default()).expect_err("there is none").to_string();
    assert!(error.contains("cards.toml") && error.contains("--specs DIR"), "{error}");
}

#[test]
fn a_specs_folder_that_was_handed_in_sets_no_points() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("specs")).expect("a folder");
    assert_eq!(Shelf::choose(None, folder.path()), Shelf::Embedded);
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    assert_eq!(Shelf::choose(None, repository), Shelf::Folder("specs".into()));
}

#[test]
fn hidden_rules_caps_and_lateness_are_data() {
    let policy = "[grading]\nhidden = [\"ace-sticky\"]\nextra_cap = 5\n\n[late]\ndue = \"2026-11-20T23:59:00+01:00\"\n\
                  grace_minutes = 15\nhours = 24\npercent = 10\nmost = 50\nof = \"earned\"\n\n[points]";
    let text = changed("[points]", policy);
    let spec = parse("cards.toml", &text, &Cards::default()).expect("it is right").spec;
    assert_eq!((spec.grading.hidden, spec.grading.extra_cap), (vec!["ace-sticky"], Some(5.0)));
    let late = spec.grading.late.expect("lateness costs");
    assert_eq!(late.due.map(|due| due.to_string()).as_deref(), Some("2026-11-20T22:59:00Z"));
    assert_eq!((late.grace_minutes, late.hours, late.percent, late.most), (15, 24.0, 10.0, 50.0));
    assert_eq!(late.of, Share::Earned);
    let plain = parse("cards.toml", SPEC, &Cards::default()).expect("it is right").spec;
    let spec = parse("cards.toml", &text, &Cards::default()).expect("it is right").spec;
    assert_eq!(plain.play_relevant(), spec.play_relevant(), "nothing is played again for it");
    assert_ne!(plain.version(), spec.version(), "but it is another spec");
}

#[test]
fn mistakes_in_the_policy_are_shown_in_their_place() {
    let late = "[late]\nhours = 24\npercent = 10\nmost = 50\n";
    let cases = [
        ("[grading]\nhidden = [\"ace-stiky\"]\n".to_owned(), "did you mean `ace-sticky`?"),
        ("[grading]\nextra_cap = -1\n".to_owned(), "this cannot be -1"),
        (late.replace("= 10", "= 110"), "write a number, 0 to 100"),
        (late.replace("hours = 24", "hours = 0"), "this cannot be 0"),
        (format!("{late}due = \"20.11.2026\"\n"), "is no time with a time zone"),
        (format!("{late}of = \"some\"\n"), "of"),
    ];
    for (policy, wanted) in cases {
        let error = error("[points]", &format!("{policy}\n[points]"));
        assert!(error.contains(wanted) && error.contains("specs/cards.toml:"), "{policy}: {error}");
    }
}
