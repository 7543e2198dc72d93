//! Sessions of a C++ program in the engine, against the same program spawned plainly with its answers piped in, and in
//! bubblewrap where that is installed. Runs are made in turn, and medians are printed, so a busy machine slows all alike.

use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use grader::play::{Dialogue, LiveStage, Reply, Setting, Stage, shim_object};
use grader::sandbox::{Engine, Sandbox, SandboxMode};
use grader::spec::LimitSpec;

const PROMPTS: u32 = 40;
const GAME: &str = "#include <iostream>\n#include <cstdlib>\nusing namespace std;\n\
    int main() { srand(333); int n, m = 100; for (int i = 0; i < 40; i++) {\n\
    cout << \"You have $\" << m << endl << \"Your card is \" << rand() % 13 << endl << \"bet? \"; cin >> n; m += n; }\n\
    cout << \"bye\" << endl; }";
const HELLO: &str = "#include <iostream>\nint main() { std::cout << \"hello\" << std::endl; }";

struct Always;

impl Dialogue for Always {
    fn reply(&mut self, _said: &str) -> Reply {
        Reply::Line("50".into())
    }
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let pairs = std::env::args().nth(1).map_or(Ok(300), |count| count.parse::<usize>())?;
    let folder = tempfile::tempdir()?;
    let sandbox =
        Sandbox::probe(if std::env::var("OFF").is_ok() { SandboxMode::Off } else { SandboxMode::Auto })?;
    let shim = shim_object(&sandbox, folder.path())?;
    let game = build(folder.path(), "game", GAME, &shim)?;
    let hello = build(folder.path(), "hello", HELLO, &shim)?;
    measure("small process", &sandbox, &game, &hello, pairs)?;
    measure("portable engine", &sandbox.clone().with_engine(Some(Engine::Portable))?, &game, &hello, pairs)?;
    let ballast = vec![1_u8; 300 << 20];
    measure("300 MB resident", &sandbox, &game, &hello, pairs)?;
    drop(std::hint::black_box(ballast));
    println!("a session of each in every tier, {pairs} of them, processor time of all processes:");
    for tier in Sandbox::enterable() {
        let sandbox = Sandbox::probe(SandboxMode::Only(tier))?;
        println!("  {}", tier.describe());
        for serves in [false, true] {
            let hello = spent(&sandbox, &hello, 0, pairs, serves)?;
            let game = spent(&sandbox, &game, PROMPTS, pairs, serves)?;
            let how = if serves { "forked" } else { "started" };
            println!("    {how}: hello {hello:.3} ms, {PROMPTS} prompts {game:.3} ms");
        }
    }
    Ok(())
}

/// The milliseconds of processor time, of this process and of those it has waited for, that a session costs: many on
/// one stage, which is made and taken down as well.
fn spent(
    sandbox: &Sandbox,
    program: &Path,
    prompts: u32,
    sessions: usize,
    serves: bool,
) -> Result<f64, Box<dyn Error>> {
    let limits = limits(prompts);
    let before = processor_ms()?;
    let mut stage = LiveStage::new(sandbox, program, &limits)?;
    if !serves {
        stage = stage.without_server();
    }
    for _ in 0..sessions {
        stage.play(&Setting::default(), &mut Always)?;
    }
    drop(stage);
    Ok((processor_ms()? - before) / sessions as f64)
}

/// Processor time so far, from `/proc/self/stat` (proc(5), fields 14 to 17), in steps of ten milliseconds.
fn processor_ms() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let rest = text.rsplit_once(')').ok_or("a strange /proc/self/stat")?.1;
    let ticks = rest.split_whitespace().skip(11).take(4).map(str::parse::<u64>);
    Ok(ticks.sum::<Result<u64, _>>()? as f64 * 10.0)
}

fn limits(prompts: u32) -> LimitSpec {
    LimitSpec { cpu_ms: 2000, wall_seconds: 20, output_kib: 256, memory_mib: 512, answers: prompts }
}

