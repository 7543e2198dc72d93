/*
 * Linked into a student's program as an object: fixes chance and time from outside.
 *
 * A page of shared memory, inherited at a fixed descriptor, tells seed and moment; without it (the program is run by
 * hand) everything here behaves as the C library does. Every definition is weak, but for the two that only a harness
 * calls, so a function or variable of the student's own with the same name simply takes its place. Nothing here rests
 * on the C library's own version of what it replaces: the kernel is called directly.
 *
 * The generators are those of the GNU C library (random(3), drand48(3)), restated from their published descriptions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>

#define WEAK __attribute__((weak))

/* ---- The control page: the grader's side of it is `sandbox/control.rs`. ---- */

enum { CONTROL_FD = 60, CONTROL_BYTES = 16384, CONTROL_MAGIC = 0x63617264, LOGGED = 16 };

struct control {
    uint32_t magic, seed, base, moment;
    volatile uint32_t answers;
    volatile uint32_t seeding_calls, seedings[LOGGED];
    uint32_t rigged_count, rigged[];
};

static struct control *control;
static uint32_t shift;

static long kernel(long n, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static long checked(long result)
{
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

/* A bijection of 64 bits that leaves no pattern (splitmix64). */
static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static uint64_t key(uint64_t purpose)
{
    return mix(mix(purpose) ^ ((uint64_t)control->seed << 32 | control->moment));
}

static int lock_word;
static void lock(void) { while (__atomic_exchange_n(&lock_word, 1, __ATOMIC_ACQUIRE)) { } }
static void unlock(void) { __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE); }
