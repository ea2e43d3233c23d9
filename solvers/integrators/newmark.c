/* SPDX-License-Identifier: MIT */
/* Newmark's formulas with Newton iteration on the positions (gonzalez2016 eqs (13), (15)).  With D
 * the tangent increment from the positions of the last step (q = q_k + D where T = I),
 *
 *     v = gamma / (beta h) D - (gamma / beta - 1) v_k - h (gamma / (2 beta) - 1) a_k
 *     a = D / (beta h^2) - v_k / (beta h) - (1 / (2 beta) - 1) a_k
 *     D += dx until it has converged (solvers/steps/convergence.h)
 *
 * from D = h v_k + h^2/2 a_k.  beta = 1/4, gamma = 1/2 is the trapezoidal rule.  The formulation
 * supplies dx and, after the iteration, its projections.  An iteration whose corrections grow is
 * stopped and counted, at the iterate before they grew or the one after (divergence), as in
 * trapezoidal: with the one after, gonzalez2016 Figs 11 and 13 get holes all over the region where
 * the drift is small. */
#include <math.h>
#include <string.h>

#include "solvers/corrections/projection.h"
#include "solvers/scales/reach.h"
#include "solvers/steps/explicit_rk.h"
#include "solvers/steps/fixed_point.h"
#include "solvers/steps/step.h"

static const mb_param params[] = {
    MB_STEP_PARAM,
    MB_FIXED_POINT_PARAMS,
    MB_REAL("beta", 0.25, "1", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "parameter of the position formula"),
    MB_REAL("gamma", 0.5, "1", .min = 0.0, .above_min = true, .max = 1.0,
            .doc = "parameter of the velocity formula"),
    {0},
};

typedef struct factors {
    mb_pair v_moved, v_v, v_a, h, beta_h, a_a;
} factors;

typedef struct state {
    factors factors; /* of the step at hand */
    mb_passes passes;
    mb_newmark step;
    double *moved;  /* (nv) D */
    double *dx;     /* (nv) */
    double *q;      /* (nq) iterate */
    double *v, *a;  /* (nv) */
    double *lambda; /* (m) */
    double *before; /* (m) lambda of the pass before */
} state;

/* What stands before the vectors in (13) */
static void factors_of(const mb_newmark *step, factors *f)
{
    const double h = step->h, beta = step->beta, gamma = step->gamma;

    *f = (factors){.v_moved = mb_pair_both(gamma / (beta * h)),
                   .v_v = mb_pair_both(gamma / beta - 1.0),
                   .v_a = mb_pair_both(h * (0.5 * gamma / beta - 1.0)),
                   .h = mb_pair_both(h),
                   .beta_h = mb_pair_both(beta * h),
                   .a_a = mb_pair_both(0.5 / beta - 1.0)};
}

/* (13) for pair p of `width` */
MB_ALWAYS_INLINE void apply_pair(int p, int width, const factors *f, const double *moved_by,
                                 const double *v0, const double *a0, double *v, double *a)
{
    const int n = 2 * p + width;
    const mb_pair moved = mb_pair_of(n, moved_by, p);
    const mb_pair v_k = mb_pair_of(n, v0, p), a_k = mb_pair_of(n, a0, p);

    mb_put_pair(n, f->v_moved * moved - f->v_v * v_k - f->v_a * a_k, v, p);
    mb_put_pair(n, (moved / f->h - v_k) / f->beta_h - f->a_a * a_k, a, p);
}

/* q, v, a from D by (13) */
static void apply_formulas(const mb_model *model, const mb_state *x, state *s)
{
    const factors f = s->factors;
    const double *moved = s->moved, *v0 = x->v, *a0 = x->a;
    double *v = s->v, *a = s->a;

    MB_EACH_PAIR(model->nv, apply_pair, &f, moved, v0, a0, v, a);
    mb_retract_from(model, x->q, moved, s->q);
}

