//! The reference implementations.
