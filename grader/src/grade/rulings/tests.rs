use super::*;
use crate::check::fake;

fn error(text: &str) -> String {
    Rulings::parse("overrides.csv", text).expect_err("it is wrong").to_string()
}

#[test]
fn a_file_is_read_whatever_the_order_of_its_columns() {
    let text = "Reason,student,rule,points\n\"said \"\"yes\"\", late\",bo,ace-sticky,2.5\n# a note\nillness,bo,late,0\n";
    let rulings = Rulings::parse("overrides.csv", text).expect("it is right");
    let [rule, late] = rulings.of("bo") else { panic!("two rulings") };
    assert_eq!((rule.amount, rule.reason.as_str()), (2.5, "said \"yes\", late"));
    assert_eq!(late.subject, Subject::Late);
    assert!(rulings.of("ann").is_empty());
}

#[test]
fn spreadsheets_and_lines_not_filled_in_yet_are_no_mistake() {
    let text = "student;rule;points;reason\nbo;Ace-Sticky;2;nearly\nann;total;POINTS;REASON\n";
    let rulings = Rulings::parse("overrides.csv", text).expect("it is right");
    assert_eq!(rulings.of("bo").len(), 1);
    assert_eq!(rulings.of("bo")[0].subject, Subject::Rule("ace-sticky".to_owned()));
    assert!(rulings.of("ann").is_empty());
}

#[test]
fn a_reason_with_separators_in_it_is_kept_whole() {
    let reason = |text: &str| {
        let rulings = Rulings::parse("overrides.csv", text).expect("it is right");
        rulings.of("bo")[0].reason.clone()
    };
    assert_eq!(reason("student;rule;points;reason\nbo;total;2,5;ill; with a note;;\n"), "ill; with a note");
    assert_eq!(
        reason("student,rule,points,reason\nbo,total,70,ill,  as said, on paper\n"),
        "ill, as said, on paper"
    );
    assert_eq!(reason("student,rule,points,reason,by\nbo,total,70,ill,kim,\n"), "ill");
    let told = error("student,rule,points,reason\nbo,total,2,5,ill\n");
    assert!(told.contains("line 2: is `2,5` one number?"), "{told}");
}

#[test]
fn a_quotation_mark_that_is_not_closed_swallows_no_line() {
    let text = "student,rule,points,reason\nbo,total,70,ill\nann,total,60,\"on paper\ncy,total,50,copied\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let told = error(&text);
        assert!(told.contains("line 3: a field goes on over several lines"), "{told}");
    }
}

#[test]
fn people_are_named_by_key_or_by_id() {
    let class = [
        ("doejane_1001", Some("1001")),
        ("leekim", Some("1002")),
        ("1003", Some("1004")),
        ("bo", Some("1003")),
    ];
    let settled = |lines: &str| {
        let text = format!("student,rule,points,reason\n{lines}");
        let mut rulings = Rulings::parse("overrides.csv", &text).expect("it is right");
        rulings.settle(class.into_iter()).map(|()| rulings).map_err(|error| error.to_string())
    };
    let rulings = settled("1002,total,70,x\nleekim,late,0,ill\n1003,total,5,x\n").expect("it is right");
    assert_eq!(rulings.of("leekim").len(), 2);
    assert_eq!((rulings.of("1003").len(), rulings.of("bo").len()), (1, 0), "a key wins over an id");
    assert_eq!(rulings.strangers(class.iter().map(|(key, _)| *key)), None);
    let twice = settled("leekim,total,70,x\n1002,total,60,y\n").expect_err("twice");
    assert!(twice.contains("line 3: line 2 rules on the total of leekim already"), "{twice}");
}

#[test]
fn who_is_not_in_the_class_is_told_with_what_is_near() {
    let class =
        [("doejane_1001", None), ("doejane_1010", None), ("leekim", Some("7")), ("leewei", Some("7"))];
    let told = |lines: &str| {
        let text = format!("student,rule,points,reason\n{lines}");
        let mut rulings = Rulings::parse("overrides.csv", &text).expect("it is right");
        rulings.settle(class.into_iter()).expect("it is right");
        rulings.strangers(class.iter().map(|(key, _)| *key))
    };
    let cases = [
        ("zed,total,1,x\n", "`zed`, who is not in this class"),
        ("leekimm,total,1,x\n", "`leekimm` (did you mean `leekim`?), who is not in this class"),
        (
            "doejane,total,1,x\n",
            "`doejane` (here are `doejane_1001` and `doejane_1010`), who is not in this class",
        ),
        (
            "7,total,1,x\nzed,total,1,x\n",
            "`7` (the id of `leekim` and `leewei`), `zed`, who are not in this class",
        ),
    ];
    for (lines, expected) in cases {
        assert_eq!(told(lines), Some(format!("overrides.csv rules on {expected}")));
    }
}

#[test]
fn mistakes_are_told_with_their_line() {
    assert!(error("student,rule,points\n").contains("line 1: there is no column `reason`"));
    assert!(error("student,rule,points,reason\nbo,ace-sticky,x,y\n").contains("line 2: `x` is no number"));
    assert!(error("student,rule,points,reason\nbo,ace-sticky,4,\n").contains("line 2: there is no reason"));
    assert!(error("student,rule,points,reason\nbo,a,-4,y\n").contains("line 2: `a` cannot be -4"));
    let double = "student,rule,points,reason\nbo,a,4,y\nbo,a,3,z\n";
    assert!(error(double).contains("line 3: line 2 rules on `a` of bo already"));
}

#[test]
fn rules_and_points_are_held_against_the_specs() {
    let spec = fake::spec();
    let check = |rule: &str, points: &str| {
        let text = format!("student,rule,points,reason\nbo,{rule},{points},y\n");
        let rulings = Rulings::parse("overrides.csv", &text).expect("it is right");
        rulings.check(&std::iter::once(&spec)).map_err(|error| error.to_string())
    };
    assert_eq!(check("ace-sticky", "1"), Ok(()));
    assert_eq!(check("adjust", "-40"), Ok(()));
    assert!(check("ace-stiky", "1").expect_err("unknown").contains("did you mean `ace-sticky`?"));
    assert!(check("ace-sticky", "4000").expect_err("too much").contains("is worth"));
}
