use super::*;
use crate::assignment::{Judgement, TextMatch};
use crate::check::fake;

fn grade(whose: Whose, played: &Played, spec: Option<&Spec>) -> Graded {
    super::grade(whose, played, spec, &Rulings::default())
}

fn whose() -> Whose {
    Whose {
        student: "07-copper".to_owned(),
        path: "a class/07-copper".to_owned(),
        hand_in: HandIn::default(),
        assignment: Some("casino"),
        language: Some(Language::Cpp),
    }
}

fn spec(points: &[(&'static str, f64)]) -> Spec {
    let mut spec = fake::spec();
    spec.rules = points.iter().map(|&(id, points)| RulePoints { id, points, extra: false }).collect();
    spec
}

fn check(id: &'static str, status: Status) -> Check {
    plain(id, status, "said")
}

fn judged_with(checks: Vec<Check>) -> Played {
    Played::Judged {
        remarks: vec!["built late".to_owned()],
        judgement: Judgement { checks, remarks: vec!["a remark".to_owned()], ..Judgement::default() },
    }
}

#[test]
fn each_status_earns_what_the_design_says() {
    let spec = spec(&[("builds", 1.0), ("a", 2.0), ("b", 4.0), ("c", 8.0), ("d", 16.0), ("e", 32.0)]);
    let played = judged_with(vec![
        check("e", Status::Skipped),
        check("d", Status::Review),
        check("c", Status::Unseen),
        check("b", Status::Fail),
        check("a", Status::Pass),
    ]);
    let graded = grade(whose(), &played, Some(&spec));
    assert_eq!((graded.points, graded.open, graded.possible), (3.0, 24.0, 63.0));
    let ids: Vec<&str> = graded.checks.iter().map(|scored| scored.check.id).collect();
    assert_eq!(ids, ["builds", "a", "b", "c", "d", "e"], "the checks stand in spec order");
    assert_eq!(graded.remarks, ["built late", "a remark"]);
    assert_eq!(graded.state, State::Graded);
}

#[test]
fn students_are_not_told_what_only_a_teacher_can_do() {
    let reason = format!(
        "`x.rar` is an archive of a kind that is not opened here (RAR){}",
        crate::submission::BY_HAND
    );
    let played = Played::Review { reason: reason.clone() };
    let graded = grade(whose(), &played, None);
    assert_eq!(graded.remarks, [reason]);
    let told = "`x.rar` is an archive of a kind that is not opened here (RAR); hand in a zip archive, or the file itself";
    assert_eq!(graded.for_student().remarks, [told]);
    assert_eq!(Entry::from(&graded).for_student().remarks, [told]);
}

#[test]
fn a_rule_nobody_judged_is_open_and_never_passed() {
    let graded = grade(whose(), &judged_with(Vec::new()), Some(&spec(&[("lost", 5.0)])));
    assert_eq!(graded.checks[0].check.status, Status::Review);
    assert_eq!((graded.points, graded.open), (0.0, 5.0));
}

#[test]
fn other_points_regrade_the_same_judgement() {
    let played = judged_with(vec![check("a", Status::Pass), check("b", Status::Fail)]);
    let before = grade(whose(), &played, Some(&spec(&[("a", 60.0), ("b", 40.0)])));
    let after = grade(whose(), &played, Some(&spec(&[("b", 10.0), ("a", 90.0)])));
    assert_eq!((before.points, after.points), (60.0, 90.0));
}

#[test]
fn sums_print_as_people_write_them() {
    let spec = spec(&[("a", 0.1), ("b", 0.2)]);
    let played = judged_with(vec![check("a", Status::Pass), check("b", Status::Pass)]);
    let entry = Entry::from(&grade(whose(), &played, Some(&spec)));
    assert!(Results::new(vec![entry]).text().contains("\"points\": 0.3,"));
}

#[test]
fn what_does_not_build_fails_that_rule_and_skips_the_rest() {
    let played = Played::NotBuilt {
        message: "main.cpp:3: expected `;`".to_owned(),
        evidence: None,
        remarks: Vec::new(),
    };
    let graded = grade(whose(), &played, Some(&spec(&[("a", 96.0), ("builds", 4.0)])));
    let statuses: Vec<Status> = graded.checks.iter().map(|scored| scored.check.status).collect();
    assert_eq!(statuses, [Status::Skipped, Status::Fail]);
    assert_eq!((graded.state, graded.points, graded.open), (State::NotBuilt, 0.0, 0.0));
}

#[test]
fn a_fault_of_ours_leaves_every_point_open() {
    let played = Played::Fault { reason: "a rule panicked".to_owned() };
    let graded = grade(whose(), &played, Some(&spec(&[("builds", 4.0), ("a", 96.0)])));
    assert_eq!((graded.state, graded.points, graded.open), (State::Fault, 0.0, 100.0));
    assert_eq!(graded.remarks, ["a rule panicked"]);
}

#[test]
fn a_program_nobody_could_follow_is_for_a_person() {
    let judgement = Judgement { review: Some("lost at line 3".to_owned()), ..Judgement::default() };
    let played = Played::Judged { remarks: Vec::new(), judgement };
    let graded = grade(whose(), &played, Some(&spec(&[("builds", 4.0), ("a", 96.0)])));
    assert_eq!((graded.state, graded.points, graded.open), (State::Review, 4.0, 96.0));
    assert_eq!(graded.remarks[0], "lost at line 3");
}

#[test]
fn the_replay_command_names_the_path_as_a_shell_takes_it() {
    let mut failed = check("a", Status::Fail);
    failed.evidence = Some(Evidence::Play {
        seed: 21,
        player: "bets all".to_owned(),
        answers: vec!["100".to_owned()],
        excerpt: String::new(),
        expected: String::new(),
        at_home: false,
        diff: String::new(),
        replay: format!("grader play {PLACE} --seed 21"),
    });
    let graded = grade(whose(), &judged_with(vec![failed]), Some(&spec(&[("a", 1.0)])));
    let Some(Evidence::Play { replay, .. }) = &graded.checks[0].check.evidence else {
        panic!("the evidence is gone");
    };
    assert_eq!(replay, "grader play 'a class/07-copper' --seed 21");
}

#[test]
fn results_have_the_stable_form() {
    let mut failed = check("ace-sticky", Status::Fail);
    (failed.seen, failed.broken) = (41, 3);
    failed.evidence = Some(Evidence::Play {
        seed: 21,
        player: "hits to 21".to_owned(),
        answers: vec!["50".to_owned(), "y".to_owned()],
        excerpt: "Your total is \u{9b}31m14.".to_owned(),
        expected: "24".to_owned(),
        at_home: true,
        diff: String::new(),
        replay: format!("grader play {PLACE} --seed 21 --answers 50,y"),
    });
    let mut source = check("seed-333", Status::Fail);
    source.evidence = Some(Evidence::Source {
        file: "main.cpp".to_owned(),
        line: 12,
        excerpt: "srand(time(0));".to_owned(),
    });
    let spec = spec(&[("builds", 94.0), ("ace-sticky", 4.5), ("seed-333", 1.5)]);
    let graded = grade(whose(), &judged_with(vec![failed, source]), Some(&spec));
    insta::assert_snapshot!(Results::new(vec![Entry::from(&graded)]).text());
}

#[test]
fn results_are_read_back_as_they_were_written() {
    let graded = grade(whose(), &judged_with(Vec::new()), Some(&spec(&[("a", 1.0)])));
    let results = Results::new(vec![Entry::from(&graded)]);
    let read: Results = serde_json::from_str(&results.text()).expect("results are JSON");
    assert_eq!(read, results);
}

#[test]
fn a_rule_that_cannot_be_asked_is_worth_nothing() {
    let Played::Judged { remarks, mut judgement } =
        judged_with(vec![check("a", Status::Pass), check("b", Status::Skipped)])
    else {
        unreachable!("it was judged");
    };
    judgement.inapplicable = vec!["b"];
    let played = Played::Judged { remarks, judgement };
    let graded = grade(whose(), &played, Some(&spec(&[("a", 60.0), ("b", 40.0)])));
    assert_eq!((graded.points, graded.open, graded.possible), (60.0, 0.0, 60.0));
    assert_eq!(graded.checks.len(), 2, "it is told all the same");
}

#[test]
fn the_text_earns_its_share_only_where_it_is_the_published_one() {
    let with = |same: bool, share: f64| {
        let Played::Judged { remarks, mut judgement } = judged_with(vec![check("a", Status::Pass)]) else {
            unreachable!("it was judged");
        };
        judgement.text = Some(TextMatch { rule: "a", same });
        let mut spec = spec(&[("a", 10.0)]);
        spec.play.text_share = share;
        grade(whose(), &Played::Judged { remarks, judgement }, Some(&spec)).points
    };
    assert_eq!(with(true, 0.25).to_bits(), 10.0_f64.to_bits());
    assert_eq!(with(false, 0.25).to_bits(), 7.5_f64.to_bits());
    assert_eq!(with(false, 0.0).to_bits(), 10.0_f64.to_bits());
}
