/* SPDX-License-Identifier: MIT */
#include "problems/start/doubled.h"

#include <math.h>
#include <string.h>

#include "problems/start/start.h"

enum { ROWS = 16, COLUMNS = 32 };

static const double DEPENDENT = 1e-9;

/* Rows of D by lengths, dense in the columns that they have. */
typedef struct block {
    int nrows, ncolumns;
    int column[COLUMNS];
    double x[ROWS][COLUMNS];
} block;

static bool same_bodies(const mb_row_owner *a, const mb_row_owner *b)
{
    return (a->body[0] == b->body[0] && a->body[1] == b->body[1]) ||
           (a->body[0] == b->body[1] && a->body[1] == b->body[0]);
}

static bool append_row(const mb_model *model, const double *d, const double *unit, int row,
                       block *b)
{
    const mb_pattern *D = &model->D;

    if (b->nrows == ROWS)
        return false;
    for (int k = D->row_start[row]; k < D->row_start[row + 1]; k++) {
        int c = 0;

        while (c < b->ncolumns && b->column[c] != D->col[k])
            c++;
        if (c == COLUMNS)
            return false;
        if (c == b->ncolumns)
            b->column[b->ncolumns++] = D->col[k];
        b->x[b->nrows][c] = d[D->place[k]] * unit[D->col[k]];
    }
    b->nrows++;
    return true;
}

static void swap_rows(block *b, int i, int j)
{
    for (int c = 0; c < b->ncolumns; c++) {
        const double x = b->x[i][c];

        b->x[i][c] = b->x[j][c];
        b->x[j][c] = x;
    }
}

/* By elimination with the largest entries first */
static int rank_of(block b)
{
    double first = 0.0;

    for (int rank = 0; rank < b.nrows; rank++) {
        int row = rank, column = 0;

        for (int i = rank; i < b.nrows; i++)
            for (int c = 0; c < b.ncolumns; c++)
                if (fabs(b.x[i][c]) > fabs(b.x[row][column])) {
                    row = i;
                    column = c;
                }
        first = fmax(first, fabs(b.x[row][column]));
        if (!(fabs(b.x[row][column]) > DEPENDENT * first))
            return rank;
        swap_rows(&b, rank, row);
        for (int i = rank + 1; i < b.nrows; i++) {
            const double factor = b.x[i][column] / b.x[rank][column];

            for (int c = 0; c < b.ncolumns; c++)
                b.x[i][c] -= factor * b.x[rank][c];
            b.x[i][column] = 0.0;
        }
    }
    return b.nrows;
}

/* Whether the rows of the element of row `other` do it, with those of its own that are not
 * dependent. */
static bool holds(const mb_model *model, const double *d, const double *unit, int row, int end,
                  int other, const mb_row_owner *by)
{
    mb_row_owner owner;
    block b;
    int rank = 0;

    memset(&b, 0, sizeof b);
    while (other > 0 && model->ops->row_owner(model, other - 1, &owner) && owner.name == by->name)
        other--;
    for (; other < row && model->ops->row_owner(model, other, &owner) && owner.name == by->name;
         other++)
        if (!append_row(model, d, unit, other, &b))
            return false;
    for (int own = 1; own >= 0; own--) {
        if (!own)
            rank = rank_of(b);
        for (int i = row; i < end; i++)
            if (model->dependent[i] == !own && !append_row(model, d, unit, i, &b))
                return false;
    }
    return rank_of(b) == rank;
}

bool mb_rows_doubled(const mb_model *model, int row, int end, mb_row_owner *by)
{
    const mb_pattern *D = &model->D;
    mb_arena *scratch = mb_arena_create();
    mb_row_owner owner;
    double *d, *unit;
    bool found = false;

    if (!scratch || !D->row_start || !model->ops->row_owner(model, row, &owner) || !owner.body[0] ||
        MB_TAKE(scratch, &d, (size_t)D->nnz, NULL) != MB_OK ||
        MB_TAKE(scratch, &unit, (size_t)model->nv, NULL) != MB_OK)
        goto done;
    mb_units(model, unit);
    model->ops->jacobian(model, model->t0, model->q0, d);
    for (int k = D->row_start[row]; k < D->row_start[row + 1] && !found; k++)
        for (int l = D->start[D->col[k]]; l < D->start[D->col[k] + 1] && D->row[l] < row && !found;
             l++)
            found = model->ops->row_owner(model, D->row[l], by) && by->name != owner.name &&
                    same_bodies(by, &owner) && holds(model, d, unit, row, end, D->row[l], by);
done:
    mb_arena_destroy(scratch);
    return found;
}
