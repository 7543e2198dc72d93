//! Hand-ins that attack the grader: what they are told, that their neighbours get their points, and that nothing of
//! them stays or leaks.
//!
//! The command itself judges classes that hold the attacks, as root and as another user, in every tier this machine
//! can enter.

#![cfg(target_os = "linux")]

mod class;
mod compile;
mod folder;
mod programs;
mod text;

use class::{Class, USUAL, ways};

#[test]
fn attacks_of_programs_fail_and_cost_the_neighbours_nothing() {
    let class = Class::new();
    class.innocents();
    let (harmless, faulty) = (programs::harmless(&class), programs::faulty());
    let sources = harmless.iter().map(|(name, source)| (name, source));
    for (name, source) in sources.chain(faulty.iter().map(|(name, source, _)| (name, source))) {
        class.hand_in(name, &[("main.cpp", source.as_bytes())]);
    }
    for way in ways() {
        let judged = class.judge(way);
        for (name, _) in &harmless {
            judged.is_full(name);
        }
        for (name, _, rules) in &faulty {
            judged.fails(name, rules);
        }
        let rows = judged.human.lines().filter(|line| line.starts_with("zz innocent"));
        assert_eq!(rows.count(), 1, "a program put a line of its own into the report: {}", judged.human);
    }
}

#[test]
fn programs_that_stand_still_or_fill_the_disk_are_ended() {
    let class = Class::new();
    class.innocents();
    let programs = [programs::silent(), programs::filling()].concat();
    for (name, source) in &programs {
        class.hand_in(name, &[("main.cpp", source.as_bytes())]);
    }
    let judged = class.judge(USUAL);
    for (name, _) in &programs {
        judged.fails(name, &["exits-cleanly"]);
    }
}
