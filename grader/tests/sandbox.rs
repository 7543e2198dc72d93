//! What confined tools may do, and what they may not.

#![cfg(target_os = "linux")]

#[path = "engine/tiers.rs"]
mod tiers;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use grader::sandbox::{Sandbox, SandboxError, SandboxMode, Tier, Tool, ToolLimits, ToolOutput};
use grader::transcript::Ending;
use tiers::{as_plain_user, sandbox, sandboxes};

const LIMITS: ToolLimits = ToolLimits {
    cpu_seconds: 20,
    wall_seconds: 60,
    memory_mib: Some(2048),
    file_mib: 64,
    output_bytes: 64 << 10,
};

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

/// Compiles one C++ text in a folder of its own, with these limits, in the best tier.
fn compile(source: &str, limits: ToolLimits) -> (ToolOutput, PathBuf, tempfile::TempDir) {
    compile_in(sandbox(), source, limits)
}

/// The same in any tier.
fn compile_in(
    sandbox: &Sandbox,
    source: &str,
    limits: ToolLimits,
) -> (ToolOutput, PathBuf, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.cpp"), source).expect("a source");
    let tool = Tool { limits, ..tool(folder.path(), "g++", &["main.cpp", "-o", "main"]) };
    let output = sandbox.run(&tool).expect("a run");
    let program = folder.path().join("main");
    (output, program, folder)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn compiles_and_runs() {
    for sandbox in sandboxes() {
        let source = "#include <cstdio>\nint main() { puts(\"hello\"); }";
        let (output, program, folder) = compile_in(sandbox, source, LIMITS);
        assert!(output.success(), "{:?} {}", sandbox.tier(), text(&output.stderr));
        let mut tool = tool(folder.path(), program.to_str().expect("a name"), &[]);
        tool.fork = false;
        let output = sandbox.run(&tool).expect("a run");
        assert_eq!((output.end, text(&output.stdout).as_str()), (Ending::Exited(0), "hello\n"));
    }
}

#[test]
fn rustc_runs_with_its_own_folder_readable() {
    let Ok(sysroot) = Command::new("rustc").args(["--print", "sysroot"]).output() else {
        eprintln!("rustc cannot be run by this user: not tested");
        return;
    };
    let sysroot = PathBuf::from(text(&sysroot.stdout).trim());
    for sandbox in sandboxes() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("main.rs"), "fn main() { println!(\"hello\"); }")
            .expect("a source");
        let rustc = sysroot.join("bin/rustc");
        let mut tool = tool(folder.path(), rustc.to_str().expect("a name"), &["main.rs"]);
        tool.readable = vec![sysroot.clone()];
        tool.limits.memory_mib = Some(8192);
        match sandbox.run(&tool) {
            Ok(output) => assert!(output.success(), "{:?} {}", output.end, text(&output.stderr)),
            // Without a fence around files nothing is opened that is closed.
            Err(error @ SandboxError::Closed(_)) => {
                assert_eq!(sandbox.tier(), Tier::Reduced);
                assert!(error.to_string().contains("install it for everybody"), "{error}");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn compilers_see_only_what_they_are_given() {
    let secret = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(secret.path(), "int secret = 42;\n").expect("a text");
    std::fs::set_permissions(secret.path(), Permissions::from_mode(0o644)).expect("a mode");
    for sandbox in sandboxes() {
        for line in [
            format!("#include \"{}\"\nint main() {{ }}", secret.path().display()),
            format!("asm(\".incbin \\\"{}\\\"\");\nint main() {{ }}", secret.path().display()),
            format!(
                "asm(\".macro g n\\n.inc\\\\n \\\"{}\\\"\\n.endm\\ng bin\");\nint main() {{ }}",
                secret.path().display()
            ),
            format!("#define F(x) #x\n#include F({})\nint main() {{ }}", secret.path().display()),
            "#include \"/etc/shadow\"\nint main() { }".to_owned(),
        ] {
            let (output, ..) = compile_in(sandbox, &line, LIMITS);
            assert_eq!(output.end, Ending::Exited(1), "{:?} {line}", sandbox.tier());
            assert!(!text(&output.stderr).contains("42"), "{}", text(&output.stderr));
        }
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
    for sandbox in sandboxes() {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = format!("987{}", std::process::id());
        let script = format!("sleep {mark} & sleep {mark} & (sleep {mark} &) ; wait");
        let mut slow = tool(folder.path(), "sh", &["-c", &script]);
        slow.limits.wall_seconds = 1;
        let output = sandbox.run(&slow).expect("a run");
        assert_eq!(output.end, Ending::WallLimit);
        let mut left_over =
            tool(folder.path(), "sh", &["-c", &format!("sleep {mark} & (sleep {mark} &); echo done")]);
        left_over.limits.wall_seconds = 20;
        assert!(sandbox.run(&left_over).expect("a run").success());
        for process in std::fs::read_dir("/proc").expect("/proc").flatten() {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            assert!(!text(&line).contains(&mark) || !line.starts_with(b"sleep"), "{}", text(&line));
        }
        let mut busy = tool(folder.path(), "sh", &["-c", "while :; do :; done"]);
        busy.limits.cpu_seconds = 1;
        assert_eq!(sandbox.run(&busy).expect("a run").end, Ending::CpuLimit, "{:?}", sandbox.tier());
    }
}

#[test]
fn one_tool_cannot_reach_the_folder_of_another_or_of_the_grader() {
    for sandbox in sandboxes() {
        let closed = Permissions::from_mode(0o700);
        let folder = || tempfile::Builder::new().permissions(closed.clone()).tempdir().expect("a folder");
        let [theirs, own] = [folder(), folder()];
        let secret = theirs.path().join("secret");
        std::fs::write(&secret, "secret").expect("a file");
        let peek = tool(own.path(), "cat", &[secret.to_str().expect("a name")]);
        let refused = |when| {
            let output = sandbox.run(&peek).expect("a run");
            let seen = (output.end, text(&output.stdout));
            assert_eq!(seen, (Ending::Exited(1), String::new()), "{when}, {:?}", sandbox.tier());
        };
        refused("nobody's turn");
        let waiting =
            tool(theirs.path(), "sh", &["-c", "cat secret; : > ready; until [ -e stop ]; do :; done"]);
        std::thread::scope(|scope| {
            let runs = scope.spawn(|| sandbox.run(&waiting).expect("a run"));
            while !theirs.path().join("ready").exists() && !runs.is_finished() {}
            refused("their turn");
            std::fs::write(theirs.path().join("stop"), "").expect("a file");
            assert_eq!(text(&runs.join().expect("a run").stdout), "secret");
        });
        refused("after their turn");
    }
}

#[test]
fn nothing_is_left_behind() {
    let mounts = || std::fs::read_to_string("/proc/self/mountinfo").expect("mounts");
    let before = mounts();
    for sandbox in sandboxes() {
        let folder = tempfile::tempdir().expect("a folder");
        let left = format!("/dev/shm/grader-left-{}", std::process::id());
        let script =
            format!("mkdir {left} {left}/a; touch {left}/a/b own; chmod 0 own; mkdir -p d/e; chmod 0 d");
        let tool = tool(folder.path(), "sh", &["-c", &script]);
        sandbox.run(&tool).expect("a run");
        assert!(!Path::new(&left).exists(), "{:?}", sandbox.tier());
        // The folder is the grader's again, with everything in it.
        std::fs::write(folder.path().join("ours"), "").expect("a file");
        let path = folder.path().to_owned();
        std::fs::set_permissions(path.join("d"), Permissions::from_mode(0o700)).expect("a mode");
        folder.close().expect("an empty folder");
        assert!(!path.exists());
    }
    assert_eq!(mounts(), before);
}

/// The same as a plain user, where root runs the tests.
#[test]
fn plain_users_are_served_as_well() {
    as_plain_user(&[]);
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
    let auto = Sandbox::probe(SandboxMode::Auto).expect("a machine that can confine programs");
    let enterable = Sandbox::enterable();
    assert_eq!(enterable.first(), Some(&auto.tier()));
    for rung in Sandbox::ladder() {
        match (Sandbox::probe(SandboxMode::Only(rung.tier)), rung.obstacle) {
            (Ok(sandbox), None) => assert_eq!(sandbox.tier(), rung.tier),
            (Err(error), Some(obstacle)) => {
                assert!(error.to_string().contains(&obstacle), "{error}");
                assert!(!enterable.contains(&rung.tier) && obstacle.len() > 20, "{obstacle}");
            }
            (probed, obstacle) => panic!("{probed:?}, but {obstacle:?}"),
        }
    }
    match Sandbox::probe(SandboxMode::Require) {
        Ok(sandbox) => assert!(sandbox.tier() <= Tier::User),
        Err(error) => {
            assert!(enterable.iter().all(|tier| *tier > Tier::User));
            assert!(error.to_string().contains("--sandbox auto"), "{error}");
        }
    }
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
    for sandbox in sandboxes() {
        let output = sandbox.run(&env).expect("a run");
        let mut names: Vec<String> = text(&output.stdout)
            .lines()
            .map(|line| line.split('=').next().unwrap_or_default().to_owned())
            .collect();
        names.sort();
        assert_eq!(names, ["EXTRA", "HOME", "LC_ALL", "PATH", "TMPDIR"]);
    }
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
