//! One submission's page.

use maud::{Markup, html};

use super::docs::doc;
use super::frame::{Frame, STUDENT_CSS, Script, when};
use super::proof::{proof, words};
use super::text::{Block, Line, name, sentence};
use super::words::{Mark, count, of_points, points, state};
use super::{Audience, Neighbour};
use crate::assignment::{Assignment, RuleEntry};
use crate::grade::{AdjustmentKind, CheckEntry, Entry, EvidenceEntry, State};
use crate::report::{Origin, number, rule};

/// The pages before and after a page among the others.
pub(super) struct Neighbours<'a> {
    pub(super) previous: Option<&'a Neighbour>,
    pub(super) next: Option<&'a Neighbour>,
}

/// What every part of the page needs.
struct Page<'a> {
    entry: &'a Entry,
    assignments: &'a [&'a dyn Assignment],
    audience: Audience,
}

/// The page; without neighbours it stands alone.
pub(super) fn page(
    entry: &Entry,
    origin: &Origin,
    assignments: &[&dyn Assignment],
    audience: Audience,
    neighbours: Option<&Neighbours<'_>>,
) -> String {
    let masked;
    let entry = match audience {
        Audience::Teacher => entry,
        Audience::Student => {
            masked = entry.for_student();
            &masked
        }
    };
    let title = entry.hand_in.name.as_deref().unwrap_or(&entry.student);
    let assignment = entry.assignment.as_deref();
    let frame = Frame { title, origin, assignment, style: STUDENT_CSS, script: Script::Student };
    let page = Page { entry, assignments, audience };
    let navigation = html! { @if let Some(neighbours) = neighbours { (around(neighbours)) } };
    frame.page(&navigation, &page.main(origin))
}

fn around(neighbours: &Neighbours<'_>) -> Markup {
    html! {
        nav aria-label="Pages" {
            a href="../index.html" { "Overview" }
            a href="../rules.html" { "Rules" }
            span.gap {}
            @if let Some(Neighbour { student, file }) = neighbours.previous {
                a rel="prev" href=(file) { span aria-hidden="true" { "← " } span.sr { "Previous: " } (name(student)) }
            }
            @if let Some(Neighbour { student, file }) = neighbours.next {
                a rel="next" href=(file) { span.sr { "Next: " } (name(student)) span aria-hidden="true" { " →" } }
            }
        }
    }
}

