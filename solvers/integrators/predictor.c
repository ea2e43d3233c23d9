/* SPDX-License-Identifier: MIT */
/* Welch's first-order scheme: the predictor alone (welch2007 eqs (43a), (44a)).  The acceleration
 * of a step is (v_{n+1} - v_n) / h, its multipliers are those of the scheme. */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/tableaus.h"
#include "solvers/steps/welch.h"

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    return mb_welch_step(solver, h, t_new, false, err);
}

const mb_integrator mb_integrator_predictor = {
    .name = "predictor",
    .title = "Welch's predictor, first order",
    .source = "welch2007 eqs (43a), (44a)",
    .params = mb_fixed_step_params,
    .families = MB_ALGEBRAIC,
    .order = 1,
    .end_acceleration = true,
    .setup = mb_welch_setup,
    .step = step,
};
