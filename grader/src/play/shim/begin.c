/*
 * ---- The start ----
 *
 * Standard input and output as on a terminal: line buffered, both, which also makes the library flush the output
 * before it reads. It comes before the program's own constructors, which may already draw numbers; the priority is one
 * of those that the compiler keeps for such as this, and comes first.
 *
 * The streams of C++ are made ready before the sessions are forked, which all of them would do otherwise; the library
 * counts those who want them, makes them for the first and flushes them for the last, so this one goes again at once. It
 * needs no memory of the heap, and says nothing.
 */
extern void _ZNSt8ios_base4InitC1Ev(void *) __attribute__((weak)); /* std::ios_base::Init::Init() */
extern void _ZNSt8ios_base4InitD1Ev(void *) __attribute__((weak)); /* std::ios_base::Init::~Init() */

static void begin(void)
{
    static struct stat info;
    if (kernel(SYS_fstat, CONTROL_FD, (long)&info, 0, 0, 0, 0) != 0 || info.st_size != CONTROL_BYTES)
        return;
    struct control *page = (void *)kernel(SYS_mmap, 0, CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, CONTROL_FD, 0);
    if ((unsigned long)page > -4096ul || page->magic != CONTROL_MAGIC)
        return;
    kernel(SYS_close, CONTROL_FD, 0, 0, 0, 0, 0);
    static char wanted;
    if (_ZNSt8ios_base4InitC1Ev && _ZNSt8ios_base4InitD1Ev) {
        _ZNSt8ios_base4InitC1Ev(&wanted);
        _ZNSt8ios_base4InitD1Ev(&wanted);
    }
    serve();
    control = page;
    shift = control->seed - control->base;
    setvbuf(stdin, NULL, _IOLBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
}
