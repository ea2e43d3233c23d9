/* SPDX-License-Identifier: MIT */
/* Without a choice of pivots, by blocks whose width the compiler knows. */
#include "solvers/linsolvers/ldl_blocks.h"

#include <math.h>

#include "base/pair.h"

/* Four numbers at once */
typedef double quad __attribute__((vector_size(32)));
typedef double quad_there __attribute__((vector_size(32), aligned(8)));
#ifndef __clang__
typedef long long places __attribute__((vector_size(32)));
#endif

#define QUADS(n) (((n) + 3) / 4)

MB_ALWAYS_INLINE quad quad_all(double x)
{
    return (quad){x, x, x, x};
}

MB_ALWAYS_INLINE quad quad_at(const double *x)
{
    return *(const quad_there *)x;
}

MB_ALWAYS_INLINE void put_quad_at(double *x, quad y)
{
    *(quad_there *)x = y;
}

/* x[k] in all places */
MB_ALWAYS_INLINE quad spread(quad x, int k)
{
#ifdef __clang__ /* has no such function, and needs none */
    return quad_all(x[k]);
#else
    return __builtin_shuffle(x, (places){k, k, k, k});
#endif
}

/* Where a walk over the blocks stands */
typedef struct cursor {
    int value;
    const int *order, *row, *target;
    double least, most;
    int below_zero; /* number of such pivots, which least and most are of then */
} cursor;

enum { FEW = 5 }; /* rows below a column, of which the loops are straight code */

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
                                    double *restrict y, cursor *walk)
{
    cursor at = *walk;

    for (int b = 0; b < count; b++) {
        double *l = values + at.value, times_d[FEW];
        const double pivot = *l++, inverse = 1.0 / pivot;

        if (!note(both, pivot, &at))
            return false;
        l[-1] = inverse;
        MB_UNROLL
        for (int i = 0; i < below; i++) {
            times_d[i] = l[i];
            l[i] = times_d[i] * inverse;
            MB_UNROLL
            for (int j = 0; j <= i; j++)
                values[*at.target++] -= l[i] * times_d[j];
        }
        if (y) {
            const double x = y[*at.order++];

            MB_UNROLL
            for (int i = 0; i < below; i++)
                y[*at.row++] -= l[i] * x;
        }
        at.value += MB_BLOCK_SIZE(1, below);
    }
    *walk = at;
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
                                  cursor *walk)
{
    cursor at = *walk;

    for (int b = 0; b < count; b++) {
        const double *l;
        double x;

        at.value -= MB_BLOCK_SIZE(1, below);
        at.row -= below;
        l = values + at.value + 1;
        x = y[*--at.order] * l[-1];
        MB_UNROLL
        for (int i = 0; i < below; i++)
            x -= l[i] * y[at.row[i]];
        y[*at.order] = x;
    }
    *walk = at;
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

/* Blocks one after the other; false: a pivot is not positive, or zero where both signs are meant */
static bool eliminate(mb_ldl *s, bool both, double *y, cursor *at)
{
    for (int i = 0; i < s->plan.nruns; i++)
        switch (s->plan.run[i].width) {
        case 1:
            if (!factor_columns(s->plan.run + i, both, s->values, s->times_d, y, at))
                return false;
            break;
#define FACTOR(w)                                                                                  \
    case w:                                                                                        \
        if (!(both ? factor_##w(s->plan.run + i, true, s->values, s->times_d, y, at)               \
                   : factor_##w(s->plan.run + i, false, s->values, s->times_d, y, at)))            \
            return false;                                                                          \
        break;
            WIDTHS(FACTOR)
#undef FACTOR
        }
    return true;
}

static bool factor(mb_ldl *s, int rows, double *y)
{
    cursor at = {
        .order = s->plan.order, .row = s->plan.row, .target = s->plan.target, .least = INFINITY};
    const bool regular = eliminate(s, rows > 0, y, &at) && at.below_zero == rows;

    s->least = regular ? at.least : 0.0;
    s->most = at.most;
    return regular;
}

static void forward(const mb_ldl *s, double *x)
{
    cursor at = {.order = s->plan.order, .row = s->plan.row};

    for (int i = 0; i < s->plan.nruns; i++)
        switch (s->plan.run[i].width) {
        case 1:
            forward_1(s->plan.run + i, s->values, x, &at);
            break;
#define FORWARD(w)                                                                                 \
    case w:                                                                                        \
        forward_##w(s->plan.run + i, s->values, x, &at);                                           \
        break;
            WIDTHS(FORWARD)
#undef FORWARD
        }
}

static void backward(const mb_ldl *s, double *x)
{
    const mb_elimination *plan = &s->plan;
    cursor at = {
        .value = plan->size, .order = plan->order + plan->n, .row = plan->row + plan->nrows};

    for (int i = plan->nruns - 1; i >= 0; i--)
        switch (plan->run[i].width) {
        case 1:
            back_columns(plan->run + i, s->values, x, &at);
            break;
#define BACKWARD(w)                                                                                \
    case w:                                                                                        \
        backward_##w(plan->run + i, s->values, x, &at);                                            \
        break;
            WIDTHS(BACKWARD)
#undef BACKWARD
        }
}

const mb_ldl_kernel MB_LDL_KERNEL = {factor, forward, backward};
