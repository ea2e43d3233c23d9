/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/in_order.h"

#include <string.h>

#include "base/pair.h"
#include "solvers/matrices/bordered.h"

/* Where entry (first + row, col) of a pattern is eliminated; -1 above the diagonal */
static mb_status find(mb_solver *solver, const mb_linear *linear, const mb_pattern *pattern,
                      int first, int **place, mb_error *err)
{
    const mb_linear *e = linear->eliminated;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(solver->arena, place, (size_t)pattern->nnz, err));
    for (int j = 0; j < pattern->ncol; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            const int i = first + pattern->row[k];

            (*place)[k] = i < j ? -1 : e->place[mb_pattern_find(&e->pattern, i, j)];
        }
done:
    return status;
}

mb_status mb_in_order_places(mb_solver *solver, const mb_linear *linear, const mb_pattern *pattern,
                             int **place, mb_error *err)
{
    return find(solver, linear, pattern, 0, place, err);
}

static void lay_out_mass(const mb_solver *solver, mb_in_order *s)
{
    for (int k = 0; k < solver->model->M.nnz; k++)
        if (s->mass_to[k] >= 0)
            s->laid_out[s->mass_to[k]] = solver->terms.mass[k];
}

mb_status mb_in_order_setup(mb_solver *solver, mb_linear *linear, mb_in_order **in_order,
                            mb_error *err)
{
    const mb_model *model = solver->model;
    mb_status status = MB_OK;
    mb_in_order *s;

    *in_order = NULL;
    if (!linear->eliminated || linear->balance)
        return MB_OK;
    MB_TRY(MB_TAKE(solver->arena, &s, 1, err));
    s->linear = linear;
    MB_TRY(MB_TAKE(solver->arena, &s->laid_out, (size_t)linear->eliminated->size, err));
    MB_TRY(find(solver, linear, &model->M, 0, &s->mass_to, err));
    if (!mb_bordered_read_rows(linear->eliminated, &model->D, solver->terms.jacobian))
        MB_TRY(find(solver, linear, &model->D, model->nv, &s->row_to, err));
    lay_out_mass(solver, s);
    memcpy(linear->eliminated->storage, s->laid_out,
           (size_t)linear->eliminated->size * sizeof *s->laid_out);
    s->stands = model->traits & MB_CONSTANT_M && linear->eliminated->stays && !s->row_to;
    *in_order = s;
done:
    return status;
}

/* to[place[k]] = from[k] (n) */
static void put(int n, const int *restrict place, const double *restrict from, double *restrict to)
{
    MB_UNROLL
    for (int k = 0; k < n; k++)
        to[place[k]] = from[k];
}

double *mb_in_order_lay(const mb_solver *solver, mb_in_order *s)
{
    const mb_model *model = solver->model;
    const mb_linear *e = s->linear->eliminated;
    const bool constant = model->traits & MB_CONSTANT_M;

    if (!constant)
        lay_out_mass(solver, s);
    if (!constant || !e->stays)
        memcpy(e->storage, s->laid_out, (size_t)e->size * sizeof *e->storage);
    if (s->row_to)
        put(model->D.nnz, s->row_to, solver->terms.jacobian, e->storage);
    return e->storage;
}
