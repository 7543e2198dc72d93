//! The system calls a child may not make, and the ones that are reported to the grader.
//!
//! The filters are put together here, an instruction per refused call: every child pays for translating and testing
//! its filters, and generated ones, several times as long, cost it a third of a millisecond more.

use std::ffi::c_long;

/// One instruction of a filter.
pub(crate) type Instruction = libc::sock_filter;

/// Stands for the child's own process number, which is known only once it lives; the child replaces it.
pub(super) const PID_MARK: u32 = 0x5a17_ed01;

const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
const EQUAL: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const AT_LEAST: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const ANY_BIT: u16 = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN: u16 = 0x06; // BPF_RET | BPF_K
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENT_0: u32 = 16;
const ARGUMENT_1: u32 = 24;
const ALLOW: Instruction = step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0);
const REFUSE: Instruction = step(RETURN, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32, 0, 0);
const X86_64: u32 = 0xc000_003e;
const X32: u32 = 0x4000_0000;

const fn step(code: u16, k: u32, jt: u8, jf: u8) -> Instruction {
    Instruction { code, jt, jf, k }
}

/// Refuses other architectures' system calls, the x32 ones and `clone3` (whose flags no filter can see; the C library
/// then takes `clone`).
pub(super) fn basics() -> Vec<Instruction> {
    let missing = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    vec![
        step(LOAD, ARCHITECTURE, 0, 0),
        step(EQUAL, X86_64, 1, 0),
        step(RETURN, libc::SECCOMP_RET_KILL_PROCESS, 0, 0),
        step(LOAD, NUMBER, 0, 0),
        step(AT_LEAST, X32, 1, 0),
        step(EQUAL, libc::SYS_clone3 as u32, 0, 1),
        step(RETURN, missing, 0, 0),
        ALLOW,
    ]
}

/// Reports every `read` and `readv` (a copy of standard input, or `/dev/stdin`, has another number), and whatever
/// changes what standard input is: `close`, `dup2` and `dup3` onto it. A server's forks are reported as well, and that
/// a session of its binds itself to the grader's life.
pub(super) fn watch() -> Vec<Instruction> {
    vec![
        step(LOAD, NUMBER, 0, 0),
        step(EQUAL, libc::SYS_read as u32, 16, 0),
        step(EQUAL, libc::SYS_readv as u32, 15, 0),
        step(EQUAL, libc::SYS_close as u32, 5, 0),
        step(EQUAL, libc::SYS_dup2 as u32, 6, 0),
        step(EQUAL, libc::SYS_dup3 as u32, 5, 0),
        step(EQUAL, libc::SYS_clone as u32, 6, 0),
        step(EQUAL, libc::SYS_prctl as u32, 7, 0),
        ALLOW,
        step(LOAD, ARGUMENT_0, 0, 0),
        step(EQUAL, 0, 7, 6),
        step(LOAD, ARGUMENT_1, 0, 0),
        step(EQUAL, 0, 5, 4),
        step(LOAD, ARGUMENT_0, 0, 0),
        step(ANY_BIT, libc::CLONE_THREAD as u32, 2, 3),
        step(LOAD, ARGUMENT_0, 0, 0),
        step(EQUAL, libc::PR_SET_PDEATHSIG as u32, 1, 0),
        ALLOW,
        step(RETURN, libc::SECCOMP_RET_USER_NOTIF, 0, 0),
    ]
}

/// Reports whatever opens a file, beside what another filter reports. A call that the grader cannot look into is missing.
pub(super) fn gate(others: Vec<Instruction>) -> Vec<Instruction> {
    let report = step(RETURN, libc::SECCOMP_RET_USER_NOTIF, 0, 0);
    let missing = step(RETURN, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32, 0, 0);
    let mut filter = vec![step(LOAD, NUMBER, 0, 0), step(EQUAL, libc::SYS_openat2 as u32, 0, 1), missing];
    for call in OPENING {
        filter.extend([step(EQUAL, call as u32, 0, 1), report]);
    }
    filter.extend(if others.is_empty() { vec![ALLOW] } else { others });
    filter
}

/// The calls that open a file.
pub(super) const OPENING: [c_long; 3] = [libc::SYS_openat, libc::SYS_open, libc::SYS_creat];

