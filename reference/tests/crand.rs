//! The generators against the C library they copy.

use rand::Rng;
use rand_core::{RngCore, SeedableRng};
use reference::crand::GlibcRand;

/// The first cards of `srand(333)`, read off the handout's sample runs.
const HANDOUT_STREAM: &str =
    "10C AS KH 7C 7C JH QS 2D 5D 9C QS 5C AS 3D 8H KC 2C 4D 3H 2C 9S 6C 2D 9C 5C 7S KD 3C QD 3H";

#[test]
fn seed_333_deals_the_handouts_cards() {
    let mut glibc = GlibcRand::new(333);
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let dealt: Vec<String> = HANDOUT_STREAM
        .split(' ')
        .map(|_| {
            let rank = ranks[(glibc.next_rand() % 13) as usize];
            let suit = ["S", "C", "D", "H"][(glibc.next_rand() % 4) as usize];
            format!("{rank}{suit}")
        })
        .collect();
    assert_eq!(dealt.join(" "), HANDOUT_STREAM);
}

/// One test for all seeds, because the C library has a single generator for the whole process.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
#[expect(unsafe_code, reason = "the numbers to compare with come from the machine's own libc")]
fn every_number_is_the_one_glibc_gives() {
    let some = [0, 1, 2, 3, 21, 42, 333, 334, 65_535, 127_773, 2_147_483_646];
    let around_the_sign = [0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFE, u32::MAX];
    let scattered = (0..200_u32).map(|i| i.wrapping_mul(2_654_435_761));
    for seed in some.into_iter().chain(around_the_sign).chain(scattered) {
        let mut ours = GlibcRand::new(seed);
        // SAFETY: `srand` and `rand` take and return plain integers, and nothing else in this test program
        // calls them while this test runs.
        unsafe { libc::srand(seed) };
        for index in 0..5_000 {
            // SAFETY: as above.
            let theirs = unsafe { libc::rand() };
            assert_eq!(ours.next_rand(), theirs, "number {index} after srand({seed})");
        }
    }
}

#[test]
fn seed_0_is_seed_1() {
    assert_eq!(GlibcRand::new(0), GlibcRand::new(1));
    assert_ne!(GlibcRand::new(1), GlibcRand::new(2));
}

#[test]
fn every_way_to_seed_is_srand() {
    let seeded = GlibcRand::new(0x0102_0304);
    assert_eq!(GlibcRand::from_seed([4, 3, 2, 1]), seeded);
    assert_eq!(GlibcRand::seed_from_u64(0x0102_0304), seeded);
}

/// The numbers come from C: `srand(1)` gives 1804289383, 846930886, 1681692777 and 1714636915.
#[test]
fn words_are_put_together_from_upper_halves() {
    let halves = [1_804_289_383_u32, 846_930_886, 1_681_692_777, 1_714_636_915].map(|number| number >> 15);
    let first = (halves[0] << 16) | halves[1];
    let second = (halves[2] << 16) | halves[3];
    assert_eq!(GlibcRand::new(1).next_u32(), first);
    assert_eq!(GlibcRand::new(1).next_u64(), (u64::from(second) << 32) | u64::from(first));
    let mut bytes = [0; 6];
    GlibcRand::new(1).fill_bytes(&mut bytes);
    assert_eq!(bytes[..4], first.to_le_bytes());
    assert_eq!(bytes[4..], second.to_le_bytes()[..2]);
}

#[test]
fn the_rand_crate_can_use_it() {
    let mut rand = GlibcRand::new(333);
    let mut seen = [0_u32; 6];
    for _ in 0..6_000 {
        seen[rand.random_range(0..6)] += 1;
    }
    assert!(seen.iter().all(|&count| (800..1_200).contains(&count)), "{seen:?}");
}
