//! Compiling submissions with the compilers of this machine: what builds, what does not, and what is said about it.

#![cfg(target_os = "linux")]

mod rust;
mod source;
mod workbench;

use grader::build::{BuildError, Outcome, Toolchain};
use grader::sandbox::SandboxMode;
use std::os::unix::process::CommandExt;
use std::process::Command;
use workbench::{Bench, cpp, failed, run};

const HELLO: &str = "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n";

#[test]
fn programs_of_many_styles_build_and_run() {
    let bench = Bench::new();
    let crlf = HELLO.replace('\n', "\r\n");
    let marked = format!("\u{feff}{crlf}");
    let twice = "#include \"game.cpp\"\nint main() { return say(); }\n";
    let game = "#include <cstdio>\nint say() { puts(\"hello\"); return 0; }\n";
    let uses = "#include \"cards.h\"\nint main() { return say(); }\n";
    let nested = "#include \"../game/cards.h\"\nint main() { return say(); }\n";
    let c = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";
    let cases: &[&[(&str, &str)]] = &[
        &[("main.cpp", HELLO)],
        &[("main.cpp", &crlf)],
        &[("main.cpp", &marked)],
        &[("Main (1).CPP", HELLO)],
        &[("-o evil.cc", HELLO)],
        &[("a\nb.cxx", HELLO)],
        &[("@x \"y\".cpp", HELLO)],
        &[("main.c", c)],
        &[("main.cpp", twice), ("game.cpp", game)],
        &[("main.cpp", uses), ("cards.h", "int say();"), ("cards.cpp", game)],
        &[("main.cpp", uses), ("inc/cards.h", "int say();"), ("src/cards.cpp", game)],
        &[("m/main.cpp", nested), ("game/cards.h", "int say();"), ("game/cards.cpp", game)],
        // Headers of the student's own never stand in the way of the system's.
        &[("main.cpp", HELLO), ("string.h", "#error no"), ("time.h", "#error no"), ("iostream", "#error no")],
    ];
    for files in cases {
        let (built, dir) = bench.build(files);
        let Outcome::Program { exe } = &built.outcome else { panic!("{files:?}: {built:?}") };
        assert_eq!(run(exe), "hello\n", "{files:?}");
        drop(dir);
    }
}

#[test]
fn wide_and_old_encodings_build() {
    let bench = Bench::new();
    let wide: Vec<u8> = HELLO.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases =
        [[&b"\xff\xfe"[..], &wide].concat(), wide.clone(), [b"// caf\xe9\r\n", HELLO.as_bytes()].concat()];
    for bytes in cases {
        let (built, _dir) = bench.build_bytes(&[("main.cpp", &bytes)]);
        let Outcome::Program { exe } = &built.outcome else { panic!("{built:?}") };
        assert_eq!(run(exe), "hello\n");
    }
}

#[test]
fn errors_are_shown_with_their_lines_and_no_path_of_the_machine() {
    let text = "#include <iostream>\r\nint main() {\r\n\tint total = \"x\";\r\n\tstd::cout << totl;\r\n}\r\n";
    let diagnostics = failed(text);
    let expected = "\
main.cpp:3:14: error: invalid conversion from 'const char*' to 'int' [-fpermissive]
    3 |  int total = \"x\";
      |              ^
main.cpp:4:15: error: 'totl' was not declared in this scope
    4 |  std::cout << totl;
      |               ^";
    let without_hint = diagnostics.replace("; did you mean 'total'?", "");
    assert_eq!(without_hint, expected);
}

#[test]
fn what_does_not_compile_is_told() {
    let deep = "#include <algorithm>\n#include <list>\nint main() { std::list<int> l; std::sort(l.begin(), l.end()); }\n";
    let cases = [
        ("void main() { }\n", "main.cpp:1:1: error: '::main' must return 'int'"),
        ("int helper() { return 1; }\n", "error: no file has a `main` function; a program starts in one"),
        (
            "int f();\nint main() { return f(); }\n",
            "error: `f()` is used, but defined in no file that was handed in",
        ),
        (
            "#include \"cards.h\"\nint main() { }\n",
            "main.cpp:1:10: fatal error: cards.h: No such file or directory",
        ),
        ("#include <iostream.h>\nint main() { }\n", "main.cpp:1:10: fatal error: iostream.h: No such file"),
        ("int main() { cout << 1; }\n", "main.cpp:1:14: error: 'cout' was not declared in this scope"),
        (deep, "main.cpp:3:"),
        ("int main() {\n", "main.cpp:1:13: error: expected '}' at end of input"),
        ("int main() { asm(\"nonsense %q\"); }\n", "in inline assembly: "),
        ("", "no file has a `main` function"),
        ("\0\u{1}\u{fffd}", "main.cpp:1:"),
    ];
    for (text, expected) in cases {
        let told = failed(text);
        let expected = expected.replace("fatal error", "error");
        assert!(told.contains(&expected), "{text:?}: {told}");
        assert!(!told.contains("/tmp") && !told.contains("/usr"), "{told}");
    }
}

