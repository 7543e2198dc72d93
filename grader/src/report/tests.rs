use super::*;
use crate::assignment::{Check, Evidence, Language, RuleEntry, Status};
use crate::grade::{Graded, Scored, State, Whose};
use crate::submission::HandIn;

fn check(id: &'static str, status: Status, message: &str) -> Scored {
    let points = if status == Status::Pass { 25.0 } else { 0.0 };
    let check = Check { id, status, seen: 41, broken: 0, message: message.to_owned(), evidence: None };
    Scored { check, points, possible: 25.0, extra: false, hidden: false, ruling: None }
}

fn failed(at_home: bool) -> Scored {
    let mut scored =
        check("ace-sticky", Status::Fail, "An ace counted 11 became 1 when the total went over 21.");
    scored.check.broken = 3;
    scored.check.evidence = Some(Evidence::Play {
        diff: String::new(),
        seed: 21,
        player: "hits to 21".to_owned(),
        answers: vec!["50".to_owned(), "y".to_owned()],
        excerpt: "Your total is \u{1b}[2J14. Another card?\n> y\nYou draw a:\nQueen of Hearts\n".to_owned(),
        expected: "a total of 24, so a bust".to_owned(),
        at_home,
        replay: "grader play class/02-zinc --seed 21 --answers 50,y".to_owned(),
    });
    scored
}

fn graded(student: &str, state: State, remarks: &[&str], checks: Vec<Scored>) -> Graded {
    let sum = |points: fn(&Scored) -> f64| checks.iter().map(points).sum();
    Graded {
        whose: Whose {
            student: student.to_owned(),
            path: format!("class/{student}"),
            hand_in: HandIn::default(),
            assignment: Some("casino"),
            language: Some(Language::Cpp),
        },
        state,
        points: sum(|scored| scored.points),
        open: sum(|scored| if scored.is_open() { scored.possible } else { 0.0 }),
        possible: sum(|scored| scored.possible),
        full: 0.0,
        extra: 0.0,
        adjustments: Vec::new(),
        remarks: remarks.iter().map(|remark| (*remark).to_owned()).collect(),
        checks,
    }
}

fn source() -> Scored {
    let mut scored = check("builds", Status::Fail, "expected `;` before `}`");
    scored.check.evidence =
        Some(Evidence::Source { file: "main.cpp".to_owned(), line: 7, excerpt: "    int a = 1".to_owned() });
    scored
}

