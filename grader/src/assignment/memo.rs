//! What was read from a line, for when the line comes again: a program prints the same few hundred lines all through
//! its sessions, and reading one takes dozens of patterns.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The most lines kept; then all are forgotten.
const LINES: usize = 4096;
/// Longer lines are not kept: they hardly come twice.
const BYTES: usize = 400;

/// What a function made of lines. It must depend on the line alone.
pub(super) struct Memo<T> {
    known: RefCell<HashMap<Box<str>, Rc<T>>>,
}

impl<T> Memo<T> {
    /// One that knows nothing.
    pub(super) fn new() -> Self {
        Self { known: RefCell::new(HashMap::new()) }
    }

    /// What `read` makes of a line, or made of it before.
    pub(super) fn of(&self, line: &str, read: impl FnOnce(&str) -> T) -> Rc<T> {
        if let Some(known) = self.known.borrow().get(line) {
            return Rc::clone(known);
        }
        let made = Rc::new(read(line));
        if line.len() <= BYTES {
            let mut known = self.known.borrow_mut();
            if known.len() >= LINES {
                known.clear();
            }
            known.insert(line.into(), Rc::clone(&made));
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_once_and_the_oldest_are_forgotten() {
        let memo = Memo::new();
        let mut read = 0;
        for line in ["a", "b", "a", "b"] {
            let made = memo.of(line, |line| {
                read += 1;
                line.to_owned()
            });
            assert_eq!(*made, line);
        }
        assert_eq!(read, 2);
        for line in 0..LINES {
            memo.of(&line.to_string(), ToOwned::to_owned);
        }
        assert_eq!(*memo.of("a", |_| "read again".to_owned()), "read again");
        let long = "x".repeat(BYTES + 1);
        memo.of(&long, |_| "first".to_owned());
        assert_eq!(*memo.of(&long, |_| "second".to_owned()), "second");
    }
}
