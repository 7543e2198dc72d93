//! The rule about how a run ends.

use super::{Finding, Findings, Rule, Session, rule};
use crate::assignment::crowns::reading::Reading;
use crate::transcript::{Ending, signal_name};

rule! {
    /// Every run ends by itself: no crash, no hang, no endless output.
    ///
    /// Broken by: a segmentation fault, a search for melds that takes minutes, a flood of prompts after a word that
    /// was not expected, a game that never ends.
    /// Accepted: any exit status, a last key to press. A crash because cards were never returned to the deck belongs
    /// to `replay`.
    EXITS_CLEANLY = "exits-cleanly", "Every run ends by itself", exits_cleanly;
}

fn exits_cleanly(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    for (nth, session) in sessions.iter().enumerate() {
        if !matches!(session.end, Ending::Stopped | Ending::Blind(_)) {
            findings.see();
        }
        let what = match &session.end {
            Ending::Signalled(signal) => format!("The program crashed: {}.", signal_name(*signal)),
            Ending::CpuLimit => "The program computed without end.".to_owned(),
            Ending::WallLimit => "The program neither ended nor asked anything.".to_owned(),
            Ending::OutputLimit => "The program printed without end.".to_owned(),
            // A Rust program that panics ends by itself, with a status of its own.
            Ending::Exited(_) if session.panicked => "The program panicked.".to_owned(),
            Ending::Exited(_) | Ending::Stopped | Ending::Blind(_) => continue,
        };
        // Long full games, each of which ended, are no flood.
        let is_flood = session.end == Ending::OutputLimit;
        if is_flood && session.is_full() && session.deals.iter().any(|deal| deal.verdict.is_some()) {
            continue;
        }
        let dealt: usize = session.deals.iter().map(|deal| deal.cards().count()).sum();
        if reading.unreturned && session.deals.len() > 1 && dealt + 49 > 116 {
            continue;
        }
        let from = session.deals.last().map_or(0, |deal| deal.from);
        findings.broken.push(Finding {
            session: nth,
            from,
            turn: session.asks.len(),
            what,
            expected: "The program ends by itself after the last game.".to_owned(),
        });
    }
    findings
}
