/* ---- Asking whether there is input, before it is read ---- */

/*
 * A person types about a second after the question, by the session's clock. A program that asks again and again is
 * told "nothing yet" until it has waited for that second; then it waits in the kernel, where the grader finds it, and
 * gets its answer. So a wait costs nothing, and a program that asks is answered at the same place each time. One that
 * asks a few times, to throw away what was typed too early, does not wait.
 */

enum { EMPTY_SET = 8, MANY = 64 };
static dev_t input_device;
static ino_t input_inode;
/* Of the looks at empty input since the last answer: their number, when they began, how long they waited in all. */
static int64_t looks, looking_since, looked_for, answers_then;
/* A copy of standard input that is among the descriptors of some epoll instance. */
static int input_in_epoll = -1;

__attribute__((constructor(102))) static void know_input(void)
{
    struct stat info;
    if (control && fstat(0, &info) == 0) {
        input_device = info.st_dev;
        input_inode = info.st_ino;
    }
}

/* Whether a descriptor is standard input, a copy of it or `/dev/stdin`. */
static int is_input(int fd)
{
    struct stat info;
    return input_inode && fstat(fd, &info) == 0 && info.st_ino == input_inode && info.st_dev == input_device;
}

/*
 * Nothing was there, and the program would wait for `time` nanoseconds (less than 0: for ever). Lets the time pass;
 * says whether an answer comes before it is over. A read of nothing then tells the grader that it is waited for.
 */
static int is_answered(int fd, int64_t time)
{
    int64_t now = tick();
    if (answers_then != answers_seen)
        looks = 0;
    if (looks++ == 0) {
        looking_since = now;
        looked_for = 0;
        answers_then = answers_seen;
    }
    if (time >= 0 && looked_for + time < SECOND && (looks < MANY || now - looking_since < SECOND)) {
        looked_for += time;
        if (time > 0)
            pass(time);
        return 0;
    }
    looks = 0;
    kernel(SYS_read, fd, 0, 0, 0, 0, 0);
    return 1;
}

/* The copy of standard input whose content these descriptors wait for, or -1. */
static int polled_input(const struct pollfd *fds, nfds_t count)
{
    for (nfds_t i = 0; i < count; i++)
        if (fds[i].events & (POLLIN | POLLRDNORM) && is_input(fds[i].fd))
            return fds[i].fd;
    return -1;
}

static int poll_on(struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    struct timespec none = { 0, 0 }, copy;
    if (time)
        copy = *time;
    int input = control ? polled_input(fds, count) : -1;
    if (input >= 0) {
        long ready = kernel(SYS_ppoll, (long)fds, (long)count, (long)&none, (long)mask, EMPTY_SET, 0);
        if (ready != 0 || !is_answered(input, time ? nanoseconds(time) : -1))
            return (int)checked(ready);
        time = NULL;
    } else if (control && count == 0 && time) {
        pass(nanoseconds(time));
        return 0;
    }
    return (int)checked(kernel(SYS_ppoll, (long)fds, (long)count, (long)(time ? &copy : NULL), (long)mask, EMPTY_SET, 0));
}

WEAK int poll(struct pollfd *fds, nfds_t count, int time)
{
    struct timespec limit = { time / 1000, time % 1000 * 1000000 };
    return poll_on(fds, count, time < 0 ? NULL : &limit, NULL);
}
WEAK int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    return poll_on(fds, count, time, mask);
}

static int selected_input(int count, const fd_set *r)
{
    for (int fd = 0; r && fd < count && fd < FD_SETSIZE; fd++)
        if (FD_ISSET(fd, r) && is_input(fd))
            return fd;
    return -1;
}

static int select_on(int count, fd_set *r, fd_set *w, fd_set *e, const struct timespec *time, const sigset_t *mask)
{
    struct { const sigset_t *mask; size_t size; } sixth = { mask, EMPTY_SET };
    struct timespec none = { 0, 0 }, copy;
    if (time)
        copy = *time;
    int input = control ? selected_input(count, r) : -1;
    if (input >= 0) {
        fd_set *sets[] = { r, w, e }, kept[3];
        for (int i = 0; i < 3; i++)
            if (sets[i])
                kept[i] = *sets[i];
        long ready = kernel(SYS_pselect6, count, (long)r, (long)w, (long)e, (long)&none, (long)&sixth);
        if (ready != 0 || !is_answered(input, time ? nanoseconds(time) : -1))
            return (int)checked(ready);
        for (int i = 0; i < 3; i++)
            if (sets[i])
                *sets[i] = kept[i];
        time = NULL;
    } else if (control && time && (count == 0 || (!r && !w && !e))) {
        pass(nanoseconds(time));
        return 0;
    }
    return (int)checked(kernel(SYS_pselect6, count, (long)r, (long)w, (long)e, (long)(time ? &copy : NULL), (long)&sixth));
}

WEAK int select(int count, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e, struct timeval *restrict time)
{
    struct timespec limit = { 0, 0 };
    if (time)
        limit = (struct timespec){ time->tv_sec, time->tv_usec * 1000 };
    int ready = select_on(count, r, w, e, time ? &limit : NULL, NULL);
    /* As in the kernel, the time that is left; whether some was left is nobody's business. */
    if (time && ready == 0)
        *time = (struct timeval){ 0, 0 };
    return ready;
}
WEAK int pselect(int count, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
                 const struct timespec *restrict time, const sigset_t *restrict mask)
{
    return select_on(count, r, w, e, time, mask);
}

WEAK int epoll_ctl(int instance, int what, int fd, struct epoll_event *event)
{
    int result = (int)checked(kernel(SYS_epoll_ctl, instance, what, fd, (long)event, 0, 0));
    if (control && result == 0 && what == EPOLL_CTL_ADD && is_input(fd))
        input_in_epoll = fd;
    if (control && result == 0 && what == EPOLL_CTL_DEL && fd == input_in_epoll)
        input_in_epoll = -1;
    return result;
}
WEAK int epoll_pwait(int instance, struct epoll_event *events, int most, int time, const sigset_t *mask)
{
    if (control && input_in_epoll >= 0) {
        long ready = kernel(SYS_epoll_pwait, instance, (long)events, most, 0, (long)mask, EMPTY_SET);
        if (ready != 0 || !is_answered(input_in_epoll, time < 0 ? -1 : (int64_t)time * 1000000))
            return (int)checked(ready);
        time = -1;
    }
    return (int)checked(kernel(SYS_epoll_pwait, instance, (long)events, most, time, (long)mask, EMPTY_SET));
}
WEAK int epoll_wait(int instance, struct epoll_event *events, int most, int time)
{
    return epoll_pwait(instance, events, most, time, NULL);
}

/* How many characters are there: also what `std::cin.rdbuf()->in_avail()` asks once it is on its own. */
WEAK int ioctl(int fd, unsigned long request, ...)
{
    va_list list;
    va_start(list, request);
    long argument = va_arg(list, long);
    va_end(list);
    int result = (int)checked(kernel(SYS_ioctl, fd, (long)request, argument, 0, 0, 0));
    if (control && request == FIONREAD && result == 0 && *(int *)argument == 0 && is_input(fd)) {
        struct pollfd one = { fd, POLLIN, 0 };
        /* At the end of the input there is nothing either, and nothing to wait for. */
        if (kernel(SYS_poll, (long)&one, 1, 0, 0, 0, 0) == 0 && is_answered(fd, 0)) {
            kernel(SYS_poll, (long)&one, 1, -1, 0, 0, 0);
            result = (int)checked(kernel(SYS_ioctl, fd, (long)request, argument, 0, 0, 0));
        }
    }
    return result;
}
