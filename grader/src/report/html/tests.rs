use std::collections::BTreeSet;

use serde_json::json;

use super::frame::{CLASS_CSS, COMMON_CSS, MARK, STUDENT_CSS};
use super::*;
use crate::assignment::casino::Casino;

/// What a student may be called, print or write.
const HOSTILE: &str =
    "<script>alert(1)</script>\"'&<!--]]>\u{202e}\u{0}\u{200b}</pre><img src=x onerror=alert(2)>";

fn assignments() -> Vec<&'static dyn Assignment> {
    vec![&Casino]
}

fn origin() -> Origin {
    Origin {
        grader: "grader 0.1.0 (0123456789abcdef)".to_owned(),
        spec_versions: [("casino".to_owned(), "ab12cd34".to_owned())].into(),
        started: "2026-11-30T12:05:21Z".to_owned(),
        complete: true,
    }
}

fn check(id: &str, status: &str, points: f64, possible: f64) -> serde_json::Value {
    json!({
        "id": id, "status": status, "points": points, "possible": possible, "seen": 20, "broken": 3,
        "message": format!("What was found of `{id}`."), "evidence": null,
    })
}

fn entry(student: &str, state: &str, points: f64, open: f64, checks: &[serde_json::Value]) -> Entry {
    let entry = json!({
        "student": student, "assignment": "casino", "language": "cpp", "state": state, "points": points,
        "open": open, "possible": 12.0, "extra": 0.0, "remarks": [], "checks": checks,
    });
    serde_json::from_value(entry).expect("it has the form of an entry")
}

/// A failure with all that evidence may have.
fn failed() -> Entry {
    let mut ace = check("ace-low", "fail", 2.0, 4.0);
    ace["hidden"] = json!(true);
    ace["ruling"] = json!({"graded": 0.0, "reason": "A <slip> of the pen."});
    ace["evidence"] = json!({
        "kind": "play", "seed": 21, "player": "bets & draws", "answers": ["1", "", "<y>"], "at_home": true,
        "excerpt": "  Bet <b>?\n> 1\n  Total: 27       <- 7 + 9 = 16; then A as 1 = 17, shown 27\n> \n  [… 3 lines …]",
        "expected": "An ace adds 1.", "replay": "grader play 'a class/lee' --seed 21 --answers '1,,<y>'",
        "diff": "You [-win-]{+won+} $50\n‹y›",
    });
    let mut call = check("draw-card", "fail", 0.0, 4.0);
    call["evidence"] = json!({
        "kind": "call", "function": "draw_card", "arguments": "card, 10", "result": "returns \"<11>\"",
        "expected": "It returns 1.", "replay": "std::cout << draw_card(card, 10);",
    });
    let mut entry = entry("lee", "graded", 6.0, 0.0, &[check("builds", "pass", 4.0, 4.0), ace, call]);
    entry.hand_in = serde_json::from_value(json!({
        "name": "Lee <Jo>", "id": "123", "section": "A&B", "members": ["Lee", "Kim"],
        "submitted": "2026-11-20T23:59:00Z", "late": true,
    }))
    .expect("it has the form of a hand-in");
    let late = json!([{"kind": "late", "points": -1.5, "reason": "One day late."}]);
    entry.adjustments = serde_json::from_value(late).expect("they have the form of adjustments");
    entry.remarks.push("Differences from the published text:\nYou {+have+}".to_owned());
    entry
}

fn class() -> Vec<Entry> {
    let mut hostile = entry(HOSTILE, "review", 0.0, 12.0, &[check("builds", "review", 0.0, 4.0)]);
    hostile.remarks.push(HOSTILE.to_owned());
    hostile.checks[0].message = format!("{HOSTILE} `code {HOSTILE}` and ` alone");
    let source = json!({"kind": "source", "file": HOSTILE, "line": 3, "excerpt": HOSTILE});
    hostile.checks[0].evidence = serde_json::from_value(source).expect("it has the form of evidence");
    hostile.hand_in.section = Some(HOSTILE.to_owned());
    hostile.hand_in.late = true;
    let mut unknown = entry("who", "no-source", 0.0, 0.0, &[]);
    (unknown.assignment, unknown.language) = (None, None);
    let builds = check("builds", "fail", 0.0, 4.0);
    let skipped = [builds, check("ace-low", "skipped", 0.0, 4.0)];
    let seen = [check("builds", "pass", 4.0, 4.0), check("stop-rich", "unseen", 0.0, 8.0)];
    vec![
        hostile,
        entry("kim", "not-built", 0.0, 0.0, &skipped),
        failed(),
        entry("moss", "graded", 4.0, 8.0, &seen),
        unknown,
    ]
}

