//! What the exports write, read back by strict readers of each form.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;

use grader::assignment::Assignment;
use grader::assignment::casino::Casino;
use grader::grade::{Entry, State};
use grader::report::export::{
    CanvasColumn, ExportError, Filled, MoodleColumn, Naming, Titles, annotations, canvas, feedback,
    gradescope, junit, markdown, moodle, table,
};
use grader::report::{Gradebook, Origin};
use serde_json::{Value, json};

const ASSIGNMENTS: &[&dyn Assignment] = &[&Casino];

fn titles() -> Titles<'static> {
    Titles::new(ASSIGNMENTS)
}

/// Text that means something to some form, or to a terminal.
const HOSTILE: &[&str] = &[
    "Doe, \"Jane\"",
    "two\nlines\r\n",
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "-2+3",
    "<script>alert(1)</script>&amp;]]>",
    "émoji 🂡 \u{202e}thgir",
    "\u{1b}[2J\u{7}\u{0}\u{b}\u{fffe}\u{9b}31m",
    "::error::x%0A%",
    "](http://x) `code` | # *b* ```",
    "'; DROP",
    " padded ",
    "..",
    "../../etc/passwd",
    "CON",
    "",
];

fn check(id: &str, status: &str, points: f64, text: &str) -> Value {
    json!({"id": id, "status": status, "points": points, "possible": 4.0, "seen": 1, "broken": 1, "message": text,
        "evidence": (status == "fail").then(|| json!({"kind": "play", "seed": 7, "player": text, "answers": [text, ""],
            "excerpt": format!("{text}\n> 5\n```\nend"), "expected": text,
            "replay": "grader play 'class/x --seed 1' --seed 7 --answers 5"}))})
}

fn entry(student: &str, text: &str) -> Entry {
    let mut entry = json!({"student": student, "assignment": "casino", "language": "cpp", "state": "graded",
        "points": 4.0, "open": 0.0, "possible": 8.0, "extra": 1.5, "remarks": [text],
        "adjustments": [{"kind": "late", "points": -1.0, "reason": text}],
        "checks": [check("builds", "pass", 4.0, text), check("totals", "fail", 0.0, text)]});
    entry["hand_in"] = json!({"name": text, "email": text, "section": text, "members": [text, text]});
    serde_json::from_value(entry).expect("an entry")
}

fn book(entries: Vec<Entry>) -> Gradebook {
    let spec_versions = BTreeMap::from([("casino".to_owned(), "abc".to_owned())]);
    let origin =
        Origin { grader: "grader 1 <b>".to_owned(), spec_versions, started: String::new(), complete: true };
    Gradebook { entries, origin }
}

fn hostile() -> Gradebook {
    book(HOSTILE.iter().map(|text| entry(text, text)).collect())
}

/// Nothing that acts on a terminal or reorders text.
fn assert_harmless(text: &str) {
    let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}');
    assert!(!text.contains(acts), "{:?}", text.find(acts).map(|at| &text[at..]));
}

fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_table_is_read_back_and_holds_no_formula() {
    for rules in [false, true] {
        let text = table(&hostile(), rules);
        assert_harmless(&text);
        let rows = rows(&text);
        assert_eq!(rows.len(), HOSTILE.len() + 1);
        assert_eq!(rows[0].len(), if rules { 22 } else { 20 });
        assert_eq!(rows[1][0], "Doe, \"Jane\"");
        assert_eq!(rows[2][1], "two␊lines␍␊");
        assert_eq!(rows[3][0], "'=cmd|' /C calc'!A0");
        assert_eq!((rows[1][11].as_str(), rows[1][15].as_str()), ("4", "5.5"));
        // Numbers and the words of the grader begin with no sign; the one column of signed text is quoted as well.
        let begins = |cell: &String| cell.trim_start().starts_with(['=', '+', '-', '@', '\t']);
        assert!(!rows.iter().flatten().any(begins), "{text}");
    }
    assert_eq!(rows(&table(&book(vec![]), true)).len(), 1);
}

const CANVAS: &str = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (11),Casino (22),Casino Final Score\r\n\
    ,,,,,,Manual Posting,\r\n\
    \"    Points Possible\",,,,,10,8.00,(read only)\r\n\
    \"Doe, Jane\",101,S1,jdoe,\"A, and \"\"B\"\"\",9.50,,\r\n\
    \"Doe, Jane\",102,S2,jane@x.edu,A,,,\r\n\
    \"Mäki, Åsa\",103,S3,asa,A,,7,\r\n\
    \"Excused, Eve\",104,S4,eve,A,,EX,\r\n\
    \"Away, Al\",105,S5,al,A,,N/A,\r\n\
    \"Open, Ola\",106,S6,ola,A,,3,\r\n\
    \"None, Nia\",107,S7,nia,A,,,\r\n\
    \"Student, Test\",108,,,A,,,\r\n";

