//! The word by which the replies of a harness are known.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// A text nobody can foresee: its only source here is the randomness that the standard library keys its tables with.
pub(super) fn secret() -> String {
    let [first, second] = [0, 1].map(|n: u8| RandomState::new().hash_one(n));
    format!("{first:016x}{second:016x}")
}