/// Stand for the halves of three addresses: of the path, the arguments and the environment a program is started with.
/// The child, which is born in the grader's memory, puts in what is true there.
pub(super) const START_MARKS: [u32; 6] =
    [0x5a17_ed02, 0x5a17_ed03, 0x5a17_ed04, 0x5a17_ed05, 0x5a17_ed06, 0x5a17_ed07];

/// Refuses a gated program other ways to a file's contents: a second name for a file of somebody else's, and to become
/// another program than the one it is started as, from this descriptor. That start itself is told by addresses in the
/// grader's memory, which no program knows.
pub(super) fn behind_gate(program: u32) -> Vec<Instruction> {
    let of_start = [(ARGUMENT_0, program)].into_iter().chain((ARGUMENT_1..).step_by(4).zip(START_MARKS));
    let mut start: Vec<Instruction> = of_start
        .flat_map(|(argument, value)| [step(LOAD, argument, 0, 0), step(EQUAL, value, 1, 0), REFUSE])
        .collect();
    start.push(ALLOW);
    let length = start.len() as u8;
    let mut filter = vec![step(LOAD, NUMBER, 0, 0), step(EQUAL, libc::SYS_execveat as u32, 0, length)];
    filter.extend(start);
    let calls = [libc::SYS_execve, libc::SYS_link, libc::SYS_linkat].map(|call| call as u32);
    filter.extend(any_of(&calls));
    filter.extend([ALLOW, REFUSE]);
    filter
}

/// Nobody needs these: other processes, the network, other name spaces, the kernel's more dangerous corners, memory
/// that no limit counts, and leaving the session by which a child's whole family is ended.
const REFUSED: &[c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_sendto,
    libc::SYS_sendmmsg,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_setup,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_vmsplice,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
];

/// Programs need these no more than the others, but compilers do: a linker makes its output executable, rustc speaks
/// to its children over a socket pair. Landlock does not govern modes and owners, so without this a program could
/// change those of files that it cannot open.
const REFUSED_TO_PROGRAMS: &[c_long] = &[
    // They fill a disk in no time, or have everybody wait for it.
    libc::SYS_fallocate,
    libc::SYS_sync,
    libc::SYS_syncfs,
    libc::SYS_socketpair,
    libc::SYS_sendmsg,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_chown,
    libc::SYS_fchown,
    libc::SYS_lchown,
    libc::SYS_fchownat,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_utimensat,
    libc::SYS_futimesat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];

/// When a system call is refused.
enum When {
    /// The argument has another value than this.
    Not(u32),
    /// The argument has one of these values.
    Is(&'static [u32]),
    /// The argument has any of these bits.
    Has(u32),
    /// The argument has none of these bits.
    Lacks(u32),
}

/// What a child may do about other processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// Nothing: it has no children, and signals itself alone.
    None,
    /// It has children (compilers). With `scoped` the kernel keeps their signals inside (landlock), and they may signal
    /// each other.
    Children { scoped: bool },
    /// It is a server: its forks are reported, and its sessions refuse themselves the rest.
    Sessions,
}

/// The list of refused system calls: they fail with `EPERM`.
pub(super) fn denylist(family: Family) -> Vec<Instruction> {
    let mut filter = vec![step(LOAD, NUMBER, 0, 0)];
    let mut refuse = |call: c_long, argument: u32, when: When| filter.extend(refusal(call, argument, &when));
    refuse(libc::SYS_prlimit64, 0, When::Not(0));
    refuse(libc::SYS_sched_setaffinity, 0, When::Not(0));
    refuse(libc::SYS_personality, 0, When::Not(u32::MAX));
    if family != Family::Sessions {
        refuse(libc::SYS_prctl, 0, When::Is(SETTINGS));
    }
    refuse(libc::SYS_fcntl, 1, When::Is(OWNERS));
    refuse(libc::SYS_ioctl, 1, When::Is(REQUESTS));
    if matches!(family, Family::None | Family::Children { scoped: false }) {
        for call in [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill] {
            refuse(call, 0, When::Not(PID_MARK));
        }
    }
    let children = match family {
        Family::None => When::Lacks(libc::CLONE_THREAD as u32),
        Family::Children { .. } | Family::Sessions => When::Has(NAMESPACES),
    };
    refuse(libc::SYS_clone, 0, children);
    if family == Family::Sessions {
        filter.extend(settings_of_sessions());
    }
    let more = if matches!(family, Family::Children { .. }) { &[] } else { REFUSED_TO_PROGRAMS };
    let calls: Vec<u32> = REFUSED.iter().chain(more).map(|call| *call as u32).collect();
    filter.extend(any_of(&calls));
    filter.extend([ALLOW, REFUSE]);
    filter
}