impl Page<'_> {
    fn main(&self, origin: &Origin) -> Markup {
        let entry = self.entry;
        html! {
            h1 { (name(entry.hand_in.name.as_deref().unwrap_or(&entry.student))) }
            (self.facts())
            (self.score())
            @if !origin.complete && !origin.started.is_empty() && self.audience == Audience::Teacher {
                p.notice { "The run was stopped; this grade may be of an earlier one." }
            }
            (self.remarks())
            @if !entry.checks.is_empty() {
                h2 { "Rules" }
                (self.table())
                (self.findings())
            }
        }
    }

    fn facts(&self) -> Markup {
        let Entry { student, hand_in, assignment, language, .. } = self.entry;
        let language = match language.as_deref() {
            Some("cpp") => Some("C++"),
            Some("rust") => Some("Rust"),
            other => other,
        };
        html! {
            dl.whose {
                @if hand_in.name.is_some() { (fact("Hand-in", student)) }
                (fact("Assignment", assignment.as_deref().unwrap_or("not known")))
                @if let Some(language) = language { (fact("Language", language)) }
                @if let Some(id) = &hand_in.id { (fact("Id", id)) }
                @if let Some(email) = &hand_in.email { (fact("E-mail", email)) }
                @if let Some(section) = &hand_in.section { (fact("Section", section)) }
                @if !hand_in.members.is_empty() {
                    div {
                        dt { "Group" }
                        dd {
                            @for (index, member) in hand_in.members.iter().enumerate() {
                                @if index > 0 { ", " }
                                (name(member))
                            }
                        }
                    }
                }
                @if hand_in.submitted.is_some() || hand_in.late {
                    div {
                        dt { "Handed in" }
                        dd {
                            @if let Some(submitted) = &hand_in.submitted { (when(submitted)) }
                            @else { "at a time that is not known" }
                            @if hand_in.late { ", " b.late { "late" } }
                        }
                    }
                }
            }
        }
    }

    /// The points, and what changed them beside the rules.
    fn score(&self) -> Markup {
        let entry = self.entry;
        let changed: f64 = entry.adjustments.iter().map(|adjustment| adjustment.points).sum();
        let ruled = entry.checks.iter().filter(|check| check.ruling.is_some()).count();
        html! {
            section.score aria-label="Points" {
                @if entry.possible > 0.0 {
                    p.points {
                        b { (points(entry)) } " of " (of_points(entry.possible))
                        @if entry.extra != 0.0 { ", " b { (signed(entry.extra)) } " extra credit" }
                    }
                }
                @if !entry.checks.is_empty() { p { (self.tally()) } }
                @if entry.state != State::Graded { p.state { (headline(entry.state, self.audience)) } }
                @if entry.open > 0.0 { p { (of_points(entry.open)) " open: a person may still give them." } }
                @if ruled > 0 { p { (count(ruled, "rule")) " ruled by a person, marked in the table below." } }
                @if !entry.adjustments.is_empty() {
                    p { "In these points, beside the rules (" (signed(changed)) "):" }
                    ul {
                        @for adjustment in &entry.adjustments {
                            li {
                                b { (signed(adjustment.points)) } " " (kind(adjustment.kind)) ": "
                                (sentence(&adjustment.reason))
                            }
                        }
                    }
                }
            }
        }
    }

    /// How many rules came to what.
    fn tally(&self) -> String {
        let parts = Mark::ALL.into_iter().filter_map(|mark| {
            let count = self.with(mark).len();
            (count > 0).then(|| format!("{count} {}", mark.word()))
        });
        let parts: Vec<String> = parts.collect();
        format!("{}: {}.", count(self.entry.checks.len(), "rule"), parts.join(", "))
    }

    fn remarks(&self) -> Markup {
        let own_reason = matches!(self.entry.state, State::Review | State::Fault | State::NoSource);
        let (why, remarks) =
            self.entry.remarks.split_at(usize::from(own_reason).min(self.entry.remarks.len()));
        html! {
            @for why in why { div.notice { b { "Why: " } (remark(why)) } }
            @if !remarks.is_empty() {
                h2 { "Remarks" }
                p.cap { "They cost nothing." }
                ul.remarks { @for said in remarks { li { (remark(said)) } } }
            }
        }
    }

    fn table(&self) -> Markup {
        html! {
            div.box role="region" tabindex="0" aria-label="All rules" {
                table.rules {
                    thead { tr {
                        th scope="col" { "Verdict" } th scope="col" { "Rule" } th scope="col" { "What it asks" }
                        th.num scope="col" { "Points" }
                    } }
                    tbody { @for check in &self.entry.checks { (self.row(check)) } }
                }
            }
        }
    }

    fn row(&self, check: &CheckEntry) -> Markup {
        let mark = Mark::of(check);
        html! {
            tr {
                td { (verdict(mark)) }
                th scope="row" {
                    a href={ "#" (target(check)) } { code { (Line(&check.id)) } }
                    @if check.hidden { " " (self.hidden()) }
                }
                td {
                    (self.title(check))
                    @if let Some(ruling) = &check.ruling {
                        div.ruling {
                            b { "Ruled by a person" } "; the grader alone gave " (of_points(ruling.graded)) ". "
                            (sentence(&ruling.reason))
                        }
                    }
                }
                td.num {
                    @if check.ruling.is_some() { span.sr { "ruled: " } span aria-hidden="true" { "R " } }
                    (number(check.points)) @if check.extra { " of +" } @else { " of " } (number(check.possible))
                }
            }
        }
    }

    fn hidden(&self) -> Markup {
        match self.audience {
            Audience::Teacher => {
                html! { span.tag title="Students see a hidden check in its place" { "hidden from students" } }
            }
            Audience::Student => html! { span.tag { "hidden check" } },
        }
    }

    fn known(&self, check: &CheckEntry) -> Option<&RuleEntry> {
        rule(self.assignments, self.entry.assignment.as_deref(), &check.id)
    }

    fn title(&self, check: &CheckEntry) -> Markup {
        let masked = check.hidden && self.audience == Audience::Student;
        html! {
            @if let Some(rule) = self.known(check) { (sentence(rule.title)) }
            @else if masked { "A check that is not told." }
        }
    }

    /// Every rule, the failed first: with its proof where it failed or is to be looked at, else in a line.
    fn findings(&self) -> Markup {
        html! {
            @for (mark, heading) in [
                (Mark::Fail, "Failed"),
                (Mark::Review, "To look at"),
                (Mark::Unseen, "Never came up"),
                (Mark::Skipped, "Not judged"),
                (Mark::Untried, "Beyond the points, not attempted"),
                (Mark::Pass, "Passed"),
            ] {
                @let checks = self.with(mark);
                @if !checks.is_empty() { h2 { (heading) " (" (checks.len()) ")" } }
                @if mark == Mark::Fail && checks.iter().any(|check| is_play(check)) { (legend()) }
                @for check in checks {
                    @if matches!(mark, Mark::Fail | Mark::Review) || check.evidence.is_some() { (self.finding(check)) }
                    @else { (self.brief(check)) }
                }
            }
        }
    }

    fn with(&self, mark: Mark) -> Vec<&CheckEntry> {
        self.entry.checks.iter().filter(|check| Mark::of(check) == mark).collect()
    }

    fn finding(&self, check: &CheckEntry) -> Markup {
        let mark = Mark::of(check);
        let worth = if check.extra { "extra points" } else { "points" };
        html! {
            article.rule id=(target(check)) {
                h3 {
                    (verdict(mark)) " " code { (Line(&check.id)) } " "
                    span.title { (self.title(check)) }
                    @if check.hidden { " " (self.hidden()) }
                    " " span.worth {
                        (number(check.points)) " of " (number(check.possible)) " " (worth)
                        @if check.seen > 1 && check.broken > 0 { ", broken " (check.broken) " of " (check.seen) " times" }
                    }
                }
                @if !check.message.is_empty() { p.message { (sentence(&check.message)) } }
                @if let Some(evidence) = &check.evidence { (proof(evidence, self.audience)) }
                @if let Some(rule) = self.known(check) {
                    details { summary { "What the rule asks" } (doc(rule.doc)) }
                }
            }
        }
    }

    /// A rule in a line, which opens to what it asks.
    fn brief(&self, check: &CheckEntry) -> Markup {
        let said = html! {
            (verdict(Mark::of(check))) " " code { (Line(&check.id)) } " "
            @if check.hidden { (self.hidden()) " " }
            (sentence(&check.message))
        };
        html! {
            @if let Some(rule) = self.known(check) {
                details.brief id=(target(check)) { summary { (said) } (doc(rule.doc)) }
            } @else {
                p.brief id=(target(check)) { (said) }
            }
        }
    }
}

