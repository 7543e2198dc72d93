//! Programs that mean harm, or do it by mistake: each is contained, and the machine around it stays as it was.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use grader::play::{Dialogue, Reply, Setting, Stage};
use grader::sandbox::{Sandbox, Tier};
use grader::transcript::Ending;

use crate::programs::tiers::as_plain_user;
use crate::programs::{Answers, Built, main_of, rust, sandboxes};

/// Whether a process of this name runs.
fn runs(name: &str) -> bool {
    std::fs::read_dir("/proc").expect("/proc").flatten().any(|process| {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(name)
    })
}

/// Every system call that must be refused: the program prints the number of the first that is not.
#[test]
fn dangerous_calls_are_refused() {
    let calls = [
        "fork() >= 0",
        "vfork() >= 0",
        "syscall(SYS_fork) >= 0",
        "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0",
        "syscall(SYS_clone3, 0, 0) >= 0 || errno != ENOSYS",
        "kill(-1, 0) == 0",
        "kill(0, 0) == 0",
        "kill(1, 0) == 0",
        "kill(getppid(), 0) == 0",
        "syscall(SYS_kill, getppid(), 0) == 0",
        "kernel(SYS_kill, -1, 0) == 0",
        "kernel(SYS_kill, 0, 0) == 0",
        "kernel(SYS_kill, kernel(SYS_getppid), SIGKILL) == 0",
        "kernel(SYS_tgkill, kernel(SYS_getppid), kernel(SYS_getppid), SIGKILL) == 0",
        "syscall(SYS_rt_sigqueueinfo, (int)syscall(SYS_getppid), SIGTERM, 0) == 0",
        "syscall(SYS_pidfd_open, (int)syscall(SYS_getppid), 0) >= 0",
        "ptrace(PTRACE_TRACEME, 0, 0, 0) == 0",
        "ptrace(PTRACE_ATTACH, (int)syscall(SYS_getppid), 0, 0) == 0",
        "socket(AF_INET, SOCK_STREAM, 0) >= 0",
        "socket(AF_UNIX, SOCK_STREAM, 0) >= 0",
        "unshare(CLONE_NEWUSER) == 0",
        "syscall(SYS_io_uring_setup, 1, 0) >= 0 || errno != EPERM",
        "syscall(SYS_memfd_create, \"x\", 0) >= 0",
        "syscall(SYS_shmget, 1, 4096, 01600) >= 0",
        "syscall(SYS_keyctl, 0, 0) >= 0",
        "syscall(SYS_bpf, 0, 0, 0) >= 0 || errno != EPERM",
        "setpriority(PRIO_PROCESS, (int)syscall(SYS_getppid), 19) == 0",
        "syscall(SYS_prlimit64, 1, RLIMIT_CPU, 0, 0) == 0",
        "setuid(1) == 0 && syscall(SYS_getuid) == 1",
        "chmod(\"/usr\", 0755) == 0",
        "open((\"/proc/\" + to_string(syscall(SYS_getppid)) + \"/mem\").c_str(), O_RDWR) >= 0",
        "unlink(\"/bin/sh\") == 0",
        "opendir(\"/root\") != 0",
        "open(\"/dev/tty\", O_RDWR) >= 0",
        "mount(\"none\", \".\", \"tmpfs\", 0, 0) == 0",
        "chroot(\".\") == 0",
        "system(\"true\") == 0",
        "popen(\"true\", \"r\") != 0",
    ];
    refused(&calls).everywhere(|program, tier| unharmed(program, tier, &calls));
}

/// Calls the kernel past everything that is linked to the program.
const KERNEL: &str = "auto kernel = [](long n, long a = 0, long b = 0, long c = 0) {
    asm volatile(\"syscall\" : \"+a\"(n) : \"D\"(a), \"S\"(b), \"d\"(c) : \"rcx\", \"r11\", \"memory\");
    return n;
};";

/// A program that tries each of the calls and prints the number of those that were not refused.
fn refused(calls: &[&str]) -> Built {
    let tests = calls
        .iter()
        .enumerate()
        .map(|(n, call)| format!("errno = 0; if ({call}) cout << {n} << ' ' << strerror(errno) << '\\n';\n"));
    main_of(&format!("{KERNEL} {} cout << \"unharmed\";", tests.collect::<String>()))
}