/// The settings of a process by which it would escape the grader's eye or outlive it.
const SETTINGS: &[u32] =
    &[libc::PR_SET_PDEATHSIG as u32, libc::PR_SET_DUMPABLE as u32, libc::PR_SET_PTRACER as u32];
/// The same for a server and its sessions, which must bind themselves to the grader's life, and may do nothing else
/// about it.
fn settings_of_sessions() -> Vec<Instruction> {
    vec![
        step(EQUAL, libc::SYS_prctl as u32, 0, 8),
        step(LOAD, ARGUMENT_0, 0, 0),
        step(EQUAL, libc::PR_SET_DUMPABLE as u32, 5, 0),
        step(EQUAL, libc::PR_SET_PTRACER as u32, 4, 0),
        step(EQUAL, libc::PR_SET_PDEATHSIG as u32, 0, 2),
        step(LOAD, ARGUMENT_1, 0, 0),
        step(EQUAL, libc::SIGKILL as u32, 0, 1),
        ALLOW,
        REFUSE,
    ]
}

/// Requests that have signals sent to a process of the caller's choice: `F_SETOWN`, `F_SETSIG`, `F_SETOWN_EX`.
const OWNERS: &[u32] = &[8, 10, 15];
/// The same for `ioctl`, and typing into a terminal: `FIOSETOWN`, `SIOCSPGRP`, `TIOCSTI`.
const REQUESTS: &[u32] = &[0x8901, 0x8902, 0x5412];
const NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// Instructions that decide about one call and are jumped over by the others. The lower half of an argument is all
/// that the kernel looks at in these calls.
fn refusal(call: c_long, argument: u32, when: &When) -> Vec<Instruction> {
    let test = match when {
        When::Not(value) => vec![step(EQUAL, *value, 0, 1)],
        When::Is(values) => any_of(values),
        When::Has(bits) => vec![step(ANY_BIT, *bits, 1, 0)],
        When::Lacks(bits) => vec![step(ANY_BIT, *bits, 0, 1)],
    };
    let length = test.len() as u8 + 3;
    let mut block = vec![step(EQUAL, call as u32, 0, length), step(LOAD, ARGUMENT_0 + 8 * argument, 0, 0)];
    block.extend(test);
    block.extend([ALLOW, REFUSE]);
    block
}