/// The pages of the class by name.
fn pages() -> Vec<(String, String)> {
    let home = tempfile::tempdir().expect("a folder");
    let index = write(home.path(), &origin(), &assignments(), class()).expect("the pages are written");
    assert_eq!(index, home.path().join("index.html"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("the page is there");
    let mut pages =
        vec![("index".to_owned(), read(&index)), ("rules".to_owned(), read(&home.path().join("rules.html")))];
    let students = std::fs::read_dir(home.path().join("students")).expect("the folder is there");
    let mut students: Vec<PathBuf> = students.map(|entry| entry.expect("it is readable").path()).collect();
    students.sort();
    assert_eq!(students.len(), 5);
    for path in students {
        pages.push((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), read(&path)));
    }
    pages
}

/// A page without its style and script, a tag to a line.
fn bare(page: &str) -> String {
    let mut text = page.to_owned();
    for (from, to) in [("<style>", "</style>"), ("<script>", "</script>"), ("script-src 'sha256-", "'")] {
        if let Some(start) = text.find(from).map(|at| at + from.len())
            && let Some(length) = text[start..].find(to)
        {
            text.replace_range(start..start + length, "…");
        }
    }
    text.replace("><", ">\n<")
}

fn named(name: &str) -> String {
    let pages = pages();
    pages.into_iter().find(|(known, _)| known == name).map(|(_, page)| page).expect("the page is there")
}

#[test]
fn the_overview_stays_what_it_is() {
    insta::assert_snapshot!(bare(&named("index")));
}

#[test]
fn a_students_page_stays_what_it_is() {
    // The catalogue's texts may change.
    let known: &[&dyn Assignment] = &[];
    insta::assert_snapshot!(bare(&page(&failed(), &origin(), known, Audience::Teacher)));
}

#[test]
fn nothing_of_a_students_becomes_markup() {
    for (name, page) in pages() {
        let text = bare(&page);
        assert!(
            !text.contains("<script>alert") && !text.contains("<img") && !text.contains("<!--"),
            "{name}"
        );
        assert!(!text.contains("onerror=alert(2)>"), "{name}");
        let hidden = |c: char| crate::grade::is_hidden(c) && c != '\n';
        assert!(!page.contains(hidden), "{name} has a hidden character");
        assert_eq!(page.matches("<script").count(), usize::from(name != "rules"), "{name}");
    }
    let index = named("index");
    assert!(index.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;"), "{index}");
    assert!(index.contains("\\u{202e}"), "{index}");
}

/// The names and attributes of all tags, in order.
fn tags(page: &str) -> Vec<(String, String)> {
    let text = bare(page);
    let mut tags = Vec::new();
    for part in text.split('<').skip(1) {
        // No text holds a bare sign, so each begins a tag; attributes hold none that ends it.
        let tag = part.split('>').next().unwrap_or_default();
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        tags.push((name.to_owned(), attributes.to_owned()));
    }
    tags
}

#[test]
fn tags_are_nested() {
    const VOID: [&str; 5] = ["meta", "input", "!DOCTYPE", "br", "hr"];
    // Their end tags may be left out.
    const LOOSE: [&str; 3] = ["td", "th", "tr"];
    for (name, page) in pages() {
        let mut open: Vec<String> = Vec::new();
        for (tag, _) in tags(&page) {
            if VOID.contains(&tag.as_str()) {
                continue;
            }
            if let Some(ended) = tag.strip_prefix('/') {
                while open.last().is_some_and(|last| last != ended && LOOSE.contains(&last.as_str())) {
                    open.pop();
                }
                assert_eq!(open.pop().as_deref(), Some(ended), "{name}");
            } else {
                let ends_cell = LOOSE.contains(&tag.as_str());
                while ends_cell
                    && open.last().is_some_and(|last| {
                        matches!(last.as_str(), "td" | "th") || (last == "tr" && tag == "tr")
                    })
                {
                    open.pop();
                }
                open.push(tag);
            }
        }
        assert_eq!(open, Vec::<String>::new(), "{name}");
    }
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let start = attributes.find(&format!("{name}=\""))? + name.len() + 2;
    attributes[start..].split('"').next()
}

#[test]
fn ids_are_unique_and_links_lead_somewhere() {
    let pages = pages();
    let ids = |page: &str| -> Vec<String> {
        let ids = tags(page).into_iter().filter_map(|(_, attributes)| {
            let own = format!(" {attributes}");
            attribute(&own, " id").map(str::to_owned)
        });
        ids.collect()
    };
    for (name, page) in &pages {
        let all = ids(page);
        let different: BTreeSet<&String> = all.iter().collect();
        assert_eq!(all.len(), different.len(), "{name}: {all:?}");
        for (_, attributes) in tags(page) {
            let Some(link) = attribute(&attributes, "href") else { continue };
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target =
                Path::new(file).file_stem().map_or(name.as_str(), |stem| stem.to_str().unwrap_or(""));
            let page = pages.iter().find(|(known, _)| known == target);
            let (_, page) = page.unwrap_or_else(|| panic!("{name} links to {link}"));
            assert!(fragment.is_empty() || ids(page).iter().any(|id| id == fragment), "{name}: {link}");
        }
    }
}

#[test]
fn headings_descend_a_step_at_a_time() {
    for (name, page) in pages() {
        let mut last = 0;
        for (tag, _) in tags(&page) {
            let Some(level) = tag.strip_prefix('h').and_then(|level| level.parse::<u32>().ok()) else {
                continue;
            };
            assert!(level <= last + 1, "{name}: h{level} after h{last}");
            last = level;
        }
        assert_eq!(tags(&page).iter().filter(|(tag, _)| tag == "h1").count(), 1, "{name}");
    }
}

#[test]
fn a_student_is_told_nothing_of_hidden_checks() {
    let page = page(&failed(), &origin(), &assignments(), Audience::Student);
    for secret in ["ace-low", "shown 27", "An ace adds 1", "--seed 21"] {
        assert!(!page.contains(secret), "{secret}");
    }
    assert!(page.contains("hidden-1") && page.contains("A hidden check."));
    assert!(!page.contains("index.html") && !page.contains("rules.html"), "it stands alone");
    assert!(page.contains("draw_card"), "what is not hidden is told");
}

#[test]
fn pages_are_known_by_how_they_begin() {
    for (name, page) in pages() {
        assert!(page.starts_with(MARK), "{name}");
        assert!(page.contains("default-src 'none'"), "{name}");
        assert!(page.contains("spec casino <code>ab12cd34</code>") || name == "who", "{name}");
        assert!(page.contains("2026-11-30 12:05 UTC"), "{name}");
    }
}

#[test]
fn pages_without_a_class_are_pages_too() {
    let home = tempfile::tempdir().expect("a folder");
    let index = write(home.path(), &Origin::default(), &assignments(), []).expect("the pages are written");
    assert!(std::fs::read_to_string(index).expect("it is there").contains("0 submissions."));
}

#[test]
fn a_large_class_is_whole() {
    let home = tempfile::tempdir().expect("a folder");
    let rules = [check("builds", "pass", 4.0, 4.0), check("ace-low", "fail", 0.0, 8.0)];
    let entries = (0..400).map(|n| entry(&format!("s{n:03}"), "graded", 4.0, 0.0, &rules));
    let index = write(home.path(), &origin(), &assignments(), entries).expect("the pages are written");
    let index = std::fs::read_to_string(index).expect("it is there");
    assert!(index.contains("<table class=long style=\"--width:37rem\">"), "{index}");
    assert_eq!(index.matches("<tr").count(), 400 + 4, "rows, and those of heads and feet");
    assert!(index.contains("students/s399.html") && index.len() < 400 * 200 + 40_000, "{}", index.len());
    let page = std::fs::read_to_string(home.path().join("students/s200.html")).expect("it is there");
    assert!(page.contains("href=\"s199.html\"") && page.contains("href=\"s201.html\""), "{page}");
}

/// The colours of a part of the style sheet, by name.
fn colours(css: &str) -> Vec<(String, [f64; 3])> {
    let block = css.split('}').next().unwrap_or_default();
    let parts = block.split("--").skip(1).filter_map(|part| part.split_once(": #"));
    let colour = |hex: &str, at: usize| {
        let value = u8::from_str_radix(&hex[at..at + 2], 16).expect("six digits");
        let value = f64::from(value) / 255.0;
        if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    parts.map(|(name, hex)| (name.to_owned(), [colour(hex, 0), colour(hex, 2), colour(hex, 4)])).collect()
}

#[test]
fn words_stand_out_from_what_is_behind_them() {
    // WCAG 2.2: 4.5 for text, 3 for lines and bars that say something.
    let pairs = [
        ("ink", "page", 4.5),
        ("ink", "quiet", 4.5),
        ("ink", "head", 4.5),
        ("ink", "open-back", 4.5),
        ("ink", "bad-back", 4.5),
        ("faint", "page", 4.5),
        ("faint", "quiet", 4.5),
        ("faint", "head", 4.5),
        ("link", "page", 4.5),
        ("link", "head", 4.5),
        ("link", "quiet", 4.5),
        ("good", "page", 4.5),
        ("good", "quiet", 4.5),
        ("bad", "bad-back", 4.5),
        ("bad", "page", 4.5),
        ("open", "open-back", 4.5),
        ("note", "note-back", 4.5),
        ("typed", "typed-back", 4.5),
        ("bar", "page", 3.0),
        ("faint", "page", 3.0),
    ];
    let schemes: Vec<&str> = COMMON_CSS.split(":root {").skip(1).collect();
    assert_eq!(schemes.len(), 3, "light, dark, print");
    for scheme in schemes {
        let colours = colours(scheme);
        let light = |wanted: &str| {
            let (_, [red, green, blue]) = colours.iter().find(|(name, _)| name == wanted).expect(wanted);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        for (words, back, least) in pairs {
            let (words_light, back_light) = (light(words), light(back));
            let contrast = words_light.max(back_light) / words_light.min(back_light);
            assert!(contrast >= least, "{words} on {back}: {contrast:.2}");
        }
    }
}

#[test]
fn styles_and_scripts_cannot_end_early_or_load_anything() {
    let texts = [COMMON_CSS, CLASS_CSS, STUDENT_CSS, include_str!("class.js"), include_str!("student.js")];
    for text in texts {
        assert!(!text.contains("</") && !text.contains("<!--"));
        assert!(!text.contains("url(") && !text.contains("@import") && !text.contains("http"));
    }
}
