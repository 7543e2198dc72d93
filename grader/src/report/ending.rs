//! How a session ended, in words.

use super::harmless;
use crate::transcript::{Ending, signal_name};

/// How a session ended, in a sentence.
pub fn ending(end: &Ending) -> String {
    match end {
        Ending::Exited(0) => "The program ended by itself.".to_owned(),
        Ending::Exited(status) => format!("The program ended by itself with status {status}."),
        Ending::Signalled(signal) => format!("The program crashed: {}.", signal_name(*signal)),
        Ending::CpuLimit => "The program computed without end and was stopped.".to_owned(),
        Ending::WallLimit => {
            "The program neither ended nor asked anything for too long and was stopped.".to_owned()
        }
        Ending::OutputLimit => "The program printed without end and was stopped.".to_owned(),
        Ending::Stopped => "The program waits for input; the answers were used up.".to_owned(),
        Ending::Blind(way) => {
            format!("The program reads its input in a way the grader cannot follow: {}.", harmless(way))
        }
    }
}
