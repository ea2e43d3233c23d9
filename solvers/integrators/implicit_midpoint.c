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
#include "solvers/steps/step.h"

static const mb_param params[] = {MB_STEP_PARAM, MB_FIXED_POINT_PARAMS, {0}};

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_fixed_point *point;
    mb_status status = mb_fixed_point_setup(solver, &point, err);

    solver->integrator_data = point;
    return status;
}

/* v = v_k + h a and the midpoint that follows; q from the midpoint's velocity */
static void advance(const mb_model *model, const mb_state *x, double h, mb_fixed_point *p)
{
    size_t nq = (size_t)model->nq;

    for (int i = 0; i < model->nv; i++) {
        p->v[i] = x->v[i] + h * x->a[i];
        p->v_mid[i] = 0.5 * (x->v[i] + p->v[i]);
        p->dv[i] = 0.5 * h * p->v_mid[i];
    }
    memcpy(p->q_mid, x->q, nq * sizeof(double));
    mb_retract(model, p->dv, p->q_mid);
    for (int i = 0; i < model->nv; i++)
        p->dv[i] = h * p->v_mid[i];
    memcpy(p->q, x->q, nq * sizeof(double));
    mb_retract(model, p->dv, p->q);
}

static mb_status iterate(mb_solver *solver, double h, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    mb_fixed_point *p = solver->integrator_data;
    mb_iteration_state iteration;
    mb_status status = MB_OK;

    advance(model, x, h, p);
    mb_convergence_begin(&p->convergence);
    for (long i = 0; i < p->iterations; i++) {
        memcpy(p->q_old, p->q, (size_t)model->nq * sizeof(double));
        mb_fixed_point_keep(model, p, x->a, x->lambda);
        MB_TRY(mb_accel(solver, x->t + 0.5 * h, p->q_mid, p->v_mid, x->a, x->lambda, err));
        solver->counters.iterations++;
        advance(model, x, h, p);
        iteration = mb_fixed_point_state(solver, p);
        if (iteration == MB_CONVERGED)
            goto done;
        if (mb_goes_back(&p->convergence, iteration)) {
            mb_fixed_point_restore(model, p, x->a, x->lambda);
            advance(model, x, h, p);
        }
        if (iteration == MB_GROWS)
            break;
    }
    mb_not_converged(solver);
done:
    return status;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    mb_fixed_point *p = solver->integrator_data;
    mb_status status = MB_OK;

    MB_TRY(iterate(solver, h, err));
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
