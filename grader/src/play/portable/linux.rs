//! What Linux tells of a program's threads: their states, and the system calls they sleep in.

use std::cell::OnceCell;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::time::Duration;

use super::{FileId, Sight, Thread, Way};

/// A wait of this length is over only after the grader has looked many times.
const LONG: Duration = Duration::from_secs(1);
/// More descriptors than a program may open.
const DESCRIPTORS: u64 = 256;

/// Looks at one program through `/proc`. Its files are opened at the first look: most sessions end before one.
#[derive(Debug)]
pub(in crate::play) struct Onlooker {
    pid: i32,
    input: FileId,
    /// The first thread's state, held open: most programs have no other.
    stat: OnceCell<Option<File>>,
    /// The system call the first thread is in.
    call: OnceCell<Option<File>>,
}

impl Onlooker {
    /// Prepares to look at a process whose standard input is this file. It must not be reaped before the last look, so
    /// that its number is nobody else's.
    pub(in crate::play) fn new(pid: i32, input: FileId) -> Self {
        Self { pid, input, stat: OnceCell::new(), call: OnceCell::new() }
    }

    /// A file about the first thread.
    fn file<'a>(&self, kept: &'a OnceCell<Option<File>>, name: &str) -> Option<&'a File> {
        let pid = self.pid;
        kept.get_or_init(|| File::open(format!("/proc/{pid}/task/{pid}/{name}")).ok()).as_ref()
    }

    /// What the program does now. Threads are looked at one after the other: the caller makes sure that none ran
    /// meanwhile.
    pub(in crate::play) fn look(&self) -> Sight {
        let tasks = format!("/proc/{}/task", self.pid);
        match self.file(&self.stat, "stat").and_then(read).and_then(|text| parse_stat(&text)) {
            Some(('S', 1)) => {
                let sleeper = Sleeper { folder: &format!("{tasks}/{}", self.pid), input: self.input };
                Sight::of(&[sleeper.look(self.file(&self.call, "syscall"), true)])
            }
            Some(('T', 1)) => Sight::Stopped,
            None | Some((_, 1)) => Sight::Busy,
            Some(_) => {
                let Ok(tasks) = fs::read_dir(tasks) else { return Sight::Busy };
                let folders = tasks.flatten().map(|task| task.path().display().to_string());
                Sight::of(&folders.map(|folder| self.thread(&folder)).collect::<Vec<_>>())
            }
        }
    }

    /// One of several threads, by its folder.
    fn thread(&self, folder: &str) -> Thread {
        let stat = fs::read_to_string(format!("{folder}/stat")).ok();
        match stat.and_then(|text| parse_stat(&text)) {
            Some(('S', _)) => {
                let call = File::open(format!("{folder}/syscall")).ok();
                Sleeper { folder, input: self.input }.look(call.as_ref(), false)
            }
            // It has ended, and wakes nobody.
            Some(('Z' | 'X', _)) => Thread::Joins,
            Some(('T', _)) => Thread::Stopped,
            _ => Thread::Runs,
        }
    }
}

/// A sleeping thread.
struct Sleeper<'a> {
    folder: &'a str,
    input: FileId,
}

