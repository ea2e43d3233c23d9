/* SPDX-License-Identifier: MIT */
/* Dense factorisations: L D L' of a lower triangle, LU with row pivoting.  Own kernels for the
 * small orders of single mechanisms, LAPACK (with L L') above them. */
#include <float.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "base/alloc_count.h"
#include "solvers/linsolvers/dense_unrolled.h"
#include "solvers/matrices/linear.h"

/* Above this order LAPACK's blocked kernels are faster than the loops here. */
enum { OWN_ORDER = 32 };

/* By processors, in all of which entries come from the same operations */
static const mb_unrolled *const unrolled[] = MB_PAIRS_BY_PROCESSOR(mb_unrolled);

const mb_unrolled *mb_unrolled_of(mb_lane_kind kind, int n)
{
    return &unrolled[kind][n];
}

typedef struct dense {
    int n;
    const mb_unrolled *unrolled; /* SPD of such an order; NULL: others */
    int *place;                  /* (nnz) position of each value in a */
    double *a;     /* (n x n) SPD: columns of L, of larger orders its mirror image too; general:
                    * columns of L\U */
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
    if (linear->class == MB_SPD && d->n <= MB_UNROLLED_ORDER)
        d->unrolled = mb_unrolled_of(mb_lane_kind_here(), d->n);
    if (linear->class == MB_SPD && d->n <= OWN_ORDER) {
        linear->storage = d->a;
        linear->place = d->place;
        linear->size = d->n * d->n;
    }
done:
    return status;
}

/* A = L D L' of an order without an unrolled kernel.  Right-looking, by columns: the inner loops run
 * along contiguous entries.  Below the diagonal comes L, above it its mirror image, so that both
 * substitutions run along columns. */
static bool factor_looped(int n, double *restrict a, double *restrict inverse, double tolerance)
{
    double least = INFINITY, most = 0.0;

    for (int j = 0; j < n; j++) {
        double *cj = a + j * n, pivot = cj[j];

        if (!(pivot > 0.0))
            return false;
        least = pivot < least ? pivot : least;
        most = pivot > most ? pivot : most;
        inverse[j] = 1.0 / pivot;
        for (int k = j + 1; k < n; k++) { /* A -= l_j d_j l_j' in rows and columns behind j */
            double l = cj[k] * inverse[j], *ck = a + k * n;

            ck[j] = l;
            if (l == 0.0) /* chains leave many zeros */
                continue;
            for (int i = k; i < n; i++)
                ck[i] -= cj[i] * l;
        }
        for (int i = j + 1; i < n; i++) /* l_j = a_j / d_j */
            cj[i] *= inverse[j];
    }
    return least > tolerance * most;
}

/* x = A\x (n) */
static __attribute__((noinline)) void
solve_looped(int n, const double *restrict a, const double *restrict inverse, double *restrict x)
{
    for (int j = 0; j < n; j++) /* x = L\x */
        for (int i = j + 1; i < n; i++)
            x[i] -= a[j * n + i] * x[j];
    for (int i = 0; i < n; i++) /* x = D\x */
        x[i] *= inverse[i];
    for (int i = n - 1; i >= 0; i--) /* x = L'\x */
        for (int k = 0; k < i; k++)
            x[k] -= a[i * n + k] * x[i];
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

static __attribute__((noinline)) void lu_solve(const dense *d, double *x)
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

/* Of values that do not stand where they are eliminated, or without an unrolled kernel */
static __attribute__((noinline)) mb_status factor_copied(mb_linear *linear, const double *values,
                                                         mb_error *err)
{
    dense *d = linear->data;
    bool spd = linear->class == MB_SPD, own = d->n <= OWN_ORDER, holds;
    double tolerance = spd ? linear->tolerance : d->n * DBL_EPSILON;

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
        holds = d->unrolled ? d->unrolled->factor(d->a, d->scale, tolerance)
                            : factor_looped(d->n, d->a, d->scale, tolerance);
    } else {
        lu(d);
        holds = pivots_hold(d, tolerance);
    }
    return holds ? MB_OK : refuse(linear, values, err);
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    const dense *d = linear->data;

    linear->counters->factorisations++;
    if (!d->unrolled || values != d->a)
        return factor_copied(linear, values, err);
    if (d->unrolled->factor(d->a, d->scale, linear->tolerance))
        return MB_OK;
    return refuse(linear, values, err);
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

static __attribute__((noinline)) mb_status solve_with_lapack(const mb_linear *linear, double *x,
                                                             mb_error *err)
{
    dense *d = linear->data;
    int n = d->n, one = 1, info = 0;

    mb_library_enter();
    if (linear->class == MB_SPD)
        LAPACK_dpotrs("L", &n, &one, d->a, &n, x, &n, &info);
    else
        LAPACK_dgetrs("N", &n, &one, d->a, &n, d->pivot, x, &n, &info);
    mb_library_leave();
    return info == 0 ? MB_OK : mb_fail(err, MB_FAILURE, "LAPACK refused argument %d", -info);
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    const dense *d = linear->data;

    if (d->unrolled) {
        d->unrolled->solve(d->a, d->scale, x);
        return MB_OK;
    }
    if (d->n > OWN_ORDER)
        return solve_with_lapack(linear, x, err);
    if (linear->class == MB_SPD)
        solve_looped(d->n, d->a, d->scale, x);
    else
        lu_solve(d, x);
    return MB_OK;
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
