//! How a session ended, in words.

use super::harmless;
use crate::transcript::Ending;

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

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "illegal instruction (SIGILL)",
        6 => "abort (SIGABRT), as from an exception nobody caught",
        7 => "bad memory access (SIGBUS)",
        8 => "division by zero (SIGFPE)",
        9 => "killed (SIGKILL)",
        11 => "segmentation fault (SIGSEGV), a bad memory access",
        31 => "a system call that is not allowed (SIGSYS)",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}
