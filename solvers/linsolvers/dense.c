/* Dense factorisations: Cholesky L L' of a lower triangle, LU with row pivoting.  Own kernels for
 * the small orders of single mechanisms, LAPACK above them. */
#include <float.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "base/alloc_count.h"
#include "solvers/linear.h"

/* Above this order LAPACK's blocked kernels are faster than the loops here. */
enum { OWN_ORDER = 32 };

typedef struct dense {
    int n;
    int *place;    /* (nnz) position of each value in a */
    double *a;     /* (n x n) SPD: rows of L; general: columns of L\U */
    double *scale; /* (n) SPD: 1 / L(i,i) */
    int *pivot;    /* (n) row exchanged with row i, counted from 1 as LAPACK does */
} dense;

static mb_status setup(mb_linear *linear, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    size_t n = (size_t)p->ncol;
    mb_status status = MB_OK;
    dense *d;

    MB_TRY(mb_claim(linear->arena, &d, 1, sizeof *d, err));
    linear->data = d;
    d->n = p->ncol;
    MB_TRY(mb_claim(linear->arena, &d->place, (size_t)p->nnz, sizeof *d->place, err));
    MB_TRY(mb_claim(linear->arena, &d->a, n * n, sizeof *d->a, err));
    MB_TRY(mb_claim(linear->arena, &d->scale, n, sizeof *d->scale, err));
    MB_TRY(mb_claim(linear->arena, &d->pivot, n, sizeof *d->pivot, err));
    /* rows of the lower triangle are columns of the upper one, so that both classes serve LAPACK */
    for (int j = 0; j < p->ncol; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            d->place[k] = linear->class == MB_SPD ? p->row[k] * d->n + j : j * d->n + p->row[k];
done:
    return status;
}

/* A = L L', rows of L in place; 0 or, as LAPACK counts, the first row with a pivot not above 0 */
static int cholesky(dense *d)
{
    int n = d->n;

    for (int i = 0; i < n; i++) {
        double *li = d->a + i * n, pivot;

        for (int j = 0; j < i; j++) {
            const double *lj = d->a + j * n;
            double sum = li[j];

            for (int k = 0; k < j; k++)
                sum -= li[k] * lj[k];
            li[j] = sum * d->scale[j];
        }
        pivot = li[i];
        for (int k = 0; k < i; k++)
            pivot -= li[k] * li[k];
        if (!(pivot > 0.0))
            return i + 1;
        li[i] = sqrt(pivot);
        d->scale[i] = 1.0 / li[i];
    }
    return 0;
}

static void cholesky_solve(const dense *d, double *x)
{
    int n = d->n;

    for (int i = 0; i < n; i++) { /* x = L\x */
        const double *li = d->a + i * n;
        double sum = x[i];

        for (int k = 0; k < i; k++)
            sum -= li[k] * x[k];
        x[i] = sum * d->scale[i];
    }
    for (int i = n - 1; i >= 0; i--) { /* x = L'\x */
        const double *li = d->a + i * n;

        x[i] *= d->scale[i];
        for (int k = 0; k < i; k++)
            x[k] -= li[k] * x[i];
    }
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

        for (int i = j + 1; i < n; i++)
            if (fabs(cj[i]) > fabs(cj[best]))
                best = i;
        d->pivot[j] = best + 1;
        if (best != j)
            exchange_rows(a, n, j, best);
        if (cj[j] == 0.0)
            continue;
        d->scale[j] = 1.0 / cj[j];
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

    for (int j = 0; j < n; j++) { /* x = L\(P x) */
        int k = d->pivot[j] - 1;
        double xj = x[k];

        x[k] = x[j];
        x[j] = xj;
    }
    for (int j = 0; j < n; j++)
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

        least = fmin(least, u);
        most = fmax(most, u);
    }
    return least > tolerance * most;
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    dense *d = linear->data;
    bool spd = linear->class == MB_SPD;
    int n = d->n, info = 0;

    linear->counters->factorisations++;
    if (!mb_all_finite(values, linear->pattern.nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value", n);
    memset(d->a, 0, (size_t)n * (size_t)n * sizeof *d->a);
    for (int k = 0; k < linear->pattern.nnz; k++)
        d->a[d->place[k]] = values[k];
    if (n > OWN_ORDER) {
        mb_library_enter();
        if (spd)
            LAPACK_dpotrf("U", &n, d->a, &n, &info);
        else
            LAPACK_dgetrf(&n, &n, d->a, &n, d->pivot, &info);
        mb_library_leave();
    } else if (spd) {
        info = cholesky(d);
    } else {
        lu(d);
    }
    /* the diagonal of L is the root of the pivots */
    if (info != 0 || !pivots_hold(d, spd ? sqrt(linear->tolerance) : n * DBL_EPSILON))
        return mb_fail(err, MB_SINGULAR, "matrix of order %d is singular to working precision", n);
    return MB_OK;
}

static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    dense *d = linear->data;
    int n = d->n, one = 1, info = 0;

    if (n <= OWN_ORDER) {
        if (linear->class == MB_SPD)
            cholesky_solve(d, x);
        else
            lu_solve(d, x);
        return MB_OK;
    }
    mb_library_enter();
    if (linear->class == MB_SPD)
        LAPACK_dpotrs("U", &n, &one, d->a, &n, x, &n, &info);
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
};
