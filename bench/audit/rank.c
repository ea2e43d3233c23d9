/* SPDX-License-Identifier: MIT */
#include "bench/audit/rank_parts.h"

#include <lapack.h>
#include <math.h>
#include <string.h>

#include "bench/audit/gap.h"
#include "problems/start/start.h"
#include "solvers/matrices/linear.h"

static const double small_budget = 0.03; /* [s] of looks at a small model */
static const double large_budget = 0.2;  /* [s] of a few dozen looks at a large one */
enum { FEW = 40, IDLE_PART = 4, PASSES = 45, NEAR = 4, SEARCHES = 400 };

/* [s] of one look: the values of a matrix take 8/3 n^3 operations, small ones some microseconds */
static double cost(const mb_model *model)
{
    double m = model->m, n = model->nv, less = fmin(m, n);

    return 3e-6 + 4.0 * m * n * less * 1e-9;
}

static mb_status take(mb_rank *rank, mb_arena *arena, mb_error *err)
{
    const mb_model *model = rank->model;
    size_t nq = (size_t)model->nq, nnz = (size_t)model->D.nnz;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &rank->w, (size_t)model->m, err));
    MB_TRY(MB_TAKE(arena, &rank->scaled, nnz, err));
    MB_TRY(MB_TAKE(arena, &rank->q, nq, err));
    MB_TRY(MB_TAKE(arena, &rank->d, nnz, err));
    MB_TRY(MB_TAKE(arena, &rank->zero, (size_t)model->nv, err));
    for (int i = 0; i < 3; i++) {
        MB_TRY(MB_TAKE(arena, &rank->point[i].q, nq, err));
        MB_TRY(MB_TAKE(arena, &rank->point[i].dq, nq, err));
    }
done:
    return status;
}

/* What all singular values take */
static mb_status take_values(mb_rank *rank, mb_arena *arena, mb_error *err)
{
    const mb_model *model = rank->model;
    int m = model->m, n = model->nv, query = -1, info, one = 1;
    double best;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &rank->matrix, (size_t)m * (size_t)n, err));
    MB_TRY(MB_TAKE(arena, &rank->value, (size_t)(m < n ? m : n), err));
    LAPACK_dgesvd("N", "N", &m, &n, rank->matrix, &m, rank->value, NULL, &one, NULL, &one, &best,
                  &query, &info);
    rank->size = (int)best;
    MB_TRY(MB_TAKE(arena, &rank->work, (size_t)rank->size, err));
done:
    return status;
}

mb_status mb_rank_first_create(const mb_model *model, mb_arena *arena, mb_rank_first **first,
                               mb_error *err)
{
    mb_rank_first *f;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &f, 1, err));
    MB_TRY(MB_TAKE(arena, &f->scaled, (size_t)model->D.nnz, err));
    MB_TRY(MB_TAKE(arena, &f->least, (size_t)model->m, err));
    MB_TRY(MB_TAKE(arena, &f->most, (size_t)model->m, err));
    *first = f;
done:
    return status;
}

mb_status mb_rank_create(const mb_model *model, const double *s, double t_end, mb_arena *arena,
                         mb_rank **rank, mb_error *err)
{
    const int redundant = mb_redundant_rows(model), last = model->m - redundant - 1;
    const bool independent = redundant == 0 && model->m <= model->nv;
    double looks = small_budget / cost(model);
    mb_status status = MB_OK;
    mb_rank *r;

    *rank = NULL;
    if (looks < FEW)
        looks = fmin(FEW, large_budget / cost(model));
    if (last < 0 || (!independent && looks < IDLE_PART))
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &r, 1, err));
    r->model = model;
    r->s = s;
    r->last = last < model->nv ? last : model->nv - 1;
    r->left = independent ? SEARCHES * PASSES : (long)(looks - looks / IDLE_PART);
    r->idle = independent ? 0.0 : (t_end - model->t0) / (looks / IDLE_PART);
    MB_TRY(take(r, arena, err));
    if (independent)
        MB_TRY(mb_smallest_create(model, arena, &r->smallest, err));
    else
        MB_TRY(take_values(r, arena, err));
    *rank = r;
done:
    return status;
}

