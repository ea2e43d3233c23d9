/* SPDX-License-Identifier: MIT */
/* L D L' on a schedule: order, blocks and the place of every entry are settled in set-up
 * (solvers/matrices/elimination.h), a factorisation only adds and multiplies.  Without a choice of
 * pivots: for positive definite matrices, of which any order is stable, and for [M D'; D 0] with M
 * positive definite, where each row of D comes after its coordinates: all leading submatrices are
 * regular then as long as D has full rank, with pivots above 0 of coordinates and below 0 of rows
 * (Vanderbei, SIAM J. Optim. 5 (1995) 100).  The latter are those of D M^-1 D'; where they are not of
 * similar size the matrix is refused. */
#include <math.h>
#include <string.h>

#include "base/pair.h"
#include "solvers/matrices/elimination.h"
#include "solvers/matrices/linear.h"

typedef struct state {
    mb_elimination plan;
    double *values;  /* (plan.size) L, block by block */
    double *inverse; /* (n) 1 / D */
    double *times_d; /* (plan.longest + 1, MB_WIDEST_BLOCK) rows of a block times D, two by two */
    double *y;       /* (n) a right-hand side in the order of elimination */
    double *x;       /* (n) the same in that of the matrix */
    double least,
        most; /* sizes of the pivots of the last factorisation; of rows if there are any */
} state;

/* Where a walk over the blocks stands */
typedef struct cursor {
    int value, column;
    const int *row, *target;
    double *inverse, least, most;
    int below_zero; /* number of such pivots, which least and most are of then */
} cursor;

enum { FEW = 5 }; /* rows below a column, of which the loops are straight code */

/* Part of the largest pivot of rows above which the least one must be */
static const double SIMILAR = 1e-6;

/* Whether a pivot is positive, or, where both signs are meant, not zero; noted */
MB_ALWAYS_INLINE bool note(bool both, double pivot, cursor *at)
{
    if (!(both ? fabs(pivot) > 0.0 : pivot > 0.0))
        return false;
    if (!both || pivot < 0.0) {
        const double size = both ? -pivot : pivot;

        at->least = size < at->least ? size : at->least;
        at->most = size > at->most ? size : at->most;
        at->below_zero += both;
    }
    return true;
}

#define WIDTHS(X) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

#define WIDTH 1
#define KERNEL(name) name##_1
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 2
#define KERNEL(name) name##_2
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 3
#define KERNEL(name) name##_3
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 4
#define KERNEL(name) name##_4
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 5
#define KERNEL(name) name##_5
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 6
#define KERNEL(name) name##_6
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 7
#define KERNEL(name) name##_7
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL
#define WIDTH 8
#define KERNEL(name) name##_8
#include "solvers/linsolvers/ldl_kernel.h"
#undef WIDTH
#undef KERNEL

/* factor_1 of columns with few rows */
MB_ALWAYS_INLINE bool factor_column(int below, int count, bool both, double *values,
                                    double *restrict y, cursor *at)
{
    for (int b = 0; b < count; b++) {
        double *l = values + at->value, times_d[FEW];
        const double pivot = *l++, inverse = 1.0 / pivot;

        if (!note(both, pivot, at))
            return false;
        *at->inverse++ = inverse;
        MB_UNROLL
        for (int i = 0; i < below; i++) {
            times_d[i] = l[i];
            l[i] = times_d[i] * inverse;
            MB_UNROLL
            for (int j = 0; j <= i; j++)
                values[*at->target++] -= l[i] * times_d[j];
        }
        if (y) {
            MB_UNROLL
            for (int i = 0; i < below; i++)
                y[at->row[i]] -= l[i] * y[at->column];
            at->column++;
            at->row += below;
        }
        at->value += MB_BLOCK_SIZE(1, below);
    }
    return true;
}

#define FEW_ROWS(X) X(1) X(2) X(3) X(4) X(5)

static bool factor_columns(const mb_block_run *run, bool both, double *values, double *times_d,
                           double *y, cursor *at)
{
    switch (run->below) {
#define COLUMN(below)                                                                              \
    case below:                                                                                    \
        return factor_column(below, run->count, both, values, y, at);
        FEW_ROWS(COLUMN)
#undef COLUMN
    }
    return factor_1(run, both, values, times_d, y, at);
}

/* backward_1 of the same */
MB_ALWAYS_INLINE void back_column(int below, int count, const double *values, double *restrict y,
                                  cursor *at)
{
    for (int b = 0; b < count; b++) {
        const double *l;
        double x;

        at->value -= MB_BLOCK_SIZE(1, below);
        at->row -= below;
        l = values + at->value + 1;
        x = y[--at->column] * *--at->inverse;
        MB_UNROLL
        for (int i = 0; i < below; i++)
            x -= l[i] * y[at->row[i]];
        y[at->column] = x;
    }
}

static void back_columns(const mb_block_run *run, const double *values, double *y, cursor *at)
{
    switch (run->below) {
#define COLUMN(below)                                                                              \
    case below:                                                                                    \
        back_column(below, run->count, values, y, at);                                             \
        return;
        FEW_ROWS(COLUMN)
#undef COLUMN
    }
    backward_1(run, values, y, at);
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    size_t n = (size_t)linear->pattern.ncol;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    linear->data = s;
    MB_TRY(mb_elimination_plan(&linear->pattern, linear->rows, linear->arena, &s->plan, err));
    MB_TRY(MB_TAKE(linear->arena, &s->values, (size_t)s->plan.size, err));
    linear->storage = s->values;
    linear->place = s->plan.place;
    linear->size = s->plan.size;
    MB_TRY(MB_TAKE(linear->arena, &s->inverse, n, err));
    MB_TRY(
        MB_TAKE(linear->arena, &s->times_d, (size_t)(s->plan.longest + 1) * MB_WIDEST_BLOCK, err));
    MB_TRY(MB_TAKE(linear->arena, &s->y, n, err));
    MB_TRY(MB_TAKE(linear->arena, &s->x, n, err));
done:
    return status;
}

