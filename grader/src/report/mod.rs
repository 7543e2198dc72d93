//! What people see: the class's report, one student's screen, progress.
//!
//! Reports are made of grades and run nothing. Texts are put together here as strings with styles in them; the
//! commands print them through a stream that drops the styles where no terminal shows them.

mod anonymous;
mod catalogue;
mod changes;
mod class;
mod ending;
mod evidence;
pub mod export;
mod gradebook;
mod harmless;
pub mod html;
mod progress;
mod queue;
mod student;
mod style;
mod wrap;

pub use anonymous::anonymous;
pub use catalogue::{catalogue, entry};
pub use changes::changes;
pub use class::class;
pub use ending::ending;
pub use gradebook::{Gradebook, GradebookError, Origin, rule};
pub use harmless::{harmless, harmless_line};
pub use progress::Progress;
pub use queue::{Case, HEADING, cases, lines, queue};
pub use student::student;
pub use wrap::width;

use std::io::Write;

use crate::assignment::Status;
use crate::grade::{Graded, number};

/// Prints to standard output; a reader that went away, like `head`, is no error.
pub fn print(text: &str) {
    let _ = anstream::stdout().write_all(text.as_bytes());
}

/// The points as people write them: `94`, `61-94` where some are open, `97/97` where fewer than all can be earned, `100+10`
/// with extra credit, with decimals only where there are any.
pub fn points(graded: &Graded) -> String {
    let shown = asked_points(graded);
    if graded.extra > 0.0 { format!("{shown}+{}", number(graded.extra)) } else { shown }
}

/// The points that are certain, and those with what is open: `94`, `61-94`.
fn span(graded: &Graded) -> String {
    let sure = number(graded.points);
    if graded.open > 0.0 { format!("{sure}-{}", number(graded.points + graded.open)) } else { sure }
}

/// The points among those asked for, without extra credit.
fn asked_points(graded: &Graded) -> String {
    let shown = span(graded);
    // A rule that cannot be asked of a program leaves it fewer points to earn.
    let unasked =
        graded.checks.iter().any(|scored| scored.check.status == Status::Skipped && scored.possible == 0.0);
    if unasked { format!("{shown}/{}", number(graded.possible)) } else { shown }
}

#[cfg(test)]
mod tests;
