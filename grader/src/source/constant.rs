//! The values of constant expressions.

use super::{Code, Node};
use std::collections::{BTreeMap, BTreeSet};

/// How deeply nested an expression may be for its value to be told.
const DEPTH: usize = 40;

/// The values of names: of enumerators, and of variables that are never changed. `None` where a name has several.
pub(super) fn named(code: &Code) -> BTreeMap<String, Option<i64>> {
    let changed = changed(code);
    let mut known: BTreeMap<String, Option<i64>> = BTreeMap::new();
    let learn = |known: &mut BTreeMap<String, Option<i64>>, name: &str, value: Option<i64>| {
        known
            .entry(name.to_owned())
            .and_modify(|old| *old = old.filter(|old| Some(*old) == value))
            .or_insert(value);
    };
    for node in code.root().within() {
        match node.kind() {
            "enumerator_list" => {
                let mut next = Some(0);
                for one in node.children() {
                    let Some(name) = one.part("name") else { continue };
                    if let Some(given) = one.part("value") {
                        next = value(given, &known, 0);
                    }
                    learn(&mut known, name.text(), next);
                    next = next.and_then(|next| next.checked_add(1));
                }
            }
            "init_declarator" => {
                let Some(name) = node.part("declarator") else { continue };
                let given = node.part("value").filter(|_| !changed.contains(name.text()));
                let given = given.and_then(|given| value(given, &known, 0));
                learn(&mut known, name.text(), given);
            }
            "field_declaration" => {
                let named = node.part("declarator").filter(|name| name.kind() == "field_identifier");
                let Some((name, given)) = named.zip(node.part("default_value")) else { continue };
                let given = Some(given).filter(|_| !changed.contains(name.text()));
                let given = given.and_then(|given| value(given, &known, 0));
                learn(&mut known, name.text(), given);
            }
            "declaration" | "parameter_declaration" => {
                for name in node.parts("declarator").filter(|name| name.kind() == "identifier") {
                    learn(&mut known, name.text(), None);
                }
            }
            _ => {}
        }
    }
    known
}

/// The names that are assigned to, counted up or down, read into, or whose address is taken.
fn changed(code: &Code) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for node in code.root().within() {
        let target = match node.kind() {
            "assignment_expression" => node.part("left"),
            "update_expression" => node.part("argument"),
            "pointer_expression" if node.operator() == "&" => node.part("argument"),
            "binary_expression" if node.operator() == ">>" => node.part("right"),
            _ => None,
        };
        let Some(mut target) = target.map(Node::bare) else { continue };
        if let Some(field) = target.part("field") {
            target = field;
        }
        names.insert(target.text());
    }
    names
}

/// The value of an expression, if it is constant.
pub(super) fn value(node: Node<'_>, names: &BTreeMap<String, Option<i64>>, depth: usize) -> Option<i64> {
    if depth > DEPTH {
        return None;
    }
    let of = |node: Node<'_>| value(node, names, depth + 1);
    let node = node.bare();
    match node.kind() {
        "number_literal" => number(node.text()),
        "char_literal" => character(node.text()),
        // Of what `sizeof` counts, the number of elements matters, not their size.
        "true" | "sizeof_expression" => Some(1),
        "false" => Some(0),
        "identifier" | "field_identifier" => names.get(node.text()).copied().flatten(),
        "qualified_identifier" => of(node.part("name")?),
        "cast_expression" => of(node.part("value")?),
        "initializer_list" | "argument_list" => {
            let mut parts = node.children();
            parts.next().filter(|_| parts.next().is_none()).and_then(of)
        }
        "call_expression" => {
            let function = node.part("function")?;
            let name = function.part("name").unwrap_or(function).text();
            let is_cast =
                matches!(name, "static_cast" | "int" | "unsigned" | "long" | "short" | "char" | "size_t");
            of(node.part("arguments")?).filter(|_| is_cast)
        }
        "unary_expression" => {
            let inner = of(node.part("argument")?)?;
            match node.operator() {
                "-" => inner.checked_neg(),
                "+" => Some(inner),
                "!" => Some(i64::from(inner == 0)),
                "~" => Some(!inner),
                _ => None,
            }
        }
        "binary_expression" => {
            let (left, right) = (of(node.part("left")?)?, of(node.part("right")?)?);
            match node.operator() {
                "+" => left.checked_add(right),
                "-" => left.checked_sub(right),
                "*" => left.checked_mul(right),
                "/" => left.checked_div(right),
                "%" => left.checked_rem(right),
                "<<" => left.checked_shl(right.try_into().ok()?),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of a whole number as written: `52`, `0x34`, `1'000u`.
fn number(text: &str) -> Option<i64> {
    let text = text.replace('\'', "").to_lowercase();
    let plain = text.trim_end_matches(['u', 'l', 'z']);
    if let Some(digits) = plain.strip_prefix("0x") {
        i64::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = plain.strip_prefix("0b") {
        i64::from_str_radix(digits, 2).ok()
    } else if plain.len() > 1 && plain.starts_with('0') {
        i64::from_str_radix(plain, 8).ok()
    } else {
        plain.parse().ok()
    }
}

/// The value of a character as written: `'A'`, `'\0'`.
fn character(text: &str) -> Option<i64> {
    let inner = text.split_once('\'')?.1.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let value = match (chars.next()?, chars.next()) {
        ('\\', Some('0')) => 0,
        ('\\', Some('n')) => 10,
        ('\\', Some('t')) => 9,
        ('\\', Some(other)) => i64::from(u32::from(other)),
        (only, None) => i64::from(u32::from(only)),
        _ => return None,
    };
    Some(value)
}
