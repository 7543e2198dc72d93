//! Compiling Rust submissions: single files, files with modules, Cargo projects.

use crate::workbench::{Bench, run};
use grader::build::{BuildError, Outcome};
use grader::sandbox::SandboxMode;

const HELLO: &str = "fn main() { println!(\"hello\"); }\n";
const MANIFEST: &str = "[package]\nname = \"game\"\nedition = \"2021\"\n";

#[test]
fn programs_build_and_run() {
    let bench = Bench::new();
    let modules = "mod cards;\nfn main() { cards::say(); }\n";
    let say = "pub fn say() { println!(\"hello\"); }\n";
    let library = "use game::cards;\nfn main() { cards::say(); }\n";
    let names = "const N: &str = include_str!(\"names.txt\");\nfn main() { println!(\"{}\", N.trim()); }\n";
    let declared = format!("{MANIFEST}[[bin]]\nname = \"play\"\npath = \"src/play.rs\"\n");
    let cases: &[&[(&str, &str)]] = &[
        &[("main.rs", HELLO)],
        &[("my game-1.rs", HELLO)],
        &[("-x.rs", "\u{feff}fn main() {\r\n println!(\"hello\");\r\n}\r\n")],
        &[("main.rs", modules), ("cards.rs", say)],
        &[("main.rs", modules), ("cards/mod.rs", say)],
        &[("Cargo.toml", MANIFEST), ("src/main.rs", modules), ("src/cards.rs", say)],
        &[
            ("Cargo.toml", MANIFEST),
            ("src/main.rs", library),
            ("src/lib.rs", "pub mod cards;"),
            ("src/cards.rs", say),
        ],
        &[("Cargo.toml", MANIFEST), ("src/main.rs", names), ("src/names.txt", "hello\n")],
        &[
            ("Cargo.toml", MANIFEST),
            ("src/main.rs", "mod build;\nfn main() { build::say(); }"),
            ("src/build.rs", say),
        ],
        &[("Cargo.toml", &declared), ("src/play.rs", HELLO)],
    ];
    for files in cases {
        let (built, _dir) = bench.build(files);
        let Outcome::Program { exe } = &built.outcome else { panic!("{files:?}: {built:?}") };
        assert_eq!(run(exe), "hello\n", "{files:?}");
    }
}

#[test]
fn what_does_not_compile_is_told() {
    let bench = Bench::new();
    let wrong = "fn main() {\n    let x: i32 = \"a\";\n}\n";
    let mismatch = "main.rs:2:18: error: mismatched types [E0308]\n    2 |     let x: i32 = \"a\";\n      |                  ^ expected `i32`, found `&str`";
    let in_cargo = mismatch.replace("main.rs", "src/main.rs");
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("main.rs", wrong)], mismatch),
        (
            &[("main.rs", "fn helper() {}\n")],
            "error: no file has an `fn main`; a program starts in one (looked in main.rs)",
        ),
        (
            &[("main.rs", "fn main() { println!(\"{}\", x); }\n")],
            "main.rs:1:28: error: cannot find value `x` in this scope [E0425]",
        ),
        (
            &[("main.rs", "mod cards;\nfn main() { }\n")],
            "main.rs:1:1: error: file not found for module `cards` [E0583]",
        ),
        (
            &[("main.rs", "unsafe extern \"C\" { fn nope(); }\nfn main() { unsafe { nope() } }\n")],
            "error: `nope` is used, but defined nowhere",
        ),
        (&[("Cargo.toml", MANIFEST), ("src/main.rs", wrong)], &in_cargo),
        (&[("Cargo.toml", "[package\n"), ("src/main.rs", HELLO)], "Cargo.toml:1: error: "),
        (
            &[("Cargo.toml", MANIFEST), ("src/lib.rs", "")],
            "error: the project makes no program: it has no src/main.rs",
        ),
        (&[("Cargo.toml", "[package]\nname = \"a b\"\n"), ("src/main.rs", HELLO)], "error: "),
    ];
    for (files, expected) in cases {
        let (built, _dir) = bench.build(files);
        let Outcome::Failed { diagnostics } = &built.outcome else { panic!("{files:?}: {built:?}") };
        assert!(diagnostics.starts_with(expected), "{files:?}: {diagnostics}");
        assert!(!diagnostics.contains("/tmp") && !diagnostics.contains(".rustup"), "{diagnostics}");
    }
}

