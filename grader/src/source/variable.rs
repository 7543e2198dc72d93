//! The variables of a program, with what they hold.

use super::declarator::{self, specifiers, text_without};
use super::functions::{is_class, scopes};
use super::{Code, Node};
use std::collections::BTreeMap;

/// A variable, a member of a class, or a parameter of a function that is here with its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The class it is a member of; empty for all others.
    pub class: String,
    /// The function it is local to or a parameter of, by its place in [`Code::functions`].
    pub function: Option<usize>,
    /// It is a parameter.
    pub parameter: bool,
    /// Its type as written, array brackets included (`int [52]`).
    pub kind: String,
    /// What it holds.
    pub holds: Holds,
    /// How many elements it has, outermost first (`[4][13]`): `None` where that cannot be told.
    pub sizes: Vec<Option<i64>>,
    /// The file, as shown to people.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The node of its name.
    pub(super) at: usize,
    /// The node of what it is initialised with.
    pub(super) initial: Option<usize>,
}

/// How much a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// One value.
    One,
    /// A fixed number of elements: an array, a `std::array`, a `bitset`.
    Array,
    /// Elements that come and go: a vector, deque, list, set.
    Container,
    /// Values by key.
    Map,
    /// A place elsewhere.
    Pointer,
}

impl Variable {
    /// Whether it holds several elements, or may.
    pub fn is_many(&self) -> bool {
        self.holds != Holds::One
    }
}

/// What a type holds, and how many of them.
type Shape = (Holds, Vec<Option<i64>>);

/// The variables of a program, in the order of the text.
pub(super) fn variables(code: &Code) -> Vec<Variable> {
    let aliases = aliases(code);
    let mut found = Vec::new();
    for node in code.root().within() {
        let kind = node.kind();
        let declares = matches!(kind, "declaration" | "field_declaration" | "for_range_loop")
            || (kind.ends_with("parameter_declaration") && is_of_a_body(node));
        if declares {
            let declarators = node.parts("declarator");
            found.extend(declarators.filter_map(|one| variable(code, node, one, &aliases)));
        }
    }
    found
}

/// Whether a parameter belongs to a function that is here with its body, and is no parameter of a parameter.
fn is_of_a_body(parameter: Node<'_>) -> bool {
    for node in parameter.ancestors().skip(1) {
        match node.kind() {
            "function_definition" | "lambda_expression" => return true,
            kind if kind.ends_with("function_declarator") || kind.ends_with("pointer_declarator") => {}
            "reference_declarator" => {}
            _ => return false,
        }
    }
    false
}

fn variable(
    code: &Code,
    declaration: Node<'_>,
    declarator: Node<'_>,
    aliases: &BTreeMap<&str, Shape>,
) -> Option<Variable> {
    let name = declarator::name(declarator)?;
    let mut levels = Vec::new();
    let mut node = declarator;
    while let Some(inner) = declarator::inner(node) {
        levels.push(node);
        node = inner;
    }
    if levels.iter().any(|level| level.kind() == "function_declarator") {
        return None;
    }
    let initial = levels
        .iter()
        .find_map(|level| level.part("value"))
        .or_else(|| following(declarator).filter(|_| declaration.kind() == "field_declaration"));
    let of = declaration.part("type");
    let (mut holds, mut sizes) = of.map_or((Holds::One, Vec::new()), |of| shape(code, of, aliases));
    bracket(code, (&levels, initial), &mut holds, &mut sizes);
    if let Some(initial) = initial {
        allocate(code, initial, &mut holds, &mut sizes);
    }
    let is_member = declaration.kind() == "field_declaration";
    let full_name = node;
    let class = match (is_member, full_name.kind()) {
        (true, _) => scopes(declaration).join("::"),
        (_, "qualified_identifier") => full_name.part("scope").map_or("", Node::text).to_owned(),
        _ => String::new(),
    };
    let place = name.place();
    Some(Variable {
        name: name.text().to_owned(),
        class,
        function: declaration
            .function()
            .and_then(|definition| code.function_of(definition))
            .filter(|_| !is_member),
        parameter: declaration.kind().ends_with("parameter_declaration"),
        kind: kind(declaration, declarator, full_name),
        holds,
        sizes,
        file: place.file.to_owned(),
        line: place.line,
        at: name.at(),
        initial: initial.map(Node::at),
    })
}

