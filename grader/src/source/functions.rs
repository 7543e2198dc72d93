//! Finds the functions that a program declares and defines.

use super::declarator::{has_specifier, inner, name, specifiers, text_before, text_without};
use super::{Function, Node, Parameter};
use std::collections::{BTreeMap, BTreeSet};

/// The functions below `root`, each with its declaration.
pub(super) fn functions<'c>(root: Node<'c>) -> Vec<(Function, Node<'c>)> {
    let declarators = root.within().filter(|node| node.kind() == "function_declarator");
    let mut found: Vec<(Function, Node<'c>)> = declarators.filter_map(function).collect();
    settle_members(root, &mut found);
    found
}

fn function(declarator: Node<'_>) -> Option<(Function, Node<'_>)> {
    let declaration = declaration_of(declarator)?;
    let full_name = inner(declarator)?;
    // `int (*f)(int)` is a variable.
    if full_name.kind() == "parenthesized_declarator"
        && full_name.children().any(|node| node.kind() != "identifier")
    {
        return None;
    }
    let list = declarator.part("parameters")?;
    let name = name(full_name)?;
    let defined = declaration.kind() == "function_definition"
        && declaration.all_children().any(|node| {
            matches!(node.kind(), "compound_statement" | "try_statement" | "default_method_clause")
        });
    let friend = declaration.ancestors().next().is_some_and(|node| node.kind() == "friend_declaration");
    let class = !friend && declaration.ancestors().find(is_scope).is_some_and(is_class);
    let place = name.place();
    let function = Function {
        name: name.text().split_whitespace().collect(),
        scope: scope(declaration, full_name, friend),
        needs_object: class && !has_specifier(declaration, "static"),
        returns: returns(declaration, declarator),
        parameters: list.children().filter_map(parameter).collect(),
        template: declaration.ancestors().any(|node| node.kind() == "template_declaration"),
        defined,
        file: place.file.to_owned(),
        line: place.line,
    };
    Some((function, declaration))
}

/// The declaration or definition that a function's declarator belongs to.
fn declaration_of(declarator: Node<'_>) -> Option<Node<'_>> {
    for node in declarator.ancestors() {
        match node.kind() {
            "pointer_declarator" | "reference_declarator" | "attributed_declarator" => {}
            "function_definition" | "declaration" | "field_declaration" => return Some(node),
            _ => return None,
        }
    }
    None
}

fn is_scope(node: &Node<'_>) -> bool {
    is_class(*node) || node.kind() == "namespace_definition"
}

pub(super) fn is_class(node: Node<'_>) -> bool {
    matches!(node.kind(), "class_specifier" | "struct_specifier" | "union_specifier")
}

/// The classes and namespaces around a node, from the outside in.
pub(super) fn scopes(node: Node<'_>) -> Vec<&str> {
    let mut names: Vec<&str> =
        node.ancestors().filter(is_scope).filter_map(|scope| scope.part("name")).map(Node::text).collect();
    names.reverse();
    names
}

fn scope(declaration: Node<'_>, full_name: Node<'_>, friend: bool) -> String {
    let mut names = scopes(declaration);
    if friend {
        names.pop();
    }
    let mut node = full_name;
    while node.kind() == "qualified_identifier" {
        names.extend(node.part("scope").map(|scope| scope.part("name").unwrap_or(scope).text()));
        let Some(next) = node.part("name") else { break };
        node = next;
    }
    names.join("::")
}

fn returns(declaration: Node<'_>, declarator: Node<'_>) -> String {
    if let Some(trailing) = declarator.child("trailing_return_type") {
        return trailing.children().next().map_or("", Node::text).to_owned();
    }
    text_before(declaration, declarator, &specifiers(declaration))
}

/// A parameter, unless it stands for none, as in `(void)`.
fn parameter(node: Node<'_>) -> Option<Parameter> {
    if !node.kind().ends_with("parameter_declaration") {
        return None;
    }
    let declarator = node.part("declarator");
    let own_name = declarator.and_then(name);
    let default = node.part("default_value");
    let kind = match default {
        Some(default) => {
            let text = text_before(node, default, own_name.as_slice());
            text.trim_end_matches('=').trim_end().to_owned()
        }
        None => text_without(node, own_name.as_slice()),
    };
    if kind == "void" {
        return None;
    }
    Some(Parameter { kind, name: own_name.map(|name| name.text().to_owned()), optional: default.is_some() })
}

/// A definition outside its class needs an object where its declaration in the class does.
fn settle_members(root: Node<'_>, found: &mut [(Function, Node<'_>)]) {
    let namespaces: BTreeSet<&str> = root
        .within()
        .filter(|node| node.kind() == "namespace_definition")
        .filter_map(|node| node.part("name"))
        .map(Node::text)
        .collect();
    let within: BTreeMap<(String, String), bool> = found
        .iter()
        .filter(|(_, node)| node.ancestors().find(is_scope).is_some_and(is_class))
        .map(|(one, _)| ((one.scope.clone(), one.name.clone()), one.needs_object))
        .collect();
    for (one, node) in found {
        let around = scopes(*node).join("::");
        if one.scope.len() <= around.len() {
            continue;
        }
        let known = within.get(&(one.scope.clone(), one.name.clone()));
        let last = one.scope.rsplit("::").next().unwrap_or_default();
        one.needs_object = known.copied().unwrap_or(!namespaces.contains(last));
    }
}