fn is_play(check: &CheckEntry) -> bool {
    matches!(check.evidence, Some(EvidenceEntry::Play { .. }))
}

/// Where the page tells more of a rule.
fn target(check: &CheckEntry) -> String {
    format!("rule-{}", check.id)
}

fn fact(term: &str, text: &str) -> Markup {
    html! { div { dt { (term) } dd { (name(text)) } } }
}

/// The verdict, in a sign and a word.
fn verdict(mark: Mark) -> Markup {
    html! { span class={ "v " (mark.class()) } { span aria-hidden="true" { (mark.sign()) " " } (mark.word()) } }
}

/// A number with its sign.
fn signed(points: f64) -> String {
    if points > 0.0 { format!("+{}", number(points)) } else { number(points).replace('-', "−") }
}

fn headline(of: State, audience: Audience) -> &'static str {
    match of {
        State::Graded => state(of),
        State::Review => "A person must look at this program.",
        State::NotBuilt => "It does not compile.",
        State::NoSource => "There is no source file.",
        State::Fault if audience == Audience::Student => "The grader failed, which is not your fault.",
        State::Fault => "The grader failed, which says nothing about the student.",
    }
}

const fn kind(kind: AdjustmentKind) -> &'static str {
    match kind {
        AdjustmentKind::Late => "for lateness",
        AdjustmentKind::Cap => "over the limit of extra credit",
        AdjustmentKind::Ruling => "by a person’s ruling",
    }
}

/// How the heading of the remark that holds a diff begins.
const DIFFERENCES: &str = "Differences from the published text:";

fn remark(said: &str) -> Markup {
    html! {
        @match said.strip_prefix(DIFFERENCES) {
            Some(diff) => {
                (DIFFERENCES) " " del { "missing" } ", " ins { "added" } ", ‹typed›"
                (words(diff.trim_start_matches('\n')))
            }
            None if said.trim().contains('\n') => { pre.source tabindex="0" { (Block(said.trim())) } }
            None => { (sentence(said)) }
        }
    }
}

/// How to read a transcript.
fn legend() -> Markup {
    html! {
        p.legend {
            "In a transcript, plain text is what the program printed, "
            b.typed { "text behind this sign" } " is what was typed, and "
            em.note { "text behind an arrow" } " is the grader’s note."
        }
    }
}