fn named(student: &str, hand_in: Value) -> Entry {
    let mut entry = entry(student, "x");
    entry.hand_in = serde_json::from_value(hand_in).expect("a hand-in");
    entry
}

fn fill(book: &Gradebook, text: &str, asked: Option<&str>) -> Result<(String, String), ExportError> {
    let column = CanvasColumn {
        asked,
        assignment: Some(("Casino: single-player Blackjack", "casino")),
        ..CanvasColumn::default()
    };
    let done = canvas(book, Filled { name: "export.csv", text }, column)?;
    Ok((done.text, done.notes.join("\n")))
}

#[test]
fn canvas_has_its_cells_filled_and_nothing_else_touched() {
    let mut open = named("ola", json!({}));
    open.open = 4.0;
    let class = book(vec![
        named("doejane_101_555_main", json!({})),
        named("b", json!({"email": "jane@x.edu"})),
        named("c", json!({"name": "Åsa Mäki"})),
        named("d", json!({"id": "104"})),
        named("e", json!({"id": "105"})),
        open,
        named("stranger", json!({"name": "No Body"})),
        named("g", json!({"id": "999", "name": "Nia None"})),
    ]);
    let (text, notes) = fill(&class, CANVAS, None).expect("it can be filled");
    let wanted = CANVAS
        .replace("\"A, and \"\"B\"\"\",9.50,,", "\"A, and \"\"B\"\"\",9.50,5.5,")
        .replace("jane@x.edu,A,,,", "jane@x.edu,A,,5.5,")
        .replace("asa,A,,7,", "asa,A,,5.5,");
    assert_eq!(text, wanted);
    for note in [
        "d: not written: excused in Canvas",
        "e: not written: Canvas says the assignment is not theirs",
        "ola: not written: 4 points are still open",
        "No Body: not written: nobody in the file fits",
        // Somebody of that name is there, with another number.
        "Nia None: not written: nobody in the file fits",
        "None, Nia: no submission",
        "1 grade takes the place of others in Canvas",
    ] {
        assert!(notes.contains(note), "{note}: {notes}");
    }
    assert!(!notes.contains("Student, Test"), "{notes}");
    let column = CanvasColumn { asked: Some("Casino"), open: true, ..CanvasColumn::default() };
    let open = canvas(&class, Filled { name: "export.csv", text: CANVAS }, column).expect("it can be filled");
    assert!(open.text.contains("ola,A,,5.5,"), "certain points are written where that is asked for");
    rows(text.trim_start_matches('\u{feff}'));
}

#[test]
fn canvas_takes_nobody_for_somebody_else() {
    // Two people of one name, and two submissions of one person.
    let class = book(vec![
        named("doejane", json!({})),
        named("x", json!({"name": "Asa"})),
        named("103a", json!({"id": "103"})),
        named("103b", json!({"id": "103"})),
    ]);
    let (text, notes) = fill(&class, CANVAS, None).expect("it can be filled");
    assert_eq!(text, CANVAS);
    assert!(notes.contains("doejane: not written: 2 people in the file fit"), "{notes}");
    assert!(notes.contains("103a: not written: another submission fits Mäki, Åsa as well"), "{notes}");
    let (text, _) = fill(&book(vec![]), CANVAS, None).expect("an empty class");
    assert_eq!(text, CANVAS);
}

/// An entry of somebody whose hand-in is no source, for the reason in the first remark.
fn without_source(hand_in: Value, remark: &str) -> Entry {
    let mut entry = named("z", hand_in);
    (entry.state, entry.points, entry.extra) = (State::NoSource, 0.0, 0.0);
    (entry.adjustments, entry.checks, entry.remarks) = (Vec::new(), Vec::new(), vec![remark.to_owned()]);
    entry
}

