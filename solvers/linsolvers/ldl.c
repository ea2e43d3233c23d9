/* SPDX-License-Identifier: MIT */
/* L D L' on a schedule: order, blocks and the place of every entry are settled in set-up
 * (solvers/matrices/elimination.h), a factorisation only adds and multiplies.  Without a choice of
 * pivots: for positive definite matrices, of which any order is stable, and for [M D'; D 0] with M
 * positive definite, where each row of D comes after its coordinates: all leading submatrices are
 * regular then as long as D has full rank, with pivots above 0 of coordinates and below 0 of rows
 * (Vanderbei, SIAM J. Optim. 5 (1995) 100).  The latter are those of D M^-1 D'; where they are not of
 * similar size the matrix is refused. */
#include <string.h>

#include "base/pair.h"
#include "solvers/linsolvers/ldl_blocks.h"
#include "solvers/matrices/linear.h"

/* Part of the largest pivot of rows above which the least one must be */
static const double SIMILAR = 1e-6;

/* By processors, in all of which entries come from the same operations */
static const mb_ldl_kernel *const kernels[] = MB_BY_PROCESSOR(&mb_ldl);

const mb_ldl_kernel *mb_ldl_kernel_of(mb_lane_kind kind)
{
    return kernels[kind];
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    size_t n = (size_t)linear->pattern.ncol;
    mb_status status = MB_OK;
    mb_ldl *s;

    MB_TRY(MB_TAKE(linear->arena, &s, 1, err));
    linear->data = s;
    s->kernel = mb_ldl_kernel_of(mb_lane_kind_here());
    MB_TRY(mb_elimination_plan(&linear->pattern, linear->rows, linear->arena, &s->plan, err));
    MB_TRY(MB_TAKE(linear->arena, &s->values, (size_t)s->plan.size + 3, err));
    linear->storage = s->values;
    linear->place = s->plan.place;
    linear->size = s->plan.size;
    MB_TRY(
        MB_TAKE(linear->arena, &s->times_d, (size_t)(s->plan.longest + 3) * MB_WIDEST_BLOCK, err));
    MB_TRY(MB_TAKE(linear->arena, &s->x, n, err));
done:
    return status;
}

/* A = L D L', and y = L\y unless y is NULL */
static mb_status factor_with(mb_linear *linear, const double *values, double *y, mb_error *err)
{
    mb_ldl *s = linear->data;
    const int n = linear->pattern.ncol;
    const double tolerance = linear->rows ? SIMILAR : linear->tolerance;
    bool regular;

    linear->counters->factorisations++;
    if (values != s->values) {
        memset(s->values, 0, (size_t)s->plan.size * sizeof *s->values);
        for (int k = 0; k < linear->pattern.nnz; k++)
            s->values[s->plan.place[k]] = values[k];
    }
    regular = s->kernel->factor(s, linear->rows, y);
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
    const mb_ldl *s = linear->data;

    return s->most > 0.0 ? s->least / s->most : 0.0;
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    const mb_ldl *s = linear->data;

    (void)err;
    s->kernel->forward(s, x);
    s->kernel->backward(s, x);
    return MB_OK;
}

static mb_status factor_solve(mb_linear *linear, const double *values, const mb_sides *sides,
                              mb_error *err)
{
    const size_t m = (size_t)linear->rows, nv = (size_t)linear->pattern.ncol - m;
    mb_ldl *s = linear->data;
    mb_status status;

    memcpy(s->x, sides->b, nv * sizeof *s->x);
    memcpy(s->x + nv, sides->g, m * sizeof *s->x);
    status = factor_with(linear, values, s->x, err);
    if (status != MB_OK)
        return status;
    s->kernel->backward(s, s->x);
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
