//! A second look at what C++ can only tell with types: the text is parsed again with plainer signs in those places.

use super::{Code, Node, declarator};
use std::collections::BTreeSet;

/// The text with plainer signs where the first reading was wrong, if it was anywhere.
///
/// Only signs of one byte are replaced by others, so every place stays where it is:
/// - `i < n && j > (m)` is a template to a reader without types; `<` becomes `>`.
/// - `int card(DealCard(cards, player))` and `vector<int> cards(SIZE)` declare functions to such a reader; the
///   parentheses become braces.
pub(super) fn plainer(code: &Code) -> Option<String> {
    let values = value_names(code);
    let functions: BTreeSet<&str> = code
        .root()
        .within()
        .filter(|node| node.kind() == "function_definition")
        .filter_map(|node| declarator::name(node.part("declarator")?))
        .map(Node::text)
        .collect();
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
            "template_function" | "template_type"
                if node.part("name").is_some_and(|name| values.contains(name.text())) =>
            {
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
            _ => {}
        }
    }
    String::from_utf8(bytes).ok().filter(|_| changed)
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
