//! Script files: what they mean, and what is said about those that mean nothing.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reference::script::{Answers, Problem, Script, ScriptAnswer, ScriptOption};

fn script(text: &str) -> Script {
    Script::parse("a.script", text).unwrap_or_else(|error| panic!("{error}"))
}

fn kinded(answers: &[(&str, &str, usize)]) -> Answers {
    Answers::Kinded(answers.iter().map(|&(kind, answer, line)| (kind.into(), answer.into(), line)).collect())
}

fn plain(answers: &[&str]) -> Answers {
    Answers::Plain(answers.iter().map(|&answer| answer.into()).collect())
}

#[test]
fn a_script_with_kinds() {
    let read = script(
        "\u{feff}\n# Shows something,\r\n#   on two lines.\n\n# Not part of that.\nseed 333 # the handout's\n\
         else hit n\nelse Again  y\n\n\tbet  50  # half\nHIT maybe not\npause \"\"\nsay \" #1 \\\"a\\\\b\\\" \" # x\n",
    );
    assert_eq!(read.name, "a.script");
    assert_eq!(read.about, ["Shows something,", "on two lines."]);
    assert_eq!(read.seed, Some(333));
    assert_eq!(read.fallback, BTreeMap::from([("again".into(), "y".into()), ("hit".into(), "n".into())]));
    let answers =
        [("bet", "50", 10), ("hit", "maybe not", 11), ("pause", "", 12), ("say", " #1 \"a\\b\" ", 13)];
    assert_eq!(read.answers, kinded(&answers));
}

#[test]
fn a_script_of_plain_answers() {
    let read = script("seed 4294967295\n50\ny\n# between\n2 3\n\"\"\n-5\nn#\n\"yes please\"\nn # last\n");
    assert_eq!(read.seed, Some(u32::MAX));
    assert_eq!(read.answers, plain(&["50", "y", "2 3", "", "-5", "n#", "yes please", "n"]));
    assert!(read.about.is_empty());
}

#[test]
fn a_script_switches_options_on() {
    let read = script("option aces\nseed 5\n  OPTION Split # both\nelse hit stand\nhit hit\n");
    let option = |name: &str, line, column, text: &str| ScriptOption {
        name: name.into(),
        line,
        column,
        text: text.into(),
    };
    assert_eq!(
        read.options,
        [option("aces", 1, 8, "option aces"), option("split", 3, 10, "  OPTION Split # both")]
    );
    assert!(read.has_option("aces") && read.has_option("split") && !read.has_option("both"));
    assert_eq!(read.answers, kinded(&[("hit", "hit", 5)]));
    assert_eq!(script("option aces\nhit\n").answers, plain(&["hit"]));
}

#[test]
fn an_option_the_game_does_not_have_is_shown_in_its_place() {
    let read = script("seed 1\noption aces\n\toption acez # oh\n");
    assert_eq!(read.expect_options(&["acez", "aces"]), Ok(()));
    let shown = |known: &[&str]| read.expect_options(known).expect_err("an unknown option").to_string();
    assert_eq!(
        shown(&["aces", "split"]),
        "a.script:3:9: the game has no option `acez`\n  |\n3 | \toption acez # oh\n  | \t       ^\n  \
         = next: correct it to one of those it has: aces, split"
    );
    assert_eq!(
        shown(&[]),
        "a.script:2:8: the game has no option `aces`\n  |\n2 | option aces\n  |        ^\n  \
         = next: remove the line, for it has none at all"
    );
}

#[test]
fn nothing_is_a_script_without_answers() {
    assert_eq!(script(""), Script { name: "a.script".into(), ..Script::default() });
}

#[test]
fn what_cannot_be_read_is_shown_in_its_place() {
    use Problem::{
        AfterQuote, BadElse, BadOption, BadSeed, ElseAmongPlain, KindedAmongPlain, LateOption, LateSeed,
        OpenQuote, PlainAmongKinded, SecondElse, SecondOption, SecondSeed,
    };
    let cases = [
        ("seed 12a", 1, 6, BadSeed("12a".into())),
        ("seed -1", 1, 6, BadSeed("-1".into())),
        ("seed 4294967296", 1, 6, BadSeed("4294967296".into())),
        ("  seed # none", 1, 3, BadSeed(String::new())),
        ("seed 1\nseed 1", 2, 1, SecondSeed),
        ("bet 5\n seed 1", 2, 2, LateSeed),
        ("bet 5\n option aces", 2, 2, LateOption),
        ("50\noption aces", 2, 1, LateOption),
        (" option", 1, 2, BadOption),
        ("option # aces", 1, 1, BadOption),
        ("option aces split", 1, 1, BadOption),
        ("option 11", 1, 1, BadOption),
        ("option aces\noption split\noption  ACES", 3, 9, SecondOption("aces".into())),
        ("else hit", 1, 1, BadElse),
        ("else 5 n", 1, 1, BadElse),
        ("else hit n\nelse  HIT y", 2, 7, SecondElse("hit".into())),
        ("50\nelse hit n", 2, 1, ElseAmongPlain),
        ("bet 50\n\ny", 3, 1, PlainAmongKinded),
        ("else hit n\ny", 2, 1, PlainAmongKinded),
        ("y\nbet 50", 2, 1, KindedAmongPlain),
        ("say é \"x\"\nsay \"x", 2, 5, OpenQuote),
        ("\"é\" y", 1, 5, AfterQuote),
    ];
    for (text, line, column, problem) in cases {
        let error = Script::parse("a.script", text).expect_err(text);
        assert_eq!((error.line, error.column, error.problem), (line, column, problem), "{text}");
    }
}

