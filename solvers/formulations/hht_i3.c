/* SPDX-License-Identifier: MIT */
/* Hilber-Hughes-Taylor method on the index-3 equations (HHT-I3, negrut2007):
 *
 *     M a_{n+1} = (1 + alpha) (Q - D'lambda)_{n+1} - alpha (Q - D'lambda)_n,   Phi_{n+1} = 0
 *     gamma = (1 - 2 alpha) / 2,   beta = (1 - alpha)^2 / 4,   alpha in [-1/3, 0]
 *
 * with Newmark's formulas for q and v.  This is generalized-alpha (generalized_alpha.c, eqs (1) to
 * (4)) with am = 0 and af = -alpha, and shares its code, its scaling by beta h^2 and its
 * properties: positions at round-off, velocities of order h^2, nonholonomic rows at the level of
 * velocities, no damping and possible divergence for alpha = 0.
 *
 * Departures: the forces of the last step enter as vdot_n = M_n^-1 (Q - D'lambda)_n, which is the
 * printed method where M is constant; the step is fixed (the paper controls it). */
#include "solvers/equations/alpha_method.h"

static const mb_param params[] = {
    MB_REAL("alpha", -0.1, "1", .min = -1.0 / 3.0, .max = 0.0, .doc = "damping: 0 none, -1/3 most"),
    {0},
};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    double alpha = mb_value(params, &solver->formulation_values, "alpha");
    mb_alpha_weights w = {
        .am = 0.0,
        .af = -alpha,
        .beta = 0.25 * (1.0 - alpha) * (1.0 - alpha),
        .gamma = 0.5 - alpha,
    };

    return mb_alpha_setup(solver, &w, err);
}

const mb_formulation mb_formulation_hht_i3 = {
    .name = "hht-i3",
    .title = "Hilber-Hughes-Taylor method on the index-3 equations",
    .source = "Negrut, Rampalli, Ottarsson & Sajdak, J. Comput. Nonlinear Dynamics 2 (2007) 73-85",
    .params = params,
    .family = MB_ONE_STEP,
    .setup = setup,
    .accel = mb_alpha_accel,
    .one_step = {.open = mb_alpha_open, .pass = mb_alpha_pass, .close = mb_alpha_close},
};
