//! Sessions that are forked from one start of the program: nobody can tell them from others.

use grader::play::{Setting, Stage};
use grader::sandbox::Tier;
use grader::transcript::{Ending, Transcript};

use crate::programs::{Answers, Built, cpp, cpp_with, main_of, rust, sandboxes};

/// Whether a program should serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Serves {
    Yes,
    No,
}

/// Plays sessions one after another on one stage; says whether the last was forked.
fn sessions(program: &Built, tier: usize, served: bool) -> (Vec<Transcript>, bool) {
    let stage = program.stage_in(&sandboxes()[tier]);
    let mut stage = if served { stage } else { stage.without_server() };
    let settings = [(1, 0), (2, 0), (1, 0), (1, 7)];
    let play = |(seed, moment)| {
        let setting = Setting { seed, moment, rigged: vec![moment], ..Setting::default() };
        stage.play(&setting, &mut Answers(&["ace", "5"])).expect("a session")
    };
    let all = settings.map(play).into();
    (all, stage.is_served())
}

fn check(program: &Built, expected: Serves, name: &str) {
    for (n, sandbox) in sandboxes().iter().enumerate() {
        let (plain, _) = sessions(program, n, false);
        let (served, is_served) = sessions(program, n, true);
        assert_eq!(plain, served, "{name}, {:?}", sandbox.tier());
        assert_eq!(is_served, expected == Serves::Yes, "{name}, {:?}", sandbox.tier());
    }
}

/// Programs that show whatever a fork could make different from a start.
const PROGRAMS: &[&str] = &[
    "string a; int n; cout << \"name? \"; cin >> a; cout << \"hi \" << a << \", age? \"; cin >> n; cout << n << rand() << time(0);",
    "printf(\"? \"); char b[9]; scanf(\"%8s\", b); printf(\"%s %d\\n\", b, rand()); *(volatile int*)0 = 1;",
    "cout << \"before\" << endl; abort();",
    "raise(SIGTERM);",
    "kill(getpid(), SIGUSR1);",
    "pthread_kill(pthread_self(), SIGINT);",
    "throw 1;",
    "thread t([] { cout << this_thread::get_id() << rand() << endl; }); t.join(); cout << \"joined\";",
    "int x; cout << &x << ' ' << malloc(1) << ' ' << malloc(1 << 20) << ' ' << (void*)main << ' ' << (void*)printf << ' ' << sbrk(0) << ' ' << mmap(0, 4096, 3, 34, -1, 0);",
    "for (int i = 0; i < 1024; i++) if (fcntl(i, F_GETFD) >= 0) cout << i << ' '; cout << isatty(0) << isatty(1);",
    "rlimit r; for (int i = 0; i < 16; i++) { getrlimit(i, &r); cout << r.rlim_cur << ' ' << r.rlim_max << ' '; } sigset_t s; sigprocmask(0, 0, &s); cout << sigismember(&s, SIGINT);",
    "ifstream in(\"save\"); string a; in >> a; cout << '[' << a << ']'; ofstream(\"save\") << \"money\"; cout << clock() << getpid();",
    "errno = 0; int a = fork(), e = errno; int b = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); cout << a << e << b << errno << kill(-1, 0) << kill(0, 0) << errno << kill(getppid(), 0) << prctl(PR_SET_PDEATHSIG, 0) << errno;",
    "mutex m; m.lock(); pthread_mutexattr_t t; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_t q; pthread_mutex_init(&q, &t); cout << pthread_mutex_lock(&q) << pthread_mutex_lock(&q) << pthread_mutex_unlock(&q);",
    "atexit([] { cout << \"over\"; }); for (char** e = environ; *e; e++) cout << *e; exit(3);",
];

#[test]
fn forked_sessions_are_like_started_ones() {
    for body in PROGRAMS {
        check(&main_of(body), Serves::Yes, body);
    }
    let constructors = "struct A { A() { cout << \"hello \" << rand() << \"? \"; string a; cin >> a; cout << a; ofstream(\"x\") << 1; } ~A() { cout << \"bye\"; } } a;\n\
                        __attribute__((constructor(101))) void early() { printf(\"early %d\\n\", rand()); }\n\
                        static char big[1 << 30]; static int filled[100000] = {1, 2, 3};\n\
                        int main() { cout << rand() << filled[1] << (int)big[5]; }";
    let large =
        cpp(&format!("#include \"all.hpp\"\n{constructors}")).limited(|limits| limits.memory_mib = 2048);
    check(&large, Serves::Yes, "constructors");
    let own = "extern \"C\" { int fork() { return 5; } int rand() { return 4; } long recvmsg(int, void*, int) { return 1; } }\n\
               int serve, streams, begin, prepare, settle, own_filter; int main() { cout << fork() << rand(); }";
    check(&cpp(&format!("#include <iostream>\nusing namespace std;\n{own}")), Serves::Yes, "own names");
}

