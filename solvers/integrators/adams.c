/* SPDX-License-Identifier: MIT */
/* Adams-Moulton formulas of variable order and step in functional iteration (CVODE): the multistep
 * method for equations that are not stiff.  It takes no projection: CVODE has none for Adams, and a
 * state moved behind its back would contradict the history. */
#include <cvode/cvode.h>

#include "solvers/steps/step.h"
#include "solvers/sundials/cvode.h"

static const mb_param params[] = {
    MB_TOLERANCE_PARAM,
    MB_INTEGER("order", 12, "1", .min = 1, .max = 12, .doc = "largest order"),
    {0},
};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    return mb_cvode_setup(solver, CV_ADAMS, err);
}

const mb_integrator mb_integrator_adams = {
    .name = "adams",
    .title = "Adams-Moulton formulas of variable order, fixed point (SUNDIALS CVODE)",
    .source = "Hindmarsh et al., ACM TOMS 31 (2005) 363",
    .params = params,
    .families = MB_ACCELERATION,
    .order = 12,
    .smooth = true,
    .end_acceleration = false,
    .setup = setup,
    .step = mb_cvode_step,
};
