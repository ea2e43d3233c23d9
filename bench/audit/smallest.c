/* SPDX-License-Identifier: MIT */
#include "bench/audit/smallest_parts.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

enum { FIRST_PASSES = 100 };

/* What is mixed into a vector, so that it can turn to one that it is orthogonal to */
static const double stir = 1e-6;

/* A vector that no mechanism has by itself: steps of the golden section */
static double any(int i)
{
    double x = 0.6180339887498949 * (i + 1);

    return x - floor(x) - 0.5;
}

mb_status mb_smallest_create(const mb_model *model, mb_arena *arena, mb_smallest **smallest,
                             mb_error *err)
{
    size_t m = (size_t)model->m;
    mb_status status;
    mb_pattern transposed;
    mb_smallest *s;
    const int *map;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    s->D = &model->D;
    s->host.model = model;
    s->host.arena = arena;
    MB_TRY(mb_pattern_transpose(&model->D, arena, &transposed, &map, err));
    MB_TRY(mb_product_plan(&transposed, map, &transposed, map, 1, arena, &s->product, err));
    MB_TRY(mb_linear_create(&s->host, MB_SPD, &s->product.pattern, &s->linear, err));
    MB_TRY(MB_TAKE(arena, &s->values, (size_t)s->product.pattern.nnz, err));
    MB_TRY(MB_TAKE(arena, &s->least, m, err));
    MB_TRY(MB_TAKE(arena, &s->most, m, err));
    MB_TRY(MB_TAKE(arena, &s->x, m, err));
    MB_TRY(MB_TAKE(arena, &s->y, (size_t)model->nv, err));
    MB_TRY(MB_TAKE(arena, &s->stir, m, err));
    for (size_t i = 0; i < m; i++)
        s->stir[i] = stir * any((int)i);
    mb_smallest_reset(s);
    *smallest = s;
done:
    return status;
}

static void normalise(double *x, int n)
{
    double norm = mb_norm(x, n);

    for (int i = 0; i < n && norm > 0.0; i++)
        x[i] /= norm;
}

void mb_smallest_reset(mb_smallest *s)
{
    for (int i = 0; i < s->D->nrow; i++)
        s->least[i] = s->most[i] = any(i);
    normalise(s->least, s->D->nrow);
    normalise(s->most, s->D->nrow);
    s->fresh = true;
}

void mb_smallest_put(const mb_smallest *s, double *least, double *most)
{
    memcpy(least, s->least, (size_t)s->D->nrow * sizeof *least);
    memcpy(most, s->most, (size_t)s->D->nrow * sizeof *most);
}

void mb_smallest_take(mb_smallest *s, const double *least, const double *most)
{
    memcpy(s->least, least, (size_t)s->D->nrow * sizeof *least);
    memcpy(s->most, most, (size_t)s->D->nrow * sizeof *most);
    s->fresh = false;
    s->moved = true;
}

/* x'(A A') x of the largest's unit vector x, which moves on */
static double largest(mb_smallest *s, const double *a)
{
    mb_multiply_t(s->D, a, s->most, s->y);
    mb_multiply(s->D, a, s->y, s->most);
    normalise(s->most, s->D->nrow);
    return mb_inner(s->y, s->y, s->D->ncol);
}

/* The same of the smallest's, moved on before; NaN where the solution is no number */
static double smallest(mb_smallest *s)
{
    mb_error ignored = {MB_OK, ""};
    double product, square;

    for (int i = 0; i < s->D->nrow; i++)
        s->x[i] = s->least[i];
    if (mb_linear_solve(s->linear, s->x, &ignored) != MB_OK)
        return NAN;
    product = mb_inner(s->x, s->least, s->D->nrow);
    square = mb_inner(s->x, s->x, s->D->nrow);
    if (!isfinite(square))
        return NAN;
    for (int i = 0; i < s->D->nrow; i++)
        s->least[i] = s->x[i];
    normalise(s->least, s->D->nrow);
    return product / square;
}

double mb_smallest_at(mb_smallest *s, const double *a)
{
    int m = s->D->nrow, passes = s->fresh ? FIRST_PASSES : MB_SMALLEST_PASSES;
    double most = 0.0, least = HUGE_VAL;
    mb_error ignored = {MB_OK, ""};
    mb_status status;

    s->moved = true;
    for (int i = 0; i < m; i++) {
        s->least[i] += s->stir[i];
        s->most[i] += s->stir[i];
    }
    normalise(s->least, m);
    normalise(s->most, m);
    for (int k = 0; k < passes; k++) {
        double before = most;

        most = largest(s, a);
        if (!s->fresh && fabs(most - before) <= MB_SMALLEST_SETTLED * most)
            break;
    }
    mb_product_run(&s->product, a, a, s->values);
    status = mb_linear_factor(s->linear, s->values, &ignored);
    if (status == MB_NON_FINITE || isnan(most))
        return NAN;
    if (status != MB_OK)
        return 0.0; /* to round-off */
    for (int k = 0; k < passes; k++) {
        double now = smallest(s), before = least;

        if (isnan(now))
            return 0.0;
        least = now;
        if (!s->fresh && fabs(before - now) <= MB_SMALLEST_SETTLED * now)
            break;
    }
    s->fresh = false;
    return sqrt(fmax(least, 0.0) / fmax(most, 1.0));
}
