//! The functions of a program that may be meant by a name, and how they are written.

use crate::source::{Function, plain_name};

/// The functions of this name, in whatever capitals: the exact name first, then those that need no object. Of several
/// places that tell of one function the one with its body counts.
pub fn candidates<'a>(functions: &'a [Function], name: &str) -> Vec<&'a Function> {
    let plain = plain_name(name);
    let mut all: Vec<&Function> = Vec::new();
    for function in functions.iter().filter(|function| function.plain_name() == plain) {
        let known = all.iter_mut().find(|known| known.name == function.name && known.scope == function.scope);
        match known {
            Some(known) if !known.defined && function.defined => *known = function,
            Some(_) => {}
            None => all.push(function),
        }
    }
    all.retain(|function| function.defined);
    all.sort_by_key(|function| (function.name != name, function.needs_object, !function.scope.is_empty()));
    all
}

/// Whether there are several functions of this one's name in its scope, or a template: which is meant the call decides.
pub fn is_overloaded(functions: &[Function], one: &Function) -> bool {
    let kinds = |function: &Function| -> Vec<String> {
        function.parameters.iter().map(|parameter| parameter.kind.replace(' ', "")).collect()
    };
    one.template
        || functions.iter().any(|other| {
            other.name == one.name
                && other.scope == one.scope
                && (other.template || other.defined && kinds(other) != kinds(one))
        })
}

/// A function's declaration as a person writes it (`int Deck::draw_card(string &card, int points)`).
pub fn declaration(function: &Function) -> String {
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .map(|parameter| {
            let name = parameter.name.as_deref().unwrap_or_default();
            match parameter.kind.split_once('[') {
                Some((kind, size)) => format!("{} {name}[{size}", kind.trim_end()),
                None if parameter.kind.ends_with(['&', '*']) => format!("{}{name}", parameter.kind),
                None => format!("{} {name}", parameter.kind),
            }
        })
        .map(|parameter| parameter.trim_end().to_owned())
        .collect();
    format!("{} {}({})", function.returns, scoped(function), parameters.join(", "))
}

/// A function's name with what it belongs to, as it is called from outside (`Deck::draw_card`).
pub fn scoped(function: &Function) -> String {
    let path = super::sheet::path(function);
    path.trim_start_matches("::").to_owned()
}

/// How a person's `main` calls a function: lines that go before, and what stands before the parentheses.
pub fn spoken(function: &Function) -> (String, String) {
    if function.needs_object {
        let class = super::sheet::owner(function);
        let class = class.trim_start_matches("::");
        (format!("{class} it;\n"), format!("it.{}", function.name))
    } else {
        (String::new(), scoped(function))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Parameter;

    fn function(scope: &str, name: &str, kinds: &[&str], defined: bool) -> Function {
        let parameters = kinds.iter().map(|kind| Parameter {
            kind: (*kind).to_owned(),
            name: Some("x".to_owned()),
            optional: false,
        });
        Function {
            name: name.to_owned(),
            scope: scope.to_owned(),
            needs_object: scope == "Deck",
            returns: "int".to_owned(),
            parameters: parameters.collect(),
            template: false,
            defined,
            file: "main.cpp".to_owned(),
            line: 1,
        }
    }

    #[test]
    fn the_exact_name_comes_first_and_prototypes_do_not_count() {
        let all = [
            function("", "DrawCard", &["string &", "int"], true),
            function("Deck", "draw_card", &["string &", "int"], true),
            function("", "draw_card", &["string &", "int"], false),
            function("", "draw_card", &["string &", "int"], true),
            function("", "drawcard", &[], false),
        ];
        let names: Vec<String> = candidates(&all, "draw_card").into_iter().map(scoped).collect();
        assert_eq!(names, ["draw_card", "Deck::draw_card", "DrawCard"]);
        assert!(!is_overloaded(&all, &all[3]));
    }

    #[test]
    fn functions_are_written_as_people_do() {
        let f = function("Deck", "draw_card", &["string &", "int [52]", "int"], true);
        assert_eq!(declaration(&f), "int Deck::draw_card(string &x, int x[52], int x)");
        assert_eq!(spoken(&f), ("Deck it;\n".to_owned(), "it.draw_card".to_owned()));
    }
}
