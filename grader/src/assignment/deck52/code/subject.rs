//! What a condition asks about: whether that is a card's value or suit.

use super::letters::{base, tables};
use crate::source::{Code, Node};
use std::collections::BTreeSet;

/// How sure it is that an expression speaks of a card's value or suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    /// Nothing says so.
    No,
    /// A name says so.
    Named,
    /// It is made of `/ 13`, `% 13`, or an element of a table of letters.
    Made,
}

/// What is known of a program's names.
pub(super) struct Subjects<'c> {
    code: &'c Code,
    /// The arrays with the letters and words of cards.
    tables: BTreeSet<&'c str>,
    /// The variables that hold a value or suit, by function.
    held: BTreeSet<(Option<usize>, &'c str)>,
    /// The functions that return one.
    given: BTreeSet<&'c str>,
}

/// How often what is known is passed on: through as many variables and calls in a row.
const ROUNDS: usize = 4;

impl<'c> Subjects<'c> {
    pub(super) fn learn(code: &'c Code) -> Self {
        let mut all = Subjects { code, tables: tables(code), held: BTreeSet::new(), given: BTreeSet::new() };
        for _ in 0..ROUNDS {
            let before = (all.held.len(), all.given.len());
            all.pass_on();
            if before == (all.held.len(), all.given.len()) {
                break;
            }
        }
        all
    }

    fn pass_on(&mut self) {
        for node in self.code.root().within() {
            let (target, value) = match node.kind() {
                "init_declarator" => (node.part("declarator"), node.part("value")),
                "assignment_expression" if node.operator() == "=" => (node.part("left"), node.part("right")),
                "return_statement" => {
                    let value = node.children().next();
                    if value.is_some_and(|value| self.is_made(value))
                        && let Some(function) = self.code.function_at(node)
                    {
                        self.given.insert(&self.code.functions()[function].name);
                    }
                    continue;
                }
                _ => continue,
            };
            let Some((target, value)) = target.zip(value) else { continue };
            let target = target.part("field").unwrap_or(target);
            if target.kind().ends_with("identifier") && self.is_made(value) {
                // A member is known in every function.
                let function = self.code.function_at(node).filter(|_| target.kind() == "identifier");
                self.held.insert((function, target.text()));
            }
        }
        let code = self.code;
        for call in code.calls() {
            let arguments = code.call(call).part("arguments").into_iter().flat_map(Node::children);
            let made: Vec<bool> = arguments.map(|argument| self.is_made(argument)).collect();
            if !made.contains(&true) {
                continue;
            }
            let called =
                code.functions().iter().enumerate().filter(|(_, one)| one.defined && one.name == call.callee);
            for (at, function) in called {
                let names = function.parameters.iter().zip(&made).filter(|(_, made)| **made);
                self.held.extend(names.filter_map(|(one, _)| Some((Some(at), one.name.as_deref()?))));
            }
        }
    }

    /// Whether an expression is a card's value or suit.
    pub(super) fn is_made(&self, expression: Node<'c>) -> bool {
        let mut node = expression.bare();
        // `x % 13 + 1`, `(int)x` and `int(x)` are what `x` is.
        loop {
            node = match node.kind() {
                "binary_expression" => {
                    let (Some(left), Some(right)) = (node.part("left"), node.part("right")) else {
                        return false;
                    };
                    match node.operator() {
                        "%" | "/" => {
                            return matches!(self.code.constant(right), Some(13 | 4))
                                && self.code.constant(left).is_none();
                        }
                        "+" | "-" if self.code.constant(right).is_some() => left.bare(),
                        "+" | "-" if self.code.constant(left).is_some() => right.bare(),
                        _ => return false,
                    }
                }
                "cast_expression" => match node.part("value") {
                    Some(value) => value.bare(),
                    None => return false,
                },
                "argument_list" | "initializer_list" => match node.children().next() {
                    Some(first) => first.bare(),
                    None => return false,
                },
                "call_expression" => {
                    if self.is_letter(node) {
                        return true;
                    }
                    let Some(function) = node.part("function") else { return false };
                    let name =
                        function.part("field").or_else(|| function.part("name")).unwrap_or(function).text();
                    if !matches!(name, "int" | "char" | "static_cast" | "string" | "unsigned") {
                        return self.given.contains(name);
                    }
                    match node.part("arguments").and_then(|all| all.children().last()) {
                        Some(last) => last.bare(),
                        None => return false,
                    }
                }
                "identifier" => {
                    let function = self.code.function_at(node);
                    return self.held.contains(&(function, node.text()))
                        || self.held.contains(&(None, node.text()));
                }
                "field_expression" => {
                    return node.part("field").is_some_and(|field| self.held.contains(&(None, field.text())));
                }
                _ => return self.is_letter(node),
            };
        }
    }

    /// Whether an expression is an element of a table of letters.
    pub(super) fn is_letter(&self, expression: Node<'c>) -> bool {
        base(expression).is_some_and(|base| self.is_table(base))
    }

    /// Whether this is a table of letters, or a string of them.
    pub(super) fn is_table(&self, base: Node<'_>) -> bool {
        base.kind() == "string_literal" || self.tables.contains(base.text())
    }

    /// How sure it is that a condition asks for a card's value or suit. Indices of arrays do not count: `cards[i % 13]`
    /// asks for an element.
    pub(super) fn sure(&self, condition: Node<'c>) -> Sure {
        let mut sure = Sure::No;
        for node in condition.without(|node| node.kind() == "subscript_argument_list") {
            if self.is_made(node) {
                return Sure::Made;
            }
            if node.kind().ends_with("identifier") && speaks_of_cards(node.text()) {
                sure = Sure::Named;
            }
        }
        sure
    }
}

fn speaks_of_cards(name: &str) -> bool {
    let name = name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    has(&["suit", "rank", "face", "pip", "value", "card"])
        && !has(&["cards", "owner", "player", "dealer", "holder", "count", "num"])
}
