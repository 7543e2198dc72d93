//! The calls of a program.

use super::{Code, Node};

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The function's name, without what it belongs to (`srand`).
    pub callee: String,
    /// What it is called on or belongs to, as written (`deck`, `std`); empty if nothing.
    pub on: String,
    /// Its arguments, as written.
    pub arguments: Vec<String>,
    /// The function it is made in, by its place in [`Code::functions`]; `None` outside of all.
    pub function: Option<usize>,
    /// The file, as shown to people.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its node.
    pub(super) at: usize,
}

/// The calls of a program, in the order of the text. Casts such as `int(x)` are none.
pub(super) fn calls(code: &Code) -> Vec<Call> {
    let nodes = code.root().within().filter(|node| node.kind() == "call_expression");
    nodes.filter_map(|node| call(code, node)).collect()
}

fn call(code: &Code, node: Node<'_>) -> Option<Call> {
    let (name, on) = callee(node)?;
    let arguments = node.part("arguments").into_iter().flat_map(Node::children);
    let place = name.place();
    Some(Call {
        callee: name.text().to_owned(),
        on,
        arguments: arguments.map(|argument| argument.text().to_owned()).collect(),
        function: node.function().and_then(|definition| code.function_of(definition)),
        file: place.file.to_owned(),
        line: place.line,
        at: node.at(),
    })
}

/// The name of the function that a call calls, and what it is called on.
fn callee(call: Node<'_>) -> Option<(Node<'_>, String)> {
    let mut node = call.part("function")?.bare();
    let mut on = None;
    loop {
        node = match node.kind() {
            "identifier" | "field_identifier" => {
                return Some((node, on.map_or_else(String::new, |on: Node<'_>| on.text().to_owned())));
            }
            "qualified_identifier" => {
                on = node.part("scope");
                node.part("name")?
            }
            "field_expression" => {
                on = node.part("argument");
                node.part("field")?
            }
            "template_function" | "template_method" => node.part("name")?,
            "dependent_name" => node.children().next()?,
            _ => return None,
        };
    }
}
