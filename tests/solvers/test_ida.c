/* SPDX-License-Identifier: MIT */
/* IDA on the stabilised index-2 equations: accuracy in every kind of coordinates, both constraint
 * levels within the tolerance, linear solvers alike, what does not apply. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixtures/ran.h"

/* Points, reference points, Euler parameters in both forms, spatial points and vectors, a driven
 * crank, a singular mass matrix */
Test(ida, error_falls_with_the_tolerance_in_all_coordinates)
{
    static const struct {
        const char *problem;
        double t_end;
    } row[] = {
        {"pendulum", 2.0},
        {"double-pendulum-welch", 2.0},
        {"heavy-top", 0.5},
        {"heavy-top:coordinates=euler", 0.5},
        {"five-bar-pendulum:coordinates=natural", 1.0},
        {"driven-crank", 1.0},
        {"iltis-suspension", 0.5},
        {"andrews-squeezer", 0.03},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double loose = ran(row[i].problem, "ggl/ida:tol=1e-4", row[i].t_end).error_max;
        double tight = ran(row[i].problem, "ggl/ida:tol=1e-8", row[i].t_end).error_max;

        cr_assert(tight < loose / 100.0, "%s: %g, %g", row[i].problem, loose, tight);
        cr_assert(tight < 1e-4, "%s: %g", row[i].problem, tight);
    }
}

/* Both levels are equations: what Newton's iteration leaves of them is below the tolerance and does
 * not grow with time */
Test(ida, meets_both_levels_within_the_tolerance)
{
    const char *const problem[] = {"four-bar", "double-pendulum-bayo", "spatial-slider-crank"};

    for (int i = 0; i < 3; i++) {
        probe p = ran(problem[i], "ggl/ida:tol=1e-7", 1.0);
        probe late = ran(problem[i], "ggl/ida:tol=1e-7", 10.0);

        cr_assert(p.phi_max < 1e-7 && p.phidot_max < 1e-7, "%s: %g, %g", problem[i], p.phi_max,
                  p.phidot_max);
        cr_assert(late.phi_mean < 10.0 * p.phi_mean, "%s: %g after %g", problem[i], late.phi_mean,
                  p.phi_mean);
    }
}

Test(ida, takes_nonholonomic_rows)
{
    probe gears = ran("epicyclic-gears", "ggl/ida:tol=1e-8", 1.0);
    probe sleigh = ran("chaplygin-sleigh", "ggl/ida:tol=1e-8", 10.0);

    cr_assert(gears.error_max < 1e-5 && gears.phidot_max < 1e-6, "%g", gears.error_max);
    cr_assert(sleigh.error_max < 1e-5 && sleigh.phidot_max < 1e-6, "%g", sleigh.error_max);
}

/* gonzalez2016's mechanism: D loses rank ten times in 10 s */
Test(ida, passes_ten_singular_positions)
{
    probe p = ran("double-four-bar", "ggl/ida:tol=1e-7", 10.0);

    cr_assert(p.branch_max < 1.0 && p.drift_max < 0.1, "%g J", p.drift_max);
}

Test(ida, linear_solvers_agree_on_a_long_chain)
{
    const char *const linsolver[] = {"dense", "klu", "umfpack"};

    for (int i = 0; i < 3; i++) {
        char spec[MB_SPEC_SIZE];

        snprintf(spec, sizeof spec, "ggl/ida:tol=1e-7/none/%s", linsolver[i]);
        cr_assert(ran("n-four-bar:N=40", spec, 0.5).error_max < 1e-5, "%s", spec);
    }
}

/* The rods turn by nearly the same law whatever N, which theta'' = c sin theta with c = 1.127 g to
 * 1.125 g from N = 40 on states, through a singular position at 0.71 s; errors are mean squares:
 * the same steps, though the smallest singular value of D falls with 1/N */
Test(ida, steps_do_not_depend_on_the_length_of_a_chain)
{
    const char *const tol[] = {"1e-3", "1e-4", "1e-5", "1e-6"};

    for (int i = 0; i < 4; i++) {
        const int N[] = {40, 200, 1000};
        double steps[3];

        for (int k = 0; k < 3; k++) {
            char problem[32], spec[64];
            probe p;

            snprintf(problem, sizeof problem, "n-four-bar:N=%d", N[k]);
            snprintf(spec, sizeof spec, "ggl/ida:tol=%s", tol[i]);
            p = ran(problem, spec, 1.0);
            steps[k] = (double)p.counters.steps;
            cr_assert(p.error_max < 30.0 * strtod(tol[i], NULL), "%s, %s: %g", problem, spec,
                      p.error_max);
        }
        cr_assert(fabs(steps[1] / steps[0] - 1.0) < 0.1 && fabs(steps[2] / steps[0] - 1.0) < 0.1,
                  "%s: %g, %g, %g steps", tol[i], steps[0], steps[1], steps[2]);
    }
}

/* BDF of order 1: the error of a step is h^2/2, so steps go with the root of the tolerance */
Test(ida, order_1_takes_steps_with_the_root_of_the_tolerance)
{
    probe loose = ran("pendulum", "ggl/ida:tol=1e-4,order=1", 1.0);
    probe tight = ran("pendulum", "ggl/ida:tol=1e-6,order=1", 1.0);
    double ratio = (double)tight.counters.steps / (double)loose.counters.steps;

    cr_assert(ratio > 7.0 && ratio < 13.0, "%g", ratio);
}

Test(ida, says_what_does_not_apply)
{
    probe projected = probe_run("four-bar", "ggl/ida:tol=1e-6/direct-correction", 1.0);
    probe other = probe_run("four-bar", "lagrange/ida:tol=1e-6", 1.0);

    cr_assert(projected.status == MB_NOT_APPLICABLE && strstr(projected.error.text, "projected"));
    cr_assert(other.status == MB_NOT_APPLICABLE && strstr(other.error.text, "stabilised"));
}
