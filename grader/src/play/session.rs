//! One session: hears a program, knows when it waits for input, and answers.
//!
//! Nothing here guesses from silence whether the program waits. With [`Engine::Notify`] the kernel reports every
//! `read` before it happens; if it is a read of standard input and nothing is left in the pipe, the program waits.
//! What reports nothing is looked at from outside (`portable`), as everything is with [`Engine::Portable`]. Clocks
//! serve for limits, and say when to look.
//!
//! [`Engine::Notify`]: crate::sandbox::Engine::Notify
//! [`Engine::Portable`]: crate::sandbox::Engine::Portable

use std::fs::File;
use std::io::{Result, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use super::patience::Stretch;
use super::portable::{FileId, Habit, Looks, Verdict};
use super::{Dialogue, Reply};
use crate::sandbox::control::ControlPage;
use crate::sandbox::notify::{Listener, Notice};
use crate::sandbox::pipe::{block, drain, filled, never_blocks, wait};
use crate::sandbox::process::Child;
use crate::sandbox::room::Room;
use crate::sandbox::shorten;
use crate::spec::LimitSpec;
use crate::transcript::{Answer, Ending, Turn};

/// So much processor time without an answer, and a program whose input never blocks is taken to read in a circle.
const SPINNING: Duration = Duration::from_millis(20);
/// So many reads of empty input that never blocks, and the program is taken to wait.
const MANY: u32 = 1000;
/// How much of an endless text is kept.
const KEPT: usize = 32 << 10;

/// How a program ends that fills the disk, by one file or by many.
const WROTE_TOO_MUCH: Ending = Ending::Signalled(libc::SIGXFSZ);

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
    input_file: FileId,
    /// Whether the program may have put something else in standard input's place.
    input_moved: bool,
    /// The part of an answer that did not fit into the pipe.
    unsent: Vec<u8>,
    text: Vec<u8>,
    /// Bytes printed before `text`.
    printed: usize,
    turns: Vec<Turn>,
    /// The most bytes of the whole session.
    cap: usize,
    /// What may be used between two questions, and what was used there at most.
    allowed: Stretch,
    used: Stretch,
    deadline: Instant,
    /// The processor time used up to the last answer.
    cpu_before: Duration,
    /// Whether the output is waited for, too. It is not at first: a program's every line would wake the grader.
    flood: bool,
    looks: Looks,
    /// Reads of empty input since the last answer.
    empty_reads: u32,
    /// Whether it asked the system for input before it read.
    asked_first: bool,
    room: Room,
}