/* The measure from all singular values of `scaled` */
static double measure_values(mb_rank *rank)
{
    const mb_pattern *D = &rank->model->D;
    int m = D->nrow, n = D->ncol, info, one = 1;

    memset(rank->matrix, 0, (size_t)m * (size_t)n * sizeof(double));
    for (int j = 0; j < n; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            rank->matrix[(size_t)j * (size_t)m + (size_t)D->row[k]] = rank->scaled[k];
    if (!mb_all_finite(rank->scaled, D->nnz))
        return NAN;
    LAPACK_dgesvd("N", "N", &m, &n, rank->matrix, &m, rank->value, NULL, &one, NULL, &one,
                  rank->work, &rank->size, &info);
    if (info != 0)
        return NAN;
    return rank->value[rank->last] / fmax(rank->value[0], 1.0);
}

static void scale(mb_rank *rank, const double *d)
{
    const mb_pattern *D = &rank->model->D;

    for (int j = 0; j < D->ncol; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            rank->scaled[k] = rank->w[D->row[k]] * d[k] * rank->s[j];
}

double mb_rank_at(mb_rank *rank, const double *d)
{
    scale(rank, d);
    return rank->smallest ? mb_smallest_at(rank->smallest, rank->scaled) : measure_values(rank);
}

static void keep_point(mb_rank *rank, const mb_state *state, double measure)
{
    size_t bytes = (size_t)rank->model->nq * sizeof(double);
    struct mb_rank_point p = rank->point[0];

    rank->point[0] = rank->point[1];
    rank->point[1] = rank->point[2];
    p.t = state->t;
    p.measure = measure;
    memcpy(p.q, state->q, bytes);
    mb_rate_of_position(rank->model, state->q, state->v, p.dq);
    rank->point[2] = p;
    rank->points++;
}

static void keep_least(mb_rank *rank, double t, double measure, double gap, mb_rank_result *result)
{
    double limit = fmax(MB_RANK_LOST, fmin(sqrt(gap), MB_RANK_WIDEST_MISS));

    if (isnan(measure) || gap > MB_RANK_OFF_THE_ROWS)
        return;
    if (measure > result->largest)
        result->largest = measure;
    if (!(measure >= result->least)) {
        result->least = measure;
        result->at = t;
    }
    if (measure > 2.0 * MB_RANK_WIDEST_MISS * result->largest)
        rank->settled = !isnan(result->lost);
    else if (isnan(result->lost) ? measure < limit * result->largest
                                 : !rank->settled && measure < rank->low) {
        result->lost = t;
        rank->low = measure;
    }
    if (rank->first < MB_RANK_LOST * result->largest) { /* seen only when the rest was */
        result->lost = rank->model->t0;
        rank->settled = true;
    }
    rank->found = result->least < MB_RANK_FOUND * result->largest;
}

/* The measure at the start */
static double measure_first(mb_rank *rank, const double *d, mb_rank_first *first)
{
    const size_t bytes = (size_t)rank->model->D.nnz * sizeof *rank->scaled;
    double measure;

    if (!rank->smallest)
        return mb_rank_at(rank, d);
    scale(rank, d);
    if (first && first->known && memcmp(first->scaled, rank->scaled, bytes) == 0) {
        mb_smallest_take(rank->smallest, first->least, first->most);
        return first->measure;
    }
    mb_smallest_reset(rank->smallest);
    measure = mb_smallest_at(rank->smallest, rank->scaled);
    if (first) {
        first->known = measure > 0.0;
        first->measure = measure;
        memcpy(first->scaled, rank->scaled, bytes);
        mb_smallest_put(rank->smallest, first->least, first->most);
    }
    return measure;
}

void mb_rank_start(mb_rank *rank, const mb_state *state, const double *d, mb_rank_first *first,
                   mb_rank_result *result)
{
    mb_row_lengths(rank->model, rank->s, d, rank->w);
    for (int i = 0; i < rank->model->m; i++) { /* a row without a gradient lowers the rank */
        const double slope = rank->model->slope[i];
        const double length = rank->w[i] > 1e-8 * slope ? rank->w[i] : slope;

        rank->w[i] = length > 0.0 ? 1.0 / length : 1.0;
    }
    *result = (mb_rank_result){NAN, NAN, NAN, 0.0};
    rank->points = 0;
    rank->found = rank->settled = rank->falls = false;
    rank->due = state->t + rank->idle;
    rank->seen = rank->first = measure_first(rank, d, first);
    rank->seen_t = state->t;
    keep_point(rank, state, rank->first);
    keep_least(rank, state->t, rank->first, 0.0, result);
    rank->found = false; /* the rest shows what is large */
}

/* The measure at a time between two points, on the cubic through both */
static double between(mb_rank *rank, const struct mb_rank_point *a, const struct mb_rank_point *b,
                      double t)
{
    const mb_model *model = rank->model;
    double h = b->t - a->t, x = (t - a->t) / h, y = 1.0 - x;

    for (int i = 0; i < model->nq; i++)
        rank->q[i] = y * y * (1.0 + 2.0 * x) * a->q[i] + x * x * (1.0 + 2.0 * y) * b->q[i] +
                     h * x * y * (y * a->dq[i] - x * b->dq[i]);
    if (model->ops->retract) /* back to unit norms */
        model->ops->retract(model, rank->zero, rank->q);
    model->ops->jacobian(model, t, rank->q, rank->d);
    return mb_rank_at(rank, rank->d);
}

static double on_path(mb_rank *rank, double t)
{
    const struct mb_rank_point *p = rank->point;

    return t < p[1].t ? between(rank, &p[0], &p[1], t) : between(rank, &p[1], &p[2], t);
}

/* Golden section between the first and the last point.  Where the first loss is under way, its time
 * becomes that of the least value. */
static void refine(mb_rank *rank, double gap, mb_rank_result *result)
{
    static const double golden = 0.6180339887498949;
    double a = rank->point[0].t, b = rank->point[2].t;
    double x = b - golden * (b - a), y = a + golden * (b - a);
    double fx = on_path(rank, x), fy = on_path(rank, y);

    for (int i = 0; i < PASSES; i++) {
        if (fx <= fy) {
            b = y, y = x, fy = fx;
            x = b - golden * (b - a);
            fx = on_path(rank, x);
        } else {
            a = x, x = y, fx = fy;
            y = a + golden * (b - a);
            fy = on_path(rank, y);
        }
    }
    rank->left -= PASSES;
    keep_least(rank, fx <= fy ? x : y, fmin(fx, fy), gap, result);
    if (result->lost >= rank->point[0].t)
        result->lost = fx <= fy ? x : y;
}

/* Whether a least value that may count lies between the last three points */
static bool passed(const mb_rank *rank, const mb_rank_result *result)
{
    const struct mb_rank_point *p = rank->point;
    double fall = p[0].measure - p[1].measure, rise = p[2].measure - p[1].measure;
    double bound = p[1].measure - fmax(fall, rise);

    return rank->points >= 3 && rank->left > PASSES && fall >= 0.0 && rise > 0.0 &&
           bound < fmax(result->least, MB_RANK_LOST * result->largest);
}

/* A look at this step; the next ones follow at once where the measure is small or, at the rate
 * since the last look, vanishes before a few more looks. */
static double look(mb_rank *rank, double t, const double *d, double largest)
{
    double measure = mb_rank_at(rank, d);
    double rate = (rank->seen - measure) / (t - rank->seen_t);

    rank->left -= t < rank->due;
    while (rank->due <= t)
        rank->due += rank->idle;
    rank->falls = measure < fmax(NEAR * rank->idle * rate, 2.0 * MB_RANK_WIDEST_MISS * largest);
    rank->seen = measure;
    rank->seen_t = t;
    return measure;
}

void mb_rank_step_with(mb_rank *rank, const mb_state *state, double measure, double gap,
                       mb_rank_result *result)
{
    keep_point(rank, state, measure);
    keep_least(rank, state->t, measure, gap, result);
    if (passed(rank, result))
        refine(rank, gap, result);
}

void mb_rank_step(mb_rank *rank, const mb_state *state, const double *d, double gap,
                  mb_rank_result *result)
{
    double measure = NAN;

    if (rank->found)
        return;
    if (rank->smallest)
        measure = mb_rank_at(rank, d);
    else if (state->t >= rank->due || (rank->falls && rank->left > 0))
        measure = look(rank, state->t, d, result->largest);
    mb_rank_step_with(rank, state, measure, gap, result);
}

mb_smallest *mb_rank_smallest(const mb_rank *rank, const double **w)
{
    *w = rank->w;
    return rank->smallest;
}

bool mb_rank_is_found(const mb_rank *rank)
{
    return rank->found;
}
