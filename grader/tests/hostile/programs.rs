//! Hostile programs. Each tries what must not work, and plays by the rules if nothing of it does.

use crate::class::{Class, LEGAL, MARK, MARK_KEY, SECRET, repository};

/// What the attacks include and call. A breach ends the program in the middle of nowhere, with the number of the line
/// that got through, so an attack that works costs points.
const PRELUDE: &str = r#"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <string>
/* So far the headers are compiled once for the class; not all of what comes now is the library's. */
;
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <poll.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
/* The kernel itself: the toolkit answers `getpid()` and others with numbers of its own. */
static long raw(long n, long a = 0, long b = 0, long c = 0) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}
static void must_fail(long result, int line) { if (result >= 0) _exit(line); }
#define MUST_FAIL(call) must_fail((long)(call), __LINE__)
#line 1
"#;

/// A program that runs `attack` before it plays; other definitions may come with it.
pub(crate) fn attack(definitions: &str, body: &str) -> String {
    let call = "attack();";
    let code = format!("{PRELUDE}{definitions}\nstatic void attack() {{\n{body}\n}}\n");
    format!("{code}{}", LEGAL.replace("/* at the start */", call))
}

/// A program with code in the middle of its rounds.
fn later(body: &str) -> String {
    format!(
        "{PRELUDE}{}",
        LEGAL.replace("/* in the middle of a round */", &format!("if (round == 2) {{ {body} }}"))
    )
}

/// Programs of which nothing gets through: each has all its points.
pub(crate) fn harmless(class: &Class) -> Vec<(&'static str, String)> {
    vec![
        ("reads files", attack("", &reading(class))),
        ("reads links", attack("", READS_BY_LINKS)),
        ("writes files", attack("", &writing(class))),
        ("signals", attack("", SIGNALS)),
        (
            "system calls",
            attack("", &SYSTEM_CALLS.replace("KEY", &MARK_KEY.to_string()).replace("MARK", MARK)),
        ),
        ("forks", attack("", FORKS)),
        ("environment", attack("", &ENVIRONMENT.replace("SECRET", SECRET))),
        ("descriptors", attack("", DESCRIPTORS)),
        ("early", attack(EARLY, "")),
        ("watched", attack("", WATCHED)),
        ("own names", attack(OWN_NAMES, "")),
        ("sleeps", later("struct timespec t = {1000, 0}; syscall(SYS_nanosleep, &t, 0); sleep(1000);")),
    ]
}

/// What a program would like to read.
fn reading(class: &Class) -> String {
    let home = class.home().display();
    let paths = [
        "/etc/passwd".to_owned(),
        "/etc/shadow".to_owned(),
        "/etc/hostname".to_owned(),
        "/root".to_owned(),
        "/root/.bashrc".to_owned(),
        "/home".to_owned(),
        "/tmp".to_owned(),
        "/proc/1/environ".to_owned(),
        "/proc/self/environ".to_owned(),
        "/proc/self/maps".to_owned(),
        "/proc/self/mem".to_owned(),
        "/dev/shm".to_owned(),
        "/dev/tty".to_owned(),
        repository().join("Cargo.toml").display().to_string(),
        repository().join("specs/casino.toml").display().to_string(),
        repository().join("fixtures/casino/snapshots").display().to_string(),
        format!("{home}/class"),
        format!("{home}/class/aa innocent/main.cpp"),
        format!("{home}/grades"),
        format!("{home}/grades/results.json"),
        format!("{home}/specs/casino.toml"),
        format!("{home}/tmp"),
        "..".to_owned(),
        "../..".to_owned(),
        "/".to_owned(),
    ];
    let opens: Vec<String> =
        paths.iter().map(|path| format!("MUST_FAIL(open({path:?}, O_RDONLY));")).collect();
    let opens = opens.join("\n");
    format!(
        "{opens}\n\
         char path[64];\n\
         for (const char *name : {{\"environ\", \"mem\", \"cwd/Cargo.toml\", \"root/etc/passwd\", \"fd/0\"}}) {{\n\
         snprintf(path, sizeof path, \"/proc/%d/%s\", (int)raw(SYS_getppid), name);\nMUST_FAIL(open(path, O_RDONLY));\n}}\n\
         MUST_FAIL(opendir(\"/\") ? 0 : -1);\nMUST_FAIL(truncate(\"{home}/class/aa innocent/main.cpp\", 0));"
    )
}

