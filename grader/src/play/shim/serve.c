/*
 * ---- The fork server: its other side is `sandbox/server.rs` ----
 *
 * A program that finds a socket at a fixed descriptor is not played itself. Before anything of its own has run it waits
 * for commands: each brings an input and an output, and makes one child, the grader's, that goes on as if it had just
 * been started with them. Nothing here uses the C library, and nothing that differs between sessions comes to lie on
 * the stack, whose remains a program may see.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>

enum { SERVER_FD = 59 };

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

#define HIDDEN __attribute__((weak, visibility("hidden")))
extern void (*__preinit_array_start[])(void) HIDDEN;
extern void (*__preinit_array_end[])(void) HIDDEN;
extern void (*__init_array_start[])(void) HIDDEN;

/* A child may signal itself alone, and have no children. The grader's own filters hold for all of the program's life;
 * these three could not be theirs, since the server forks and a child has another number. */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
static struct sock_filter own_filter[] = {
    LOAD(nr),
    EQUAL(SYS_kill, 5, 0),
    EQUAL(SYS_tkill, 4, 0),
    EQUAL(SYS_tgkill, 3, 0),
    EQUAL(SYS_clone, 4, 0),
    EQUAL(SYS_prctl, 5, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    LOAD(args[0]),
    EQUAL(0 /* the child's number */, 5, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 3, 2),
    LOAD(args[0]),
    EQUAL(PR_SET_PDEATHSIG, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
enum { OWN_NUMBER = 8 };

static struct {
    struct cmsghdr header;
    int fds[2];
} streams;
static char command;
static int *thread_number;
static struct {
    void *head;
    size_t length;
} robust;

__attribute__((constructor(1))) static void begin(void);

/* The next command. 0 if there is no socket: the program is played itself. */
static int next_command(void)
{
    static struct iovec data = { &command, 1 };
    static struct msghdr message;
    message = (struct msghdr){ .msg_iov = &data, .msg_iovlen = 1, .msg_control = &streams, .msg_controllen = sizeof streams };
    long got = kernel(SYS_recvmsg, SERVER_FD, (long)&message, MSG_CMSG_CLOEXEC, 0, 0, 0);
    if (got == -EBADF || got == -ENOTSOCK)
        return 0;
    if (got != 1 || message.msg_controllen < sizeof streams)
        kernel(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    return 1;
}

/* What the C library noted of the thread at its start, and a child must have as well; the program must not have run. */
static void prepare(void)
{
    int first = __preinit_array_end - __preinit_array_start == 0 && __init_array_start[0] == begin;
    if (!first || kernel(SYS_prctl, PR_GET_TID_ADDRESS, (long)&thread_number, 0, 0, 0, 0) != 0 || !thread_number ||
        kernel(SYS_get_robust_list, 0, (long)&robust.head, (long)&robust.length, 0, 0, 0) != 0)
        kernel(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

/* The child becomes what a fresh start would be. The first call is reported to the grader, who so learns of it. */
static void settle(void)
{
    static struct sock_fprog filter = { sizeof own_filter / sizeof *own_filter, own_filter };
    if (kernel(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0) != 0)
        kernel(SYS_exit_group, 127, 0, 0, 0, 0, 0);
    /* As dup2 would, which is reported and would be one report more. */
    kernel(SYS_close_range, 0, 0, 0, 0, 0, 0);
    kernel(SYS_fcntl, streams.fds[0], F_DUPFD, 0, 0, 0, 0);
    kernel(SYS_dup2, streams.fds[1], 1, 0, 0, 0, 0);
    kernel(SYS_dup2, streams.fds[1], 2, 0, 0, 0, 0);
    kernel(SYS_close, streams.fds[0], 0, 0, 0, 0, 0);
    kernel(SYS_close, streams.fds[1], 0, 0, 0, 0, 0);
    kernel(SYS_close, SERVER_FD, 0, 0, 0, 0, 0);
    kernel(SYS_set_robust_list, (long)robust.head, (long)robust.length, 0, 0, 0, 0);
    own_filter[OWN_NUMBER].k = (uint32_t)kernel(SYS_getpid, 0, 0, 0, 0, 0, 0);
    if (kernel(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, (long)&filter, 0, 0, 0) != 0)
        kernel(SYS_exit_group, 127, 0, 0, 0, 0, 0);
}

/* Returns where the program is to start: at once if there is nothing to serve, otherwise in each child. */
static void serve(void)
{
    static long child;
    while (next_command()) {
        if (!thread_number)
            prepare();
        long flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
        child = kernel(SYS_clone, flags, 0, 0, (long)thread_number, 0, 0);
        if (child == 0) {
            settle();
            return;
        }
        kernel(SYS_close, streams.fds[0], 0, 0, 0, 0, 0);
        kernel(SYS_close, streams.fds[1], 0, 0, 0, 0, 0);
        if (child < 0)
            kernel(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    }
}
