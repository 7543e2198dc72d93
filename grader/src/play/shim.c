/*
 * Linked into a student's program as an object: fixes chance and time from outside.
 *
 * A page of shared memory, inherited at a fixed descriptor, tells seed and moment; without it (the program is run by
 * hand) everything here behaves as the C library does. Every definition is weak, so a function or variable of the
 * student's own with the same name simply takes its place. Nothing here rests on the C library's own version of what
 * it replaces: the kernel is called directly.
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

/*
 * Standard input and output as on a terminal: line buffered, both, which also makes the library flush the output
 * before it reads. It comes before the program's own constructors, which may already draw numbers.
 */
__attribute__((constructor(101))) static void begin(void)
{
    struct stat info;
    if (fstat(CONTROL_FD, &info) != 0 || info.st_size != CONTROL_BYTES)
        return;
    void *page = mmap(NULL, CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, CONTROL_FD, 0);
    if (page == MAP_FAILED || ((struct control *)page)->magic != CONTROL_MAGIC)
        return;
    kernel(SYS_close, CONTROL_FD, 0, 0, 0, 0, 0);
    control = page;
    shift = control->seed - control->base;
    setvbuf(stdin, NULL, _IOLBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
}

/* ---- rand and its relatives ---- */

static uint32_t ring[34];
static unsigned front, drawn;
static int seeded;

static void seed_ring(uint32_t seed)
{
    int32_t word = seed == 0 ? 1 : (int32_t)seed;
    ring[0] = (uint32_t)word;
    for (int i = 1; i < 31; i++) {
        int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        if (word < 0)
            word += 2147483647;
        ring[i] = (uint32_t)word;
    }
    front = 3;
    seeded = 1;
    for (int i = 0; i < 310; i++) {
        ring[front % 31] += ring[(front + 28) % 31];
        front = (front + 1) % 31;
    }
}

static int draw(void)
{
    lock();
    int value;
    if (control && drawn < control->rigged_count) {
        value = (int)(control->rigged[drawn++] & 0x7fffffff);
    } else {
        if (!seeded)
            seed_ring(1 + shift);
        uint32_t sum = ring[front] += ring[(front + 28) % 31];
        front = (front + 1) % 31;
        value = (int)(sum >> 1);
    }
    unlock();
    return value;
}

static void reseed(uint32_t seed)
{
    lock();
    seed_ring(seed + shift);
    if (control) {
        uint32_t calls = control->seeding_calls;
        if (calls < LOGGED)
            control->seedings[calls] = seed;
        control->seeding_calls = calls + 1;
    }
    unlock();
}

WEAK int rand(void) { return draw(); }
WEAK long random(void) { return draw(); }
WEAK void srand(unsigned seed) { reseed(seed); }
WEAK void srandom(unsigned seed) { reseed(seed); }

/* The state is the program's own; one that this function did not leave there is a fresh seed and is shifted. */
WEAK int rand_r(unsigned *state)
{
    static struct { unsigned *place, left; } known[16];
    static unsigned next_slot;
    lock();
    unsigned slot = 0;
    while (slot < 16 && known[slot].place != state)
        slot++;
    uint32_t next = *state;
    if (slot == 16) {
        slot = next_slot++ % 16;
        known[slot].place = state;
        next += shift;
    } else if (known[slot].left != next) {
        next += shift;
    }
    next = next * 1103515245 + 12345;
    uint32_t result = (next / 65536) % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (next / 65536) % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (next / 65536) % 1024;
    *state = known[slot].left = next;
    unlock();
    return (int)result;
}

static uint64_t state48;
static int seeded48;

static uint64_t step48(uint64_t x) { return (x * 0x5deece66d + 0xb) & 0xffffffffffff; }

static uint64_t draw48(void)
{
    lock();
    if (!seeded48)
        state48 = (uint64_t)shift << 16;
    seeded48 = 1;
    uint64_t x = state48 = step48(state48);
    unlock();
    return x;
}

static uint64_t draw48_of(unsigned short own[3])
{
    uint64_t x = step48((uint64_t)own[2] << 32 | (uint64_t)own[1] << 16 | own[0]);
    own[0] = (unsigned short)x;
    own[1] = (unsigned short)(x >> 16);
    own[2] = (unsigned short)(x >> 32);
    return x;
}

static double fraction48(uint64_t x) { return (double)x / 281474976710656.0; }

WEAK void srand48(long seed)
{
    lock();
    state48 = (uint64_t)((uint32_t)seed + shift) << 16 | 0x330e;
    seeded48 = 1;
    unlock();
}
WEAK double drand48(void) { return fraction48(draw48()); }
WEAK long lrand48(void) { return (long)(draw48() >> 17); }
WEAK long mrand48(void) { return (int32_t)(draw48() >> 16); }
WEAK double erand48(unsigned short own[3]) { return fraction48(draw48_of(own)); }
WEAK long nrand48(unsigned short own[3]) { return (long)(draw48_of(own) >> 17); }
WEAK long jrand48(unsigned short own[3]) { return (int32_t)(draw48_of(own) >> 16); }

/* ---- Entropy ---- */

static void fill(void *to, size_t count)
{
    static uint64_t position;
    unsigned char *bytes = to;
    lock();
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = mix(key(1) + position++);
        memcpy(bytes + i, &word, count - i < 8 ? count - i : 8);
    }
    unlock();
}

