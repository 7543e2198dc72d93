//! Rosters: whose submissions are whose, and who is missing.

use crate::trees::{MAIN, lines, put, tree};
use grader::submission::{Found, Roster, Search};

fn search(files: &[(&str, &str)], roster: &str) -> Found {
    let dir = tree(&[("top/", "")]);
    for (path, text) in files {
        put(&dir.path().join("top"), path, text.as_bytes());
    }
    put(dir.path(), "roster.csv", roster.as_bytes());
    let roster = Roster::read(&dir.path().join("roster.csv")).unwrap_or_else(|error| panic!("{error}"));
    let (paths, unpacked) = ([dir.path().join("top")], dir.path().join("unpacked"));
    let search = Search { paths: &paths, unpacked: &unpacked, output: None, roster: Some(&roster) };
    grader::submission::search(&search).expect("the path exists")
}

/// Who each submission is by the roster, one a line: `student: name, id, email, section`.
fn people(found: &Found) -> Vec<String> {
    let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "-".to_owned());
    let person = |one: &grader::submission::Submission| {
        let who = &one.hand_in;
        let parts = [&who.name, &who.id, &who.email, &who.section].map(word);
        format!("{}: {}", one.student, parts.join(", "))
    };
    found.submissions.iter().map(person).collect()
}

#[test]
fn members_of_a_group_are_told_by_their_addresses() {
    let told = "---\nsubmission_1:\n  :submitters:\n  - :name: Pat\n    :email: pat@x.edu\n  - :name: Mo\n    :email: mo@x.edu\n";
    let dir = tree(&[("e/submission_metadata.yml", told), ("e/submission_1/main.cpp", MAIN)]);
    put(dir.path(), "r.csv", b"Name,Email\n\"Brien, Patrick\",pat@x.edu\n\"Ray, Moritz\",mo@x.edu\n");
    let roster = Roster::read(&dir.path().join("r.csv")).expect("a roster");
    let (paths, unpacked) = ([dir.path().join("e")], dir.path().join("unpacked"));
    let search = Search { paths: &paths, unpacked: &unpacked, output: None, roster: Some(&roster) };
    let found = grader::submission::search(&search).expect("it exists");
    assert_eq!(lines(&found), ["Pat, Mo: cpp main.cpp"]);
}

#[test]
fn canvas_by_number_and_by_name() {
    let roster = "Student,ID,SIS User ID,SIS Login ID,Section\n\"Doe, Jane\",101,42,jdoe,A\n\"Müller, Zoë\",,43,zm,B\n\
                  \"Ray, Bo\",103,44,bray,A\n\"Fox, Ann\",104,45,afox,B\n";
    let files = [
        ("doejane_101_9001_main.cpp", MAIN),
        ("müllerzoë_102_9002_main.cpp", MAIN),
        ("mallory_66_9003_main.cpp", MAIN),
    ];
    let found = search(&files, roster);
    let expected = [
        "doejane: Doe, Jane, 101, -, A",
        "foxann: Fox, Ann, 104, -, B",
        "mallory: -, 66, -, -",
        "müllerzoë: Müller, Zoë, 102, -, B",
        "raybo: Ray, Bo, 103, -, A",
    ];
    assert_eq!(people(&found), expected);
    assert_eq!(lines(&found)[1], "foxann: missing");
    assert_eq!(found.remarks, ["`mallory` is nobody on the roster"]);
    assert_eq!(found.told().as_deref(), Some("Canvas download: 3 students, 3 files; 2 more on the roster"));
}

#[test]
fn moodle_and_gradescope_by_name_and_address() {
    let roster =
        "First name;Last name;Email address;Group\nJane;Doe;j@x.edu;1\nWei;Li;w@x.edu;2\nAnn;Fox;a@x.edu;2\n";
    let files = [
        ("Jane Doe_501_assignsubmission_file_/main.cpp", MAIN),
        ("Li Wei_502_assignsubmission_file_/main.cpp", MAIN),
    ];
    let found = search(&files, roster);
    let expected = [
        "Ann Fox: Ann Fox, -, a@x.edu, 2",
        "Jane Doe: Jane Doe, 501, j@x.edu, 1",
        "Li Wei: Li Wei, 502, w@x.edu, 2",
    ];
    assert_eq!(people(&found), expected);
    let told = "submission_1:\n  :submitters:\n  - :name: J. Doe\n    :email: J@x.edu\n  - :name: Wei Li\n    :sid: 9\n";
    let files = [("submission_metadata.yml", told), ("submission_1/main.cpp", MAIN)];
    let found = search(&files, roster);
    assert_eq!(
        people(&found),
        ["Ann Fox: Ann Fox, -, a@x.edu, 2", "J. Doe, Wei Li: J. Doe, Wei Li, -, J@x.edu, 1"]
    );
}

