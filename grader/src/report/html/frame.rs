//! What every page has: head, policy, skip link, landmarks, footer.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

use super::text::Line;
use crate::report::Origin;

/// A page before what is special about it.
pub(super) struct Frame<'a> {
    /// What the page is about, for the tab.
    pub(super) title: &'a str,
    /// With what the grades were made.
    pub(super) origin: &'a Origin,
    /// The assignment whose spec the footer names; all of them without it.
    pub(super) assignment: Option<&'a str>,
    /// Styles of this kind of page.
    pub(super) style: &'static str,
    /// What the page does beside being read.
    pub(super) script: Script,
}

/// The scripts there are; no page needs one to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// None.
    None,
    /// Sorts and filters the class.
    Class,
    /// Copies commands.
    Student,
}

/// How a page of this grader's begins: by this a later run knows what it may replace and remove.
pub(super) const MARK: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"grader pages\">";

pub(super) const COMMON_CSS: &str = include_str!("common.css");
pub(super) const CLASS_CSS: &str = include_str!("class.css");
pub(super) const STUDENT_CSS: &str = include_str!("student.css");
const CLASS_JS: &str = include_str!("class.js");
const STUDENT_JS: &str = include_str!("student.js");

impl Script {
    const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Class => CLASS_JS,
            Self::Student => STUDENT_JS,
        }
    }

    /// What the page may do: show itself, and run this one script. It can reach nothing, whatever a student wrote.
    fn policy(self) -> String {
        let script = match self {
            Self::None => String::new(),
            _ => format!("; script-src 'sha256-{}'", STANDARD.encode(Sha256::digest(self.text()))),
        };
        format!("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'{script}")
    }
}

impl Frame<'_> {
    /// The whole page.
    pub(super) fn page(&self, navigation: &Markup, main: &Markup) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="generator" content="grader pages";
                    meta http-equiv="Content-Security-Policy" content=(self.script.policy());
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    title { (Line(self.title)) }
                    style { (PreEscaped(COMMON_CSS)) (PreEscaped(self.style)) }
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    header.top { (navigation) }
                    main #main tabindex="-1" { (main) }
                    (self.footer())
                    @if self.script != Script::None { script { (PreEscaped(self.script.text())) } }
                }
            }
        };
        page.into_string()
    }

    /// With what the grades were made, for appeals.
    fn footer(&self) -> Markup {
        let wanted = |id: &str| self.assignment.is_none_or(|assignment| assignment == id);
        let specs = self.origin.spec_versions.iter().filter(|(id, _)| wanted(id));
        html! {
            footer {
                @if !self.origin.grader.is_empty() { span { "Made by " (Line(&self.origin.grader)) } }
                @for (id, version) in specs { span { "spec " (Line(id)) " " code { (Line(version)) } } }
                @if !self.origin.started.is_empty() {
                    span { "run of " time datetime=(Line(&self.origin.started)) { (when(&self.origin.started)) } }
                }
            }
        }
    }
}

/// A moment as people read it; what is none stays as it is.
pub(super) fn when(moment: &str) -> Markup {
    let shown = match moment.parse::<jiff::Timestamp>() {
        Ok(moment) => moment.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => moment.to_owned(),
    };
    html! { (Line(&shown)) }
}
