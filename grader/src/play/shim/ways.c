/* ---- Process numbers, which some take for seeds ---- */

enum { PROCESS = 4242, PARENT = 4241 };
WEAK pid_t getpid(void) { return control ? PROCESS : (pid_t)kernel(SYS_getpid, 0, 0, 0, 0, 0, 0); }
WEAK pid_t getppid(void) { return control ? PARENT : (pid_t)kernel(SYS_getppid, 0, 0, 0, 0, 0, 0); }
WEAK pid_t gettid(void) { return (pid_t)(control ? PROCESS : kernel(SYS_gettid, 0, 0, 0, 0, 0, 0)); }

/* The user's numbers differ with how the program is confined. */
enum { USER = 1000 };
WEAK uid_t getuid(void) { return control ? USER : (uid_t)kernel(SYS_getuid, 0, 0, 0, 0, 0, 0); }
WEAK uid_t geteuid(void) { return control ? USER : (uid_t)kernel(SYS_geteuid, 0, 0, 0, 0, 0, 0); }
WEAK gid_t getgid(void) { return control ? USER : (gid_t)kernel(SYS_getgid, 0, 0, 0, 0, 0, 0); }
WEAK gid_t getegid(void) { return control ? USER : (gid_t)kernel(SYS_getegid, 0, 0, 0, 0, 0, 0); }

/* A program signals itself alone. The kernel refuses the rest as well, but a number that nobody has here may by chance be
 * the program's real one. */
WEAK int kill(pid_t process, int signal)
{
    if (!control)
        return (int)checked(kernel(SYS_kill, process, signal, 0, 0, 0, 0));
    if (process != PROCESS)
        return (int)checked(-EPERM);
    return (int)checked(kernel(SYS_kill, kernel(SYS_getpid, 0, 0, 0, 0, 0, 0), signal, 0, 0, 0, 0));
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
        case SYS_kill: return kill((pid_t)a[0], (int)a[1]);
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
