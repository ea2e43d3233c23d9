/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/tangent.h"

#include <math.h>
#include <string.h>

mb_status mb_rate_pattern(mb_solver *solver, mb_pattern *rates, mb_error *err)
{
    const mb_model *model = solver->model;
    double *q = solver->scratch_q, *e = solver->scratch_v, *column;
    mb_pattern_builder *builder;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(solver->arena, &column, (size_t)model->nq, err));
    for (int j = 0; j < model->nv; j++)
        e[j] = 0.3 + 0.1 * sin(j);
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    mb_retract(model, e, q);
    memset(e, 0, (size_t)model->nv * sizeof *e);
    builder = mb_pattern_begin(model->nq, model->nv);
    for (int j = 0; j < model->nv; j++) {
        e[j] = 1.0;
        mb_rate_of_position(model, q, e, column);
        e[j] = 0.0;
        for (int i = 0; i < model->nq; i++)
            if (column[i] != 0.0)
                mb_pattern_add(builder, i, j);
    }
    status = mb_pattern_end(builder, solver->arena, rates, err);
done:
    return status;
}

mb_status mb_tangent_setup(mb_solver *solver, mb_tangent *tangent, mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;

    MB_TRY(mb_rate_pattern(solver, &tangent->rates, err));
    MB_TRY(mb_colour_columns(solver->arena, &tangent->rates, &tangent->colours, err));
    MB_TRY(MB_TAKE(solver->arena, &tangent->unit, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(solver->arena, &tangent->column, (size_t)model->nq, err));
done:
    return status;
}

void mb_tangent_increment(mb_solver *solver, mb_tangent *tangent, const double *q, const double *dq,
                          double *x)
{
    const mb_pattern *T = &tangent->rates;
    const mb_colouring *colours = &tangent->colours;

    for (int c = 0; c < colours->n; c++) {
        const int *first = colours->column + colours->start[c];
        const int *end = colours->column + colours->start[c + 1];

        /* the columns T e_j of one colour at once */
        memset(tangent->unit, 0, (size_t)T->ncol * sizeof(double));
        for (const int *j = first; j < end; j++)
            tangent->unit[*j] = 1.0;
        mb_rate_of_position(solver->model, q, tangent->unit, tangent->column);
        /* x_j = T_j'dq / T_j'T_j: x = T^+ dq, as the columns of T are orthogonal */
        for (const int *j = first; j < end; j++) {
            double along = 0.0, square = 0.0;

            for (int k = T->start[*j]; k < T->start[*j + 1]; k++) {
                double entry = tangent->column[T->row[k]];

                along += entry * dq[T->row[k]];
                square += entry * entry;
            }
            x[*j] = along / square;
        }
    }
}