#[test]
fn only_the_first_errors_are_shown() {
    let lines: Vec<String> = (0..40).map(|n| format!("int a{n} = b{n};")).collect();
    let text = lines.join("\n");
    let told = failed(&text);
    assert_eq!(told.matches(": error: ").count(), 3);
    assert!(told.ends_with("and 37 more errors"), "{told}");
    let long = format!("int main() {{ {} x; }}\n", "int y; ".repeat(2000));
    assert!(failed(&long).len() < 1000);
}

#[test]
fn two_definitions_of_one_name_are_told() {
    let (built, _dir) = Bench::new().build(&[
        ("main.cpp", "int f() { return 1; }\nint main() { return f(); }\n"),
        ("old.cpp", "int f() { return 2; }\n"),
    ]);
    assert_eq!(
        built.outcome,
        Outcome::Failed { diagnostics: "error: `f()` is defined more than once".to_owned() }
    );
}

#[test]
fn headers_that_others_include_for_free_are_supplied() {
    let bench = Bench::new();
    let start = "#include <iostream>\nusing namespace std;\nint main() { ";
    let cases = [
        ("int x = INT_MAX; cout << (x > 0);", "<climits>"),
        ("cout << strcmp(\"a\", \"a\");", "<cstring>"),
        ("cout << setw(3) << std::setprecision(2) << 1;", "<iomanip>"),
        ("cout << sqrt(4.0);", "<cmath>"),
        ("int a[] = {2, 1}; sort(a, a + 2);", "<algorithm>"),
        ("stringstream s; s << 1;", "<sstream>"),
        ("cin.ignore(numeric_limits<streamsize>::max(), '\\n'); vector<int> v;", "<limits>, <vector>"),
        ("int a[1]; cout << strlen(\"\") << INT_MAX; sort(a, a);", "<algorithm>, <climits>, <cstring>"),
    ];
    for (body, headers) in cases {
        let (built, _dir) = bench.build(&[("main.cpp", &format!("{start}{body} }}\n"))]);
        assert!(matches!(built.outcome, Outcome::Program { .. }), "{body}: {built:?}");
        let told =
            format!("{headers} is not included; it was supplied, since some compilers include it for free");
        assert_eq!(built.remarks, [told], "{body}");
    }
    let told = failed(&format!("{start}int x = INT_MAX; cout << total; }}\n"));
    assert!(told.starts_with("main.cpp:3:") && told.contains("'total' was not declared"), "{told}");
    assert!(!told.contains("INT_MAX' was not"), "{told}");
}

#[test]
fn programs_for_other_systems_are_not_zero() {
    let cases = [
        ("#include <windows.h>\nint main() { }\n", "windows.h"),
        ("#include <iostream>\n#include <conio.h>\nint main() { getch(); }\n", "conio.h"),
        ("#include \"graphics.h\"\nint main() { }\n", "graphics.h"),
        ("#include <cstdio>\nint main() { int x; scanf_s(\"%d\", &x); }\n", "scanf_s"),
    ];
    for (text, header) in cases {
        let (built, _dir) = cpp(text);
        assert_eq!(built.outcome, Outcome::NotPortable { header: header.to_owned() }, "{text}");
    }
    let guarded = "#ifdef _WIN32\n#include <windows.h>\n#endif\nint main() { }\n";
    let (built, _dir) = cpp(guarded);
    assert!(matches!(built.outcome, Outcome::Program { .. }), "{built:?}");
}

