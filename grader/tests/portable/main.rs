//! Programs that ask the kernel before they read, and the engine that needs no reports: both engines play alike.

#![cfg(target_os = "linux")]

mod command;
#[path = "../engine/programs.rs"]
#[expect(dead_code, reason = "the engine's own tests use more of it")]
mod programs;

use std::sync::OnceLock;

use grader::play::{LiveStage, Setting, Stage};
use grader::sandbox::{Engine, Sandbox, SandboxMode};
use grader::transcript::{Ending, Transcript};
use programs::{Answers, Built, cpp_with, limits, main_of, rust};

/// The sandbox with this engine.
fn sandbox(engine: Engine) -> &'static Sandbox {
    static SANDBOXES: OnceLock<[Sandbox; 2]> = OnceLock::new();
    let [notify, portable] = SANDBOXES.get_or_init(|| {
        [Engine::Notify, Engine::Portable].map(|engine| {
            let sandbox = Sandbox::probe(SandboxMode::Auto).expect("a machine that can confine programs");
            sandbox.with_engine(Some(engine)).expect("a machine that has both engines")
        })
    });
    if engine == Engine::Notify { notify } else { portable }
}

/// A session, and what the stage remarks after it.
fn play(program: &Built, engine: Engine, answers: &[&str]) -> (Transcript, Vec<String>) {
    let mut stage = LiveStage::new(sandbox(engine), &program.path(), &limits()).expect("a stage");
    let session = stage.play(&Setting::default(), &mut Answers(answers)).expect("a session");
    // What was learnt of the program in the first session must change nothing in the next.
    let again = stage.play(&Setting::default(), &mut Answers(answers)).expect("a session");
    assert_eq!(session, again, "{engine:?}");
    (session, stage.remarks())
}

/// The same session under both engines.
fn alike(program: &Built, answers: &[&str]) -> (Transcript, Vec<String>) {
    let notified = play(program, Engine::Notify, answers);
    let looked_at = play(program, Engine::Portable, answers);
    assert_eq!(notified, looked_at);
    notified
}

/// What was said before each answer, and after the last.
fn parts(session: &Transcript) -> Vec<&str> {
    session.turns.iter().map(|turn| turn.said.as_str()).chain([session.tail.as_str()]).collect()
}

/// Reads a line with the kernel alone, by the descriptor `in`.
const LINE: &str = "auto line = [](int in) { string s; for (char c; read(in, &c, 1) == 1 && c != '\\n';) s += c; return s; };";

/// Inline system calls, which nothing replaces.
const KERNEL: &str = "auto kernel = [](long n, long a, long b, long c, long d, long e, long f) { \
    register long r10 asm(\"r10\") = d, r8 asm(\"r8\") = e, r9 asm(\"r9\") = f; long r; \
    asm volatile(\"syscall\" : \"=a\"(r) : \"a\"(n), \"D\"(a), \"S\"(b), \"d\"(c), \"r\"(r10), \"r\"(r8), \"r\"(r9) : \"rcx\", \"r11\", \"memory\"); \
    return r; };";

/// Ways to find out that there is input: statements that end once there is.
const ASKING: &[&str] = &[
    "pollfd p{0, POLLIN, 0}; poll(&p, 1, -1);",
    "pollfd p{0, POLLIN, 0}; while (poll(&p, 1, 50) == 0);",
    "pollfd p{0, POLLIN, 0}; while (poll(&p, 1, 0) == 0);",
    "pollfd p{0, POLLIN, 0}; while (poll(&p, 1, 0) == 0) this_thread::sleep_for(chrono::milliseconds(10));",
    "pollfd p[2] = {{-1, POLLIN, 0}, {dup(0), POLLIN, 0}}; while (poll(p, 2, 5000) == 0);",
    "pollfd p{0, POLLIN, 0}; timespec t{0, 1000000}; while (ppoll(&p, 1, &t, 0) == 0);",
    "pollfd p{0, POLLIN, 0}; ppoll(&p, 1, 0, 0);",
    "fd_set s; FD_ZERO(&s); FD_SET(0, &s); select(1, &s, 0, 0, 0);",
    "fd_set s; timeval t; do { FD_ZERO(&s); FD_SET(0, &s); t = {0, 100000}; } while (select(1, &s, 0, 0, &t) == 0);",
    "fd_set s; timespec t{0, 0}; do { FD_ZERO(&s); FD_SET(0, &s); } while (pselect(1, &s, 0, 0, &t, 0) == 0);",
    "int e = epoll_create1(0); epoll_event v{EPOLLIN, {}}; epoll_ctl(e, EPOLL_CTL_ADD, 0, &v); epoll_wait(e, &v, 1, -1); close(e);",
    "int e = epoll_create1(0); epoll_event v{EPOLLIN, {}}; epoll_ctl(e, EPOLL_CTL_ADD, 0, &v); while (epoll_wait(e, &v, 1, 20) == 0); close(e);",
    "int n = 0; while (ioctl(0, FIONREAD, &n) == 0 && n == 0);",
    "int n = 0; while (ioctl(0, FIONREAD, &n) == 0 && n == 0) usleep(1000);",
    "int in = open(\"/dev/stdin\", O_RDONLY); pollfd p{in, POLLIN, 0}; while (poll(&p, 1, 300) == 0); close(in);",
];

