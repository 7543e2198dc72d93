//! Sessions that are forked from one start of the program: nobody can tell them from others.

use std::io::BufRead;
use std::path::Path;

use grader::play::{Dialogue, Reply, Setting, Stage};
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

/// A program that takes over its server, and would have all its processes outlive the grader.
const CLINGING: &str = r#"
    #include "all.hpp"
    static bool forked;
    static void early() {
        char c, room[64]; iovec v{&c, 1}; msghdr m{}; m.msg_iov = &v; m.msg_iovlen = 1; m.msg_control = room; m.msg_controllen = 64;
        if (recvmsg(59, &m, 0) != 1) return;
        int thread, *fds = (int*)(room + 16);
        bool free = prctl(PR_SET_PDEATHSIG, 0) == 0 || prctl(PR_SET_PDEATHSIG, SIGURG) == 0;
        if (syscall(SYS_clone, CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, 0, 0, &thread, 0) != 0) for (;;) pause();
        free |= prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_PDEATHSIG, 0) == 0 || prctl(PR_SET_PDEATHSIG, SIGURG) == 0;
        dup2(fds[0], 0); dup2(fds[1], 1); close(59); forked = !free;
    }
    __attribute__((section(".preinit_array"), used)) static void (*entry)() = early;
    int main() {
        for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
        cout << (forked ? "forked? " : "started? ") << flush; string a; cin >> a; for (;;) pause();
    }
"#;

/// Says what the second session asks, and waits to be killed.
struct Held(std::path::PathBuf, u32);

impl Dialogue for Held {
    fn reply(&mut self, said: &str) -> Reply {
        self.1 += 1;
        if self.1 == 2 {
            println!("\nheld {said}{}", self.0.display());
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
        Reply::Line("x".to_owned())
    }
}

const TIER: &str = "GRADER_TEST_TIER";

#[test]
#[ignore = "run by the test that kills it"]
fn a_grader_to_be_killed() {
    let nth: usize = std::env::var(TIER).expect("a tier").parse().expect("a number");
    let program = cpp(CLINGING).limited(|limits| limits.wall_seconds = 1);
    let mut stage = program.stage_in(&sandboxes()[nth]);
    let mut held = Held(program.path(), 0);
    for _ in 0..2 {
        stage.play(&Setting::default(), &mut held).expect("a session");
    }
}

#[test]
fn nothing_outlives_a_grader_that_is_killed() {
    for (nth, sandbox) in sandboxes().iter().enumerate() {
        let own = std::env::current_exe().expect("a path");
        let mut grader = std::process::Command::new(own);
        grader
            .args(["--exact", "served::a_grader_to_be_killed", "--ignored", "--nocapture"])
            .env(TIER, nth.to_string());
        let mut grader = grader.stdout(std::process::Stdio::piped()).spawn().expect("a grader");
        let lines = std::io::BufReader::new(grader.stdout.take().expect("a pipe")).lines();
        let held = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("held ").map(str::to_owned));
        let held = held.expect("a session that is held");
        let path = held.strip_prefix("forked? ").unwrap_or_else(|| panic!("{held}, {:?}", sandbox.tier()));
        let runs = || {
            let mut processes = std::fs::read_dir("/proc").expect("/proc").flatten();
            processes.any(|process| {
                std::fs::read_link(process.path().join("exe")).is_ok_and(|exe| exe.as_os_str() == path)
            })
        };
        assert!(runs());
        grader.kill().expect("it can be killed");
        grader.wait().expect("its end");
        let since = std::time::Instant::now();
        while runs() {
            assert!(since.elapsed().as_secs() < 10, "{:?}: it outlives the grader", sandbox.tier());
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let _ = std::fs::remove_dir_all(Path::new(path).parent().expect("a folder"));
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
