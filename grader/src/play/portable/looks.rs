//! When a program is looked at, and what follows.

use std::time::{Duration, Instant};

use super::{FileId, Onlooker, Sight, Stillness, Verdict};

/// The longest time between two looks. It bounds how late a limit is noticed.
const LONGEST: Duration = Duration::from_millis(100);
/// How long after a sign of life the program is first looked at; from look to look it is twice as long.
const FIRST: Duration = Duration::from_millis(5);
/// The same where looks are the way to find out that it waits.
const FIRST_OF_MANY: Duration = Duration::from_micros(50);

/// The looks at one program in one session.
#[derive(Debug)]
pub(in crate::play) struct Looks {
    onlooker: Onlooker,
    stillness: Stillness,
    last: Instant,
    /// How long until the next.
    pace: Duration,
    /// Whether they are the way to find out that it waits.
    needed: bool,
}

impl Looks {
    /// For a process whose standard input is this file; `needed` where it is known that only looks find it waiting.
    pub(in crate::play) fn new(pid: i32, input: FileId, needed: bool) -> Self {
        let mut looks = Self {
            onlooker: Onlooker::new(pid, input),
            stillness: Stillness::default(),
            last: Instant::now(),
            pace: FIRST,
            needed,
        };
        looks.life();
        looks
    }

    /// Whether it was found out that only looks find the program waiting.
    pub(in crate::play) fn are_needed(&self) -> bool {
        self.needed
    }

    /// How long to wait before the next look.
    pub(in crate::play) fn pace(&self) -> Duration {
        self.pace
    }

    /// Whether the next look is due.
    pub(in crate::play) fn are_due(&self) -> bool {
        self.last.elapsed() >= self.pace
    }

    /// Begins a look, and says when.
    pub(in crate::play) fn begin(&mut self) -> Instant {
        self.last = Instant::now();
        self.pace = (self.pace * 2).min(LONGEST);
        self.last
    }

    /// Takes note of a sign of life: nothing is known by stillness any more, and the next look is due soon.
    pub(in crate::play) fn life(&mut self) {
        self.stillness = Stillness::default();
        self.pace = if self.needed { FIRST_OF_MANY } else { FIRST };
    }

    /// Looks whether the program waits; its input is empty. `cpu` reads the processor time it has used.
    pub(in crate::play) fn look(&mut self, cpu: impl Fn() -> Duration) -> Verdict {
        let before = cpu();
        let seen = self.onlooker.look();
        // Its threads were looked at one after the other, which shows one moment only if none of them ran meanwhile.
        let seen = if cpu() == before { seen } else { Sight::Busy };
        let verdict = self.stillness.judge(seen, before, self.last);
        if let Verdict::Waits(_) = verdict {
            self.needed = true;
            self.life();
        }
        verdict
    }
}