#[test]
fn programs_that_ask_first_are_answered_and_remarked() {
    for asking in ASKING {
        let ask = format!("{{ {asking} }}");
        let program = main_of(&format!(
            "{LINE} cout << \"name? \" << flush; {ask} string a = line(0); cout << \"hi \" << a << \", age? \" << flush; {ask} cout << line(0) << endl;"
        ));
        let (session, remarks) = alike(&program, &["Ann", "42"]);
        assert_eq!(parts(&session), ["name? ", "hi Ann, age? ", "42\n"], "{asking}");
        assert_eq!(session.end, Ending::Exited(0), "{asking}");
        assert!(
            matches!(remarks.as_slice(), [one] if one.contains("before it reads")),
            "{asking}: {remarks:?}"
        );
    }
}

#[test]
fn asking_past_the_library_is_found_out_from_outside() {
    for asking in [
        "pollfd p{0, POLLIN, 0}; kernel(SYS_poll, (long)&p, 1, -1, 0, 0, 0);",
        "pollfd p{0, POLLIN, 0}; while (kernel(SYS_poll, (long)&p, 1, 50, 0, 0, 0) == 0);",
        "pollfd p{0, POLLIN, 0}; timespec t{5, 0}; while (kernel(SYS_ppoll, (long)&p, 1, (long)&t, 0, 8, 0) == 0);",
        "fd_set s; FD_ZERO(&s); FD_SET(0, &s); kernel(SYS_select, 1, (long)&s, 0, 0, 0, 0);",
        "int e = epoll_create1(0); epoll_event v{EPOLLIN, {}}; kernel(SYS_epoll_ctl, e, EPOLL_CTL_ADD, 0, (long)&v, 0, 0); kernel(SYS_epoll_pwait, e, (long)&v, 1, -1, 0, 8);",
    ] {
        let program =
            main_of(&format!("{LINE} {KERNEL} cout << \"? \" << flush; {asking} cout << line(0) << endl;"));
        let (session, remarks) = alike(&program, &["x"]);
        assert_eq!(
            (parts(&session), session.end.clone()),
            (vec!["? ", "x\n"], Ending::Exited(0)),
            "{asking}"
        );
        assert_eq!(remarks.len(), 1, "{asking}");
    }
}

#[test]
fn in_avail_is_such_a_question() {
    let program = main_of(
        "ios::sync_with_stdio(false); string a; cout << \"? \" << flush; while (cin.rdbuf()->in_avail() == 0); cin >> a; cout << a << endl;",
    );
    let (session, remarks) = alike(&program, &["x"]);
    assert_eq!((parts(&session), remarks.len()), (vec!["? ", "x\n"], 1));
    let inside = cpp_with(
        "#include \"all.hpp\"\nint main() { ios::sync_with_stdio(false); string a; cout << \"? \" << flush; while (cin.rdbuf()->in_avail() == 0); cin >> a; cout << a << endl; }",
        &["-static-libstdc++"],
    );
    assert_eq!(parts(&alike(&inside, &["x"]).0), ["? ", "x\n"]);
    // In step with stdio it never says more than 0, at home neither: such a loop has no end.
    let forever = main_of("cout << \"? \" << flush; while (cin.rdbuf()->in_avail() == 0);");
    assert_eq!(alike(&forever, &["x"]).0.end, Ending::CpuLimit);
}