#[test]
fn what_visual_studio_leaves_out_has_a_stand_in() {
    let bench = Bench::new();
    let text = "#include \"stdafx.h\"\n#include \"pch.h\"\n#include <tchar.h>\nint _tmain(int argc, _TCHAR* argv[]) { }\n";
    let (built, _dir) = bench.build(&[("main.cpp", text)]);
    assert!(matches!(built.outcome, Outcome::Program { .. }), "{built:?}");
    assert_eq!(built.remarks.len(), 3, "{:?}", built.remarks);
    let own = [("main.cpp", "#include \"pch.h\"\nint main() { return X; }\n"), ("pch.h", "#define X 0\n")];
    let (built, _dir) = bench.build(&own);
    assert!(matches!(built.outcome, Outcome::Program { .. }), "{built:?}");
    assert!(built.remarks.is_empty());
    let windows = [
        ("main.cpp", "#include \"Cards.h\"\n#include \"inc\\more.h\"\nint main() { return X + Y; }\n"),
        ("cards.h", "#define X 0\n"),
        ("inc/More.h", "#define Y 0\n"),
    ];
    let (built, _dir) = bench.build(&windows);
    assert!(matches!(built.outcome, Outcome::Program { .. }), "{built:?}");
    assert_eq!(built.remarks[0], "`#include \"Cards.h\"` was taken as `cards.h`, as Windows does");
    assert_eq!(built.remarks[1], "`#include \"inc\\more.h\"` was taken as `inc/More.h`, as Windows does");
}

#[test]
fn warnings_are_listed_and_never_fail() {
    let mut bench = Bench::new();
    bench.spec.cpp_flags.push("-Wall".to_owned());
    let (built, _dir) = bench.build(&[("main.cpp", "int main() { int unused; }\n")]);
    assert!(matches!(built.outcome, Outcome::Program { .. }), "{built:?}");
    assert_eq!(built.warnings, ["main.cpp:1:18: warning: unused variable 'unused' [-Wunused-variable]"]);
}

#[test]
fn bombs_end_with_the_limit_they_hit() {
    let mut bench = Bench::new();
    bench.spec.cpu_seconds = 2;
    bench.spec.memory_mib = 400;
    let larger = |n: usize| format!("#define A{n} {}\n", format!("A{} ", n - 1).repeat(10));
    let macros = format!("#define A0 \"{}\"\n{}", "a".repeat(16), (1..9).map(larger).collect::<String>());
    let cases = [
        (format!("{macros}const char* x = A8;\nint main() {{ }}\n"), "more than 400 MiB"),
        (
            "constexpr long f() { long s = 0; for (long i = 0; i < 33000000; ++i) s += i; return s; }\n\
             template <int N> struct A { static constexpr long x = f() + A<N - 1>::x; };\n\
             template <> struct A<0> { static constexpr long x = 0; };\nint main() { return A<500>::x; }\n"
                .to_owned(),
            "more than 2 s",
        ),
        ("#include \"/dev/zero\"\nint main() { }\n".to_owned(), ""),
        ("asm(\".incbin \\\"/dev/zero\\\"\");\nint main() { }\n".to_owned(), "in inline assembly"),
        ("char x[1u << 30] = {1};\nint main() { return x[5]; }\n".to_owned(), ""),
        ("#include __FILE__\nint main() { }\n".to_owned(), "main.cpp:1:"),
    ];
    for (text, expected) in cases {
        let (built, _dir) = bench.build(&[("main.cpp", &text)]);
        let Outcome::Failed { diagnostics } = &built.outcome else { panic!("{text}: {built:?}") };
        assert!(diagnostics.contains(expected) && !diagnostics.contains("/tmp"), "{text}: {diagnostics}");
    }
}

#[test]
fn files_of_the_machine_do_not_show_through() {
    for mode in [SandboxMode::Auto, SandboxMode::Off] {
        let bench = Bench::confined(mode);
        let (secret, word) = bench.secret();
        let text = format!("#include \"{}\"\nint main() {{ }}\n", secret.display());
        let (built, _dir) = bench.build(&[("main.cpp", &text)]);
        let Outcome::Failed { diagnostics } = &built.outcome else { panic!("{built:?}") };
        assert!(diagnostics.starts_with("main.cpp:1:"), "{mode:?}: {diagnostics}");
        assert!(!diagnostics.contains(word), "{mode:?}: {diagnostics}");
    }
}

#[test]
fn names_of_the_toolkit_do_not_break_a_build() {
    let mut bench = Bench::new();
    bench.add_shim(
        "int weak_one() __attribute__((weak));\nint weak_one() { return 1; }\nint strong() { return 1; }\n",
    );
    let (built, _dir) = bench.build(&[(
        "main.cpp",
        "#include <iostream>\nint strong() { return 7; }\nint weak_one() { return 8; }\n\
         int main() { std::cout << strong() << weak_one(); }\n",
    )]);
    let Outcome::Program { exe } = &built.outcome else { panic!("{built:?}") };
    assert_eq!(run(exe), "78");
    assert_eq!(built.remarks, ["`strong()` is a name of the toolkit as well; the program's own was used"]);
}

