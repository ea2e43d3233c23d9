/* SPDX-License-Identifier: MIT */
/* The time of a run's steps without the audit's: the part that they have of the loop in the first
 * MB_FIRST_TIMED of them and then one in MB_ONE_IN, by the wall clock, of the loop's CPU time.  A
 * reading of the CPU clock enters the system; it is worth some steps of a small mechanism, and those
 * behind it are slower.  Where others have the processor meanwhile, the part is hardly another.  What an
 * audit does at a few steps alone may be in none that is timed: it is no more than the time of those. */
#ifndef MB_BENCH_CHILD_STEP_TIMES_H
#define MB_BENCH_CHILD_STEP_TIMES_H

#include <math.h>
#include <stdbool.h>

#include "bench/child/clock.h"

enum { MB_FIRST_TIMED = 32, MB_ONE_IN = 16 };

/* [s] of the wall clock: of steps, and of them with all that follows each in the loop */
typedef struct mb_step_part {
    double steps, loop;
} mb_step_part;

typedef struct mb_step_times {
    long steps, timed;         /* so far; timed after the first ones */
    mb_step_part first, later; /* of the first ones, of the timed ones after them */
    double begun, made;        /* [s] when the step at hand began, and was made */
} mb_step_times;

/* Whether the step at hand is timed */
static inline bool mb_step_is_timed(const mb_step_times *t)
{
    return t->steps < MB_FIRST_TIMED || t->steps % MB_ONE_IN == 0;
}

static inline void mb_step_begins(mb_step_times *t)
{
    if (mb_step_is_timed(t))
        t->begun = mb_clock_wall();
}

static inline void mb_step_is_made(mb_step_times *t)
{
    if (mb_step_is_timed(t))
        t->made = mb_clock_wall();
}

/* A step's turn of the loop is over, at a time [s] that counts where it is timed. */
static inline void mb_step_ends_at(mb_step_times *t, double now)
{
    if (mb_step_is_timed(t)) {
        mb_step_part *part = t->steps < MB_FIRST_TIMED ? &t->first : &t->later;

        part->steps += t->made - t->begun;
        part->loop += now - t->begun;
        t->timed += part == &t->later;
    }
    t->steps++;
}

static inline void mb_step_ends(mb_step_times *t)
{
    mb_step_ends_at(t, mb_step_is_timed(t) ? mb_clock_wall() : 0.0);
}

/* [s] of all steps, of a loop that took `loop` */
static inline double mb_step_times_of(const mb_step_times *t, double loop)
{
    const double each = t->timed > 0 ? (double)(t->steps - MB_FIRST_TIMED) / (double)t->timed : 0.0;
    const double all = t->first.loop + each * t->later.loop;
    const double steps = t->first.steps + each * t->later.steps;

    return all > 0.0 ? fmin(steps, loop * steps / all) : 0.0;
}

#endif
