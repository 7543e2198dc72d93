//! Branches that take 13 off an index step by step, or look for the card that an index fits.

use super::letters::{base, index};
use super::subject::{Subjects, Sure};
use crate::source::{Code, Node};
use std::collections::{BTreeMap, BTreeSet};

/// A branch between an index and its card.
pub(super) struct Breach<'c> {
    pub(super) certain: bool,
    pub(super) what: &'static str,
    pub(super) node: Node<'c>,
}

/// The ends of suits that each name of each function is compared with, and the first branch that does so.
type Bounds<'c> = BTreeMap<(Option<usize>, &'c str), (BTreeSet<i64>, Node<'c>)>;

/// All such branches of a program.
pub(super) fn breaches<'c>(code: &'c Code, subjects: &Subjects<'c>) -> Vec<Breach<'c>> {
    let places = places(code, subjects);
    let mut breaches = Vec::new();
    let mut bounds: Bounds<'c> = BTreeMap::new();
    for node in code.root().within() {
        match node.kind() {
            "while_statement" | "for_statement" | "do_statement" => {
                breaches.extend(peels(code, node).map(|node| certain("A loop takes 13 off the index", node)));
            }
            "if_statement" | "conditional_expression" => {
                let Some(condition) = node.part("condition") else { continue };
                for (subject, bound) in compared(code, condition) {
                    let known = bounds
                        .entry((code.function_at(node), subject.text()))
                        .or_insert_with(|| (BTreeSet::new(), node));
                    known.0.extend(suit_bound(bound));
                }
                breaches
                    .extend(peels(code, node).map(|node| certain("A branch takes 13 off the index", node)));
                breaches.extend(search(code, subjects, node, condition));
                breaches.extend(counter(code, (subjects, &places), node, condition));
            }
            _ => {}
        }
    }
    let several = bounds.into_values().filter(|(found, _)| found.len() >= 2);
    breaches.extend(several.map(|(_, node)| certain("A branch compares the index with 13, 26 and 39", node)));
    breaches.extend(
        code.root()
            .within()
            .filter(|node| is_suit_switch(code, *node))
            .map(|node| certain("A switch sorts the index into suits", node)),
    );
    breaches.sort_by_key(|breach| breach.node.at());
    breaches
}

fn certain<'c>(what: &'static str, node: Node<'c>) -> Breach<'c> {
    Breach { certain: true, what, node }
}

/// The suit whose end a bound is, if it is one: 13 as well as 12 and 14.
fn suit_bound(bound: i64) -> Option<i64> {
    [13, 26, 39].into_iter().find(|end| (bound - end).abs() <= 1)
}

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// The comparisons in a condition, outside of indices.
fn comparisons(condition: Node<'_>) -> impl Iterator<Item = (Node<'_>, Node<'_>)> {
    let all = condition.without(|node| matches!(node.kind(), "subscript_argument_list" | "argument_list"));
    all.filter(|node| node.kind() == "binary_expression" && COMPARISONS.contains(&node.operator()))
        .filter_map(|node| Some((node.part("left")?.bare(), node.part("right")?.bare())))
}

/// The names that a condition compares with a number.
fn compared<'c>(code: &Code, condition: Node<'c>) -> impl Iterator<Item = (Node<'c>, i64)> {
    comparisons(condition).filter_map(|(left, right)| {
        let is_name = |node: Node<'_>| matches!(node.kind(), "identifier" | "field_expression");
        match (code.constant(left), code.constant(right)) {
            (None, Some(bound)) if is_name(left) => Some((left, bound)),
            (Some(bound), None) if is_name(right) => Some((right, bound)),
            _ => None,
        }
    })
}

