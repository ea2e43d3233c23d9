/* SPDX-License-Identifier: MIT */
#include "solvers/matrices/tile.h"

/* By processors, in all of which entries come from the same operations */
static const mb_tile_kernels *const kernels[] = MB_PAIRS_BY_PROCESSOR(mb_tile);

const mb_tile_kernels *mb_tile_kernels_of(mb_lane_kind kind, int n)
{
    return &kernels[kind][n];
}

/* ---- set-up and values ----------------------------------------------------------------------------- */

/* Where a side takes its pairs from */
static void lay_out(mb_tile_side *side, int lines, const mb_pattern *D, bool by_rows)
{
    unsigned at[MB_TILE][MB_TILE];

    for (int r = 0; r < MB_TILE; r++)
        for (int i = 0; i < MB_TILE; i++)
            at[r][i] = (unsigned)D->nnz; /* a zero stands there */
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            const int line = by_rows ? D->row[k] : j, place = by_rows ? j : D->row[k];

            at[line][place] = (unsigned)k;
            side->present[line] |= 1U << (place / 2);
        }
    for (int r = 0; r < lines; r++)
        for (int p = 0; p < MB_PAIRS(MB_TILE); p++)
            if (side->present[r] >> p & 1U) {
                side->pair[side->npairs].from[0] = at[r][2 * p];
                side->pair[side->npairs].from[1] = at[r][2 * p + 1];
                side->pair[side->npairs++].to = (unsigned)(r * MB_TILE + 2 * p);
            }
}

mb_status mb_tile_setup(mb_solver *solver, mb_error *err)
{
    const mb_model *model = solver->model;
    const mb_pattern *D = &model->D;
    mb_status status = MB_OK;

    if (model->m == 0 || model->m > MB_TILE || model->nv > MB_TILE ||
        3 * D->nnz < model->m * model->nv)
        return MB_OK;
    MB_TRY(MB_TAKE(solver->arena, &solver->tile, 1, err));
    lay_out(&solver->tile->rows, model->m, D, true);
    lay_out(&solver->tile->columns, model->nv, D, false);
    solver->tile->by_rows = mb_tile_kernels_of(mb_lane_kind_here(), model->nv);
    solver->tile->by_columns = mb_tile_kernels_of(mb_lane_kind_here(), model->m);
    mb_tile_mass(solver);
done:
    return status;
}

void mb_tile_fill(const double *d, mb_tile_side *side)
{
    double *line = (double *)side->line;

    for (const mb_tile_pair *x = side->pair; x < side->pair + side->npairs; x++)
        *(mb_pair *)(line + x->to) = (mb_pair){d[x->from[0]], d[x->from[1]]};
    side->old = false;
}

void mb_tile_mass(mb_solver *solver)
{
    const mb_pattern *M = &solver->model->M;

    if (!solver->tile)
        return;
    for (int j = 0; j < M->ncol; j++)
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            solver->tile->mass[j][M->row[k] / 2][M->row[k] % 2] = solver->terms.mass[k];
}

void mb_rows_rate(const mb_solver *solver, double t, const double *q, const double *v,
                  double *phidot)
{
    const mb_model *model = solver->model;

    if (mb_rows_move(model)) {
        model->ops->phi_t(model, t, q, phidot);
        mb_rows_times_add(solver, 1.0, v, phidot);
    } else {
        mb_rows_times(solver, v, phidot);
    }
}

bool mb_tile_fills(const mb_solver *solver, const mb_linear *linear)
{
    const mb_pattern *p = &linear->pattern;

    if (!solver->tile || !linear->storage || linear->size != p->ncol * p->ncol)
        return false;
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            if (linear->place[k] != j * p->ncol + p->row[k])
                return false;
    return true;
}

void mb_tile_gram(const mb_solver *solver, double *gram)
{
    struct mb_tile *t = solver->tile;

    t->by_columns->gram(solver->model->nv, t, solver->terms.jacobian, gram);
    t->columns.old = false;
}