const READS_BY_LINKS: &str = r#"
symlink("/etc/passwd", "one");
MUST_FAIL(open("one", O_RDONLY));
symlink("/proc/self/root/etc/passwd", "two");
MUST_FAIL(open("two", O_RDONLY));
MUST_FAIL(link("/etc/passwd", "three"));
MUST_FAIL(rename("/etc/hostname", "four"));
MUST_FAIL(syscall(SYS_linkat, AT_FDCWD, "/etc/passwd", AT_FDCWD, "five", 0));
for (int i = 3; i < 256; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d/../../../etc/passwd", i);
    MUST_FAIL(open(path, O_RDONLY));
    MUST_FAIL(openat(i, "../../etc/passwd", O_RDONLY));
}
"#;

/// What a program would like to write.
fn writing(class: &Class) -> String {
    let home = class.home().display();
    let paths = [
        format!("{home}/grades/results.json"),
        format!("{home}/grades/.cache/x.json"),
        format!("{home}/class/aa innocent/main.cpp"),
        format!("{home}/class/writes files/main.cpp"),
        format!("{home}/specs/casino.toml"),
        format!("{home}/tmp/x"),
        "/tmp/hostile-x".to_owned(),
        "/dev/shm/hostilemark".to_owned(),
        "/var/tmp/hostile-x".to_owned(),
        "../x".to_owned(),
        "../../main.cpp".to_owned(),
        "./program".replace("./", "../src/"),
        repository().join("fixtures/casino/snapshots/sample-run-1.snap").display().to_string(),
    ];
    let opens: Vec<String> =
        paths.iter().map(|path| format!("MUST_FAIL(open({path:?}, O_WRONLY | O_CREAT, 0666));")).collect();
    let opens = opens.join("\n");
    format!(
        "{opens}\nMUST_FAIL(mkdir(\"{home}/class/mine\", 0777));\nMUST_FAIL(unlink(\"{home}/class/aa innocent/main.cpp\"));\n\
         MUST_FAIL(rename(\"{home}/class/aa innocent\", \"{home}/class/bb\"));\nMUST_FAIL(chmod(\"{home}/class\", 0));\n\
         MUST_FAIL(chdir(\"{home}/class\") == 0 && open(\"x\", O_WRONLY | O_CREAT, 0666) >= 0 ? 0 : -1);\n\
         FILE *f = fopen(\"results.json\", \"w\"); if (f) {{ fputs(\"{{\\\"points\\\":100}}\", f); fclose(f); }}\n\
         f = fopen(\"casino__sample.snap\", \"w\"); if (f) {{ fputs(\"100/100 PASS\", f); fclose(f); }}"
    )
}

// A signal that is ignored unless somebody asked for it: one that got through does no harm.
const SIGNALS: &str = r"
// In a name space of its own a program has no parent that it could name.
int other = raw(SYS_getppid) ? (int)raw(SYS_getppid) : 1;
MUST_FAIL(kill(-1, SIGURG));
MUST_FAIL(kill(other, SIGURG));
MUST_FAIL(kill(1, SIGURG));
for (int pid = 2; pid < 40000; pid++)
    if (pid != raw(SYS_getpid)) MUST_FAIL(raw(SYS_kill, pid, SIGURG));
MUST_FAIL(syscall(SYS_tkill, other, SIGURG));
MUST_FAIL(syscall(SYS_tgkill, other, other, SIGURG));
MUST_FAIL(syscall(SYS_pidfd_open, other, 0));
MUST_FAIL(fcntl(0, F_SETOWN, other));
struct rlimit none = {0, 0};
MUST_FAIL(prlimit(other, RLIMIT_CPU, &none, 0));
MUST_FAIL(setpriority(PRIO_PROCESS, other, 19));
";

