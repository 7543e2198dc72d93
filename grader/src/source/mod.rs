//! What a program's source says: its functions and calls, after the preprocessor, at the student's own lines.
//!
//! Macros are seen through, code that is compiled away does not count, and neither do comments.

mod call;
mod constant;
mod declarator;
mod flow;
mod function;
mod functions;
mod own;
mod second;
mod tree;
mod variable;

pub use call::Call;
pub use function::{Function, Parameter, plain_name};
pub use tree::Node;
pub use variable::{Holds, Variable};

use crate::build::Preprocessed;
use own::Own;
use std::collections::BTreeMap;

/// A program's source, read.
#[derive(Debug)]
pub struct Code {
    own: Own,
    items: Vec<tree::Item>,
    sources: Vec<(String, String)>,
    functions: Vec<Function>,
    /// The declaration of each function.
    declarations: Vec<usize>,
    calls: Vec<Call>,
    variables: Vec<Variable>,
    constants: BTreeMap<String, Option<i64>>,
    /// The functions by name.
    functions_by_name: BTreeMap<String, Vec<usize>>,
    /// The calls by the name that is called.
    calls_by_name: BTreeMap<String, Vec<usize>>,
}

/// A line of the student's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place<'c> {
    /// The file, as shown to people.
    pub file: &'c str,
    /// The line, from 1.
    pub line: u32,
}

/// Why a source could not be read; a person must look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no line of the student's in it.
    #[error("the preprocessor makes nothing of the source that can be read")]
    Nothing,
    /// Macros make too much of it, or it is too long.
    #[error("the source is longer than what is read of one")]
    TooLong,
    /// It is nested too deeply, or is no C++ at all.
    #[error("the source is nested too deeply to be read")]
    TooTangled,
}

impl Code {
    /// Reads a program: what the preprocessor made of its sources, and all its files as the student wrote them.
    pub fn parse(preprocessed: &[Preprocessed], sources: &[(String, String)]) -> Result<Code, SourceError> {
        let own = Own::cut(preprocessed, sources)?;
        let mut code = Code {
            items: tree::parse(&own.text)?,
            own,
            sources: sources.to_vec(),
            functions: Vec::new(),
            declarations: Vec::new(),
            calls: Vec::new(),
            variables: Vec::new(),
            constants: BTreeMap::new(),
            functions_by_name: BTreeMap::new(),
            calls_by_name: BTreeMap::new(),
        };
        if let Some(plainer) = second::plainer(&code) {
            code.items = tree::parse(&plainer)?;
        }
        let found = functions::functions(code.root());
        let (functions, declarations): (Vec<Function>, Vec<usize>) =
            found.into_iter().map(|(function, node)| (function, node.at())).unzip();
        code.functions_by_name = by_name(&functions, |one: &Function| &one.name);
        code.functions = functions;
        code.declarations = declarations;
        code.constants = constant::named(&code);
        code.calls = call::calls(&code);
        code.calls_by_name = by_name(&code.calls, |one: &Call| &one.callee);
        code.variables = variable::variables(&code);
        Ok(code)
    }

    /// The functions it declares and defines, in the order of the text; one that is declared and then defined is here
    /// twice.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The functions of a name, by their places in [`Code::functions`].
    pub fn functions_named(&self, name: &str) -> &[usize] {
        self.functions_by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The body of a function that is here with it.
    pub fn body(&self, function: usize) -> Option<Node<'_>> {
        let declaration = Node::new(self, *self.declarations.get(function)?);
        declaration.all_children().find(|node| matches!(node.kind(), "compound_statement" | "try_statement"))
    }

    /// The calls it makes, in the order of the text.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls of functions of this name, in the order of the text.
    pub fn calls_of(&self, name: &str) -> impl Iterator<Item = &Call> {
        self.calls_by_name.get(name).into_iter().flatten().map(|at| &self.calls[*at])
    }

    /// The expression of a call.
    pub fn call(&self, call: &Call) -> Node<'_> {
        Node::new(self, call.at)
    }

    /// Its variables, members and parameters, in the order of the text.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// What a variable is initialised with.
    pub fn initial(&self, variable: &Variable) -> Option<Node<'_>> {
        variable.initial.map(|at| Node::new(self, at))
    }

    /// The value of an expression, if it is constant.
    pub fn constant(&self, expression: Node<'_>) -> Option<i64> {
        constant::value(expression, &self.constants, 0)
    }

    /// The places where the text was not understood.
    pub fn gaps(&self) -> impl Iterator<Item = Node<'_>> {
        self.root().within().filter(|node| node.is_broken())
    }

    /// The function that a node is in, by its place in [`Code::functions`].
    pub fn function_at(&self, node: Node<'_>) -> Option<usize> {
        node.function().and_then(|definition| self.function_of(definition))
    }

    /// The name that a variable is declared with.
    pub fn declared(&self, variable: &Variable) -> Node<'_> {
        Node::new(self, variable.at)
    }

    /// The function whose definition this is.
    fn function_of(&self, definition: Node<'_>) -> Option<usize> {
        self.declarations.binary_search(&definition.at()).ok()
    }

    /// The whole of it.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, 0)
    }

    /// The student's line at a place, without the blanks around it.
    pub fn line(&self, place: Place<'_>) -> &str {
        let text = self.sources.iter().find(|(path, _)| path == place.file).map_or("", |(_, text)| text);
        text.lines().nth(place.line.saturating_sub(1) as usize).unwrap_or_default().trim()
    }
}

fn by_name<T>(all: &[T], name: impl Fn(&T) -> &String) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, one) in all.iter().enumerate() {
        found.entry(name(one).clone()).or_default().push(at);
    }
    found
}

#[cfg(test)]
mod tests;
