/* SPDX-License-Identifier: MIT */
/* The time of a run's steps without the audit's, from the first MB_FIRST_TIMED and then one in
 * MB_ONE_IN: a reading of the clock is worth some steps of a small mechanism. */
#ifndef MB_BENCH_CHILD_STEP_TIMES_H
#define MB_BENCH_CHILD_STEP_TIMES_H

#include <stdbool.h>

enum { MB_FIRST_TIMED = 32, MB_ONE_IN = 16 };

typedef struct mb_step_times {
    long steps, timed;
    double first, later; /* [s] of the first ones, of the timed ones after them */
} mb_step_times;

/* Whether the next step is to be timed. */
static inline bool mb_step_is_timed(const mb_step_times *t)
{
    return t->steps < MB_FIRST_TIMED || t->steps % MB_ONE_IN == 0;
}

/* Takes in a step; seconds: of one that is timed */
static inline void mb_step_times_add(mb_step_times *t, double seconds)
{
    if (t->steps < MB_FIRST_TIMED) {
        t->first += seconds;
    } else if (mb_step_is_timed(t)) {
        t->later += seconds;
        t->timed++;
    }
    t->steps++;
}

/* [s] of all steps */
static inline double mb_step_times_sum(const mb_step_times *t)
{
    const double later = (double)(t->steps - MB_FIRST_TIMED);

    return t->first + (t->timed > 0 ? later * t->later / (double)t->timed : 0.0);
}

#endif
