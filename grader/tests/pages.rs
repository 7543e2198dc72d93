//! The pages in a browser: headless Chromium, from the disk.
//!
//! Where the machine has none the tests say so and do nothing; Debian's package is `chromium`.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use grader::assignment::Assignment;
use grader::assignment::bluejack::Bluejack;
use grader::assignment::casino::Casino;
use grader::grade::Entry;
use grader::report::Origin;
use grader::report::html::write;
use serde_json::{Value, json};

/// Markup that would be seen, run or fetch something if it were taken for markup.
const HOSTILE: &str = "<script>document.title='taken'</script><img src=http://canary.invalid/x>\
                       <style>@import 'http://canary.invalid/y'</style>\" onmouseover=\"document.title='taken'";

fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|candidate| candidate.is_file());
    if found.is_none() {
        eprintln!("skipped: no browser here; `apt-get install --no-install-recommends chromium` brings one");
    }
    found
}

/// Opens a page and waits until it rests; what it became is on standard output, its console on standard error.
fn open(browser: &Path, home: &Path, page: &Path, switches: &[&str]) -> Output {
    Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--enable-logging=stderr", "--v=0", "--virtual-time-budget=4000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", home.join("profile").display()))
        .args(switches)
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts")
}

fn entry(student: &str, assignment: &str, state: &str, points: f64, open: f64) -> Value {
    let failed = if points < 50.0 { "fail" } else { "pass" };
    json!({
        "student": student, "assignment": assignment, "language": "cpp", "state": state, "points": points,
        "open": open, "possible": 100.0, "extra": 0.0, "remarks": [],
        "hand_in": {"section": if student < "c" { "one" } else { "two" }},
        "checks": [
            {"id": "builds", "status": "pass", "points": 4.0, "possible": 4.0, "seen": 1, "broken": 0,
             "message": "It compiles.", "evidence": null},
            {"id": "exits-cleanly", "status": failed, "points": 0.0, "possible": 96.0, "seen": 3, "broken": 1,
             "message": HOSTILE, "evidence": {
                "kind": "play", "seed": 1, "player": "plays", "answers": [HOSTILE],
                "excerpt": format!("  {HOSTILE}\n> {HOSTILE}\n  Total 12  <- {HOSTILE}"), "replay": HOSTILE,
             }},
        ],
    })
}

/// A small class of two assignments.
fn class(folder: &Path) -> PathBuf {
    let class = [
        entry("ash", "casino", "graded", 96.0, 0.0),
        entry("birch", "bluejack", "graded", 8.5, 4.0),
        entry("cedar", "casino", "review", 4.0, 96.0),
        entry("elm", "casino", "graded", 9.5, 0.0),
        entry(HOSTILE, "casino", "graded", 100.0, 0.0),
    ];
    let entries =
        class.map(|entry| serde_json::from_value::<Entry>(entry).expect("it has the form of an entry"));
    let assignments: [&dyn Assignment; 2] = [&Casino, &Bluejack];
    write(folder, &Origin::default(), &assignments, entries).expect("the pages are written")
}

/// Every page below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let students = fs::read_dir(folder.join("students")).expect("the folder is there");
    let students = students.map(|entry| entry.expect("it is readable").path());
    let mut pages: Vec<PathBuf> = students.collect();
    pages.extend([folder.join("index.html"), folder.join("rules.html")]);
    pages
}

/// What the page said on its console.
fn console(output: &Output) -> Vec<String> {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    said.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect()
}

#[test]
fn pages_open_from_the_disk_without_a_complaint() {
    let Some(browser) = browser() else { return };
    let home = tempfile::tempdir().expect("a folder");
    let index = class(home.path());
    for page in pages(home.path()) {
        let log = home.path().join("net.json");
        let output = open(&browser, home.path(), &page, &[&format!("--log-net-log={}", log.display())]);
        let name = page.display();
        assert_eq!(console(&output), Vec::<String>::new(), "{name}");
        let asked = fs::read_to_string(&log).expect("the browser keeps a log");
        assert!(asked.contains("constants"), "{name}: the log is one");
        assert!(!asked.contains("canary.invalid/"), "{name} asked for something");
        let became = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(became.contains("<footer>"), "{name}: {became}");
        assert!(!became.contains("<title>taken") && !became.contains("<img"), "{name}");
        assert_eq!(became.matches("<script").count(), usize::from(!page.ends_with("rules.html")), "{name}");
        if page == index {
            assert!(became.contains("Sort by Student"), "the script runs under the page's policy");
        } else if became.contains("class=\"copy\"") {
            assert!(became.contains(">Copy</button>"), "{name}: the script runs under the page's policy");
        }
    }
}