fn sample() -> Vec<Graded> {
    let pass = |id| check(id, Status::Pass, "");
    vec![
        graded(
            "01-copper",
            State::Graded,
            &["It ends with status 5."],
            vec![pass("builds"), pass("ace-sticky"), pass("totals")],
        ),
        graded(
            "02-zinc\u{1b}[31m",
            State::Graded,
            &["It ends with status 5."],
            vec![
                pass("builds"),
                failed(false),
                check("totals", Status::Unseen, ""),
                check("deck-range", Status::Review, "Three cards could not be read."),
            ],
        ),
        graded("03-tin", State::NotBuilt, &[], vec![source(), check("totals", Status::Skipped, "")]),
        graded("04-lead", State::Review, &["Two files have a `main`: a.cpp, b.cpp."], vec![]),
        graded("05-iron", State::NoSource, &["There is only `essay.pdf`."], vec![]),
        graded("06-gold", State::Fault, &["The grader failed on this submission (a panic)."], vec![]),
    ]
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn a_class_is_told_line_by_line_and_then_proved() {
    insta::assert_snapshot!(plain(&class(&sample())));
}

#[test]
fn a_student_sees_one_screen() {
    let rules = [RuleEntry { id: "ace-sticky", title: "an ace counted 11 stays 11", doc: "" }];
    let mut class = sample();
    class[1].checks[1] = failed(true);
    let screens: Vec<String> = class.iter().map(|graded| plain(&student(graded, &rules, 100))).collect();
    insta::assert_snapshot!(screens.join("\n=====\n\n"));
}

#[test]
fn what_brings_the_most_points_comes_first() {
    let waits = "Not judged: round 2 ends otherwise, which comes from totals.";
    let checks = vec![
        failed(true),
        check("totals", Status::Fail, "3 + 4 is shown as 8."),
        check("sample-run", Status::Skipped, waits),
    ];
    let told = plain(&student(&graded("x", State::Graded, &[], checks), &[], 60));
    let place = |text: &str| told.find(text).unwrap_or_else(|| panic!("{text}: {told}"));
    let first = place("Fix this first, worth 25 points. The rule: totals");
    assert!(first < place("until then sample-run cannot be judged"));
    assert!(first < place("After that, 1 more:"));
    assert!(place("After that, 1 more:") < place("Fix, worth 25 points. The rule: ace-sticky"));
    assert!(told.ends_with("To fix first: totals, at the top.\n"), "{told}");
    let prose = told.lines().filter(|line| !line.starts_with("  |"));
    assert!(prose.map(|line| line.chars().count()).max() <= Some(60), "{told}");
}

#[test]
fn hidden_checks_come_last_and_without_a_name() {
    let hide = |mut scored: Scored| {
        scored.hidden = true;
        scored
    };
    let checks = vec![
        hide(check("secret-pass", Status::Pass, "")),
        hide(check("secret-fail", Status::Fail, "It stays 21.")),
        check("builds", Status::Pass, ""),
        failed(true),
        hide(check("secret-skip", Status::Skipped, "Not judged: this comes from ace-sticky.")),
        hide(check("secret-other", Status::Skipped, "Not judged: this comes from totals.")),
        hide(check("secret-look", Status::Review, "Nobody knows.")),
    ];
    let one = graded("x", State::Graded, &["It hides a hidden card."], checks).for_student();
    let told = plain(&student(&one, &[], 200));
    assert!(!told.contains("secret") && !told.contains("grader explain hidden"), "{told}");
    assert!(!told.contains("It stays 21") && !told.contains("Nobody knows"), "{told}");
    let place = |text: &str| told.find(text).unwrap_or_else(|| panic!("{text}: {told}"));
    assert!(
        place("Fix this first, worth 25 points. The rule: ace")
            < place("Fix, worth 25 points. A hidden check.")
    );
    place("A person looks at this, worth 25 points. A hidden check.\n");
    place("2 rules hold:\n  builds, a hidden check\n");
    place("2 rules could not be judged and earn nothing yet:\n  2 hidden checks\n");
    assert!(told.ends_with("To fix first: ace-sticky, at the top.\n"), "{told}");
}

#[test]
fn styles_are_the_only_escapes_in_a_report() {
    let text = class(&sample());
    assert!(text.contains('\u{1b}'), "the report is styled");
    let bare = plain(&text);
    assert!(!bare.chars().any(|c| c.is_control() && c != '\n'), "{bare:?}");
    assert!(bare.contains("␛[2J") && bare.contains("02-zinc␛[31m"), "{bare}");
}

#[test]
fn text_of_programs_is_shown_and_not_obeyed() {
    let cases = [
        ("plain text\n\tindented", "plain text\n\tindented"),
        ("\u{1b}[31mred\u{7}", "␛[31mred␇"),
        ("over\rwritten\u{8}\u{7f}", "over␍written␈␡"),
        ("\u{9b}31m", "\\u{9b}31m"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("\0", "␀"),
        ("Käse ♠", "Käse ♠"),
    ];
    for (text, shown) in cases {
        assert_eq!(harmless(text), shown, "{text:?}");
    }
    assert_eq!(harmless_line("two\nlines\there"), "two␊lines␉here");
}

#[test]
fn a_flood_is_cut_and_an_empty_answer_is_named() {
    let mut scored = failed(true);
    let Some(Evidence::Play { answers, excerpt, .. }) = &mut scored.check.evidence else {
        panic!("a session")
    };
    *answers = vec!["1".to_owned(), String::new()];
    *excerpt = format!("{}end", "ä".repeat(600));
    let told = plain(&student(&graded("x", State::Graded, &[], vec![scored]), &[], 100));
    assert!(told.contains("ä [… 3 characters …]\n") && !told.contains("end"), "{told}");
    assert!(told.contains("one at each question: 1, (Enter)\n"), "{told}");
}

#[test]
fn points_read_as_people_write_them() {
    let mut one = graded("x", State::Graded, &[], vec![]);
    for (sure, open, shown) in
        [(94.0, 0.0, "94"), (61.0, 33.0, "61-94"), (0.0, 0.0, "0"), (92.5, 0.25, "92.5-92.75")]
    {
        (one.points, one.open) = (sure, open);
        assert_eq!(points(&one), shown);
    }
}

#[test]
fn every_ending_is_told_in_words() {
    use crate::transcript::Ending;
    let cases = [
        (Ending::Exited(0), "The program ended by itself."),
        (Ending::Exited(5), "The program ended by itself with status 5."),
        (Ending::Signalled(11), "The program crashed: segmentation fault (SIGSEGV), a bad memory access."),
        (Ending::Signalled(64), "The program crashed: signal 64."),
        (Ending::OutputLimit, "The program printed without end and was stopped."),
        (
            Ending::Blind("poll\u{1b}".to_owned()),
            "The program reads its input in a way the grader cannot follow: poll␛.",
        ),
    ];
    for (end, said) in cases {
        assert_eq!(ending(&end), said);
    }
}

#[test]
fn a_program_that_cannot_be_asked_everything_shows_what_it_could_earn() {
    let mut skipped = failed(false);
    skipped.check.status = Status::Skipped;
    (skipped.points, skipped.possible) = (0.0, 0.0);
    let mut one = graded("x", State::Graded, &[], vec![skipped]);
    (one.points, one.possible) = (97.0, 97.0);
    assert_eq!(points(&one), "97/97");
    assert!(plain(&student(&one, &[], 100)).starts_with("class/x: 97 of 97 points\n"));
    one.extra = 10.0;
    assert_eq!(points(&one), "97/97+10");
}
