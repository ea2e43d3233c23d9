/* SPDX-License-Identifier: MIT */
/* Dormand and Prince's method of order 5 with an embedded one of order 4, the RK45 of nada2023 and
 * MATLAB's ode45: fixed step (`h`) or error-controlled (`tol`).
 *
 * Errors are controlled by the rules of `control` (step_control.h), dopri5 with tol alike for the
 * absolute and the relative error, or matlab with RelTol = tol and AbsTol = abstol.  The error is
 * estimated before the projection; the acceleration at the end of a step, which the estimate needs,
 * starts the next one unless the projection has moved the state. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solvers/matrices/linear.h"
#include "solvers/observer.h"
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/step.h"
#include "solvers/steps/step_control.h"
#include "solvers/steps/tableaus.h"

enum { DOPRI5, MATLAB }; /* control */

static const double MATLAB_ABSTOL = 1e-6; /* ode45's own */

static const mb_param params[] = {
    MB_LOCAL_ERROR_PARAMS,
    MB_CHOICE("control", "dopri5|matlab", DOPRI5,
              .doc = "whose error control: Hairer, Norsett and Wanner's, or that of "
                     "MATLAB's ode45 with RelTol = tol, whose errors are relative to "
                     "max(|y|, abstol/tol)"),
    MB_REAL("abstol", NAN, "q, v", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "AbsTol of control=matlab; if unset 1e-6" MB_UNUSUAL_SIZE),
    {0},
};

typedef struct state {
    mb_explicit_rk *rk;
    mb_step_control control;
    double h; /* [s] proposed for the next step */
} state;

static mb_status check(const mb_values *values, mb_error *err)
{
    bool matlab = lround(mb_value(params, values, "control")) == MATLAB;

    if (matlab && mb_value_given(params, values, "h"))
        return mb_fail(err, MB_BAD_INPUT,
                       "dormand-prince: control=matlab needs tol= (error-controlled), not h=");
    if (!matlab && mb_value_given(params, values, "abstol"))
        return mb_fail(err, MB_BAD_INPUT, "dormand-prince: abstol belongs to control=matlab");
    return mb_check_control("dormand-prince", params, values, err);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->integrator_values;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    s->control.tol = mb_value(params, values, "tol");
    s->control.abstol = mb_value(params, values, "abstol");
    if (isnan(s->control.abstol))
        s->control.abstol = MATLAB_ABSTOL;
    s->control.rule = lround(mb_value(params, values, "control")) == MATLAB ? &mb_control_matlab
                                                                            : &mb_control_dopri5;
    MB_TRY(mb_explicit_rk_create(solver, &mb_tableau_dormand_prince, &s->rk, err));
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
    /* (dq, dv) = h sum_j e_j k_j */
    memset(dq, 0, (size_t)model->nq * sizeof *dq);
    memset(dv, 0, (size_t)model->nv * sizeof *dv);
    for (int j = 0; j <= last; j++) {
        for (int i = 0; i < model->nq; i++)
            dq[i] += h * e[j] * rk->dq[j][i];
        for (int i = 0; i < model->nv; i++)
            dv[i] += h * e[j] * rk->dv[j][i];
    }
    *error = s->control.rule->size(solver, &s->control, dq, dv, rk->q, rk->v);
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
    double next = s->control.rule->next(&s->control, h, error, retried);

    s->h = h < s->h ? fmax(next, s->h) : next; /* one shortened to the end proposes no less */
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
    const mb_control_rule *rule = s->control.rule;
    mb_state *x = &solver->state;
    double span = t_stop - x->t, floor_h = 16.0 * DBL_EPSILON * fmax(fabs(x->t), fabs(t_stop));
    mb_status status = MB_OK;

    if (!mb_all_finite(x->a, solver->model->nv))
        return mb_fail(err, MB_NON_FINITE, "the acceleration is not finite at t = %.9g s", x->t);
    if (solver->step == 0)
        MB_TRY(rule->first(solver, &s->control, s->rk, span, &s->h, err));
    for (bool retried = false;; retried = true) {
        mb_step_trial trial = mb_trial_step(s->h, x->t, t_stop, rule->stretch);
        double h = trial.h, error = NAN;
        mb_error cause;

        mb_error_clear(&cause);
        mb_observe_step(solver, h, trial.t_new);
        status = try_step(solver, s, h, trial.t_new, &error, &cause);
        if (status < 0) {
            mb_fail(err, status, "%s", cause.text);
            goto done;
        }
        mb_observe(solver, MB_ERROR_TEST, 0, error, NAN,
                   status == MB_OK && error <= 1.0 ? MB_ENDED_ACCEPTED : MB_ENDED_REJECTED);
        if (status == MB_OK && error <= 1.0) {
            accept(solver, s, h, trial.t_new, error, retried);
            goto done;
        }
        solver->counters.rejected++;
        solver->unconverged = false;
        s->h = rule->retry(&s->control, h, status == MB_OK ? error : (double)NAN, retried);
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
