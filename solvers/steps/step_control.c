/* SPDX-License-Identifier: MIT */
#include "solvers/steps/step_control.h"

#include <math.h>

#include "solvers/scales/magnitudes.h"
#include "solvers/steps/step.h"

/* ---- dopri5 --------------------------------------------------------------------------------- */

static const double SAFETY = 0.9, SHRINK = 0.2, GROW = 10.0;
static const double BETA = 0.04, EXPONENT = 0.2 - 0.75 * 0.04;
static const double LEAST_ERROR = 1e-4; /* below it the controller has no memory */

static double larger(double x, const double *y1, int i)
{
    double size = fabs(x);

    return y1 && fabs(y1[i]) > size ? fabs(y1[i]) : size;
}

/* Square sum over x (n) in units of S + |y| or, with y1, of S + max(|y|, |y1|) */
static double square(const double *x, const double *unit, const double *y, const double *y1, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        double e = x[i] / (unit[i] + larger(y[i], y1, i));

        sum += e * e;
    }
    return sum;
}

static double mean_size(const mb_solver *solver, const mb_step_control *c, const double *dq,
                        const double *dv, const double *q1, const double *v1)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    const mb_magnitudes *of = solver->magnitudes;
    double sum = square(dq, of->q, x->q, q1, model->nq) + square(dv, of->v, x->v, v1, model->nv);

    return sqrt(sum / (double)(model->nq + model->nv)) / c->tol;
}

/* Starting step size of II.4: one trial of Euler's method tells the second derivative */
static mb_status euler_trial(mb_solver *solver, mb_step_control *c, mb_explicit_rk *rk, double span,
                             double *first, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    double *dq = rk->dq[0], *dv = rk->dv[0], d0, d1, d2, h;
    mb_status status = MB_OK;

    mb_rate_of_position(model, x->q, x->v, dq);
    d0 = mean_size(solver, c, x->q, x->v, NULL, NULL);
    d1 = mean_size(solver, c, dq, x->a, NULL, NULL);
    h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h = fmin(h, span);
    /* y_1 = y_0 + h f_0,  f_1 = f(t + h, y_1),  y'' = (f_1 - f_0) / h */
    for (int i = 0; i < model->nq; i++)
        rk->q[i] = x->q[i] + h * dq[i];
    for (int i = 0; i < model->nv; i++)
        rk->v[i] = x->v[i] + h * x->a[i];
    MB_TRY(mb_accel(solver, x->t + h, rk->q, rk->v, dv, rk->lambda, err));
    mb_rate_of_position(model, rk->q, rk->v, rk->dq[1]);
    for (int i = 0; i < model->nq; i++)
        dq[i] = (rk->dq[1][i] - dq[i]) / h;
    for (int i = 0; i < model->nv; i++)
        dv[i] = (dv[i] - x->a[i]) / h;
    d2 = fmax(d1, mean_size(solver, c, dq, dv, NULL, NULL));
    *first = fmin(100.0 * h, d2 <= 1e-15 ? fmax(1e-6, 1e-3 * h) : pow(0.01 / d2, 0.2));
    c->before = LEAST_ERROR;
done:
    return status;
}

static double pi_next(mb_step_control *c, double h, double error, bool failed)
{
    double factor = SAFETY * pow(error, -EXPONENT) * pow(c->before, BETA);
    double next = h * fmax(SHRINK, fmin(GROW, factor));

    c->before = fmax(error, LEAST_ERROR);
    return failed ? fmin(next, h) : next;
}

static double pi_retry(const mb_step_control *c, double h, double error, bool again)
{
    (void)c, (void)again;
    return isfinite(error) ? h * fmax(SHRINK, SAFETY * pow(error, -EXPONENT)) : h * SHRINK;
}

const mb_control_rule mb_control_dopri5 = {
    .stretch = MB_STRETCH,
    .size = mean_size,
    .first = euler_trial,
    .next = pi_next,
    .retry = pi_retry,
};

/* ---- matlab --------------------------------------------------------------------------------- */

/* Largest of x (n) in units of max(|y|, |y1|, least S) */
static double largest(const double *x, double least, const double *unit, const double *y,
                      const double *y1, int n)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) {
        double e = fabs(x[i]) / fmax(larger(y[i], y1, i), least * unit[i]);

        if (!(e <= most)) /* NaN stays */
            most = e;
    }
    return most;
}

static double max_size(const mb_solver *solver, const mb_step_control *c, const double *dq,
                       const double *dv, const double *q1, const double *v1)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    const mb_magnitudes *of = solver->magnitudes;
    double least = c->abstol / c->tol;
    double q = largest(dq, least, of->q, x->q, q1, model->nq);
    double v = largest(dv, least, of->v, x->v, v1, model->nv);

    return (q >= v || isnan(q) ? q : v) / c->tol;
}

static mb_status by_slope(mb_solver *solver, mb_step_control *c, mb_explicit_rk *rk, double span,
                          double *first, mb_error *err)
{
    const mb_state *x = &solver->state;
    double *dq = rk->dq[0], rate;

    (void)err;
    mb_rate_of_position(solver->model, x->q, x->v, dq);
    rate = max_size(solver, c, dq, x->a, NULL, NULL) * c->tol / (0.8 * pow(c->tol, 0.2));
    c->longest = 0.1 * span;
    *first = c->longest * rate > 1.0 ? 1.0 / rate : c->longest;
    return MB_OK;
}

static double matlab_next(mb_step_control *c, double h, double error, bool failed)
{
    double next = failed ? h : h / fmax(0.2, 1.25 * pow(error, 0.2));

    return fmin(next, c->longest);
}

static double matlab_retry(const mb_step_control *c, double h, double error, bool again)
{
    (void)c;
    if (again)
        return 0.5 * h;
    return isfinite(error) ? h * fmax(0.1, 0.8 * pow(error, -0.2)) : 0.1 * h;
}

const mb_control_rule mb_control_matlab = {
    .stretch = 0.1,
    .size = max_size,
    .first = by_slope,
    .next = matlab_next,
    .retry = matlab_retry,
};
