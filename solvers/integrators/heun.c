/* SPDX-License-Identifier: MIT */
/* Heun's method: the second-order Runge-Kutta method that reproduces welch2007 Table 2. */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/tableaus.h"

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_explicit_rk_setup(solver, &mb_tableau_heun, err);
}

const mb_integrator mb_integrator_heun = {
    .name = "heun",
    .title = "Heun's second-order method (explicit trapezoidal rule)",
    .source = "Hairer, Norsett & Wanner, Solving ODEs I, II.1",
    .params = mb_fixed_step_params,
    .families = MB_ACCELERATION | MB_FIRST_ORDER,
    .order = 2,
    .end_acceleration = true,
    .setup = setup,
    .start = mb_explicit_rk_start,
    .step = mb_explicit_rk_step,
};
