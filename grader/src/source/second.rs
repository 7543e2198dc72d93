//! A second look at what C++ can only tell with types: the text is parsed again with plainer signs in those places.

use super::{Code, Node, declarator};
use std::collections::BTreeSet;

/// The text with plainer signs where the first reading was wrong, if it was anywhere.
///
/// Only signs of one byte are replaced by others, so every place stays where it is:
/// - `i < n && j > (m)` is a template to a reader without types; `<` becomes `>`.
/// - `int card(DealCard(cards, player))` and `vector<int> cards(SIZE)` declare functions to such a reader; the
///   parentheses become braces.
/// - `void f(int (&cards)[52])` declares a variable to such a reader; the inner parentheses become blanks.
pub(super) fn plainer(code: &Code) -> Option<String> {
    let values = value_names(code);
    let functions: BTreeSet<&str> = code
        .root()
        .within()
        .filter(|node| node.kind() == "function_definition")
        .filter_map(|node| declarator::name(node.part("declarator")?))
        .map(Node::text)
        .collect();
    let types = type_names(code);
    let mut bytes = code.own.text.clone().into_bytes();
    let mut changed = false;
    let mut put = |at: usize, old: u8, new: u8| {
        if let Some(byte) = bytes.get_mut(at).filter(|byte| **byte == old) {
            *byte = new;
            changed = true;
        }
    };
    for node in code.root().within() {
        match node.kind() {
            "template_function" | "template_type" if is_comparison(node, &values, &types) => {
                if let Some(arguments) = node.part("arguments") {
                    put(arguments.span().0, b'<', b'>');
                }
            }
            "parameter_list"
                if node.children().any(|parameter| is_argument(parameter, &values, &functions)) =>
            {
                let (start, stop) = node.span();
                put(start, b'(', b'{');
                put(stop.saturating_sub(1), b')', b'}');
            }
            "call_expression" if is_parameter(node, &types) => {
                if let Some(arguments) = node.part("arguments") {
                    let (start, stop) = arguments.span();
                    put(start, b'(', b' ');
                    put(stop.saturating_sub(1), b')', b' ');
                }
            }
            _ => {}
        }
    }
    String::from_utf8(bytes).ok().filter(|_| changed)
}

/// Whether what was taken for a template compares a variable: `i < n && j > (m)`, and not `std::max<int>(a, b)`.
fn is_comparison(template: Node<'_>, values: &BTreeSet<&str>, types: &BTreeSet<&str>) -> bool {
    let names_a_value = template.part("name").is_some_and(|name| values.contains(name.text()));
    let qualified = template.parent().is_some_and(|parent| parent.kind() == "qualified_identifier");
    let is_type = |node: Node<'_>| match node.kind() {
        "primitive_type" | "sized_type_specifier" | "template_type" => true,
        "type_identifier" => types.contains(node.text()),
        _ => false,
    };
    let arguments = template.part("arguments");
    names_a_value && !qualified && !arguments.is_some_and(|arguments| arguments.within().any(is_type))
}

/// Whether what was taken for a parameter is an argument: its type is no type.
fn is_argument(parameter: Node<'_>, values: &BTreeSet<&str>, functions: &BTreeSet<&str>) -> bool {
    if parameter.kind() != "parameter_declaration" {
        return false;
    }
    let mut parts = parameter.children();
    let Some(first) = parts.next().filter(|first| first.kind() == "type_identifier") else { return false };
    match parts.next().map(Node::kind) {
        None | Some("abstract_array_declarator") => values.contains(first.text()),
        Some("abstract_function_declarator") => functions.contains(first.text()),
        Some(_) => false,
    }
}

/// Whether what was taken for the call of a type, in the initial value of a variable, is a parameter: `int (&cards)`.
fn is_parameter(call: Node<'_>, types: &BTreeSet<&str>) -> bool {
    let Some(mut function) = call.part("function") else { return false };
    while let Some(name) = function.part("name") {
        function = name;
    }
    let is_type = function.kind() == "primitive_type" || types.contains(function.text());
    let mut arguments = call.part("arguments").into_iter().flat_map(Node::children);
    let only = arguments.next().filter(|_| arguments.next().is_none());
    let pointed = only
        .filter(|only| only.kind() == "pointer_expression")
        .and_then(|only| only.part("argument"))
        .is_some_and(|name| name.kind() == "identifier");
    let mut around = call.ancestors().skip_while(|node| node.kind() == "subscript_expression");
    is_type
        && pointed
        && around.next().is_some_and(|list| list.kind() == "argument_list")
        && around.next().is_some_and(|initial| initial.kind() == "init_declarator")
}

/// The names of classes, enumerations, aliases and type parameters, and of the library's `string`.
fn type_names(code: &Code) -> BTreeSet<&str> {
    let names = code.root().within().filter_map(|node| match node.kind() {
        "class_specifier" | "struct_specifier" | "union_specifier" | "enum_specifier"
        | "alias_declaration" => node.part("name"),
        "type_definition" => node.part("declarator").and_then(declarator::name),
        "type_parameter_declaration" => node.children().next(),
        _ => None,
    });
    names.map(Node::text).chain(["string"]).collect()
}

/// The names of variables, parameters and enumerators.
fn value_names(code: &Code) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for node in code.root().within() {
        let declares = match node.kind() {
            "enumerator" => {
                names.extend(node.part("name").map(Node::text));
                false
            }
            "declaration" | "field_declaration" | "for_range_loop" => true,
            kind => kind.ends_with("parameter_declaration"),
        };
        if declares {
            let declarators = node.parts("declarator").filter(|one| !declares_function(*one));
            names.extend(declarators.filter_map(declarator::name).map(Node::text));
        }
    }
    names
}

fn declares_function(declarator: Node<'_>) -> bool {
    std::iter::successors(Some(declarator), |node| declarator::inner(*node))
        .any(|node| node.kind() == "function_declarator")
}
