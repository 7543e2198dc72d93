//! Runs a tool (a compiler) to its end, confined.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::child::Step;
use super::filter::Family;
use super::gate::Gate;
use super::ground::Ground;
use super::launch::{Bounds, Launch, Program};
use super::notify::{self, Listener};
use super::pipe::{End, drain, pipe, wait};
use super::process::Child;
use super::{Sandbox, SandboxError, filter};
use crate::transcript::Ending;

/// A tool and what it may use. Nothing of the grader's environment reaches it: it gets `PATH`, `LC_ALL=C.UTF-8`, its
/// folder as `HOME` and `TMPDIR`, and `env`, which comes last and wins.
#[derive(Debug, Clone)]
pub struct Tool {
    /// The program: a path, or a name that is looked up in the system's folders.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The folder it runs in.
    pub folder: PathBuf,
    /// More environment.
    pub env: Vec<(OsString, OsString)>,
    /// Files and folders it may read and run, beside the system's and the program itself.
    pub readable: Vec<PathBuf>,
    /// Files and folders it may read and write.
    pub writable: Vec<PathBuf>,
    /// Whether it may have children, as compilers must.
    pub fork: bool,
    /// Its limits.
    pub limits: ToolLimits,
}

/// What a tool may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolLimits {
    /// Processor seconds, of each process and of the whole.
    pub cpu_seconds: u64,
    /// Wall-clock seconds.
    pub wall_seconds: u64,
    /// Address space of each process, MiB; `None` is unlimited (a sanitizer reserves terabytes).
    pub memory_mib: Option<u64>,
    /// The size of each file it writes, MiB.
    pub file_mib: u64,
    /// Bytes it may print, both streams together.
    pub output_bytes: usize,
}

/// What a tool printed and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolOutput {
    /// How it ended.
    pub end: Ending,
    /// Its standard output; head and tail if it was too much.
    pub stdout: Vec<u8>,
    /// Its standard error; head and tail if it was too much.
    pub stderr: Vec<u8>,
}

impl ToolOutput {
    /// Whether it ended by itself and reported success.
    pub fn success(&self) -> bool {
        self.end == Ending::Exited(0)
    }
}

impl Sandbox {
    /// Runs a tool to its end; no process of it survives.
    pub fn run(&self, tool: &Tool) -> Result<ToolOutput, SandboxError> {
        let program = Program::open(&locate(&tool.program)?)?;
        let mut readable: Vec<&Path> = tool.readable.iter().map(PathBuf::as_path).collect();
        readable.push(&program.path);
        let writable: Vec<&Path> = tool.writable.iter().map(PathBuf::as_path).collect();
        let ruleset = self.ruleset(&readable, &writable)?;
        let ground = Ground::for_tool(self, tool, &program.path)?;
        let plumbing = |source| SandboxError::io("make a pipe".into(), source);
        let input = File::open("/dev/null").map_err(plumbing)?;
        let (stdout, stdout_writer) = pipe(End::Reader).map_err(plumbing)?;
        let (stderr, stderr_writer) = pipe(End::Reader).map_err(plumbing)?;
        let gate = self.gated().then(|| Arc::new(Gate::new(&readable, &writable, None)));
        let sockets = gate.as_ref().map(|_| notify::sockets()).transpose().map_err(plumbing)?;
        let mut args = vec![tool.program.clone().into_os_string()];
        args.extend(tool.args.iter().cloned());
        let launch = Launch {
            program: &program,
            args,
            env: environment(&tool.folder, &tool.env),
            folder: &tool.folder,
            streams: [input.as_fd(), stdout_writer.as_fd(), stderr_writer.as_fd()],
            bounds: Bounds {
                // The kernel limits by a coarser clock than it reports, which runs ahead on a busy machine.
                cpu_seconds: tool.limits.cpu_seconds + 1 + tool.limits.cpu_seconds / 8,
                memory_mib: tool.limits.memory_mib,
                file_mib: tool.limits.file_mib,
                tasks: TASKS,
            },
            ruleset: ruleset.as_ref().map(AsFd::as_fd),
            control: None,
            watch: sockets.as_ref().map(|(_, theirs)| (filter::gate(Vec::new()), theirs.as_fd())),
            server: None,
            filters: self.filters(self.family(tool.fork)),
            place: ground.place(),
            user: ground.identity(),
        };
        let child = launch.start()?;
        drop((stdout_writer, stderr_writer));
        let listener =
            sockets.map(|(ours, _)| Listener::receive(&ours, gate)).transpose().map_err(plumbing)?;
        collect(child, listener, &[stdout, stderr], tool.limits).map_err(|source| {
            SandboxError::io(format!("read the output of {}", tool.program.display()), source)
        })
    }

