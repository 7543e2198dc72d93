//! Starts a child: prepares its plan, makes it, and says what went wrong if it never became its program.
#![expect(unsafe_code, reason = "a child that shares memory is made by a raw clone")]

use std::ffi::{CString, OsStr, OsString, c_char, c_int, c_void};
use std::fs::File;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::SandboxError;
use super::child::{self, Entry, Plan, Step};
use super::filter::Instruction;
use super::process::Child;
use super::spaces::Making;
use super::user::Identity;

/// Enough for the set-up's few frames; the set-up calls nothing that recurses.
const STACK: usize = 64 << 10;

/// A program file, held open: what is started is what was checked.
#[derive(Debug)]
pub(crate) struct Program {
    file: File,
    /// Where it lies, for messages.
    pub(crate) path: PathBuf,
}

impl Program {
    /// Opens a program.
    pub(crate) fn open(path: &Path) -> Result<Self, SandboxError> {
        let file = File::options().read(true).custom_flags(libc::O_PATH).open(path);
        let file = file.map_err(|source| SandboxError::io(format!("open {}", path.display()), source))?;
        Ok(Self { file, path: path.to_owned() })
    }
}

/// The most of everything a child may use; `None` leaves it alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// Processor seconds of one process.
    pub(crate) cpu_seconds: u64,
    /// Address space, MiB.
    pub(crate) memory_mib: Option<u64>,
    /// Size of a file it writes, MiB.
    pub(crate) file_mib: u64,
    /// Processes and threads of the user.
    pub(crate) tasks: u64,
}

impl Bounds {
    /// The resource limits that enforce the bounds.
    fn limits(self) -> Vec<(c_int, libc::rlimit)> {
        let limit = |resource: u32, soft: u64, hard: u64| {
            (resource as c_int, libc::rlimit { rlim_cur: soft, rlim_max: hard })
        };
        let same = |resource, value| limit(resource, value, value);
        let mut all = vec![
            limit(libc::RLIMIT_CPU, self.cpu_seconds, self.cpu_seconds + 1),
            same(libc::RLIMIT_FSIZE, self.file_mib << 20),
            same(libc::RLIMIT_CORE, 0),
            same(libc::RLIMIT_NOFILE, 256),
            same(libc::RLIMIT_STACK, 8 << 20),
            same(libc::RLIMIT_NPROC, self.tasks),
            same(libc::RLIMIT_MSGQUEUE, 0),
            same(libc::RLIMIT_MEMLOCK, 64 << 10),
        ];
        if let Some(memory) = self.memory_mib {
            all.push(same(libc::RLIMIT_AS, memory << 20));
        }
        all
    }
}

/// Where a child is born.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// Where the grader is.
    Here,
    /// In name spaces that it makes; it outlives the thread that starts it.
    Make(&'a Making),
    /// In the name spaces of the process behind this descriptor.
    Join(BorrowedFd<'a>),
}

/// What is started, with what.
pub(crate) struct Launch<'a> {
    pub(crate) program: &'a Program,
    /// The arguments, the program's own name first.
    pub(crate) args: Vec<OsString>,
    /// The whole environment.
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) folder: &'a Path,
    pub(crate) streams: [BorrowedFd<'a>; 3],
    pub(crate) bounds: Bounds,
    pub(crate) ruleset: Option<BorrowedFd<'a>>,
    pub(crate) control: Option<BorrowedFd<'a>>,
    /// The filter that reports reading, and the socket for its listener.
    pub(crate) watch: Option<(Vec<Instruction>, BorrowedFd<'a>)>,
    /// The socket by which it serves sessions.
    pub(crate) server: Option<BorrowedFd<'a>>,
    pub(crate) filters: Vec<(Step, Vec<Instruction>)>,
    pub(crate) place: Place<'a>,
    /// What it becomes; it stays the grader's user without.
    pub(crate) user: Option<Identity>,
}

impl Launch<'_> {
    /// Starts the child. When this returns, it has become its program.
    pub(crate) fn start(self) -> Result<Child, SandboxError> {
        let args = self.args.into_iter().map(terminated).collect::<Result<Vec<_>, _>>()?;
        let env = self.env.into_iter().map(|(name, value)| {
            let mut pair = name;
            pair.push("=");
            pair.push(value);
            terminated(pair)
        });
        let env = env.collect::<Result<Vec<_>, _>>()?;
        let folder = terminated(self.folder.into())?;
        let (arg_pointers, env_pointers) = (pointers(&args), pointers(&env));
        let mut plan = Plan {
            streams: self.streams.map(|fd| fd.as_raw_fd()),
            folder: folder.as_ptr(),
            program: self.program.file.as_raw_fd(),
            args: arg_pointers.as_ptr(),
            env: env_pointers.as_ptr(),
            limits: self.bounds.limits(),
            root: super::user::is_root(),
            ruleset: self.ruleset.map(|fd| fd.as_raw_fd()),
            control: self.control.map(|fd| fd.as_raw_fd()),
            server: self.server.map(|fd| fd.as_raw_fd()),
            watch: self.watch.map(|(filter, socket)| (filter, socket.as_raw_fd())),
            filters: self.filters,
            entry: self.place.entry(),
            user: self.user,
            failure: None,
        };
        let child = make(&mut plan, self.place)
            .map_err(|source| SandboxError::io(format!("start {}", self.program.path.display()), source))?;
        let Some((step, errno)) = plan.failure else {
            return Ok(child);
        };
        child.reap();
        let program = self.program.path.clone();
        Err(SandboxError::SetUp {
            program,
            step: step.describe(),
            source: std::io::Error::from_raw_os_error(errno),
        })
    }
}

