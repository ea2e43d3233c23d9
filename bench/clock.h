/* The two clocks of the harness, in seconds. */
#ifndef MB_BENCH_CLOCK_H
#define MB_BENCH_CLOCK_H

#include <time.h>

static inline double mb_clock(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Since some fixed moment: limits and progress. */
static inline double mb_clock_wall(void)
{
    return mb_clock(CLOCK_MONOTONIC);
}

/* Of this thread: everything that is reported as a time. */
static inline double mb_clock_cpu(void)
{
    return mb_clock(CLOCK_THREAD_CPUTIME_ID);
}

#endif