#[test]
fn nobody_gets_a_zero_without_a_word() {
    let missing = |id: &str| without_source(json!({"id": id}), "Nothing was handed in.");
    let class = book(vec![missing("101"), missing("103"), {
        let mut unread = without_source(json!({"id": "102"}), "There is no source file: only a document.");
        unread.student = "typed".to_owned();
        unread
    }]);
    let (text, notes) = fill(&class, CANVAS, None).expect("it can be filled");
    assert_eq!(text, CANVAS);
    assert!(
        notes.contains("handed in nothing, and are left as they are (--zeros writes 0 for them): 2, z, z"),
        "{notes}"
    );
    assert!(notes.contains("typed: not written: what was handed in is no source file"), "{notes}");
    let column = CanvasColumn { zeros: true, ..CanvasColumn::default() };
    let column = CanvasColumn { asked: Some("Casino"), ..column };
    let zeros =
        canvas(&class, Filled { name: "export.csv", text: CANVAS }, column).expect("it can be filled");
    assert!(zeros.text.contains("101,S1,jdoe,\"A, and \"\"B\"\"\",9.50,0,"), "{}", zeros.text);
    // A grade that stands there is never replaced by it.
    assert!(zeros.text.contains("103,S3,asa,A,,7,"), "{}", zeros.text);
    let late = json!({"remarks": ["It was handed in late, and nothing says by how many hours: nothing was taken for it. \
        Write the hours into overrides.csv (STUDENT,late,HOURS,REASON)."]});
    let mut entry = named("x", json!({"id": "103"}));
    entry.remarks = serde_json::from_value(late["remarks"].clone()).expect("remarks");
    let (text, notes) = fill(&book(vec![entry]), CANVAS, None).expect("it can be filled");
    assert!(text == CANVAS && notes.contains("x: not written: it is late"), "{notes}");
}

#[test]
fn what_is_not_asked_of_a_program_costs_nothing_in_a_gradebook() {
    let mut whole = named("a", json!({"id": "101"}));
    (whole.points, whole.extra, whole.possible, whole.full) = (6.0, 0.0, 6.0, Some(8.0));
    let (text, notes) = fill(&book(vec![whole.clone()]), CANVAS, None).expect("it can be filled");
    assert!(text.contains("9.50,8,"), "{text}");
    assert!(notes.contains("a: 6 of 6 are written as 8 of 8"), "{notes}");
    let outcome: Value =
        serde_json::from_str(&gradescope(&whole, &book(vec![]).origin, titles())).expect("it is JSON");
    assert_eq!(outcome["score"], 8.0);
}

#[test]
fn every_member_of_a_group_gets_the_grade() {
    let hand_in = json!({"name": "Åsa Mäki, Nia None", "id": "103", "members": ["Åsa Mäki", "Nia None"]});
    let (text, _) =
        fill(&book(vec![named("Åsa Mäki, Nia None", hand_in)]), CANVAS, None).expect("it can be filled");
    assert!(text.contains("103,S3,asa,A,,5.5,") && text.contains("107,S7,nia,A,,5.5,"), "{text}");
    // A member whose name is another there is told by the address.
    let hand_in = json!({"name": "Åsa Mäki, J. D.", "id": "103", "members": ["Åsa Mäki", "J. D."], "addresses": ["", "jane@x.edu"]});
    let (text, _) =
        fill(&book(vec![named("Åsa Mäki, J. D.", hand_in)]), CANVAS, None).expect("it can be filled");
    assert!(text.contains("103,S3,asa,A,,5.5,") && text.contains("102,S2,jane@x.edu,A,,5.5,"), "{text}");
}

#[test]
fn canvas_says_what_is_wrong_with_a_column() {
    let (_, notes) = fill(&book(vec![]), CANVAS, Some("Casino Final Score")).expect("it was asked for");
    assert!(
        notes.contains("leaves out columns with \"Final Score\"") && notes.contains("no number"),
        "{notes}"
    );
    let error = fill(&book(vec![]), CANVAS, Some("Project")).expect_err("there is none").to_string();
    assert!(error.contains("--column") && error.contains("Homework 1 (11)\n  Casino (22)"), "{error}");
    let twice = CANVAS.replace("Homework 1 (11)", "Casino 2 (11)");
    assert!(fill(&book(vec![]), &twice, None).is_ok(), "one is called exactly so");
    let neither = CANVAS.replace("Casino (22)", "Casino B (22)").replace("Homework 1", "Casino A");
    assert!(matches!(fill(&book(vec![]), &neither, None), Err(ExportError::Column { .. })));
    let more = CANVAS.replace("10,8.00", "10,20");
    let class = book(vec![named("a", json!({"id": "101"}))]);
    let error = fill(&class, &more, Some("22")).expect_err("another maximum").to_string();
    assert!(error.contains("has 20 points in Canvas, and the rules have 8"), "{error}");
    let column = CanvasColumn { asked: Some("22"), scale: true, ..CanvasColumn::default() };
    let shares =
        canvas(&class, Filled { name: "export.csv", text: &more }, column).expect("it was asked for");
    assert!(
        shares.text.contains("\"Doe, Jane\",101,S1,jdoe,\"A, and \"\"B\"\"\",9.50,13.75,"),
        "{}",
        shares.text
    );
    for broken in ["", "a,b\n", "Student,ID,Section,\"x\n", "Student,ID,SIS Login ID,Section,\"a\"b\n"] {
        let error = fill(&book(vec![]), broken, None).expect_err("no gradebook").to_string();
        assert!(error.starts_with("export.csv"), "{error}");
    }
}

