/* ---- rand and its relatives ---- */

static uint32_t ring[34];
static unsigned front, drawn;
static int seeded;

/* What a harness has rand() return next, and how often rand() and srand() were called. */
static const uint32_t *scripted;
static unsigned scripted_count, rand_calls, srand_calls;

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
    if (scripted_count) {
        scripted_count--;
        value = (int)(*scripted++ & 0x7fffffff);
    } else if (control && drawn < control->rigged_count) {
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
    srand_calls++;
    if (control) {
        uint32_t calls = control->seeding_calls;
        if (calls < LOGGED)
            control->seedings[calls] = seed;
        control->seeding_calls = calls + 1;
    }
    unlock();
}

WEAK int rand(void)
{
    rand_calls++;
    return draw();
}
WEAK long random(void) { return draw(); }
WEAK void srand(unsigned seed) { reseed(seed); }
WEAK void srandom(unsigned seed) { reseed(seed); }

/*
 * For a harness that calls a program's functions one by one: the next values of rand(), which must stay where they are
 * until they are drawn or replaced; and the calls to rand() (0) or srand() (1) so far.
 */
void grader_script_rand(const uint32_t *values, unsigned count)
{
    scripted = values;
    scripted_count = count;
}
unsigned grader_calls_of(int function) { return function ? srand_calls : rand_calls; }

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
