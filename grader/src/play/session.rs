//! One session: hears a program, knows when it waits for input, and answers.
//!
//! Nothing here guesses from silence whether the program waits. The kernel reports every `read` before it happens;
//! if it is a read of standard input and nothing is left in the pipe, the program waits. Clocks serve for limits only.

use std::fs::File;
use std::io::{Result, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use super::blind::Idleness;
use super::{Dialogue, Reply};
use crate::sandbox::control::ControlPage;
use crate::sandbox::notify::{Listener, Notice};
use crate::sandbox::pipe::{drain, filled, wait};
use crate::sandbox::process::Child;
use crate::sandbox::shorten;
use crate::spec::LimitSpec;
use crate::transcript::{Answer, Ending, Turn};

/// How long nothing happens before the program is looked at. It bounds how late a limit is noticed, nothing else.
const LOOK: Duration = Duration::from_millis(100);
/// How long after a sign of life the output is first looked at.
const FIRST_LOOK: Duration = Duration::from_millis(5);
/// How much of an endless text is kept.
const KEPT: usize = 32 << 10;

/// The program's connections.
pub(super) struct Line {
    /// The reading end of its input, kept to see what is left in the pipe and so that writing never fails.
    pub(super) input: File,
    /// The writing end, until the input is closed.
    pub(super) writer: Option<File>,
    /// What it prints.
    pub(super) output: File,
}

/// A session while it runs, and what was said and answered.
pub(super) struct Session {
    child: Option<Child>,
    listener: Option<Listener>,
    line: Line,
    /// Which file standard input is: copies of it, and `/dev/stdin`, have the same.
    input_file: (u64, u64),
    /// Whether the program may have put something else in standard input's place.
    input_moved: bool,
    /// The part of an answer that did not fit into the pipe.
    unsent: Vec<u8>,
    text: Vec<u8>,
    /// Bytes printed before `text`.
    printed: usize,
    turns: Vec<Turn>,
    limits: LimitSpec,
    deadline: Instant,
    /// The processor time used up to the last answer.
    cpu_before: Duration,
    /// Whether the output is waited for, too. It is not at first: a program's every line would wake the grader.
    flood: bool,
    idle: Idleness,
    looked: Instant,
}

impl Session {
    pub(super) fn new(child: Child, listener: Listener, line: Line, limits: &LimitSpec) -> Result<Self> {
        let file = line.input.metadata()?;
        let now = Instant::now();
        Ok(Self {
            child: Some(child),
            listener: Some(listener),
            line,
            input_file: (file.dev(), file.ino()),
            input_moved: false,
            unsent: Vec::new(),
            text: Vec::new(),
            printed: 0,
            turns: Vec::new(),
            limits: limits.clone(),
            deadline: now + Duration::from_secs(limits.wall_seconds.into()),
            cpu_before: Duration::ZERO,
            flood: false,
            idle: Idleness::default(),
            looked: now,
        })
    }

    /// Plays to the end, whichever it is; afterwards nothing of the program runs.
    pub(super) fn play(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Ending> {
        let cut = self.converse(player, control)?;
        let Some(child) = self.child.take() else {
            return Err(std::io::Error::other("the session was played already"));
        };
        child.kill();
        let ended = child.reap();
        // What it printed last is still in the pipe; nobody can add to it now.
        self.hear()?;
        let over = self.over_limit();
        Ok(cut.or(over).unwrap_or_else(|| ended.ending()))
    }

    /// What was said before each answer, and after the last.
    pub(super) fn into_turns(mut self) -> (Vec<Turn>, String) {
        let cap = self.cap();
        if self.printed + self.text.len() > cap {
            // How much more than the cap was read is chance; what is kept must be the same each time.
            self.text.truncate(cap.saturating_sub(self.printed));
            self.text = shorten(self.text, KEPT.min(cap / 2));
        }
        (self.turns, String::from_utf8_lossy(&self.text).into_owned())
    }

    /// Answers questions until the program ends by itself (`None`) or must be ended.
    fn converse(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Option<Ending>> {
        let mut patience = FIRST_LOOK;
        loop {
            let Some(child) = &self.child else { return Ok(None) };
            let output = self.flood.then(|| self.line.output.as_fd());
            let fds = [self.listener.as_ref().map(AsFd::as_fd), Some(child.as_fd()), output];
            let [notice, ended, output] = wait(fds, patience)?;
            if ended.readable {
                return Ok(None);
            }
            if notice.readable {
                if let Some(end) = self.attend(player, control)? {
                    return Ok(Some(end));
                }
                self.idle = Idleness::default();
                patience = FIRST_LOOK;
            } else if notice.over {
                // Nothing can report any more (the program is about to end); a dead listener stays ready for ever.
                self.listener = None;
            } else if !output.readable {
                patience = LOOK;
            }
            if output.readable || output.over {
                self.flood = !self.hear()?;
                if let Some(end) = self.over_limit() {
                    return Ok(Some(end));
                }
            }
            if self.looked.elapsed() >= patience.min(LOOK)
                && let Some(end) = self.look()?
            {
                return Ok(Some(end));
            }
        }
    }

    /// Reads what was printed; says whether the program closed its output.
    fn hear(&mut self) -> Result<bool> {
        let most = self.cap().saturating_sub(self.printed);
        if self.text.len() > most {
            return Ok(false);
        }
        drain(&self.line.output, &mut self.text, most)
    }

    fn cap(&self) -> usize {
        (self.limits.output_kib as usize) << 10
    }

    fn over_limit(&self) -> Option<Ending> {
        (self.printed + self.text.len() > self.cap()).then_some(Ending::OutputLimit)
    }

    /// Looks at the program from outside: its output, its limits, and whether it waits where no report comes from.
    fn look(&mut self) -> Result<Option<Ending>> {
        self.looked = Instant::now();
        let before = self.text.len();
        let closed = self.hear()?;
        let heard = self.text.len() > before;
        self.flood = (self.flood || heard) && !closed;
        let Some(child) = &self.child else { return Ok(None) };
        let cpu = child.cpu();
        if let Some(end) = self.over_limit() {
            return Ok(Some(end));
        }
        if cpu.saturating_sub(self.cpu_before) > Duration::from_millis(self.limits.cpu_ms.into()) {
            return Ok(Some(Ending::CpuLimit));
        }
        if self.looked >= self.deadline {
            return Ok(Some(Ending::WallLimit));
        }
        if heard || filled(&self.line.input)? > 0 {
            self.idle = Idleness::default();
            return Ok(None);
        }
        Ok(self.idle.look(child.pid(), cpu, self.input_file).map(Ending::Blind))
    }

    /// Deals with a reported system call.
    fn attend(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Option<Ending>> {
        let Some(notice) = self.listener.as_ref().map(Listener::fetch).transpose()?.flatten() else {
            return Ok(None);
        };
        let reads = [libc::SYS_read, libc::SYS_readv].contains(&notice.call.into());
        if !reads {
            self.input_moved = true;
        } else if self.is_input(&notice) && filled(&self.line.input)? == 0 {
            if !self.unsent.is_empty() {
                self.send()?;
            } else if self.line.writer.is_some() {
                let end = self.ask(player, control)?;
                if end.is_some() {
                    return Ok(end);
                }
            }
        }
        if let Some(listener) = &self.listener {
            listener.resume(&notice)?;
        }
        Ok(None)
    }

    /// Whether the call reads standard input, by whatever descriptor.
    fn is_input(&self, notice: &Notice) -> bool {
        let fd = notice.args[0] as i32;
        if fd == 0 && !self.input_moved {
            return true;
        }
        let Some(child) = &self.child else { return false };
        let file = std::fs::metadata(format!("/proc/{}/fd/{fd}", child.pid()));
        file.is_ok_and(|file| (file.dev(), file.ino()) == self.input_file)
    }

    /// The program waits: asks the player, and passes the answer on.
    fn ask(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Option<Ending>> {
        self.hear()?;
        if let Some(end) = self.over_limit() {
            return Ok(Some(end));
        }
        let said = String::from_utf8_lossy(&self.text).into_owned();
        let asked = Instant::now();
        let reply = player.reply(&said);
        // A person at the keyboard may think; the program does not pay for it.
        self.deadline += asked.elapsed();
        let answer = match reply {
            Reply::Line(line) => {
                self.unsent = [line.as_bytes(), b"\n"].concat();
                control.answered();
                self.send()?;
                Answer::Line(line)
            }
            Reply::EndOfInput => {
                self.line.writer = None;
                Answer::EndOfInput
            }
            Reply::Stop => return Ok(Some(Ending::Stopped)),
        };
        self.turns.push(Turn { said, answer });
        self.printed += self.text.len();
        self.text.clear();
        self.flood = false;
        if let Some(child) = &self.child {
            self.cpu_before = child.cpu();
        }
        Ok(None)
    }

    /// Writes as much of an answer as the pipe takes.
    fn send(&mut self) -> Result<()> {
        let Some(writer) = &mut self.line.writer else { return Ok(()) };
        match writer.write(&self.unsent) {
            Ok(count) => {
                self.unsent.drain(..count);
                Ok(())
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }
}
