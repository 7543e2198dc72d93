//! Players that are objects of a class: made as the program makes those it deals cards to.

use crate::source::{Call, Code, Function, Node, Variable};
use crate::unit::Objects;

/// The two objects that the program's calls hand to a function as its players; `None` where it takes none of a class
/// of the program's own, or how they are made cannot be told from the text.
pub(super) fn objects(code: &Code, function: &Function) -> Option<Objects> {
    let (at, class) = function
        .parameters
        .iter()
        .enumerate()
        .find_map(|(at, given)| Some((at, class_of(code, &given.kind)?)))?;
    let mut made: Vec<(String, String)> = Vec::new();
    for call in code.calls_of(&function.name) {
        let Some((name, body)) = maker(code, call, at, class) else { continue };
        if made.iter().all(|(known, _)| *known != name) {
            made.push((name, body));
        }
    }
    let mut bodies = made.into_iter().map(|(_, body)| body);
    Some(Objects { class: class.to_owned(), makers: [bodies.next()?, bodies.next()?] })
}

/// The class of the program's own that a type names, by value, reference or pointer.
fn class_of<'k>(code: &Code, kind: &'k str) -> Option<&'k str> {
    let name = kind.trim_start_matches("const ").trim_end_matches(['&', '*', ' ']);
    let is_class = |node: Node<'_>| {
        matches!(node.kind(), "class_specifier" | "struct_specifier")
            && node.part("name").is_some_and(|one| one.text() == name)
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && code.root().within().any(is_class)).then_some(name)
}

/// The player of a call, and the statements that make one like it.
fn maker(code: &Code, call: &Call, at: usize, class: &str) -> Option<(String, String)> {
    let node = code.call(call);
    let given = node.part("arguments")?.children().nth(at)?.text();
    let given = given.trim().trim_start_matches('&');
    let end = given.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(given.len());
    let (root, rest) = given.split_at(end);
    let is_element =
        rest.starts_with('[') && rest.ends_with(']') && rest[1..rest.len() - 1].parse::<u32>().is_ok();
    if root.is_empty() || !(rest.is_empty() || is_element) {
        return None;
    }
    let of_class = |one: &&Variable| one.name == root && !one.parameter && one.class.is_empty();
    let mut variables = code.variables().iter().filter(of_class);
    let variable = variables
        .clone()
        .find(|one| one.function == call.function)
        .or_else(|| variables.find(|one| one.function.is_none()))?;
    class_of(code, variable.kind.split('[').next()?).filter(|kind| *kind == class)?;
    let star = if variable.kind.trim_end().ends_with('*') { "*" } else { "" };
    let copied = format!("return new {class}({star}{given});");
    if variable.function.is_none() {
        return Some((given.to_owned(), copied));
    }
    let name = code.declared(variable);
    let declaration = name.ancestors().find(|node| node.kind() == "declaration")?;
    let mut lines = vec![declaration.text().to_owned()];
    // What is said to it before it gets its first card.
    let block = declaration.parent()?;
    let later = block.children().skip_while(|one| one.at() <= declaration.at());
    for statement in later.take_while(|one| !one.contains(node)) {
        let text = statement.text();
        let is_own = text.strip_prefix(root).is_some_and(|rest| rest.starts_with(['.', '[', '-', ' ']));
        if statement.kind() == "expression_statement" && is_own {
            lines.push(text.to_owned());
        }
    }
    lines.push(copied);
    Some((given.to_owned(), lines.join("\n        ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_made_as_the_program_makes_them() {
        let text = "struct P { int id; };\nint DealCard(int a[], P &p);\n\
                    int main() { int a[52]; P me{1}, him; him.id = 2; DealCard(a, me); DealCard(a, me); \
                    DealCard(a, him); }\n";
        let path = || "main.cpp".to_owned();
        let unit = crate::build::Preprocessed { path: path(), text: format!("# 1 \"./main.cpp\"\n{text}") };
        let code = Code::parse(&[unit], &[(path(), text.to_owned())]).expect("it can be read");
        let function = &code.functions()[code.functions_named("DealCard")[0]];
        let found = objects(&code, function).expect("both are made in main");
        assert_eq!(found.class, "P");
        assert_eq!(found.makers[0], "P me{1}, him;\n        return new P(me);");
        assert_eq!(found.makers[1], "P me{1}, him;\n        him.id = 2;\n        return new P(him);");
    }
}