#[test]
fn links_between_pages_lead_to_pages() {
    let home = tempfile::tempdir().expect("a folder");
    class(home.path());
    for page in pages(home.path()) {
        let text = fs::read_to_string(&page).expect("the page is there");
        let links: BTreeSet<&str> =
            text.split("href=\"").skip(1).filter_map(|rest| rest.split(['"', '#']).next()).collect();
        for link in links.into_iter().filter(|link| !link.is_empty()) {
            let target = page.parent().expect("it is in a folder").join(link);
            assert!(target.is_file(), "{} links to {link}", page.display());
        }
    }
}

/// What the index shows after some steps, which return a text.
fn after(steps: &str) -> Option<String> {
    let browser = browser()?;
    let home = tempfile::tempdir().expect("a folder");
    let index = class(home.path());
    let text = fs::read_to_string(&index).expect("the page is there");
    // The copy may run the steps as well, which the page's own policy forbids.
    let steps = format!(
        "<script>document.body.dataset.seen = (() => {{ \
           const shown = () => [...document.querySelectorAll('.matrix tbody tr')] \
             .filter((row) => !row.hidden && !row.closest('[hidden]')) \
             .map((row) => row.cells[0].textContent.slice(0, 5).trim()).join(' '); \
           const form = document.getElementById('filter'); \
           const set = (name, value) => {{ form.elements[name].value = value; \
             form.dispatchEvent(new Event('input', {{ bubbles: true }})); }}; \
           const sort = (name) => document.querySelector(`[data-a=casino] [aria-label=\"Sort by ${{name}}\"]`).click(); \
           {steps} }})();</script></body>"
    );
    let copy = text.replace("Content-Security-Policy", "nothing").replace("</body>", &steps);
    let path = home.path().join("copy.html");
    fs::write(&path, copy).expect("the copy is written");
    let output = open(&browser, home.path(), &path, &[]);
    assert_eq!(console(&output), Vec::<String>::new());
    let became = String::from_utf8_lossy(&output.stdout).into_owned();
    let seen = became.split("data-seen=\"").nth(1).and_then(|rest| rest.split('"').next());
    // Whether attributes show the sign as itself depends on the browser's age.
    Some(seen.unwrap_or_else(|| panic!("the steps ran: {became}")).replace("&lt;", "<"))
}

#[test]
fn tables_are_sorted_by_any_column() {
    let Some(seen) = after("sort('Points'); return shown();") else { return };
    assert_eq!(seen, "birch <scri ash elm cedar");
    let seen = after("sort('Points'); sort('Points'); return shown();");
    assert_eq!(seen.as_deref(), Some("birch cedar elm ash <scri"));
    let seen = after("sort('exits-cleanly'); return shown();");
    assert_eq!(seen.as_deref(), Some("birch cedar elm ash <scri"), "the failed first");
    let seen = after(
        "sort('Student'); return document.querySelector('[data-a=casino] [aria-sort]').getAttribute('aria-sort');",
    );
    assert_eq!(seen.as_deref(), Some("ascending"));
}

#[test]
fn tables_are_filtered_by_name_state_section_and_assignment() {
    let Some(seen) = after("set('name', 'EL'); return shown();") else { return };
    assert_eq!(seen, "elm");
    assert_eq!(after("set('state', 'review'); return shown();").as_deref(), Some("cedar"));
    assert_eq!(after("set('state', '@open'); return shown();").as_deref(), Some("birch cedar"));
    assert_eq!(after("set('assignment', 'bluejack'); return shown();").as_deref(), Some("birch"));
    let seen = after("set('section', 'two'); set('name', 'e'); return shown();");
    assert_eq!(seen.as_deref(), Some("cedar elm"));
    let told = after("set('name', 'zz'); return form.querySelector('output').textContent + shown();");
    assert_eq!(told.as_deref(), Some("0 of 5 shown"));
}

#[test]
fn check_writes_pages_and_leaves_them_out_when_told() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let home = tempfile::tempdir().expect("a folder");
    let grades = home.path().join("grades");
    let check = || {
        let mut command = assert_cmd::Command::cargo_bin("grader").expect("the binary is built");
        command.current_dir(repository).args([
            "check",
            "fixtures/casino/submissions/01-classic",
            "--only",
            "builds",
        ]);
        command.arg("-o").arg(&grades);
        command
    };
    check().arg("--no-html").assert().success();
    assert!(!grades.join("index.html").exists() && !grades.join("students").exists());
    let last = format!("the pages: {}\n", grades.join("index.html").display());
    check().assert().success().stdout(predicates::str::ends_with(last));
    let text = fs::read_to_string(grades.join("students/01-classic.html")).expect("the page is there");
    assert!(text.contains("It compiles.") && text.contains("Made by grader "), "{text}");
    fs::write(grades.join("index.html"), "mine").expect("it is written");
    check().assert().code(3).stderr(predicates::str::contains("is no page of the grader"));
    assert_eq!(fs::read_to_string(grades.join("index.html")).expect("it is there"), "mine");
}