#[test]
fn headers_compiled_ahead_change_nothing_but_the_time() {
    let mut bench = Bench::new();
    let folder = bench.compile_ahead();
    let count = || std::fs::read_dir(&folder).expect("the folder is there").count();
    let program = |n: u32| {
        format!("// {n}\n#include <vector>\n#include <iostream>\nint main() {{ std::cout << {n}; }}\n")
    };
    // Nothing for the first program: headers are made once those so far would have saved what making them costs.
    let mut made = Vec::new();
    for n in 1..=12 {
        let (built, _dir) = bench.build(&[("main.cpp", &program(n))]);
        let Outcome::Program { exe } = &built.outcome else { panic!("{built:?}") };
        assert_eq!(run(exe), n.to_string());
        made.push(count());
    }
    assert_eq!(made[0], 0, "{made:?}");
    assert!(made[11] > 0 && made[11] < 4, "{made:?}");
    // What a program does not include is missed as before, and its errors are those of a plain compilation.
    let faulty = "#include <iostream>\n#include <vector>\nstd::regex r;\nint main() { return x; }\n";
    let (ahead, _dir) = bench.build(&[("main.cpp", faulty)]);
    let (plain, _dir) = Bench::new().build(&[("main.cpp", faulty)]);
    assert!(matches!(plain.outcome, Outcome::Failed { .. }));
    assert_eq!(ahead, plain);
}

#[test]
fn a_program_and_its_harness_are_one_where_it_cannot_tell() {
    let harness = "%SOURCES%\n#include <cstdio>\n#include <vector>\nextern \"C\" int __real_main(int, char **);\n\
                   extern \"C\" int __wrap_main(int count, char **words) {\n\
                   if (!count || words[0][2] != 'h') return __real_main(count, words);\n\
                   std::printf(\"called: %d\", twice(21)); return 0; }\n";
    let program =
        "#include <iostream>\nint twice(int n) { return 2 * n; }\nint main() { std::cout << twice(4); }\n";
    let bench = Bench::new();
    let (built, _dir) = bench.together(program, harness).expect("they stand together");
    let Outcome::Program { exe } = &built.outcome else { panic!("{built:?}") };
    assert_eq!(run(exe), "8");
    let called = Command::new(exe).arg0("./harness").output().expect("it was just built");
    assert_eq!(String::from_utf8_lossy(&called.stdout), "called: 42");
    // What the harness includes or names is not the program's, and its errors are the compiler's on it alone.
    for (from, to) in [
        ("int main()", "struct S { private: int n; };\nint main()"),
        ("int main() {", "int main() { std::vector<int> v;"),
        ("int main() {", "int main() { syntax error"),
    ] {
        let other = program.replace(from, to);
        assert!(bench.together(&other, harness).is_none(), "{other}");
    }
}

#[test]
fn a_program_may_have_its_own_chance_and_time() {
    let mut bench = Bench::new();
    bench.use_the_shim();
    let text = "#include <cstdio>\nextern \"C\" { int rand() { return 4; } void srand(unsigned) { } }\n\
                long time(int x) { return x; }\nint main() { srand(1); printf(\"%d %ld\", rand(), time(3)); }\n";
    let (built, _dir) = bench.build(&[("main.cpp", text)]);
    let Outcome::Program { exe } = &built.outcome else { panic!("{built:?}") };
    assert_eq!(run(exe), "4 3");
}

#[test]
fn a_missing_compiler_is_the_machines_fault_and_hurts_one_language_only() {
    let mut bench = Bench::new();
    let rust = [("main.rs", "fn main() { println!(\"hello\"); }\n")];
    let whole = bench.toolchain.clone();
    bench.toolchain = Toolchain { cpp: None, ..whole.clone() };
    let error = bench.try_build(&[("main.cpp", HELLO)]).expect_err("there is no compiler");
    assert_eq!(error.to_string(), "g++ is not on this machine; install it with `apt install g++`");
    assert!(matches!(bench.build(&rust).0.outcome, Outcome::Program { .. }));
    bench.toolchain = Toolchain { rust: None, ..whole };
    let error = bench.try_build(&rust).expect_err("there is no compiler");
    assert!(matches!(error, BuildError::MissingTool { tool: "rustc", .. }), "{error}");
    assert!(matches!(bench.build(&[("main.cpp", HELLO)]).0.outcome, Outcome::Program { .. }));
}
