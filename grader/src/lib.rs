//! The grader.
