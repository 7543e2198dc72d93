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
