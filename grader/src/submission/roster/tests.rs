use super::*;

fn parsed(text: &str) -> Roster {
    Roster::parse(text).unwrap_or_else(|(line, what)| panic!("{line}: {what}"))
}

#[test]
fn common_exports_are_read() {
    let canvas = "Student,ID,SIS User ID,SIS Login ID,Section,Lab 5 (12)\n    Points Possible,,,,,100\n\
                  \"Doe, Jane\",101,0042,jdoe,A,\n\"Li, Wei\",102,0043,wli,B,\n\"Student, Test\",7,,x,A,\n";
    let roster = parsed(canvas);
    assert_eq!(roster.people.len(), 2);
    let jane = &roster.people[0];
    assert_eq!((jane.name.as_deref(), jane.section.as_deref(), jane.line), (Some("Doe, Jane"), Some("A"), 3));
    assert_eq!(jane.ids, ["101", "0042", "jdoe"]);
    let moodle = "First name\tSurname\tID number\tEmail address\nJane\tDoe\t42\tj@x.edu\n\n";
    let roster = parsed(moodle);
    let jane = &roster.people[0];
    assert_eq!((jane.name.as_deref(), jane.email.as_deref()), (Some("Jane Doe"), Some("j@x.edu")));
    let roster = parsed("section;E-Mail;name\nA;j@x.edu;Jane\nB;j@x.edu;Jane\n");
    assert_eq!(roster.people.len(), 2);
    let roster = parsed("id,name,section\n1,Jane,A\n1,Jane,B\n");
    assert_eq!(roster.people[0].section.as_deref(), Some("A, B"));
}

#[test]
fn a_text_of_several_lines_is_no_mistake() {
    let moodle = "Identifier,Full name,ID number,Email address,Online text,Feedback comments\r\n\
                  Participant 501,Jane Doe,00501,j@x.edu,\"<p>Sorry,\r\nsaid \"\"me\"\"</p>\",-\r\n\
                  Participant 502,\"Wei\n Li\",,w@x.edu,,\"a\n\nb\"\n";
    let roster = parsed(moodle);
    let told: Vec<_> =
        roster.people.iter().map(|one| (one.name.as_deref(), one.line, one.ids.join(" "))).collect();
    assert_eq!(told, [(Some("Jane Doe"), 2, "501 00501".to_owned()), (Some("Wei Li"), 4, "502".to_owned())]);
}

#[test]
fn mistakes_are_told_with_their_line() {
    let cases = [
        ("", 1, "no column"),
        ("Jane,Doe\nWei,Li\n", 1, "no column is named"),
        ("name,id\n", 1, "no student"),
        ("name,id\nJane,1\nWei\n", 3, "1 fields here and 2 in the first line"),
        ("name,id\n\"Jane,1\nWei,2\n", 2, "quotation mark"),
        ("name,id,note\nAnn,0,\nJane,1,\"x\nWei,2,y\n", 3, "quotation mark"),
        ("name,id,note\nJane,1,\"x\nWei,2,\"y\nBo,3,z\n", 2, "quotation mark"),
        ("name,id\nJane,1\nWei,1\n", 3, "1 is somebody else on line 2"),
    ];
    for (text, line, what) in cases {
        let (at, told) = Roster::parse(text).expect_err(text);
        assert!(at == line && told.contains(what), "{text:?}: {at}: {told}");
    }
}

#[test]
fn files_of_every_encoding_are_read() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("roster.csv");
    for bytes in [
        &b"\xef\xbb\xbfname\r\nZo\xc3\xab\r\n"[..],
        b"name\nZo\xeb\n",
        b"\xff\xfen\0a\0m\0e\0\n\0Z\0o\0\xeb\0\n\0",
    ] {
        std::fs::write(&path, bytes).expect("a file");
        let roster = Roster::read(&path).expect("it can be read");
        assert_eq!(roster.people[0].name.as_deref(), Some("Zo\u{eb}"));
    }
    std::fs::write(&path, "x\n").expect("a file");
    let said = Roster::read(&path).expect_err("it is wrong").to_string();
    assert!(said.starts_with(&format!("{}:1: no column", path.display())), "{said}");
}

#[test]
fn names_are_compared_without_accents() {
    assert_eq!(names::plain("Müller-Lüdenscheidt, Zoë O'Neil"), "mullerludenscheidtzoeoneil");
    assert!(names::spellings("Doe, Jane").contains(&"janedoe".to_owned()));
    assert!(names::spellings("Ann van Dyk").contains(&"vandykann".to_owned()));
}
