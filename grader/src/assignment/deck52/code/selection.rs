//! Where a program chooses between pieces of cards' names.

use super::letters::{Mark, base, index, of_node};
use super::subject::{Subjects, Sure};
use crate::source::{Code, Node};
use std::collections::BTreeMap;

/// What a branch gives: prints, returns, stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gift<'c> {
    /// A piece of a card's name.
    Mark(Mark),
    /// An element of a table of letters, at a fixed place.
    Entry(&'c str, i64),
    /// An element of a table of letters, at a place that is computed.
    Element(&'c str),
    /// The value or suit itself, as a number.
    Number,
}

/// A choice between branches on one subject: an `if` and its `else`s, a `switch`, several `if`s in a row.
pub(super) struct Choice<'c> {
    /// The function it is made in.
    pub(super) function: Option<usize>,
    /// How sure it is that the conditions ask for a card's value or suit.
    pub(super) sure: Sure,
    /// The branches that give anything, each with what it gives and where.
    pub(super) arms: Vec<Vec<(Gift<'c>, Node<'c>)>>,
}

/// All choices of a program; those of one function on the same names are one.
pub(super) fn choices<'c>(code: &'c Code, subjects: &Subjects<'c>) -> Vec<Choice<'c>> {
    let mut choices: BTreeMap<(Option<usize>, Vec<&str>), Choice<'c>> = BTreeMap::new();
    for head in code.root().within().filter(|node| is_head(*node)) {
        let (conditions, arms) = parts(head);
        let gifts =
            arms.iter().map(|arm| gifts(code, subjects, arm)).filter(|gifts: &Vec<_>| !gifts.is_empty());
        let gifts: Vec<_> = gifts.collect();
        if gifts.is_empty() {
            continue;
        }
        let names = conditions.first().map(|condition| names(code, *condition)).unwrap_or_default();
        let sure = conditions.iter().map(|condition| subjects.sure(*condition)).max().unwrap_or(Sure::No);
        let function = code.function_at(head);
        let choice =
            choices.entry((function, names)).or_insert_with(|| Choice { function, sure, arms: Vec::new() });
        choice.sure = choice.sure.max(sure);
        choice.arms.extend(gifts);
    }
    choices.into_values().collect()
}

/// Whether a choice starts at a node.
fn is_head(node: Node<'_>) -> bool {
    match node.kind() {
        "if_statement" => node.parent().is_none_or(|parent| parent.kind() != "else_clause"),
        "switch_statement" => true,
        "conditional_expression" => {
            let around = node.ancestors().find(|node| node.kind() != "parenthesized_expression");
            around.and_then(|around| around.part("alternative")).is_none_or(|other| other.bare() != node)
        }
        "binary_expression" => matches!(node.operator(), "&&" | "||" | "and" | "or"),
        _ => false,
    }
}

/// The conditions and the branches of a choice.
fn parts(head: Node<'_>) -> (Vec<Node<'_>>, Vec<Vec<Node<'_>>>) {
    match head.kind() {
        "if_statement" => chain(head, |node| {
            let other = node.part("alternative").and_then(|clause| clause.children().next());
            (other, "if_statement")
        }),
        "conditional_expression" => {
            chain(head, |node| (node.part("alternative").map(Node::bare), "conditional_expression"))
        }
        "switch_statement" => {
            let condition = head.part("condition").into_iter().collect();
            let cases = head.part("body").into_iter().flat_map(Node::children);
            let cases = cases.filter(|node| node.kind() == "case_statement");
            let arms =
                cases.map(|case| case.children().filter(|node| node.role() != Some("value")).collect());
            (condition, arms.collect())
        }
        _ => (
            head.part("left").into_iter().collect(),
            head.part("right").map(|right| vec![right]).into_iter().collect(),
        ),
    }
}

/// The parts of a chain of conditions; `next` gives what comes otherwise, and the kind that goes on with the chain.
fn chain<'c>(
    head: Node<'c>,
    next: impl Fn(Node<'c>) -> (Option<Node<'c>>, &'static str),
) -> (Vec<Node<'c>>, Vec<Vec<Node<'c>>>) {
    let (mut conditions, mut arms) = (Vec::new(), Vec::new());
    let mut node = head;
    loop {
        conditions.extend(node.part("condition"));
        arms.extend(node.part("consequence").map(|arm| vec![arm]));
        match next(node) {
            (Some(other), kind) if other.kind() == kind => node = other,
            (other, _) => {
                arms.extend(other.map(|arm| vec![arm]));
                return (conditions, arms);
            }
        }
    }
}

