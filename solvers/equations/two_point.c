/* SPDX-License-Identifier: MIT */
#include "solvers/equations/two_point.h"

#include <string.h>

mb_status mb_two_point_setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    size_t nv = (size_t)model->nv;
    mb_status status = MB_OK;
    mb_two_point *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->formulation_data = s;
    MB_TRY(MB_TAKE(solver->arena, &s->upper, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(solver->arena, &s->q, (size_t)model->nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->moved, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->u, nv, err));
    MB_TRY(MB_TAKE(solver->arena, &s->lambda, (size_t)model->m, err));
    MB_TRY(mb_kkt_setup(solver, &s->kkt, err));
    MB_TRY(mb_saddle_setup(solver, &s->saddle, err));
done:
    return status;
}

mb_status mb_two_point_accel(mb_solver *solver, double t, const double *q, const double *v,
                             double *a, double *lambda, mb_error *err)
{
    const mb_two_point *s = solver->formulation_data;

    mb_eval_motion(solver, t, q, v);
    return mb_kkt_motion(solver, s->kkt, t, a, lambda, err);
}

mb_status mb_two_point_open(mb_solver *solver, double h, double t_new, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_state *old = &solver->state;
    mb_two_point *s = solver->formulation_data;

    (void)t_new, (void)err;
    memcpy(s->lambda, old->lambda, (size_t)model->m * sizeof(double));
    /* u = v_n + h/2 a_n,  x = h u,  q = q_n + x */
    for (int i = 0; i < model->nv; i++) {
        s->u[i] = old->v[i] + 0.5 * h * old->a[i];
        s->moved[i] = h * s->u[i];
        s->q[i] = old->q[i] + s->moved[i];
    }
    return MB_OK;
}

void mb_two_point_equations(mb_solver *solver, mb_two_point *s, double h)
{
    const mb_model *model = solver->model;
    const mb_terms *terms = &solver->terms;
    double *x = s->saddle->x, *rows = x + model->nv;

    /* (F + M (h v_n - x) - h^2/2 U' lambda, -Phi), F in saddle->x */
    for (int i = 0; i < model->nv; i++)
        s->u[i] = h * solver->state.v[i] - s->moved[i];
    mb_symmetric_plus(&model->M, terms->mass, 1.0, s->u, x, x);
    mb_multiply_t_add(&model->D, s->upper, -0.5 * h * h, s->lambda, x);
    for (int i = 0; i < model->m; i++)
        rows[i] = -terms->phi[i];
    mb_saddle_begin(s->saddle, s->upper, terms->jacobian);
}

mb_status mb_two_point_correct(mb_solver *solver, mb_two_point *s, double h, double t_new,
                               const double **dx, const double **q, mb_error *err)
{
    const mb_model *model = solver->model;
    const double *x = s->saddle->x, *rows = x + model->nv, half = 0.5 * h * h;
    mb_status status = MB_OK;

    /* (dx, h^2/2 dlambda) = [S U'; D 0]\x,  x += dx,  lambda += dlambda */
    MB_TRY(mb_saddle_solve(solver, s->saddle, t_new, err));
    for (int i = 0; i < model->nv; i++) {
        s->moved[i] += x[i];
        s->q[i] = solver->state.q[i] + s->moved[i];
    }
    for (int i = 0; i < model->m; i++)
        s->lambda[i] += rows[i] / half;
    *dx = x;
    *q = s->q;
done:
    return status;
}
