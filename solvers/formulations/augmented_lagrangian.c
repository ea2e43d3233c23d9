/* SPDX-License-Identifier: MIT */
/* Augmented Lagrangian formulation, index 1: penalty with iterated multipliers (gonzalez2016 eq.
 * (6), bayo1996 eqs (6)-(8), marques2017 eqs (23)-(25)).
 *
 *     lambda_0 = 0;  (M + alpha D'D) a_{i+1} + D' lambda_i = Q + alpha D'g   (6a)
 *     lambda_{i+1} = lambda_i + alpha (D a_{i+1} - g)                       (6b)
 *     until |a_{i+1} - a_i| <= tol (1 + |a_{i+1}|), or until all further changes together would be
 *     below a thousandth of that, at the rate by which |D a - g| has fallen in the last pass
 *
 * The first pass is the penalty formulation.  xi and omega are mu and Omega of bayo1996.
 *
 * Departure from the papers: passes after the first solve for the increment of a with the residual
 * of M a + D' lambda = Q, which is (6a) in exact arithmetic and keeps the accelerations in the free
 * directions accurate to round-off, where (6a) as printed loses alpha times that.
 *
 * omega, if unset, is 10, and 0 where a projection of positions and velocities follows every step:
 * there is nothing left to stabilise then (bayo1996 section 4.1), and stabilisation makes the
 * motion off the constraints, where the stages of a step evaluate, as fast as omega.  With omega h
 * = 1 that spoils the step: 10 s of the double four-bar with dormand-prince and h = 0.1 lose 8.8 J
 * with 10, 0.10 J with 1 and 0.044 J with 0.
 *
 * Tolerance and limit are not printed.  Close to a singular position the passes converge slowly;
 * cut off there, the multipliers are wrong and the mechanism may change branch: gonzalez2016 Table
 * 1, second row, keeps its bound with the limit here and loses it with a limit of 20. */
#include <math.h>

#include "solvers/equations/penalty_family.h"

static const mb_param params[] = {
    MB_ITERATED_PENALTY_PARAM,
    MB_REAL("omega", NAN, "1/s", .min = 0.0, .max = 1e12,
            .doc = "natural frequency of the penalty system; if unset 10, 0 where both levels are "
                   "projected after every step"),
    MB_REAL("xi", 1.0, "1", .min = 0.0, .max = 1e12,
            .doc = "damping ratio of the penalty system (mu in marques2017, bayo1996)"),
    MB_PENALTY_PASS_PARAMS,
    {0},
};

/* Whether both levels are projected after every step */
static bool projected(const mb_solver *solver)
{
    return solver->projection && solver->every == 1 &&
           solver->levels == (MB_POSITION_LEVEL | MB_VELOCITY_LEVEL);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    mb_augmented *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    s->passes = mb_penalty_passes_of(params, &solver->formulation_values);
    MB_TRY(mb_penalty_family_setup(solver, &s->family, err));
    s->family.alpha = mb_iterated_penalty(solver, params, &solver->formulation_values);
    if (isnan(s->family.omega))
        s->family.omega = projected(solver) ? 0.0 : 10.0;
done:
    return status;
}

static mb_status accel(mb_solver *solver, double t, const double *q, const double *v, double *a,
                       double *lambda, mb_error *err)
{
    mb_augmented *s = solver->formulation_data;

    return mb_penalty_family_iterate(solver, &s->family, &s->passes, t, q, v, a, lambda, err);
}

const mb_formulation mb_formulation_augmented_lagrangian = {
    .name = "augmented-lagrangian",
    .title = "augmented Lagrangian, index 1, multipliers iterated to a tolerance",
    .source = "gonzalez2016 eq. (6); bayo1996 eqs (6)-(8); marques2017 eqs (23)-(25)",
    .params = params,
    .family = MB_ACCELERATION,
    .setup = setup,
    .accel = accel,
};
