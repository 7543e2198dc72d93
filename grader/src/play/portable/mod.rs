//! Knowing by a program's stillness that it waits for input.
//!
//! A program that asks the kernel first (`poll`, `select`, `epoll`), a second reader of the same pipe, and any program
//! where the kernel reports no reads, is looked at from outside. Where the system tells in what each thread sleeps,
//! one look decides: threads that only input can wake, and an empty pipe that nobody but the grader fills, stay as
//! they are until they are answered. Where a thread may go on by itself, or the system tells less, the program must
//! be found so again and again; what stays undecided is left to a person.
//!
//! What differs between systems is one function, [`Onlooker::look`]: another Unix needs a file beside `linux.rs`.

mod linux;
mod looks;

use std::fmt;
use std::time::{Duration, Instant};

use linux::Onlooker;
pub(super) use looks::{Habit, Looks};

/// What cannot be told from one look must be found in so many.
const LOOKS: u32 = 5;
/// A program that uses more than this part of the time is busy with something.
const BUSY_PART: u32 = 10;

/// A file, by device and number: standard input, and whatever is a copy of it.
pub(super) type FileId = (u64, u64);

/// How a program waits for input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It reads.
    Read,
    Poll,
    Select,
    Epoll,
    /// It sleeps, and the system does not say in what.
    Untold,
}

impl Way {
    /// Whether it asks whether there is something to read before it reads.
    pub(super) fn asks_first(self) -> bool {
        matches!(self, Self::Poll | Self::Select | Self::Epoll)
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Poll => "poll",
            Self::Select => "select",
            Self::Epoll => "epoll",
            Self::Untold => "a sleep of which this system tells no more",
        })
    }
}

/// What a look at one thread found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thread {
    /// It computes, or waits for a disk.
    Runs,
    /// Nothing but input wakes it, or only after a second and more.
    Waits(Way),
    /// It waits for input, and perhaps not only for that, or for a moment only.
    WaitsAWhile(Way),
    /// It sleeps until another thread wakes it.
    Joins,
    /// It sleeps in something else.
    Sleeps,
    /// It sleeps in what only a signal ends, and nobody sends one.
    Hangs,
    /// A signal has stopped it, and nobody lets it go on.
    Stopped,
    /// It sleeps; in what the system does not say.
    Untold,
}

/// What a look at a whole program found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// It goes on by itself, or is at its end.
    Busy,
    /// Only input lets it go on.
    Waits(Way),
    /// It waits for input, but something else may let it go on.
    MayWait(Way),
    /// Its threads wait for each other, or for signals: unless it has set itself an alarm, nothing lets it go on.
    Hangs,
    /// It is stopped for good.
    Stopped,
    /// All of its threads sleep; the system does not say in what.
    Asleep {
        /// There is one thread only.
        alone: bool,
    },
}

impl Sight {
    /// What there is to see in all threads together.
    fn of(threads: &[Thread]) -> Self {
        let way = |thread: &Thread| match thread {
            Thread::Waits(way) | Thread::WaitsAWhile(way) => Some(*way),
            _ => None,
        };
        if threads.is_empty() || threads.contains(&Thread::Runs) {
            return Self::Busy;
        }
        match threads.iter().find_map(way) {
            Some(way) if threads.iter().all(|thread| matches!(thread, Thread::Waits(_) | Thread::Joins)) => {
                Self::Waits(way)
            }
            Some(way) => Self::MayWait(way),
            None if threads.contains(&Thread::Untold) => Self::Asleep { alone: threads.len() == 1 },
            None if threads.iter().all(|thread| *thread == Thread::Stopped) => Self::Stopped,
            None if threads.iter().all(|thread| matches!(thread, Thread::Joins | Thread::Hangs)) => {
                Self::Hangs
            }
            None => Self::Busy,
        }
    }
}

/// What follows from all looks together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing yet.
    GoesOn,
    /// It waits for input; it had to be found so for this long, which is nothing where one look decides.
    Waits(Way, Duration),
    /// It seems to, and a person must find out in what.
    Blind(String),
}

/// What was found since the program last showed a sign of life.
#[derive(Debug, Default)]
struct Stillness {
    began: Option<(Instant, Duration)>,
    looks: u32,
}

