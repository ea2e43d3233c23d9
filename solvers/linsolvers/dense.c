/* SPDX-License-Identifier: MIT */
/* Dense factorisations: L D L' of a lower triangle, LU with row pivoting.  Own kernels for the
 * small orders of single mechanisms, LAPACK (with L L') above them. */
#include <float.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "base/alloc_count.h"
#include "solvers/matrices/linear.h"

/* Above this order LAPACK's blocked kernels are faster than the loops here. */
enum { OWN_ORDER = 32 };

#ifdef __clang__
#define UNROLL /* unrolls such loops by itself */
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif
#define KERNEL(name) name##_unrolled
#define SKIPPED(l) false
#include "solvers/linsolvers/dense_kernel.h"
#undef UNROLL
#undef KERNEL
#undef SKIPPED
#define UNROLL
#define KERNEL(name) name##_looped
#define SKIPPED(l) ((l) == 0.0) /* chains leave many zeros */
#include "solvers/linsolvers/dense_kernel.h"
#undef UNROLL
#undef KERNEL
#undef SKIPPED

/* Orders of which the unrolled kernels have an instance each */
#define UNROLLED_ORDERS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

typedef struct dense {
    int n;
    int *place;    /* (nnz) position of each value in a */
    double *a;     /* (n x n) SPD: L and its mirror image; general: columns of L\U */
    double *scale; /* (n) SPD: 1 / D(i,i); general: 1 / U(i,i) */
    int *pivot;    /* (n) row exchanged with row i, counted from 1 as LAPACK does */
} dense;

static mb_status setup(mb_linear *linear, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    size_t n = (size_t)p->ncol;
    mb_status status = MB_OK;
    dense *d;

    MB_TRY(MB_TAKE(linear->arena, &d, 1, err));
    linear->data = d;
    d->n = p->ncol;
    MB_TRY(MB_TAKE(linear->arena, &d->place, (size_t)p->nnz, err));
    MB_TRY(MB_TAKE(linear->arena, &d->a, n * n, err));
    MB_TRY(MB_TAKE(linear->arena, &d->scale, n, err));
    MB_TRY(MB_TAKE(linear->arena, &d->pivot, n, err));
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            d->place[k] = j * d->n + p->row[k];
    if (linear->class == MB_SPD && d->n <= OWN_ORDER) {
        linear->storage = d->a;
        linear->place = d->place;
        linear->size = d->n * d->n;
    }
done:
    return status;
}

static bool ldl(dense *d, double tolerance)
{
    switch (d->n) {
#define ORDER(n)                                                                                   \
    case n:                                                                                        \
        return factor_unrolled(n, d->a, d->scale, tolerance);
        UNROLLED_ORDERS(ORDER)
#undef ORDER
    }
    return factor_looped(d->n, d->a, d->scale, tolerance);
}

static void ldl_solve(const dense *d, double *x)
{
    switch (d->n) {
#define ORDER(n)                                                                                   \
    case n:                                                                                        \
        solve_unrolled(n, d->a, d->scale, x);                                                      \
        return;
        UNROLLED_ORDERS(ORDER)
#undef ORDER
    }
    solve_looped(d->n, d->a, d->scale, x);
}

static void exchange_rows(double *a, int n, int i, int k)
{
    for (int j = 0; j < n; j++) {
        double tmp = a[j * n + i];

        a[j * n + i] = a[j * n + k];
        a[j * n + k] = tmp;
    }
}

/* P A = L U, columns in place; a zero pivot is left for the caller's test */
static void lu(dense *d)
{
    int n = d->n;
    double *a = d->a;

    for (int j = 0; j < n; j++) {
        int best = j;
        double *cj = a + j * n;

        /* rows exchanged for the largest pivot of column j */
        for (int i = j + 1; i < n; i++)
            if (fabs(cj[i]) > fabs(cj[best]))
                best = i;
        d->pivot[j] = best + 1;
        if (best != j)
            exchange_rows(a, n, j, best);
        if (cj[j] == 0.0)
            continue;
        d->scale[j] = 1.0 / cj[j];
        /* l_j = a_j / u_jj,  A -= l_j u_j in rows and columns behind j */
        for (int i = j + 1; i < n; i++)
            cj[i] *= d->scale[j];
        for (int k = j + 1; k < n; k++) {
            double *ck = a + k * n, u = ck[j];

            if (u == 0.0)
                continue;
            for (int i = j + 1; i < n; i++)
                ck[i] -= cj[i] * u;
        }
    }
}

