/* Dormand and Prince's method of order 5 with an embedded one of order 4, the RK45 of nada2023 and
 * MATLAB's ode45: fixed step (`h`) or error-controlled (`tol`).
 *
 * Error-controlled, a step from y = (q, v) to y' is accepted when
 *
 *     err = sqrt(mean_i (l_i / (tol (S_i + max(|y_i|, |y'_i|))))^2) <= 1,   l = h sum_j e_j k_j
 *
 * with S_i = 1, or the magnitude of y_i for a mechanism of unusual size (magnitudes.h), and l the
 * difference of both methods (Hairer, Norsett & Wanner II.4 eqs (4.10), (4.11), absolute
 * and relative tolerance alike), and the next step is h times
 *
 *     0.9 err_n^(-(1/5 - 3/4 beta)) err_{n-1}^beta,   beta = 0.04,   within [0.2, 10]
 *
 * (PI controller of their code DOPRI5).  The first step is that of II.4, algorithm "starting step
 * size".  The error is estimated before the projection; the acceleration at the end of a step,
 * which the estimate needs, starts the next one unless the projection has moved the state. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solvers/explicit_rk.h"
#include "solvers/linear.h"
#include "solvers/magnitudes.h"
#include "solvers/step.h"

static const double SAFETY = 0.9, SHRINK = 0.2, GROW = 10.0;
static const double BETA = 0.04, EXPONENT = 0.2 - 0.75 * 0.04;
static const double LEAST_ERROR = 1e-4; /* below it the controller has no memory */

static const mb_param params[] = {
    MB_LOCAL_ERROR_PARAMS,
    {0},
};

typedef struct state {
    mb_explicit_rk *rk;
    double tol;
    double h;      /* [s] proposed for the next step */
    double before; /* error of the last accepted step */
} state;

static mb_status check(const mb_values *values, mb_error *err)
{
    return mb_check_control("dormand-prince", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->integrator_data = s;
    s->tol = mb_value(params, &solver->integrator_values, "tol");
    MB_TRY(mb_explicit_rk_create(solver, &mb_tableau_dormand_prince, &s->rk, err));
done:
    return status;
}

/* Square sum over x (n) in units of S + |y| or, with y1, of S + max(|y|, |y1|) */
static double square(const double *x, const double *unit, const double *y, const double *y1, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        double size = fabs(y[i]), e;

        if (y1 && fabs(y1[i]) > size)
            size = fabs(y1[i]);
        e = x[i] / (unit[i] + size);
        sum += e * e;
    }
    return sum;
}

/* |(dq, dv)| in units of the tolerance at the solver's state */
static double norm(const mb_solver *solver, const state *s, const double *dq, const double *dv,
                   const double *q1, const double *v1)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    const mb_magnitudes *of = solver->magnitudes;
    double sum = square(dq, of->q, x->q, q1, model->nq) + square(dv, of->v, x->v, v1, model->nv);

    return sqrt(sum / (double)(model->nq + model->nv)) / s->tol;
}

/* Starting step size of II.4: one trial of Euler's method tells the second derivative */
static mb_status first_step(mb_solver *solver, state *s, double span, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    mb_explicit_rk *rk = s->rk;
    double *dq = rk->dq[0], *dv = rk->dv[0], d0, d1, d2, h;
    mb_status status = MB_OK;

    mb_rate_of_position(model, x->q, x->v, dq);
    d0 = norm(solver, s, x->q, x->v, NULL, NULL);
    d1 = norm(solver, s, dq, x->a, NULL, NULL);
    h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h = fmin(h, span);
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
    d2 = fmax(d1, norm(solver, s, dq, dv, NULL, NULL));
    s->h = fmin(100.0 * h, d2 <= 1e-15 ? fmax(1e-6, 1e-3 * h) : pow(0.01 / d2, 0.2));
    s->before = LEAST_ERROR;
done:
    return status;
}

/* One trial of length h: the new state in rk->q, rk->v, its acceleration in the last of rk->dv, and
 * the error, at most 1 when the step is acceptable; projected if so */
