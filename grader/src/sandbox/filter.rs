//! The system calls a child may not make, and the ones that are reported to the grader.

use std::collections::BTreeMap;
use std::ffi::c_long;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};

/// One instruction of a filter.
pub(crate) type Instruction = libc::sock_filter;

/// Stands for the child's own process number, which is known only once it lives; the child replaces it.
pub(super) const PID_MARK: u32 = 0x5a17_ed01;

const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
const EQUAL: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const AT_LEAST: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const RETURN: u16 = 0x06; // BPF_RET | BPF_K
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENT_0: u32 = 16;
const ARGUMENT_1: u32 = 24;
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
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
    ]
}

/// Reports every `read` and `readv` (a copy of standard input, or `/dev/stdin`, has another number), and whatever
/// changes what standard input is: `close`, `dup2` and `dup3` onto it.
pub(super) fn watch() -> Vec<Instruction> {
    vec![
        step(LOAD, NUMBER, 0, 0),
        step(EQUAL, libc::SYS_read as u32, 10, 0),
        step(EQUAL, libc::SYS_readv as u32, 9, 0),
        step(EQUAL, libc::SYS_close as u32, 3, 0),
        step(EQUAL, libc::SYS_dup2 as u32, 4, 0),
        step(EQUAL, libc::SYS_dup3 as u32, 3, 0),
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
        step(LOAD, ARGUMENT_0, 0, 0),
        step(EQUAL, 0, 3, 2),
        step(LOAD, ARGUMENT_1, 0, 0),
        step(EQUAL, 0, 1, 0),
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
        step(RETURN, libc::SECCOMP_RET_USER_NOTIF, 0, 0),
    ]
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

/// The list of refused system calls: they fail with `EPERM`.
///
/// With `fork` the child may have children (compilers). With `scoped` the kernel keeps its signals inside (landlock),
/// so the members of a family may signal each other; otherwise a child may signal itself alone.
pub(super) fn denylist(fork: bool, scoped: bool) -> Result<Vec<Instruction>, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    let mut some = |call: c_long, alternatives: Vec<SeccompCondition>| {
        let rules_of_call =
            alternatives.into_iter().map(|one| SeccompRule::new(vec![one])).collect::<Result<Vec<_>, _>>()?;
        rules.insert(call, rules_of_call);
        Ok::<(), seccompiler::BackendError>(())
    };
    some(libc::SYS_prlimit64, vec![unless(0, 0)?])?;
    some(libc::SYS_sched_setaffinity, vec![unless(0, 0)?])?;
    some(libc::SYS_personality, vec![unless(0, u32::MAX)?])?;
    let settings = [libc::PR_SET_PDEATHSIG, libc::PR_SET_DUMPABLE, libc::PR_SET_PTRACER];
    some(libc::SYS_prctl, each(0, &settings.map(|option| option as u32))?)?;
    let owners = [libc::F_SETOWN, F_SETSIG, F_SETOWN_EX];
    some(libc::SYS_fcntl, each(1, &owners.map(|request| request as u32))?)?;
    some(libc::SYS_ioctl, each(1, &[FIOSETOWN, SIOCSPGRP, libc::TIOCSTI as u32])?)?;
    if !(fork && scoped) {
        for call in [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill] {
            some(call, vec![unless(0, PID_MARK)?])?;
        }
    }
    if fork {
        let spaces = NAMESPACES.map(|flag| flag as u32).map(|flag| holds(0, flag, flag));
        some(libc::SYS_clone, spaces.into_iter().collect::<Result<_, _>>()?)?;
    } else {
        some(libc::SYS_clone, vec![holds(0, libc::CLONE_THREAD as u32, 0)?])?;
        rules.extend(REFUSED_TO_PROGRAMS.iter().map(|call| (*call, Vec::new())));
    }
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, TargetArch::x86_64)?;
    let program = BpfProgram::try_from(filter)?;
    Ok(program.iter().map(|i| step(i.code, i.k, i.jt, i.jf)).collect())
}

const F_SETSIG: i32 = 10;
const F_SETOWN_EX: i32 = 15;
const FIOSETOWN: u32 = 0x8901;
const SIOCSPGRP: u32 = 0x8902;
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// The argument has another value.
fn unless(index: u8, value: u32) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value.into())
}

/// One alternative for each value of the argument.
fn each(index: u8, values: &[u32]) -> Result<Vec<SeccompCondition>, seccompiler::BackendError> {
    let equal = |value: &u32| {
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, u64::from(*value))
    };
    values.iter().map(equal).collect()
}

/// The argument's bits under the mask have this value.
fn holds(index: u8, mask: u32, value: u32) -> Result<SeccompCondition, seccompiler::BackendError> {
    let masked = SeccompCmpOp::MaskedEq(mask.into());
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, masked, value.into())
}
