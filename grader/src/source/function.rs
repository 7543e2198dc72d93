//! The functions a program declares and defines.

/// A function of the program's own, as declared or defined at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name, without what it belongs to (`draw_card`).
    pub name: String,
    /// The class, struct or namespace it belongs to (`Deck`, `game::Deck`); empty for a free one.
    pub scope: String,
    /// It belongs to a class or struct, and is not a static member of it.
    pub needs_object: bool,
    /// Its return type as written; `auto` where the compiler finds it out.
    pub returns: String,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// It is a template.
    pub template: bool,
    /// It is here with its body.
    pub defined: bool,
    /// The file, as shown to people.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its type as written, array brackets included (`int [52]`, `const std::string &`).
    pub kind: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// It may be left out.
    pub optional: bool,
}

impl Function {
    /// Its name without capitals and underscores: `draw_card`, `drawCard` and `DrawCard` are one.
    pub fn plain_name(&self) -> String {
        plain_name(&self.name)
    }
}

/// A name without capitals and underscores.
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}
