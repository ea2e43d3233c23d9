/* SPDX-License-Identifier: MIT */
/* y' = f(t, y) with y = (q, v), f = (T(q) v, a(t, q, v)), or f of a first-order formulation:
 *
 *     k_i = f(t + c_i h, y + h sum_{j<i} a_ij k_j),   y_new = y + h sum_i b_i k_i
 *
 * The first stage is the acceleration that ended the last step, so a method of s stages costs s
 * evaluations a step, the one after the projection included. */
#include "solvers/steps/explicit_rk.h"

#include "solvers/steps/first_order.h"
#include "solvers/steps/step.h"
#include "solvers/steps/tableaus.h"

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

/* Hairer, Norsett & Wanner II.5 Table 5.2; e of the seventh stage, the end of the step, is last */
const mb_tableau mb_tableau_dormand_prince = {
    .stages = 6,
    .order = 5,
    .a = {{0},
          {1.0 / 5.0},
          {3.0 / 40.0, 9.0 / 40.0},
          {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
          {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
          {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0}},
    .b = {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
    .c = {0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0},
    .e = {71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0,
          -1.0 / 40.0},
};

mb_status mb_explicit_rk_create(mb_solver *solver, const mb_tableau *tableau, mb_explicit_rk **rk,
                                mb_error *err)
{
    size_t nq = (size_t)solver->model->nq, nv = (size_t)solver->model->nv;
    int rates = tableau->stages + (tableau->e[0] != 0.0 ? 1 : 0);
    mb_status status = MB_OK;
    mb_explicit_rk *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    s->tableau = tableau;
    *rk = s;
    if (solver->formulation->family == MB_FIRST_ORDER)
        return mb_first_order_setup(solver, tableau->stages, &s->first_order, err);
    for (int i = 0; i < rates; i++) {
        MB_TRY(MB_TAKE(solver->arena, &s->dq[i], nq + nv, err));
        s->dv[i] = s->dq[i] + nq;
    }
    MB_TRY(MB_TAKE(solver->arena, &s->q, nq + nv, err));
    s->v = s->q + nq;
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)solver->model->m, err));
done:
    return status;
}

mb_status mb_explicit_rk_stages(mb_solver *solver, mb_explicit_rk *s, double h, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *x = &solver->state;
    const mb_tableau *tab = s->tableau;
    int size = model->nq + model->nv;
    mb_status status = MB_OK;

    /* k_i = (dq, dv)_i = f(t + c_i h, y + h sum_{j<i} a_ij k_j) */
    mb_copy_pairs(model->nv, x->a, s->dv[0]);
    mb_rate_of_position(model, x->q, x->v, s->dq[0]);
    for (int i = 1; i < tab->stages; i++) {
        mb_combine(size, x->q, h, i, tab->a[i], s->dq, s->q);
        MB_TRY(mb_accel_alone(solver, x->t + tab->c[i] * h, s->q, s->v, s->dv[i], s->lambda, err));
        mb_rate_of_position(model, s->q, s->v, s->dq[i]);
    }
    /* y_new = y + h sum_i b_i k_i */
    mb_combine(size, x->q, h, tab->stages, tab->b, s->dq, s->q);
    mb_normalise(solver, s->q);
done:
    return status;
}

mb_status mb_explicit_rk_advance(mb_solver *solver, mb_explicit_rk *s, double h, double t_new,
                                 mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    mb_status status = MB_OK;

    if (s->first_order)
        return mb_first_order_rk(solver, s->first_order, s->tableau, h, t_new, err);
    MB_TRY(mb_explicit_rk_stages(solver, s, h, err));
    mb_copy_pairs(model->nq + model->nv, s->q, x->q);
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
    MB_TRY(mb_accel(solver, t_new, x->q, x->v, x->a, x->lambda, err));
done:
    return status;
}

mb_status mb_explicit_rk_setup(mb_solver *solver, const mb_tableau *tableau, mb_error *err)
{
    mb_explicit_rk *rk;
    mb_status status = mb_explicit_rk_create(solver, tableau, &rk, err);

    if (status == MB_OK)
        solver->integrator_data = rk;
    return status;
}

mb_status mb_explicit_rk_start(mb_solver *solver, mb_error *err)
{
    const mb_explicit_rk *s = solver->integrator_data;

    return mb_first_order_start(solver, s->first_order, err);
}

mb_status mb_explicit_rk_step(mb_solver *solver, double h, double t_new, mb_error *err)
{
    return mb_explicit_rk_advance(solver, solver->integrator_data, h, t_new, err);
}
