//! The overview of a class.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, PreEscaped, html};

use super::chart;
use super::docs::anchor;
use super::frame::{CLASS_CSS, Frame, Script};
use super::matrix;
use super::text::{Line, name, sentence};
use super::words::{Mark, Why, count, for_a_person, points, points_in_class, state};
use crate::assignment::Assignment;
use crate::grade::{Entry, State};
use crate::report::{Origin, number, rule};

/// What the overview keeps of each submission: little, however long its page is.
#[derive(Debug, Default)]
pub(super) struct Class {
    /// By assignment; those of none have the empty name.
    groups: BTreeMap<String, Group>,
    sections: BTreeSet<String>,
    states: BTreeMap<&'static str, usize>,
    people: BTreeMap<Why, Vec<Person>>,
}

/// The submissions for one assignment.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) rules: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

/// A rule of the group.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) id: String,
    pub(super) possible: f64,
    pub(super) hidden: bool,
    pub(super) extra: bool,
}

/// A submission.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) student: String,
    pub(super) person: Option<String>,
    pub(super) file: String,
    pub(super) section: Option<String>,
    pub(super) state: State,
    pub(super) points: String,
    pub(super) share: Option<f64>,
    pub(super) open: f64,
    pub(super) extra: f64,
    pub(super) adjusted: bool,
    pub(super) for_a_person: bool,
    pub(super) late: bool,
    pub(super) cells: Vec<Cell>,
}

/// A rule's verdict on a submission.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) rule: u16,
    pub(super) mark: Mark,
    pub(super) ruled: bool,
    pub(super) points: f32,
    pub(super) possible: f32,
}

/// A submission that a person should look at.
#[derive(Debug)]
struct Person {
    student: String,
    file: String,
    said: String,
}

impl Class {
    /// Takes note of a submission, whose page is `file`.
    pub(super) fn add(&mut self, entry: &Entry, file: &str) {
        *self.states.entry(state(entry.state)).or_default() += 1;
        self.sections.extend(entry.hand_in.section.clone());
        let whys = for_a_person(entry);
        for why in &whys {
            let said = said(entry, *why);
            let person = Person { student: entry.student.clone(), file: file.to_owned(), said };
            self.people.entry(*why).or_default().push(person);
        }
        let group = self.groups.entry(entry.assignment.clone().unwrap_or_default()).or_default();
        let cells = entry.checks.iter().map(|check| Cell {
            rule: group.column(&check.id, check.possible, check.hidden, check.extra),
            mark: Mark::of(check),
            ruled: check.ruling.is_some(),
            points: check.points as f32,
            possible: check.possible as f32,
        });
        let cells = cells.collect();
        group.rows.push(Row {
            student: entry.student.clone(),
            person: entry.hand_in.name.clone(),
            file: file.to_owned(),
            section: entry.hand_in.section.clone(),
            state: entry.state,
            points: points_in_class(entry),
            share: share(entry),
            open: entry.open,
            extra: entry.extra,
            adjusted: !entry.adjustments.is_empty(),
            for_a_person: !whys.is_empty(),
            late: entry.hand_in.late,
            cells,
        });
    }

    /// Whether anybody handed in for this assignment.
    pub(super) fn has(&self, assignment: &str) -> bool {
        self.groups.contains_key(assignment)
    }

    /// The whole page.
    pub(super) fn page(&self, origin: &Origin, assignments: &[&dyn Assignment]) -> String {
        let frame =
            Frame { title: "Grades", origin, assignment: None, style: CLASS_CSS, script: Script::Class };
        let all: usize = self.states.values().sum();
        frame.page(
            &html! { nav aria-label="Pages" { b aria-current="page" { "Overview" } a href="rules.html" { "Rules" } } },
            &html! {
                h1 { "Grades" }
                p.lead { (self.summary(all)) }
                @if !origin.complete && !origin.started.is_empty() {
                    p.notice { b { "The run was stopped: " } "some submissions may be missing, or stand with the grade of an earlier run." }
                }
                (self.people())
                @if all > 0 { (self.controls()) }
                @let (unknown, known): (Vec<_>, Vec<_>) = self.groups.iter().partition(|(id, _)| id.is_empty());
                @for (id, group) in known.into_iter().chain(unknown) { (self.group(id, group, assignments)) }
            },
        )
    }

    fn summary(&self, all: usize) -> String {
        let told: Vec<String> = self.states.iter().map(|(state, count)| format!("{count} {state}")).collect();
        let all = count(all, "submission");
        if told.is_empty() { format!("{all}.") } else { format!("{all}: {}.", told.join(", ")) }
    }