/* Whether all pivots are positive, or, where there are rows, as many below zero; y = L\y with it
 * unless y is NULL */
static bool eliminate(state *s, int rows, double *y, cursor *at)
{
    for (int i = 0; i < s->plan.nruns; i++)
        switch (s->plan.run[i].width) {
        case 1:
            if (!factor_columns(s->plan.run + i, rows > 0, s->values, s->times_d, y, at))
                return false;
            break;
#define FACTOR(w)                                                                                  \
    case w:                                                                                        \
        if (!(rows ? factor_##w(s->plan.run + i, true, s->values, s->times_d, y, at)               \
                   : factor_##w(s->plan.run + i, false, s->values, s->times_d, y, at)))            \
            return false;                                                                          \
        break;
            WIDTHS(FACTOR)
#undef FACTOR
        }
    return at->below_zero == rows;
}

/* A = L D L', and y = L\y unless y is NULL */
static mb_status factor_with(mb_linear *linear, const double *values, double *y, mb_error *err)
{
    state *s = linear->data;
    const int n = linear->pattern.ncol;
    cursor at = {
        .row = s->plan.row, .target = s->plan.target, .inverse = s->inverse, .least = INFINITY};
    const double tolerance = linear->rows ? SIMILAR : linear->tolerance;
    bool regular;

    linear->counters->factorisations++;
    if (values != s->values) {
        memset(s->values, 0, (size_t)s->plan.size * sizeof *s->values);
        for (int k = 0; k < linear->pattern.nnz; k++)
            s->values[s->plan.place[k]] = values[k];
    }
    regular = eliminate(s, linear->rows, y, &at);
    s->least = regular ? at.least : 0.0;
    s->most = at.most;
    if (regular && s->least > tolerance * s->most)
        return MB_OK;
    /* a value that is not finite makes a pivot that is not, which fails the comparisons */
    if (!mb_all_finite(values, values == s->values ? linear->size : linear->pattern.nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value", n);
    return mb_fail(err, MB_SINGULAR, "matrix of order %d is singular to working precision", n);
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    return factor_with(linear, values, NULL, err);
}

static double rcond(const mb_linear *linear)
{
    const state *s = linear->data;

    return s->most > 0.0 ? s->least / s->most : 0.0;
}

/* y = x in the order of elimination */
static void gather(state *s, const double *x)
{
    for (int k = 0; k < s->plan.n; k++)
        s->y[k] = x[s->plan.order[k]];
}

/* x = L'\(D\y) */
static void finish(const state *s, double *x)
{
    const mb_elimination *plan = &s->plan;
    cursor at = {.value = plan->size,
                 .column = plan->n,
                 .row = plan->row + plan->nrows,
                 .inverse = s->inverse + plan->n};

    for (int i = plan->nruns - 1; i >= 0; i--)
        switch (plan->run[i].width) {
        case 1:
            back_columns(plan->run + i, s->values, s->y, &at);
            break;
#define BACKWARD(w)                                                                                \
    case w:                                                                                        \
        backward_##w(plan->run + i, s->values, s->y, &at);                                         \
        break;
            WIDTHS(BACKWARD)
#undef BACKWARD
        }
    for (int k = 0; k < plan->n; k++)
        x[plan->order[k]] = s->y[k];
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    state *s = linear->data;
    const mb_elimination *plan = &s->plan;
    cursor at = {.row = plan->row};

    (void)err;
    gather(s, x);
    for (int i = 0; i < plan->nruns; i++)
        switch (plan->run[i].width) {
        case 1:
            forward_1(plan->run + i, s->values, s->y, &at);
            break;
#define FORWARD(w)                                                                                 \
    case w:                                                                                        \
        forward_##w(plan->run + i, s->values, s->y, &at);                                          \
        break;
            WIDTHS(FORWARD)
#undef FORWARD
        }
    finish(s, x);
    return MB_OK;
}

static mb_status factor_solve(mb_linear *linear, const double *values, const mb_sides *sides,
                              mb_error *err)
{
    const size_t m = (size_t)linear->rows, nv = (size_t)linear->pattern.ncol - m;
    state *s = linear->data;
    mb_status status;

    memcpy(s->x, sides->b, nv * sizeof *s->x);
    memcpy(s->x + nv, sides->g, m * sizeof *s->x);
    gather(s, s->x);
    status = factor_with(linear, values, s->y, err);
    if (status != MB_OK)
        return status;
    finish(s, s->x);
    memcpy(sides->x, s->x, nv * sizeof *s->x);
    memcpy(sides->y, s->x + nv, m * sizeof *s->x);
    return status;
}

const mb_linsolver mb_linsolver_ldl = {
    .name = "ldl",
    .title = "sparse L D L' in dense blocks on a fixed schedule, ordered by AMD",
    .source = "Davis, Direct Methods for Sparse Linear Systems (2006), 4; Amestoy, Davis & Duff, "
              "ACM TOMS 30 (2004) 381",
    .classes = MB_SPD,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
    .factor_solve = factor_solve,
};