fn unharmed(program: &Built, tier: Tier, calls: &[&str]) {
    let session = program.play_all_ways();
    let leak =
        session.tail.lines().find_map(|line| calls.get(line.split(' ').next()?.parse::<usize>().ok()?));
    assert_eq!((leak, session.tail.as_str()), (None, "unharmed"), "{tier:?}");
}

/// Files that the fence keeps from a program; the kernel's fences go further than the grader's own of tier 4, where a
/// folder in which everybody may write can be made, and is swept up.
#[test]
fn files_of_others_are_out_of_reach() {
    let calls = [
        "open(\"/etc/passwd\", O_RDONLY) >= 0",
        "open(\"/proc/self/environ\", O_RDONLY) >= 0",
        "open(\"/tmp/grader-escape\", O_CREAT | O_WRONLY, 0600) >= 0",
        "open(\"../escape\", O_CREAT | O_WRONLY, 0600) >= 0",
        "symlink(\"/etc/passwd\", \"link\") != 0 || open(\"link\", O_RDONLY) >= 0",
        "link(\"/bin/sh\", \"shell\") == 0",
        "mkdir(\"/var/tmp/escape\", 0700) == 0",
        "opendir(\"/\") != 0",
        "open(\"/dev/shm/escape\", O_CREAT | O_RDWR, 0600) >= 0",
    ];
    refused(&calls).everywhere(|program, tier| {
        if tier == Tier::Reduced {
            let session = program.play_all_ways();
            let mut through = session.tail.lines().filter_map(|line| line.split(' ').next()?.parse().ok());
            assert!(through.all(|call: usize| calls[call].starts_with("mkdir")), "{}", session.tail);
        } else {
            unharmed(program, tier, &calls);
        }
        for left in ["/tmp/grader-escape", "/tmp/escape", "/var/tmp/escape", "/dev/shm/escape"] {
            assert!(!Path::new(left).exists(), "{left}, {tier:?}");
        }
    });
}

#[test]
fn the_environment_is_the_same_everywhere() {
    main_of("for (char** e = environ; *e; e++) cout << *e << '\\n';").everywhere(|program, _| {
        let expected = "PATH=/usr/bin:/bin\nLC_ALL=C.UTF-8\nHOME=.\nTMPDIR=.\nTERM=dumb\n";
        assert_eq!(program.play_all_ways().tail, expected);
    });
}

#[test]
fn nothing_is_inherited_but_the_streams() {
    main_of("for (int i = 3; i < 1024; i++) if (fcntl(i, F_GETFD) >= 0) cout << i << ' ';")
        .everywhere(|program, _| assert_eq!(program.play_all_ways().tail, ""));
}

#[test]
fn privileges_are_gone() {
    let body =
        "unsigned h[2] = {0x20080522, 0}, d[6]; syscall(SYS_capget, h, d); for (unsigned x : d) cout << x;";
    main_of(body).everywhere(|program, tier| assert_eq!(program.play_all_ways().tail, "000000", "{tier:?}"));
}

#[test]
fn bombs_go_off_inside() {
    main_of("for (int i = 0; i < 1000; i++) if (fork() == 0) for (;;) fork(); cout << \"over\";").everywhere(
        |program, _| {
            let fork_bomb = program.play(&[]);
            assert_eq!((fork_bomb.tail.as_str(), fork_bomb.end), ("over", Ending::Exited(0)));
        },
    );
    main_of("cout << \"x\" << endl; for (;;) memset(malloc(1 << 20), 1, 1 << 20);").everywhere(
        |program, _| {
            let memory = program.play(&[]);
            assert_eq!((memory.tail.as_str(), memory.end), ("x\n", Ending::Signalled(11)));
        },
    );
    main_of("string s = \"x\"; for (;;) s += s;")
        .everywhere(|program, tier| assert_eq!(program.play(&[]).end, Ending::Signalled(6), "{tier:?}"));
    let threads = "cout << \"x\" << endl; try { for (;;) thread([] { for (;;) pause(); }).detach(); } catch (...) { cout << \"full\" << endl; _exit(0); }";
    main_of(threads).everywhere(|program, _| assert_eq!(program.play(&[]).end, Ending::Exited(0)));
    let huge = "cout << \"x\" << endl; signal(SIGXFSZ, SIG_IGN); ofstream f(\"f\"); string s(1 << 20, 'x'); long n = 0; while (f << s << flush) n++; cout << n;";
    main_of(huge).everywhere(|program, _| assert_eq!(program.play(&[]).tail, "x\n16"));
    // The plain user's run of this test may play at the same time: each looks for its own.
    let long = format!("98765{}", std::process::id());
    let daemon = format!("daemon(0, 0); setsid(); execl(\"/bin/sleep\", \"sleep\", \"{long}\", 0);");
    main_of(&daemon).limited(|l| l.wall_seconds = 1).everywhere(|program, tier| {
        // Where the kernel fences no files in, a program becomes no other.
        let end = if tier == Tier::Reduced { Ending::Exited(0) } else { Ending::WallLimit };
        assert_eq!(program.play(&[]).end, end, "{tier:?}");
        assert!(!runs(&long));
    });
}