/// Jumps over the instruction that follows if the loaded number is one of these; at most 255.
fn any_of(values: &[u32]) -> Vec<Instruction> {
    let count = values.len();
    values.iter().enumerate().map(|(i, value)| step(EQUAL, *value, (count - i) as u8, 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a filter on a call, as the kernel would.
    fn verdict(filter: &[Instruction], call: c_long, args: [u32; 2]) -> u32 {
        let (mut at, mut loaded) = (0, 0);
        loop {
            let Instruction { code, jt, jf, k } = filter[at];
            let jump = match code {
                LOAD => {
                    loaded = match k {
                        NUMBER => call as u32,
                        ARCHITECTURE => X86_64,
                        ARGUMENT_0 => args[0],
                        _ => args[1],
                    };
                    0
                }
                RETURN => return k,
                EQUAL if loaded == k => jt,
                AT_LEAST if loaded >= k => jt,
                ANY_BIT if loaded & k != 0 => jt,
                _ => jf,
            };
            at += 1 + usize::from(jump);
        }
    }

    #[test]
    fn the_lists_refuse_what_they_name_and_nothing_else() {
        for fork in [false, true] {
            let filter = denylist(if fork { Family::Children { scoped: true } } else { Family::None });
            for call in 0..500 {
                let refused = verdict(&filter, call, [0, 0]) == REFUSE.k;
                let listed = REFUSED.contains(&call) || !fork && REFUSED_TO_PROGRAMS.contains(&call);
                let by_zero = !fork
                    && [libc::SYS_clone, libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill].contains(&call)
                    || call == libc::SYS_personality;
                assert_eq!(refused, listed || by_zero, "{call}, fork {fork}");
            }
            let allowed = |call, args| verdict(&filter, call, args) == ALLOW.k;
            assert!(allowed(libc::SYS_prctl, [libc::PR_SET_NAME as u32, 0]));
            assert!(SETTINGS.iter().all(|setting| !allowed(libc::SYS_prctl, [*setting, 0])));
            assert!(OWNERS.iter().all(|request| !allowed(libc::SYS_fcntl, [0, *request])));
            assert!(allowed(libc::SYS_clone, [libc::CLONE_THREAD as u32, 0]));
            assert_eq!(allowed(libc::SYS_clone, [libc::SIGCHLD as u32, 0]), fork);
            assert!(!allowed(libc::SYS_clone, [libc::CLONE_NEWUSER as u32, 0]));
            assert!(!allowed(libc::SYS_prlimit64, [1, 0]));
        }
        let gated = behind_gate(61);
        assert_eq!(verdict(&gated, libc::SYS_execveat, [61, 0]), REFUSE.k);
        assert_eq!(verdict(&gated, libc::SYS_execve, [0, 0]), REFUSE.k);
        assert_eq!(verdict(&gated, libc::SYS_openat, [0, 0]), ALLOW.k);
        let alone = denylist(Family::None);
        assert_eq!(verdict(&alone, libc::SYS_kill, [PID_MARK, 0]), ALLOW.k);
        let unscoped = denylist(Family::Children { scoped: false });
        assert_eq!(verdict(&unscoped, libc::SYS_kill, [1, 0]), REFUSE.k);
        let server = denylist(Family::Sessions);
        assert_eq!(verdict(&server, libc::SYS_clone, [libc::SIGCHLD as u32, 0]), ALLOW.k);
        assert_eq!(verdict(&server, libc::SYS_fork, [0, 0]), REFUSE.k);
        let sets =
            |setting: i32, value: i32| verdict(&server, libc::SYS_prctl, [setting as u32, value as u32]);
        assert_eq!(sets(libc::PR_SET_DUMPABLE, 0), REFUSE.k);
        assert_eq!(sets(libc::PR_SET_PTRACER, 0), REFUSE.k);
        assert_eq!(sets(libc::PR_SET_PDEATHSIG, 0), REFUSE.k);
        assert_eq!(sets(libc::PR_SET_PDEATHSIG, libc::SIGKILL), ALLOW.k);
        assert_eq!(sets(libc::PR_SET_NAME, 0), ALLOW.k);
        assert_eq!(verdict(&server, libc::SYS_unshare, [0, 0]), REFUSE.k);
    }

    #[test]
    fn reading_and_changes_of_standard_input_are_reported() {
        let reported = |call, args| verdict(&watch(), call, args) == libc::SECCOMP_RET_USER_NOTIF;
        assert!(reported(libc::SYS_read, [0, 0]) && reported(libc::SYS_readv, [7, 0]));
        assert!(reported(libc::SYS_close, [0, 0]) && !reported(libc::SYS_close, [3, 0]));
        assert!(reported(libc::SYS_dup2, [3, 0]) && !reported(libc::SYS_dup2, [0, 3]));
        assert!(reported(libc::SYS_dup3, [3, 0]) && !reported(libc::SYS_write, [0, 0]));
        assert!(reported(libc::SYS_clone, [libc::SIGCHLD as u32, 0]));
        assert!(reported(libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as u32, 9]));
        assert!(
            !reported(libc::SYS_prctl, [libc::PR_SET_NAME as u32, 0]) && !reported(libc::SYS_close, [1, 1])
        );
        assert!(!reported(libc::SYS_write, [0, 0]) && !reported(libc::SYS_dup2, [0, 1]));
        assert!(!reported(libc::SYS_clone, [libc::CLONE_THREAD as u32, 0]));
        let opened = |call| verdict(&gate(watch()), call, [3, 3]);
        assert!(OPENING.into_iter().all(|call| opened(call) == libc::SECCOMP_RET_USER_NOTIF));
        assert_eq!(
            (opened(libc::SYS_close), opened(libc::SYS_read)),
            (ALLOW.k, libc::SECCOMP_RET_USER_NOTIF)
        );
        assert_eq!(verdict(&gate(Vec::new()), libc::SYS_read, [0, 0]), ALLOW.k);
        assert_eq!(verdict(&basics(), libc::SYS_clone3, [0, 0]) & 0xffff, libc::ENOSYS as u32);
        assert_eq!(verdict(&basics(), c_long::from(X32), [0, 0]) & 0xffff, libc::ENOSYS as u32);
        assert_eq!(verdict(&basics(), libc::SYS_write, [0, 0]), ALLOW.k);
    }
}
