//! Attacks on the compilers: what they would read, run or use up.

use std::fs;

use crate::class::{Class, LEGAL, SECRET, USUAL, repository, ways};

/// Sources that would bring a file of somebody else's into the program or its error messages.
fn readers(class: &Class) -> Vec<(String, String)> {
    let home = class.home().display();
    let paths = [
        "/etc/shadow".to_owned(),
        "/etc/passwd".to_owned(),
        "/proc/self/environ".to_owned(),
        format!("{home}/class/aa innocent/main.cpp"),
        "../aa innocent/main.cpp".to_owned(),
        format!("{home}/grades/results.json"),
        repository().join("Cargo.toml").display().to_string(),
        "/dev/tty".to_owned(),
    ];
    let mut all = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        // A file of somebody else's that would be a program of its own.
        all.push((format!("hands in {index}"), format!("#include {path:?}\n")));
        // Whatever the file holds, the program would not compile; a file that is not found says so.
        all.push((format!("includes {index}"), format!("#include {path:?}\n{LEGAL}")));
        if index % 4 == 0 {
            all.push((format!("takes {index}"), format!("asm(\".incbin \\\"{path}\\\"\");\n{LEGAL}")));
        }
    }
    all
}

#[test]
fn compilers_read_nothing_but_the_hand_in() {
    let class = Class::new();
    class.innocents();
    let readers = readers(&class);
    for (name, source) in &readers {
        class.hand_in(name, &[("main.cpp", source.as_bytes())]);
    }
    let probe =
        format!("#include \"/dev/stdin\"\n#ifdef {}\n#error\n#endif\n{LEGAL}", SECRET.replace('-', "_"));
    let theirs = class.folder().join("aa innocent/main.cpp");
    let rust = format!("const A: &str = include_str!({theirs:?});\nfn main() {{ println!(\"{{A}}\"); }}\n");
    class.hand_in("includes in Rust", &[("main.rs", rust.as_bytes())]);
    class.hand_in("asks", &[("main.cpp", probe.as_bytes())]);
    for way in ways() {
        let judged = class.judge(way);
        for (name, _) in &readers {
            judged.is(name, "not-built", "error: ");
            let said = judged.entry(name).to_string();
            for word in ["root:", "getRank", "workspace", "cpu_ms", "PATH="] {
                assert!(!said.contains(word), "{way:?}: {name}: {said}");
            }
        }
        // Without a fence of the kernel's the compiler must be everybody's.
        judged.is("includes in Rust", "not-built or fault", "");
        assert!(!judged.entry("includes in Rust").to_string().contains("getRank"));
        judged.is_full("asks");
    }
}

#[test]
fn bombs_go_off_in_the_compiler_and_nowhere_else() {
    let doubled = |line: &dyn Fn(u32) -> String| (1..40).map(line).collect::<String>();
    let macros = doubled(&|n| format!("#define M{n} M{} M{}\n", n - 1, n - 1));
    let cases = [
        ("macros", format!("#define M0 x\n{macros}int a[] = {{ M39 }};\n"), "not-built", "the compiler"),
        ("repeats", "asm(\".rept 2000000000\\n.quad 0\\n.endr\");\n".to_owned(), "not-built", "the compiler"),
        ("data", "char big[1u << 30] = {1};\n".to_owned(), "not-built", "the compiler"),
        (
            "templates",
            "template <int N, int M> struct T { static const int v = T<N - 1, M>::v + T<N - 1, M + N * N>::v; };\n\
             template <int M> struct T<0, M> { static const int v = 1; };\nint x = T<40, 0>::v;\n"
                .to_owned(),
            "not-built",
            "the compiler",
        ),
        (
            "constants",
            "constexpr int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\nconstexpr int x = f(60);\n".to_owned(),
            "not-built",
            "",
        ),
        ("errors", "x y;\n".repeat(200_000), "not-built", "main.cpp:1:1: error"),
        ("zero", "#include \"/dev/zero\"\n".to_owned(), "not-built", ""),
        ("itself", "#include \"main.cpp\"\n".to_owned(), "not-built", "main.cpp"),
        ("parentheses", format!("int x = {}1{};\n", "(".repeat(200_000), ")".repeat(200_000)), "review or not-built", ""),
        // What a message says is no word of the compiler's, after a line end either.
        (
            "says killed",
            "static_assert(false, \"x\\nKilled signal terminated program cc1plus\\ng++: error: unrecognized command-line option\\nmemory\");\n"
                .to_owned(),
            "not-built",
            "static assertion failed",
        ),
    ];
    let class = Class::new();
    class.innocents();
    for (name, source, _, _) in &cases {
        class.hand_in(name, &[("main.cpp", format!("{source}{LEGAL}").as_bytes())]);
    }
    let too_large = format!("{LEGAL}static char big[16L << 30];\nchar *p = big;\n");
    class.hand_in("too large to start", &[("main.cpp", too_large.as_bytes())]);
    let judged = class.judge(USUAL);
    for (name, _, state, words) in &cases {
        judged.is(name, state, words);
    }
    judged.is("too large to start", "not-built", "more than 2 GiB");
}

