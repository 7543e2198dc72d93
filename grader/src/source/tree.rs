//! The syntax tree: what tree-sitter finds, in the order of the text.

use super::{Code, Place, SourceError};
use std::ops::ControlFlow;
use std::sync::LazyLock;
use tree_sitter::{Language, ParseOptions, Parser, Tree};

static LANGUAGE: LazyLock<Language> = LazyLock::new(|| Language::from(tree_sitter_cpp::LANGUAGE));

/// The deepest nesting that is read.
const DEPTH: usize = 1200;

/// A node of the tree; the nodes below it are those after it, up to its `end`.
#[derive(Debug)]
pub(super) struct Item {
    kind: &'static str,
    /// What it is to its parent (`declarator`).
    field: Option<&'static str>,
    parent: usize,
    /// The node after the last one below it.
    end: usize,
    start: usize,
    stop: usize,
    named: bool,
    broken: bool,
    /// The definition of a function that it is in, or is.
    function: Option<usize>,
}

/// Parses C++. Whatever the text, it ends after a number of steps that the length of the text bounds.
pub(super) fn parse(text: &str) -> Result<Vec<Item>, SourceError> {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE).map_err(|_| SourceError::TooTangled)?;
    // A program takes a step for about 80 bytes.
    let mut steps = 1000 + text.len() / 20;
    let mut progress = |_: &_| {
        steps = steps.saturating_sub(1);
        if steps == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let bytes = text.as_bytes();
    let mut read = |offset: usize, _| &bytes[offset.min(bytes.len())..];
    let tree = parser.parse_with_options(&mut read, None, Some(options)).ok_or(SourceError::TooTangled)?;
    flatten(&tree)
}

fn flatten(tree: &Tree) -> Result<Vec<Item>, SourceError> {
    let mut items: Vec<Item> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let at = items.len();
        let parent = open.last().copied().unwrap_or(0);
        let kind = LANGUAGE.node_kind_for_id(node.kind_id()).unwrap_or("ERROR");
        items.push(Item {
            kind,
            field: cursor.field_id().and_then(|id| LANGUAGE.field_name_for_id(id.get())),
            parent,
            end: at + 1,
            start: node.start_byte(),
            stop: node.end_byte(),
            named: node.is_named(),
            broken: node.is_error() || node.is_missing(),
            function: if kind == "function_definition" {
                Some(at)
            } else {
                open.last().and_then(|_| items[parent].function)
            },
        });
        if cursor.goto_first_child() {
            open.push(at);
            if open.len() > DEPTH {
                return Err(SourceError::TooTangled);
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            let Some(done) = open.pop() else { return Ok(items) };
            items[done].end = items.len();
            cursor.goto_parent();
        }
    }
}

/// A node of a program's tree.
#[derive(Clone, Copy)]
pub struct Node<'c> {
    code: &'c Code,
    at: usize,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} `{}`", self.kind(), self.text())
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl<'c> Node<'c> {
    pub(super) fn new(code: &'c Code, at: usize) -> Self {
        Node { code, at }
    }

    fn item(self) -> &'c Item {
        &self.code.items[self.at]
    }

    fn with(self, at: usize) -> Self {
        Node { at, ..self }
    }

    /// Its number: smaller for what comes earlier in the text.
    pub fn at(self) -> usize {
        self.at
    }

    /// What it is, in tree-sitter's words (`if_statement`).
    pub fn kind(self) -> &'static str {
        self.item().kind
    }

    /// What it is to its parent (`condition`).
    pub fn role(self) -> Option<&'static str> {
        self.item().field
    }

    /// Whether it is more than a sign or keyword.
    pub fn is_named(self) -> bool {
        self.item().named
    }

    /// Whether the text was not understood here.
    pub fn is_broken(self) -> bool {
        self.item().broken
    }

    /// Its text.
    pub fn text(self) -> &'c str {
        self.code.own.text.get(self.item().start..self.item().stop).unwrap_or_default()
    }

    pub(super) fn span(self) -> (usize, usize) {
        (self.item().start, self.item().stop)
    }

    /// Where it starts.
    pub fn place(self) -> Place<'c> {
        self.code.own.place(self.item().start)
    }

    /// What it is part of.
    pub fn parent(self) -> Option<Self> {
        (self.at > 0).then(|| self.with(self.item().parent))
    }

    /// What it is part of, from the inside out.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'c>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// The nodes right below it, signs and keywords too.
    pub fn all_children(self) -> impl Iterator<Item = Node<'c>> {
        let end = self.item().end;
        let first = (self.at + 1 < end).then(|| self.with(self.at + 1));
        std::iter::successors(first, move |node| {
            let next = node.item().end;
            (next < end).then(|| node.with(next))
        })
    }

    /// The nodes right below it, without comments.
    pub fn children(self) -> impl Iterator<Item = Node<'c>> {
        self.all_children().filter(|node| node.is_named() && node.kind() != "comment")
    }

    /// It and all below it, in the order of the text.
    pub fn within(self) -> impl Iterator<Item = Node<'c>> {
        (self.at..self.item().end).map(move |at| self.with(at))
    }

    /// It and what is below it, without the nodes to skip and what is below those.
    pub fn without(self, skip: impl Fn(Node<'c>) -> bool) -> impl Iterator<Item = Node<'c>> {
        let end = self.item().end;
        let mut at = self.at;
        std::iter::from_fn(move || {
            while at < end {
                let node = self.with(at);
                if !skip(node) {
                    at += 1;
                    return Some(node);
                }
                at = node.item().end;
            }
            None
        })
    }

    /// Whether `other` is it or below it.
    pub fn contains(self, other: Node<'_>) -> bool {
        (self.at..self.item().end).contains(&other.at)
    }

    /// Its part of this role.
    pub fn part(self, role: &str) -> Option<Self> {
        self.all_children().find(|node| node.role() == Some(role))
    }

    /// Its parts of this role.
    pub fn parts(self, role: &'static str) -> impl Iterator<Item = Node<'c>> {
        self.all_children().filter(move |node| node.role() == Some(role))
    }

    /// Its first child of this kind.
    pub fn child(self, kind: &str) -> Option<Self> {
        self.all_children().find(|node| node.kind() == kind)
    }

    /// The operator of an expression (`<=`).
    pub fn operator(self) -> &'c str {
        self.part("operator").map_or("", Node::text)
    }

    /// Without the parentheses around it.
    #[must_use]
    pub fn bare(self) -> Self {
        let mut node = self;
        while matches!(node.kind(), "parenthesized_expression" | "condition_clause") {
            let Some(inner) = node.part("value").or_else(|| node.children().next()) else { break };
            node = inner;
        }
        node
    }

    /// The definition of the function it is in.
    pub fn function(self) -> Option<Self> {
        self.item().function.map(|at| self.with(at))
    }
}