impl Session {
    /// A session with a program that has just started; earlier sessions taught its habit. Without a listener it must be
    /// looked at.
    pub(super) fn new(
        child: Child,
        listener: Option<Listener>,
        line: Line,
        limits: &LimitSpec,
        allowed: Stretch,
        mut habit: Habit,
        room: Room,
    ) -> Result<Self> {
        let file = line.input.metadata()?;
        let input_file = (file.dev(), file.ino());
        let now = Instant::now();
        habit.needs_looks |= listener.is_none();
        Ok(Self {
            looks: Looks::new(child.pid(), input_file, habit),
            child: Some(child),
            listener,
            line,
            input_file,
            input_moved: false,
            unsent: Vec::new(),
            text: Vec::new(),
            printed: 0,
            turns: Vec::new(),
            cap: (limits.output_kib as usize) << 10,
            allowed,
            used: Stretch::NONE,
            deadline: now + Duration::from_secs(limits.wall_seconds.into()),
            cpu_before: Duration::ZERO,
            flood: false,
            empty_reads: 0,
            asked_first: false,
            room,
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
        self.measure(ended.cpu);
        let full = self.room.was_spent(&ended).then_some(WROTE_TOO_MUCH);
        let over = self.over_limit().or(full);
        Ok(cut.or(over).unwrap_or_else(|| ended.ending()))
    }

    /// What was said before each answer, and after the last.
    pub(super) fn into_turns(mut self) -> (Vec<Turn>, String) {
        let room = self.room_for_text();
        if self.text.len() > room {
            // How much more was read is chance; what is kept must be the same each time.
            self.text.truncate(room);
            self.text = shorten(self.text, KEPT.min(self.cap / 2));
        }
        (self.turns, String::from_utf8_lossy(&self.text).into_owned())
    }

    /// Whether the program asked the system for input before it read it.
    pub(super) fn asked_first(&self) -> bool {
        self.asked_first
    }

    /// What is known of the program's ways now.
    pub(super) fn habit(&self) -> Habit {
        self.looks.habit()
    }

    /// Answers questions until the program ends by itself (`None`) or must be ended.
    fn converse(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Option<Ending>> {
        loop {
            let Some(child) = &self.child else { return Ok(None) };
            let output = self.flood.then(|| self.line.output.as_fd());
            let fds = [self.listener.as_ref().map(AsFd::as_fd), Some(child.as_fd()), output];
            let [notice, ended, output] = wait(fds, self.looks.pace())?;
            if ended.readable {
                return Ok(None);
            }
            if notice.readable {
                if let Some(end) = self.attend(player, control)? {
                    return Ok(Some(end));
                }
                self.looks.life();
            } else if notice.over {
                // Nothing can report any more (the program is about to end); a dead listener stays ready for ever.
                self.listener = None;
            }
            if output.readable || output.over {
                self.flood = !self.hear()?;
                if let Some(end) = self.over_limit() {
                    return Ok(Some(end));
                }
            }
            if self.looks.are_due() {
                let end = self.look(player, control)?;
                if end.is_some() {
                    return Ok(end);
                }
            }
        }
    }

    /// Reads what was printed; says whether the program closed its output.
    fn hear(&mut self) -> Result<bool> {
        let most = self.room_for_text();
        if self.text.len() > most {
            return Ok(false);
        }
        drain(&self.line.output, &mut self.text, most)
    }

    /// The most bytes that may be printed before the next question.
    fn room_for_text(&self) -> usize {
        self.cap.saturating_sub(self.printed).min(self.allowed.text)
    }

    fn over_limit(&self) -> Option<Ending> {
        (self.text.len() > self.room_for_text()).then_some(Ending::OutputLimit)
    }

    /// What was used at most between two questions.
    pub(super) fn used(&self) -> Stretch {
        self.used
    }

    /// Takes in what was used since the last answer, if the program used so much in all.
    fn measure(&mut self, cpu: Duration) {
        let stretch = Stretch { cpu: cpu.saturating_sub(self.cpu_before), text: self.text.len() };
        self.used = self.used.max(stretch);
    }

    /// Looks at the program from outside: its output, its limits, and whether it waits where no report comes from.
    fn look(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Option<Ending>> {
        let now = self.looks.begin();
        let before = self.text.len();
        let closed = self.hear()?;
        let heard = self.text.len() > before;
        self.flood = (self.flood || heard) && !closed;
        let Some(child) = &self.child else { return Ok(None) };
        let cpu = child.cpu();
        let full = self.room.is_spent(child).then_some(WROTE_TOO_MUCH);
        if let Some(end) = self.over_limit().or_else(|| self.over_time(cpu, now)).or(full) {
            return Ok(Some(end));
        }
        if heard {
            self.looks.life();
        }
        self.looks.no_later(self.allowed.cpu.saturating_sub(cpu.saturating_sub(self.cpu_before)));
        let seen = self.looks.see(|| child.cpu());
        // A call that is reported and not yet let go on looks like a wait; whether it is one, the report tells.
        if wait([self.listener.as_ref().map(AsFd::as_fd)], Duration::ZERO)?[0].readable {
            return Ok(None);
        }
        let may_wait = self.line.writer.is_some() && filled(&self.line.input)? == 0;
        if self.looks.is_at_its_end(seen, cpu) {
            return Ok(Some(Ending::WallLimit));
        }
        if !may_wait {
            return Ok(None);
        }
        match self.looks.judge(seen, cpu) {
            Verdict::GoesOn => self.stop_spinning(cpu).map(|()| None),
            Verdict::Blind(way) => Ok(Some(Ending::Blind(way))),
            Verdict::Waits(way, found) => {
                // The program does not pay for the grader's doubts.
                self.deadline += found;
                self.asked_first |= way.asks_first();
                self.serve(player, control)
            }
        }
    }

    /// The limit of time the program has used up, if any.
    fn over_time(&self, cpu: Duration, now: Instant) -> Option<Ending> {
        if cpu.saturating_sub(self.cpu_before) > self.allowed.cpu {
            Some(Ending::CpuLimit)
        } else {
            (now >= self.deadline).then_some(Ending::WallLimit)
        }
    }

    /// Lets a program that reads again and again without waiting wait at its next read, where it can be seen. With
    /// reports its reads are counted instead.
    fn stop_spinning(&self, cpu: Duration) -> Result<()> {
        if self.listener.is_none()
            && cpu.saturating_sub(self.cpu_before) > SPINNING
            && never_blocks(&self.line.input)?
        {
            block(&self.line.input)?;
        }
        Ok(())
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
            // The shim's sign that the program asks and does not read yet: a read of nothing.
            self.asked_first |= notice.call == libc::SYS_read as i32 && notice.args[2] == 0;
            self.empty_reads += 1;
            // One that does not wait is told that there is nothing, unless it asks again and again: it may only want to
            // throw away what was typed too early.
            let end = if self.empty_reads < MANY && never_blocks(&self.line.input)? {
                None
            } else {
                self.serve(player, control)?
            };
            if end.is_some() {
                return Ok(end);
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

    /// The program waits: passes on the rest of the last answer, or the next one.
    fn serve(&mut self, player: &mut dyn Dialogue, control: &ControlPage) -> Result<Option<Ending>> {
        if !self.unsent.is_empty() {
            self.send().map(|()| None)
        } else if self.line.writer.is_some() {
            self.ask(player, control)
        } else {
            Ok(None)
        }
    }

    /// Asks the player, and passes the answer on.
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
        let cpu = self.child.as_ref().map_or(Duration::ZERO, Child::cpu);
        self.measure(cpu);
        self.turns.push(Turn { said, answer });
        self.printed += self.text.len();
        self.text.clear();
        self.flood = false;
        self.empty_reads = 0;
        self.cpu_before = cpu;
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