static mb_status pass(mb_solver *solver, void *data, double h, double t,
                      mb_iteration_state *iteration, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = data;
    mb_convergence *c = &s->passes.convergence;
    mb_status status = MB_OK;

    (void)h;
    s->step.pass = c->pass;
    memcpy(s->before, s->lambda, (size_t)model->m * sizeof(double));
    MB_TRY(solver->formulation->newton.pass(solver, &s->step, t, s->q, s->v, s->a, s->lambda, s->dx,
                                            err));
    MB_EACH_PAIR(model->nv, mb_sum_pair, s->moved, s->dx, s->moved); /* (15) */
    apply_formulas(model, &solver->state, s);
    *iteration = mb_convergence_of_positions(solver, c, s->dx, t, s->q);
    mb_convergence_observe(solver, c, *iteration, s->passes.limit, s->q);
done:
    return status;
}

/* To the iterate before the last correction */
static mb_status back(mb_solver *solver, void *data, double h, double t, mb_error *err)
{
    const mb_model *model = solver->model;
    state *s = data;

    (void)h, (void)t, (void)err;
    for (int i = 0; i < model->nv; i++)
        s->moved[i] -= s->dx[i];
    memcpy(s->lambda, s->before, (size_t)model->m * sizeof(double));
    apply_formulas(model, &solver->state, s);
    s->step.back = true;
    return MB_OK;
}

static mb_status setup(mb_solver *solver, mb_error *err)
{
    const mb_values *values = &solver->integrator_values;
    size_t nv = (size_t)solver->model->nv;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    mb_passes_setup(solver, &s->passes, pass, back);
    s->step.beta = mb_value(params, values, "beta");
    s->step.gamma = mb_value(params, values, "gamma");
    MB_TRY(MB_TAKE(solver->arena, &s->moved, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->dx, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->q, (size_t)solver->model->nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->v, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->a, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)solver->model->m, err));
    MB_TRY(MB_TAKE(solver->arena, &s->before, (size_t)solver->model->m, err));
done:
    return status;
}

static mb_status iterate(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    const int n = model->nv;
    state *s = solver->integrator_data;
    mb_status status = MB_OK;
    bool converged;

    s->step.h = h;
    s->step.back = false;
    factors_of(&s->step, &s->factors);
    /* D = h v_k + h^2/2 a_k */
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n,
                    mb_pair_both(h) *
                        (mb_pair_of(n, x->v, p) + mb_pair_both(0.5 * h) * mb_pair_of(n, x->a, p)),
                    s->moved, p);
    memcpy(s->lambda, x->lambda, (size_t)model->m * sizeof(double));
    apply_formulas(model, x, s);
    MB_TRY(mb_iterate(solver, &s->passes, s, h, t_new, &converged, err));
    if (!converged)
        MB_TRY(mb_check_reach(solver, MB_OPEN, t_new, s->q, x->q, err));
done:
    return status;
}

static mb_status step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    mb_status status = MB_OK;

    MB_TRY(iterate(solver, h, t_new, err));
    mb_copy_pairs(model->nq, s->q, x->q);
    mb_copy_pairs(model->nv, s->v, x->v);
    mb_copy_pairs(model->nv, s->a, x->a);
    memcpy(x->lambda, s->lambda, (size_t)model->m * sizeof(double));
    if (solver->formulation->newton.finish)
        MB_TRY(solver->formulation->newton.finish(solver, &s->step, t_new, x->q, x->v, x->a,
                                                  x->lambda, err));
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
done:
    return status;
}

const mb_integrator mb_integrator_newmark = {
    .name = "newmark",
    .title = "Newmark's formulas, Newton iteration (trapezoidal rule by default)",
    .source = "gonzalez2016 eqs (13), (15)",
    .params = params,
    .families = MB_NEWTON,
    .order = 2,
    .end_acceleration = true,
    .setup = setup,
    .step = step,
};
