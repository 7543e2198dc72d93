//! The C library's random numbers, bit for bit.
//!
//! A handout that says `srand(333)` fixes every card of a play, but only for the library it was written with.
//! These generators give those numbers on any machine, without calling into its C library.

use std::fmt;

use rand_core::{RngCore, SeedableRng, impls};

/// The degree of the feedback polynomial x^31 + x^3 + 1, and so the number of words of state (`DEG_3`).
const DEGREE: usize = 31;

/// How far the second tap is behind the first (`SEP_3`).
const SEPARATION: usize = 3;

/// glibc throws this many numbers away after seeding, ten for each word of the state.
const DISCARDED: usize = 10 * DEGREE;

/// `rand()` after `srand(seed)` as glibc computes it: its default generator, `TYPE_3`.
///
/// The source is glibc's `stdlib/random_r.c`: an additive feedback generator over 31 words, filled by the
/// minimal standard generator 16807 x mod (2^31 - 1), whose lowest bit is dropped on output.
///
/// [`GlibcRand::next_rand`] is C's `rand()`. The [`RngCore`] methods serve code written for the `rand` crates
/// and need whole words, of which one `rand()` gives only 31 bits. So `next_u32` takes the upper 16 bits of two
/// numbers in a row, the first being the high half, and `next_u64` takes two of those, the first being the low
/// half. They are *not* what a C program would see.
///
/// ```
/// use reference::crand::GlibcRand;
///
/// let mut rand = GlibcRand::new(1);
/// assert_eq!(rand.next_rand(), 1_804_289_383);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct GlibcRand {
    state: [u32; DEGREE],
    /// The word that is replaced next; the other tap is [`SEPARATION`] words before it.
    front: usize,
}

impl GlibcRand {
    /// The largest number [`GlibcRand::next_rand`] gives, C's `RAND_MAX`.
    pub const MAX: i32 = i32::MAX;

    /// The generator as `srand(seed)` leaves it. As in glibc, seed 0 is the same as seed 1.
    pub fn new(seed: u32) -> Self {
        let mut state = [0; DEGREE];
        let mut word = if seed == 0 { 1 } else { i64::from(seed.cast_signed()) };
        for slot in &mut state {
            // The first word is the seed itself and may be negative as an `int`; all others are positive.
            *slot = word as u32;
            // Schrage's way of computing 16807 * word mod (2^31 - 1), kept because its result for a negative
            // seed differs from that of plain modular arithmetic.
            word = 16_807 * (word % 127_773) - 2_836 * (word / 127_773);
            if word < 0 {
                word += i64::from(i32::MAX);
            }
        }
        let mut rand = Self { state, front: SEPARATION };
        for _ in 0..DISCARDED {
            rand.next_rand();
        }
        rand
    }

    /// The next number of the sequence, from 0 to [`GlibcRand::MAX`]: C's `rand()`.
    pub fn next_rand(&mut self) -> i32 {
        let rear = (self.front + DEGREE - SEPARATION) % DEGREE;
        let sum = self.state[self.front].wrapping_add(self.state[rear]);
        self.state[self.front] = sum;
        self.front = (self.front + 1) % DEGREE;
        (sum >> 1).cast_signed()
    }
}

impl RngCore for GlibcRand {
    fn next_u32(&mut self) -> u32 {
        let mut upper = || self.next_rand().cast_unsigned() >> 15;
        (upper() << 16) | upper()
    }

    fn next_u64(&mut self) -> u64 {
        impls::next_u64_via_u32(self)
    }

    fn fill_bytes(&mut self, dst: &mut [u8]) {
        impls::fill_bytes_via_next(self, dst);
    }
}

impl SeedableRng for GlibcRand {
    /// The `unsigned` given to `srand`, little end first.
    type Seed = [u8; 4];

    fn from_seed(seed: Self::Seed) -> Self {
        Self::new(u32::from_le_bytes(seed))
    }

    /// The same as [`GlibcRand::new`] of the low 32 bits, so that a small number means what it means to `srand`.
    fn seed_from_u64(state: u64) -> Self {
        Self::new(state as u32)
    }
}

impl fmt::Debug for GlibcRand {
    /// The state is left out, as in other generators: it would only fill the screen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GlibcRand").finish_non_exhaustive()
    }
}
