//! How much a stretch between two questions may use: less of what the program's sessions used up for nothing before.
//!
//! One session that computes or prints to the limit shows that the program does; the others are about its other
//! sides, and are not given the whole limit again and again.

use std::time::Duration;

use crate::spec::LimitSpec;
use crate::transcript::Ending;

/// After so many sessions that ended by themselves it is known what the program usually needs.
const KNOWN: usize = 3;
/// So many times what it usually needs is enough ...
const TIMES: u64 = 20;
/// ... but never less than this part of the limit, and never more than that.
const LEAST: u64 = 50;
const MOST: u64 = 10;
/// A program that does nothing but run away so often gets the least.
const AGAIN: usize = 5;

/// What a program may use, or used at most, between two questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) cpu: Duration,
    /// Bytes printed.
    pub(super) text: usize,
}

impl Stretch {
    pub(super) const NONE: Self = Self { cpu: Duration::ZERO, text: 0 };

    pub(super) fn max(self, other: Self) -> Self {
        Self { cpu: self.cpu.max(other.cpu), text: self.text.max(other.text) }
    }
}

/// What a program's sessions used so far.
#[derive(Debug)]
pub(super) struct Patience {
    hangs: usize,
    floods: usize,
    /// Sessions that ended by themselves, and the most that one used.
    sound: usize,
    usual: Stretch,
}

impl Patience {
    pub(super) const NEW: Self = Self { hangs: 0, floods: 0, sound: 0, usual: Stretch::NONE };

    /// What the next session may use between two questions.
    pub(super) fn allows(&self, limits: &LimitSpec) -> Stretch {
        let usual = u64::try_from(self.usual.cpu.as_micros()).unwrap_or(u64::MAX);
        let cpu = self.part(self.hangs, u64::from(limits.cpu_ms) * 1000, usual);
        let text = self.part(self.floods, u64::from(limits.output_kib) << 10, self.usual.text as u64);
        Stretch { cpu: Duration::from_micros(cpu), text: usize::try_from(text).unwrap_or(usize::MAX) }
    }

    /// Takes in what a session used at most between two questions, and how it ended.
    pub(super) fn learn(&mut self, used: Stretch, end: &Ending) {
        match end {
            Ending::CpuLimit => self.hangs += 1,
            Ending::OutputLimit => self.floods += 1,
            Ending::WallLimit | Ending::Blind(_) => {}
            _ => {
                self.sound += 1;
                self.usual = self.usual.max(used);
            }
        }
    }

    /// The part of a limit for a program that ran away so often, and usually uses so much.
    fn part(&self, runaways: usize, limit: u64, usual: u64) -> u64 {
        let (least, most) = (limit.div_ceil(LEAST), limit.div_ceil(MOST));
        match runaways {
            0 => limit,
            _ if self.sound >= KNOWN => usual.saturating_mul(TIMES).clamp(least, most),
            n if n < AGAIN => most,
            _ => least,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: LimitSpec =
        LimitSpec { cpu_ms: 1000, wall_seconds: 20, output_kib: 1000, memory_mib: 512, answers: 400 };

    fn ms(cpu: u64) -> Duration {
        Duration::from_millis(cpu)
    }

    #[test]
    fn only_what_ran_away_is_cut_short() {
        let mut patience = Patience::NEW;
        let whole = Stretch { cpu: ms(1000), text: 1_024_000 };
        assert_eq!(patience.allows(&LIMITS), whole);
        patience.learn(Stretch { cpu: ms(900), text: 10 }, &Ending::Exited(0));
        patience.learn(Stretch { cpu: ms(1001), text: 10 }, &Ending::WallLimit);
        assert_eq!(patience.allows(&LIMITS), whole);
        patience.learn(Stretch { cpu: ms(5), text: 1_024_001 }, &Ending::OutputLimit);
        assert_eq!(patience.allows(&LIMITS), Stretch { text: 102_400, ..whole });
        patience.learn(whole, &Ending::CpuLimit);
        assert_eq!(patience.allows(&LIMITS), Stretch { cpu: ms(100), text: 102_400 });
    }

    #[test]
    fn what_sound_sessions_needed_is_the_measure() {
        let hung = |needs: u64| {
            let mut patience = Patience::NEW;
            for cpu in [0, needs, 0] {
                patience.learn(Stretch { cpu: ms(cpu), text: 0 }, &Ending::Exited(0));
            }
            patience.learn(Stretch { cpu: ms(1001), text: 0 }, &Ending::CpuLimit);
            patience.allows(&LIMITS).cpu
        };
        assert_eq!([hung(0), hung(3), hung(4), hung(700)], [20, 60, 80, 100].map(ms));
        let mut patience = Patience::NEW;
        let cut = [0; 6].map(|_| {
            patience.learn(Stretch::NONE, &Ending::CpuLimit);
            patience.allows(&LIMITS).cpu
        });
        assert_eq!(cut, [100, 100, 100, 100, 20, 20].map(ms));
    }
}
