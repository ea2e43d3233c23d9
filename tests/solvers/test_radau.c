/* SPDX-License-Identifier: MIT */
/* Radau IIA on the stabilised index-2 equations: what its theory and its error control promise. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/motions.h"
#include "tests/fixtures/ran.h"
#include "tests/fixtures/specs.h"

Test(radau5, meets_both_constraints)
{
    const char *const problem[] = {"four-bar", "double-pendulum-bayo", "pendulum"};

    for (int i = 0; i < 3; i++) {
        probe p = ran(problem[i], "ggl/radau5:h=1e-2", 2.0);

        cr_assert(p.phi_max < 1e-13, "%s: %g", problem[i], p.phi_max);
        cr_assert(p.phidot_max < 2e-12, "%s: %g", problem[i], p.phidot_max);
    }
}

/* Hairer & Wanner II, VII.4 Table 4.1: order 3 in the variables of index 2 */
Test(radau5, multipliers_are_of_order_3)
{
    double order = log2(pull_error("ggl/radau5:h=", 0.02, 0.0, 1.0) /
                        pull_error("ggl/radau5:h=", 0.01, 0.0, 1.0));

    cr_assert(fabs(order - 3.0) < 0.2, "order %.3f", order);
}

Test(radau5, is_of_order_5_on_a_spatial_body)
{
    const char *const problem[] = {"heavy-top", "heavy-top:coordinates=euler"};

    for (int i = 0; i < 2; i++) {
        double order = error_order(problem[i], "ggl/radau5:h=", 4e-3, 0.5);

        cr_assert(fabs(order - 5.0) < 0.2, "%s: order %.3f", problem[i], order);
    }
}

/* The arm turns by tau / J t^2 / 2 exactly; rows without Phi stand at velocity level */
Test(radau5, takes_nonholonomic_rows)
{
    probe p = ran("epicyclic-gears", "ggl/radau5:h=1e-2", 0.5);

    cr_assert(p.error_max < 1e-12 && p.phidot_max < 1e-12, "%g", p.error_max);
}

Test(radau5, error_falls_with_the_tolerance)
{
    double before = 1.0;

    for (int k = 4; k <= 10; k += 2) {
        char spec[MB_SPEC_SIZE];
        probe p;

        snprintf(spec, sizeof spec, "ggl/radau5:tol=1e-%d", k);
        p = ran("double-pendulum-welch", spec, 5.0);
        cr_assert(p.t == 5.0 && p.counters.rejected < p.counters.steps);
        cr_assert(p.error_max < before / 10.0, "%s: %g after %g", spec, p.error_max, before);
        before = p.error_max;
    }
}

/* D loses rank ten times: there the multipliers are not determined */
Test(radau5, tests_of_multipliers_end_at_singular_positions)
{
    probe scaled = probe_run("double-four-bar", "ggl/radau5:tol=1e-6", 10.0);
    probe lenient = ran("double-four-bar", "ggl/radau5:tol=1e-6,errors=motion", 10.0);

    cr_assert(scaled.status == MB_DIVERGED && fabs(scaled.t - 0.714356) < 1e-4, "%.9g", scaled.t);
    cr_assert(strstr(scaled.error.text, "falls to nothing"), "%s", scaled.error.text);
    cr_assert(lenient.branch_max < 1.0 && lenient.error_max < 1e-3, "%g", lenient.error_max);
}

Test(radau5, takes_a_step_or_a_tolerance)
{
    refused("ggl/radau5", "needs h= (fixed step) or tol=");
    refused("ggl/radau5:h=1e-2,tol=1e-6", "exclude each other");
    cr_assert(isnan(mb_solver_nominal_step("ggl/radau5:tol=1e-6")));
}

/* Where T != I the error of positions is in no derivative of v: a body that turns steadily has
 * none */
Test(radau5, steps_of_a_turning_body_follow_the_tolerance)
{
    double before = 1e-4;

    for (int k = 4; k <= 10; k += 2) {
        char spec[MB_SPEC_SIZE];
        motion_errors e;

        snprintf(spec, sizeof spec, "ggl/radau5:tol=1e-%d", k);
        e = motion_run(&motion_turning, "coordinates=body", spec, 5.0);
        cr_assert(e.status == MB_OK && e.t == 5.0, "%s", e.error.text);
        cr_assert(e.position < pow(10.0, -k) && e.position < before / 10.0, "%s: %g after %g", spec,
                  e.position, before);
        before = e.position;
    }
}
