//! How often a call runs.

use super::{Call, Code, Node};
use std::collections::BTreeMap;

/// Runs more than once.
const AGAIN: u32 = 2;

impl Code {
    /// How often a call certainly runs in a run of the program: 0 where that depends on anything, 1, or 2 for more than
    /// once. What stands in a loop counts as run more than once.
    pub fn runs(&self, call: &Call) -> u32 {
        let mut known = BTreeMap::new();
        self.times(call, &mut known)
    }

    fn times(&self, call: &Call, known: &mut BTreeMap<usize, u32>) -> u32 {
        let node = self.call(call);
        let here = times_here(node);
        match call.function {
            _ if here == 0 => 0,
            None => here,
            Some(function) => (here * self.times_of_function(function, known)).min(AGAIN),
        }
    }

    fn times_of_function(&self, function: usize, known: &mut BTreeMap<usize, u32>) -> u32 {
        let name = &self.functions()[function].name;
        if name == "main" {
            return 1;
        }
        if let Some(times) = known.get(&function) {
            return *times;
        }
        // Where it calls itself, only calls from elsewhere count.
        known.insert(function, 0);
        let mut times = 0;
        for call in self.calls_of(name) {
            times += self.times(call, known);
            if times >= AGAIN {
                break;
            }
        }
        times += self.times_made(function, known);
        let times = times.min(AGAIN);
        known.insert(function, times);
        times
    }

    /// How often variables are declared that a function, if it is a constructor, makes.
    fn times_made(&self, function: usize, known: &mut BTreeMap<usize, u32>) -> u32 {
        let constructor = &self.functions()[function];
        let class = last_part(&constructor.scope);
        let others = self.functions_named(&constructor.name).iter().filter(|at| **at != function);
        let alone = others.map(|at| &self.functions()[*at]).all(|one| !one.defined);
        if class != constructor.name || !alone {
            return 0;
        }
        let mut times = 0;
        for variable in self.variables() {
            let copied = self.initial(variable).is_some_and(|value| value.kind() == "call_expression");
            let made = last_part(&variable.kind) == class && variable.class.is_empty();
            if !made || variable.parameter || copied {
                continue;
            }
            let here = times_here(self.declared(variable));
            times += variable.function.map_or(here, |around| match here {
                0 => 0,
                here => here * self.times_of_function(around, known),
            });
        }
        times
    }
}

/// The last part of a name: `Game` of `table::Game`.
fn last_part(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default().trim()
}

/// How often a node runs when its function does.
fn times_here(node: Node<'_>) -> u32 {
    let mut times = 1;
    let mut child = node;
    for parent in node.ancestors() {
        let role = child.role();
        match parent.kind() {
            "function_definition" => break,
            "for_statement" if role == Some("initializer") => {}
            "for_range_loop" if role == Some("right") => {}
            "for_statement" | "for_range_loop" | "while_statement" => {
                times = if ends(parent) { 0 } else { times * AGAIN }
            }
            "do_statement" => times = if ends(parent) || never_again(parent) { 0 } else { times * AGAIN },
            "if_statement" | "switch_statement" | "conditional_expression" if role != Some("condition") => {
                return 0;
            }
            "binary_expression"
                if matches!(parent.operator(), "&&" | "||" | "and" | "or") && role == Some("right") =>
            {
                return 0;
            }
            "catch_clause" | "lambda_expression" => return 0,
            _ => {}
        }
        child = parent;
    }
    times.min(AGAIN)
}

/// Whether the body of a loop leaves it at its end, so that it runs once at most.
fn ends(repeated: Node<'_>) -> bool {
    let last = repeated.part("body").and_then(|body| body.children().last());
    last.is_some_and(|last| matches!(last.kind(), "break_statement" | "return_statement"))
}

/// Whether a loop is `do … while (false)`.
fn never_again(repeated: Node<'_>) -> bool {
    repeated.part("condition").is_some_and(|condition| matches!(condition.bare().text(), "0" | "false"))
}