impl Place<'_> {
    /// The same for the child.
    fn entry(self) -> Entry {
        match self {
            Self::Here => Entry::Here,
            Self::Join(holder) => Entry::Join(holder.as_raw_fd()),
            Self::Make(making) => Entry::Make {
                maps: [0, 1, 2].map(|i| {
                    let (file, text) = &making.maps[i];
                    (file.as_ptr(), text.as_ptr(), text.count_bytes())
                }),
                writable: pointers(&making.writable),
            },
        }
    }
}

/// Makes the child and stands still until it has become its program or ended.
fn make(plan: &mut Plan, place: Place<'_>) -> std::io::Result<Child> {
    match place {
        Place::Here => clone(plan, child::enter, 0),
        Place::Make(_) => clone(plan, child::enter, child::SPACES),
        Place::Join(_) => {
            // What is cloned here joins the name spaces, has the child born there, as the grader's own, and ends.
            let mut stack = Stack::new();
            let mut joining = child::Joining { plan, stack: stack.top(), born: 0 };
            let midwife = clone(&mut joining, child::join, 0)?;
            midwife.reap();
            let (born, failure) = (joining.born, joining.plan.failure);
            match (born, failure) {
                (0, Some((step, errno))) => Err(std::io::Error::other(format!(
                    "{}: {}",
                    step.describe(),
                    std::io::Error::from_raw_os_error(errno)
                ))),
                _ => Child::of(born),
            }
        }
    }
}

/// A stack for a child.
struct Stack(Vec<u128>);

impl Stack {
    fn new() -> Self {
        Self(Vec::with_capacity(STACK / size_of::<u128>()))
    }

    /// Its upper end, where it begins.
    fn top(&mut self) -> *mut c_void {
        self.0.spare_capacity_mut().as_mut_ptr_range().end.cast()
    }
}

/// Has a child run `entry` on `argument`, and stands still until it has become its program or ended.
fn clone<T>(argument: &mut T, entry: child::Main, more: c_int) -> std::io::Result<Child> {
    let mut stack = Stack::new();
    let mut pidfd: c_int = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD | more;
    let signals = Blocked::all();
    // SAFETY: the stack is `STACK` bytes, aligned, and unused by anybody else; argument and stack live until clone
    // returns, which CLONE_VFORK puts off until the child no longer uses them. The child's code upholds what its page
    // says: no allocation, no locks, no panic. All signals are blocked, so that no handler runs in the child.
    let pid = unsafe {
        libc::clone(entry, stack.top(), flags, std::ptr::from_mut(argument).cast(), &raw mut pidfd)
    };
    let error = std::io::Error::last_os_error();
    drop(signals);
    if pid < 0 {
        return Err(error);
    }
    // SAFETY: the kernel has just made this descriptor for us (CLONE_PIDFD).
    Ok(Child::new(pid, unsafe { OwnedFd::from_raw_fd(pidfd) }))
}

/// All signals of this thread, blocked until it is dropped.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn all() -> Self {
        // SAFETY: both sets are plain memory of the right type, and the calls change this thread's mask only.
        unsafe {
            let mut all = std::mem::zeroed();
            let mut before = std::mem::zeroed();
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
            Self(before)
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: restores the mask that was read when this was made.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut()) };
    }
}

pub(super) fn terminated(text: OsString) -> Result<CString, SandboxError> {
    CString::new(text.into_vec()).map_err(|error| {
        let text = OsStr::from_bytes(&error.clone().into_vec()).to_owned();
        SandboxError::io(format!("pass on {}", text.display()), error.into())
    })
}

fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([std::ptr::null()]).collect()
}
