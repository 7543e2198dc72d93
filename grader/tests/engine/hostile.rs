//! Programs that mean harm, or do it by mistake: each is contained, and the machine around it stays as it was.

use std::path::Path;

use grader::transcript::Ending;

use crate::programs::{main_of, rust};

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
        "syscall(SYS_kill, getppid(), 0) == 0",
        "syscall(SYS_kill, (int)syscall(SYS_getppid), SIGKILL) == 0",
        "syscall(SYS_tgkill, (int)syscall(SYS_getppid), (int)syscall(SYS_getppid), SIGKILL) == 0",
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
        "syscall(SYS_prlimit64, (int)syscall(SYS_getppid), RLIMIT_CPU, 0, 0) == 0",
        "setuid(1) == 0 && getuid() == 1",
        "chmod(\"/usr\", 0755) == 0",
        "open(\"/etc/passwd\", O_RDONLY) >= 0",
        "open(\"/proc/self/environ\", O_RDONLY) >= 0",
        "open((\"/proc/\" + to_string(syscall(SYS_getppid)) + \"/mem\").c_str(), O_RDWR) >= 0",
        "open(\"/tmp/grader-escape\", O_CREAT | O_WRONLY, 0600) >= 0",
        "open(\"../escape\", O_CREAT | O_WRONLY, 0600) >= 0",
        "symlink(\"/etc/passwd\", \"link\") != 0 || open(\"link\", O_RDONLY) >= 0",
        "link(\"/bin/sh\", \"shell\") == 0",
        "mkdir(\"/var/tmp/escape\", 0700) == 0",
        "unlink(\"/bin/sh\") == 0",
        "opendir(\"/\") != 0",
        "opendir(\"/root\") != 0",
        "open(\"/dev/tty\", O_RDWR) >= 0",
        "open(\"/dev/shm/escape\", O_CREAT | O_RDWR, 0600) >= 0",
        "mount(\"none\", \".\", \"tmpfs\", 0, 0) == 0",
        "chroot(\".\") == 0",
        "system(\"true\") == 0",
        "popen(\"true\", \"r\") != 0",
    ];
    let tests = calls
        .iter()
        .enumerate()
        .map(|(n, call)| format!("errno = 0; if ({call}) cout << {n} << ' ' << strerror(errno) << '\\n';\n"));
    let all = tests.collect::<Vec<_>>().concat();
    let session = main_of(&format!("{all} cout << \"unharmed\";")).play(&[]);
    let leak =
        session.tail.lines().find_map(|line| calls.get(line.split(' ').next()?.parse::<usize>().ok()?));
    assert_eq!((leak, session.tail.as_str()), (None, "unharmed"));
    assert!(!Path::new("/tmp/grader-escape").exists());
}

#[test]
fn the_environment_is_the_same_everywhere() {
    let session = main_of("for (char** e = environ; *e; e++) cout << *e << '\\n';").play(&[]);
    assert_eq!(session.tail, "PATH=/usr/bin:/bin\nLC_ALL=C.UTF-8\nHOME=.\nTMPDIR=.\nTERM=dumb\n");
}

#[test]
fn nothing_is_inherited_but_the_streams() {
    let session =
        main_of("for (int i = 3; i < 1024; i++) if (fcntl(i, F_GETFD) >= 0) cout << i << ' ';").play(&[]);
    assert_eq!(session.tail, "");
}

#[test]
fn privileges_are_gone() {
    let body =
        "unsigned h[2] = {0x20080522, 0}, d[6]; syscall(SYS_capget, h, d); for (unsigned x : d) cout << x;";
    assert_eq!(main_of(body).play(&[]).tail, "000000");
}

#[test]
fn bombs_go_off_inside() {
    let fork_bomb =
        main_of("for (int i = 0; i < 1000; i++) if (fork() == 0) for (;;) fork(); cout << \"over\";")
            .play(&[]);
    assert_eq!((fork_bomb.tail.as_str(), fork_bomb.end), ("over", Ending::Exited(0)));
    let memory = main_of("cout << \"x\" << endl; for (;;) memset(malloc(1 << 20), 1, 1 << 20);").play(&[]);
    assert_eq!((memory.tail.as_str(), memory.end), ("x\n", Ending::Signalled(11)));
    let vector = main_of("vector<int> v; for (;;) v.push_back(1);").play(&[]);
    assert_eq!(vector.end, Ending::Signalled(6));
    let threads = "cout << \"x\" << endl; try { for (;;) thread([] { for (;;) pause(); }).detach(); } catch (...) { cout << \"full\" << endl; _exit(0); }";
    assert_eq!(main_of(threads).play(&[]).end, Ending::Exited(0));
    let huge = main_of("cout << \"x\" << endl; signal(SIGXFSZ, SIG_IGN); ofstream f(\"f\"); string s(1 << 20, 'x'); long n = 0; while (f << s << flush) n++; cout << n;").play(&[]);
    assert_eq!(huge.tail, "x\n16");
    let daemon = main_of("daemon(0, 0); setsid(); execl(\"/bin/sleep\", \"sleep\", \"98765\", 0);")
        .limited(|l| l.wall_seconds = 1);
    assert_eq!(daemon.play(&[]).end, Ending::WallLimit);
    assert!(!runs("98765"));
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
fn rust_programs_are_confined_too() {
    let body = "use std::process::Command; fn main() { println!(\"{} {} {}\", std::fs::read(\"/etc/passwd\").is_err(), \
                Command::new(\"/bin/true\").status().is_err(), std::net::TcpStream::connect(\"127.0.0.1:1\").is_err()); }";
    assert_eq!(rust(body).play(&[]).tail, "true true true\n");
}