#[test]
fn sessions_do_not_depend_on_the_tier() {
    let body = "int x; srand(time(0)); string a; ofstream(\"save\") << 1; cout << &x << ' ' << rand() << ' ' << getuid() \
                << ' ' << getgid() << ' ' << getpid() << ifstream(\"save\").good() << \"? \"; cin >> a; cout << a; abort();";
    let program = main_of(body);
    let first = program.play(&["x"]);
    assert_eq!(first.end, Ending::Signalled(6));
    program.everywhere(|program, tier| assert_eq!(program.play(&["x"]), first, "{tier:?}"));
}

#[test]
fn one_program_cannot_reach_the_folder_of_another() {
    let body = "ofstream(\"secret\") << 42; string a; char b[999]; syscall(SYS_getcwd, b, 999); cout << b << \"? \"; cin >> a;";
    let writer = main_of(body);
    for sandbox in sandboxes() {
        let mut peek = Peek { sandbox, found: None };
        let session = writer.stage_in(sandbox).play(&Setting::default(), &mut peek).expect("a session");
        let found = (session.end, peek.found.as_deref());
        assert_eq!(found, (Ending::Exited(0), Some("closed")), "{:?}", sandbox.tier());
    }
}

/// Has a second program look into the folder that the first names.
struct Peek {
    sandbox: &'static Sandbox,
    found: Option<String>,
}

impl Dialogue for Peek {
    fn reply(&mut self, said: &str) -> Reply {
        let secret = format!("{}/secret", said.trim_end_matches("? "));
        assert!(Path::new(&secret).exists(), "{secret}");
        let body =
            format!("cout << (ifstream(\"{secret}\") || ofstream(\"{secret}\") ? \"open\" : \"closed\");");
        let session = main_of(&body).stage_in(self.sandbox).play(&Setting::default(), &mut Answers(&[]));
        self.found = Some(session.expect("a session").tail);
        Reply::EndOfInput
    }
}

/// The same as a plain user, where root runs the tests.
#[test]
fn plain_users_are_confined_as_well() {
    as_plain_user(&["hostile::", "--skip", "rust", "--skip", "fills"]);
}

#[test]
fn a_program_that_is_too_large_to_start_fails_by_itself() {
    let session = crate::programs::cpp(
        "static char big[16L << 30]; int main(int n, char**) { big[n] = 1; return big[0]; }",
    )
    .play(&[]);
    assert!(matches!(session.end, Ending::Signalled(_)), "{:?}", session.end);
}

#[test]
fn the_control_page_cannot_be_turned_against_the_grader() {
    // The shim closes the descriptor; the mapping is found by trying, and the log in it is forged.
    let body = "for (char* p = (char*)0x7ffff0000000; p < (char*)0x7ffffffff000; p += 4096) { unsigned char v; \
                if (mincore(p, 4096, &v) == 0 && syscall(SYS_access, p, 0) != 0 && errno != EFAULT && *(unsigned*)p == 0x63617264) \
                { ((unsigned*)p)[5] = 0xffffffff; ((unsigned*)p)[22] = 0xffffffff; } } cout << rand();";
    let session = main_of(body).play(&[]);
    assert!(session.seedings.len() <= 16);
    assert_eq!(session.seeding_calls, u32::MAX);
}

