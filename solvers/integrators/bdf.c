/* SPDX-License-Identifier: MIT */
/* Backward differentiation formulas of variable order and step (CVODE): Newton's method with a
 * matrix of difference quotients of the accelerations.  The projection is CVODE's: the state is
 * corrected within the step, and the correction enters the history (Eich, SIAM J. Numer. Anal. 30
 * (1993) 1467). */
#include <cvode/cvode.h>

#include "solvers/steps/step.h"
#include "solvers/sundials/cvode.h"

static const mb_param params[] = {
    MB_TOLERANCE_PARAM,
    MB_INTEGER("order", 5, "1", .min = 1, .max = 5, .doc = "largest order"),
    {0},
};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_cvode_setup(solver, CV_BDF, err);
}

const mb_integrator mb_integrator_bdf = {
    .name = "bdf",
    .title = "backward differentiation formulas of variable order (SUNDIALS CVODE)",
    .source = "Hindmarsh et al., ACM TOMS 31 (2005) 363; Eich, SIAM J. Numer. Anal. 30 (1993) 1467",
    .params = params,
    .families = MB_ACCELERATION,
    .order = 5,
    .smooth = true,
    .end_acceleration = false,
    .setup = setup,
    .step = mb_cvode_step,
};
