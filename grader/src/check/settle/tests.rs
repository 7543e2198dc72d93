use super::super::fake::{Cards, Workbench, spec};
use super::*;
use crate::assignment::Language;
use crate::submission::HandIn;

/// A submission of these programs: the fake assignment knows all but those that say `unknown`.
fn several(texts: &[&str]) -> Found {
    let choice = |(nth, text): (usize, &&str)| Choice {
        main: format!("{nth}.cpp"),
        source: Source::Program {
            files: vec![(format!("{nth}.cpp"), (*text).to_owned())],
            language: Language::Cpp,
            content: nth.to_string(),
        },
        remarks: Vec::new(),
    };
    let choices = texts.iter().enumerate().map(choice).collect();
    Found {
        student: "ann".to_owned(),
        path: "class/ann".to_owned(),
        source: Source::Several { why: "which?".to_owned(), choices },
        remarks: vec!["first".to_owned()],
        hand_in: HandIn::default(),
    }
}

#[test]
fn what_is_clearly_for_another_assignment_does_not_count() {
    let sample = |name: &str| {
        let path = format!("{}/../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a sample")
    };
    let casino = sample("casino/submissions/01-classic/blackjack.cpp");
    let bluejack = sample("bluejack/submissions/01-to-the-letter/Bluejack.cpp");
    let known = crate::cli::assignments();
    let machine = Workbench::new(&[]);
    for (named, main) in [("casino", "0.cpp"), ("bluejack", "1.cpp")] {
        let found = several(&[casino.as_str(), bluejack.as_str()]);
        let settled = settle(&found, &machine, &known, Some(named), &|_| Some(spec()));
        let Source::Program { files, .. } = settled.expect("one is for it").source else { panic!("{named}") };
        assert_eq!(files[0].0, main, "{named}");
    }
}

/// The program that counts and why; nothing where a person must say.
type Verdict = Option<(&'static str, &'static str)>;

#[test]
fn the_only_one_that_fits_or_compiles_counts() {
    let machine = Workbench::new(&[]);
    let cards = Cards::default();
    let assignments: [&dyn Assignment; 1] = [&cards];
    let cases: [(&[&str], Verdict); 8] = [
        (&["x", "unknown"], Some(("0.cpp", "looks like this"))),
        (&["unknown", "unknown", "x"], Some(("2.cpp", "looks like this"))),
        (&["syntax error", "x"], Some(("1.cpp", "alone compiles"))),
        (&["syntax error", "x", "unknown"], Some(("1.cpp", "alone compiles"))),
        (&["x", "y"], None),
        (&["syntax error", "syntax error too"], None),
        (&["no compiler", "x"], None),
        (&["unknown", "unknown too"], None),
    ];
    for named in [None, Some("cards")] {
        for (texts, expected) in &cases {
            let found = several(texts);
            let settled = settle(&found, &machine, &assignments, named, &|_| Some(spec()));
            match expected {
                None => assert_eq!(settled, Err("which?".to_owned()), "{texts:?}"),
                Some((main, reason)) => {
                    let settled = settled.unwrap_or_else(|why| panic!("{texts:?}: {why}"));
                    let Source::Program { files, .. } = &settled.source else { panic!("{texts:?}") };
                    assert_eq!(files[0].0, *main, "{texts:?}");
                    assert_eq!(settled.remarks[0], "first");
                    assert!(settled.remarks[1].contains(reason), "{:?}", settled.remarks);
                }
            }
        }
    }
}