#[test]
fn canvas_of_other_countries_has_semicolons() {
    let text = CANVAS.replace("A, and", "A and").replace("Doe, Jane", "Doe. Jane").replace(',', ";");
    let class = book(vec![named("a", json!({"id": "101"}))]);
    let (filled, _) = fill(&class, &text, None).expect("it can be filled");
    assert!(filled.contains("9.50;5.5;"), "{filled}");
}

#[test]
fn a_large_class_is_filled_in() {
    let lines: Vec<String> = (0..3000).map(|n| format!("\"Last{n}, First\",{n},,u{n},A,\r\n")).collect();
    let lines = lines.concat();
    let text = format!("Student,ID,SIS User ID,SIS Login ID,Section,Casino (1)\r\n{lines}");
    let class = book((0..3000).map(|n| named(&format!("s{n}"), json!({"id": n.to_string()}))).collect());
    let (filled, notes) = fill(&class, &text, None).expect("it can be filled");
    assert_eq!(filled.matches(",5.5\r\n").count(), 3000, "{notes}");
}

const MOODLE: &str = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n\
    \"Participant 501\",\"Jane Doe\",jane@x.edu,\"Submitted for grading\",,100.00,Yes,\"Friday, 20 November 2026, 11:59 PM\",-,\n\
    \"Participant 502\",\"Al Away\",al@x.edu,\"Submitted for grading\",,100.00,No,-,-,\n\
    \"Participant 503\",\"Max More\",max@x.edu,\"Submitted for grading\",,5.00,Yes,-,-,\n";

#[test]
fn moodle_has_grades_and_feedback_that_is_only_text() {
    for text in HOSTILE {
        let mut one = entry("x", text);
        one.hand_in.id = Some("501".to_owned());
        one.hand_in.email = None;
        let filled = moodle(
            &book(vec![one]),
            Filled { name: "w.csv", text: MOODLE },
            titles(),
            MoodleColumn::default(),
        )
        .expect("filled");
        assert_harmless(&filled.text);
        let rows = rows(&filled.text);
        assert_eq!(rows[1][4], "5.5");
        assert_eq!(rows[2..], self::rows(MOODLE)[2..]);
        // Well-formed as XML is more than HTML asks; all elements are the grader's own.
        let page = format!("<div>{}</div>", rows[1][9].replace("<br>", "<br/>"));
        let page = roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}: {page}"));
        let own = ["div", "p", "b", "br", "pre", "ul", "li"];
        assert!(
            page.descendants()
                .filter(roxmltree::Node::is_element)
                .all(|node| own.contains(&node.tag_name().name()))
        );
        assert!(page.root_element().descendants().all(|node| node.attributes().count() == 0));
    }
}

#[test]
fn moodle_refuses_what_moodle_would_drop() {
    let fill = |entry: Entry, text: &str, column: Option<&str>| {
        moodle(
            &book(vec![entry]),
            Filled { name: "w.csv", text },
            titles(),
            MoodleColumn { asked: column, ..MoodleColumn::default() },
        )
    };
    let whole = named("x", json!({"email": "Max@x.edu"}));
    let error = fill(whole.clone(), MOODLE, None).expect_err("too many points").to_string();
    assert!(error.contains("w.csv:4: the maximum grade is 5 and the rules have 8 points"), "{error}");
    let capped = fill(whole, &MOODLE.replace("5.00,Yes", "8.00,Yes"), None).expect("filled");
    assert!(capped.text.contains("Submitted for grading\",5.5,8.00"), "{}", capped.text);
    let mut extra = named("x", json!({"id": "503"}));
    extra.points = 8.0;
    let capped = fill(extra, &MOODLE.replace("5.00,Yes", "8.00,Yes"), None).expect("filled");
    assert!(
        capped.text.contains(",8,8.00") && capped.notes[0].contains("9.5 points, of which Moodle takes 8")
    );
    let locked = fill(named("Al Away_502_assignsubmission_file", json!({})), MOODLE, None).expect("filled");
    assert_eq!(locked.text, MOODLE);
    assert!(locked.notes[0].contains("cannot be changed"), "{:?}", locked.notes);
    let german = MOODLE.replace("Grade,\"Max", "Bewertung,\"Max").replace("Participant", "Teilnehmer/in");
    assert!(fill(named("x", json!({"id": "501"})), &german, None).is_err());
    let filled = fill(named("x", json!({"id": "501"})), &german, Some("Bewertung")).expect("filled");
    assert!(filled.text.contains("\"Submitted for grading\",5.5,"), "{}", filled.text);
}

