/* SPDX-License-Identifier: MIT */
#include "solvers/equations/partition.h"

#include <math.h>
#include <string.h>

/* Pivots below this part of D's largest entry count as nothing. */
static const double DEPENDENT = 1e-10;

mb_status mb_partition_setup(const mb_model *model, mb_arena *arena, mb_partition **partition,
                             mb_error *err)
{
    size_t nv = (size_t)model->nv, m = (size_t)model->m;
    mb_status status = MB_OK;
    mb_partition *p;

    MB_TRY(MB_TAKE(arena, &p, 1, err));
    MB_TRY(MB_TAKE(arena, &p->position, nv, err));
    MB_TRY(MB_TAKE(arena, &p->velocity, nv, err));
    MB_TRY(MB_TAKE(arena, &p->position_row, m, err));
    MB_TRY(MB_TAKE(arena, &p->row, m, err));
    MB_TRY(MB_TAKE(arena, &p->new_position, nv, err));
    MB_TRY(MB_TAKE(arena, &p->new_velocity, nv, err));
    MB_TRY(MB_TAKE(arena, &p->new_position_row, m, err));
    MB_TRY(MB_TAKE(arena, &p->new_row, m, err));
    MB_TRY(MB_TAKE(arena, &p->a, m * nv, err));
    *partition = p;
done:
    return status;
}

/* The largest entry in rows [from, to) and columns that have no pivot yet; 0 when there is none */
static double find_pivot(const mb_partition *p, int nv, int from, int to, int *row, int *column)
{
    double best = 0.0;

    for (int i = from; i < to; i++) {
        const double *ai = p->a + (size_t)i * (size_t)nv;

        if (p->new_row[i])
            continue;
        for (int j = 0; j < nv; j++)
            if (p->new_velocity[j] != 0.0 && fabs(ai[j]) > best) {
                best = fabs(ai[j]);
                *row = i;
                *column = j;
            }
    }
    return best;
}

/* Subtracts the pivot's row from all rows that have no pivot yet */
static void eliminate(mb_partition *p, const mb_model *model, int row, int column)
{
    size_t nv = (size_t)model->nv;
    const double *pivot = p->a + (size_t)row * nv;

    for (int i = 0; i < model->m; i++) {
        double *ai = p->a + (size_t)i * nv, factor = ai[column] / pivot[column];

        if (p->new_row[i] || factor == 0.0)
            continue;
        for (size_t j = 0; j < nv; j++) /* a_i -= (a_ic / p_c) p */
            ai[j] -= factor * pivot[j];
    }
}

/* Gives pivots to rows [from, to); returns their number */
static int reduce(mb_partition *p, const mb_model *model, double least, int from, int to)
{
    int row = 0, column = 0, count = 0;

    while (find_pivot(p, model->nv, from, to, &row, &column) > least) {
        p->new_row[row] = true;
        p->new_velocity[column] = 0.0;
        eliminate(p, model, row, column);
        count++;
    }
    return count;
}

bool mb_partition_choose(mb_partition *p, const mb_model *model, const double *d, int least,
                         int *rank)
{
    size_t nv = (size_t)model->nv, m = (size_t)model->m;
    double largest = 0.0;
    bool changed;

    /* a = D, dense by rows */
    memset(p->a, 0, m * nv * sizeof *p->a);
    for (int j = 0; j < model->nv; j++) {
        p->new_velocity[j] = 1.0;
        for (int k = model->D.start[j]; k < model->D.start[j + 1]; k++) {
            p->a[(size_t)model->D.row[k] * nv + (size_t)j] = d[k];
            largest = fmax(largest, fabs(d[k]));
        }
    }
    memset(p->new_row, 0, m * sizeof *p->new_row);
    /* Gaussian elimination with full pivoting, holonomic rows first: columns left without a pivot
     * are the independent positions, and after the other rows the independent velocities */
    *rank = reduce(p, model, DEPENDENT * largest, 0, model->mh);
    memcpy(p->new_position, p->new_velocity, nv * sizeof(double));
    memcpy(p->new_position_row, p->new_row, m * sizeof(bool));
    *rank += reduce(p, model, DEPENDENT * largest, model->mh, model->m);
    if (*rank < least)
        return false;
    changed = memcmp(p->position, p->new_position, nv * sizeof(double)) != 0 ||
              memcmp(p->velocity, p->new_velocity, nv * sizeof(double)) != 0;
    p->dropped = model->m - *rank;
    memcpy(p->position, p->new_position, nv * sizeof(double));
    memcpy(p->velocity, p->new_velocity, nv * sizeof(double));
    memcpy(p->position_row, p->new_position_row, m * sizeof(bool));
    memcpy(p->row, p->new_row, m * sizeof(bool));
    return changed;
}