/// A manifest of a program.
const MANIFEST: &str = "[package]\nname = \"game\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";

/// A student, files beside a program, its manifest, and words of what is said.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a str);

#[test]
fn nothing_handed_in_runs_while_it_is_built() {
    let class = Class::new();
    class.innocents();
    let touch = class.home().join("tmp/ran").display().to_string();
    let runs = format!("fn main() {{ std::fs::write({touch:?}, \"\").unwrap(); }}\n");
    let game = "fn main() { println!(\"You have $100. Enter bet:\"); }\n";
    let option = "--config=build.rustc-wrapper='/bin/sh'";
    let cases: [Case<'_>; 9] = [
        ("build script", &[("build.rs", &runs)], MANIFEST, "hand it in without"),
        (
            "named script",
            &[("make.rs", &runs)],
            &format!("{MANIFEST}build = \"make.rs\"\n"),
            "hand it in without",
        ),
        (
            "macro",
            &[("src/lib.rs", &runs)],
            &format!("{MANIFEST}[lib]\nproc-macro = true\n"),
            "hand it in without",
        ),
        (
            "macro by type",
            &[("src/lib.rs", &runs)],
            &format!("{MANIFEST}[lib]\ncrate-type = [\"proc-macro\"]\n"),
            "hand it in without",
        ),
        (
            "config",
            &[(".cargo/config.toml", "[build]\nrustc-wrapper = \"/bin/sh\"\n")],
            MANIFEST,
            "hand it in without",
        ),
        (
            "toolchain",
            &[("rust-toolchain.toml", "[toolchain]\npath = \".\"\n")],
            MANIFEST,
            "hand it in without",
        ),
        ("option", &[], &MANIFEST.replace("edition", &format!("default-run = {option:?}\nedition")), "error"),
        ("path", &[], &format!("{MANIFEST}[dependencies]\nx = {{ path = \"/etc\" }}\n"), "error"),
        ("nested", &[], &format!("{MANIFEST}[a]\nx = {}\n", "[".repeat(100_000)), "error"),
    ];
    for (name, files, manifest, _) in &cases {
        class.hand_in(name, &[("Cargo.toml", manifest.as_bytes()), ("src/main.rs", game.as_bytes())]);
        let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        class.hand_in(name, &files);
    }
    // The command that fetches a crate names the student's folder, which may hold anything.
    let missing = format!("{MANIFEST}[dependencies]\na-crate-that-nobody-has-on-this-machine = \"1\"\n");
    let files = [("Cargo.toml", missing.as_bytes()), ("src/main.rs", game.as_bytes())];
    class.hand_in("x'; touch ran; '", &files);
    let make = format!("all:\n\ttouch {touch}\n");
    let cmake = format!("execute_process(COMMAND touch {touch})\n");
    class.hand_in(
        "make",
        &[
            ("main.cpp", LEGAL.as_bytes()),
            ("Makefile", make.as_bytes()),
            ("CMakeLists.txt", cmake.as_bytes()),
        ],
    );
    let reads = "const A: &str = include_str!(\"/proc/self/environ\");\nconst B: &[u8] = include_bytes!(\"/etc/passwd\");\n\
                 fn main() { println!(\"{A}{B:?}{}\", env!(\"GRADER_TEST_SECRET\")); }\n";
    class.hand_in("reads", &[("main.rs", reads.as_bytes())]);
    let judged = class.judge(USUAL);
    for (name, _, _, words) in &cases {
        let refused = *words == "hand it in without";
        judged.is(name, if refused { "review" } else { "not-built" }, words);
    }
    judged.is("x'; touch ran; '", "fault", r"x'\\''; touch ran; '\\''/Cargo.toml'");
    judged.is_full("make");
    judged.is("reads", "not-built", "main.rs:1");
    assert!(!fs::exists(&touch).expect("the folder can be read"), "something of a hand-in ran");
}
