//! Submissions that are the same: one of them is judged, and the others take up its judgement.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A lock for each key of a kept judgement.
#[derive(Default)]
pub(super) struct Twins {
    locks: Mutex<BTreeMap<String, Arc<Mutex<()>>>>,
}

impl Twins {
    /// Does `work` when nobody else works on this key.
    pub(super) fn one_at_a_time<T>(&self, key: &str, work: impl FnOnce() -> T) -> T {
        let lock = {
            let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(locks.entry(key.to_owned()).or_default())
        };
        // The lock guards no data, so nothing is spoilt by a panic of whoever held it.
        let _held = lock.lock().unwrap_or_else(PoisonError::into_inner);
        work()
    }
}
