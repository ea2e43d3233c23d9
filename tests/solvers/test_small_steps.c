/* SPDX-License-Identifier: MIT */
/* Smaller steps are never worse: with default parameters the error of implicit methods falls with
 * their order from h = 10 ms to 10 us, down to round-off: what is left of an iteration weighs 1/h
 * in velocities and 1/h^2 in accelerations, and next to a singular position the smallest singular
 * value of D falls to about h. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "tests/fixtures/motions.h"
#include "tests/fixtures/probe.h"

static const char *const of_points[] = {
    "ali3/newmark",           "al-newton/newmark", "generalized-alpha/newton", "hht-i3/newton",
    "energy-momentum/newton", "rattle/newton",     "ali1/trapezoidal",
};

/* Lagrange's equations alone lose what they know next to a singular position (lagrange.c). */
static const char *const without_projection[] = {"lagrange/trapezoidal",
                                                 "lagrange/implicit-midpoint"};

static const char *const of_bodies[] = {
    "ali3/newmark",     "al-newton/newmark",    "generalized-alpha/newton",   "hht-i3/newton",
    "ali1/trapezoidal", "lagrange/trapezoidal", "lagrange/implicit-midpoint",
};

static double error_of(const char *problem, const char *solver, double h, double t_end)
{
    char spec[MB_SPEC_SIZE];
    probe p;

    snprintf(spec, sizeof spec, "%s:h=%.17g", solver, h);
    p = probe_run(problem, spec, t_end);
    cr_expect(p.status == MB_OK, "%s, %s: %s", problem, spec, p.error.text);
    return p.error_max;
}

/* Every step that is ten times smaller leaves at most 1/50 of the error, or `floor` */
static void falls(const char *problem, const char *solver, double t_end, double coarsest,
                  double floor)
{
    double before = INFINITY;

    for (double h = coarsest; h > 0.9e-5; h *= 0.1) {
        double error = error_of(problem, solver, h, t_end);

        cr_expect(error < before / 50.0 || error < floor, "%s, %s: %g after %g with h = %g s",
                  problem, solver, error, before, h);
        before = error;
    }
}

/* Its first singular position is passed after 0.716 s. */
Test(small_steps, error_falls_through_a_singular_position)
{
    for (size_t i = 0; i < sizeof of_points / sizeof *of_points; i++)
        falls("double-four-bar", of_points[i], 0.75, 1e-2, 1e-9);
    for (int i = 0; i < 2; i++)
        falls("double-four-bar", without_projection[i], 0.6, 1e-2, 1e-9);
}

/* Through three of them.  omega h = sqrt(2) leaves Phi of O(h^4): with the O(h^2) of a constant
 * omega the crossing of the branches opens as wide as a step is long.  The fixed point of
 * hamiltonian has no limit next to a singular position with 10 ms. */
Test(small_steps, error_falls_through_three_singular_positions)
{
    falls("double-four-bar", "al-newton/newmark", 2.0, 1e-2, 1e-8);
    falls("double-four-bar", "hamiltonian-newton/newmark", 2.0, 1e-2, 1e-8);
    falls("double-four-bar", "hamiltonian/trapezoidal", 2.0, 1e-3, 1e-7);
}

/* The tangent of (16) is exact but for the terms of alpha psi: Newton's iteration converges in
 * every step; with (16) as printed it does not next to a singular position. */
Test(small_steps, complete_tangent_converges_next_to_singular_positions)
{
    probe complete = probe_run("double-four-bar", "al-newton:omega=10,xi=1/newmark:h=1e-3", 2.0);
    probe printed =
        probe_run("double-four-bar", "al-newton:omega=10,xi=1,tangent=printed/newmark:h=1e-3", 2.0);

    cr_expect(complete.counters.unconverged == 0, "%ld", complete.counters.unconverged);
    cr_expect(printed.counters.unconverged > 0);
}

/* It nods with 100 rad/s: h = 10 ms is a tenth of that. */
Test(small_steps, error_falls_on_the_heavy_top)
{
    for (size_t i = 0; i < sizeof of_bodies / sizeof *of_bodies; i++)
        falls("heavy-top", of_bodies[i], 0.1, 1e-3, 1e-9);
}

Test(small_steps, error_falls_on_a_free_body)
{
    for (size_t i = 0; i < sizeof of_bodies / sizeof *of_bodies; i++) {
        double before = INFINITY;

        for (double h = 1e-2; h > 0.9e-5; h *= 0.1) {
            char spec[MB_SPEC_SIZE];
            motion_errors e;
            double error;

            snprintf(spec, sizeof spec, "%s:h=%.17g", of_bodies[i], h);
            e = motion_run(&motion_tumbling, "", spec, 1.0);
            error = fmax(e.position, e.velocity);
            cr_expect(e.status == MB_OK && (error < before / 50.0 || error < 1e-9),
                      "%s: %g after %g; %s", spec, error, before, e.error.text);
            before = error;
        }
    }
}
