/* SPDX-License-Identifier: MIT */
/* Rank of a sparse matrix by elimination of rows in their order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/start/start.h"

static const double DEPENDENT = 1e-10; /* part of a row that counts as nothing */

/* Rows reduced so far, each with the column it is solved for, and the row in hand. */
struct elimination {
    int n;
    int *pivot;  /* (n) column of each reduced row */
    int *start;  /* (n + 1) */
    int *column; /* (used) */
    double *value;
    int used, size;
    int *solved;   /* (ncol) 1 + the reduced row that is solved for a column; 0: none */
    double *work;  /* (ncol) the row in hand; zero but for the columns touched */
    bool *touched; /* (ncol) */
    int ntouched;
    int *list; /* (ntouched) touched columns in any order */
    int nwaiting;
    int *waiting; /* (nwaiting) reduced rows to be subtracted yet, the first one last */
};

static void elimination_free(struct elimination *e)
{
    free(e->pivot);
    free(e->start);
    free(e->column);
    free(e->value);
    free(e->solved);
    free(e->work);
    free(e->touched);
    free(e->list);
    free(e->waiting);
}

static mb_status elimination_create(struct elimination *e, int nrow, int ncol, mb_error *err)
{
    size_t m = (size_t)nrow + 1, n = (size_t)ncol + 1;

    e->pivot = calloc(m, sizeof *e->pivot);
    e->start = calloc(m, sizeof *e->start);
    e->solved = calloc(n, sizeof *e->solved);
    e->work = calloc(n, sizeof *e->work);
    e->touched = calloc(n, sizeof *e->touched);
    e->list = calloc(n, sizeof *e->list);
    e->waiting = calloc(m, sizeof *e->waiting);
    if (!e->pivot || !e->start || !e->solved || !e->work || !e->touched || !e->list || !e->waiting)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
    return MB_OK;
}

static mb_status elimination_reserve(struct elimination *e, int count, mb_error *err)
{
    if (e->used + count > e->size) {
        int size = 2 * e->size + count;
        int *column = realloc(e->column, (size_t)size * sizeof *column);
        double *value = NULL;

        if (column) {
            e->column = column;
            value = realloc(e->value, (size_t)size * sizeof *value);
        }
        if (!value)
            return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
        e->value = value;
        e->size = size;
    }
    return MB_OK;
}

/* Adds x to a column of the row in hand; a reduced row that is solved for it will be subtracted. */
static void add(struct elimination *e, int j, double x)
{
    int row = e->solved[j] - 1, i = e->nwaiting;

    e->work[j] += x;
    if (e->touched[j])
        return;
    e->touched[j] = true;
    e->list[e->ntouched++] = j;
    if (row < 0)
        return;
    for (; i > 0 && e->waiting[i - 1] < row; i--)
        e->waiting[i] = e->waiting[i - 1];
    e->waiting[i] = row;
    e->nwaiting++;
}

/* Subtracts the reduced rows from the row in hand, in their order: none has an entry in the column
 * of one before it.  Returns the column of the largest entry that remains, -1 when none does. */
static int reduce(struct elimination *e)
{
    int largest = -1;

    while (e->nwaiting > 0) {
        int k = e->waiting[--e->nwaiting];
        double factor = e->work[e->pivot[k]];

        for (int p = e->start[k]; p < e->start[k + 1]; p++)
            add(e, e->column[p], -factor * e->value[p]);
        e->work[e->pivot[k]] = 0.0;
    }
    for (int i = 0; i < e->ntouched; i++) {
        int j = e->list[i];
        double best = largest < 0 ? 0.0 : fabs(e->work[largest]), size = fabs(e->work[j]);

        if (size > best || (size == best && size > 0.0 && j < largest))
            largest = j;
    }
    return largest;
}

