/* SPDX-License-Identifier: MIT */
/* The time of steps of which some are timed is the part that all of them have of their loop. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "bench/child/step_times.h"

enum { STEPS = 4000, ROUNDS = 21, WORK = 100 };

/* Told of a loop of so long [s] in which the first steps take one part in ten, and later ones one in four,
 * where they are timed */
static double told(long steps, double loop)
{
    mb_step_times t = {0};

    for (long i = 0; i < steps; i++) {
        if (mb_step_is_timed(&t)) {
            t.begun = 7.0;
            t.made = 7.0 + 1e-6;
        } else {
            t.begun = t.made = NAN;
        }
        mb_step_ends_at(&t, 7.0 + (i < MB_FIRST_TIMED ? 1e-5 : 4e-6));
    }
    return mb_step_times_of(&t, loop);
}

Test(step_times, are_the_part_of_all_steps)
{
    static const long steps[] = {1, 31, 32, 33, 48, 49, 100, 2000};

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const double n = (double)steps[i], first = fmin(n, MB_FIRST_TIMED);
        const double all = 10.0 * first + 4.0 * (n - first), half = 0.5e-6 * all;

        cr_assert(fabs(told(steps[i], half) - 0.5e-6 * n) < 1e-13 * n, "%ld steps: %g, not %g",
                  steps[i], told(steps[i], half), 0.5e-6 * n);
    }
}

/* A loop a hundred times as long as what is timed of it: the rest is an audit's at a few steps. */
Test(step_times, are_no_more_than_those_that_are_timed)
{
    const double n = 2000.0, loop = 100.0 * n * 4e-6;

    cr_assert(fabs(told((long)n, loop) - 1e-6 * n) < 1e-13 * n, "%g, not %g", told((long)n, loop),
              1e-6 * n);
}

Test(step_times, of_no_step_are_nothing)
{
    const mb_step_times t = {0};

    cr_assert(mb_step_times_of(&t, 1.0) == 0.0);
}

static double work(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 0.999 + 1e-3;
    return x;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Steps of some tenths of a microsecond, a quarter of the loop: the clock is no part of either. */
Test(step_times, leave_out_the_clock)
{
    double part[ROUNDS];
    volatile double x = 1.0;

    for (int k = 0; k < ROUNDS; k++) {
        mb_step_times t = {0};
        double loop = mb_clock_cpu();

        for (int i = 0; i < STEPS; i++) {
            mb_step_begins(&t);
            x = work(x, WORK);
            mb_step_is_made(&t);
            x = work(x, 3 * WORK);
            mb_step_ends(&t);
        }
        loop = mb_clock_cpu() - loop;
        part[k] = mb_step_times_of(&t, loop) / loop;
    }
    qsort(part, ROUNDS, sizeof *part, compare);
    cr_assert(part[ROUNDS / 2] > 0.2 && part[ROUNDS / 2] < 0.32,
              "a quarter of the work takes %g of the time", part[ROUNDS / 2]);
}
