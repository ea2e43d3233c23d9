/* SPDX-License-Identifier: MIT */
/* One-step methods on the index-3 equations: what each promises beyond its order, from the theory
 * of its paper. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/fixtures/ran.h"

Test(one_step, positions_are_at_round_off)
{
    const char *const formulation[] = {"generalized-alpha", "generalized-alpha:rho_inf=0", "hht-i3",
                                       "rattle", "energy-momentum"};
    const char *const problem[] = {"double-four-bar", "pendulum", "double-pendulum-bayo",
                                   "n-four-bar:N=12"};

    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            char spec[MB_SPEC_SIZE];

            snprintf(spec, sizeof spec, "%s/newton:h=5e-3", formulation[i]);
            cr_assert(ran(problem[k], spec, 2.0).phi_max < 1e-13, "%s, %s", problem[k], spec);
        }
}

Test(rattle, keeps_velocities_at_round_off)
{
    cr_assert(ran("double-four-bar", "rattle/newton:h=1e-2", 10.0).phidot_max < 1e-13);
    cr_assert(ran("four-bar", "rattle/newton:h=1e-2", 10.0).phidot_max < 1e-13);
}

/* The violation of velocities falls with h^2 and is no larger after ten times as long */
Test(generalized_alpha, does_not_drift_in_velocities)
{
    probe coarse = ran("pendulum", "generalized-alpha/newton:h=1e-2", 5.0);
    probe fine = ran("pendulum", "generalized-alpha/newton:h=5e-3", 5.0);
    probe late = ran("pendulum", "generalized-alpha/newton:h=1e-2", 50.0);

    cr_assert(fabs(log2(coarse.phidot_max / fine.phidot_max) - 2.0) < 0.2, "%g and %g",
              coarse.phidot_max, fine.phidot_max);
    cr_assert(late.phidot_max < 1.01 * coarse.phidot_max);
}

Test(generalized_alpha, multipliers_are_of_order_2)
{
    static const char spec[] = "generalized-alpha/newton:tol=1e-14,h=";
    /* after the start's transient */
    double order = log2(pull_error(spec, 4e-3, 1.0, 2.0) / pull_error(spec, 2e-3, 1.0, 2.0));

    cr_assert(fabs(order - 2.0) < 0.2, "order %.3f", order);
}

/* Lie-group form: order 2 in body coordinates, where T is not I, and in euler coordinates */
Test(generalized_alpha, is_of_order_2_on_a_spatial_body)
{
    const char *const problem[] = {"heavy-top", "heavy-top:coordinates=euler"};

    for (int i = 0; i < 2; i++) {
        double order = error_order(problem[i], "generalized-alpha/newton:h=", 5e-4, 0.2);

        cr_assert(fabs(order - 2.0) < 0.2, "%s: order %.3f", problem[i], order);
    }
}

Test(hht_i3, is_generalized_alpha_without_damping_at_zero)
{
    /* rho = 1: am = af = 1/2; alpha = 0: am = af = 0.  Both are the trapezoidal rule */
    probe a = ran("pendulum", "hht-i3:alpha=0/newton:h=1e-3,tol=1e-14", 0.1);
    probe b = ran("pendulum", "generalized-alpha:rho_inf=1/newton:h=1e-3,tol=1e-14", 0.1);

    for (int i = 0; i < 2; i++)
        cr_assert(fabs(a.outputs[i] - b.outputs[i]) < 1e-9);
}

/* Index 3 without damping: the multipliers' oscillation grows until Newton fails, and it is told */
Test(undamped, index_3_diverges_and_says_when)
{
    const char *const spec[] = {"generalized-alpha:rho_inf=1/newton:h=1e-2",
                                "hht-i3:alpha=0/newton:h=1e-2"};

    for (int i = 0; i < 2; i++) {
        probe p = probe_run("double-four-bar", spec[i], 10.0);

        cr_assert(p.status == MB_DIVERGED, "%d", p.status);
        cr_assert(p.counters.stopped == 1 && strstr(p.error.text, "diverges at t = "), "%s",
                  p.error.text);
    }
}

Test(energy_momentum, keeps_the_energy)
{
    const char *const problem[] = {"double-four-bar", "pendulum", "double-pendulum-bayo",
                                   "n-four-bar:N=12"};

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            probe p =
                ran(problem[i],
                    k ? "energy-momentum/newton:h=5e-2" : "energy-momentum/newton:h=1e-2", 10.0);

            cr_assert(p.drift_max < 1e-9, "%s: %g J", problem[i], p.drift_max);
        }
}

Test(energy_momentum, says_what_a_model_lacks)
{
    probe p = probe_run("slider-crank-welch", "energy-momentum/newton:h=1e-2", 1.0);

    cr_assert(p.status == MB_NOT_APPLICABLE && strstr(p.error.text, "discrete gradients"));
}

/* A symmetric method retraces its steps when velocities are reversed */
Test(symmetric, methods_return_to_the_start)
{
    const char *const spec[] = {"rattle/newton:h=1e-2,tol=1e-14",
                                "energy-momentum/newton:h=1e-2,tol=1e-14"};

    for (int i = 0; i < 2; i++) {
        mb_solver *solver;
        mb_model *model;
        mb_error err = {0};

        cr_assert(mb_model_create("double-pendulum-bayo", &model, &err) == MB_OK);
        cr_assert(mb_solver_create(model, spec[i], &solver, &err) == MB_OK);
        cr_assert(mb_solver_start(solver, &err) == MB_OK);
        for (int n = 0; n < 200; n++) {
            if (n == 100)
                for (int k = 0; k < model->nv; k++)
                    solver->state.v[k] = -solver->state.v[k];
            cr_assert(mb_solver_step(solver, 10.0, &err) == MB_OK);
        }
        for (int k = 0; k < model->nq; k++)
            cr_assert(fabs(solver->state.q[k] - model->q0[k]) < 1e-10, "%s: q(%d) off by %g",
                      spec[i], k, solver->state.q[k] - model->q0[k]);
        mb_solver_destroy(solver);
        mb_model_destroy(model);
    }
}

/* What a step of the index-3 methods leaves of D v is of the order of the method itself.  Taken
 * away across the motion (mass-orthogonal) it costs nothing; by minimum norm, partly along the
 * motion, one order (direct_correction.c). */
Test(one_step, velocities_corrected_by_minimum_norm_cost_an_order)
{
    static const struct {
        const char *method, *projection;
        double order;
    } row[] = {
        {"generalized-alpha/newton", "kkt-projection", 2.0},
        {"generalized-alpha/newton", "direct-correction", 1.0},
        {"algebraic/predictor", "weighted-direct-correction", 1.0},
        {"algebraic/predictor", "direct-correction", 0.0},
        {"algebraic:half=accelerated/predictor-corrector", "weighted-direct-correction", 2.0},
        {"algebraic:half=accelerated/predictor-corrector", "direct-correction", 1.0},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double error[2], order;

        for (int k = 0; k < 2; k++) {
            char spec[MB_SPEC_SIZE];

            snprintf(spec, sizeof spec, "%s:h=%g/%s", row[i].method, k ? 2.5e-4 : 5e-4,
                     row[i].projection);
            error[k] = ran("heavy-top", spec, 0.1).error_max;
        }
        order = log2(error[0] / error[1]);
        cr_expect(fabs(order - row[i].order) < 0.2, "%s/%s: order %.3f", row[i].method,
                  row[i].projection, order);
    }
}
