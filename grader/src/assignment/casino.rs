//! To be merged.
