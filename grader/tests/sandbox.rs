//! What confined tools may do, and what they may not.

use std::path::{Path, PathBuf};

use grader::sandbox::{Sandbox, SandboxMode, Tool, ToolLimits, ToolOutput};
use grader::transcript::Ending;

const LIMITS: ToolLimits = ToolLimits {
    cpu_seconds: 20,
    wall_seconds: 60,
    memory_mib: Some(2048),
    file_mib: 64,
    output_bytes: 64 << 10,
};

fn sandbox() -> Sandbox {
    Sandbox::probe(SandboxMode::Auto).expect("a machine that can confine programs")
}

/// A tool that may write its folder.
fn tool(folder: &Path, program: &str, args: &[&str]) -> Tool {
    Tool {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        folder: folder.to_owned(),
        env: Vec::new(),
        readable: Vec::new(),
        writable: vec![folder.to_owned()],
        fork: true,
        limits: LIMITS,
    }
}

/// Compiles one C++ text in a folder of its own, with these limits.
fn compile(source: &str, limits: ToolLimits) -> (ToolOutput, PathBuf, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.cpp"), source).expect("a source");
    let tool = Tool { limits, ..tool(folder.path(), "g++", &["main.cpp", "-o", "main"]) };
    let output = sandbox().run(&tool).expect("a run");
    let program = folder.path().join("main");
    (output, program, folder)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn compiles_and_runs() {
    let (output, program, folder) = compile("#include <cstdio>\nint main() { puts(\"hello\"); }", LIMITS);
    assert!(output.success(), "{}", text(&output.stderr));
    let mut tool = tool(folder.path(), program.to_str().expect("a name"), &[]);
    tool.fork = false;
    let output = sandbox().run(&tool).expect("a run");
    assert_eq!((output.end, text(&output.stdout).as_str()), (Ending::Exited(0), "hello\n"));
}

#[test]
fn rustc_runs_with_its_own_folder_readable() {
    let sysroot = std::process::Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc");
    let sysroot = PathBuf::from(text(&sysroot.stdout).trim());
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.rs"), "fn main() { println!(\"hello\"); }").expect("a source");
    let rustc = sysroot.join("bin/rustc");
    let mut tool = tool(folder.path(), rustc.to_str().expect("a name"), &["main.rs"]);
    tool.readable = vec![sysroot];
    tool.limits.memory_mib = Some(8192);
    let output = sandbox().run(&tool).expect("a run");
    assert!(output.success(), "{:?} {}", output.end, text(&output.stderr));
}

#[test]
fn compilers_see_only_what_they_are_given() {
    let secret = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(secret.path(), "int secret = 42;\n").expect("a text");
    for line in [
        format!("#include \"{}\"\nint main() {{ }}", secret.path().display()),
        format!("asm(\".incbin \\\"{}\\\"\");\nint main() {{ }}", secret.path().display()),
        "#include \"/etc/shadow\"\nint main() { }".to_owned(),
    ] {
        let (output, ..) = compile(&line, LIMITS);
        assert_eq!(output.end, Ending::Exited(1), "{line}");
        assert!(!text(&output.stderr).contains("42"), "{}", text(&output.stderr));
    }
}

#[test]
fn endless_output_is_cut_to_head_and_tail() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = sandbox().run(&tool(folder.path(), "yes", &["again"])).expect("a run");
    assert_eq!(output.end, Ending::OutputLimit);
    let said = text(&output.stdout);
    assert!(said.starts_with("again\n") && said.contains("bytes left out") && said.len() < 70 << 10);
}

#[test]
fn limits_end_the_whole_family() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = format!("987{}", std::process::id());
    let script = format!("sleep {mark} & sleep {mark} & (sleep {mark} &) ; wait");
    let mut slow = tool(folder.path(), "sh", &["-c", &script]);
    slow.limits.wall_seconds = 1;
    let output = sandbox().run(&slow).expect("a run");
    assert_eq!(output.end, Ending::WallLimit);
    let mut left_over =
        tool(folder.path(), "sh", &["-c", &format!("sleep {mark} & (sleep {mark} &); echo done")]);
    left_over.limits.wall_seconds = 20;
    assert!(sandbox().run(&left_over).expect("a run").success());
    for process in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        assert!(!text(&line).contains(&mark) || !line.starts_with(b"sleep"), "{}", text(&line));
    }
    let mut busy = tool(folder.path(), "sh", &["-c", "while :; do :; done"]);
    busy.limits.cpu_seconds = 1;
    assert_eq!(sandbox().run(&busy).expect("a run").end, Ending::CpuLimit);
}

#[test]
fn a_compiler_bomb_hits_its_memory() {
    let bomb = "#include <array>\ntemplate<int N> struct A { A<N-1> a; A<N-2> b; A<N-3> c; };\n\
                constexpr int f() { int n = 0; for (;;) n = (n + 1) % 7; return n; }\nint main() { constexpr int x = f(); return x; }";
    let limits = ToolLimits { cpu_seconds: 2, ..LIMITS };
    let (output, ..) = compile(bomb, limits);
    assert!(!output.success());
}

#[test]
fn nothing_of_the_environment_is_inherited() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut env = tool(folder.path(), "env", &[]);
    env.env = vec![("EXTRA".into(), "1".into())];
    let output = sandbox().run(&env).expect("a run");
    let mut names: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| line.split('=').next().unwrap_or_default().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["EXTRA", "HOME", "LC_ALL", "PATH", "TMPDIR"]);
}

#[test]
fn a_program_that_cannot_start_is_our_fault_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = sandbox().run(&tool(folder.path(), "no-such-compiler", &[])).expect_err("no such program");
    assert!(missing.to_string().contains("no-such-compiler"), "{missing}");
    std::fs::write(folder.path().join("text"), "not a program").expect("a file");
    let path = folder.path().join("text");
    let unfit =
        sandbox().run(&tool(folder.path(), path.to_str().expect("a name"), &[])).expect_err("no program");
    assert!(unfit.to_string().contains("starting the program"), "{unfit}");
}
