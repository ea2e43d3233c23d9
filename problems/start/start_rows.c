/* SPDX-License-Identifier: MIT */
#include "problems/start/start_rows.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"

enum { MANY = 300 }; /* coordinates: factors are faster */

static const double NOTHING = 1e-12; /* part of a row that is round-off of those before it */

void mb_units(const mb_model *model, double *unit)
{
    for (int j = 0; j < model->nv; j++)
        unit[j] = !model->length || model->length[j] ? 1.0 : 1.0 / model->scale;
}

mb_status mb_start_rows_claim(const mb_model *model, mb_arena *arena, mb_start_rows *c,
                              mb_error *err)
{
    mb_status status = MB_OK;
    const size_t m = (size_t)model->m, nv = (size_t)model->nv, nq = (size_t)model->nq;
    const size_t holds = (size_t)model->nholds;
    const struct {
        double **at;
        size_t n;
    } vector[] = {
        {&c->d, (size_t)model->D.nnz},
        {&c->unit, nv},
        {&c->step, nv},
        {&c->size, m},
        {&c->allowed, m},
        {&c->phi, m},
        {&c->residual, m},
        {&c->x, nv},
        {&c->gradient, nv},
        {&c->dir, nv},
        {&c->ddir, m},
        {&c->q, nq},
        {&c->qdot, nq},
        {&c->reach, nv},
        {&c->moved_q, nv},
        {&c->moved_v, nv},
        {&c->held, holds * MB_HOLD_TERMS},
        {&c->held_residual, holds},
        {&c->held_dir, holds},
        {&c->declared, nv},
        {&c->mass, model->rates_follow ? (size_t)model->M.nnz : 0},
        {&c->slope, model->rates_follow ? nv : 0},
        {&c->across, model->rates_follow ? nv : 0},
        {&c->along, model->rates_follow ? nv : 0},
        {&c->momentum, model->rates_follow ? nv : 0},
    };

    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++)
        MB_TRY(MB_TAKE(arena, vector[k].at, vector[k].n, err));
    mb_units(model, c->unit);
    mb_units(model, c->step);
    c->arena = arena;
done:
    return status;
}

/* The magnitude of each coordinate of velocity: an ulp of it enters the rows.  A coordinate of
 * length moves its own entry of q, in the same order. */
static void find_reach(const mb_model *model, const double *q, double *reach, double *v,
                       double *qdot)
{
    int i = 0;

    for (int j = 0; j < model->nv; j++)
        reach[j] = model->ops->qdot ? 1.0 : fabs(q[j]);
    if (!model->ops->qdot)
        return;
    for (int j = 0; j < model->nv; j++)
        v[j] = !model->length || model->length[j];
    model->ops->qdot(model, q, v, qdot);
    for (int j = 0; j < model->nv; j++) {
        if (v[j] == 0.0)
            continue;
        while (i < model->nq && qdot[i] == 0.0)
            i++;
        reach[j] = i < model->nq ? fabs(q[i++]) : 1.0;
    }
}

void mb_start_rows_measure(const mb_model *model, mb_start_rows *c, const double *q)
{
    model->ops->jacobian(model, model->t0, q, c->d);
    mb_clear_short(model, c->unit, MB_VANISHED, c->d, c->size);
}

void mb_start_rows_linearise(const mb_model *model, mb_start_rows *c, const double *q)
{
    const mb_pattern *D = &model->D;

    mb_start_rows_measure(model, c, q);
    find_reach(model, q, c->reach, c->dir, c->qdot);
    memset(c->allowed, 0, (size_t)model->m * sizeof *c->allowed);
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            c->allowed[D->row[k]] += fabs(c->d[k]) * c->reach[j];
    for (int i = 0; i < model->m; i++) {
        /* of a row that is short there round-off is what it is elsewhere, and far in its lengths */
        const double far = c->size[i] > 0.0 && c->size[i] < MB_SHORT * model->slope[i]
                               ? model->slope[i] / c->size[i]
                               : 1.0;

        if (c->size[i] == 0.0)
            c->size[i] = 1.0;
        c->allowed[i] =
            MB_START_ULPS * DBL_EPSILON * (far * model->scale + c->allowed[i] / c->size[i]);
    }
}

static double length_of(double square)
{
    return square > 0.0 ? sqrt(square) : 1.0;
}