/// Compiles a program as submissions are, with and without the shim.
fn build(folder: &Path, name: &str, source: &str, shim: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let own = folder.join(name);
    std::fs::create_dir(&own)?;
    let (text, program) = (own.join("main.cpp"), own.join("main"));
    std::fs::write(&text, source)?;
    for (objects, program) in [(vec![shim], &program), (Vec::new(), &own.join("plain"))] {
        let done = Command::new("g++").arg("-O1").args(objects).arg(&text).arg("-o").arg(program).status()?;
        if !done.success() {
            return Err(format!("g++ could not build {name}").into());
        }
    }
    Ok(program)
}

fn measure(
    title: &str,
    sandbox: &Sandbox,
    game: &Path,
    hello: &Path,
    pairs: usize,
) -> Result<(), Box<dyn Error>> {
    println!("{title}, {pairs} pairs, medians:");
    let with_prompts = compare(sandbox, game, PROMPTS, pairs)?;
    println!("  {PROMPTS} prompts: {}", with_prompts.told());
    let without = compare(sandbox, hello, 0, pairs)?;
    println!("  hello: {}", without.told());
    println!("  sessions of {PROMPTS} prompts a second, one worker: {:.0}", 1000.0 / with_prompts.engine);
    let prompt = (with_prompts.engine - without.engine) * 1000.0 / f64::from(PROMPTS);
    println!("  a prompt with its three lines: {prompt:.1} µs");
    Ok(())
}

/// Median milliseconds of a run.
struct Medians {
    plain: f64,
    engine: f64,
    /// In bubblewrap, where that is installed and works.
    bubblewrap: Option<f64>,
}

impl Medians {
    fn told(&self) -> String {
        let Self { plain, engine, .. } = self;
        let bubblewrap = match self.bubblewrap {
            Some(ms) => format!("bubblewrap {ms:.3} ms, ratio of the engine to it {:.2}", engine / ms),
            None => "bubblewrap is not installed, or does not work here".to_owned(),
        };
        format!("plain {plain:.3} ms, engine {engine:.3} ms, ratio {:.2}; {bubblewrap}", engine / plain)
    }
}

/// A plain start in bubblewrap, with the same name spaces as the first tier has.
fn in_bubblewrap(program: &Path) -> Command {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc"]);
    command.args(["--dev", "/dev", "--"]).arg(program);
    command
}

/// The median milliseconds of a plain run, of one in bubblewrap, and of a session.
fn compare(sandbox: &Sandbox, program: &Path, prompts: u32, pairs: usize) -> Result<Medians, Box<dyn Error>> {
    let limits = limits(prompts);
    let mut stage = LiveStage::new(sandbox, program, &limits)?;
    let plain = program.with_file_name("plain");
    let has_bubblewrap = spawn_plainly(in_bubblewrap(&plain), prompts).is_ok_and(|works| works);
    let (mut plain_times, mut engine_times, mut wrapped_times) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..pairs {
        let start = Instant::now();
        spawn_plainly(Command::new(&plain), prompts)?;
        plain_times.push(start.elapsed());
        if has_bubblewrap {
            let start = Instant::now();
            spawn_plainly(in_bubblewrap(&plain), prompts)?;
            wrapped_times.push(start.elapsed());
        }
        let start = Instant::now();
        let session = stage.play(&Setting::default(), &mut Always)?;
        engine_times.push(start.elapsed());
        assert_eq!(session.turns.len(), prompts as usize);
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times.get(times.len() / 2).map(|time| time.as_secs_f64() * 1000.0)
    };
    let known = |times| median(times).ok_or("no pairs");
    let (plain, engine) = (known(plain_times)?, known(engine_times)?);
    Ok(Medians { plain, engine, bubblewrap: median(wrapped_times) })
}

/// Runs a program with its answers piped in; says whether it ended well.
fn spawn_plainly(mut program: Command, prompts: u32) -> std::io::Result<bool> {
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all("50\n".repeat(prompts as usize).as_bytes())?;
    }
    let mut text = Vec::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_end(&mut text)?;
    }
    child.wait().map(|status| status.success())
}
