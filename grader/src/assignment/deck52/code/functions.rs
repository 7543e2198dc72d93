//! The rule `functions`.

use super::roles::{Cast, ROLES, Role};
use super::{FUNCTIONS, Found};
use crate::assignment::Check;
use crate::source::{Code, Function, Node};
use std::collections::BTreeSet;

/// What a program lacks of one function.
enum Lack<'c> {
    /// A fault, and the function it is about, if there is any.
    Fault(String, Option<&'c Function>),
    /// Something a person must look at.
    Doubt(String),
}

pub(super) fn check(code: &Code) -> Check {
    let mut found = Found::new(ROLES.len() as u32);
    let mut spelt = Vec::new();
    for role in ROLES {
        match role.cast(code) {
            Cast::Named(places) => {
                let first = &code.functions()[places[0]];
                if first.plain_name() != role.name().to_lowercase() {
                    spelt.push(format!("`{}` was taken for {}", first.name, role.name()));
                }
                for lack in lacks(code, role, &places) {
                    found.add(code, lack);
                }
            }
            Cast::Likely(_) if code.gaps().next().is_some() => found.add(code, absent(code, role)),
            Cast::Likely(at) => {
                // The handout gives the names; that the work is done elsewhere is told, so that a person can weigh it.
                let likely = &code.functions()[at];
                let what = format!("No function is called {}; `{}` may be it.", role.name(), likely.name);
                found.fault(code, what, Some((likely.file.clone(), likely.line)));
            }
            Cast::Absent => found.add(code, absent(code, role)),
        }
    }
    let mut held =
        "DealCard, GetRandom, InitializeCards and ScoreHand have a prototype, a definition and a call each"
            .to_owned();
    if !spelt.is_empty() {
        held = format!("{held}; {}", spelt.join(", "));
    }
    found.check(FUNCTIONS.id, &format!("{held}."))
}

impl Found {
    fn add(&mut self, code: &Code, lack: Lack<'_>) {
        match lack {
            Lack::Fault(what, about) => {
                let main = || code.functions().iter().find(|one| one.name == "main" && one.defined);
                let place = about.or_else(main).map(|one| (one.file.clone(), one.line));
                self.fault(code, what, place);
            }
            Lack::Doubt(what) => self.doubt(what),
        }
    }
}

/// What is missing of a function that is there in some way.
fn lacks<'c>(code: &'c Code, role: Role, places: &[usize]) -> Vec<Lack<'c>> {
    let all: Vec<&Function> = places.iter().map(|at| &code.functions()[*at]).collect();
    let name = &all[0].name;
    let mut lacks = Vec::new();
    let defined = all.iter().find(|one| one.defined);
    let declared = all.iter().any(|one| !one.defined) || places.iter().any(|at| is_in_class(code, *at));
    match defined {
        Some(definition) if !declared => lacks.push(Lack::Fault(
            format!(
                "`{name}` has no prototype: it is only defined ({}:{}).",
                definition.file, definition.line
            ),
            Some(*definition),
        )),
        None => lacks.push(Lack::Fault(format!("`{name}` is declared but nowhere defined."), Some(all[0]))),
        Some(_) => {}
    }
    if !is_called(code, places) {
        let about = defined.copied().unwrap_or(all[0]);
        lacks.push(if is_mentioned(code, name) {
            Lack::Doubt(format!("`{name}` is never called by its name, but used in another way."))
        } else {
            Lack::Fault(format!("`{name}` is never called."), Some(about))
        });
    }
    if code.gaps().next().is_some() && !lacks.is_empty() {
        return vec![Lack::Doubt(format!(
            "Parts of the source could not be read, so {} was not found whole.",
            role.name()
        ))];
    }
    lacks
}

fn absent(code: &Code, role: Role) -> Lack<'_> {
    let name = role.name();
    let plain = name.to_lowercase();
    if code.gaps().next().is_some() {
        return Lack::Doubt(format!(
            "Parts of the source could not be read; {name} was not found in the rest."
        ));
    }
    match code.variables().iter().find(|one| crate::source::plain_name(&one.name) == plain) {
        Some(variable) => Lack::Doubt(format!(
            "{name} is no function of its own but a variable ({}:{}).",
            variable.file, variable.line
        )),
        None => Lack::Fault(format!("There is no function {name}."), None),
    }
}

/// Whether a function is defined inside its class: its declaration is there with it.
fn is_in_class(code: &Code, at: usize) -> bool {
    code.body(at).is_some_and(|body| {
        body.ancestors()
            .any(|node| matches!(node.kind(), "class_specifier" | "struct_specifier" | "union_specifier"))
    })
}

/// Whether one of these functions is called from any other.
fn is_called(code: &Code, places: &[usize]) -> bool {
    let names: BTreeSet<&str> = places.iter().map(|at| code.functions()[*at].name.as_str()).collect();
    let mut calls = names.into_iter().flat_map(|name| code.calls_of(name));
    calls.any(|call| call.function.is_none_or(|at| places.binary_search(&at).is_err()))
}

/// Whether a name stands anywhere but where its function is declared: passed on, or called through a pointer.
fn is_mentioned(code: &Code, name: &str) -> bool {
    let named = |node: &Node<'_>| node.kind().ends_with("identifier") && node.text() == name;
    code.root().within().filter(named).any(|node| {
        let parents = node.ancestors().map(Node::kind);
        !parents.take_while(|kind| !kind.ends_with("statement")).any(|kind| kind == "function_declarator")
            && node.parent().is_some_and(|parent| parent.kind() != "call_expression")
    })
}
