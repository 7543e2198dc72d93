//! The two who play.

use std::ops::{Index, IndexMut};

/// One of the two who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The person at the terminal, who "starts the game".
    Human,
    /// The computer, which "deals the hands".
    Computer,
}

impl Side {
    /// Both sides, in the order in which they take their turns.
    pub const ALL: [Self; 2] = [Self::Human, Self::Computer];

    /// The one this side plays against.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Human => Self::Computer,
            Self::Computer => Self::Human,
        }
    }
}

/// The same thing for each side: the hands, the sets won, who has stood.
///
/// ```
/// use reference::bluejack::{PerSide, Side};
///
/// let mut won = PerSide { human: 0, computer: 2 };
/// won[Side::Human] += 1;
/// assert_eq!(won, PerSide { human: 1, computer: 2 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerSide<T> {
    /// The human's.
    pub human: T,
    /// The computer's.
    pub computer: T,
}

impl<T> PerSide<T> {
    /// What `make` gives for each side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { human: make(Side::Human), computer: make(Side::Computer) }
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Human => &self.human,
            Side::Computer => &self.computer,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Human => &mut self.human,
            Side::Computer => &mut self.computer,
        }
    }
}