static void lu_solve(const dense *d, double *x)
{
    int n = d->n;

    for (int j = 0; j < n; j++) { /* x = P x */
        int k = d->pivot[j] - 1;
        double xj = x[k];

        x[k] = x[j];
        x[j] = xj;
    }
    for (int j = 0; j < n; j++) /* x = L\x */
        for (int i = j + 1; i < n; i++)
            x[i] -= d->a[j * n + i] * x[j];
    for (int j = n - 1; j >= 0; j--) { /* x = U\x */
        x[j] *= d->scale[j];
        for (int i = 0; i < j; i++)
            x[i] -= d->a[j * n + i] * x[j];
    }
}

/* smallest against largest pivot: the cheap sign of a lost rank */
static bool pivots_hold(const dense *d, double tolerance)
{
    double least = INFINITY, most = 0.0;

    for (int i = 0; i < d->n; i++) {
        double u = fabs(d->a[i * d->n + i]);

        least = u < least ? u : least;
        most = u > most ? u : most;
    }
    return least > tolerance * most;
}

static mb_status refuse(const mb_linear *linear, const double *values, mb_error *err)
{
    const dense *d = linear->data;
    int n = linear->pattern.ncol;

    if (!mb_all_finite(values, values == d->a ? linear->size : linear->pattern.nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value", n);
    return mb_fail(err, MB_SINGULAR, "matrix of order %d is singular to working precision", n);
}

static bool factor_with_lapack(dense *d, bool spd, double tolerance)
{
    int n = d->n, info = 0;

    mb_library_enter();
    if (spd)
        LAPACK_dpotrf("L", &n, d->a, &n, &info);
    else
        LAPACK_dgetrf(&n, &n, d->a, &n, d->pivot, &info);
    mb_library_leave();
    /* the diagonal of L is the root of the pivots */
    return info == 0 && pivots_hold(d, spd ? sqrt(tolerance) : tolerance);
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    dense *d = linear->data;
    bool spd = linear->class == MB_SPD, own = d->n <= OWN_ORDER, holds;
    double tolerance = spd ? linear->tolerance : d->n * DBL_EPSILON;

    linear->counters->factorisations++;
    if (!(own && spd) && !mb_all_finite(values, linear->pattern.nnz))
        return refuse(linear, values, err);
    if (values != d->a) {
        memset(d->a, 0, (size_t)d->n * (size_t)d->n * sizeof *d->a);
        for (int k = 0; k < linear->pattern.nnz; k++)
            d->a[d->place[k]] = values[k];
    }
    if (!own) {
        holds = factor_with_lapack(d, spd, tolerance);
    } else if (spd) {
        holds = ldl(d, tolerance);
    } else {
        lu(d);
        holds = pivots_hold(d, tolerance);
    }
    return holds ? MB_OK : refuse(linear, values, err);
}

/* Smallest against largest pivot; LAPACK leaves the roots of those of a positive definite matrix */
static double rcond(const mb_linear *linear)
{
    const dense *d = linear->data;
    double least = INFINITY, most = 0.0, ratio;

    for (int i = 0; i < d->n; i++) {
        double pivot = d->a[i * d->n + i];

        if (linear->class == MB_GENERAL)
            pivot = fabs(pivot);
        least = fmin(least, pivot);
        most = fmax(most, pivot);
    }
    ratio = most > 0.0 ? fmax(least, 0.0) / most : 0.0;
    return linear->class == MB_SPD && d->n > OWN_ORDER ? ratio * ratio : ratio;
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    dense *d = linear->data;
    int n = d->n, one = 1, info = 0;

    if (n <= OWN_ORDER) {
        if (linear->class == MB_SPD)
            ldl_solve(d, x);
        else
            lu_solve(d, x);
        return MB_OK;
    }
    mb_library_enter();
    if (linear->class == MB_SPD)
        LAPACK_dpotrs("L", &n, &one, d->a, &n, x, &n, &info);
    else
        LAPACK_dgetrs("N", &n, &one, d->a, &n, d->pivot, x, &n, &info);
    mb_library_leave();
    return info == 0 ? MB_OK : mb_fail(err, MB_FAILURE, "LAPACK refused argument %d", -info);
}

const mb_linsolver mb_linsolver_dense = {
    .name = "dense",
    .title = "dense Cholesky and LU, own kernels up to order 32, LAPACK above",
    .source = "Golub & Van Loan, Matrix Computations, algorithms 4.2.1 and 3.4.1; LAPACK",
    .classes = MB_SPD | MB_GENERAL,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
};