#[test]
fn files_are_opened_as_anywhere() {
    let body = "string a; ifstream in(\"/dev/stdin\"); in >> a; cout << a; in >> a; ofstream(\"/dev/stdout\") << a;
                ofstream(\"f\") << 1; ofstream(\"f\", ios::app) << 2; mkdir(\"d\", 0700); ofstream(\"d/g\") << 3; a = \"\";
                ifstream(\"f\") >> a; cout << a; cout << rename(\"f\", \"d/f\"); chdir(\"d\"); a = \"\"; ifstream(\"f\") >> a; cout << a;
                int n = 0; DIR* d = opendir(\"..\"); while (d && readdir(d)) n++; cout << n << ' ' << (fopen(\"none\", \"r\") == 0 && errno == ENOENT);
                symlink(\"g\", \"h\"); a = \"\"; ifstream(\"h\") >> a; cout << a << (open(\"f\", O_CREAT | O_EXCL | O_RDWR, 0600) < 0 && errno == EEXIST);
                cout << (open(\"/dev/null\", O_RDWR) >= 0);";
    let program = main_of(body);
    let first = program.play(&["x", "y"]);
    assert_eq!(first.tail, "yx120123 1311");
    program.everywhere(|program, tier| assert_eq!(program.play(&["x", "y"]), first, "{tier:?}"));
}

/// A path that another thread writes over while it is opened leads nowhere else.
#[test]
fn a_path_is_what_it_was_when_it_was_looked_at() {
    let own = tempfile::NamedTempFile::new().expect("a file").into_temp_path();
    std::fs::write(&own, "theirs").expect("a file");
    std::fs::set_permissions(&own, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let body = format!(
        "static char path[400] = \"own\"; ofstream(\"own\") << \"mine\"; atomic<bool> over(false);
         thread other([&] {{ while (!over) {{ strcpy(path, \"{0}\"); strcpy(path, \"own\"); }} }}); int theirs = 0, mine = 0;
         for (int i = 0; i < 3000; i++) {{ int f = open(path, O_RDONLY); char b = 0; if (f >= 0) {{ pread(f, &b, 1, 0); close(f); }}
         theirs += b == 't'; mine += b == 'm'; }} over = true; other.join(); char* none[] = {{0}};
         cout << theirs << (mine > 0) << (execve(\"{0}\", none, none) < 0 && errno == EACCES || errno == EPERM);",
        own.display()
    );
    main_of(&body).limited(|l| l.cpu_ms = 10_000).everywhere(|program, tier| {
        assert_eq!(program.play(&[]).tail, "011", "{tier:?}");
    });
}

#[test]
fn a_program_that_fills_the_disk_is_ended() {
    let much = "for (int i = 0; i < 1000; i++) { int f = open(to_string(i).c_str(), O_WRONLY | O_CREAT, 0600); write(f, b, N); close(f); }";
    let hidden = "for (int i = 0; i < 1000; i++) { int f = open(\"f\", O_WRONLY | O_CREAT, 0600); unlink(\"f\"); write(f, b, N); }";
    let one =
        "int f = open(\"f\", O_WRONLY | O_CREAT, 0600); for (int i = 0; i < 2; i++) write(f, b, N + 1);";
    let empty = "for (int i = 0; i < 6000; i++) mkdir(to_string(i).c_str(), 0);";
    for body in [much, hidden, one, empty] {
        let program = main_of(&format!("const size_t N = 16 << 20; char* b = new char[N + 1](); {body}"));
        let session = program.play(&[]);
        assert_eq!(session.end, Ending::Signalled(25), "{body}");
        let stage = &mut program.stage();
        for _ in 0..2 {
            let session = stage.play(&Setting::default(), &mut Answers(&[])).expect("a session");
            assert_eq!(session.end, Ending::Signalled(25), "{body}");
        }
    }
    let little = "for (int i = 0; i < 3; i++) ofstream(to_string(i)) << string(8 << 20, 'x'); cout << 1;";
    assert_eq!(main_of(little).play(&[]).end, Ending::Exited(0));
}

#[test]
fn rust_programs_are_confined_too() {
    let body = "use std::process::Command; fn main() { println!(\"{} {} {}\", std::fs::read(\"/etc/passwd\").is_err(), \
                Command::new(\"/bin/true\").status().is_err(), std::net::TcpStream::connect(\"127.0.0.1:1\").is_err()); }";
    assert_eq!(rust(body).play(&[]).tail, "true true true\n");
}