/// The place where a loop or branch takes a suit's 13 off the name that its condition compares with 13.
fn peels<'c>(code: &Code, node: Node<'c>) -> Option<Node<'c>> {
    let condition = node.part("condition")?;
    let names: BTreeSet<&str> = compared(code, condition)
        .filter(|(_, bound)| suit_bound(*bound).is_some())
        .map(|(name, _)| name.text())
        .collect();
    if names.is_empty() {
        return None;
    }
    node.within().find(|inner| {
        let (Some(target), Some(value)) = (inner.part("left"), inner.part("right")) else { return false };
        if inner.kind() != "assignment_expression" || !names.contains(target.text()) {
            return false;
        }
        let by = match inner.operator() {
            "-=" => code.constant(value),
            "=" => difference(value.bare())
                .filter(|(from, _)| from.text() == target.text())
                .and_then(|(_, by)| code.constant(by)),
            _ => None,
        };
        matches!(by, Some(13 | 26 | 39))
    })
}

fn difference(value: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    if value.kind() != "binary_expression" || value.operator() != "-" {
        return None;
    }
    Some((value.part("left")?.bare(), value.part("right")?))
}

/// A branch that looks for the card an index fits: `card == suit * 13 + value`, `if (card / 13 == s) cout << suits[s]`.
fn search<'c>(
    code: &Code,
    subjects: &Subjects<'c>,
    node: Node<'c>,
    condition: Node<'c>,
) -> Option<Breach<'c>> {
    for (left, right) in comparisons(condition) {
        if code.constant(left).is_some() || code.constant(right).is_some() {
            continue;
        }
        let what = "A branch looks for the card that an index fits";
        if base(left).is_none()
            && base(right).is_none()
            && [left, right].iter().any(|side| has_product(code, *side))
        {
            return Some(certain(what, node));
        }
        let (made, other) = if subjects.is_made(left) { (left, right) } else { (right, left) };
        if !subjects.is_made(made) || other.kind() != "identifier" {
            continue;
        }
        let arm = node.part("consequence")?;
        let shows = arm.within().any(|inner| {
            subjects.is_letter(inner) && index(inner).is_some_and(|index| index.text() == other.text())
        });
        if shows {
            return Some(certain(what, node));
        }
    }
    None
}

/// Whether an expression multiplies by 13, outside of indices.
fn has_product(code: &Code, expression: Node<'_>) -> bool {
    let skip = ["subscript_argument_list", "argument_list", "pointer_expression"];
    expression.without(|node| skip.contains(&node.kind())).any(|node| {
        node.kind() == "binary_expression"
            && node.operator() == "*"
            && ["left", "right"]
                .iter()
                .any(|side| node.part(side).and_then(|side| code.constant(side)) == Some(13))
    })
}

/// The names that elements of tables of letters are taken at, by function.
fn places<'c>(code: &'c Code, subjects: &Subjects<'c>) -> BTreeSet<(Option<usize>, &'c str)> {
    let letters = code.root().within().filter(|node| subjects.is_letter(*node));
    letters.filter_map(|node| Some((code.function_at(node), index(node)?.text()))).collect()
}

/// A branch that counts suits while it goes through the cards: perhaps part of the mapping.
fn counter<'c>(
    code: &'c Code,
    (subjects, places): (&Subjects<'c>, &BTreeSet<(Option<usize>, &'c str)>),
    node: Node<'c>,
    condition: Node<'c>,
) -> Option<Breach<'c>> {
    let at_end = compared(code, condition).any(|(_, bound)| matches!(bound, 12 | 13))
        || (subjects.sure(condition) == Sure::Made && comparisons(condition).next().is_some());
    if !at_end {
        return None;
    }
    let arm = node.part("consequence")?;
    let counted = arm.within().find_map(|inner| match inner.kind() {
        "update_expression" => inner.part("argument"),
        "assignment_expression" if inner.operator() == "+=" => inner.part("left"),
        _ => None,
    })?;
    let chooses = places.contains(&(code.function_at(node), counted.text()));
    chooses.then_some(Breach { certain: false, what: "A branch counts the suits on", node })
}

/// Whether a switch has a case for every card of a suit and more: it sorts all 52.
fn is_suit_switch(code: &Code, node: Node<'_>) -> bool {
    if node.kind() != "switch_statement" {
        return false;
    }
    let cases = node.part("body").into_iter().flat_map(Node::children);
    let values: BTreeSet<i64> = cases.filter_map(|case| code.constant(case.part("value")?)).collect();
    values.len() >= 40 && values.contains(&13) && values.contains(&26) && values.contains(&39)
}