    /// Who needs a person, by what for.
    fn people(&self) -> Markup {
        const SHOWN: usize = 150;
        const UNFOLDED: usize = 12;
        html! {
            h2 { "For a person" }
            @if self.people.is_empty() { p { "Nobody: every grade stands." } }
            div.people {
                @for why in Why::ALL {
                    @if let Some(people) = self.people.get(&why) {
                        @let (heading, advice) = why.told();
                        details open[people.len() <= UNFOLDED] {
                            summary { b { (heading) } " (" (people.len()) ")" }
                            p.cap { (advice) }
                            ul {
                                @for Person { student, file, said } in people.iter().take(SHOWN) {
                                    li {
                                        a href={ "students/" (file) } { (name(student)) }
                                        @if !said.is_empty() { " " span.said { (sentence(said)) } }
                                    }
                                }
                                @if people.len() > SHOWN { li { "and " (people.len() - SHOWN) " more in the tables below" } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What filters the tables; shown by the script that does it.
    fn controls(&self) -> Markup {
        let mixed = self.groups.len() > 1;
        html! {
            h2 { "Students" }
            form #filter hidden {
                label { "Name " input name="name" type="search" autocomplete="off"; }
                label { "State "
                    select name="state" {
                        option value="" { "all" }
                        @for state in self.states.keys() { option { (state) } }
                        option value="@person" { "for a person" } option value="@open" { "with open points" }
                        option value="@late" { "late" } option value="@adjusted" { "adjusted or ruled" }
                    }
                }
                @if !self.sections.is_empty() {
                    label { "Section "
                        select name="section" {
                            option value="" { "all" }
                            @for section in &self.sections { option { (Line(section)) } }
                        }
                    }
                }
                @if mixed {
                    label { "Assignment "
                        select name="assignment" {
                            option value="" { "all" }
                            @for id in self.groups.keys() { option { (Line(shown(id))) } }
                        }
                    }
                }
                button type="reset" { "Show all" }
                output aria-live="polite" {}
            }
            p.legend {
                @for mark in Mark::ALL {
                    span { span class={ "c " (mark.class()) } { (mark.sign()) } " " (mark.word()) } " "
                }
                span { span.c { "*" } " ruled by a person" } " "
                span { span.c { "±" } " adjusted" }
            }
        }
    }

    fn group(&self, id: &str, group: &Group, assignments: &[&dyn Assignment]) -> Markup {
        let heading = shown(id);
        html! {
            section.group data-a=(Line(heading)) {
                h3 { (Line(heading)) " " span.cap { (count(group.rows.len(), "submission")) } }
                @if !group.rules.is_empty() {
                    div.figures {
                        (chart::distribution(heading, &group.rows))
                        (most_failed(id, group, assignments))
                    }
                }
                (PreEscaped(matrix::table(id, heading, group, !self.sections.is_empty(), assignments)))
            }
        }
    }
}

impl Group {
    /// The column of a rule, which is made where there is none yet: an earlier run may have judged other rules.
    fn column(&mut self, id: &str, possible: f64, hidden: bool, extra: bool) -> u16 {
        let place = self.rules.iter().position(|column| column.id == id);
        place.unwrap_or_else(|| {
            self.rules.push(Column { id: id.to_owned(), possible, hidden, extra });
            self.rules.len() - 1
        }) as u16
    }

    /// How many submissions a rule came to this for.
    pub(super) fn with(&self, rule: usize, mark: Mark) -> usize {
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        cells.filter(|cell| usize::from(cell.rule) == rule && cell.mark == mark).count()
    }
}

/// An assignment's name, or what stands for none.
fn shown(id: &str) -> &str {
    if id.is_empty() { "assignment not known" } else { id }
}

/// What share of the points was earned, where that can be told.
fn share(entry: &Entry) -> Option<f64> {
    let told = !matches!(entry.state, State::Review | State::Fault) && entry.possible > 0.0;
    told.then(|| (entry.points / entry.possible).clamp(0.0, 1.0))
}

/// What to know beside the name of who needs a person.
fn said(entry: &Entry, why: Why) -> String {
    const LONGEST: usize = 200;
    let text = match why {
        Why::Open => {
            let open: Vec<&str> = entry
                .checks
                .iter()
                .filter(|check| {
                    check.ruling.is_none() && matches!(Mark::of(check), Mark::Review | Mark::Unseen)
                })
                .map(|check| check.id.as_str())
                .collect();
            format!("{}: {}", points(entry), open.join(", "))
        }
        Why::Late => String::new(),
        _ => {
            let failed = entry.checks.iter().find(|check| Mark::of(check) == Mark::Fail);
            let why = entry.remarks.first().or(failed.map(|check| &check.message));
            let why = if why_not_built(entry) { failed.map(|check| &check.message) } else { why };
            why.and_then(|why| why.lines().next()).unwrap_or_default().to_owned()
        }
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Remarks on what does not compile are beside the point: the error is told by the rule.
fn why_not_built(entry: &Entry) -> bool {
    entry.state == State::NotBuilt && entry.checks.iter().any(|check| Mark::of(check) == Mark::Fail)
}

/// The rules most often failed.
fn most_failed(id: &str, group: &Group, assignments: &[&dyn Assignment]) -> Markup {
    const SHOWN: usize = 8;
    let mut failed: Vec<(usize, &Column)> = group
        .rules
        .iter()
        .enumerate()
        .map(|(index, column)| (group.with(index, Mark::Fail), column))
        .filter(|(count, _)| *count > 0)
        .collect();
    failed.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let most = failed.first().map_or(1, |(count, _)| *count);
    html! {
        div.failed {
            h4 { "Most often failed" }
            @if failed.is_empty() { p.cap { "No rule was failed." } }
            @else {
                table {
                    thead { tr {
                        th scope="col" { "Rule" } th scope="col" { "What it asks" } th.num scope="col" { "Failed" }
                        th.num scope="col" { "Points" }
                    } }
                    tbody {
                        @for (count, column) in failed.iter().take(SHOWN) {
                            tr {
                                th scope="row" { a href={ "rules.html#" (anchor(Some(id), &column.id)) } { code { (Line(&column.id)) } } }
                                td { @if let Some(rule) = rule(assignments, Some(id), &column.id) { (sentence(rule.title)) } }
                                td.num {
                                    (count) " "
                                    span.bar aria-hidden="true" style={ "--share:" (count * 100 / most) "%" } {}
                                }
                                td.num { (number(column.possible)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
