//! What confined tools may do, and what they may not.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};

use grader::sandbox::{Sandbox, SandboxMode, Tier, Tool, ToolLimits, ToolOutput};
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
fn compiler_bombs_hit_their_limits() {
    let templates = "template<int D, unsigned long P> struct F { static const unsigned long v = F<D - 1, 2 * P>::v + F<D - 1, 2 * P + 1>::v; };\n\
                     template<unsigned long P> struct F<0, P> { static const unsigned long v = 1; };\nint main() { return F<60, 1>::v; }";
    let limits = ToolLimits { cpu_seconds: 1, ..LIMITS };
    assert_eq!(compile(templates, limits).0.end, Ending::CpuLimit);
    let endless = "#include \"/dev/zero\"\nint main() { }";
    assert!(!compile(endless, limits).0.success());
    let repeated = "asm(\".rept 1000000000\\n.quad 1\\n.endr\");\nint main() { }";
    assert!(!compile(repeated, limits).0.success());
    let large = "char a[200 << 20] = {1}; int main() { }";
    assert!(!compile(large, LIMITS).0.success());
    let calls: Vec<String> = (0..5000).map(|n| format!("undeclared{n}();\n")).collect();
    let errors = format!("int main() {{ {} }}", calls.concat());
    assert_eq!(compile(&errors, LIMITS).0.end, Ending::OutputLimit);
}

#[test]
fn modes_say_what_they_give() {
    let auto = sandbox();
    assert_eq!(auto.tier(), Tier::Fence);
    assert!(auto.describe().contains("landlock"));
    let refused = Sandbox::probe(SandboxMode::Require).expect_err("programs run as the grader's user");
    assert!(refused.to_string().contains("--sandbox auto"), "{refused}");
    let off = Sandbox::probe(SandboxMode::Off).expect("no demands");
    assert_eq!(off.tier(), Tier::Off);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(off.run(&tool(folder.path(), "true", &[])).expect("a run").success());
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
