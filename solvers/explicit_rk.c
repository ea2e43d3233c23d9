/* y' = (T(q) v, a(t, q, v)), or y' = f(t, y) for a first-order formulation.  The first stage is the
 * acceleration that ended the last step, so a method of s stages costs s evaluations a step, the
 * one after the projection included. */
#include "solvers/explicit_rk.h"

#include <string.h>

#include "solvers/first_order.h"
#include "solvers/step.h"

const mb_param mb_fixed_step_params[] = {MB_STEP_PARAM, {0}};

const mb_tableau mb_tableau_forward_euler = {.stages = 1, .order = 1, .b = {1.0}};

const mb_tableau mb_tableau_midpoint_rk2 = {
    .stages = 2, .order = 2, .a = {{0}, {0.5}}, .b = {0.0, 1.0}, .c = {0.0, 0.5}};

const mb_tableau mb_tableau_heun = {
    .stages = 2, .order = 2, .a = {{0}, {1.0}}, .b = {0.5, 0.5}, .c = {0.0, 1.0}};

const mb_tableau mb_tableau_rk4 = {.stages = 4,
                                   .order = 4,
                                   .a = {{0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
                                   .b = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
                                   .c = {0.0, 0.5, 0.5, 1.0}};

typedef struct state {
    const mb_tableau *tableau;
    mb_first_order *first_order; /* NULL: accelerations */
    double *dq[MB_MAX_STAGES];   /* (nq) T v of each stage */
    double *dv[MB_MAX_STAGES];   /* (nv) a of each stage */
    double *q, *v;               /* (nq), (nv) stage values */
    double *lambda;              /* (m) of a stage, not kept */
} state;

mb_status mb_explicit_rk_setup(mb_solver *solver, const mb_tableau *tableau, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(mb_claim(solver->arena, &s, 1, sizeof *s, err));
    solver->integrator_data = s;
    s->tableau = tableau;
    if (solver->formulation->family == MB_FIRST_ORDER)
        return mb_first_order_setup(solver, tableau->stages, &s->first_order, err);
    for (int i = 0; i < tableau->stages; i++) {
        MB_TRY(mb_claim(solver->arena, &s->dq[i], (size_t)model->nq, sizeof(double), err));
        MB_TRY(mb_claim(solver->arena, &s->dv[i], (size_t)model->nv, sizeof(double), err));
    }
    MB_TRY(mb_claim(solver->arena, &s->q, (size_t)model->nq, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->v, (size_t)model->nv, sizeof(double), err));
    MB_TRY(mb_claim(solver->arena, &s->lambda, (size_t)model->m, sizeof(double), err));
done:
    return status;
}

void mb_combine(int size, const double *y0, double h, int n, const double *w, double *const *k,
                double *y)
{
    memcpy(y, y0, (size_t)size * sizeof *y);
    for (int j = 0; j < n; j++) {
        double hw = h * w[j];

        if (hw == 0.0)
            continue;
        for (int i = 0; i < size; i++)
            y[i] += hw * k[j][i];
    }
}

mb_status mb_explicit_rk_start(mb_solver *solver, mb_error *err)
{
    const state *s = solver->integrator_data;

    return mb_first_order_start(solver, s->first_order, err);
}

mb_status mb_explicit_rk_step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    const mb_tableau *tab = s->tableau;
    mb_status status = MB_OK;

    if (s->first_order)
        return mb_first_order_rk(solver, s->first_order, tab, h, t_new, err);
    memcpy(s->dv[0], x->a, (size_t)model->nv * sizeof(double));
    mb_rate_of_position(model, x->q, x->v, s->dq[0]);
    for (int i = 1; i < tab->stages; i++) {
        mb_combine(model->nq, x->q, h, i, tab->a[i], s->dq, s->q);
        mb_combine(model->nv, x->v, h, i, tab->a[i], s->dv, s->v);
        MB_TRY(mb_accel(solver, x->t + tab->c[i] * h, s->q, s->v, s->dv[i], s->lambda, err));
        mb_rate_of_position(model, s->q, s->v, s->dq[i]);
    }
    mb_combine(model->nq, x->q, h, tab->stages, tab->b, s->dq, s->q);
    mb_combine(model->nv, x->v, h, tab->stages, tab->b, s->dv, s->v);
    mb_normalise(solver, s->q);
    memcpy(x->q, s->q, (size_t)model->nq * sizeof(double));
    memcpy(x->v, s->v, (size_t)model->nv * sizeof(double));
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
    MB_TRY(mb_accel(solver, t_new, x->q, x->v, x->a, x->lambda, err));
done:
    return status;
}
