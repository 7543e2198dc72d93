//! Declarators: the part of a declaration that holds the name.

use super::Node;

/// The name that a declarator declares, with what it is qualified with left aside.
pub(super) fn name(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut node = declarator;
    loop {
        node = match node.kind() {
            "identifier" | "field_identifier" | "type_identifier" | "destructor_name" | "operator_name" => {
                return Some(node);
            }
            "qualified_identifier" | "template_function" | "template_method" | "dependent_name" => {
                node.part("name").or_else(|| node.children().next())?
            }
            _ => inner(node)?,
        };
    }
}

/// The declarator inside a declarator, as in `*x`, `x[52]`, `(x)`, `x = 1`.
pub(super) fn inner(declarator: Node<'_>) -> Option<Node<'_>> {
    match declarator.kind() {
        "init_declarator"
        | "pointer_declarator"
        | "array_declarator"
        | "function_declarator"
        | "optional_parameter_declaration" => declarator.part("declarator"),
        "reference_declarator"
        | "parenthesized_declarator"
        | "variadic_declarator"
        | "attributed_declarator" => declarator.children().find(|node| is_declarator(*node)),
        _ => None,
    }
}

fn is_declarator(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.ends_with("declarator")
        || kind.ends_with("identifier")
        || matches!(kind, "destructor_name" | "operator_name")
}

/// The text of a node without the text of some of its parts, white space made single blanks.
pub(super) fn text_without(whole: Node<'_>, left_out: &[Node<'_>]) -> String {
    let (start, stop) = whole.span();
    cut(whole, start, stop, left_out)
}

/// The text of a node from its start up to a later node inside it.
pub(super) fn text_before(whole: Node<'_>, end: Node<'_>, left_out: &[Node<'_>]) -> String {
    cut(whole, whole.span().0, end.span().0, left_out)
}

fn cut(whole: Node<'_>, start: usize, stop: usize, left_out: &[Node<'_>]) -> String {
    let text = whole.text();
    let mut kept = String::new();
    let mut from = start;
    let piece = |from: usize, to: usize| text.get(from - start..to.saturating_sub(start)).unwrap_or_default();
    for part in left_out {
        let (first, last) = part.span();
        if first >= from && last <= stop {
            kept.push_str(piece(from, first));
            kept.push(' ');
            from = last;
        }
    }
    kept.push_str(piece(from, stop));
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words of a declaration that are no part of a type.
const SPECIFIERS: [&str; 11] = [
    "static",
    "inline",
    "virtual",
    "constexpr",
    "consteval",
    "constinit",
    "explicit",
    "extern",
    "friend",
    "register",
    "mutable",
];

/// The parts of a declaration that are no part of its type: `static`, attributes.
pub(super) fn specifiers(declaration: Node<'_>) -> Vec<Node<'_>> {
    let is_specifier = |node: &Node<'_>| {
        SPECIFIERS.contains(&node.text())
            || matches!(
                node.kind(),
                "attribute_specifier" | "attribute_declaration" | "explicit_function_specifier"
            )
    };
    declaration.all_children().filter(is_specifier).collect()
}

/// Whether a declaration has this word before its type.
pub(super) fn has_specifier(declaration: Node<'_>, word: &str) -> bool {
    declaration.all_children().any(|node| node.text() == word)
}
