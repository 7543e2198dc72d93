//! The engine: what a session hears, when it knows that a program waits, and what it holds still.

#![cfg(target_os = "linux")]

mod chance;
mod hostile;
mod programs;
mod served;

use grader::play::{Reply, Setting, Stage};
use grader::transcript::{Answer, Ending, Transcript};
use programs::{Answers, cpp, cpp_with, main_of, rust};

/// What was said before each answer, and after the last.
fn parts(transcript: &Transcript) -> Vec<&str> {
    transcript.turns.iter().map(|turn| turn.said.as_str()).chain([transcript.tail.as_str()]).collect()
}

#[test]
fn every_way_of_asking_is_heard_and_answered() {
    let two = "string a; int n; char b[99];";
    for body in [
        "cout << \"name? \"; cin >> a; cout << \"hi \" << a << \", age? \"; cin >> n; cout << n;",
        "cout << \"name? \"; getline(cin, a); cout << \"hi \" << a << \", age? \"; cin >> n; cout << n << endl;",
        "printf(\"name? \"); scanf(\"%98s\", b); printf(\"hi %s, age? \", b); scanf(\"%d\", &n); printf(\"%d\", n);",
        "printf(\"name? \"); fgets(b, 99, stdin); b[strcspn(b, \"\\n\")] = 0; printf(\"hi %s, age? \", b); scanf(\"%d\", &n); printf(\"%d\", n);",
        "printf(\"name? \"); for (int c; (c = getchar()) != '\\n';) a += c; printf(\"hi %s, age? \", a.c_str()); cin >> n; printf(\"%d\", n);",
        "cerr << \"name? \"; cin >> a; cerr << \"hi \" << a << \", age? \"; cin >> n; cerr << n;",
        "clog << \"name? \" << flush; cin >> a; cout << \"hi \" << a << \", age? \"; cin >> n; cout << n;",
        "ios::sync_with_stdio(false); cout << \"name? \"; cin >> a; cout << \"hi \" << a << \", age? \"; cin >> n; cout << n;",
        "write(1, \"name? \", 6); n = read(0, b, 98); b[n - 1] = 0; dprintf(1, \"hi %s, age? \", b); cin >> n; cout << n;",
        "int in = dup(0); close(0); cout << \"name? \" << flush; n = read(in, b, 98); b[n - 1] = 0; cout << \"hi \" << b << \", age? \" << flush; n = read(in, b, 98); cout << 42;",
        "ifstream in(\"/dev/stdin\"); cout << \"name? \" << flush; in >> a; cout << \"hi \" << a << \", age? \" << flush; in >> n; cout << n;",
    ] {
        let session = main_of(&format!("{two} {body}")).play(&["Ann", "42"]);
        assert_eq!(session.end, Ending::Exited(0), "{body}");
        assert_eq!(parts(&session)[..2], ["name? ", "hi Ann, age? "], "{body}");
        assert_eq!(session.tail.trim_end(), "42", "{body}");
    }
}

