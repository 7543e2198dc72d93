//! Downloads of a class as the systems of courses make them.

use crate::trees::{HELPER, MAIN, OTHER_MAIN, RUST, check_search, lines, put, search_one, tree, zip};
use grader::submission::{HandIn, Search, Submission, Work};
use std::fs;

fn one<'a>(found: &'a grader::submission::Found, student: &str) -> &'a Submission {
    let one = found.submissions.iter().find(|one| one.student == student);
    one.unwrap_or_else(|| panic!("no {student} in {:?}", lines(found)))
}

#[test]
fn canvas() {
    let includes = "#include \"cards.h\"\nint main() { return cards(); }\n";
    let files = [
        ("doejane_101_9001_main.cpp", MAIN),
        ("liwei_LATE_102_9002_main-1.cpp", includes),
        ("liwei_LATE_102_9003_cards-2.cpp", HELPER),
        ("liwei_LATE_102_9004_cards.h", "int cards();"),
        ("liwei_LATE_102_9005_cards-1.h", "int cards ();"),
        ("smithann_103_9006_report.docx", "PK"),
        ("smithann_104_9007_game.rs", RUST),
        ("o\u{148}a_105_text.html", "<p>see my mail</p>"),
        ("roster.csv", "id"),
    ];
    let (unpacked, found) = check_search(
        &files,
        "Canvas download: 5 students, 8 files",
        &[
            "doejane: cpp doejane_101_9001_main.cpp",
            "liwei: cpp cards.cpp main.cpp + cards.h",
            "o\u{148}a: none: no C++ or Rust source, only a document (o\u{148}a_105_text.html)",
            "smithann_103: none: no C++ or Rust source, only a document (smithann_103_9006_report.docx)",
            "smithann_104: rust smithann_104_9007_game.rs",
        ],
    );
    let li = one(&found, "liwei");
    assert_eq!(li.remarks, ["`cards.h` was handed in again as `cards-1.h`; the newer one counts"]);
    assert_eq!(li.hand_in, HandIn { id: Some("102".to_owned()), late: true, ..HandIn::default() });
    assert_eq!(li.root, unpacked.path().join("liwei"));
    assert_eq!(fs::read_to_string(li.root.join("cards.h")).expect("a file"), "int cards ();");
    assert!(one(&found, "doejane").root.ends_with("top/doejane_101_9001_main.cpp"));
    assert_eq!(found.remarks, ["`roster.csv` is no source file and was not taken as a submission"]);
}

#[test]
fn an_archive_of_canvas_that_was_unpacked_where_it_lay() {
    check_search(
        &[
            ("doejane_101_9001_main.cpp", MAIN),
            ("liwei_LATE_102_9002_work/src/main.cpp", OTHER_MAIN),
            ("liwei_LATE_102_9002_work/src/cards.h", ""),
        ],
        "Canvas download: 2 students, 1 file",
        &["doejane: cpp doejane_101_9001_main.cpp", "liwei: cpp src/main.cpp + src/cards.h"],
    );
}

#[test]
fn canvas_with_one_student() {
    let files = [("liwei_LATE_102_9002_main.cpp", MAIN), ("liwei_LATE_102_9003_cards.h", "")];
    let (_, found) =
        check_search(&files, "Canvas download: 1 student, 2 files", &["liwei: cpp main.cpp + cards.h"]);
    assert!(found.submissions[0].hand_in.late);
    let one = "doejane_5012_6401733_main.cpp";
    check_search(&[(one, MAIN)], "Canvas download: 1 student, 1 file", &[&format!("doejane: cpp {one}")]);
    // Numbers that a student wrote are none of Canvas's.
    check_search(&[("hw_2026_11_20.cpp", MAIN)], "one student's work: top", &["top: cpp hw_2026_11_20.cpp"]);
}

#[test]
fn canvas_without_names() {
    check_search(
        &[
            ("anon_aB3dE_9001_main.cpp", MAIN),
            ("LATE_anon_Zz9zZ_9002_a.cpp", OTHER_MAIN),
            ("LATE_anon_Zz9zZ_9003_b.cpp", HELPER),
        ],
        "Canvas download: 2 students, 3 files",
        &["anon_Zz9zZ: cpp a.cpp b.cpp", "anon_aB3dE: cpp anon_aB3dE_9001_main.cpp"],
    );
}