#[test]
fn a_reading_thread_is_heard() {
    for body in [
        "string a; thread t([&] { getline(cin, a); }); t.join(); cout << a << endl;",
        "string a; atomic<bool> there{false}; mutex m; condition_variable c; \
         thread t([&] { getline(cin, a); lock_guard<mutex> l(m); there = true; c.notify_one(); }); \
         { unique_lock<mutex> l(m); c.wait(l, [&] { return there.load(); }); } t.join(); cout << a << endl;",
        "string a; thread t([&] { pollfd p{0, POLLIN, 0}; while (poll(&p, 1, 100) == 0); getline(cin, a); }); t.join(); cout << a << endl;",
        "string a; thread t([&] { getline(cin, a); cout << a << endl; exit(0); }); t.detach(); pthread_exit(0);",
    ] {
        let (session, _) = alike(&main_of(&format!("cout << \"? \" << flush; {body}")), &["x"]);
        assert_eq!((parts(&session), session.end.clone()), (vec!["? ", "x\n"], Ending::Exited(0)), "{body}");
    }
}

#[test]
fn plain_programs_are_played_alike() {
    for body in [
        "string a; int n; cout << \"name? \"; cin >> a; cout << \"hi \" << a << \", age? \"; cin >> n; cout << n;",
        "char b[99]; printf(\"name? \"); fgets(b, 99, stdin); printf(\"hi %s\", b); scanf(\"%98s\", b); puts(b);",
        "string a; while (cout << \"? \", cin >> a) cout << a << \"\\n\"; cout << \"over\"; return 3;",
        "int in = dup(0); close(0); char b[99]; cout << \"? \" << flush; int n = read(in, b, 98); b[n] = 0; cout << b << endl;",
        "ifstream in(\"/dev/stdin\"); string a; cout << \"? \" << flush; in >> a; cout << a << rand() << endl;",
        "srand(time(0)); string a; for (int i = 0; i < 30; i++) { cout << rand() % 100 << ' ' << time(0) << \"? \"; cin >> a; }",
        "string a; getline(cin, a); for (int i = 0; i < 3000; i++) cout << a << i << endl; getline(cin, a); abort();",
        "*(volatile int*)0 = 1;",
        "ofstream(\"in\") << \"7 8\"; freopen(\"in\", \"r\", stdin); int a, b; cin >> a >> b; cout << a + b;",
    ] {
        let (session, remarks) = alike(&main_of(body), &["Ann", "42"]);
        assert!(remarks.is_empty(), "{body}: {remarks:?} {session:?}");
    }
    let long = "x".repeat(300_000);
    let sized = main_of("string a; getline(cin, a); cout << a.size() << endl; getline(cin, a); cout << a;");
    assert_eq!(parts(&alike(&sized, &[&long, "y"]).0), ["", "300000\n", "y"]);
    let fixed = cpp_with(
        "#include \"all.hpp\"\nint main() { string a; cout << \"? \"; cin >> a; cout << a; }",
        &["-static"],
    );
    assert_eq!(parts(&alike(&fixed, &["x"]).0), ["? ", "x"]);
    let rust = rust(
        "fn main() { println!(\"name?\"); let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); print!(\"hi {s}\"); }",
    );
    assert_eq!(parts(&alike(&rust, &["Ann"]).0), ["name?\n", "hi Ann\n"]);
}

