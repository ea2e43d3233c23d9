/* SPDX-License-Identifier: MIT */
/* TR-BDF2: a trapezoidal step to t + (2 - sqrt(2)) h, then BDF2 to t + h, as a singly diagonally
 * implicit Runge-Kutta method with an explicit first stage, L-stable, with an embedded method of
 * order 3 (ARKODE_TRBDF2_3_3_2).  Newton's method on y = (q, v) with a matrix of difference
 * quotients of the accelerations. */
#include "solvers/steps/step.h"
#include "solvers/sundials/arkstep.h"

static const mb_param params[] = {MB_CONTROL_PARAMS, {0}};

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_control("tr-bdf2", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_arkstep_setup(solver, ARKODE_ERK_NONE, ARKODE_TRBDF2_3_3_2, err);
}

const mb_integrator mb_integrator_tr_bdf2 = {
    .name = "tr-bdf2",
    .title = "TR-BDF2, Newton's method (SUNDIALS ARKODE)",
    .source = "Bank et al., IEEE Trans. CAD 4 (1985) 436; Hosea & Shampine, Appl. Numer. Math. 20 "
              "(1996) 21",
    .params = params,
    .families = MB_ACCELERATION,
    .order = 2,
    .smooth = true,
    .end_acceleration = true,
    .check = check,
    .setup = setup,
    .step = mb_arkstep_step,
};