    fn family(&self, fork: bool) -> Family {
        if fork { Family::Children { scoped: self.scoped() } } else { Family::None }
    }

    /// A child's filters beside the watch on its input.
    pub(super) fn filters(&self, family: Family) -> Vec<(Step, Vec<filter::Instruction>)> {
        if !self.confines() {
            return Vec::new();
        }
        vec![(Step::Basics, filter::basics()), (Step::Denylist, filter::denylist(family))]
    }
}

/// Processes and threads of the user, the grader's own and other people's of the same name included: a brake on a
/// compiler that multiplies, far above what a busy machine needs.
pub(super) const TASKS: u64 = 4096;

/// Reads both streams, and decides about files where that is asked, until the tool has ended or is over a limit.
fn collect(
    child: Child,
    mut listener: Option<Listener>,
    streams: &[File; 2],
    limits: ToolLimits,
) -> std::io::Result<ToolOutput> {
    let deadline = Instant::now() + Duration::from_secs(limits.wall_seconds);
    let mut texts = [Vec::new(), Vec::new()];
    let mut open = [true; 2];
    let mut limit = None;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let fds = [0, 1].map(|i| open[i].then(|| streams[i].as_fd()));
        let gate = listener.as_ref().map(AsFd::as_fd);
        let [ended, asked, first, second] = wait([Some(child.as_fd()), gate, fds[0], fds[1]], left)?;
        if asked.readable {
            listener.as_ref().map(Listener::fetch).transpose()?;
        } else if asked.over {
            listener = None;
        }
        for (i, ready) in [first, second].into_iter().enumerate() {
            if ready.readable || ready.over {
                open[i] = !drain(&streams[i], &mut texts[i], limits.output_bytes)?;
            }
        }
        if texts[0].len() + texts[1].len() > limits.output_bytes {
            limit = Some(Ending::OutputLimit);
        } else if left.is_zero() && !ended.readable {
            limit = Some(Ending::WallLimit);
        }
        if limit.is_some() || ended.readable {
            break;
        }
    }
    child.kill();
    let ended = child.reap();
    for i in 0..2 {
        drain(&streams[i], &mut texts[i], limits.output_bytes)?;
    }
    // A compiler's driver reports its children's deaths in its own way, so the time they took tells of the limit.
    let spent = ended.cpu >= Duration::from_secs(limits.cpu_seconds);
    let over = spent && ended.ending() != Ending::Exited(0);
    let own = if over { Ending::CpuLimit } else { ended.ending() };
    let [stdout, stderr] = texts.map(|text| shorten(text, limits.output_bytes));
    Ok(ToolOutput { end: limit.unwrap_or(own), stdout, stderr })
}

/// A text of at most `most` bytes as it is; of a longer one head and tail, with a line between them that says how much
/// was left out.
pub(crate) fn shorten(text: Vec<u8>, most: usize) -> Vec<u8> {
    if text.len() <= most {
        return text;
    }
    let half = most / 2;
    let mark = format!("\n[... {} bytes left out ...]\n", text.len() - 2 * half);
    [&text[..half], mark.as_bytes(), &text[text.len() - half..]].concat()
}

fn environment(folder: &Path, more: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    let mut all: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()),
        ("LC_ALL".into(), "C.UTF-8".into()),
        ("HOME".into(), folder.into()),
        ("TMPDIR".into(), folder.into()),
    ];
    all.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
    all.extend(more.iter().cloned());
    all
}

/// The path of a program that is given by path or by name.
pub(super) fn locate(program: &Path) -> Result<PathBuf, SandboxError> {
    if program.components().count() > 1 {
        return Ok(program.to_owned());
    }
    let folders = ["/usr/local/bin", "/usr/bin", "/bin"];
    let found = folders.iter().map(|folder| Path::new(folder).join(program)).find(|path| path.is_file());
    found.ok_or_else(|| SandboxError::NoProgram(program.to_owned()))
}