/// An element, its attributes, those that must be there, and the elements in it.
type Shape<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a [&'a str]);

#[test]
fn junit_is_what_its_schema_asks() {
    let mut class = hostile();
    let mut fault = entry("fault", "broken");
    fault.state = grader::grade::State::Fault;
    fault.checks.clear();
    let mut hidden = entry("hidden", "secret words");
    hidden.checks[0].message.clear();
    hidden.hand_in = serde_json::from_value(json!({})).expect("nothing");
    hidden.checks[1].hidden = true;
    hidden.remarks.clear();
    class.entries.extend([fault, hidden]);
    let xml = junit(&class, titles());
    assert_harmless(&xml);
    let document = roxmltree::Document::parse(&xml).expect("it is XML");
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    // As Jenkins's schema has it: elements, their attributes, those that must be there, and what they may hold.
    let shape: &[Shape<'_>] = &[
        ("testsuites", &["name", "tests", "failures", "errors"], &[], &["testsuite"]),
        (
            "testsuite",
            &["name", "tests", "failures", "errors", "skipped", "timestamp"],
            &["name", "tests", "failures", "errors"],
            &["properties", "testcase", "system-out"],
        ),
        ("properties", &[], &[], &["property"]),
        ("property", &["name", "value"], &["name", "value"], &[]),
        ("testcase", &["name", "classname"], &["name"], &["skipped", "error", "failure"]),
        ("failure", &["message", "type"], &[], &[]),
        ("error", &["message", "type"], &[], &[]),
        ("skipped", &["message"], &[], &[]),
        ("system-out", &[], &[], &[]),
    ];
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        let (_, attributes, needed, children) =
            shape.iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("no element {name}"));
        assert!(node.attributes().all(|attribute| attributes.contains(&attribute.name())), "{name}");
        assert!(needed.iter().all(|needed| node.attribute(*needed).is_some()), "{name}");
        let own = node.children().filter(roxmltree::Node::is_element);
        assert!(
            own.map(|child| child.tag_name().name().to_owned())
                .all(|child| children.contains(&child.as_str()))
        );
    }
    let root = document.root_element();
    let count =
        |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count().to_string();
    assert_eq!(root.attribute("tests"), Some(count("testcase").as_str()));
    assert_eq!(root.attribute("failures"), Some(count("failure").as_str()));
    assert_eq!(root.attribute("errors"), Some(count("error").as_str()));
    assert!(
        !xml.contains("secret words</") && !xml.contains("message=\"secret words\""),
        "hidden rules are hidden"
    );
    roxmltree::Document::parse(&junit(&book(vec![]), titles())).expect("an empty class is XML too");
}

#[test]
fn commands_of_github_actions_cannot_be_forged() {
    let text = annotations(&hostile(), titles());
    assert_harmless(&text);
    for line in text.lines() {
        let rest = line.strip_prefix("::").expect("each line is a command");
        let (command, message) = rest.split_once("::").expect("with a message");
        let name = command.split(' ').next().expect("a name");
        assert!(["error", "warning", "notice"].contains(&name), "{line}");
        // A percent sign begins an escape of the toolkit's, and nothing else.
        for (index, _) in message.match_indices('%') {
            assert!(["%25", "%0A", "%0D"].contains(&&message[index..index + 3]), "{line}");
        }
        assert!(!command.contains('\n') && command.matches("title=").count() == 1, "{line}");
    }
    let mut one = entry("x", "y");
    one.checks[1].evidence = serde_json::from_value(
        json!({"kind": "source", "file": "my,a:b.cpp", "line": 7, "excerpt": "int x"}),
    )
    .expect("evidence");
    let text = annotations(&book(vec![one]), titles());
    assert!(text.starts_with("::error file=my%2Ca%3Ab.cpp,line=7,title=Totals are"), "{text}");
}

