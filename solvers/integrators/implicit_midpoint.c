/* SPDX-License-Identifier: MIT */
/* Implicit midpoint rule in fixed-point iteration (bayo1996 section 5, first example):
 *
 *     a_i = a(t_k + h/2, (q_k + q_{i-1})/2, (v_k + v_{i-1})/2)
 *     v_i = v_k + h a_i
 *     q_i = q_k + h (v_k + v_i)/2      until |q_i - q_{i-1}| < tol
 *
 * Divergence is handled as in trapezoidal.  state.a holds the acceleration at the midpoint, a
 * good start for the next step; the audit asks for the one at the end of the step. */
#include <math.h>
#include <string.h>

#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/fixed_point.h"

static const mb_param params[] = {MB_STEP_PARAM, MB_FIXED_POINT_PARAMS, {0}};

static void advance(const mb_model *model, const mb_state *x, double h, mb_fixed_point *p)
{
    size_t nq = (size_t)model->nq;

    /* v = v_k + h a,  v_at = (v_k + v) / 2 */
    for (int i = 0; i < model->nv; i++) {
        p->v[i] = x->v[i] + h * p->a[i];
        p->v_at[i] = 0.5 * (x->v[i] + p->v[i]);
        p->dv[i] = 0.5 * h * p->v_at[i];
    }
    /* q_at = q_k moved by h/2 v_at,  q = q_k moved by h v_at */
    memcpy(p->q_at, x->q, nq * sizeof(double));
    mb_retract(model, p->dv, p->q_at);
    for (int i = 0; i < model->nv; i++)
        p->dv[i] = h * p->v_at[i];
    memcpy(p->q, x->q, nq * sizeof(double));
    mb_retract(model, p->dv, p->q);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    mb_fixed_point *p;

    MB_TRY(mb_fixed_point_setup(solver, &p, err));
    solver->integrator_data = p;
    p->advance = advance;
    MB_TRY(MB_TAKE(solver->arena, &p->q_at, (size_t)solver->model->nq, err));
    MB_TRY(MB_TAKE(solver->arena, &p->v_at, (size_t)solver->model->nv, err));
    p->a = solver->state.a;
    p->lambda = solver->state.lambda;
done:
    return status;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    mb_fixed_point *p = solver->integrator_data;
    mb_status status = MB_OK;

    MB_TRY(mb_fixed_point_iterate(solver, p, h, x->t + 0.5 * h, err));
    memcpy(x->q, p->q, (size_t)model->nq * sizeof(double));
    memcpy(x->v, p->v, (size_t)model->nv * sizeof(double));
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
done:
    return status;
}

const mb_integrator mb_integrator_implicit_midpoint = {
    .name = "implicit-midpoint",
    .title = "implicit midpoint rule, fixed-point iteration",
    .source = "bayo1996 section 5, first example",
    .params = params,
    .families = MB_ACCELERATION,
    .order = 2,
    .end_acceleration = false,
    .setup = setup,
    .step = step,
};
