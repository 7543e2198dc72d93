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