#[test]
fn markdown_shows_students_words_as_words() {
    let class = markdown(&hostile(), titles());
    assert_harmless(&class);
    let table: Vec<&str> = class.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), HOSTILE.len() + 2);
    for row in table {
        let bars = row.char_indices().filter(|(at, c)| *c == '|' && !row[..*at].ends_with('\\')).count();
        assert_eq!(bars, 5, "{row}");
    }
    assert!(!class.contains("<script>") && !class.contains("](http://"), "{class}");
    for text in HOSTILE {
        let page = markdown(&book(vec![entry(text, text)]), titles());
        assert_harmless(&page);
        // What the program printed stands in a fence that it cannot end.
        let fences: Vec<&str> = page.lines().filter(|line| line.starts_with("````")).collect();
        assert_eq!(fences.len() % 2, 0, "{page}");
        assert!(fences.contains(&"````text"), "{page}");
    }
}

#[test]
fn feedback_is_named_like_the_files_of_the_download() {
    let download = [
        "LATE_anon_q1w2e_42_main.cpp",
        "anon_x7Kd2_67890_main.cpp",
        "doejane_12_345_7_8_x.cpp",
        "leekim_8_text.html",
        "van_dyk_LATE_7_90_main.cpp",
    ]
    .map(str::to_owned);
    let ids = ["x7Kd2", "q1w2e", "7", "8", "67890", "345"];
    let class = book(ids.iter().map(|id| named(&format!("student {id}"), json!({ "id": id }))).collect());
    let (files, notes) = feedback(&class, titles(), Naming::Canvas(&download));
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let expected = [
        "anon_x7Kd2_67890_main.txt",
        "LATE_anon_q1w2e_42_main.txt",
        "van_dyk_LATE_7_90_main.txt",
        "leekim_8_text.txt",
        "student 67890.txt",
        "student 345.txt",
    ];
    assert_eq!(paths, expected);
    assert_eq!(notes.len(), 2, "{notes:?}");
}

#[test]
fn feedback_has_safe_names_and_plain_words() {
    let (files, _) = feedback(&hostile(), titles(), Naming::Plain);
    assert_eq!(files.len(), HOSTILE.len());
    let mut names: Vec<String> = files.iter().map(|file| file.path.to_lowercase()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), HOSTILE.len(), "each has a file of its own");
    for file in &files {
        assert_harmless(&file.text);
        assert_harmless(&file.path);
        assert!(!file.path.contains(['/', '\\', ':']) && !file.path.starts_with(['.', '-']), "{}", file.path);
        assert!(file.text.contains("4 of 8 points, and 1.5 of extra credit: 5.5."), "{}", file.text);
        assert!(file.text.contains("grader play YOUR-PROGRAM --seed 7 --answers 5"), "{}", file.text);
        assert!(file.text.contains("-1 points"), "{}", file.text);
    }
    let mut hidden = entry("doejane_1_2_main", "secret");
    hidden.checks[1].hidden = true;
    hidden.remarks.clear();
    let (files, _) = feedback(&book(vec![hidden]), titles(), Naming::Plain);
    assert_eq!(files[0].path, "doejane_1_2_main.txt");
    assert!(files[0].text.contains("A hidden check (0 of 4 points)"), "{}", files[0].text);
    assert!(!files[0].text.contains("Totals are"), "{}", files[0].text);
    let class = book(vec![
        named("Jane Doe_501_assignsubmission_file", json!({"name": "Jane_A Doe"})),
        named("y", json!({"name": "No Number"})),
    ]);
    let (files, notes) = feedback(&class, titles(), Naming::Moodle);
    assert_eq!(files[0].path, "Jane-A Doe_501_assignsubmission_file_/feedback.txt");
    let download = ["doejane_LATE_501_77_main.cpp".to_owned(), "x_5_6_y.cpp".to_owned()];
    let class2 = book(vec![named("doejane", json!({"id": "501"})), named("z", json!({"name": "Zed"}))]);
    let (like, told) = feedback(&class2, titles(), Naming::Canvas(&download));
    assert_eq!((like[0].path.as_str(), like[1].path.as_str()), ("doejane_LATE_501_77_main.txt", "z.txt"));
    assert_eq!(told, ["Zed: no file of the download fits: Canvas will not know whose it is"]);
    assert_eq!(notes, ["No Number: no file: the participant's number is not known"]);
}
