/* SPDX-License-Identifier: MIT */
#include "solvers/steps/step.h"

#include <string.h>

#include "base/vector.h"
#include "solvers/scales/size.h"

void mb_normalise(mb_solver *solver, double *q)
{
    if (solver->model->ops->retract)
        solver->model->ops->retract(solver->model, solver->zero, q);
}

mb_status mb_check_control(const char *integrator, const mb_param *params, const mb_values *values,
                           mb_error *err)
{
    bool h = mb_value_given(params, values, "h"), tol = mb_value_given(params, values, "tol");

    if (h && tol)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s: h (fixed step) and tol (error-controlled) exclude each other; give one",
                       integrator);
    if (!h && !tol)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s needs h= (fixed step) or tol= (error-controlled), as in %s:tol=1e-6",
                       integrator, integrator);
    return MB_OK;
}

mb_step_trial mb_trial_step(double proposed, double t, double t_stop, double stretch)
{
    bool last = proposed * (1.0 + stretch) >= t_stop - t;
    double h = last ? t_stop - t : proposed;

    return (mb_step_trial){h, last ? t_stop : t + h, last};
}
