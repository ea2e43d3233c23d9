/* SPDX-License-Identifier: MIT */
/* The clocks of the harness, in seconds. */
#ifndef MB_BENCH_CHILD_CLOCK_H
#define MB_BENCH_CHILD_CLOCK_H

#include <stdbool.h>
#include <sys/types.h>
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

/* When this thread will have computed for so long.  The CPU clock enters the system to be read, which
 * is worth some steps of a small mechanism: it is asked only where the wall clock allows for it. */
typedef struct mb_deadline {
    double cpu, wall; /* not before */
} mb_deadline;

static inline mb_deadline mb_deadline_in(double seconds)
{
    return (mb_deadline){mb_clock_cpu() + seconds, mb_clock_wall() + seconds};
}

static inline bool mb_deadline_is_past(mb_deadline *deadline)
{
    const double now = mb_clock_wall();

    if (now < deadline->wall)
        return false;
    deadline->wall = now + (deadline->cpu - mb_clock_cpu());
    return now > deadline->wall;
}

/* Of another process: limits.  0 when there is none of that id. */
static inline double mb_clock_process(pid_t pid)
{
    clockid_t id;

    return clock_getcpuclockid(pid, &id) == 0 ? mb_clock(id) : 0.0;
}

#endif
