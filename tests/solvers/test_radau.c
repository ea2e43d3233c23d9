/* Radau IIA on the stabilised index-2 equations: what its theory and its error control promise. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/motions.h"
#include "tests/fixtures/ran.h"

Test(radau5, meets_both_constraints)
{
    const char *const problem[] = {"four-bar", "double-pendulum-bayo", "pendulum"};

    for (int i = 0; i < 3; i++) {
        probe p = ran(problem[i], "ggl/radau5:h=1e-2", 2.0);

        cr_assert(p.phi_max < 1e-13, "%s: %g", problem[i], p.phi_max);
        cr_assert(p.phidot_max < 2e-12, "%s: %g", problem[i], p.phidot_max);
    }
}

/* Largest error of a simple pendulum's rod force, |D' lambda| = g cos phi + phidot^2 with phi from
 * down and, released at rest at the pivot's height, phidot^2 = 2 g cos phi */
static double pull_error(double h)
{
    const double g = 9.81;
    char spec[MB_SPEC_SIZE];
    mb_solver *solver;
    mb_model *model;
    mb_error err = {0};
    double error = 0.0, d[2], pull;

    snprintf(spec, sizeof spec, "ggl/radau5:h=%.17g", h);
    cr_assert(mb_model_create("pendulum", &model, &err) == MB_OK);
    cr_assert(mb_solver_create(model, spec, &solver, &err) == MB_OK);
    cr_assert(mb_solver_start(solver, &err) == MB_OK);
    while (solver->state.t < 1.0) {
        cr_assert(mb_solver_step(solver, 1.0, &err) == MB_OK);
        model->ops->jacobian(model, 0.0, solver->state.q, d);
        pull = -3.0 * g * solver->state.q[1];
        error = fmax(error, fabs(fabs(solver->state.lambda[0]) * hypot(d[0], d[1]) - pull));
    }
    mb_solver_destroy(solver);
    mb_model_destroy(model);
    return error;
}

/* Hairer & Wanner II, VII.4 Table 4.1: order 3 in the variables of index 2 */
Test(radau5, multipliers_are_of_order_3)
{
    double order = log2(pull_error(0.02) / pull_error(0.01));

    cr_assert(fabs(order - 3.0) < 0.2, "order %.3f", order);
}

Test(radau5, is_of_order_5_on_a_spatial_body)
{
    const char *const problem[] = {"heavy-top", "heavy-top:coordinates=euler"};

    for (int i = 0; i < 2; i++) {
        double coarse = ran(problem[i], "ggl/radau5:h=4e-3", 0.5).error_max;
        double fine = ran(problem[i], "ggl/radau5:h=2e-3", 0.5).error_max;

        cr_assert(fabs(log2(coarse / fine) - 5.0) < 0.2, "%s: %g, %g", problem[i], coarse, fine);
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
    const char *const spec[] = {"ggl/radau5", "ggl/radau5:h=1e-2,tol=1e-6"};
    const char *const words[] = {"needs h= (fixed step) or tol=", "exclude each other"};

    for (int i = 0; i < 2; i++) {
        char text[MB_SPEC_SIZE];
        mb_error err = {0};

        cr_assert(mb_solver_canonical(spec[i], text, sizeof text, &err) == MB_BAD_INPUT);
        cr_assert(strstr(err.text, words[i]), "%s", err.text);
    }
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