/* Keeps the row in hand, scaled to one in its pivot column; small entries are round-off. */
static mb_status keep(struct elimination *e, int pivot, double smallest, mb_error *err)
{
    double scale = 1.0 / e->work[pivot];
    mb_status status = MB_OK;

    MB_TRY(elimination_reserve(e, e->ntouched, err));
    for (int i = 0; i < e->ntouched; i++)
        if (fabs(e->work[e->list[i]]) > smallest) {
            e->column[e->used] = e->list[i];
            e->value[e->used++] = scale * e->work[e->list[i]];
        }
    e->pivot[e->n++] = pivot;
    e->start[e->n] = e->used;
    e->solved[pivot] = e->n;
done:
    return status;
}

static void clear(struct elimination *e)
{
    for (int i = 0; i < e->ntouched; i++) {
        e->work[e->list[i]] = 0.0;
        e->touched[e->list[i]] = false;
    }
    e->ntouched = 0;
}

/* Eliminates the rows of one matrix after those before; dependent may be NULL */
static mb_status eliminate(struct elimination *e, const mb_pattern *pattern, const double *values,
                           const double *unit, bool *dependent, mb_arena *arena, mb_error *err)
{
    mb_status status = MB_OK;
    mb_pattern rows;
    const int *map;

    MB_TRY(mb_pattern_transpose(pattern, arena, &rows, &map, err));
    for (int i = 0; i < pattern->nrow; i++) {
        double norm = 0.0;
        bool independent;
        int largest;

        for (int k = rows.start[i]; k < rows.start[i + 1]; k++) {
            const int j = rows.row[k];
            const double value = unit ? unit[j] * values[map[k]] : values[map[k]];

            add(e, j, value);
            norm = fmax(norm, fabs(value));
        }
        largest = reduce(e);
        independent = largest >= 0 && fabs(e->work[largest]) > DEPENDENT * norm;
        if (independent)
            MB_TRY(keep(e, largest, 1e-16 * norm, err));
        if (dependent)
            dependent[i] = !independent;
        clear(e);
    }
done:
    return status;
}

mb_status mb_matrix_rank(const mb_pattern *pattern, const double *values, const double *unit,
                         bool *dependent, int *rank, mb_error *err)
{
    mb_status status = MB_OK;
    mb_arena *arena = mb_arena_create();
    struct elimination e = {0};

    *rank = 0;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the Jacobian");
    MB_TRY(elimination_create(&e, pattern->nrow, pattern->ncol, err));
    MB_TRY(eliminate(&e, pattern, values, unit, dependent, arena, err));
    *rank = e.n;
done:
    elimination_free(&e);
    mb_arena_destroy(arena);
    return status;
}

/* Whether M may be singular on what the rows leave free: it is not declared regular, or has a zero
 * on its diagonal */
static bool suspicious(const mb_model *model, const double *mass)
{
    const mb_pattern *M = &model->M;

    if (!(model->traits & MB_REGULAR_M))
        return true;
    for (int j = 0; j < model->nv; j++) {
        bool held = false;

        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            held = held || (M->row[k] == j && mass[k] != 0.0);
        if (!held)
            return true;
    }
    return false;
}

mb_status mb_find_massless(const mb_model *model, const double *d, const double *unit,
                           int *velocity, mb_error *err)
{
    mb_status status = MB_OK;
    mb_arena *arena = mb_arena_create();
    struct elimination e = {0};
    double *mass;

    *velocity = -1;
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the rank of the mass matrix");
    MB_TRY(MB_TAKE(arena, &mass, (size_t)model->M.nnz, err));
    model->ops->mass(model, model->q0, mass);
    if (!suspicious(model, mass))
        goto done;
    MB_TRY(elimination_create(&e, model->nv + model->m, model->nv, err));
    MB_TRY(eliminate(&e, &model->M, mass, unit, NULL, arena, err));
    MB_TRY(eliminate(&e, &model->D, d, unit, NULL, arena, err));
    for (int j = 0; j < model->nv && *velocity < 0; j++)
        if (e.solved[j] == 0)
            *velocity = j;
done:
    elimination_free(&e);
    mb_arena_destroy(arena);
    return status;
}