#[test]
fn an_error_shows_the_line_and_what_to_do() {
    let error =
        Script::parse("my.script", "# Ten lines\n\n\n\n\n\n\n\n\n\tseed x # oh").expect_err("a bad seed");
    let shown = "my.script:10:7: `x` is not a seed\n   |\n10 | \tseed x # oh\n   | \t     ^\n   \
                 = next: write a number from 0 to 4294967295, such as `seed 333`";
    assert_eq!(error.to_string(), shown);
}

#[test]
fn a_cursor_gives_lines_to_their_questions_and_fallbacks_to_others() {
    use ScriptAnswer::{Exhausted, Fallback, Next};
    let mut cursor = script("else hit n\nbet 5\nagain y\nhit y\n").cursor();
    assert_eq!(cursor.next("hit"), Fallback("n".into()));
    assert_eq!(cursor.next("bet"), Next("5".into()));
    assert_eq!(cursor.next("bet"), Exhausted);
    assert_eq!(cursor.unused(), ["again y", "hit y"]);
    assert_eq!(cursor.next("again"), Next("y".into()));
    assert_eq!(cursor.next("hit"), Next("y".into()));
    assert_eq!(cursor.next("hit"), Fallback("n".into()));
    assert_eq!(cursor.next("again"), Exhausted);
    assert!(cursor.unused().is_empty());
}

#[test]
fn a_cursor_gives_plain_answers_to_whatever_is_asked() {
    let mut cursor = script("5\nn\n").cursor();
    assert_eq!(cursor.next("hit"), ScriptAnswer::Next("5".into()));
    assert_eq!(cursor.unused(), ["n"]);
    assert_eq!(cursor.next("bet"), ScriptAnswer::Next("n".into()));
    assert_eq!(cursor.next("bet"), ScriptAnswer::Exhausted);
}

/// Anything a line can hold, with what the format uses for itself often among it.
fn any_answer() -> impl Strategy<Value = String> {
    prop_oneof![
        r##"[ \\"#\ty0-9-]{0,8}"##,
        r"(seed|else|option|SEED|hit)( [\\a-z0-9]{1,3}){0,2}",
        r"[^\r\n]{0,12}"
    ]
}

fn any_kind() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9_-]{0,6}"
        .prop_filter("three words mean something else", |kind| !["seed", "option", "else"].contains(&&**kind))
}

/// An option without the place where it was read.
fn nowhere(name: String) -> ScriptOption {
    ScriptOption { name, line: 0, column: 0, text: String::new() }
}

fn any_script() -> impl Strategy<Value = Script> {
    let kinded = prop::collection::vec((any_kind(), any_answer(), Just(0)), 0..6).prop_map(Answers::Kinded);
    let fallback = prop::collection::btree_map(any_kind(), any_answer(), 0..3);
    let with_kinds = (kinded, fallback);
    let without =
        prop::collection::vec(any_answer(), 1..6).prop_map(|list| (Answers::Plain(list), BTreeMap::new()));
    let options = prop::collection::btree_set("[a-z][a-z0-9_-]{0,6}", 0..3)
        .prop_map(|names| names.into_iter().map(nowhere).collect());
    (prop::option::of(any::<u32>()), options, prop_oneof![with_kinds, without]).prop_map(
        |(seed, options, (answers, fallback))| Script {
            name: "a.script".into(),
            about: vec!["Any.".into(), String::new()],
            seed,
            options,
            answers,
            fallback,
        },
    )
}

proptest! {
    #[test]
    fn a_script_written_and_read_is_the_same(written in any_script()) {
        let mut read = script(&written.to_string());
        if let Answers::Kinded(answers) = &mut read.answers {
            for (_, _, line) in answers {
                *line = 0;
            }
        }
        read.options = read.options.into_iter().map(|option| nowhere(option.name)).collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn any_text_is_read_or_refused_within_itself(text in r#"([ \t\n"\\#é]|seed|option|else|hit|y|5){0,20}"#) {
        if let Err(error) = Script::parse("a.script", &text) {
            prop_assert_eq!(text.lines().nth(error.line - 1), Some(error.text.as_str()));
            prop_assert!(error.column <= error.text.chars().count() + 1);
        }
    }
}
