/* Trapezoidal rule in fixed-point iteration (gonzalez2016 section 5.1, bayo1996 section 5):
 *
 *     a_i = a(t_{k+1}, q_{i-1}, v_{i-1})
 *     v_i = v_k + h/2 (a_k + a_i)
 *     q_i = q_k + h/2 (v_k + v_i)      until |q_i - q_{i-1}| < tol
 *
 * from q_0, v_0 of constant acceleration.  Close to a singular position the iteration may diverge;
 * it is then stopped, as gonzalez2016 section 5.1 demands, and counted.  Which iterate the step
 * keeps the paper does not print: divergence=before is the one before the change grew, last the one
 * after.  What turns on it: with the one after, Table 3's rows of this rule depend on the predictor
 * and on the number of multiplier passes (0.07 to 0.8 J and 0.07 to 32 J instead of 0.067 and 0.077
 * J), and Figs 4, 9 and 10 come out as the text describes them.
 * The accelerations of the last pass start the next step; after a projection they are evaluated
 * anew. */
#include <math.h>
#include <string.h>

#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/first_order.h"
#include "solvers/steps/step.h"

static const mb_param params[] = {MB_STEP_PARAM, MB_FIXED_POINT_PARAMS, {0}};

/* In the place of 1e-3 for first-order equations, whose first iterate is one of Euler's method and
 * off by O(h^2) */
static const double FROM_EULER = 1e-6;

typedef struct state {
    mb_first_order *first_order; /* NULL: accelerations */
    mb_fixed_point *point;
    double *a, *lambda; /* (nv), (m) of the pass */
} state;

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    if (solver->formulation->family == MB_FIRST_ORDER) {
        MB_TRY(mb_first_order_setup(solver, 0, &s->first_order, err));
        mb_fixed_point_convergence(solver, &s->first_order->convergence);
        s->first_order->convergence.left = FROM_EULER;
        s->first_order->iterations =
            lround(mb_value(params, &solver->integrator_values, "iterations"));
        goto done;
    }
    MB_TRY(MB_TAKE(solver->arena, &s->a, (size_t)solver->model->nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)solver->model->m, err));
    MB_TRY(mb_fixed_point_setup(solver, &s->point, err));
done:
    return status;
}

/* v = v_k + h/2 (a_k + a),  q = q_k + h/2 (v_k + v) */
static void advance(const mb_model *model, const mb_state *x, double h, const double *a,
                    mb_fixed_point *p)
{
    for (int i = 0; i < model->nv; i++) {
        p->v[i] = x->v[i] + 0.5 * h * (x->a[i] + a[i]);
        p->dv[i] = 0.5 * h * (x->v[i] + p->v[i]);
    }
    memcpy(p->q, x->q, (size_t)model->nq * sizeof(double));
    mb_retract(model, p->dv, p->q);
}

static mb_status iterate(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    mb_fixed_point *p = s->point;
    size_t nv = (size_t)model->nv, nq = (size_t)model->nq;
    mb_iteration_state iteration;
    mb_status status = MB_OK;

    advance(model, x, h, x->a, p);
    memcpy(s->a, x->a, nv * sizeof(double));
    mb_convergence_begin(&p->convergence);
    for (long i = 0; i < p->iterations; i++) {
        memcpy(p->q_old, p->q, nq * sizeof(double));
        mb_fixed_point_keep(model, p, s->a, s->lambda);
        MB_TRY(mb_accel(solver, t_new, p->q, p->v, s->a, s->lambda, err));
        solver->counters.iterations++;
        advance(model, x, h, s->a, p);
        iteration = mb_fixed_point_state(solver, p);
        if (iteration == MB_CONVERGED)
            goto done;
        if (mb_goes_back(&p->convergence, iteration)) {
            mb_fixed_point_restore(model, p, s->a, s->lambda);
            advance(model, x, h, s->a, p);
        }
        if (iteration == MB_GROWS)
            break;
    }
    mb_not_converged(solver);
done:
    return status;
}

static mb_status start(mb_solver *solver, mb_error *err)
{
    const state *s = solver->integrator_data;

    return mb_first_order_start(solver, s->first_order, err);
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    mb_status status = MB_OK;
    bool moved;

    if (s->first_order)
        return mb_first_order_trapezoidal(solver, s->first_order, h, t_new, err);
    MB_TRY(iterate(solver, h, t_new, err));
    memcpy(x->q, s->point->q, (size_t)model->nq * sizeof(double));
    memcpy(x->v, s->point->v, (size_t)model->nv * sizeof(double));
    memcpy(x->a, s->a, (size_t)model->nv * sizeof(double));
    memcpy(x->lambda, s->lambda, (size_t)model->m * sizeof(double));
    MB_TRY(mb_project(solver, t_new, x->q, x->v, &moved, err));
    if (moved)
        MB_TRY(mb_accel(solver, t_new, x->q, x->v, x->a, x->lambda, err));
done:
    return status;
}

const mb_integrator mb_integrator_trapezoidal = {
    .name = "trapezoidal",
    .title = "trapezoidal rule, fixed-point iteration",
    .source = "gonzalez2016 section 5.1; bayo1996 section 5",
    .params = params,
    .families = MB_ACCELERATION | MB_FIRST_ORDER,
    .order = 2,
    .end_acceleration = true,
    .setup = setup,
    .start = start,
    .step = step,
};