/* From S to the steps, rows of length 1 again */
static void weigh(const mb_model *model, mb_start_rows *c)
{
    const mb_pattern *D = &model->D;
    double *length = c->ddir;

    memset(length, 0, (size_t)model->m * sizeof *length);
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++) {
            c->d[k] *= c->step[j] / c->unit[j];
            length[D->row[k]] += c->d[k] * c->d[k];
        }
    for (int i = 0; i < model->m; i++) {
        length[i] = length_of(length[i]);
        c->residual[i] /= length[i];
    }
    for (int k = 0; k < D->nnz; k++)
        c->d[k] /= length[D->row[k]];
    for (int h = 0; h < c->nholds; h++) {
        double *factor = &c->held[h * MB_HOLD_TERMS], square = 0.0;

        for (int k = 0; k < model->hold[h].n; k++) {
            const int j = model->hold[h].velocity[k];

            factor[k] *= c->step[j] / c->unit[j];
            square += factor[k] * factor[k];
        }
        for (int k = 0; k < model->hold[h].n; k++)
            factor[k] /= length_of(square);
        c->held_residual[h] /= length_of(square);
    }
}

void mb_start_rows_held(const mb_model *model, mb_start_rows *c, double part, const double *v)
{
    for (int h = 0; h < c->nholds; h++) {
        const mb_hold *hold = &model->hold[h];
        double *factor = &c->held[h * MB_HOLD_TERMS], norm = 0.0, rest = part * hold->value;

        memcpy(factor, hold->factor, sizeof hold->factor);
        if (model->ops->hold)
            model->ops->hold(model, hold, model->q0, factor);
        for (int k = 0; k < hold->n; k++) {
            rest -= factor[k] * v[hold->velocity[k]];
            factor[k] *= c->unit[hold->velocity[k]];
            norm += factor[k] * factor[k];
        }
        for (int k = 0; k < hold->n; k++)
            factor[k] /= length_of(norm);
        c->held_residual[h] = rest / length_of(norm);
    }
}

void mb_start_rows_in_lengths(const mb_model *model, mb_start_rows *c, const double *b)
{
    const mb_pattern *D = &model->D;

    for (int i = 0; i < model->m; i++)
        c->residual[i] = -b[i] / c->size[i];
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            c->d[k] *= c->unit[j] / c->size[D->row[k]];
    if (memcmp(c->step, c->unit, (size_t)model->nv * sizeof *c->step) != 0)
        weigh(model, c);
}

/* out += D' residual, held rows included */
static void add_transposed(const mb_model *model, const mb_start_rows *c, double *out)
{
    mb_multiply_t(&model->D, c->d, c->residual, out);
    for (int h = 0; h < c->nholds; h++)
        for (int k = 0; k < model->hold[h].n; k++)
            out[model->hold[h].velocity[k]] += c->held[h * MB_HOLD_TERMS + k] * c->held_residual[h];
}

/* Conjugate gradients on the normal equations from zero stay in the range of D', so that redundant
 * rows do no harm. */
static void by_gradients(const mb_model *model, mb_start_rows *c, int steps)
{
    double rho, first;

    memset(c->x, 0, (size_t)model->nv * sizeof *c->x);
    add_transposed(model, c, c->gradient);
    memcpy(c->dir, c->gradient, (size_t)model->nv * sizeof *c->dir);
    rho = first = mb_inner(c->gradient, c->gradient, model->nv);
    for (int it = 0; it < steps && rho > 1e-30 * first; it++) {
        double before = rho, step;

        mb_multiply(&model->D, c->d, c->dir, c->ddir);
        for (int h = 0; h < c->nholds; h++) {
            c->held_dir[h] = 0.0;
            for (int k = 0; k < model->hold[h].n; k++)
                c->held_dir[h] +=
                    c->held[h * MB_HOLD_TERMS + k] * c->dir[model->hold[h].velocity[k]];
        }
        step = rho / (mb_inner(c->ddir, c->ddir, model->m) +
                      mb_inner(c->held_dir, c->held_dir, c->nholds));
        if (!isfinite(step))
            break;
        for (int j = 0; j < model->nv; j++)
            c->x[j] += step * c->dir[j];
        for (int i = 0; i < model->m; i++)
            c->residual[i] -= step * c->ddir[i];
        for (int h = 0; h < c->nholds; h++)
            c->held_residual[h] -= step * c->held_dir[h];
        add_transposed(model, c, c->gradient);
        rho = mb_inner(c->gradient, c->gradient, model->nv);
        for (int j = 0; j < model->nv; j++)
            c->dir[j] = c->gradient[j] + rho / before * c->dir[j];
    }
}

