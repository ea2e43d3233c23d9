/* SPDX-License-Identifier: MIT */
/* The classical fourth-order Runge-Kutta method, the integrator of marques2017. */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/tableaus.h"

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_explicit_rk_setup(solver, &mb_tableau_rk4, err);
}

const mb_integrator mb_integrator_rk4 = {
    .name = "rk4",
    .title = "classical fourth-order Runge-Kutta method",
    .source = "Hairer, Norsett & Wanner, Solving ODEs I, II.1 Table 1.2",
    .params = mb_fixed_step_params,
    .families = MB_ACCELERATION | MB_FIRST_ORDER,
    .order = 4,
    .end_acceleration = true,
    .setup = setup,
    .start = mb_explicit_rk_start,
    .step = mb_explicit_rk_step,
};
