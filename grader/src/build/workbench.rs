//! What else can be made from the sources of a program that compiles.

use crate::play::{PlayError, Stage};

/// Compiles more from a submission's sources.
pub trait Workbench {
    /// Compiles `text`, C++ around the program's sources, with the program's flags and the same fixed chance and time.
    ///
    /// `%SOURCES%` in it stands for the `#include` lines of the sources. Where they clash in one unit, those among
    /// `files` alone are included, the ones with the functions it calls, or else their headers, and the others are
    /// linked to it. `%SECRET%`
    /// stands for a word nobody can foresee. Its entry point is `extern "C" int __wrap_main(int, char **)`: the linker
    /// puts it in the place of the program's `main`, in whatever form that is written. It is started under a name that
    /// begins with `./h`; under another one it must run the program's own, which is there as `__real_main`.
    fn harness(&mut self, text: &str, files: &[String]) -> Result<Harness, PlayError>;
    /// The program's sources as the preprocessor leaves them.
    fn preprocessed(&mut self) -> Result<Vec<Preprocessed>, PlayError>;
}

/// What came of compiling a harness.
pub enum Harness {
    /// It can be played.
    Ready {
        /// Where it is played.
        stage: Box<dyn Stage>,
        /// The word that stands in it for `%SECRET%`.
        secret: String,
    },
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
