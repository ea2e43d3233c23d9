/* SPDX-License-Identifier: MIT */
/* Position-level methods on rows without Phi, which they enforce at the level of velocities: the
 * closed form of Chaplygin's sleigh (mechanisms.md 22) and the constant acceleration of the
 * epicyclic gears (10). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/probe.h"

static const char *const method[] = {"ali3/newmark", "al-newton/newmark",
                                     "generalized-alpha/newton", "hht-i3/newton"};
static const char *const problem[] = {"chaplygin-sleigh", "epicyclic-gears"};

static probe ran(const char *mechanism, const char *solver, double h)
{
    char spec[MB_SPEC_SIZE];
    probe p;

    snprintf(spec, sizeof spec, "%s:h=%.17g,tol=1e-12", solver, h);
    p = probe_run(mechanism, spec, 2.0);
    cr_assert(p.status == MB_OK, "%s, %s: %s", mechanism, spec, p.error.text);
    cr_assert(isfinite(p.error_max) && isfinite(p.phidot_max));
    return p;
}

Test(nonholonomic, rows_leave_the_order_at_2)
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            double coarse = ran(problem[k], method[i], 1e-2).error_max;
            double fine = ran(problem[k], method[i], 5e-3).error_max;
            double order = log2(coarse / fine);

            cr_assert(fabs(order - 2.0) < 0.2, "%s, %s: order %.3f", problem[k], method[i], order);
        }
}

/* ali3 projects all rows; al-newton meets D v = 0 as the penalty of its level does, to h^2 */
Test(nonholonomic, rows_are_met_at_the_level_of_velocities)
{
    cr_assert(ran(problem[0], method[0], 1e-2).phidot_max < 1e-12);
    cr_assert(ran(problem[1], method[0], 1e-2).phidot_max < 1e-12);
    for (int i = 2; i < 4; i++)
        cr_assert(ran(problem[0], method[i], 1e-2).phidot_max < 1e-9, "%s", method[i]);
    for (int k = 0; k < 2; k++) {
        double coarse = ran(problem[k], method[1], 1e-2).phidot_max;
        double fine = ran(problem[k], method[1], 5e-3).phidot_max;

        cr_assert(fabs(log2(coarse / fine) - 2.0) < 0.2, "%g, %g", coarse, fine);
    }
}

Test(nonholonomic, rows_are_refused_with_a_reason)
{
    const char *const spec[] = {"rattle/newton:h=1e-2", "energy-momentum/newton:h=1e-2"};

    for (int i = 0; i < 2; i++) {
        probe p = probe_run(problem[0], spec[i], 1.0);

        cr_assert(p.status == MB_NOT_APPLICABLE && strstr(p.error.text, "needs holonomic"), "%s",
                  p.error.text);
    }
}

/* Penalty accelerations are accurate to alpha eps = 1e-9 and the sleigh starts at q = 0: steps of
 * difference quotients in proportion to q would make a Newton matrix of round-off */
Test(nonholonomic, newton_matrix_of_penalty_accelerations_at_the_origin)
{
    probe p = probe_run("chaplygin-sleigh", "penalty/tr-bdf2:h=1e-3", 1.0);

    cr_assert(p.status == MB_OK, "%s", p.error.text);
    cr_assert(p.error_max < 1e-5, "%g", p.error_max);
}

/* Inertias of the gears are 1e-14 of the weight of ali3's iteration: its start must not take it */
Test(nonholonomic, linear_solvers_agree_on_light_gears)
{
    const char *const linsolver[] = {"dense", "cholmod", "ldl", "umfpack", "klu", "qr"};

    for (int i = 0; i < 6; i++) {
        char spec[MB_SPEC_SIZE];
        probe p;

        snprintf(spec, sizeof spec, "ali3/newmark:h=1e-3/none/%s", linsolver[i]);
        p = probe_run("epicyclic-gears", spec, 0.02);
        cr_assert(p.status == MB_OK, "%s: %s", spec, p.error.text);
        cr_assert(p.error_max < 1e-12, "%s: %g", spec, p.error_max);
    }
}

/* What the weight of the constraints has buried is no redundant row that qr may leave out */
Test(nonholonomic, qr_reports_a_mass_that_is_lost_to_round_off)
{
    probe p = probe_run("epicyclic-gears", "penalty:alpha=1e12/heun:h=1e-3/none/qr", 0.02);

    cr_assert(p.status == MB_SINGULAR && strstr(p.error.text, "rank 41"), "%s", p.error.text);
}
