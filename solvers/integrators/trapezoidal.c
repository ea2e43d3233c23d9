/* SPDX-License-Identifier: MIT */
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

#include "base/vector.h"
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/first_order.h"
#include "solvers/steps/step.h"

static const mb_param params[] = {MB_STEP_PARAM, MB_FIXED_POINT_PARAMS, {0}};

typedef struct state {
    mb_first_order *first_order; /* NULL: accelerations */
    mb_fixed_point *point;
} state;

/* v = v_k + h/2 (a_k + a); h/2 (v_k + v): pair p of n */
MB_ALWAYS_INLINE mb_pair advance_v(int n, int p, mb_pair half, const mb_state *x, const double *a,
                                   double *v)
{
    const mb_pair from = mb_pair_of(n, x->v, p);
    const mb_pair to = from + half * (mb_pair_of(n, x->a, p) + mb_pair_of(n, a, p));

    mb_put_pair(n, to, v, p);
    return half * (from + to);
}

/* v, and what q moves by: pair p of `width` */
MB_ALWAYS_INLINE void move_pair(int p, int width, mb_pair half, const mb_state *x, const double *a,
                                double *v, double *dv)
{
    const int n = 2 * p + width;

    mb_put_pair(n, advance_v(n, p, half, x, a, v), dv, p);
}

/* v,  q = q_k + h/2 (v_k + v), and the squares of its change and of itself */
MB_ALWAYS_INLINE void advance_pair(int p, int width, mb_pair half, const mb_state *x,
                                   const double *a, const double *before, double *v, double *q,
                                   mb_pair *squares)
{
    const int n = 2 * p + width;
    const mb_pair to = mb_pair_of(n, x->q, p) + advance_v(n, p, half, x, a, v);

    mb_put_pair(n, to, q, p);
    *squares = mb_add_squares(*squares, to - mb_pair_of(n, before, p), to);
}

static void advance(const mb_model *model, const mb_state *x, double h, mb_fixed_point *p)
{
    const mb_state from = *x;
    const mb_pair half = mb_pair_both(0.5 * h);
    const double *a = p->a, *before = p->q_before;
    double *v = p->v, *q = p->q, *dv = p->dv;
    mb_pair squares = {0.0};

    p->q_at = q;
    if (!model->ops->retract) {
        MB_EACH_PAIR(model->nv, advance_pair, half, &from, a, before, v, q, &squares);
        p->of_change = squares[0];
        p->of_q = squares[1];
        return;
    }
    MB_EACH_PAIR(model->nv, move_pair, half, &from, a, v, dv);
    mb_retract_from(model, from.q, dv, q);
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    if (solver->formulation->family == MB_FIRST_ORDER) {
        MB_TRY(mb_first_order_setup(solver, 0, &s->first_order, err));
        mb_first_order_iterates(solver, s->first_order);
        goto done;
    }
    MB_TRY(mb_fixed_point_setup(solver, &s->point, err));
    s->point->advance = advance;
    s->point->v_at = s->point->v;
    s->point->sums = s->point->passes.convergence.given && !solver->model->ops->retract &&
                     solver->model->nq < MB_LONG_SUM;
    MB_TRY(MB_TAKE(solver->arena, &s->point->a,
                   (size_t)solver->model->nv + (size_t)solver->model->m, err));
    s->point->lambda = s->point->a + solver->model->nv;
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
    const state *s = solver->integrator_data;
    mb_fixed_point *p = s->point;
    mb_status status = MB_OK;
    bool moved;

    if (s->first_order)
        return mb_first_order_trapezoidal(solver, s->first_order, h, t_new, err);
    mb_copy_pairs(model->nv, x->a, p->a);
    MB_TRY(mb_fixed_point_iterate(solver, p, h, t_new, err));
    mb_copy_pairs(model->nq, p->q, x->q);
    mb_copy_pairs(model->nv, p->v, x->v);
    mb_copy_pairs(model->nv + model->m, p->a, x->a);
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
