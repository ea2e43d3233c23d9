/* SPDX-License-Identifier: MIT */
#include "solvers/steps/welch.h"

#include <string.h>

#include "solvers/scales/reach.h"

/* No iteration fails to converge where positions end to exist: rows that are open by this part of
 * the mechanism's size are looked at. */
static const double OPEN = 1e-6;

typedef struct state {
    double *q, *v; /* (nq), (nv) at the new time */
} state;

mb_status mb_welch_setup(mb_solver *solver, mb_error *err)
{
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    solver->integrator_data = s;
    MB_TRY(MB_TAKE(solver->arena, &s->q, (size_t)solver->model->nq, err));
    MB_TRY(MB_TAKE(solver->arena, &s->v, (size_t)solver->model->nv, err));
done:
    return status;
}

mb_status mb_welch_step(mb_solver *solver, double h, double t_new, bool corrector, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_state *x = &solver->state;
    state *s = solver->integrator_data;
    mb_status status = MB_OK;

    MB_TRY(solver->formulation->algebraic.predict(solver, h, s->q, s->v, x->lambda, err));
    if (corrector)
        MB_TRY(solver->formulation->algebraic.correct(solver, h, s->q, s->v, x->lambda, err));
    for (int i = 0; i < model->nv; i++)
        x->a[i] = (s->v[i] - x->v[i]) / h;
    memcpy(x->q, s->q, (size_t)model->nq * sizeof(double));
    memcpy(x->v, s->v, (size_t)model->nv * sizeof(double));
    MB_TRY(mb_project(solver, t_new, x->q, x->v, NULL, err));
    MB_TRY(mb_check_reach(solver, OPEN, t_new, x->q, x->q, err));
done:
    return status;
}
