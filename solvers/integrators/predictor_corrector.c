/* SPDX-License-Identifier: MIT */
/* Welch's second-order scheme: predictor and corrector (welch2007 eqs (43), (44)).  The
 * acceleration of a step is (v_{n+1} - v_n) / h, its multipliers are those of the corrector. */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/tableaus.h"
#include "solvers/steps/welch.h"

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    return mb_welch_step(solver, h, t_new, true, err);
}

const mb_integrator mb_integrator_predictor_corrector = {
    .name = "predictor-corrector",
    .title = "Welch's predictor and corrector, second order",
    .source = "welch2007 eqs (43), (44)",
    .params = mb_fixed_step_params,
    .families = MB_ALGEBRAIC,
    .order = 2,
    .end_acceleration = true,
    .setup = mb_welch_setup,
    .step = step,
};
