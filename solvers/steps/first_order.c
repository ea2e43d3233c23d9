/* SPDX-License-Identifier: MIT */
#include "solvers/steps/first_order.h"

#include <string.h>

/* Left of the first correction in the place of 1e-3: the first iterate of the trapezoidal rule is
 * one of Euler's method and off by O(h^2). */
static const double FROM_EULER = 1e-6;

mb_status mb_first_order_setup(mb_solver *solver, int stages, mb_first_order **state, mb_error *err)
{
    mb_status status = MB_OK;
    mb_first_order *s;
    size_t n;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    s->n = solver->formulation->first_order.size(solver->model);
    n = (size_t)s->n;
    MB_TRY(MB_TAKE(solver->arena, &s->y, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->dy, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->next, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->rate, n, err));
    MB_TRY(MB_TAKE(solver->arena, &s->old, n, err));
    for (int i = 0; i < stages; i++)
        MB_TRY(MB_TAKE(solver->arena, &s->k[i], n, err));
    *state = s;
done:
    return status;
}

mb_status mb_first_order_start(mb_solver *solver, mb_first_order *s, mb_error *err)
{
    const mb_formulation *f = solver->formulation;
    mb_status status = MB_OK;

    MB_TRY(f->first_order.begin(solver, s->y, err));
    MB_TRY(f->first_order.rate(solver, solver->state.t, s->y, s->dy, err));
    MB_TRY(f->first_order.accept(solver, 0.0, solver->state.t, s->y, s->dy, err));
done:
    return status;
}

/* Takes over `next` at t_new, whose rate is known when `fresh`. */
static mb_status accept(mb_solver *solver, mb_first_order *s, double h, double t_new, bool fresh,
                        mb_error *err)
{
    const mb_formulation *f = solver->formulation;
    mb_status status = MB_OK;

    memcpy(s->y, s->next, (size_t)s->n * sizeof(double));
    if (fresh)
        memcpy(s->dy, s->rate, (size_t)s->n * sizeof(double));
    else
        MB_TRY(f->first_order.rate(solver, t_new, s->y, s->dy, err));
    MB_TRY(f->first_order.accept(solver, h, t_new, s->y, s->dy, err));
done:
    return status;
}

mb_status mb_first_order_rk(mb_solver *solver, mb_first_order *s, const mb_tableau *tableau,
                            double h, double t_new, mb_error *err)
{
    mb_status status = MB_OK;

    /* k_i = f(t + c_i h, y + h sum_{j<i} a_ij k_j),  next = y + h sum_i b_i k_i */
    memcpy(s->k[0], s->dy, (size_t)s->n * sizeof(double));
    for (int i = 1; i < tableau->stages; i++) {
        mb_combine(s->n, s->y, h, i, tableau->a[i], s->k, s->next);
        MB_TRY(solver->formulation->first_order.rate(solver, solver->state.t + tableau->c[i] * h,
                                                     s->next, s->k[i], err));
    }
    mb_combine(s->n, s->y, h, tableau->stages, tableau->b, s->k, s->next);
    MB_TRY(accept(solver, s, h, t_new, false, err));
done:
    return status;
}

mb_status mb_first_order_semi_implicit(mb_solver *solver, mb_first_order *s, double h, double t_new,
                                       mb_error *err)
{
    const int nv = solver->model->nv;
    mb_status status = MB_OK;

    /* p and I with the rates at the start, then q with its rate at (q, p_new, I_new) */
    memcpy(s->next, s->y, (size_t)nv * sizeof(double));
    for (int i = nv; i < s->n; i++)
        s->next[i] = s->y[i] + h * s->dy[i];
    MB_TRY(solver->formulation->first_order.rate(solver, solver->state.t, s->next, s->rate, err));
    for (int i = 0; i < nv; i++)
        s->next[i] += h * s->rate[i];
    MB_TRY(accept(solver, s, h, t_new, false, err));
done:
    return status;
}

/* next = y + h/2 (dy + dy/dt(next)) */
static mb_status pass(mb_solver *solver, void *data, double h, double t,
                      mb_iteration_state *iteration, mb_error *err)
{
    mb_first_order *s = data;
    mb_status status = MB_OK;

    memcpy(s->old, s->next, (size_t)s->n * sizeof(double));
    MB_TRY(solver->formulation->first_order.rate(solver, t, s->next, s->rate, err));
    for (int i = 0; i < s->n; i++)
        s->next[i] = s->y[i] + 0.5 * h * (s->dy[i] + s->rate[i]);
    *iteration = mb_judge_change(solver, &s->passes, s->old, s->next);
done:
    return status;
}

/* To the iterate whose rate is known */
static mb_status back(mb_solver *solver, void *data, double h, double t, mb_error *err)
{
    const mb_first_order *s = data;

    (void)solver, (void)h, (void)t, (void)err;
    memcpy(s->next, s->old, (size_t)s->n * sizeof(double));
    return MB_OK;
}

void mb_first_order_iterates(mb_solver *solver, mb_first_order *s)
{
    mb_passes_setup(solver, &s->passes, pass, back);
    s->passes.convergence.left = FROM_EULER;
}

mb_status mb_first_order_trapezoidal(mb_solver *solver, mb_first_order *s, double h, double t_new,
                                     mb_error *err)
{
    mb_status status = MB_OK;
    bool converged;

    for (int i = 0; i < s->n; i++)
        s->next[i] = s->y[i] + h * s->dy[i];
    MB_TRY(mb_iterate(solver, &s->passes, s, h, t_new, &converged, err));
    MB_TRY(accept(solver, s, h, t_new, true, err));
done:
    return status;
}
