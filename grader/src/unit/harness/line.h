// The line between a harness and the grader: commands come in, calls are made, replies go out.
//
// This part stands before the program's sources. It includes nothing and leaves no name behind but its own, so the
// program compiles after it as it did alone; and it comes before every macro of the program.
//
// A command is a line: a name, arguments, and after a semicolon the values that rand() returns next. Whatever the
// harness says stands between two record separators and begins with a number only the grader knows, so that nothing
// the program prints is taken for a reply:
//
//     ready          the harness waits for a command
//     call           the program's own function is entered now
//     done FIELDS    it came back
//     threw FIELDS   an exception came out of it
//
// Fields are `n` with a number, `t` with text or `b` with an object's bytes, both in hexadecimal, and `v` for nothing;
// the last one is `c` with the calls to rand() and srand() since the call began.

extern "C" {
// The library's function under a name that no program uses.
int grader_fflush(void *) __asm__("fflush");
// The shim's, missing where a program is linked without it.
void grader_script_rand(const unsigned *, unsigned) __attribute__((weak));
unsigned grader_calls_of(int) __attribute__((weak));
}

namespace grader_unit {

static const char secret[] = "%SECRET%";
enum { LINE = 8192, REPLY = 1 << 17, SCRIPT = 512 };

// The kernel itself: a program's own variable may be called `read` or `write`.
static long kernel(long call, long fd, const void *bytes, unsigned long count)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(call), "D"(fd), "S"(bytes), "d"(count) : "rcx", "r11", "memory");
    return result;
}

// ---- What is said ----

static char reply[REPLY];
static unsigned long reply_end;

static void put(char c)
{
    if (reply_end < REPLY)
        reply[reply_end++] = c;
}

static void put(const char *text)
{
    while (*text)
        put(*text++);
}

static void put_number(long long number)
{
    char digits[24];
    int count = 0;
    unsigned long long rest = number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        put('-');
    while (count)
        put(digits[--count]);
}

static void put_bytes(char kind, const void *start, unsigned long count)
{
    const unsigned char *bytes = (const unsigned char *)start;
    put(' ');
    put(kind);
    for (unsigned long i = 0; i < count; i++) {
        put("0123456789abcdef"[bytes[i] >> 4]);
        put("0123456789abcdef"[bytes[i] & 15]);
    }
}

static void open_frame(const char *word)
{
    put('\036');
    put(secret);
    put(' ');
    put(word);
}

static void close_frame() { put('\036'); }

static void send()
{
    for (unsigned long sent = 0; sent < reply_end;) {
        long count = kernel(1, 1, reply + sent, reply_end - sent);
        if (count <= 0)
            break;
        sent += (unsigned long)count;
    }
    reply_end = 0;
}

// ---- What is asked ----

static char line[LINE];
static const char *at;

// Reads a line, past the library's buffers, which belong to the program's own input.
static bool read_line()
{
    unsigned long count = 0;
    for (;;) {
        long got = kernel(0, 0, line + count, LINE - 1 - count);
        if (got <= 0)
            return false;
        count += (unsigned long)got;
        if (line[count - 1] == '\n' || count == LINE - 1)
            break;
    }
    line[count - 1] = 0;
    at = line;
    return true;
}

static bool skip_blanks()
{
    while (*at == ' ')
        at++;
    return *at && *at != ';';
}

// The next argument as a number; 0 if there is none.
static long long number()
{
    if (!skip_blanks())
        return 0;
    bool negative = *at == '-';
    if (negative)
        at++;
    long long value = 0;
    while (*at >= '0' && *at <= '9')
        value = value * 10 + (*at++ - '0');
    return negative ? -value : value;
}

// Whether the command begins with this name; it is passed then.
static bool is_named(const char *name)
{
    const char *here = at;
    while (*name && *here == *name)
        here++, name++;
    if (*name || (*here && *here != ' '))
        return false;
    at = here;
    return true;
}

// ---- Calls ----

static unsigned script[SCRIPT];
static unsigned rands_before, srands_before;

static unsigned calls_of(int function) { return grader_calls_of ? grader_calls_of(function) : 0; }

// Writes out what the program has printed so far; it is defined after the sources, where streams are known.
static void flush();

// Announces the call: what is printed from here on is the function's own.
static void begin()
{
    flush();
    open_frame("call");
    close_frame();
    send();
    while (*at && *at != ';')
        at++;
    unsigned count = 0;
    if (*at == ';') {
        at++;
        while (skip_blanks() && count < SCRIPT)
            script[count++] = (unsigned)number();
    }
    if (grader_script_rand)
        grader_script_rand(script, count);
    rands_before = calls_of(0);
    srands_before = calls_of(1);
    open_frame("done");
}

// What the function threw in place of a result.
static void threw(const char *what)
{
    reply_end = 0;
    open_frame("threw");
    unsigned long count = 0;
    while (what[count] && count < 200)
        count++;
    put_bytes('t', what, count);
}

// The call is over.
static void end()
{
    flush();
    if (grader_script_rand)
        grader_script_rand(script, 0);
    put(" c");
    put_number(calls_of(0) - rands_before);
    put(',');
    put_number(calls_of(1) - srands_before);
    close_frame();
}

// A reply to a question about the functions, for which none is called.
static void tell(long long value)
{
    open_frame("done");
    put(" n");
    put_number(value);
    close_frame();
}

struct Entry {
    const char *name;
    void (*run)();
};

// Runs commands until the input ends.
static int serve(const Entry *entries, unsigned count)
{
    for (;;) {
        open_frame("ready");
        close_frame();
        send();
        if (!read_line())
            return 0;
        unsigned nth = 0;
        while (nth < count && !is_named(entries[nth].name))
            nth++;
        if (nth == count)
            return 1;
        entries[nth].run();
    }
}

} // namespace grader_unit
