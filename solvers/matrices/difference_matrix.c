/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/difference_matrix.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { UNITY = 2 }; /* place of c^0 in scale */

mb_status mb_difference_matrix_setup(mb_solver *solver, const mb_pattern *pattern,
                                     mb_difference_matrix **matrix, mb_error *err)
{
    mb_arena *arena = solver->arena;
    size_t n = (size_t)pattern->ncol;
    mb_status status = MB_OK;
    mb_difference_matrix *d;

    MB_TRY(MB_TAKE(arena, &d, 1, err));
    d->n = pattern->ncol;
    d->pattern = *pattern;
    MB_TRY(mb_colour_columns(arena, &d->pattern, &d->colours, err));
    MB_TRY(MB_TAKE(arena, &d->row_power, n, err));
    MB_TRY(MB_TAKE(arena, &d->col_power, n, err));
    MB_TRY(MB_TAKE(arena, &d->part, n, err));
    MB_TRY(MB_TAKE(arena, &d->row_unit, n, err));
    MB_TRY(MB_TAKE(arena, &d->col_unit, n, err));
    for (size_t j = 0; j < n; j++) {
        d->part[j] = sqrt(DBL_EPSILON);
        d->row_unit[j] = d->col_unit[j] = 1.0;
    }
    MB_TRY(MB_TAKE(arena, &d->y, n, err));
    MB_TRY(MB_TAKE(arena, &d->dy, n, err));
    MB_TRY(MB_TAKE(arena, &d->r, n, err));
    MB_TRY(MB_TAKE(arena, &d->values, (size_t)pattern->nnz, err));
    MB_TRY(mb_linear_create_saddle(solver, &d->pattern, 2, &d->linear, err)); /* lambda, mu */
    *matrix = d;
done:
    return status;
}

void mb_difference_matrix_evaluate(mb_difference_matrix *d, mb_implicit_function *function,
                                   void *context, double c, double t, const double *y,
                                   const double *dy, const double *r0)
{
    const mb_pattern *p = &d->pattern;

    memcpy(d->y, y, (size_t)d->n * sizeof *y);
    memcpy(d->dy, dy, (size_t)d->n * sizeof *dy);
    for (int colour = 0; colour < d->colours.n; colour++) {
        int first = d->colours.start[colour], end = d->colours.start[colour + 1];

        /* y += step e_j,  y' += c step e_j  for all columns of a colour */
        for (int i = first; i < end; i++) {
            int j = d->colours.column[i];

            d->y[j] += d->part[j] * (d->col_unit[j] + fabs(y[j]));
            d->dy[j] += c * (d->y[j] - y[j]);
        }
        function(context, t, d->y, d->dy, d->r);
        /* J_j = (F(t, y, y') - F_0) / step */
        for (int i = first; i < end; i++) {
            int j = d->colours.column[i];
            double step = d->y[j] - y[j];

            for (int k = p->start[j]; k < p->start[j + 1]; k++)
                d->values[k] = (d->r[p->row[k]] - r0[p->row[k]]) / step;
            d->y[j] = y[j];
            d->dy[j] = dy[j];
        }
    }
    for (int i = -UNITY; i <= UNITY; i++)
        d->scale[UNITY + i] = pow(c, i);
}

mb_status mb_difference_matrix_factor(mb_difference_matrix *d, mb_error *err)
{
    const mb_pattern *p = &d->pattern;

    /* R J C,  R_i = c^-row_power / row_unit,  C_j = c^col_power col_unit */
    for (int j = 0; j < d->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            d->values[k] *= d->scale[UNITY + d->col_power[j] - d->row_power[p->row[k]]] *
                            (d->col_unit[j] / d->row_unit[p->row[k]]);
    return mb_linear_factor(d->linear, d->values, err);
}

mb_status mb_difference_matrix_solve(mb_difference_matrix *d, double *x, mb_error *err)
{
    mb_status status;

    /* x = C (R J C)\(R x) */
    for (int i = 0; i < d->n; i++)
        x[i] *= d->scale[UNITY - d->row_power[i]] / d->row_unit[i];
    status = mb_linear_solve(d->linear, x, err);
    for (int j = 0; j < d->n; j++)
        x[j] *= d->scale[UNITY + d->col_power[j]] * d->col_unit[j];
    return status;
}
