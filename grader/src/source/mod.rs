//! What a program's source says: its functions and calls, after the preprocessor, at the student's own lines.
//!
//! Macros are seen through, code that is compiled away does not count, and neither do comments.

mod declarator;
mod function;
mod functions;
mod own;
mod tree;

pub use function::{Function, Parameter, plain_name};
pub use tree::Node;

use crate::build::Preprocessed;
use own::Own;
use std::collections::BTreeSet;

/// A program's source, read.
#[derive(Debug)]
pub struct Code {
    own: Own,
    items: Vec<tree::Item>,
    sources: Vec<(String, String)>,
    functions: Vec<Function>,
    /// The declaration of each function.
    declarations: Vec<usize>,
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
    /// None of the student's lines are left.
    #[error("the preprocessor leaves nothing of the source")]
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
        };
        if let Some(plainer) = code.without_false_templates() {
            code.items = tree::parse(&plainer)?;
        }
        let (functions, declarations) = {
            let values = code.value_names();
            let found = functions::functions(code.root(), &values);
            found.into_iter().map(|(function, node)| (function, node.at())).unzip()
        };
        code.functions = functions;
        code.declarations = declarations;
        Ok(code)
    }

    /// The functions it declares and defines, in the order of the text; one that is declared and then defined is here
    /// twice.
    pub fn functions(&self) -> &[Function] {
        &self.functions
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

    /// The names of variables, parameters and enumerators.
    fn value_names(&self) -> BTreeSet<&str> {
        let named = |node: Node<'_>| match node.kind() {
            "declaration" | "field_declaration" | "for_range_loop" => true,
            kind => kind.ends_with("parameter_declaration"),
        };
        let mut names = BTreeSet::new();
        for node in self.root().within() {
            if node.kind() == "enumerator" {
                names.extend(node.part("name").map(Node::text));
            } else if named(node) {
                let declarators = node.parts("declarator").filter(|one| !declares_function(*one));
                names.extend(declarators.filter_map(declarator::name).map(Node::text));
            }
        }
        names
    }

    /// The text with the comparisons turned round that were taken for templates (`i < n && j > (m)`), if there are any.
    fn without_false_templates(&self) -> Option<String> {
        let templates =
            self.root().within().filter(|node| matches!(node.kind(), "template_function" | "template_type"));
        let mut templates = templates.peekable();
        templates.peek()?;
        let values = self.value_names();
        let signs: Vec<usize> = templates
            .filter(|node| node.part("name").is_some_and(|name| values.contains(name.text())))
            .filter_map(|node| Some(node.part("arguments")?.span().0))
            .collect();
        let mut bytes = self.own.text.clone().into_bytes();
        for sign in &signs {
            if let Some(byte) = bytes.get_mut(*sign).filter(|byte| **byte == b'<') {
                *byte = b'>';
            }
        }
        String::from_utf8(bytes).ok().filter(|_| !signs.is_empty())
    }
}

fn declares_function(declarator: Node<'_>) -> bool {
    let mut node = declarator;
    while node.kind() != "function_declarator" {
        let Some(next) = declarator::inner(node) else { return false };
        node = next;
    }
    true
}

#[cfg(test)]
mod tests;
