//! What one session of a program said, what it was answered, and how it ended.

/// One session: everything a person at the terminal would have seen and typed.
///
/// Text is what the program wrote to standard output and standard error, in order, decoded leniently: bytes that
/// are no UTF-8 become replacement characters, a NUL stays as it is. Readers strip colours themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The seed of the session: the handout's own for an untouched run.
    pub seed: u32,
    /// What was said before each answer, and the answer.
    pub turns: Vec<Turn>,
    /// What was said after the last answer.
    pub tail: String,
    /// How the session ended.
    pub end: Ending,
    /// The arguments of the program's calls to `srand`, at most the first [`SEEDING_LOG`]; it can be forged by the
    /// program, so it explains but never decides.
    pub seedings: Vec<u32>,
    /// How many calls to `srand` there were in all.
    pub seeding_calls: u32,
}

/// How many calls to `srand` a session keeps with their arguments.
pub const SEEDING_LOG: usize = 16;

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What the program printed since the last answer, up to its waiting for input.
    pub said: String,
    /// What it was given.
    pub answer: Answer,
}

/// What a waiting program is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A line, without its line end.
    Line(String),
    /// End of input, as from Ctrl-D.
    EndOfInput,
}

/// How a session ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The program ended by itself with this status.
    Exited(i32),
    /// A signal ended it (segmentation fault, abort …): the signal's number.
    Signalled(i32),
    /// It used up its processor time without ending or asking anything.
    CpuLimit,
    /// It neither ended, asked nor computed until the wall clock ran out.
    WallLimit,
    /// It printed more than the cap; head and tail are kept.
    OutputLimit,
    /// The player wanted no more: the program was ended by the grader while it waited for input.
    Stopped,
    /// The program waits for input in a way the grader cannot see; the text names it (`poll`, a copy of standard
    /// input, `/dev/stdin`).
    Blind(String),
}

/// A signal in words.
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGILL => "illegal instruction (SIGILL)",
        libc::SIGABRT => "abort (SIGABRT), as from an exception nobody caught",
        libc::SIGBUS => "bad memory access (SIGBUS)",
        libc::SIGFPE => "division by zero (SIGFPE)",
        libc::SIGKILL => "killed (SIGKILL)",
        libc::SIGSEGV => "segmentation fault (SIGSEGV), a bad memory access",
        libc::SIGXFSZ => "too much written to files (SIGXFSZ): more than 16 MiB to one, or 64 MiB to all",
        libc::SIGSYS => "a system call that is not allowed (SIGSYS)",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}