static mb_status try_step(mb_solver *solver, state *s, double h, double t_new, double *error,
                          mb_error *err)
{
    const mb_model *model = solver->model;
    mb_explicit_rk *rk = s->rk;
    int last = rk->tableau->stages;
    const double *e = rk->tableau->e;
    double *dq = solver->scratch_q, *dv = solver->scratch_v;
    mb_status status = MB_OK;
    bool moved;

    MB_TRY(mb_explicit_rk_stages(solver, rk, h, err));
    MB_TRY(mb_accel(solver, t_new, rk->q, rk->v, rk->dv[last], rk->lambda, err));
    mb_rate_of_position(model, rk->q, rk->v, rk->dq[last]);
    memset(dq, 0, (size_t)model->nq * sizeof *dq);
    memset(dv, 0, (size_t)model->nv * sizeof *dv);
    for (int j = 0; j <= last; j++) {
        for (int i = 0; i < model->nq; i++)
            dq[i] += h * e[j] * rk->dq[j][i];
        for (int i = 0; i < model->nv; i++)
            dv[i] += h * e[j] * rk->dv[j][i];
    }
    *error = norm(solver, s, dq, dv, rk->q, rk->v);
    if (!(*error <= 1.0))
        goto done;
    MB_TRY(mb_project(solver, t_new, rk->q, rk->v, &moved, err));
    if (moved)
        MB_TRY(mb_accel(solver, t_new, rk->q, rk->v, rk->dv[last], rk->lambda, err));
done:
    return status;
}

static void accept(mb_solver *solver, state *s, double h, double t_new, double error, bool retried)
{
    const mb_model *model = solver->model;
    mb_explicit_rk *rk = s->rk;
    mb_state *x = &solver->state;
    double factor = SAFETY * pow(error, -EXPONENT) * pow(s->before, BETA);
    double next = h * fmax(SHRINK, fmin(GROW, factor));

    if (retried)
        next = fmin(next, h);
    s->h = h < s->h ? fmax(next, s->h) : next; /* one shortened to the end proposes no less */
    s->before = fmax(error, LEAST_ERROR);
    x->t = t_new;
    memcpy(x->q, rk->q, (size_t)model->nq * sizeof(double));
    memcpy(x->v, rk->v, (size_t)model->nv * sizeof(double));
    memcpy(x->a, rk->dv[rk->tableau->stages], (size_t)model->nv * sizeof(double));
    memcpy(x->lambda, rk->lambda, (size_t)model->m * sizeof(double));
}

static mb_status too_small(double t, double error, const mb_error *cause, mb_error *err)
{
    if (cause->status != MB_OK)
        return mb_fail(err, MB_DIVERGED, "no step is small enough at t = %.9g s: %s", t,
                       cause->text);
    if (!isfinite(error))
        return mb_fail(err, MB_NON_FINITE, "the state is not finite after t = %.9g s", t);
    return mb_fail(err, MB_DIVERGED,
                   "the error stays above the tolerance in the smallest step at t = %.9g s", t);
}

static mb_status controlled_step(mb_solver *solver, state *s, double t_stop, mb_error *err)
{
    mb_state *x = &solver->state;
    double span = t_stop - x->t, floor_h = 16.0 * DBL_EPSILON * fmax(fabs(x->t), fabs(t_stop));
    mb_status status = MB_OK;

    if (!mb_all_finite(x->a, solver->model->nv))
        return mb_fail(err, MB_NON_FINITE, "the acceleration is not finite at t = %.9g s", x->t);
    if (solver->step == 0)
        MB_TRY(first_step(solver, s, span, err));
    for (bool retried = false;; retried = true) {
        mb_trial trial = mb_trial_step(s->h, x->t, t_stop);
        double h = trial.h, error = NAN;
        mb_error cause;

        mb_error_clear(&cause);
        status = try_step(solver, s, h, trial.t_new, &error, &cause);
        if (status < 0) {
            mb_fail(err, status, "%s", cause.text);
            goto done;
        }
        if (status == MB_OK && error <= 1.0) {
            accept(solver, s, h, trial.t_new, error, retried);
            goto done;
        }
        solver->counters.rejected++;
        solver->unconverged = false;
        s->h = h * SHRINK;
        if (status == MB_OK && isfinite(error))
            s->h = h * fmax(SHRINK, SAFETY * pow(error, -EXPONENT));
        if (!(s->h > floor_h)) {
            status = too_small(x->t, error, &cause, err);
            goto done;
        }
    }
done:
    return status;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    state *s = solver->integrator_data;

    return isnan(h) ? controlled_step(solver, s, t_new, err)
                    : mb_explicit_rk_advance(solver, s->rk, h, t_new, err);
}

const mb_integrator mb_integrator_dormand_prince = {
    .name = "dormand-prince",
    .title = "Dormand and Prince's 5(4) pair, fixed or error-controlled step",
    .source = "Dormand & Prince, J. Comput. Appl. Math. 6 (1980) 19; Hairer, Norsett & Wanner, "
              "Solving ODEs I, II.4, II.5 Table 5.2; nada2023 section 4",
    .params = params,
    .families = MB_ACCELERATION,
    .order = 5,
    .end_acceleration = true,
    .check = check,
    .setup = setup,
    .step = step,
};
