//! The rule about how a run ends.

use super::{Findings, Rule, Session, rule};
use crate::assignment::deck52::question::Kind;
use crate::assignment::deck52::reading::Reading;
use crate::assignment::finding::Finding;
use crate::transcript::{Ending, signal_name};

rule! {
    /// Every run ends by itself: no crash, no hang, no endless output, no reading on after the game.
    ///
    /// Broken by: a segmentation fault, an endless search for an undealt card, a flood of prompts after a word that
    /// was not expected.
    /// Accepted: any exit status, a last key to press, a question whether to play again. What happens when the input
    /// ends while a question is open is never judged.
    EXITS_CLEANLY = "exits-cleanly", "Every run ends by itself", exits_cleanly;
}

/// After the game's end so many waits are free: a last key, and questions whether to play again.
const FREE_READS: usize = 3;

fn exits_cleanly(sessions: &[Session], _: &Reading) -> Findings {
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
            Ending::Exited(_) | Ending::Stopped => {
                let last = session
                    .asks
                    .iter()
                    .rposition(|ask| matches!(ask.kind, Kind::Hit | Kind::Ace | Kind::Split));
                let after = session.asks.iter().skip(last.map_or(0, |last| last + 1));
                let reads = after.filter(|ask| ask.outcomes > 0 && ask.kind != Kind::Menu).count();
                if reads <= FREE_READS {
                    continue;
                }
                format!("After the game was over the program read on ({reads} times).")
            }
            Ending::Blind(_) => continue,
        };
        findings.broken.push(Finding {
            session: nth,
            from: 0,
            turn: session.asks.len(),
            what,
            expected: "The program ends by itself after the game.".to_owned(),
        });
    }
    findings
}