static ssize_t entropy(void *to, size_t count, unsigned flags)
{
    if (!control)
        return checked(kernel(SYS_getrandom, (long)to, (long)count, flags, 0, 0, 0));
    fill(to, count);
    return (ssize_t)count;
}

static uint32_t entropy32(void)
{
    uint32_t word;
    entropy(&word, sizeof word, 0);
    return word;
}

WEAK ssize_t getrandom(void *to, size_t count, unsigned flags) { return entropy(to, count, flags); }
WEAK int getentropy(void *to, size_t count)
{
    if (count > 256) {
        errno = EIO;
        return -1;
    }
    return entropy(to, count, 0) == (ssize_t)count ? 0 : -1;
}
WEAK uint32_t arc4random(void) { return entropy32(); }
WEAK void arc4random_buf(void *to, size_t count) { entropy(to, count, 0); }
WEAK uint32_t arc4random_uniform(uint32_t bound)
{
    if (bound < 2)
        return 0;
    uint32_t least = -bound % bound, word;
    do
        word = entropy32();
    while (word < least);
    return word % bound;
}

/* std::random_device of libstdc++, all tokens and both string layouts, by its linker names. */
WEAK void _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void *s, void *t) { (void)s, (void)t; }
WEAK void _ZNSt13random_device7_M_initERKSs(void *s, void *t) { (void)s, (void)t; }
WEAK void _ZNSt13random_device7_M_initEPKcm(void *s, const char *t, size_t n) { (void)s, (void)t, (void)n; }
WEAK void _ZNSt13random_device16_M_init_pretr1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void *s, void *t) { (void)s, (void)t; }
WEAK void _ZNSt13random_device16_M_init_pretr1ERKSs(void *s, void *t) { (void)s, (void)t; }
WEAK void _ZNSt13random_device7_M_finiEv(void *s) { (void)s; }
WEAK uint32_t _ZNSt13random_device9_M_getvalEv(void *s) { (void)s; return entropy32(); }
WEAK uint32_t _ZNSt13random_device16_M_getval_pretr1Ev(void *s) { (void)s; return entropy32(); }
WEAK double _ZNKSt13random_device13_M_getentropyEv(const void *s) { (void)s; return 32.0; }

/* A file of the same bytes as the entropy above, in place of the random devices; 64 KiB is more than a seed needs. */
static int open_file(int folder, const char *path, int flags, unsigned mode)
{
    if (control && path && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"))) {
        long fd = kernel(SYS_openat, AT_FDCWD, (long)".", O_TMPFILE | O_RDWR | (flags & O_CLOEXEC), 0600, 0, 0);
        if (fd >= 0) {
            static char bytes[65536];
            fill(bytes, sizeof bytes);
            kernel(SYS_pwrite64, fd, (long)bytes, sizeof bytes, 0, 0, 0);
            return (int)fd;
        }
    }
    return (int)checked(kernel(SYS_openat, folder, (long)path, flags, mode, 0, 0));
}

#define MODE_OF(flags, last)                                   \
    unsigned mode = 0;                                         \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                     \
        va_list list;                                          \
        va_start(list, last);                                  \
        mode = va_arg(list, unsigned);                         \
        va_end(list);                                          \
    }
