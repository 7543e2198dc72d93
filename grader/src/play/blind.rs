//! Notices that a program waits for input in a way that is not reported.
//!
//! A read is reported whatever descriptor it uses. What is left: a program that first asks the kernel whether there
//! is something to read (`poll`, `select`, `epoll`), and a second reader at the same pipe. Only when nothing has
//! happened for a while is the program looked at through `/proc`; where that is closed the wall clock ends it.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

/// So much processor time between two looks is still nothing.
const STILL: Duration = Duration::from_millis(10);
/// So many looks in a row must find the program still.
const LOOKS: u32 = 4;

/// How long nothing has happened.
#[derive(Debug, Default)]
pub(super) struct Idleness {
    looks: u32,
    cpu: Duration,
    way: Option<&'static str>,
}

impl Idleness {
    /// Looks at the program once more. Returns the way in which it waits unseen, once that is clear.
    pub(super) fn look(&mut self, pid: i32, cpu: Duration, input: (u64, u64)) -> Option<String> {
        let still = cpu.saturating_sub(self.cpu) < STILL;
        self.cpu = cpu;
        if !still {
            *self = Self { cpu, ..Self::default() };
            return None;
        }
        self.looks += 1;
        // One that asks again and again is caught at it in some of the looks only.
        self.way = self.way.or_else(|| waits(pid, input));
        if self.looks < LOOKS { None } else { self.way.map(str::to_owned) }
    }
}

/// The way in which one of the program's threads waits for input.
fn waits(pid: i32, input: (u64, u64)) -> Option<&'static str> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    threads.flatten().find_map(|thread| {
        let call = std::fs::read_to_string(thread.path().join("syscall")).ok()?;
        let mut words = call.split_whitespace();
        let number: libc::c_long = words.next()?.parse().ok()?;
        let args: Vec<u64> =
            words.filter_map(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok()).collect();
        let is_input = |fd: u64| {
            let file = std::fs::metadata(format!("/proc/{pid}/fd/{}", fd as i32));
            file.is_ok_and(|file| (file.dev(), file.ino()) == input)
        };
        match number {
            libc::SYS_poll | libc::SYS_ppoll if *args.get(1)? > 0 => Some("poll"),
            libc::SYS_select | libc::SYS_pselect6 if *args.first()? > 0 => Some("select"),
            libc::SYS_epoll_wait | libc::SYS_epoll_pwait | libc::SYS_epoll_pwait2 => Some("epoll"),
            libc::SYS_read | libc::SYS_readv if is_input(*args.first()?) => {
                Some("a second reader of standard input")
            }
            _ => None,
        }
    })
}
