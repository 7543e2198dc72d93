//! What else can be made from the sources of a program that compiles.

use crate::play::{PlayError, Stage};

/// Compiles more from a submission's sources.
pub trait Workbench {
    /// Compiles `harness`, C++ that includes the program's sources and has a `main` of its own, with the program's
    /// flags and the same fixed chance and time.
    ///
    /// `%SOURCES%` in it stands for the `#include` lines of the program's sources, whose `main` is renamed on the way.
    fn harness(&mut self, harness: &str) -> Result<Harness, PlayError>;
    /// The program's sources as the preprocessor leaves them.
    fn preprocessed(&mut self) -> Result<Vec<Preprocessed>, PlayError>;
}

/// What came of compiling a harness.
pub enum Harness {
    /// It can be played.
    Ready(Box<dyn Stage>),
    /// It does not fit the program: the compiler's first errors.
    Refused(String),
}

/// A source file after the preprocessor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preprocessed {
    /// The file, as shown to people.
    pub path: String,
    /// What the preprocessor made of it, with line markers.
    pub text: String,
}
