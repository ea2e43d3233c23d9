/* SPDX-License-Identifier: MIT */
/* Rows that are independent by a hair: a door on two hinges, by what these are off the line. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/audit/precision.h"
#include "tests/fixtures/measured.h"

/* Whatever its hinges are off by, the door cannot turn; where they are in line it swings.  A solver
 * that lets the last row go opens them by half of what they are off, and swings all the same. */
Test(door, that_turns_although_it_cannot_is_in_no_class)
{
    const char *const solver[] = {"lagrange/rk4:h=1e-3", "lagrange/rk4:h=1e-3/direct-correction",
                                  "penalty/rk4:h=1e-3",  "augmented-lagrangian/rk4:h=1e-3",
                                  "ggl/radau5:tol=1e-6", "generalized-alpha/newton:h=1e-3"};
    const char *const off[] = {"1e-2", "1e-3", "1e-4", "1e-6", "1e-7", "1e-8", "1e-9"};
    const char *const coordinates[] = {"body", "euler"};

    for (int i = 0; i < 6 * 7 * 2; i++) {
        char problem[80];
        mb_result *result;
        double low;

        snprintf(problem, sizeof problem, "hung-door:off=%s,rate=0,coordinates=%s", off[i / 2 % 7],
                 coordinates[i % 2]);
        result = measured(problem, solver[i / 14], 0.25);
        low = fabs(result->output[1]);
        cr_expect(strstr(result->note, "no freedom is left"), "%s: %s", problem, result->note);
        cr_expect(isnan(mb_precision_of(result).drift), "%s %s: %g", problem, solver[i / 14],
                  mb_precision_of(result).drift);
        cr_expect(result->status != MB_RUN_OK || isnan(class_of(result)) ||
                      low < 2.0 * class_of(result),
                  "%s %s: %g m low, class %g", problem, solver[i / 14], low, class_of(result));
        mb_results_unmap(result, 1);
    }
}

/* (2 + 20 0.4^2) theta'' = 20 g 0.4 cos(theta) from rest: the edge falls by 0.4 theta'' t^2 at
 * first, and cos(theta) takes less than 1e-3 of that in 0.1 s */
Test(door, on_hinges_in_line_swings_and_has_a_class)
{
    mb_result *result = measured("hung-door:rate=0", "lagrange/rk4:h=1e-3", 0.1);

    cr_expect(result->status == MB_RUN_OK && class_of(result) <= 1e-6, "%s", result->reason);
    cr_expect(fabs(result->output[1] + 0.4 * (20.0 * 9.81 * 0.4 / 5.2) * 0.01) < 1e-4, "%g",
              result->output[1]);
    mb_results_unmap(result, 1);
}