#[test]
fn projects_that_run_code_while_building_are_refused() {
    let bench = Bench::new();
    let macros = format!("{MANIFEST}[lib]\nproc-macro = true\n");
    let script = format!("{MANIFEST}build = \"make.rs\"\n");
    let extra: &[(&str, &str, &str)] = &[
        ("build.rs", HELLO, MANIFEST),
        (".cargo/config.toml", "", MANIFEST),
        (".cargo/config", "", MANIFEST),
        ("rust-toolchain", "", MANIFEST),
        ("rust-toolchain.toml", "", MANIFEST),
        ("make.rs", "", &script),
        ("src/lib.rs", "", &macros),
        ("inner/Cargo.toml", &macros, MANIFEST),
        ("src/bin/two.rs", HELLO, "[package]\nname = \"x\"\ndefault-runs = \"x\"\n"),
        ("x", "", "[workspace]\nmembers = []\n"),
    ];
    for (path, text, manifest) in extra {
        let (built, _dir) = bench.build(&[("Cargo.toml", manifest), ("src/main.rs", HELLO), (path, text)]);
        assert!(matches!(built.outcome, Outcome::Refused { .. }), "{path}: {built:?}");
    }
}

#[test]
fn a_file_whose_manifest_is_missing_is_not_zero() {
    let bench = Bench::new();
    for text in ["use rand::Rng;\nfn main() { }\n", "fn main() { let x: u8 = rand::random(); }\n"] {
        let (built, _dir) = bench.build(&[("main.rs", text)]);
        let why = "it uses the crate `rand`, but no Cargo.toml was handed in with it".to_owned();
        assert_eq!(built.outcome, Outcome::Refused { why });
    }
}

#[test]
fn a_crate_that_is_not_here_is_the_machines_fault() {
    let bench = Bench::new();
    let manifest = format!("{MANIFEST}[dependencies]\na-crate-that-nobody-has-on-this-machine = \"1\"\n");
    let error =
        bench.try_build(&[("Cargo.toml", &manifest), ("src/main.rs", HELLO)]).expect_err("it cannot build");
    let BuildError::Dependencies { command, .. } = &error else { panic!("{error}") };
    assert!(
        command.starts_with("cargo fetch --manifest-path /") && command.ends_with("/Cargo.toml"),
        "{error}"
    );
    assert!(error.to_string().contains("a-crate-that-nobody-has"), "{error}");
}

#[test]
fn bombs_end_with_the_limit_they_hit() {
    let mut bench = Bench::new();
    bench.spec.cpu_seconds = 3;
    let slow = "#![feature(x)]\nfn main() {}\n";
    let long = "#![allow(long_running_const_eval)]\nconst fn f() -> u64 { let mut n = 0; while n < 1 << 40 { n += 1; } n }\n\
                const X: u64 = f();\nfn main() { println!(\"{X}\"); }\n";
    let cases = [(slow, "main.rs:1:"), (long, "more than 3 s")];
    for (text, expected) in cases {
        let (built, _dir) = bench.build(&[("main.rs", text)]);
        let Outcome::Failed { diagnostics } = &built.outcome else { panic!("{built:?}") };
        assert!(diagnostics.contains(expected), "{text}: {diagnostics}");
    }
}

#[test]
fn files_of_the_machine_do_not_show_through() {
    for (mode, start) in [
        (SandboxMode::Auto, "include!"),
        (SandboxMode::Off, "include!"),
        (SandboxMode::Auto, "const X: i32 = include_str!"),
        (SandboxMode::Off, "const X: i32 = include_str!"),
    ] {
        let bench = Bench::confined(mode);
        let (secret, word) = bench.secret();
        let text = format!("{start}(\"{}\");\nfn main() {{}}\n", secret.display());
        let (built, _dir) = bench.build(&[("main.rs", &text)]);
        let Outcome::Failed { diagnostics } = &built.outcome else { panic!("{built:?}") };
        assert!(!diagnostics.contains(word), "{mode:?}: {diagnostics}");
    }
}

#[test]
fn the_shim_is_linked() {
    let mut bench = Bench::new();
    bench.add_shim("extern \"C\" int from_the_shim() { return 42; }\n");
    let text = "unsafe extern \"C\" { fn from_the_shim() -> i32; }\nfn main() { println!(\"{}\", unsafe { from_the_shim() }); }\n";
    for files in [vec![("main.rs", text)], vec![("Cargo.toml", MANIFEST), ("src/main.rs", text)]] {
        let (built, _dir) = bench.build(&files);
        let Outcome::Program { exe } = &built.outcome else { panic!("{built:?}") };
        assert_eq!(run(exe), "42\n");
    }
}

#[test]
fn warnings_are_listed() {
    let (built, _dir) = Bench::new().build(&[("main.rs", "fn main() { let x = 1; }\n")]);
    assert_eq!(built.warnings, ["main.rs:1:17: warning: unused variable: `x` [unused_variables]"]);
}
