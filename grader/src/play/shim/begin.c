/*
 * ---- The start ----
 *
 * Standard input and output as on a terminal: line buffered, both, which also makes the library flush the output
 * before it reads. It comes before the program's own constructors, which may already draw numbers; the priority is one
 * of those that the compiler keeps for such as this, and comes first.
 */
static void begin(void)
{
    static struct stat info;
    if (kernel(SYS_fstat, CONTROL_FD, (long)&info, 0, 0, 0, 0) != 0 || info.st_size != CONTROL_BYTES)
        return;
    struct control *page = (void *)kernel(SYS_mmap, 0, CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, CONTROL_FD, 0);
    if ((unsigned long)page > -4096ul || page->magic != CONTROL_MAGIC)
        return;
    kernel(SYS_close, CONTROL_FD, 0, 0, 0, 0, 0);
    serve();
    control = page;
    shift = control->seed - control->base;
    setvbuf(stdin, NULL, _IOLBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
}