impl Sleeper<'_> {
    /// What it sleeps in.
    fn look(&self, call: Option<&File>, alone: bool) -> Thread {
        match call.and_then(read).as_deref().map(Call::parse) {
            Some(Some(call)) => self.in_call(call),
            // It has just woken up.
            Some(None) => Thread::Runs,
            None => {
                by_place(&fs::read_to_string(format!("{}/wchan", self.folder)).unwrap_or_default(), alone)
            }
        }
    }

    fn in_call(&self, Call { number, args }: Call) -> Thread {
        let [first, second, third, fourth, fifth, _] = args;
        let waiting = |way, limit: Option<Duration>| {
            if limit.is_none_or(|limit| limit >= LONG) {
                Thread::Waits(way)
            } else {
                Thread::WaitsAWhile(way)
            }
        };
        match number {
            libc::SYS_read | libc::SYS_readv if self.is_input(first as i32) => Thread::Waits(Way::Read),
            libc::SYS_poll if self.polls_input(first, second) => waiting(Way::Poll, milliseconds(third)),
            libc::SYS_ppoll if self.polls_input(first, second) => waiting(Way::Poll, self.time_at(third, 1)),
            libc::SYS_select if self.selects_input(first, second) => {
                waiting(Way::Select, self.time_at(fifth, 1000))
            }
            libc::SYS_pselect6 if self.selects_input(first, second) => {
                waiting(Way::Select, self.time_at(fifth, 1))
            }
            libc::SYS_epoll_wait | libc::SYS_epoll_pwait if self.epoll_has_input(first) => {
                waiting(Way::Epoll, milliseconds(fourth))
            }
            libc::SYS_epoll_pwait2 if self.epoll_has_input(first) => {
                waiting(Way::Epoll, self.time_at(fourth, 1))
            }
            libc::SYS_futex if is_endless_wait(second, fourth) => Thread::Joins,
            libc::SYS_pause | libc::SYS_rt_sigsuspend => Thread::Hangs,
            libc::SYS_rt_sigtimedwait if third == 0 => Thread::Hangs,
            // A pipe of its own: what is written to it comes from another of its threads.
            libc::SYS_read | libc::SYS_readv => Thread::Joins,
            _ => Thread::Sleeps,
        }
    }

    /// Whether one of the program's descriptors is its standard input.
    fn is_input(&self, fd: i32) -> bool {
        let file = fs::metadata(format!("{}/fd/{fd}", self.folder));
        file.is_ok_and(|file| (file.dev(), file.ino()) == self.input)
    }

    /// Whether standard input is among these `pollfd`: descriptor, wanted events, found events.
    fn polls_input(&self, at: u64, count: u64) -> bool {
        let mut polled = vec![0_u8; 8 * count.min(DESCRIPTORS) as usize];
        let wanted = libc::POLLIN | libc::POLLRDNORM;
        self.memory(at, &mut polled).is_ok()
            && polled.chunks_exact(8).any(|one| {
                let fd = i32::from_ne_bytes([one[0], one[1], one[2], one[3]]);
                i16::from_ne_bytes([one[4], one[5]]) & wanted != 0 && self.is_input(fd)
            })
    }

    /// Whether standard input is in this set of descriptors, a bit each.
    fn selects_input(&self, count: u64, at: u64) -> bool {
        let count = count.min(DESCRIPTORS) as usize;
        let mut set = vec![0_u8; count.div_ceil(64) * 8];
        at != 0
            && self.memory(at, &mut set).is_ok()
            && (0..count).any(|fd| set[fd / 8] >> (fd % 8) & 1 == 1 && self.is_input(fd as i32))
    }

    /// Whether an epoll instance watches standard input.
    fn epoll_has_input(&self, instance: u64) -> bool {
        let told = fs::read_to_string(format!("{}/fdinfo/{instance}", self.folder)).unwrap_or_default();
        let mut watched =
            told.lines().filter_map(|line| line.strip_prefix("tfd:")?.split_whitespace().next());
        watched.any(|fd| fd.parse().is_ok_and(|fd| self.is_input(fd)))
    }

    /// The time limit that lies at an address: seconds, and parts of `unit` nanoseconds each. None is no limit; one
    /// that cannot be read counts as short.
    fn time_at(&self, at: u64, unit: u64) -> Option<Duration> {
        if at == 0 {
            return None;
        }
        let mut raw = [[0_u8; 8]; 2];
        if self.memory(at, raw.as_flattened_mut()).is_err() {
            return Some(Duration::ZERO);
        }
        let [seconds, parts] = raw.map(u64::from_ne_bytes);
        Some(Duration::from_secs(seconds).saturating_add(Duration::from_nanos(parts.saturating_mul(unit))))
    }

    fn memory(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        File::open(format!("{}/mem", self.folder))?.read_exact_at(into, at)
    }
}

/// A system call a thread sleeps in.
struct Call {
    number: libc::c_long,
    args: [u64; 6],
}

impl Call {
    /// From the file's one line: number, arguments, stack pointer, place; None while the thread runs.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let mut args = [0; 6];
        for arg in &mut args {
            *arg = u64::from_str_radix(words.next()?.trim_start_matches("0x"), 16).ok()?;
        }
        Some(Self { number, args })
    }
}

/// Reads such a file anew.
fn read(file: &File) -> Option<String> {
    let mut text = [0_u8; 512];
    let count = file.read_at(&mut text, 0).ok()?;
    Some(String::from_utf8_lossy(&text[..count]).into_owned())
}

/// A thread's state, and how many threads its process has. Its name, in brackets, may hold anything.
fn parse_stat(text: &str) -> Option<(char, u32)> {
    let (_, rest) = text.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let state = fields.next()?.chars().next()?;
    Some((state, fields.nth(16)?.parse().ok()?))
}

/// A time limit in milliseconds, an `int`; below 0 there is none.
fn milliseconds(time: u64) -> Option<Duration> {
    u64::try_from(time as i32).ok().map(Duration::from_millis)
}

