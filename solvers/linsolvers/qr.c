/* SPDX-License-Identifier: MIT */
/* Rank-revealing QR: A P = Q R with column pivoting, and for rank r < n the complete orthogonal
 * factorisation A P = Q [T 0; 0 0] Z (LAPACK dgeqp3, dtzrzf; Golub & Van Loan, Matrix Computations,
 * 5.4-5.5).  A solve yields the solution of minimum norm to the least squares problem, so redundant
 * constraint rows are no singularity: the accelerations are unique, the multipliers the smallest.
 *
 * r is the number of diagonal entries of R above n eps |R(1,1)|, or above the tolerance asked for,
 * and no more than the declared rank: away from Phi = 0 redundant rows differ by as much as they
 * are violated, and solved as if they were independent they yield multipliers without meaning.
 * A positive definite matrix without a tolerance is regular, M + alpha D'D for one: a rank below n
 * then means that the free directions are lost to round-off, and is MB_SINGULAR.
 *
 * Dense and about five times the work of LU: for redundant constraints, not for speed. */
#include <float.h>
#include <lapack.h>
#include <math.h>
#include <string.h>

#include "base/alloc_count.h"
#include "solvers/matrices/linear.h"

typedef struct state {
    int n, rank, size;
    mb_full_matrix matrix;
    int *pivot;         /* (n) column of A that column i of A P is, counted from 1 */
    double *a;          /* (n x n) columns of R and Q, then of T, Z and Q */
    double *tau, *tauz; /* (n) */
    double *y;          /* (n) */
    double *work;       /* (size) */
} state;

/* The largest workspace that the routines ask for */
static int workspace(int n)
{
    double a = 0.0, tau = 0.0, size = 0.0, largest = 0.0;
    int one = 1, query = -1, info, pivot = 0;

    LAPACK_dgeqp3(&n, &n, &a, &n, &pivot, &tau, &size, &query, &info);
    largest = size;
    LAPACK_dtzrzf(&n, &n, &a, &n, &tau, &size, &query, &info);
    largest = fmax(largest, size);
    LAPACK_dormqr("L", "T", &n, &one, &n, &a, &n, &tau, &a, &n, &size, &query, &info);
    largest = fmax(largest, size);
    return (int)fmax(largest, 4.0 * n);
}

static mb_status setup(mb_linear *linear, mb_error *err)
{
    size_t n = (size_t)linear->pattern.ncol;
    mb_arena *arena = linear->arena;
    mb_status status = MB_OK;
    state *s;

    MB_TRY(MB_TAKE(arena, &s, 1, err));
    linear->data = s;
    s->n = linear->pattern.ncol;
    MB_TRY(mb_full_matrix_setup(linear, &s->matrix, err));
    mb_library_enter();
    s->size = workspace(s->n);
    mb_library_leave();
    MB_TRY(MB_TAKE(arena, &s->pivot, n, err));
    MB_TRY(MB_TAKE(arena, &s->a, n * n, err));
    MB_TRY(MB_TAKE(arena, &s->tau, n, err));
    MB_TRY(MB_TAKE(arena, &s->tauz, n, err));
    MB_TRY(MB_TAKE(arena, &s->y, n, err));
    MB_TRY(MB_TAKE(arena, &s->work, (size_t)s->size, err));
done:
    return status;
}

static mb_status factor(mb_linear *linear, const double *values, mb_error *err)
{
    const mb_pattern *p = &linear->pattern;
    state *s = linear->data;
    int n = s->n, info = 0;
    double least;

    if (!mb_all_finite(values, p->nnz))
        return mb_fail(err, MB_NON_FINITE, "matrix of order %d holds a non-finite value", n);
    linear->counters->factorisations++;
    values = mb_full_matrix_values(&s->matrix, values);
    p = &s->matrix.pattern;
    memset(s->a, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int j = 0; j < n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            s->a[j * n + p->row[k]] = values[k];
    memset(s->pivot, 0, (size_t)n * sizeof(int));
    mb_library_enter();
    /* A P = Q R, and the rank r of R */
    LAPACK_dgeqp3(&n, &n, s->a, &n, s->pivot, s->tau, s->work, &s->size, &info);
    least = fmax(n * DBL_EPSILON, linear->tolerance) * fabs(s->a[0]);
    for (s->rank = 0;
         s->rank < n - linear->deficiency && fabs(s->a[s->rank * n + s->rank]) > least;)
        s->rank++;
    if (s->rank > 0 && s->rank < n) /* the first r rows of R = [T 0] Z */
        LAPACK_dtzrzf(&s->rank, &n, s->a, &n, s->tauz, s->work, &s->size, &info);
    mb_library_leave();
    if (linear->class == MB_SPD && linear->tolerance == 0.0 && s->rank < n)
        return mb_fail(err, MB_SINGULAR, "matrix of order %d has rank %d to working precision", n,
                       s->rank);
    return MB_OK;
}

/* Of the rank that is kept */
static double rcond(const mb_linear *linear)
{
    const state *s = linear->data;
    int last = s->rank - 1;

    return s->rank > 0 ? fabs(s->a[last * s->n + last] / s->a[0]) : 0.0;
}

/* x = P Z' [T\(Q'x); 0] */
static mb_status solve(mb_linear *linear, double *x, mb_error *err)
{
    state *s = linear->data;
    int n = s->n, r = s->rank, rest = n - r, one = 1, info = 0;

    (void)err;
    memset(s->y, 0, (size_t)n * sizeof(double));
    mb_library_enter();
    /* x = Q'x,  y = [T\x; 0],  y = Z'y,  x = P y */
    LAPACK_dormqr("L", "T", &n, &one, &n, s->a, &n, s->tau, x, &n, s->work, &s->size, &info);
    memcpy(s->y, x, (size_t)r * sizeof(double));
    LAPACK_dtrtrs("U", "N", "N", &r, &one, s->a, &n, s->y, &n, &info);
    if (r > 0 && rest > 0)
        LAPACK_dormrz("L", "T", &n, &one, &r, &rest, s->a, &n, s->tauz, s->y, &n, s->work, &s->size,
                      &info);
    mb_library_leave();
    for (int i = 0; i < n; i++)
        x[s->pivot[i] - 1] = s->y[i];
    return MB_OK;
}

const mb_linsolver mb_linsolver_qr = {
    .name = "qr",
    .title = "rank-revealing QR, minimum-norm least squares (LAPACK)",
    .source = "Golub & Van Loan, Matrix Computations (2013), 5.4-5.5",
    .classes = MB_SPD | MB_GENERAL,
    .setup = setup,
    .factor = factor,
    .solve = solve,
    .rcond = rcond,
};