#[test]
fn plain_folders_by_login_or_box() {
    let roster = "netid,name,email\njd1,Jane Doe,jane.doe@x.edu\nwl2,Wei Li,wei@x.edu\nbr3,Bo Ray,bo@x.edu\n";
    let found = search(
        &[("jd1/main.cpp", MAIN), ("wei/main.cpp", MAIN), ("ray bo/main.cpp", MAIN), ("x/main.cpp", MAIN)],
        roster,
    );
    let expected = [
        "jd1: Jane Doe, jd1, jane.doe@x.edu, -",
        "ray bo: Bo Ray, br3, bo@x.edu, -",
        "wei: Wei Li, wl2, wei@x.edu, -",
        "x: -, -, -, -",
    ];
    assert_eq!(people(&found), expected);
}

#[test]
fn names_of_several_are_nobodys() {
    let roster = "name,id\nJane Doe,1\nJane Doe,2\nBo Ray,3\n";
    let found =
        search(&[("Jane Doe/main.cpp", MAIN), ("Bo Ray/main.cpp", MAIN), ("bo-ray/main.cpp", MAIN)], roster);
    let told = [
        "`Bo Ray` and `bo-ray` are both Bo Ray on the roster",
        "`Jane Doe` fits several on the roster: Jane Doe (1), Jane Doe (2)",
    ];
    let mut remarks = found.remarks.clone();
    remarks.sort();
    assert_eq!(remarks, told);
    let students: Vec<&str> = found.submissions.iter().map(|one| one.student.as_str()).collect();
    assert_eq!(students, ["Bo Ray", "Jane Doe", "Jane Doe_1", "Jane Doe_2", "bo-ray"]);
}

#[test]
fn folders_named_by_an_address() {
    let roster = "Student,ID,SIS Login ID,Email\n\"Kim, Su\",1,su7,kim.su@x.edu\n\"Bob, B\",2,bb1,bob@x.edu\n\
                  \"Roe, A\",3,ar1,roe@x.edu\n\"Roe, B\",4,br1,roe@y.edu\n";
    let folders = ["kim.su@x.edu", "BOB@mail.x.edu", "roe@y.edu", "roe@z.edu", "eve@x.edu"];
    let files = folders.map(|folder| format!("{folder}/main.cpp"));
    let files: Vec<(&str, &str)> = files.iter().map(|path| (path.as_str(), MAIN)).collect();
    let found = search(&files, roster);
    let expected = [
        "BOB@mail.x.edu: Bob, B, 2, bob@x.edu, -",
        "Roe, A: Roe, A, 3, roe@x.edu, -",
        "eve@x.edu: -, -, -, -",
        "kim.su@x.edu: Kim, Su, 1, kim.su@x.edu, -",
        "roe@y.edu: Roe, B, 4, roe@y.edu, -",
        "roe@z.edu: -, -, -, -",
    ];
    assert_eq!(people(&found), expected);
    let told = [
        "`eve@x.edu` is nobody on the roster",
        "`roe@z.edu` fits several on the roster: Roe, A (3), Roe, B (4)",
    ];
    assert_eq!(found.remarks, told);
}

#[test]
fn a_worksheet_of_moodle_is_a_roster() {
    let roster = "Identifier,Full name,Email address,Online text\nParticipant 501,Jane Doe,a@x.edu,\n\
                  Participant 502,Jane Doe,b@x.edu,\"<p>Sorry\nme</p>\"\nParticipant 503,Bo Ray,c@x.edu,-\n";
    let files = [
        ("Jane Doe_501_assignsubmission_file_/main.cpp", MAIN),
        ("Jane Doe_502_assignsubmission_file_/main.cpp", MAIN),
    ];
    let found = search(&files, roster);
    let expected = [
        "Bo Ray: Bo Ray, 503, c@x.edu, -",
        "Jane Doe_501: Jane Doe, 501, a@x.edu, -",
        "Jane Doe_502: Jane Doe, 502, b@x.edu, -",
    ];
    assert_eq!(people(&found), expected);
    assert_eq!(found.remarks, [""; 0]);
}
