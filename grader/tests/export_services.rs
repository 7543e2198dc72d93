//! What Gradescope and GitHub Classroom are given, and the commands that give it.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command as Process;

use assert_cmd::Command;
use base64::Engine as _;
use grader::assignment::Assignment;
use grader::assignment::casino::Casino;
use grader::grade::{Entry, State};
use grader::report::Origin;
use grader::report::export::{Titles, github, gradescope, gradescope_failure};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use serde::Deserialize;
use serde_json::{Value, json};

const ASSIGNMENTS: &[&dyn Assignment] = &[&Casino];

fn titles() -> Titles<'static> {
    Titles::new(ASSIGNMENTS)
}

fn grader() -> Command {
    let mut command = Command::cargo_bin("grader").expect("the binary is built");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace"));
    command
}

/// Gradescope's form as its documentation has it, and nothing beyond it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read to see that it is there, or that nothing else is")]
struct Gradescope {
    score: f64,
    execution_time: Option<f64>,
    output: String,
    output_format: Format,
    test_output_format: Format,
    test_name_format: Format,
    visibility: Option<Visibility>,
    stdout_visibility: Visibility,
    extra_data: Value,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Test {
    score: f64,
    max_score: f64,
    status: Option<Status>,
    name: String,
    number: String,
    output: String,
    tags: Vec<String>,
    visibility: Visibility,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Format {
    Text,
    Html,
    #[serde(rename = "simple_format")]
    Simple,
    Md,
    Ansi,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Visibility {
    Hidden,
    AfterDueDate,
    AfterPublished,
    Visible,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Status {
    Passed,
    Failed,
}

fn read(text: &str) -> Gradescope {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn entry(text: &str) -> Entry {
    let check = |id: &str, status: &str, points: f64, more: Value| {
        let mut check = json!({"id": id, "status": status, "points": points, "possible": 4.0, "seen": 1, "broken": 1,
            "message": text, "evidence": null});
        check.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        check
    };
    let play = json!({"evidence": {"kind": "play", "seed": 7, "player": "x", "answers": ["1"],
        "excerpt": text.repeat(50), "replay": "grader play p --seed 7"}});
    serde_json::from_value(
        json!({"student": text, "assignment": "casino", "language": "cpp", "state": "graded",
        "points": 8.0, "open": 4.0, "possible": 20.0, "extra": 4.0, "remarks": [text],
        "checks": [
            check("builds", "pass", 4.0, json!({})),
            check("totals", "fail", 0.0, play),
            check("payout", "fail", 0.0, json!({"hidden": true})),
            check("outcome", "review", 0.0, json!({})),
            check("replay", "fail", 4.0, json!({"ruling": {"graded": 0.0, "reason": text}})),
            check("draw-card", "pass", 4.0, json!({"extra": true})),
        ]}),
    )
    .expect("an entry")
}

#[test]
fn gradescope_is_given_what_it_documents() {
    for text in ["plain", "\u{1b}[31m<script>&\"\n\u{202e}🂡", ""] {
        let outcome = read(&gradescope(&entry(text), &Origin::default(), titles()));
        assert!((outcome.score - 12.0).abs() < 1e-9, "extra credit counts");
        assert!(
            outcome.output.starts_with("8 of 20 points for certain, and 4 of extra credit: 12; a person")
        );
        assert_eq!((outcome.output_format, outcome.stdout_visibility), (Format::Text, Visibility::Hidden));
        let sum: f64 = outcome.tests.iter().map(|test| test.score).sum();
        assert!((sum - outcome.score).abs() < 1e-9, "the tests add up");
        let most: f64 = outcome.tests.iter().map(|test| test.max_score).sum();
        assert!((most - 20.0).abs() < 1e-9, "extra credit is no part of the maximum");
        let seen: Vec<_> = outcome.tests.iter().map(|test| &test.visibility).collect();
        assert_eq!(seen.iter().filter(|seen| ***seen == Visibility::Hidden).count(), 1);
        assert_eq!(outcome.tests[2].visibility, Visibility::Hidden);
        assert_eq!(outcome.tests[1].status, Some(Status::Failed));
        assert_eq!(outcome.tests[3].status, None);
        assert_eq!(outcome.tests[4].status, Some(Status::Passed), "a person ruled so");
        assert_eq!(outcome.tests[5].tags, ["extra-credit"]);
        assert_eq!(outcome.tests[1].name, "Totals are the sum of the cards");
        let words = outcome.tests.iter().map(|test| format!("{}{}{}", test.name, test.number, test.output));
        assert!(!words.collect::<String>().contains(['\u{1b}', '\u{202e}']));
        assert_eq!(outcome.extra_data["settled"], false);
    }
}

#[test]
fn gradescope_never_shows_a_zero_that_is_no_grade() {
    let mut fault = entry("x");
    (fault.state, fault.points, fault.extra) = (State::Fault, 0.0, 0.0);
    for text in [gradescope(&fault, &Origin::default(), titles()), gradescope_failure("out of memory")] {
        let outcome = read(&text);
        assert!(outcome.output.starts_with("No grade yet"), "{}", outcome.output);
        // While a test waits for the grades to be published a student sees no total.
        assert!(outcome.tests.iter().any(|test| test.visibility == Visibility::AfterPublished));
        assert_eq!(outcome.extra_data["settled"], false);
    }
}

/// What the reporter of GitHub Classroom reads.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Classroom {
    version: u32,
    status: String,
    max_score: f64,
    tests: Vec<ClassroomTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassroomTest {
    name: String,
    status: String,
    score: f64,
    message: Option<String>,
}

#[test]
fn github_classroom_is_given_what_its_reporter_reads() {
    for text in ["plain", "\u{1b}[31m\"\n🂡 ::error::", &"long ".repeat(20_000)] {
        let line = github(&entry(text), titles());
        let encoded =
            line.strip_prefix("result=").and_then(|rest| rest.strip_suffix('\n')).expect("one line");
        assert!(encoded.len() < 128 << 10, "an environment variable holds it");
        let json = base64::engine::general_purpose::STANDARD.decode(encoded).expect("base64");
        let outcome: Classroom = serde_json::from_slice(&json).expect("the reporter's form");
        let sum: f64 = outcome.tests.iter().map(|test| test.score).sum();
        assert!((sum - 12.0).abs() < 1e-9, "the reporter adds the scores up");
        assert!((outcome.max_score - 20.0).abs() < 1e-9);
        assert_eq!((outcome.version, outcome.status.as_str()), (1, "fail"));
        assert_eq!(outcome.tests[2].name, "A hidden check");
        assert!(outcome.tests.iter().all(|test| ["pass", "fail", "error"].contains(&test.status.as_str())));
        let told = outcome.tests[1].message.as_deref().expect("a failed rule is told");
        assert!(!told.contains('\u{1b}'), "{told}");
    }
}

/// Unpacks the bundle as Gradescope does, with what its files may do.
fn unpack(bundle: &Path, source: &Path) {
    let bytes = fs::read(bundle).expect("the bundle");
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).expect("a file");
        let path = source.join(file.enclosed_name().expect("a plain name"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::io::copy(&mut file, &mut fs::File::create(&path).expect("a file")).expect("it is written");
        let mode = file.unix_mode().expect("a mode");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
    }
}

/// Hands a program in and runs the bundle's script.
fn run(home: &Path, program: Option<&str>) -> Gradescope {
    let submission = home.join("submission");
    let _ = fs::remove_dir_all(&submission);
    fs::create_dir_all(&submission).expect("a folder");
    if let Some(program) = program {
        fs::write(submission.join("blackjack.cpp"), program).expect("a file");
    }
    let _ = fs::remove_file(home.join("results/results.json"));
    let run = Process::new(home.join("run_autograder")).env("AUTOGRADER", home).current_dir(home).output();
    let run = run.expect("the script starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    read(&fs::read_to_string(home.join("results/results.json")).expect("there is always a result"))
}

#[test]
fn the_bundle_judges_as_gradescope_runs_it() {
    let home = tempfile::tempdir().expect("a folder");
    // Students' programs run as another user, who has to come this far.
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
    let (bundle, source) = (home.path().join("bundle.zip"), home.path().join("source"));
    grader()
        .args(["gradescope", "-a", "casino", "-o"])
        .arg(&bundle)
        .assert()
        .success()
        .stderr(contains("set the assignment's points to 100"));
    unpack(&bundle, &source);
    let setup =
        Process::new(source.join("setup.sh")).env("AUTOGRADER", home.path()).output().expect("it starts");
    assert!(setup.status.success(), "{}", String::from_utf8_lossy(&setup.stderr));
    fs::copy(source.join("run_autograder"), home.path().join("run_autograder")).expect("it is copied");

    let legal = include_str!("edges/casino.cpp");
    let outcome = run(home.path(), Some(legal));
    assert!(outcome.score > 50.0, "{}", outcome.output);
    assert!(outcome.tests.len() > 20);
    let broken = run(home.path(), Some("int main() { return }\n"));
    assert!(broken.score.abs() < 1e-9 && broken.extra_data["settled"] == true, "{}", broken.output);
    assert!(broken.output.contains("does not compile"), "{}", broken.output);
    // Nothing was handed in, and then the grader itself is broken: no grade either time.
    let empty = run(home.path(), None);
    assert_eq!(empty.extra_data["settled"] == true, empty.output.contains("no source"), "{}", empty.output);
    fs::remove_file(source.join("grader")).expect("it is there");
    fs::write(source.join("grader"), "#!/bin/sh\nkill -9 $$\n").expect("a file");
    fs::set_permissions(source.join("grader"), fs::Permissions::from_mode(0o755)).expect("a mode");
    let fault = run(home.path(), Some(legal));
    assert!(
        fault.output.starts_with("No grade yet") && fault.extra_data["settled"] == false,
        "{}",
        fault.output
    );
}

/// An output folder with these entries.
fn grades(entries: &[Entry]) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let text = grader::grade::Results::new(entries.to_vec()).text();
    fs::write(home.path().join("results.json"), text).expect("a file");
    home
}

#[test]
fn exports_are_commands() {
    let home = grades(&[entry("doejane_101_5_main")]);
    let export = |args: &[&str]| {
        let mut command = grader();
        command.arg("export").args([args[0]]).arg(home.path()).args(&args[1..]).assert()
    };
    for form in ["csv", "junit", "markdown", "gradescope", "github", "annotations"] {
        let shown = export(&[form]).success().stderr("").get_output().stdout.clone();
        let file = home.path().join("out");
        export(&[form, "-o", file.to_str().expect("a name")]).success().stdout("").stderr("");
        assert_eq!(fs::read(&file).expect("a file"), shown, "{form}");
    }
    let folder = home.path().join("letters");
    export(&["feedback", "-o", folder.to_str().expect("a name")])
        .success()
        .stderr(starts_with("1 files in "));
    assert!(folder.join("doejane_101_5_main.txt").exists());
    // Pages beside the texts are of the same class; what an earlier one left is not, and stays.
    let html = export(&["feedback", "--html", "-o", folder.to_str().expect("a name")]).success();
    assert!(!String::from_utf8_lossy(&html.get_output().stderr).contains("other"));
    fs::create_dir(folder.join("Bo Ray_7_assignsubmission_file_")).expect("a folder");
    for name in ["leekim.txt", "Bo Ray_7_assignsubmission_file_/feedback.txt", "notes.pdf"] {
        fs::write(folder.join(name), "").expect("a file");
    }
    export(&["feedback", "-o", folder.to_str().expect("a name")]).success().stderr(
        starts_with("1 files in ")
            .and(contains("\n2 other texts lie in ").and(contains("are not of this class"))),
    );
    assert!(folder.join("leekim.txt").exists());
    let gradebook = home.path().join("export.csv");
    fs::write(&gradebook, "Student,ID,SIS Login ID,Section,Casino (9)\n\"Doe, Jane\",101,jd,A,\n")
        .expect("a file");
    let from = gradebook.to_str().expect("a name");
    export(&["canvas", "--from", from])
        .success()
        .stdout(contains("\"Doe, Jane\",101,jd,A,\n"))
        .stderr(contains("4 points are still open"));
}

#[test]
fn wrong_usage_says_what_to_do() {
    let home = grades(&[entry("a"), entry("b")]);
    let nowhere = home.path().join("nowhere");
    let export = |args: &[&str]| {
        let mut command = grader();
        command.arg("export").args([args[0]]).arg(home.path()).args(&args[1..]).assert().code(2)
    };
    export(&["gradescope"]).stderr(contains("has 2 submissions").and(contains("--student")));
    export(&["canvas"]).stderr(contains("--from export.csv"));
    export(&["moodle", "--from", nowhere.to_str().expect("a name")]).stderr(contains("cannot read"));
    export(&["csv", "--student", "c"]).stderr(contains("no student `c`"));
    export(&["csv", "-a", "casnio"]).stderr(contains("did you mean `casino`"));
    export(&["csv", "-o", "/proc/none/x"]).stderr(contains("name another place with -o"));
    fs::write(&nowhere, b"Student,ID\xff").expect("a file");
    export(&["canvas", "--from", nowhere.to_str().expect("a name")]).stderr(contains("is not UTF-8"));
    grader().args(["export", "csv", "/nowhere"]).assert().code(2).stderr(contains("/nowhere/results.json"));
    fs::write(home.path().join("results.json"), "{}").expect("a file");
    export(&["csv"]).stderr(contains("is not what `grader check` writes"));
}

#[test]
fn shells_and_man_find_the_commands() {
    for (shell, word) in [("bash", "_grader"), ("zsh", "#compdef grader"), ("fish", "complete -c grader")] {
        grader()
            .args(["completions", shell])
            .assert()
            .success()
            .stdout(contains(word).and(contains("export")));
    }
    let home = tempfile::tempdir().expect("a folder");
    grader().arg("man").arg(home.path()).assert().success();
    let page = fs::read_to_string(home.path().join("grader-export.1")).expect("a page");
    assert!(page.contains(".TH") && page.contains("grader\\-export"), "{page}");
    assert!(home.path().join("grader.1").exists());
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let class = tempfile::tempdir().expect("a folder");
    fs::write(class.path().join("main.cpp"), "int main() { return }\n").expect("a file");
    let verify = ["verify", "-a", "casino"];
    let plain = grader().args(verify).arg(class.path()).assert().code(1).get_output().stdout.clone();
    assert!(!plain.contains(&0x1b), "a pipe has no colours");
    let forced = grader()
        .args(verify)
        .arg(class.path())
        .env("CLICOLOR_FORCE", "1")
        .assert()
        .get_output()
        .stdout
        .clone();
    assert!(forced.contains(&0x1b), "they can be asked for");
    let text = String::from_utf8(plain).expect("text");
    assert!(text.contains("Fix this first, worth 4 points. The rule: The program compiles"), "{text}");
}