impl Stillness {
    /// Takes up one more look, made at `now` after the program had used `cpu` of processor time. What one look does not
    /// tell must be found for `long`.
    fn judge(&mut self, sight: Sight, cpu: Duration, now: Instant, long: Duration) -> Verdict {
        match sight {
            Sight::Waits(way) => return Verdict::Waits(way, Duration::ZERO),
            // One that asks again and again is caught at it in most of the looks only.
            Sight::Busy | Sight::Hangs | Sight::Stopped if self.began.is_none() => return Verdict::GoesOn,
            Sight::Busy | Sight::Hangs | Sight::Stopped => {}
            Sight::MayWait(_) | Sight::Asleep { .. } => self.looks += 1,
        }
        let (began, cpu_then) = *self.began.get_or_insert((now, cpu));
        let quiet = now.saturating_duration_since(began);
        if cpu.saturating_sub(cpu_then) > quiet / BUSY_PART + Duration::from_millis(1) {
            *self = Self::default();
            return Verdict::GoesOn;
        }
        if quiet < long || self.looks < LOOKS {
            return Verdict::GoesOn;
        }
        match sight {
            Sight::MayWait(way) => Verdict::Waits(way, quiet),
            Sight::Asleep { alone: true } => Verdict::Waits(Way::Untold, quiet),
            Sight::Asleep { alone: false } => {
                Verdict::Blind("several threads sleep, and this system does not say in what".to_owned())
            }
            Sight::Busy | Sight::Waits(_) | Sight::Hangs | Sight::Stopped => Verdict::GoesOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_together() {
        use Thread::{Hangs, Joins, Runs, Sleeps, Stopped, Untold, Waits, WaitsAWhile};
        let (read, poll) = (Way::Read, Way::Poll);
        for (threads, sight) in [
            (&[][..], Sight::Busy),
            (&[Waits(read)], Sight::Waits(read)),
            (&[Joins, Waits(poll)], Sight::Waits(poll)),
            (&[Waits(read), Runs], Sight::Busy),
            (&[Waits(read), Sleeps], Sight::MayWait(read)),
            (&[Waits(read), Untold], Sight::MayWait(read)),
            (&[WaitsAWhile(poll)], Sight::MayWait(poll)),
            (&[Joins, Sleeps], Sight::Busy),
            (&[Joins], Sight::Hangs),
            (&[Joins, Hangs], Sight::Hangs),
            (&[Hangs, Sleeps], Sight::Busy),
            (&[Hangs, Waits(read)], Sight::MayWait(read)),
            (&[Stopped, Stopped], Sight::Stopped),
            (&[Stopped, Runs], Sight::Busy),
            (&[Untold], Sight::Asleep { alone: true }),
            (&[Untold, Untold], Sight::Asleep { alone: false }),
        ] {
            assert_eq!(Sight::of(threads), sight, "{threads:?}");
        }
    }

    /// The verdicts on looks a tenth of a second apart: what was found, and the processor time used so far in ms.
    fn verdicts(looks: &[(Sight, u64)]) -> Vec<Verdict> {
        let (mut stillness, start) = (Stillness::default(), Instant::now());
        let times = (0..).map(|n| start + Duration::from_millis(100 * n));
        let looks = looks.iter().zip(times);
        let long = Duration::from_millis(400);
        looks
            .map(|(&(sight, cpu), now)| stillness.judge(sight, Duration::from_millis(cpu), now, long))
            .collect()
    }

    #[test]
    fn one_sure_look_decides_and_unsure_ones_must_be_many() {
        let sure = verdicts(&[(Sight::Busy, 0), (Sight::Waits(Way::Read), 1)]);
        assert_eq!(sure, [Verdict::GoesOn, Verdict::Waits(Way::Read, Duration::ZERO)]);
        let after = |tenths: u64| Duration::from_millis(100 * tenths);
        let perhaps = (Sight::MayWait(Way::Poll), 1);
        let unsure = verdicts(&[perhaps, perhaps, (Sight::Busy, 1), perhaps, perhaps, perhaps]);
        assert_eq!(unsure[4..], [Verdict::GoesOn, Verdict::Waits(Way::Poll, after(5))]);
        let alone = verdicts(&[(Sight::Asleep { alone: true }, 0); 5]);
        assert_eq!(alone[3..], [Verdict::GoesOn, Verdict::Waits(Way::Untold, after(4))]);
        let several = verdicts(&[(Sight::Asleep { alone: false }, 0); 5]);
        assert!(matches!(several[4], Verdict::Blind(_)));
    }

    #[test]
    fn one_that_computes_between_its_looks_is_not_answered() {
        let looks: Vec<_> = (0..20).map(|n| (Sight::MayWait(Way::Poll), 30 * n)).collect();
        assert!(verdicts(&looks).iter().all(|verdict| *verdict == Verdict::GoesOn));
        assert!(verdicts(&[(Sight::Busy, 0); 20]).iter().all(|verdict| *verdict == Verdict::GoesOn));
    }
}