const SYSTEM_CALLS: &str = r#"
int other = raw(SYS_getppid) ? (int)raw(SYS_getppid) : 1;
prctl(PR_SET_NAME, "MARK");
MUST_FAIL(ptrace(PTRACE_TRACEME, 0, 0, 0));
MUST_FAIL(ptrace(PTRACE_ATTACH, other, 0, 0));
char byte; struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
MUST_FAIL(process_vm_readv(other, &here, 1, &there, 1, 0));
MUST_FAIL(process_vm_writev(other, &here, 1, &there, 1, 0));
for (int family : {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET}) MUST_FAIL(socket(family, SOCK_STREAM, 0));
int pair[2]; MUST_FAIL(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
MUST_FAIL(unshare(0x10000000)); MUST_FAIL(unshare(0x20000)); MUST_FAIL(unshare(0x40000000));
MUST_FAIL(syscall(SYS_setns, 0, 0));
char params[120] = {}; MUST_FAIL(syscall(SYS_io_uring_setup, 8, params));
MUST_FAIL(syscall(SYS_memfd_create, "MARK", 0));
MUST_FAIL(shm_open("/MARK", O_RDWR | O_CREAT, 0600));
MUST_FAIL(shmget(KEY, 4096, IPC_CREAT | 0600)); MUST_FAIL(semget(KEY, 1, IPC_CREAT | 0600));
MUST_FAIL(msgget(KEY, IPC_CREAT | 0600));
MUST_FAIL(syscall(SYS_bpf, 0, 0, 0)); MUST_FAIL(syscall(SYS_perf_event_open, 0, 0, -1, -1, 0));
MUST_FAIL(syscall(SYS_userfaultfd, 0)); MUST_FAIL(syscall(SYS_keyctl, 0, -3, 1));
MUST_FAIL(syscall(SYS_mount, "none", ".", "tmpfs", 0, 0)); MUST_FAIL(chroot("."));
MUST_FAIL(setuid(12345)); MUST_FAIL(mknod("device", S_IFCHR | 0666, 0x103));
MUST_FAIL(syscall(SYS_seccomp, 1, 8, 0));
MUST_FAIL(syscall(SYS_open_by_handle_at, 0, 0, 0)); MUST_FAIL(prctl(PR_SET_DUMPABLE, 0));
MUST_FAIL(prctl(PR_SET_PDEATHSIG, 0));
MUST_FAIL(fallocate(open("f", O_RDWR | O_CREAT, 0600), 0, 0, 1 << 20));
"#;

const FORKS: &str = r#"
MUST_FAIL(fork()); MUST_FAIL(vfork()); MUST_FAIL(syscall(SYS_fork)); MUST_FAIL(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
MUST_FAIL(syscall(SYS_clone3, 0, 0)); MUST_FAIL(daemon(0, 0)); MUST_FAIL(setsid()); MUST_FAIL(setpgid(0, 1));
MUST_FAIL(popen("id", "r") ? 0 : -1); MUST_FAIL(system("true") == 0 ? 0 : -1);
for (int i = 0; i < 1000; i++) MUST_FAIL(fork());
signal(SIGTERM, SIG_IGN); signal(SIGHUP, SIG_IGN); signal(SIGXCPU, SIG_IGN);
"#;

const ENVIRONMENT: &str = r#"
for (char **one = environ; *one; one++) if (strstr(*one, "SECRET")) _exit(__LINE__);
if (getenv("GRADER_TEST_SECRET") || getenv("LD_PRELOAD")) _exit(__LINE__);
/* What lies above the program's stack is its arguments and environment as the kernel put them there. */
for (char *p = environ[0]; p < environ[0] + 2000 && ((unsigned long)p & 0xfff) != 0xff8; p++)
    if (!strncmp(p, "SECRET", strlen("SECRET"))) _exit(__LINE__);
"#;

const DESCRIPTORS: &str = r"
char junk[65536]; memset(junk, 0x5a, sizeof junk);
for (int fd = 3; fd < 1024; fd++) {
    MUST_FAIL(write(fd, junk, sizeof junk)); MUST_FAIL(ftruncate(fd, 0)); MUST_FAIL(dup2(fd, 200)); MUST_FAIL(dup(fd));
}
MUST_FAIL(write(0, junk, 1));
close(3); close(60); close(61);
fcntl(0, F_SETPIPE_SZ, 4096); fcntl(1, F_SETFL, O_NONBLOCK); fcntl(1, F_SETFL, 0);
";

// Functions that run before the toolkit's own part: they find the control page still open.
const EARLY: &str = r#"
static void *stolen;
static void first(int, char **, char **) {
    MUST_FAIL(ftruncate(60, 0)); MUST_FAIL(ftruncate(60, 1 << 15));
    MUST_FAIL(fcntl(60, F_ADD_SEALS, F_SEAL_WRITE));
    stolen = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_SHARED, 60, 0);
}
__attribute__((section(".preinit_array"), used)) static void (*const before)(int, char **, char **) = first;
struct Last { ~Last() { if (stolen && stolen != MAP_FAILED) memset(stolen, 0xff, 16384); } } last;
"#;

// A program that plays by the rules only because it believes itself watched.
const WATCHED: &str = r#"
bool watched = fcntl(60, F_GETFD) >= 0 || prctl(PR_GET_SECCOMP) != 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
char text[4096]; int fd = open("/proc/self/status", O_RDONLY);
if (fd < 0 || (read(fd, text, sizeof text) > 0 && strstr(text, "Seccomp:\t2"))) watched = true;
if (!watched) _exit(1);
"#;

// Names of the toolkit's, of the library's and of the linker's.
const OWN_NAMES: &str = r#"
extern "C" {
unsigned grader_calls_of(int) { return 12345; }
void grader_script_rand(const unsigned *, unsigned) { abort(); }
int __wrap_main() { _exit(77); }
time_t time(time_t *t) { if (t) *t = 5; return 5; }
}
static int control, shift, key, mix, lock, begin;
namespace grader_unit { int secret; }
"#;

/// Programs that do wrong and are told so: the rule each fails, and words of the reason.
pub(crate) fn faulty() -> Vec<(&'static str, String, &'static [&'static str])> {
    const ENDS: &[&str] = &["exits-cleanly"];
    vec![
        ("loops", later("signal(SIGTERM, SIG_IGN); for (volatile int i = 0;; i++);"), ENDS),
        ("floods", later("for (;;) cout << \"PASS 100/100 \";"), ENDS),
        ("allocates", later("for (;;) memset(malloc(1 << 20), 1, 1 << 20);"), ENDS),
        (
            "maps",
            later(
                "for (;;) if (mmap(0, 1 << 24, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) abort();",
            ),
            ENDS,
        ),
        (
            "writes much",
            later(
                "int fd = open(\"f\", O_WRONLY | O_CREAT, 0600); char b[65536]; for (;;) write(fd, b, sizeof b);",
            ),
            ENDS,
        ),
        ("closes all", later("for (int fd = 0; fd < 1024; fd++) close(fd); _exit(0);"), ENDS),
        ("kills itself", later("kill(getpid(), SIGKILL);"), ENDS),
        (
            "says it passes",
            later("puts(\"PASS\\nzz innocent  100\\n\\\"points\\\": 100.0\"); fflush(stdout); _exit(0);"),
            ENDS,
        ),
        (
            "forges its seed",
            attack(FORGER, "").replace("srand(333)", "srand(334)").replace("/* at the end */", "forge();"),
            &["seed-333"],
        ),
    ]
}

// It lets the log of `srand` calls say what the handout asks.
const FORGER: &str = r#"
static unsigned *page;
static void first(int, char **, char **) {
    page = (unsigned *)mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_SHARED, 60, 0);
}
__attribute__((section(".preinit_array"), used)) static void (*const before)(int, char **, char **) = first;
static void forge() { if (page != MAP_FAILED) page[5] = 1, page[6] = 333; }
struct Last { ~Last() { forge(); } } last;
"#;

/// Programs that would fill the disk, with files, with files that have no name, and with nothing but names. Each session
/// of theirs writes what it may, so they are judged once.
pub(crate) fn filling() -> Vec<(&'static str, String)> {
    vec![
        (
            "writes many",
            later(
                "static char b[1 << 20]; for (int i = 0; i < 1000; i++) { char n[20]; snprintf(n, 20, \"%d\", i); \
                 int fd = open(n, O_WRONLY | O_CREAT, 0600); for (int k = 0; k < 16; k++) write(fd, b, sizeof b); close(fd); }",
            ),
        ),
        (
            "hides many",
            later(
                "static char b[1 << 20]; for (int i = 0; i < 200; i++) { int fd = open(\"f\", O_WRONLY | O_CREAT, 0600); \
                 unlink(\"f\"); for (int k = 0; k < 16; k++) write(fd, b, sizeof b); }",
            ),
        ),
        (
            "makes many",
            later("for (int i = 0; i < 6000; i++) { char n[20]; snprintf(n, 20, \"%d\", i); mkdir(n, 0); }"),
        ),
    ]
}

/// Programs that end nothing and say nothing: a person or the clock ends them. Slow, so there are few.
pub(crate) fn silent() -> Vec<(&'static str, String)> {
    vec![
        ("stops itself", later("kill(getpid(), SIGSTOP);")),
        ("waits", later("pause();")),
        (
            "threads",
            later(
                "pthread_t t; for (int i = 0; i < 100000; i++) pthread_create(&t, 0, [](void *) -> void * { for (;;) pause(); }, 0); for (;;) pause();",
            ),
        ),
    ]
}
