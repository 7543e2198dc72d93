//! What a program's source says: its functions and calls, after the preprocessor, at the student's own lines.
//!
//! Macros are seen through, code that is compiled away does not count, and neither do comments.

mod function;

pub use function::{Function, Parameter, plain_name};
