#include "solvers/projection.h"

#include <float.h>
#include <math.h>

static const double ROUND_OFF = 0.5 * DBL_EPSILON;

mb_status mb_correction_setup(mb_solver *solver, mb_correction *correction, mb_error *err)
{
    const mb_param *params = solver->projection->params;

    correction->tol = mb_value(params, &solver->projection_values, "tol");
    correction->iterations = lround(mb_value(params, &solver->projection_values, "iterations"));
    return mb_claim(solver->arena, &correction->dx, (size_t)solver->model->nv, sizeof(double), err);
}

void mb_eval_projection(mb_solver *solver, double t, const double *q)
{
    solver->model->ops->jacobian(solver->model, t, q, solver->terms.jacobian);
    mb_eval_mass(solver, q);
}

double mb_norm(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

bool mb_correction_goes_on(const mb_correction *correction, int n, int nx, const double *x)
{
    return !(mb_norm(correction->dx, n) <= correction->tol * (1.0 + mb_norm(x, nx)));
}

double mb_changes_left(double change, double before, double after)
{
    return after < before && isfinite(before) ? change * after / (before - after)
                                              : (double)INFINITY;
}

bool mb_linear_correction_goes_on(const mb_correction *correction, double before, double after,
                                  int n, int nx, const double *x)
{
    double change = mb_norm(correction->dx, n), size = 1.0 + mb_norm(x, nx);
    double nothing = fmax(MB_NEGLIGIBLE * correction->tol, ROUND_OFF) * size;

    return !(change <= correction->tol * size) &&
           !(mb_changes_left(change, before, after) <= nothing);
}
