//! Calls of a program's own functions, one by one.
//!
//! A harness is the program's sources with C++ of the grader's around them: a [`Sheet`] of functions to call, compiled
//! by a [`Workbench`](crate::build::Workbench) and played on a stage like any program, so a call that crashes, hangs,
//! floods or asks for input is contained and known with its arguments. The compiler tells what a function's type is and
//! how it can be called; nothing is guessed from its text. A function for which the compiler finds no way is a matter
//! for a person.
//!
//! Commands and replies are told in `harness/line.h`. Replies are marked with a secret of each harness, so that nothing
//! a program prints is taken for one.

mod caller;
mod candidate;
mod line;
mod sheet;

pub(crate) use caller::shortened;
pub use caller::{Call, Caller, how_it_broke};
pub use candidate::{candidates, declaration, is_overloaded, scoped, spoken};
pub use line::{Called, End, Value};
pub use sheet::{Objects, Parts, Shape, Sheet};
