/* SPDX-License-Identifier: MIT */
#include "solvers/scales/reach.h"

#include <math.h>

#include "problems/start/closest.h"

/* A violation is stationary where it is orthogonal to the slopes of the rows but for this part. */
static const double STATIONARY = 1e-2;

mb_status mb_reach_setup(mb_solver *solver, mb_error *err)
{
    return mb_closest_create(solver->model, solver->unit, solver->arena, &solver->reach, err);
}

mb_status mb_check_reach(mb_solver *solver, double open, double t, const double *q,
                         const double *near, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_closest *s = solver->reach;
    int worst = 0;
    char row[256];

    mb_closest_weigh(s, t, near);
    if (mb_closest_violation(s, t, q) < open ||
        mb_closest_search(s, t, near, MB_OPEN, STATIONARY) != MB_CLOSEST_OPEN)
        return MB_OK;
    for (int i = 1; i < model->mh; i++)
        if (fabs(s->r[i]) > fabs(s->r[worst]))
            worst = i;
    mb_model_row_text(model, worst, row, sizeof row);
    return mb_fail(err, MB_UNCONVERGED,
                   "at t = %.9g s no position satisfies %s: |Phi| stays at %.3g", t, row,
                   fabs(s->r[worst]) * s->slope[worst]);
}