/// Adds what the signs around a name make of its type: `*` and brackets, the outermost last.
fn bracket(
    code: &Code,
    (levels, initial): (&[Node<'_>], Option<Node<'_>>),
    holds: &mut Holds,
    sizes: &mut Vec<Option<i64>>,
) {
    let innermost = levels.iter().rposition(|one| one.kind() == "array_declarator");
    for (at, level) in levels.iter().enumerate() {
        match level.kind() {
            "array_declarator" => {
                // `[]` is as long as what it is initialised with.
                let counted = initial.filter(|_| innermost == Some(at)).map(elements);
                let size = level.part("size").map_or(counted, |size| code.constant(size));
                sizes.insert(0, size);
                *holds = Holds::Array;
            }
            "pointer_declarator" if *holds != Holds::Array => *holds = Holds::Pointer,
            _ => {}
        }
    }
}

/// The default value that follows the declarator of a member.
fn following(declarator: Node<'_>) -> Option<Node<'_>> {
    let after = declarator.parent()?.all_children().skip_while(|node| *node != declarator).skip(1);
    after
        .take_while(|node| node.role() != Some("declarator"))
        .find(|node| node.role() == Some("default_value"))
}

/// The type as written: what stands before all declarators, and the signs around the name.
fn kind(declaration: Node<'_>, declarator: Node<'_>, name: Node<'_>) -> String {
    let first = declaration.part("declarator").unwrap_or(declarator);
    if declaration.kind() == "for_range_loop" {
        let of = declaration.part("type").map_or("", Node::text);
        return format!("{of} {}", text_without(declarator, &[name])).trim().to_owned();
    }
    let before = match declaration.part("type").filter(|of| is_class(*of)).and_then(|of| of.part("name")) {
        Some(class) => class.text().to_owned(),
        None => declarator::text_before(declaration, first, &specifiers(declaration)),
    };
    let bare = match declarator.kind() {
        "init_declarator" => declarator.part("declarator").unwrap_or(declarator),
        _ => declarator,
    };
    let around = text_without(bare, &[name]);
    [before, around].join(" ").trim().to_owned()
}

/// The number of elements of what an array is initialised with.
fn elements(initial: Node<'_>) -> i64 {
    match initial.kind() {
        "string_literal" => initial.text().len() as i64 - 1,
        _ => initial.children().count() as i64,
    }
}

/// What a type holds.
fn shape(code: &Code, of: Node<'_>, aliases: &BTreeMap<&str, Shape>) -> Shape {
    let mut node = of;
    let mut sizes = Vec::new();
    let mut holds = None;
    loop {
        match node.kind() {
            "type_descriptor" => match node.part("type") {
                Some(inner) => node = inner,
                None => break,
            },
            "qualified_identifier" => match node.part("name") {
                Some(inner) => node = inner,
                None => break,
            },
            "template_type" => {
                let Some((one, size, element)) = template(code, node) else { break };
                holds = holds.or(Some(one));
                sizes.push(size);
                match element {
                    Some(element) => node = element,
                    None => break,
                }
            }
            "type_identifier" => {
                if let Some((one, more)) = aliases.get(node.text()) {
                    holds = holds.or(Some(*one));
                    sizes.extend(more);
                }
                break;
            }
            _ => break,
        }
    }
    (holds.unwrap_or(Holds::One), sizes)
}

/// What a library's template holds, its size, and the type of its elements.
fn template<'c>(code: &Code, node: Node<'c>) -> Option<(Holds, Option<i64>, Option<Node<'c>>)> {
    let mut arguments = node.part("arguments")?.children();
    let first = arguments.next();
    match node.part("name")?.text() {
        "array" => Some((Holds::Array, arguments.next().and_then(|size| code.constant(size)), first)),
        "bitset" => Some((Holds::Array, first.and_then(|size| code.constant(size)), None)),
        "vector" | "deque" | "list" | "forward_list" | "stack" | "queue" | "set" | "multiset"
        | "unordered_set" | "priority_queue" | "valarray" => Some((Holds::Container, None, first)),
        "map" | "multimap" | "unordered_map" => Some((Holds::Map, None, None)),
        "unique_ptr" | "shared_ptr" => Some((Holds::Pointer, None, None)),
        _ => None,
    }
}

/// What stands for an array or container by another name: `typedef int Deck[52]`, `using Deck = array<int, 52>`.
fn aliases(code: &Code) -> BTreeMap<&str, Shape> {
    let mut aliases = BTreeMap::new();
    for node in code.root().within() {
        let named = match node.kind() {
            "type_definition" => {
                node.part("declarator").and_then(|one| Some((declarator::name(one)?, Some(one))))
            }
            "alias_declaration" => node.part("name").map(|name| (name, None)),
            _ => None,
        };
        let Some(((name, declarator), of)) = named.zip(node.part("type")) else { continue };
        let (mut holds, mut sizes) = shape(code, of, &aliases);
        let brackets = declarator.or_else(|| of.part("declarator"));
        let levels = std::iter::successors(brackets, |one| one.part("declarator"));
        for level in levels.filter(|level| level.kind().ends_with("array_declarator")) {
            sizes.insert(0, level.part("size").and_then(|size| code.constant(size)));
            holds = Holds::Array;
        }
        if holds != Holds::One {
            aliases.insert(name.text(), (holds, sizes));
        }
    }
    aliases
}

/// Takes the size from what a pointer or container is made with: `new int[52]`, `vector<int>(52)`.
fn allocate(code: &Code, initial: Node<'_>, holds: &mut Holds, sizes: &mut Vec<Option<i64>>) {
    let length =
        initial.within().find(|node| node.kind() == "new_declarator").and_then(|node| node.part("length"));
    if let Some(length) = length {
        *holds = Holds::Pointer;
        *sizes = vec![code.constant(length)];
        return;
    }
    let made = made_by(initial);
    match made.as_ref().map(|(name, arguments)| (*name, arguments.as_slice())) {
        Some(("make_unique" | "make_shared" | "malloc", [size]) | ("calloc", [size, _])) => {
            *holds = Holds::Pointer;
            *sizes = vec![code.constant(*size)];
        }
        Some(("vector" | "deque", [size, ..])) if *holds == Holds::Container || sizes.is_empty() => {
            *holds = Holds::Container;
            *sizes = vec![code.constant(*size)];
        }
        _ if *holds != Holds::Container => {}
        _ if initial.text().starts_with('(') => {
            if let (Some(first), Some(size)) = (sizes.first_mut(), initial.children().next()) {
                *first = code.constant(size);
            }
        }
        _ if initial.kind() == "initializer_list" => {
            let count = initial.children().count() as i64;
            if let Some(first) = sizes.first_mut().filter(|_| count > 0) {
                *first = Some(count);
            }
        }
        _ => {}
    }
}

/// The call that a value is made by, through casts: its function and its arguments.
fn made_by(initial: Node<'_>) -> Option<(&str, Vec<Node<'_>>)> {
    let mut node = initial.bare();
    while node.kind() == "cast_expression" {
        node = node.part("value")?.bare();
    }
    let mut function = node.part("function")?;
    while let Some(name) = function.part("name") {
        function = name;
    }
    Some((function.text(), node.part("arguments")?.children().collect()))
}