#[test]
fn a_rust_program_may_ask_first() {
    let program = rust(
        "#[repr(C)] struct PollFd { fd: i32, events: i16, found: i16 }
         unsafe extern \"C\" { fn poll(fds: *mut PollFd, count: u64, time: i32) -> i32; }
         fn main() { println!(\"name?\"); let mut one = PollFd { fd: 0, events: 1, found: 0 };
         while unsafe { poll(&mut one, 1, 100) } == 0 {} let mut s = String::new();
         std::io::stdin().read_line(&mut s).unwrap(); print!(\"hi {s}\"); }",
    );
    let (session, remarks) = alike(&program, &["Ann"]);
    assert_eq!((parts(&session), remarks.len()), (vec!["name?\n", "hi Ann\n"], 1));
}

/// Between its questions: statements that take their time without waiting for input.
const THINKING: &[&str] = &[
    "for (auto a = now(); now() - a < 300000000;);",
    "sleep(3); usleep(500000); this_thread::sleep_for(chrono::seconds(2));",
    "timespec t{0, 300000000}; kernel(SYS_nanosleep, (long)&t, 0, 0, 0, 0, 0);",
    "timespec t{0, 300000000}; kernel(SYS_ppoll, 0, 0, (long)&t, 0, 8, 0);",
    "int fds[2]; pipe(fds); pollfd p{fds[0], POLLIN, 0}; kernel(SYS_poll, (long)&p, 1, 300, 0, 0, 0);",
    "mutex m; condition_variable c; unique_lock<mutex> l(m); c.wait_for(l, chrono::milliseconds(300));",
    "int fds[2]; pipe(fds); thread t([&] { for (auto a = now(); now() - a < 200000000;); write(fds[1], \"x\", 1); }); char c; read(fds[0], &c, 1); t.join();",
    "for (int i = 0; i < 40; i++) { thread t([&] { for (auto a = now(); now() - a < 5000000;); }); t.join(); }",
];

#[test]
fn thinking_and_sleeping_are_no_questions() {
    // Processor time by an inline call: the session's clock is not the real one.
    let clock = "auto now = [&] { timespec t; kernel(SYS_clock_gettime, 2, (long)&t, 0, 0, 0, 0); return t.tv_sec * 1000000000 + t.tv_nsec; };";
    for thinking in THINKING {
        let program = main_of(&format!(
            "{KERNEL} {clock} string a; cout << \"one? \" << flush; cin >> a; cout << \"hm \" << flush; {{ {thinking} }} cout << \"two? \" << flush; cin >> a; cout << a << endl;"
        ));
        let (session, remarks) = alike(&program, &["x", "y"]);
        assert_eq!(parts(&session), ["one? ", "hm two? ", "y\n"], "{thinking}");
        assert!(remarks.is_empty(), "{thinking}: {remarks:?}");
    }
}

#[test]
fn a_program_may_throw_away_what_was_typed_too_early() {
    for discard in [
        "pollfd p{0, POLLIN, 0}; while (poll(&p, 1, 0) > 0) cin.get();",
        "int n = 0; ioctl(0, FIONREAD, &n); while (n-- > 0) cin.get();",
        "fcntl(0, F_SETFL, O_NONBLOCK); for (char c; read(0, &c, 1) > 0;); fcntl(0, F_SETFL, 0);",
    ] {
        let program = main_of(&format!(
            "string a; for (int i = 0; i < 2; i++) {{ sleep(2); {{ {discard} }} sleep(2); {{ {discard} }} cout << \"? \"; cin >> a; cin.get(); cout << a << endl; }}"
        ));
        let (session, remarks) = alike(&program, &["x", "y"]);
        assert_eq!((parts(&session), remarks.len()), (vec!["? ", "x\n? ", "y\n"], 0), "{discard}");
    }
}

#[test]
fn input_that_never_blocks_is_answered() {
    for rest in ["", "usleep(1000);"] {
        let program = main_of(&format!(
            "fcntl(0, F_SETFL, O_NONBLOCK); char b[9]; for (int i = 0; i < 2; i++) {{ int n; cout << \"? \" << flush; while ((n = read(0, b, 9)) < 0) {{ {rest} }} cout << string(b, n) << flush; }}"
        ));
        let (session, _) = alike(&program, &["x", "y"]);
        assert_eq!((parts(&session), session.end.clone()), (vec!["? ", "x\n? ", "y\n"], Ending::Exited(0)));
    }
}

#[test]
fn a_deaf_program_is_no_question() {
    let deaf = main_of("cout << \"hm\" << endl; int fds[2]; pipe(fds); char c; read(fds[0], &c, 1);");
    for engine in [Engine::Notify, Engine::Portable] {
        let limits = grader::spec::LimitSpec { wall_seconds: 2, ..limits() };
        let mut stage = LiveStage::new(sandbox(engine), &deaf.path(), &limits).expect("a stage");
        let session = stage.play(&Setting::default(), &mut Answers(&["x"])).expect("a session");
        assert_eq!((parts(&session), session.end.clone()), (vec!["hm\n"], Ending::WallLimit), "{engine:?}");
    }
}
