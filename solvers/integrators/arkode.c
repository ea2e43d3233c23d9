/* SPDX-License-Identifier: MIT */
/* Explicit Runge-Kutta methods of SUNDIALS' ARKODE, with the library's table of each order: 4
 * Zonneveld, 5 Cash-Karp, 6 Verner, 8 Fehlberg (it has none of order 7), each with an embedded
 * method of one order less; the step size controller is the library's own. */
#include <math.h>

#include "solvers/steps/step.h"
#include "solvers/sundials/arkstep.h"

static const mb_param params[] = {
    MB_CONTROL_PARAMS,
    MB_CHOICE("order", "4|5|6|8", 1, .doc = "order of the method"),
    {0},
};

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_control("arkode", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    static const ARKODE_ERKTableID table[] = {ARKODE_ZONNEVELD_5_3_4, ARKODE_CASH_KARP_6_4_5,
                                              ARKODE_VERNER_8_5_6, ARKODE_FEHLBERG_13_7_8};
    long order = lround(mb_value(params, &solver->integrator_values, "order"));

    return mb_arkstep_setup(solver, table[order], ARKODE_DIRK_NONE, err);
}

const mb_integrator mb_integrator_arkode = {
    .name = "arkode",
    .title = "explicit Runge-Kutta methods with embedded ones (SUNDIALS ARKODE)",
    .source = "Reynolds et al., ACM TOMS 49 (2023) 14; Hairer, Norsett & Wanner, Solving ODEs I, "
              "II.4-5",
    .params = params,
    .families = MB_ACCELERATION,
    .order = 5,
    .smooth = true,
    .end_acceleration = true,
    .check = check,
    .setup = setup,
    .step = mb_arkstep_step,
};
