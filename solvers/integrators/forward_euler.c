/* SPDX-License-Identifier: MIT */
/* Explicit Euler: q and v advanced with the rates at the start of the step (gonzalez2016 eq. (11)).
 */
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/tableaus.h"

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_explicit_rk_setup(solver, &mb_tableau_forward_euler, err);
}

const mb_integrator mb_integrator_forward_euler = {
    .name = "forward-euler",
    .title = "explicit Euler",
    .source = "gonzalez2016 eq. (11)",
    .params = mb_fixed_step_params,
    .families = MB_ACCELERATION | MB_FIRST_ORDER,
    .order = 1,
    .end_acceleration = true,
    .setup = setup,
    .start = mb_explicit_rk_start,
    .step = mb_explicit_rk_step,
};
