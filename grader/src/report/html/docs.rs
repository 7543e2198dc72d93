//! The catalogue's texts as markup, and the page that explains every rule.

use maud::{Markup, html};

use super::frame::{Frame, Script};
use super::text::sentence;
use crate::assignment::{Assignment, RuleEntry};
use crate::grade::BUILDS_RULE;
use crate::report::Origin;

/// What the handout asks, what breaks it, what is accepted.
pub(super) fn doc(text: &str) -> Markup {
    html! {
        @for paragraph in paragraphs(text) {
            @match label(&paragraph) {
                Some((label, rest)) => { p { b { (label) ":" } " " (sentence(rest)) } }
                None => { p { (sentence(&paragraph)) } }
            }
        }
    }
}

/// The paragraphs: a blank line or a label begins one.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut begun = false;
    for line in text.trim().lines().map(str::trim) {
        if line.is_empty() {
            begun = false;
        } else if begun && label(line).is_none() {
            if let Some(last) = paragraphs.last_mut() {
                last.push(' ');
                last.push_str(line);
            }
        } else {
            paragraphs.push(line.to_owned());
            begun = true;
        }
    }
    paragraphs
}

/// The label a paragraph begins with.
fn label(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text.split_once(": ")?;
    matches!(label, "Handout" | "Broken by" | "Accepted" | "Full game" | "Extra credit")
        .then_some((label, rest))
}

/// Where the page of rules tells of a rule.
pub(super) fn anchor(assignment: Option<&str>, id: &str) -> String {
    let assignment = if id == BUILDS_RULE.id { "all" } else { assignment.unwrap_or("all") };
    format!("{assignment}-{id}")
}

/// The page of rules: the catalogue of each of these assignments.
pub(super) fn page(origin: &Origin, assignments: &[&dyn Assignment]) -> String {
    let frame = Frame {
        title: "Rules",
        origin,
        assignment: None,
        style: "body { max-width: 66rem; }",
        script: Script::None,
    };
    let rules = |assignment: &&dyn Assignment| -> Vec<&'static RuleEntry> {
        assignment.rules().iter().filter(|rule| rule.id != BUILDS_RULE.id).collect()
    };
    frame.page(
        &html! { nav aria-label="Pages" { a href="index.html" { "Overview" } } },
        &html! {
            h1 { "Rules" }
            p.lead { "What each rule asks, what breaks it, and what is accepted." }
            h2 { "Every assignment" }
            (entry(None, &BUILDS_RULE))
            @for assignment in assignments {
                h2 { (assignment.id()) }
                @for rule in rules(assignment) { (entry(Some(assignment.id()), rule)) }
            }
        },
    )
}

fn entry(assignment: Option<&str>, rule: &RuleEntry) -> Markup {
    html! {
        section.rule id=(anchor(assignment, rule.id)) {
            h3 { code { (rule.id) } " " (rule.title) }
            (doc(rule.doc))
        }
    }
}
