#include "solvers/projection.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double ROUND_OFF = 0.5 * DBL_EPSILON;

mb_status mb_correction_setup(mb_solver *solver, mb_correction *correction, mb_error *err)
{
    const mb_param *params = solver->projection->params;
    const mb_values *values = &solver->projection_values;

    return mb_correction_claim(solver, mb_value(params, values, "tol"),
                               mb_value(params, values, "iterations"), correction, err);
}

mb_status mb_correction_claim(mb_solver *solver, double tol, double iterations,
                              mb_correction *correction, mb_error *err)
{
    size_t nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;

    correction->tol = tol;
    correction->iterations = lround(iterations);
    MB_TRY(mb_claim(solver->arena, &correction->dx, nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &correction->moved, nv, sizeof(double), err));
done:
    return status;
}

double mb_norm(const double *x, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

void mb_correct(double *x, const double *dx, int n, double *change, double *size)
{
    double changes = 0.0, sizes = 0.0;

    for (int i = 0; i < n; i++) {
        x[i] += dx[i];
        changes += dx[i] * dx[i];
        sizes += x[i] * x[i];
    }
    *change = sqrt(changes);
    *size = sqrt(sizes);
}

mb_status mb_correct_positions(mb_solver *solver, mb_correction *c, mb_position_pass pass,
                               void *data, double t, double *q, mb_error *err)
{
    const mb_model *model = solver->model;
    bool more = true;
    mb_status status = MB_OK;

    memset(c->moved, 0, (size_t)model->nv * sizeof *c->moved);
    for (long k = 0; k < c->iterations && more; k++) {
        mb_eval_matrices(solver, t, q);
        MB_TRY(pass(solver, data, k, t, q, err));
        mb_retract(model, c->dx, q);
        for (int i = 0; i < model->nv; i++)
            c->moved[i] += c->dx[i];
        c->change = mb_norm(c->dx, model->nv);
        more = !(c->change <= c->tol * (1.0 + mb_norm(q, model->nq)));
        solver->counters.iterations++;
    }
    if (more)
        mb_not_converged(solver);
done:
    return status;
}

double mb_changes_left(double change, double before, double after)
{
    return after < before && isfinite(before) ? change * after / (before - after)
                                              : (double)INFINITY;
}

bool mb_linear_correction_goes_on(const mb_correction *c, double before, double after, double size)
{
    double scale = 1.0 + size, nothing = fmax(MB_NEGLIGIBLE * c->tol, ROUND_OFF) * scale;

    return !(c->change <= c->tol * scale) &&
           !(mb_changes_left(c->change, before, after) <= nothing);
}