#[test]
fn parts_that_are_numbered_are_no_versions() {
    check_search(
        &[
            ("a_1_11_part-1.cpp", MAIN),
            ("a_1_12_part-2.cpp", HELPER),
            ("b_2_13_main-1.cpp", MAIN),
            ("b_2_14_main.cpp", OTHER_MAIN),
        ],
        "Canvas download: 2 students, 4 files",
        &["a: cpp part-1.cpp part-2.cpp", "b: cpp b_2_13_main-1.cpp"],
    );
}

#[test]
fn programs_that_are_numbered_are_versions() {
    let (_, found) = check_search(
        &[
            ("a_1_12_bj-2.cpp", MAIN),
            ("a_1_13_bj-10.cpp", "int main() { broken }"),
            ("a_1_11_bj-1.cpp", OTHER_MAIN),
            ("b_2_14_x.cpp", MAIN),
        ],
        "Canvas download: 2 students, 4 files",
        &["a: cpp a_1_13_bj-10.cpp", "b: cpp b_2_14_x.cpp"],
    );
    let told = |older: &str| format!("`{older}` was handed in again as `bj-10.cpp`; the newer one counts");
    assert_eq!(one(&found, "a").remarks, [told("bj-1.cpp"), told("bj-2.cpp")]);
}

#[test]
fn canvas_names_of_any_letters() {
    let names = ["d'arc j.r.", "lee-ann", "mu\u{308}ller", "\u{935}\u{93f}\u{936}\u{94d}\u{935}"];
    let files: Vec<String> =
        names.iter().enumerate().map(|(n, name)| format!("{name}_4{n}_{n}_bj.cpp")).collect();
    let lines: Vec<String> =
        names.iter().zip(&files).map(|(name, file)| format!("{name}: cpp {file}")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|file| (file.as_str(), MAIN)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    check_search(&files, "Canvas download: 4 students, 4 files", &lines);
}

#[test]
fn what_is_named_otherwise_in_a_download_is_not_lost() {
    let (_, found) = check_search(
        &[
            ("a_1_11_x.cpp", MAIN),
            ("b_2_12_x.cpp", MAIN),
            ("c_3_13_x.cpp", MAIN),
            ("d_4_14_x.cpp", MAIN),
            ("late-eve.cpp", OTHER_MAIN),
            ("notes.txt", ""),
        ],
        "Canvas download: 5 students, 4 files",
        &[
            "a: cpp a_1_11_x.cpp",
            "b: cpp b_2_12_x.cpp",
            "c: cpp c_3_13_x.cpp",
            "d: cpp d_4_14_x.cpp",
            "late-eve: cpp late-eve.cpp",
        ],
    );
    let told = [
        "`late-eve.cpp` is not named as in this download, and was taken as a submission of its own",
        "`notes.txt` is no source file and was not taken as a submission",
    ];
    assert_eq!(found.remarks, told);
}

#[test]
fn plain_folders_are_never_downloads() {
    check_search(
        &[("bob_12345_67890_blackjack.cpp", MAIN), ("alice.rs", RUST), ("carol.cpp", OTHER_MAIN)],
        "class of loose files: 3 students, 3 files",
        &[
            "alice: rust alice.rs",
            "bob_12345_67890_blackjack: cpp bob_12345_67890_blackjack.cpp",
            "carol: cpp carol.cpp",
        ],
    );
    check_search(
        &[("a/main.cpp", MAIN), ("b/main.cpp", OTHER_MAIN)],
        "class of folders: 2 students",
        &["a: cpp main.cpp", "b: cpp main.cpp"],
    );
    check_search(
        &[("part_1_2_x.cpp", MAIN), ("part_1_3_y.cpp", HELPER)],
        "one student's work: top",
        &["top: cpp part_1_2_x.cpp part_1_3_y.cpp"],
    );
    check_search(&[("main.cpp", MAIN)], "one student's work: top", &["top: cpp main.cpp"]);
    check_search(
        &[("x-ann/main.cpp", MAIN), ("x-bo/main.cpp", MAIN)],
        "class of folders: 2 students",
        &["x-ann: cpp main.cpp", "x-bo: cpp main.cpp"],
    );
}

#[test]
fn moodle() {
    let (_, found) = check_search(
        &[
            ("Jane Doe_501_assignsubmission_file_/main.cpp", MAIN),
            ("Jane Doe_501_assignsubmission_file_/cards.h", ""),
            ("Jane Doe_501_assignsubmission_onlinetext_/onlinetext.html", "<p>"),
            ("Wei Li_502_assignsubmission_onlinetext_/onlinetext.html", "<p>"),
            ("Participant_503_assignsubmission_file_/a.rs", RUST),
            ("Red team-Ann Ray_504_assignsubmission_file_/a.cpp", OTHER_MAIN),
            ("Wei Li_505_assignsubmission_file_/.DS_Store", ""),
        ],
        "Moodle download: 5 students",
        &[
            "Jane Doe: cpp main.cpp + cards.h",
            "Participant_503: rust a.rs",
            "Red team-Ann Ray: cpp a.cpp",
            "Wei Li_502: none: no C++ or Rust source, only a document (onlinetext.html)",
            "Wei Li_505: none: the folder is empty",
        ],
    );
    let jane = one(&found, "Jane Doe");
    let (name, id) = (Some("Jane Doe".to_owned()), Some("501".to_owned()));
    assert_eq!(jane.hand_in, HandIn { name, id, ..HandIn::default() });
    assert_eq!(jane.remarks, ["a text was typed in beside the files and was not read"]);
    assert_eq!(one(&found, "Participant_503").hand_in.name, None);
}

#[test]
fn moodle_flat() {
    check_search(
        &[
            ("Jane Doe_501_assignsubmission_file_main.cpp", MAIN),
            ("Jane Doe_501_assignsubmission_file_comments.cpp", HELPER),
            ("Bo Li_502_assignsubmission_file_onlinetext.cpp", MAIN),
            ("Bo Li_502_assignsubmission_onlinetext_onlinetext.html", ""),
        ],
        "Moodle download: 2 students, 4 files",
        &["Bo Li: cpp Bo Li_502_assignsubmission_file_onlinetext.cpp", "Jane Doe: cpp comments.cpp main.cpp"],
    );
}

#[test]
fn blackboard() {
    let text = "Name: Jane Doe (jdoe)\nAssignment: Lab 5\n\
                Date Submitted: Friday, November 20, 2026 11:14:55 PM EST\nCurrent Grade: Needs Grading\n\nFiles:\n\
                \tOriginal filename: ../my main.cpp\n\tFilename: Lab 5_jdoe_attempt_2026-11-20-23-14-55_my main.cpp\n\
                \tOriginal filename: cards.h\n\tFilename: Lab 5_jdoe_attempt_2026-11-20-23-14-55_cards.h\n";
    let (_, found) = check_search(
        &[
            ("Lab 5_jdoe_attempt_2026-11-20-23-14-55.txt", text),
            ("Lab 5_jdoe_attempt_2026-11-20-23-14-55_my main.cpp", MAIN),
            ("Lab 5_jdoe_attempt_2026-11-20-23-14-55_cards.h", ""),
            ("Lab 5_jdoe_attempt_2026-11-18-01-00-00.txt", "Name: Jane Doe (jdoe)\n"),
            ("Lab 5_jdoe_attempt_2026-11-18-01-00-00_main.cpp", OTHER_MAIN),
            ("Lab 5_bo_attempt_2026-11-19-08-00-00.txt", "Name: Bo Li (bo)\nThere is no file.\n"),
            (
                "Lab 5_cy_attempt_2026-11-19-08-00-00.txt",
                "Submission Field:\nint main() {}\n\nComments:\nnone\n",
            ),
            ("Lab 5_di_attempt_2026-11-19-08-00-00_my_attempt_2.cpp", MAIN),
            ("Lab 5_di_attempt_2026-11-20-08-00-00.txt", "Submission Field:\nsee above\n\nComments:\nnone\n"),
        ],
        "Blackboard download: 4 students, 9 files",
        &[
            "bo: missing",
            "cy: none: no C++ or Rust source, only a document (Lab 5_cy_attempt_2026-11-19-08-00-00.txt)",
            "di: cpp Lab 5_di_attempt_2026-11-19-08-00-00_my_attempt_2.cpp",
            "jdoe: cpp my main.cpp + cards.h",
        ],
    );
    assert_eq!(
        one(&found, "di").remarks,
        ["the attempt of 2026-11-20 has no file; the newest one with a file counts"]
    );
    let jane = one(&found, "jdoe");
    let hand_in = HandIn {
        name: Some("Jane Doe".to_owned()),
        id: Some("jdoe".to_owned()),
        submitted: Some("2026-11-20T23:14:55-05:00".to_owned()),
        ..HandIn::default()
    };
    assert_eq!(jane.hand_in, hand_in);
    assert_eq!(
        jane.remarks,
        ["the attempt of 2026-11-18 (main.cpp) was followed by a newer one, which counts"]
    );
}

#[test]
fn blackboard_users_with_a_line_in_them() {
    let date = "attempt_2026-10-01-22-15-00";
    let (one, two) = (format!("Lab_5_jm_x_{date}_bj.cpp"), format!("Lab_5_kl_x_{date}_bj.cpp"));
    let lines = [format!("jm_x: cpp {one}"), format!("kl_x: cpp {two}")];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let files = [(one.as_str(), MAIN), (two.as_str(), OTHER_MAIN)];
    check_search(&files, "Blackboard download: 2 students, 2 files", &lines);
    // A text tells what the names alone do not.
    let (one, two) = (format!("Lab 5_a_x_{date}.cpp"), format!("Lab 5_a_y_{date}_bj.cpp"));
    let (one, text) = (one.replace(".cpp", "_bj.cpp"), one.replace(".cpp", ".txt"));
    let lines = [format!("a_x: cpp {one}"), format!("a_y: cpp {two}")];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let files = [(one.as_str(), MAIN), (text.as_str(), "Name: Ann X (a_x)\n"), (two.as_str(), OTHER_MAIN)];
    let (_, found) = check_search(&files, "Blackboard download: 2 students, 3 files", &lines);
    assert_eq!(found.submissions[1].hand_in.id.as_deref(), Some("a_y"));
}

#[test]
fn gradescope() {
    let told = "---\nsubmission_11:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '0042'\n    :email: jane@x.edu\n  \
                :created_at: 2026-11-20 23:14:55.5 Z\nsubmission_12:\n  :submitters:\n  - :name: Wei Li\n    \
                :email: wei@x.edu\n  - :name: Bo Ray\n    :email: bo@x.edu\n  :created_at: 2026-11-19 08:00:00 -0800\n\
                submission_13:\n  :submitters:\n  - :name: Ann Fox\n";
    let (_, found) = check_search(
        &[
            ("assignment_7_export/submission_metadata.yml", told),
            ("assignment_7_export/submission_11/main.cpp", MAIN),
            ("assignment_7_export/submission_12/src/main.cpp", OTHER_MAIN),
            ("assignment_7_export/submission_14/main.rs", RUST),
        ],
        "Gradescope export: 4 students",
        &[
            "Ann Fox: closed: the download lists `submission_13` and does not hold it: download it again",
            "Jane Doe: cpp main.cpp",
            "Wei Li, Bo Ray: cpp src/main.cpp",
            "submission_14: rust main.rs",
        ],
    );
    let hand_in = HandIn {
        name: Some("Jane Doe".to_owned()),
        id: Some("0042".to_owned()),
        email: Some("jane@x.edu".to_owned()),
        submitted: Some("2026-11-20T23:14:55Z".to_owned()),
        ..HandIn::default()
    };
    assert_eq!(one(&found, "Jane Doe").hand_in, hand_in);
    let pair = &one(&found, "Wei Li, Bo Ray").hand_in;
    assert_eq!(pair.members, ["Wei Li", "Bo Ray"]);
    assert_eq!(pair.addresses, ["wei@x.edu", "bo@x.edu"]);
}

#[test]
fn classroom() {
    let head = "ref: refs/heads/main\n";
    let (_, found) = check_search(
        &[
            ("lab-5-submissions/lab-5-ann/.git/HEAD", head),
            ("lab-5-submissions/lab-5-ann/main.cpp", MAIN),
            ("lab-5-submissions/lab-5-bo-li/.git/HEAD", head),
            ("lab-5-submissions/lab-5-bo-li/.git/hooks/evil.cpp", OTHER_MAIN),
            ("lab-5-submissions/lab-5-bo-li/README.md", ""),
        ],
        "GitHub Classroom clones: 2 students",
        &["ann: cpp main.cpp", "bo-li: none: no C++ or Rust source, only a document (README.md)"],
    );
    assert_eq!(one(&found, "ann").hand_in.id.as_deref(), Some("ann"));
}

#[test]
fn what_a_shell_makes_of_a_download_is_one() {
    let dir = tree(&[("a_1_11_x.cpp", MAIN), ("a_1_12_y.cpp", HELPER), ("b_2_13_x.cpp", OTHER_MAIN)]);
    let mut paths: Vec<_> = fs::read_dir(dir.path()).expect("a folder").flatten().map(|e| e.path()).collect();
    paths.sort();
    let unpacked = tempfile::tempdir().expect("a folder");
    let search = Search { paths: &paths, unpacked: unpacked.path(), output: None, roster: None };
    let found = grader::submission::search(&search).expect("they exist");
    assert_eq!(lines(&found), ["a: cpp x.cpp y.cpp", "b: cpp b_2_13_x.cpp"]);
    assert_eq!(found.told().as_deref(), Some("Canvas download: 2 students, 3 files"));
}

#[test]
fn a_download_in_its_archive_and_archives_of_students_in_it() {
    let dir = tree(&[]);
    let inner = zip(&[("Game/main.cpp", MAIN), ("Game/cards.h", ""), ("__MACOSX/Game/._main.cpp", "x")]);
    let outer = {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let files: [(&str, &[u8]); 3] = [
            ("doejane_101_9001_work.zip", &inner),
            ("liwei_102_9002_main.cpp", MAIN.as_bytes()),
            ("raybo_103_9003_main.rar", b"Rar!"),
        ];
        for (name, bytes) in files {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
            std::io::Write::write_all(&mut writer, bytes).expect("its bytes");
        }
        writer.finish().expect("an archive").into_inner()
    };
    put(dir.path(), "submissions.zip", &outer);
    let (unpacked, found) = search_one(&dir.path().join("submissions.zip"));
    assert_eq!(
        lines(&found)[..2],
        ["doejane: cpp Game/main.cpp + Game/cards.h", "liwei: cpp liwei_102_9002_main.cpp"]
    );
    let Work::Closed { why } = &one(&found, "raybo").work else { panic!("{:?}", lines(&found)) };
    assert!(why.starts_with("`main.rar` is an archive of a kind that is not opened here (RAR)"), "{why}");
    assert_eq!(found.told().as_deref(), Some("Canvas download: 3 students, 3 files"));
    let jane = one(&found, "doejane");
    assert_eq!(jane.remarks, ["`work.zip`: left aside: `__MACOSX` (1 file)"]);
    assert_eq!(jane.root, unpacked.path().join("doejane"));
}

#[test]
fn hostile_names_in_downloads_stay_names() {
    let text = "Name: x\nOriginal filename: ../../../evil.cpp\nFilename: L_a_attempt_2026-11-20-23-14-55_e.cpp\n\
                Original filename: .bashrc\nFilename: L_a_attempt_2026-11-20-23-14-55_b.cpp\n";
    let dir = tree(&[]);
    let files = [
        ("L_a_attempt_2026-11-20-23-14-55.txt", text),
        ("L_a_attempt_2026-11-20-23-14-55_e.cpp", MAIN),
        ("L_a_attempt_2026-11-20-23-14-55_b.cpp", HELPER),
        ("L_a\n\u{202e}b_attempt_2026-11-20-23-14-55_x.cpp", MAIN),
        ("L_.._attempt_2026-11-20-23-14-55_x.cpp", MAIN),
        ("L_.._attempt_2026-11-20-23-14-55_y.cpp", HELPER),
    ];
    for (name, text) in files {
        put(&dir.path().join("top"), name, text.as_bytes());
    }
    let (unpacked, found) = search_one(&dir.path().join("top"));
    assert_eq!(found.submissions.len(), 3, "{:?}", lines(&found));
    let below = |path: &std::path::Path| path.starts_with(unpacked.path()) || path.starts_with(dir.path());
    assert!(found.submissions.iter().all(|one| below(&one.root) && !one.root.ends_with("..")));
    assert_eq!(lines(&found)[1], "a: cpp evil.cpp + ".trim_end_matches(" + "));
    assert!(!unpacked.path().parent().expect("a parent").join("evil.cpp").exists());
}