#[test]
fn programs_built_in_other_ways_are_served_or_started() {
    let body = "#include \"all.hpp\"\nint main() { string a; cout << rand() << \"? \"; cin >> a; cout << a; abort(); }";
    for flags in
        [&["-static"][..], &["-static-libstdc++", "-static-libgcc"], &["-fuse-ld=gold"], &["-no-pie", "-O2"]]
    {
        check(&cpp_with(body, flags), Serves::Yes, &flags.concat());
    }
    let rust = rust(
        "fn main() { let mut s = String::new(); println!(\"{:?}?\", std::env::args().collect::<Vec<_>>()); std::io::stdin().read_line(&mut s).unwrap(); \
         let m: std::collections::HashMap<i32, i32> = (0..9).map(|i| (i, i)).collect(); println!(\"{s}{:?}\", m); \
         std::thread::spawn(|| println!(\"thread\")).join().unwrap(); panic!(\"over\"); }",
    );
    check(&rust, Serves::Yes, "rust");
    // Its own notes would hold process numbers: it ends well, and does not look for leaks.
    let quiet = body.replace("abort();", "");
    let quiet = format!(
        "{quiet}\nextern \"C\" const char* __asan_default_options() {{ return \"detect_leaks=0\"; }}"
    );
    let sanitized = cpp_with(&quiet, &["-fsanitize=address"]).limited(|limits| limits.memory_mib = 0);
    check(&sanitized, Serves::No, "sanitized");
}

#[test]
fn what_runs_before_its_time_is_started_afresh() {
    for (name, early) in [
        (
            "preinit",
            "static void early() { puts(\"early\"); } __attribute__((section(\".preinit_array\"), used)) static void (*entry)() = early;",
        ),
        (
            "resolver that writes",
            "static int one() { return 1; } extern \"C\" void* choose() { long r; asm volatile(\"syscall\" : \"=a\"(r) : \"a\"(1), \"D\"(1), \"S\"(\"early\"), \"d\"(5) : \"rcx\", \"r11\", \"memory\"); return (void*)one; } int early() __attribute__((ifunc(\"choose\"))); int used = early();",
        ),
        (
            "resolver that reads",
            "static int one() { return 1; } static char letter; extern \"C\" void* choose() { long r; asm volatile(\"syscall\" : \"=a\"(r) : \"a\"(0), \"D\"(0), \"S\"(&letter), \"d\"(1) : \"rcx\", \"r11\", \"memory\"); return (void*)one; } int early() __attribute__((ifunc(\"choose\"))); int used = early();",
        ),
        (
            "resolver that ends",
            "static int one() { return 1; } extern \"C\" void* choose() { asm volatile(\"syscall\" : : \"a\"(231), \"D\"(3) : \"rcx\", \"r11\", \"memory\"); return (void*)one; } int early() __attribute__((ifunc(\"choose\"))); int used = early();",
        ),
    ] {
        let source = format!(
            "#include \"all.hpp\"\n{early}\nint main() {{ string a; cout << rand() << \"? \"; cin >> a; cout << a; }}"
        );
        check(&cpp(&source), Serves::No, name);
    }
}

/// A program takes the commands for itself, forks as it was told to, and goes on in both processes.
#[test]
fn a_program_that_takes_over_the_server_gains_nothing() {
    let source = "#include \"all.hpp\"\n\
        static void early() { char c; iovec v{&c, 1}; char room[64]; msghdr m{}; m.msg_iov = &v; m.msg_iovlen = 1; m.msg_control = room; m.msg_controllen = 64;\n\
        if (recvmsg(59, &m, 0) != 1) return; for (int i = 0; i < 3; i++) if (syscall(SYS_clone, CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, 0, 0, &room, 0) == 0) break; }\n\
        __attribute__((section(\".preinit_array\"), used)) static void (*entry)() = early;\n\
        int main() { cout << \"? \" << flush; string a; cin >> a; cout << a << flush; for (;;) pause(); }";
    let program = cpp(source).limited(|limits| limits.wall_seconds = 1);
    let mut stage = program.stage();
    for _ in 0..3 {
        let session = stage.play(&Setting::default(), &mut Answers(&["x"])).expect("a session");
        assert_eq!((session.turns.len(), session.tail.as_str(), session.end), (1, "x", Ending::WallLimit));
    }
    drop(stage);
    let path = program.path();
    for process in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let exe = std::fs::read_link(process.path().join("exe")).unwrap_or_default();
        assert_ne!(exe, path, "{:?}", process.path());
    }
}

#[test]
fn limits_hold_in_forked_sessions() {
    let program = main_of("cout << \"? \"; string a; cin >> a; if (a == \"spin\") for (volatile int i = 0;; i++); \
                           if (a == \"flood\") for (;;) puts(\"again\"); if (a == \"eat\") for (;;) memset(malloc(1 << 20), 1, 1 << 20); \
                           if (a == \"stop\") raise(SIGSTOP); cout << a;")
        .limited(|limits| {
            limits.cpu_ms = 500;
            limits.wall_seconds = 6;
            limits.memory_mib = 64;
        });
    program.everywhere(|program, tier: Tier| {
        let mut stage = program.stage();
        let mut end = |answer: &'static str| {
            stage.play(&Setting::default(), &mut Answers(&[answer])).expect("a session").end
        };
        for (answer, expected) in [
            ("x", Ending::Exited(0)),
            ("spin", Ending::CpuLimit),
            ("flood", Ending::OutputLimit),
            ("eat", Ending::Signalled(11)),
            ("stop", Ending::WallLimit),
            ("x", Ending::Exited(0)),
        ] {
            assert_eq!(end(answer), expected, "{answer}, {tier:?}");
        }
        assert!(stage.is_served(), "{tier:?}");
    });
}
