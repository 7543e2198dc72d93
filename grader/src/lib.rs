//! Judges interactive card-game programs by the rules of their handout.
//!
//! The data goes one way, and the modules follow it:
//!
//! ```text
//! submission -> build -> play -> transcript -> assignment (facts, rules) -> grade -> report
//!               (sandbox) (sandbox)             (reference: the rules of the game)
//! ```
//!
//! Student code, compilers included, runs only inside [`sandbox`]; verdicts come from what a program printed and
//! how it ended, never from anything it could write.
//!
//! On other systems than Linux the library is empty: there is no sandbox to run anything in, and the command says so.

#![cfg(target_os = "linux")]

pub mod assignment;
pub mod build;
pub mod check;
pub mod cli;
pub mod grade;
pub mod play;
pub mod report;
pub mod sandbox;
pub mod snapshot;
pub mod source;
pub mod spec;
pub mod submission;
pub mod transcript;
pub mod unit;