#[test]
fn rust_programs_are_heard() {
    let session = rust(
        "use std::io::{self, Write}; fn main() { print!(\"name? \"); io::stdout().flush().unwrap(); let mut s = String::new();
         io::stdin().read_line(&mut s).unwrap(); println!(\"hi {}\", s.trim()); eprintln!(\"bye\"); }",
    )
    .play(&["Ann"]);
    assert_eq!(parts(&session), ["name? ", "hi Ann\nbye\n"]);
    assert_eq!(session.end, Ending::Exited(0));
}

#[test]
fn the_end_of_the_input_and_a_stop() {
    let program = main_of(
        "string a; while (cout << \"? \", cin >> a) cout << a << \"\\n\"; cout << \"over\"; return 3;",
    );
    let session = program.play(&["x", "y"]);
    assert_eq!(parts(&session), ["? ", "x\n? ", "y\n? ", "over"]);
    assert_eq!(session.turns[2].answer, Answer::EndOfInput);
    assert_eq!(session.end, Ending::Exited(3));
    let stopped = program.play(&["x", "STOP"]);
    assert_eq!((parts(&stopped), stopped.end.clone()), (vec!["? ", "x\n? "], Ending::Stopped));
}

#[test]
fn long_and_odd_answers_arrive() {
    let program =
        main_of("string a; getline(cin, a); cout << a.size() << '\\n'; getline(cin, a); cout << a;");
    let long = "x".repeat(300_000);
    let session = program.play(&[&long, "ä\t\u{1F0A1}"]);
    assert_eq!(parts(&session), ["", "300000\n", "ä\t\u{1F0A1}"]);
}

#[test]
fn endless_output_is_cut_and_the_same_each_time() {
    let program = main_of("for (long i = 0;; i++) cout << i << '\\n';");
    let first = program.play(&[]);
    assert_eq!(first.end, Ending::OutputLimit);
    assert!(
        first.tail.starts_with("0\n1\n2\n")
            && first.tail.contains("bytes left out")
            && first.tail.len() < 40 << 10
    );
    assert_eq!(first, program.play(&[]));
    let asking = main_of("cout << \"? \"; cin.get(); for (;;) puts(\"again\");").play(&["x"]);
    assert_eq!((asking.turns.len(), asking.end), (1, Ending::OutputLimit));
}

#[test]
fn much_output_is_no_fault() {
    let session = main_of("for (int i = 0; i < 200000; i++) putchar('x'); char c; cin >> c; for (int i = 0; i < 50000; i++) putchar(c);").play(&["y"]);
    assert_eq!(
        (session.turns[0].said.len(), session.tail.len(), session.end),
        (200_000, 50_000, Ending::Exited(0))
    );
}

#[test]
fn endless_loops_and_sleeps_are_ended() {
    let quick = |limits: &mut grader::spec::LimitSpec| {
        limits.cpu_ms = 300;
        limits.wall_seconds = 2;
    };
    let spin = main_of("cout << \"start\\n\"; for (volatile int i = 0;; i++);").limited(quick).play(&[]);
    assert_eq!((spin.tail.as_str(), spin.end), ("start\n", Ending::CpuLimit));
    let after = main_of("char c; cin >> c; cout << c << endl; for (volatile int i = 0;; i++);")
        .limited(quick)
        .play(&["x"]);
    assert_eq!((after.tail.as_str(), after.end), ("x\n", Ending::CpuLimit));
    let eof = main_of("int n; while (scanf(\"%d\", &n) != 1);").limited(quick).play(&[]);
    assert_eq!(eof.end, Ending::CpuLimit);
    let hang = main_of("cout << \"hm\\n\"; mutex m; m.lock(); m.lock();").limited(quick).play(&[]);
    assert_eq!((hang.tail.as_str(), hang.end), ("hm\n", Ending::WallLimit));
    let stop = main_of("raise(SIGSTOP);").limited(quick).play(&[]);
    assert_eq!(stop.end, Ending::WallLimit);
    let deaf = main_of("for (int s = 1; s < 65; s++) signal(s, SIG_IGN); mutex m; m.lock(); m.lock();")
        .limited(quick)
        .play(&[]);
    assert_eq!(deaf.end, Ending::WallLimit);
    let thrifty = main_of(
        "char c; for (int q = 0; q < 10; q++) { cin >> c; for (clock_t i = 0; i < 60000000; i++) asm(\"\"); }",
    );
    let answers = ["x"; 10];
    assert_eq!(thrifty.limited(|limits| limits.cpu_ms = 1000).play(&answers).end, Ending::Exited(0));
}

#[test]
fn what_never_goes_on_is_not_waited_for() {
    let begun = std::time::Instant::now();
    for body in
        ["raise(SIGSTOP);", "pause();", "mutex m; m.lock(); m.lock();", "thread([] { pause(); }).join();"]
    {
        let program = main_of(&format!("cout << \"hm\" << endl; {body}")).limited(|l| l.wall_seconds = 1000);
        let session = program.play(&["x"]);
        assert_eq!((session.tail.as_str(), session.end), ("hm\n", Ending::WallLimit), "{body}");
    }
    assert!(begun.elapsed().as_secs() < 1000);
    let alarm = main_of("signal(SIGALRM, [](int) {}); alarm(1); pause(); cout << \"awake\";").play(&[]);
    assert_eq!((alarm.tail.as_str(), alarm.end), ("awake", Ending::Exited(0)));
}

#[test]
fn crashes_keep_what_was_printed() {
    for (body, end) in [
        ("cout << \"before\" << endl; *(volatile int*)0 = 1;", Ending::Signalled(libc_signal("SEGV"))),
        ("cout << \"before\" << endl; abort();", Ending::Signalled(libc_signal("ABRT"))),
        ("cout << \"before\" << endl; raise(SIGTERM);", Ending::Signalled(libc_signal("TERM"))),
        ("cout << \"before\" << endl; kill(getpid(), SIGTERM);", Ending::Signalled(libc_signal("TERM"))),
        ("cout << \"before\" << endl; throw 1;", Ending::Signalled(libc_signal("ABRT"))),
        ("cout << \"before\" << endl; volatile int z = 0; z = 7 / z;", Ending::Signalled(libc_signal("FPE"))),
        ("cout << \"before\"; exit(7);", Ending::Exited(7)),
        ("printf(\"before\"); quick_exit((fflush(stdout), 8));", Ending::Exited(8)),
    ] {
        let session = main_of(body).play(&[]);
        assert!(session.tail.starts_with("before"), "{body}: {}", session.tail);
        assert_eq!(session.end, end, "{body}");
    }
    let deep =
        cpp("int f(int n) { volatile char a[999]; return f(n + 1) + a[0]; } int main() { return f(0); }")
            .play(&[]);
    assert_eq!(deep.end, Ending::Signalled(libc_signal("SEGV")));
    let panic = rust("fn main() { println!(\"before\"); panic!(\"oh\"); }").play(&[]);
    assert!(panic.tail.starts_with("before\n") && panic.tail.contains("oh"));
    assert_eq!(panic.end, Ending::Exited(101));
}

/// The number of a signal.
fn libc_signal(name: &str) -> i32 {
    match name {
        "SEGV" => 11,
        "ABRT" => 6,
        "TERM" => 15,
        _ => 8,
    }
}

#[test]
fn closed_streams_and_odd_bytes_do_no_harm() {
    let closed = main_of(
        "cout << \"before\" << endl; close(1); close(2); string a; cin >> a; cout << a << endl; cin >> a; return 5;",
    );
    let session = closed.play(&["x", "y"]);
    assert_eq!((parts(&session), session.end.clone()), (vec!["before\n", "", ""], Ending::Exited(5)));
    let odd = main_of(
        "cout << 'a' << '\\0' << '\\xff' << \"\\xc3\\xa4\"; string a; cin >> a; fclose(stdin); cout << a;",
    )
    .play(&["x"]);
    assert_eq!(parts(&odd), ["a\0\u{fffd}ä", "x"]);
    let silent = main_of("close(0); close(1); close(2);").play(&["x"]);
    assert_eq!((parts(&silent), silent.end.clone()), (vec![""], Ending::Exited(0)));
    let never = main_of("cout << \"no questions\";").play(&["x"]);
    assert_eq!(parts(&never), ["no questions"]);
    let both = main_of(
        "thread t([] { for (int i = 0; i < 20000; i++) puts(\"chatter\"); }); string a; getline(cin, a); t.join(); cout << a.size();",
    );
    assert!(both.play(&[&"y".repeat(200_000)]).tail.ends_with("200000"));
}

#[test]
fn another_file_in_standard_inputs_place_is_no_question() {
    let body =
        "ofstream(\"in\") << \"7 8\"; freopen(\"in\", \"r\", stdin); int a, b; cin >> a >> b; cout << a + b;";
    let session = main_of(body).play(&["1"]);
    assert_eq!((parts(&session), session.end.clone()), (vec!["15"], Ending::Exited(0)));
}

#[test]
fn nothing_is_left_for_the_next_session() {
    let body = "ifstream in(\"save\"); string a; in >> a; cout << '[' << a << ']'; ofstream(\"save\") << \"money\"; mkdir(\"d\", 0); mkdir(\"e\", 0700); ofstream(\"e/f\") << 1;";
    let program = main_of(body);
    let mut stage = program.stage();
    for _ in 0..3 {
        let session = stage.play(&Setting::default(), &mut Answers(&[])).expect("a session");
        assert_eq!(session.tail, "[]");
    }
}

#[test]
fn static_programs_are_heard_too() {
    let program = cpp_with(
        "#include \"all.hpp\"\nint main() { string a; cout << \"? \"; cin >> a; cout << a << rand(); }",
        &["-static"],
    );
    let session = program.play(&["x"]);
    assert_eq!((parts(&session), session.end.clone()), (vec!["? ", "x1804289383"], Ending::Exited(0)));
}

#[test]
fn a_player_may_be_slow_and_hears_the_question() {
    struct Slow(Vec<String>);
    impl grader::play::Dialogue for Slow {
        fn reply(&mut self, said: &str) -> Reply {
            std::thread::sleep(std::time::Duration::from_millis(1200));
            self.0.push(said.to_owned());
            Reply::Line("x".into())
        }
    }
    let program = main_of("string a; cout << \"one\"; cin >> a; cout << \"two\"; cin >> a;")
        .limited(|limits| limits.wall_seconds = 1);
    let mut slow = Slow(Vec::new());
    let session = program.stage().play(&Setting::default(), &mut slow).expect("a session");
    assert_eq!(
        (slow.0.as_slice(), session.end),
        (["one".to_owned(), "two".to_owned()].as_slice(), Ending::Exited(0))
    );
}
