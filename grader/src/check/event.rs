//! What a class run tells while it goes on.

use std::sync::Arc;

use crate::grade::Graded;

/// Something happened in a class run.
#[derive(Debug, Clone)]
pub enum Event {
    /// Something an instructor should look at before trusting the grades, as text of several lines.
    Warning(String),
    /// How the class is laid out, in one line (`Canvas download: 31 students, 34 files`).
    Layout(String),
    /// The submissions were found.
    Found {
        /// How many there are.
        total: usize,
    },
    /// A submission is being worked on.
    Started {
        /// Its place among those found.
        index: usize,
        /// The student.
        student: String,
    },
    /// A submission has its grade, and the grade is on disk.
    Finished {
        /// Its place among those found.
        index: usize,
        /// The grade.
        graded: Arc<Graded>,
        /// Whether its judgement was kept: from an earlier run, or from the same work of somebody else.
        cached: bool,
    },
    /// The user stopped the run; what finished is on disk.
    Interrupted,
}
