/* SPDX-License-Identifier: MIT */
/* Explicit midpoint rule: one of the two usual second-order Runge-Kutta methods; see heun. */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/tableaus.h"

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_explicit_rk_setup(solver, &mb_tableau_midpoint_rk2, err);
}

const mb_integrator mb_integrator_midpoint_rk2 = {
    .name = "midpoint-rk2",
    .title = "explicit midpoint rule",
    .source = "Hairer, Norsett & Wanner, Solving ODEs I, II.1 eq. (1.3)",
    .params = mb_fixed_step_params,
    .families = MB_ACCELERATION | MB_FIRST_ORDER,
    .order = 2,
    .end_acceleration = true,
    .setup = setup,
    .start = mb_explicit_rk_start,
    .step = mb_explicit_rk_step,
};