/// Whether a futex call waits for another thread, for however long it takes.
fn is_endless_wait(operation: u64, limit: u64) -> bool {
    let operation = operation as i32 & libc::FUTEX_CMD_MASK;
    limit == 0 && [libc::FUTEX_WAIT, libc::FUTEX_WAIT_BITSET].contains(&operation)
}

/// What a thread sleeps in, by the kernel's function: all that is told where system calls are not. Neither descriptors
/// nor time limits are known then.
fn by_place(function: &str, alone: bool) -> Thread {
    let is = |part: &str| function.contains(part);
    if is("pipe_read") {
        // Between several threads it may be a pipe of their own; alone a program would only hang in one.
        if alone { Thread::Waits(Way::Read) } else { Thread::Untold }
    } else if is("ep_poll") {
        Thread::WaitsAWhile(Way::Epoll)
    } else if is("poll") {
        Thread::WaitsAWhile(Way::Poll)
    } else if is("select") {
        Thread::WaitsAWhile(Way::Select)
    } else if function.is_empty() || function == "0" {
        Thread::Untold
    } else {
        Thread::Sleeps
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;

    use super::*;

    #[test]
    fn lines_of_proc_are_taken_apart() {
        let stat = "7 (a) S (b) S 1 7 7 0 -1 4194304 90 0 0 0 0 0 0 0 20 0 3 0 5 6 7";
        assert_eq!(parse_stat(stat), Some(('S', 3)));
        assert_eq!(parse_stat("7 (a"), None);
        let call = Call::parse("7 0x7ff0 0x1 0xffffffff 0x0 0x0 0x0 0x7ff8 0x7f00\n").expect("a call");
        assert_eq!((call.number, call.args), (libc::SYS_poll, [0x7ff0, 1, 0xffff_ffff, 0, 0, 0]));
        assert!(Call::parse("running\n").is_none());
        assert_eq!(milliseconds(0xffff_ffff), None);
        assert_eq!(milliseconds(50), Some(Duration::from_millis(50)));
        assert!(is_endless_wait(0x189, 0) && !is_endless_wait(0x189, 0x7ff0) && !is_endless_wait(1, 0));
    }

    /// What is seen of `cat` once it waits for its input, by a look that may be prepared otherwise.
    fn waiting(input_is_pipe: bool, change: impl FnOnce(&mut Onlooker)) -> Sight {
        let mut cat = Command::new("cat").stdin(Stdio::piped()).spawn().expect("cat is there");
        let pid = i32::try_from(cat.id()).expect("a process number");
        let call = File::open(format!("/proc/{pid}/syscall")).expect("a file");
        let in_read = |text: String| Call::parse(&text).is_some_and(|call| call.number == libc::SYS_read);
        // Until it has become `cat`, its standard input is not the pipe.
        let name = || fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        while name() != "cat\n" || !read(&call).is_some_and(in_read) {
            thread::yield_now();
        }
        let file = fs::metadata(format!("/proc/{pid}/fd/0")).expect("standard input");
        let input = if input_is_pipe { (file.dev(), file.ino()) } else { (0, 0) };
        let mut onlooker = Onlooker::new(pid, input);
        change(&mut onlooker);
        let seen = onlooker.look();
        drop(cat.stdin.take());
        cat.wait().expect("it ends with its input");
        assert_eq!(onlooker.look(), Sight::Busy, "nothing is left to see");
        seen
    }

    #[test]
    fn a_reader_is_seen_and_told_from_one_of_another_pipe() {
        assert_eq!(waiting(true, |_| ()), Sight::Waits(Way::Read));
        assert_eq!(waiting(false, |_| ()), Sight::Hangs);
    }

    #[test]
    fn where_system_calls_are_not_told_the_place_tells() {
        let seen = waiting(true, |onlooker| onlooker.call = OnceCell::from(None));
        assert!([Sight::Waits(Way::Read), Sight::Asleep { alone: true }].contains(&seen), "{seen:?}");
    }

    #[test]
    fn places_in_the_kernel_say_less() {
        assert_eq!(by_place("anon_pipe_read", true), Thread::Waits(Way::Read));
        assert_eq!(by_place("anon_pipe_read", false), Thread::Untold);
        assert_eq!(by_place("poll_schedule_timeout.constprop.0", false), Thread::WaitsAWhile(Way::Poll));
        assert_eq!(by_place("hrtimer_nanosleep", true), Thread::Sleeps);
        assert_eq!(by_place("0", true), Thread::Untold);
    }
}
