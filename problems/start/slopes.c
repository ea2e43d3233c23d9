/* SPDX-License-Identifier: MIT */
/* How long the gradients of rows are, where one that vanishes is known from round-off, and rows of
 * which a model knows that theirs vanish. */
#include <math.h>
#include <string.h>

#include "problems/start/start.h"

enum { ELSEWHERE = 3 };

static const double FAR = 0.5; /* [sizes, rad] to all sides: where no row keeps what it lost */

void mb_row_lengths(const mb_model *model, const double *unit, const double *d, double *length)
{
    const mb_pattern *D = &model->D;

    memset(length, 0, (size_t)model->m * sizeof *length);
    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            length[D->row[k]] += (d[k] * unit[j]) * (d[k] * unit[j]);
    for (int i = 0; i < model->m; i++)
        length[i] = sqrt(length[i]);
}

void mb_wander(const mb_model *model, const double *unit, double far, unsigned *seed, double *step,
               double *q)
{
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    for (int j = 0; j < model->nv; j++)
        step[j] = far * model->scale * unit[j] * mb_random(seed);
    mb_retract(model, step, q);
}

/* The middle one of three; 0 for what is no number */
static double middle(const double *x)
{
    const double a = isfinite(x[0]) ? x[0] : 0.0, b = isfinite(x[1]) ? x[1] : 0.0;
    const double c = isfinite(x[2]) ? x[2] : 0.0;

    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

mb_status mb_row_slopes(mb_model *model, mb_error *err)
{
    const size_t m = (size_t)model->m, nq = (size_t)model->nq, nv = (size_t)model->nv;
    mb_arena *scratch = mb_arena_create();
    mb_status status = MB_OK;
    double *d, *unit, *q, *step, *elsewhere, *slope;
    unsigned seed = 11;

    if (!scratch)
        return mb_fail(err, MB_NO_MEMORY, "no memory for the slopes of rows");
    MB_TRY(MB_TAKE(scratch, &d, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(scratch, &unit, nv, err));
    MB_TRY(MB_TAKE(scratch, &q, nq, err));
    MB_TRY(MB_TAKE(scratch, &step, nv, err));
    MB_TRY(MB_TAKE(scratch, &elsewhere, ELSEWHERE * m, err));
    MB_TRY(MB_TAKE(model->arena, &slope, m, err));
    mb_units(model, unit);
    for (int k = 0; k < ELSEWHERE; k++) {
        mb_wander(model, unit, FAR, &seed, step, q);
        model->ops->jacobian(model, model->t0, q, d);
        mb_row_lengths(model, unit, d, slope);
        for (size_t i = 0; i < m; i++)
            elsewhere[ELSEWHERE * i + (size_t)k] = slope[i];
    }
    model->ops->jacobian(model, model->t0, model->q0, d);
    mb_row_lengths(model, unit, d, slope);
    for (size_t i = 0; i < m; i++) {
        const double usual = middle(elsewhere + ELSEWHERE * i);

        slope[i] = slope[i] > MB_SHORT * usual ? slope[i] : usual;
    }
    model->slope = slope;
done:
    mb_arena_destroy(scratch);
    return status;
}

void mb_clear_short(const mb_model *model, const double *unit, double part, double *d,
                    double *length)
{
    bool any = false;

    mb_row_lengths(model, unit, d, length);
    for (int i = 0; i < model->m; i++)
        if (length[i] <= part * model->slope[i]) {
            length[i] = 0.0;
            any = true;
        }
    for (int k = 0; any && k < model->D.nnz; k++)
        if (length[model->D.row[k]] == 0.0)
            d[k] = 0.0;
}

/* ---- rows that have vanished at the start --------------------------------------------------------- */

struct mb_vanished {
    const mb_ops *inner;
    const double *unit; /* (nv) */
    const int *row;     /* (n) */
    int n;
};

/* Round-off in such rows, at the start and wherever they vanish again */
static void clear(const mb_model *model, double *d)
{
    const struct mb_vanished *s = model->vanished;
    const mb_pattern *D = &model->D;

    for (const int *row = s->row; row < s->row + s->n; row++) {
        double square = 0.0, least = MB_VANISHED * model->slope[*row];

        for (int k = D->row_start[*row]; k < D->row_start[*row + 1]; k++) {
            const double x = d[D->place[k]] * s->unit[D->col[k]];

            square += x * x;
        }
        if (square > least * least)
            continue;
        for (int k = D->row_start[*row]; k < D->row_start[*row + 1]; k++)
            d[D->place[k]] = 0.0;
    }
}

static void jacobian(const mb_model *model, double t, const double *q, double *d)
{
    model->vanished->inner->jacobian(model, t, q, d);
    clear(model, d);
}

static void rows(const mb_model *model, double t, const double *q, const double *v, double *d,
                 double *gamma, double *phi)
{
    model->vanished->inner->rows(model, t, q, v, d, gamma, phi);
    clear(model, d);
}

mb_status mb_keep_vanished(mb_model *model, const double *unit, const double *length, mb_error *err)
{
    mb_status status = MB_OK;
    struct mb_vanished *s;
    double *units;
    mb_ops *ops;
    int n = 0, *row;

    for (int i = 0; i < model->m; i++)
        n += length[i] == 0.0;
    if (n == 0)
        return MB_OK;
    MB_TRY(MB_TAKE(model->arena, &s, 1, err));
    MB_TRY(MB_TAKE(model->arena, &ops, 1, err));
    MB_TRY(MB_TAKE(model->arena, &units, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(model->arena, &row, (size_t)n, err));
    memcpy(units, unit, (size_t)model->nv * sizeof *unit);
    for (int i = 0; i < model->m; i++)
        if (length[i] == 0.0)
            row[s->n++] = i;
    s->inner = model->ops;
    s->unit = units;
    s->row = row;
    *ops = *model->ops;
    ops->jacobian = jacobian;
    if (ops->rows)
        ops->rows = rows;
    model->vanished = s;
    model->ops = ops;
done:
    return status;
}