/* Factors of D with all rows that may be held below it. */
static mb_status ask_for_factor(const mb_model *model, mb_start_rows *c)
{
    const mb_pattern *D = &model->D;
    mb_pattern_builder *b = mb_pattern_begin(model->m + model->nholds, model->nv);
    mb_status status = MB_OK;

    c->asked = true;
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            mb_pattern_add(b, D->row[k], j);
    for (int h = 0; h < model->nholds; h++)
        for (int k = 0; k < model->hold[h].n; k++)
            mb_pattern_add(b, model->m + h, model->hold[h].velocity[k]);
    MB_TRY(mb_pattern_end(b, c->arena, &c->all, NULL));
    MB_TRY(MB_TAKE(c->arena, &c->values, (size_t)c->all.nnz, NULL));
    MB_TRY(MB_TAKE(c->arena, &c->left, (size_t)c->all.nrow, NULL));
    MB_TRY(mb_start_factor_create(&c->all, c->arena, &c->factor, NULL));
done:
    return status;
}

/* False where there are no factors. */
static bool by_factors(const mb_model *model, mb_start_rows *c)
{
    const mb_pattern *D = &model->D;

    if (!c->asked)
        ask_for_factor(model, c);
    if (!c->factor)
        return false;
    memset(c->values, 0, (size_t)c->all.nnz * sizeof *c->values);
    memset(c->left, 0, (size_t)c->all.nrow * sizeof *c->left);
    for (int j = 0; j < model->nv; j++) /* D's rows are the first of each column */
        memcpy(c->values + c->all.start[j], c->d + D->start[j],
               (size_t)(D->start[j + 1] - D->start[j]) * sizeof *c->d);
    memcpy(c->left, c->residual, (size_t)model->m * sizeof *c->left);
    for (int h = 0; h < c->nholds; h++) {
        c->left[model->m + h] = c->held_residual[h];
        for (int k = 0; k < model->hold[h].n; k++)
            c->values[mb_pattern_find(&c->all, model->m + h, model->hold[h].velocity[k])] +=
                c->held[h * MB_HOLD_TERMS + k];
    }
    return mb_start_factor_shortest(c->factor, c->values, c->left, c->x, NULL) == MB_OK;
}

/* Row i of those of D and, behind them, of those that are held (nv); returns its residual */
static double dense_row(const mb_model *model, const mb_start_rows *c, int i, double *row)
{
    const mb_pattern *D = &model->D;
    const int h = i - model->m;

    memset(row, 0, (size_t)model->nv * sizeof *row);
    if (h < 0) {
        for (int k = D->row_start[i]; k < D->row_start[i + 1]; k++)
            row[D->col[k]] = c->d[D->place[k]];
        return c->residual[i];
    }
    for (int k = 0; k < model->hold[h].n; k++)
        row[model->hold[h].velocity[k]] += c->held[h * MB_HOLD_TERMS + k];
    return c->held_residual[h];
}

/* y += s x (n) */
static void add(int n, double s, const double *x, double *y)
{
    for (int j = 0; j < n; j++)
        y[j] += s * x[j];
}

/* By what is left of each row orthogonal to those before it: of rows that all but depend on each other
 * too, of which the squares above know nothing. */
static void by_rows(const mb_model *model, mb_start_rows *c)
{
    const int n = model->nv;
    int kept = 0;

    memset(c->x, 0, (size_t)n * sizeof *c->x);
    for (int i = 0; i < model->m + c->nholds; i++) {
        double *left = c->orthogonal + kept * n, length;
        const double rest = dense_row(model, c, i, left) - mb_inner(left, c->x, n);

        for (int k = 0; k < 2 * kept; k++) { /* twice: once leaves round-off of the row */
            const double *q = c->orthogonal + k % kept * n;

            add(n, -mb_inner(q, left, n), q, left);
        }
        length = mb_norm(left, n);
        if (length <= NOTHING || kept == n)
            continue;
        for (int j = 0; j < n; j++)
            left[j] /= length;
        add(n, rest / length, left, c->x);
        kept++;
    }
}

bool mb_start_rows_in_order(const mb_model *model, mb_start_rows *c)
{
    const size_t n = (size_t)model->nv;

    return model->nv < MANY && MB_TAKE(c->arena, &c->orthogonal, (n + 1) * n, NULL) == MB_OK;
}

void mb_start_rows_shortest(const mb_model *model, mb_start_rows *c)
{
    const bool few = model->nv < MANY && !model->rates_follow;

    if (c->orthogonal)
        by_rows(model, c);
    else if (few || !by_factors(model, c))
        by_gradients(model, c, 4 * model->nv + 20);
    for (int j = 0; j < model->nv; j++)
        c->x[j] *= c->step[j];
}

void mb_start_rows_descent(const mb_model *model, mb_start_rows *c)
{
    by_gradients(model, c, 4);
    for (int j = 0; j < model->nv; j++)
        c->x[j] *= c->step[j];
}
