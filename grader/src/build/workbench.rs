//! What else can be made from the sources of a program that compiles.

use crate::play::{PlayError, Stage};

/// Compiles more from a submission's sources.
pub trait Workbench {
    /// Compiles `text`, C++ around the program's sources, with the program's flags and the same fixed chance and time.
    ///
    /// `%SOURCES%` in it stands for the `#include` lines of the sources. Where they clash in one unit, those among
    /// `files` alone are included, the ones with the functions it calls, or else their headers, and the others are
    /// linked to it. Its entry
    /// point is `extern "C" int __wrap_main()`: the linker puts it in the place of the program's `main`, in whatever
    /// form that is written, which is there under its own name and does not run.
    fn harness(&mut self, text: &str, files: &[String]) -> Result<Harness, PlayError>;
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