WEAK int open(const char *path, int flags, ...) { MODE_OF(flags, flags) return open_file(AT_FDCWD, path, flags, mode); }
WEAK int open64(const char *path, int flags, ...) { MODE_OF(flags, flags) return open_file(AT_FDCWD, path, flags, mode); }
WEAK int openat(int f, const char *path, int flags, ...) { MODE_OF(flags, flags) return open_file(f, path, flags, mode); }
WEAK int openat64(int f, const char *path, int flags, ...) { MODE_OF(flags, flags) return open_file(f, path, flags, mode); }

static FILE *open_stream(const char *path, const char *how)
{
    int plus = strchr(how, '+') != NULL, flags;
    switch (how[0]) {
    case 'r': flags = plus ? O_RDWR : O_RDONLY; break;
    case 'w': flags = (plus ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC; break;
    case 'a': flags = (plus ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND; break;
    default: errno = EINVAL; return NULL;
    }
    if (strchr(how, 'x'))
        flags |= O_EXCL;
    if (strchr(how, 'e'))
        flags |= O_CLOEXEC;
    int fd = open_file(AT_FDCWD, path, flags, 0666);
    if (fd < 0)
        return NULL;
    FILE *stream = fdopen(fd, how);
    if (!stream)
        kernel(SYS_close, fd, 0, 0, 0, 0, 0);
    return stream;
}
WEAK FILE *fopen(const char *path, const char *how) { return open_stream(path, how); }
WEAK FILE *fopen64(const char *path, const char *how) { return open_stream(path, how); }

/* ---- Time ---- */

enum { SECOND = 1000000000, PATIENCE = 4096 };
static int64_t elapsed, waited_calls, answers_seen;

/*
 * Nanoseconds since the session's start. The clock moves a microsecond a call and a second an answer. A program that
 * asks again and again, and does nothing else, waits for the time: for it the steps grow.
 */
static int64_t tick(void)
{
    lock();
    uint32_t answers = control->answers;
    if (answers != answers_seen) {
        elapsed += (int64_t)(answers - answers_seen) * SECOND;
        answers_seen = answers;
        waited_calls = 0;
    }
    int64_t doublings = waited_calls++ / PATIENCE;
    elapsed += (int64_t)1000 << (doublings < 16 ? doublings : 16);
    int64_t now = elapsed;
    unlock();
    return now;
}

static void pass(int64_t nanoseconds)
{
    lock();
    if (nanoseconds > 0)
        elapsed += nanoseconds;
    waited_calls = 0;
    unlock();
}

/* Where a clock stands at the start: a day of late 2023 to 2024, or seconds after the machine was switched on. */
static int64_t origin(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_TAI:
        return (1700000000 + (int64_t)(key(2) % 20000000)) * SECOND + (int64_t)(key(3) % SECOND);
    case CLOCK_PROCESS_CPUTIME_ID: case CLOCK_THREAD_CPUTIME_ID:
        return 1000000 + (int64_t)(key(4) % 1000000);
    default:
        return 10 * (int64_t)SECOND + (int64_t)(key(5) % SECOND) * 50;
    }
}

static int64_t now(clockid_t clock) { return origin(clock) + tick(); }
static struct timespec spec_of(int64_t t) { return (struct timespec){ t / SECOND, t % SECOND }; }
static int64_t nanoseconds(const struct timespec *t) { return (int64_t)t->tv_sec * SECOND + t->tv_nsec; }

static int read_clock(clockid_t clock, struct timespec *to)
{
    if (!control || clock < 0)
        return (int)checked(kernel(SYS_clock_gettime, clock, (long)to, 0, 0, 0, 0));
    *to = spec_of(now(clock));
    return 0;
}

WEAK int clock_gettime(clockid_t clock, struct timespec *to) { return read_clock(clock, to); }
WEAK time_t time(time_t *to)
{
    struct timespec t;
    read_clock(CLOCK_REALTIME, &t);
    if (to)
        *to = t.tv_sec;
    return t.tv_sec;
}
WEAK int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    struct timespec t;
    read_clock(CLOCK_REALTIME, &t);
    *to = (struct timeval){ t.tv_sec, t.tv_nsec / 1000 };
    if (zone)
        memset(zone, 0, sizeof(struct timezone));
    return 0;
}
WEAK int timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    read_clock(CLOCK_REALTIME, to);
    return base;
}
WEAK clock_t clock(void)
{
    struct timespec t;
    read_clock(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (clock_t)(t.tv_sec * 1000000 + t.tv_nsec / 1000);
}

static int sleep_on(clockid_t clock, int flags, const struct timespec *request, struct timespec *left)
{
    if (!control)
        return (int)-kernel(SYS_clock_nanosleep, clock, flags, (long)request, (long)left, 0, 0);
    if (request->tv_sec < 0 || request->tv_nsec < 0 || request->tv_nsec >= SECOND)
        return EINVAL;
    int64_t wanted = nanoseconds(request);
    pass(flags & TIMER_ABSTIME ? wanted - now(clock) : wanted);
    return 0;
}
static int sleep_for(int64_t time)
{
    struct timespec request = spec_of(time);
    int error = sleep_on(CLOCK_MONOTONIC, 0, &request, NULL);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

WEAK unsigned sleep(unsigned seconds) { sleep_for((int64_t)seconds * SECOND); return 0; }
WEAK int usleep(useconds_t time) { return sleep_for((int64_t)time * 1000); }
WEAK int nanosleep(const struct timespec *request, struct timespec *left)
{
    int error = sleep_on(CLOCK_MONOTONIC, 0, request, left);
    if (error)
        errno = error;
    return error ? -1 : 0;
}
WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *left)
{
    return sleep_on(clock, flags, request, left);
}
WEAK int thrd_sleep(const struct timespec *request, struct timespec *left)
{
    return sleep_on(CLOCK_REALTIME, 0, request, left) ? -2 : 0;
}

/* Without descriptors these two are sleeps. */
WEAK int poll(struct pollfd *fds, nfds_t count, int time)
{
    if (control && count == 0 && time >= 0) {
        pass((int64_t)time * 1000000);
        return 0;
    }
    return (int)checked(kernel(SYS_poll, (long)fds, (long)count, time, 0, 0, 0));
}
WEAK int select(int count, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e, struct timeval *restrict time)
{
    if (control && time && (count == 0 || (!r && !w && !e))) {
        pass((int64_t)time->tv_sec * SECOND + (int64_t)time->tv_usec * 1000);
        *time = (struct timeval){ 0, 0 };
        return 0;
    }
    return (int)checked(kernel(SYS_select, count, (long)r, (long)w, (long)e, (long)time, 0));
}

/* ---- Process numbers, which some take for seeds ---- */

enum { PROCESS = 4242, PARENT = 4241 };
WEAK pid_t getpid(void) { return control ? PROCESS : (pid_t)kernel(SYS_getpid, 0, 0, 0, 0, 0, 0); }
WEAK pid_t getppid(void) { return control ? PARENT : (pid_t)kernel(SYS_getppid, 0, 0, 0, 0, 0, 0); }
WEAK pid_t gettid(void) { return (pid_t)(control ? PROCESS : kernel(SYS_gettid, 0, 0, 0, 0, 0, 0)); }
WEAK int kill(pid_t process, int signal)
{
    long target = control && process == PROCESS ? kernel(SYS_getpid, 0, 0, 0, 0, 0, 0) : process;
    return (int)checked(kernel(SYS_kill, target, signal, 0, 0, 0, 0));
}

/* ---- The ways around: Rust's crates look entropy up by name or call the kernel by number ---- */

WEAK long syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (control) {
        switch (number) {
        case SYS_getrandom: return entropy((void *)a[0], (size_t)a[1], (unsigned)a[2]);
        case SYS_clock_gettime: return read_clock((clockid_t)a[0], (struct timespec *)a[1]);
        case SYS_getpid: return PROCESS;
        case SYS_nanosleep: return nanosleep((const struct timespec *)a[0], NULL);
        default: break;
        }
    }
    return checked(kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

WEAK void *dlsym(void *restrict handle, const char *restrict name)
{
    static void *(*real)(void *, const char *);
    if (control) {
        if (!strcmp(name, "getrandom"))
            return (void *)entropy;
        if (!strcmp(name, "getentropy"))
            return (void *)getentropy;
        if (!strcmp(name, "clock_gettime"))
            return (void *)read_clock;
    }
    if (!real)
        real = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!real)
        real = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    return real ? real(handle, name) : NULL;
}
