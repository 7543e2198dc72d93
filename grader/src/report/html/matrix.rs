//! The table of students and rules.
//!
//! A large class has a hundred thousand cells, so they are written by hand and as short as HTML lets them be: end tags
//! of rows and cells may be left out, and a rule that passed needs no title.

use std::fmt::Write as _;

use maud::{Render as _, html};

use super::class::{Cell, Group, Row};
use super::docs::anchor;
use super::text::{Line, name};
use super::words::{Mark, state};
use crate::assignment::Assignment;
use crate::report::{number, rule};

/// A table of more rows has columns of fixed widths, so that rows out of sight need not be laid out.
const LONG: usize = 300;

/// The width of a long table, rem; the style sheet has the parts.
fn width(group: &Group, sections: bool) -> f64 {
    let leads = 20.0 + 7.5 + 6.5;
    let more = if sections { 7.5 } else { 0.0 } + if has_extra(group) { 6.5 } else { 0.0 };
    leads + more + group.rules.len() as f64 * 1.5
}

/// The table of a group, in a box of its own that scrolls.
pub(super) fn table(
    id: &str,
    heading: &str,
    group: &Group,
    sections: bool,
    assignments: &[&dyn Assignment],
) -> String {
    let label = html! { "Students and rules: " (Line(heading)) }.into_string();
    let mut text =
        format!("<div class=\"box matrix\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">");
    if group.rows.len() > LONG {
        let _ = write!(text, "<table class=long style=\"--width:{}rem\">", width(group, sections));
    } else {
        text.push_str("<table>");
    }
    text.push_str(&head(id, group, sections, assignments));
    text.push_str("<tbody>");
    let extra = has_extra(group);
    for row in &group.rows {
        push_row(&mut text, row, group, (sections, extra));
    }
    text.push_str("</tbody>");
    text.push_str(&foot(group, sections));
    text.push_str("</table></div>");
    text
}

fn head(id: &str, group: &Group, sections: bool, assignments: &[&dyn Assignment]) -> String {
    let extra = has_extra(group);
    let head = html! {
        thead { tr {
            th.name scope="col" data-k="name" { "Student" }
            @if sections { th scope="col" data-k="section" { "Section" } }
            th scope="col" data-k="state" { "State" }
            th.num scope="col" data-k="points" { "Points" }
            @if extra { th.num scope="col" data-k="extra" { "Extra" } }
            @for column in &group.rules {
                @let title = rule(assignments, Some(id), &column.id).map_or("", |rule| rule.title);
                @let worth = format!("{}{} points", if column.extra { "+" } else { "" }, number(column.possible));
                th.r scope="col" data-k="rule" {
                    a href={ "rules.html#" (anchor(Some(id), &column.id)) } title={ (title) " (" (worth) ")" } {
                        (Line(&column.id))
                        @if column.hidden { " " i { "hidden" } }
                    }
                }
            }
        } }
    };
    head.into_string()
}

fn push_row(text: &mut String, row: &Row, group: &Group, (sections, extra): (bool, bool)) {
    let mut words: Vec<&str> = Vec::new();
    if row.for_a_person {
        words.push("person");
    }
    if row.open > 0.0 {
        words.push("open");
    }
    if row.late {
        words.push("late");
    }
    if row.adjusted || row.cells.iter().any(|cell| cell.ruled) {
        words.push("adjusted");
    }
    text.push_str("<tr");
    if !words.is_empty() {
        let _ = write!(text, " data-w=\"{}\"", words.join(" "));
    }
    let student = html! {
        a href={ "students/" (row.file) } { (name(row.person.as_deref().unwrap_or(&row.student))) }
        @if row.person.is_some() { " " small { (name(&row.student)) } }
    };
    let _ = write!(text, "><th scope=row>{}", student.into_string());
    if sections {
        text.push_str("<td class=s>");
        Line(row.section.as_deref().unwrap_or_default()).render_to(text);
    }
    let late = if row.late { ", late" } else { "" };
    let _ = write!(text, "<td class=s>{}{late}", state(row.state));
    let adjusted = if row.adjusted { " ±" } else { "" };
    let shown = if group.rules.is_empty() { "" } else { row.points.as_str() };
    let _ = write!(text, "<td class=w>{shown}{adjusted}");
    if extra {
        text.push_str("<td class=w>");
        if row.extra != 0.0 {
            text.push_str(&number(row.extra));
        }
    }
    // The cells stand in the order of the columns but where an earlier run judged other rules.
    let mut cells = row.cells.iter().peekable();
    for column in 0..group.rules.len() {
        let cell = match cells.next_if(|cell| usize::from(cell.rule) == column) {
            Some(cell) => Some(cell),
            None => row.cells.iter().find(|cell| usize::from(cell.rule) == column),
        };
        match cell {
            Some(cell) => push_cell(text, cell, &group.rules[column].id),
            None => text.push_str("<td>"),
        }
    }
}

fn push_cell(text: &mut String, cell: &Cell, id: &str) {
    let (mark, star) = (cell.mark, if cell.ruled { "*" } else { "" });
    let whole = cell.points.to_bits() == cell.possible.to_bits();
    if mark == Mark::Pass && !cell.ruled && whole {
        text.push_str("<td>✓");
        return;
    }
    let _ = write!(text, "<td class={} title=\"", mark.class());
    Line(id).render_to(text);
    let (points, possible) = (number(f64::from(cell.points)), number(f64::from(cell.possible)));
    let ruled = if cell.ruled { ", ruled by a person" } else { "" };
    let _ = write!(text, ": {}, {points} of {possible}{ruled}\">{}{star}", mark.word(), mark.sign());
}

/// How many failed each rule.
fn foot(group: &Group, sections: bool) -> String {
    if group.rules.is_empty() {
        return String::new();
    }
    let mut failed = vec![0_usize; group.rules.len()];
    for cell in group.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.mark == Mark::Fail) {
        failed[usize::from(cell.rule)] += 1;
    }
    let foot = html! {
        tfoot { tr {
            th scope="row" { "Failed" }
            @if sections { td.s {} }
            td.s {} td.w {}
            @if has_extra(group) { td.w {} }
            @for count in &failed { td { (count) } }
        } }
    };
    foot.into_string()
}

fn has_extra(group: &Group) -> bool {
    group.rows.iter().any(|row| row.extra != 0.0)
}