/// The names in a condition that may change, without those that elements are taken at.
fn names<'c>(code: &Code, condition: Node<'c>) -> Vec<&'c str> {
    let called = |node: &Node<'_>| node.parent().is_some_and(|parent| parent.part("function") == Some(*node));
    let all = condition.without(|node| node.kind() == "subscript_argument_list");
    let mut names: Vec<&str> = all
        .filter(|node| {
            node.kind().ends_with("identifier") && node.kind() != "qualified_identifier" && !called(node)
        })
        .filter(|node| code.constant(*node).is_none())
        .map(Node::text)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What a branch gives, without what further branches in it give.
fn gifts<'c>(code: &'c Code, subjects: &Subjects<'c>, arm: &[Node<'c>]) -> Vec<(Gift<'c>, Node<'c>)> {
    let skip = |node: Node<'_>| {
        is_head(node) || matches!(node.kind(), "subscript_argument_list" | "lambda_expression")
    };
    let all = arm.iter().flat_map(|node| node.without(skip));
    all.filter_map(|node| Some((gift(code, subjects, node)?, node)))
        .filter(|(_, node)| is_given(*node))
        .collect()
}

fn gift<'c>(code: &'c Code, subjects: &Subjects<'c>, node: Node<'c>) -> Option<Gift<'c>> {
    if let Some(mark) = of_node(node) {
        return (node.kind() != "identifier" || !is_points(code, node, mark)).then_some(Gift::Mark(mark));
    }
    if let Some(base) = base(node).filter(|base| subjects.is_table(*base)) {
        let at = index(node).and_then(|index| code.constant(index));
        return Some(at.map_or(Gift::Element(base.text()), |at| Gift::Entry(base.text(), at)));
    }
    let shown = matches!(node.kind(), "identifier" | "binary_expression" | "field_expression")
        && node.parent().is_some_and(|parent| match parent.kind() {
            "binary_expression" => parent.operator() == "<<",
            "argument_list" => parent.parent().is_some_and(|call| {
                call.part("function").is_some_and(|function| function.text().ends_with("to_string"))
            }),
            _ => false,
        });
    (shown && subjects.is_made(node)).then_some(Gift::Number)
}

/// Whether a constant that is named after a card stands for its points: `score += KING`.
fn is_points(code: &Code, name: Node<'_>, mark: Mark) -> bool {
    let is_face = matches!(mark, Mark::ValueWord('J' | 'Q' | 'K'));
    let counted = name.parent().is_some_and(|parent| match parent.kind() {
        "binary_expression" => parent.operator() != "<<",
        "assignment_expression" => parent.operator() != "=",
        _ => false,
    });
    counted || (is_face && code.constant(name) == Some(10))
}

/// Functions that compare their arguments.
const COMPARING: [&str; 10] = [
    "find",
    "compare",
    "strcmp",
    "strncmp",
    "count",
    "strchr",
    "find_first_of",
    "tolower",
    "toupper",
    "strcasecmp",
];

/// Whether a value is printed, returned, stored or passed on.
fn is_given(value: Node<'_>) -> bool {
    let mut node = value;
    loop {
        let Some(parent) = node.parent() else { return false };
        match parent.kind() {
            "parenthesized_expression"
            | "concatenated_string"
            | "cast_expression"
            | "comma_expression"
            | "qualified_identifier" => {}
            "binary_expression" if parent.operator() == "+" => {}
            "binary_expression" => return parent.operator() == "<<",
            "assignment_expression" => return node.role() == Some("right"),
            // A list of many is a table, not a choice.
            "initializer_list" if parent.children().nth(2).is_none() => {}
            "conditional_expression" => return node.role() != Some("condition"),
            "init_declarator" => return node.role() == Some("value"),
            "argument_list" => {
                let function = parent.parent().and_then(|call| call.part("function"));
                let name =
                    function.map(|one| one.part("field").or_else(|| one.part("name")).unwrap_or(one).text());
                return !name.is_some_and(|name| COMPARING.contains(&name));
            }
            "return_statement" => return true,
            _ => return false,
        }
        node = parent;
    }
}
