//! When a program is looked at, and what follows.

use std::time::{Duration, Instant};

use super::{FileId, Onlooker, Sight, Stillness, Verdict};

/// The longest time between two looks. It bounds how late a limit is noticed.
const LONGEST: Duration = Duration::from_millis(100);
/// The shortest time to a look for a limit.
const SHORTEST: Duration = Duration::from_millis(1);
/// How long after a sign of life the program is first looked at; from look to look it is twice as long.
const FIRST: Duration = Duration::from_millis(5);
/// The same where looks are the way to find out that it waits.
const FIRST_OF_MANY: Duration = Duration::from_micros(50);

/// For so long a program must be found in what one look does not tell.
const LONG: Duration = Duration::from_millis(400);
/// The same once it was answered so, and nothing spoke against it.
const LONG_AGAIN: Duration = Duration::from_millis(40);
/// For so long a program must be found to hang before that is taken for its end.
const HANGS: Duration = Duration::from_secs(3);
/// The same once it was ended so.
const HANGS_AGAIN: Duration = Duration::from_millis(300);
/// So often one program is answered so, in all its sessions: each time costs as much as a whole session of another.
const MOST: u32 = 1000;

/// What earlier sessions taught about the ways of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::play) struct Habit {
    /// Only looks find it waiting.
    pub(in crate::play) needs_looks: bool,
    /// How often it was answered where one look did not decide.
    unsure: u32,
    /// Whether it was ended because it hung.
    hung: bool,
}

/// The looks at one program in one session.
#[derive(Debug)]
pub(in crate::play) struct Looks {
    onlooker: Onlooker,
    stillness: Stillness,
    /// Since when it has been found to hang, and the processor time it had used then.
    hangs: Option<(Instant, Duration)>,
    last: Instant,
    /// How long until the next.
    pace: Duration,
    habit: Habit,
}

impl Looks {
    /// For a process whose standard input is this file.
    pub(in crate::play) fn new(pid: i32, input: FileId, habit: Habit) -> Self {
        let mut looks = Self {
            onlooker: Onlooker::new(pid, input),
            stillness: Stillness::default(),
            hangs: None,
            last: Instant::now(),
            pace: FIRST,
            habit,
        };
        looks.life();
        looks
    }

    /// What is known of the program now.
    pub(in crate::play) fn habit(&self) -> Habit {
        self.habit
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

    /// Looks again no later than a limit can be reached.
    pub(in crate::play) fn no_later(&mut self, left: Duration) {
        self.pace = self.pace.min(left.max(SHORTEST));
    }

    /// Takes note of a sign of life: nothing is known by stillness any more, and the next look is due soon.
    pub(in crate::play) fn life(&mut self) {
        self.stillness = Stillness::default();
        self.pace = if self.habit.needs_looks { FIRST_OF_MANY } else { FIRST };
    }

    /// Looks at the program. `cpu` reads the processor time it has used.
    pub(in crate::play) fn see(&self, cpu: impl Fn() -> Duration) -> Sight {
        let before = cpu();
        let seen = self.onlooker.look();
        // Its threads were looked at one after the other, which shows one moment only if none of them ran meanwhile.
        if cpu() == before { seen } else { Sight::Busy }
    }

    /// Whether the program, which has used `cpu`, will never go on by itself nor by an answer: it is stopped, or has been
    /// found to hang for long.
    pub(in crate::play) fn is_at_its_end(&mut self, seen: Sight, cpu: Duration) -> bool {
        if seen != Sight::Hangs {
            self.hangs = None;
            return seen == Sight::Stopped;
        }
        let (since, then) = *self.hangs.get_or_insert((self.last, cpu));
        if cpu > then {
            self.hangs = Some((self.last, cpu));
        }
        let long = if self.habit.hung { HANGS_AGAIN } else { HANGS };
        let is_over = cpu == then && self.last.saturating_duration_since(since) >= long;
        self.habit.hung |= is_over;
        is_over
    }

    /// What follows from this look and those before it; the program's input is empty, and it has used `cpu`.
    pub(in crate::play) fn judge(&mut self, seen: Sight, cpu: Duration) -> Verdict {
        let long = if self.habit.unsure == 0 { LONG } else { LONG_AGAIN };
        let verdict = self.stillness.judge(seen, cpu, self.last, long);
        if let Verdict::Waits(way, found) = verdict {
            if !found.is_zero() {
                if self.habit.unsure == MOST {
                    return Verdict::Blind(way.to_string());
                }
                self.habit.unsure += 1;
            }
            self.habit.needs_looks = true;
            self.life();
        }
        verdict
    }
}
