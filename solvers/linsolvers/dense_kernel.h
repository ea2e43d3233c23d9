/* SPDX-License-Identifier: MIT */
/* A = L D L' and the solution with it, of an order n that the compiler knows: loops unrolled, columns in
 * registers as pairs.  The operations are those of dense.c's loops for any order.
 *
 * a (n x n), by columns, holds the lower triangle of A on input, D on and L below the diagonal on
 * output; what is above it has no meaning.  inverse (n): 1 / D. */
#ifndef MB_SOLVERS_LINSOLVERS_DENSE_KERNEL_H
#define MB_SOLVERS_LINSOLVERS_DENSE_KERNEL_H

#include <math.h>

#include "base/pair.h"
#include "solvers/linsolvers/dense_unrolled.h"

/* Whether the least pivot is above `tolerance` times the largest one, and all above 0.  A value of
 * A that is not finite makes a pivot that is not, which fails. */
MB_ALWAYS_INLINE bool mb_factor_unrolled(int n, double *restrict a, double *restrict inverse,
                                         double tolerance)
{
    mb_pair c[MB_UNROLLED_ORDER][MB_PAIRS(MB_UNROLLED_ORDER)], l[MB_PAIRS(MB_UNROLLED_ORDER)];
    double least = INFINITY, most = 0.0, next = a[0];

    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int p = j / 2; p < MB_PAIRS(n); p++)
            c[j][p] = mb_pair_of(n, a + j * n, p);
    }
    MB_UNROLL
    for (int j = 0; j < n; j++) {
        const double pivot = next;

        if (!(pivot > 0.0))
            return false;
        least = least < pivot ? least : pivot; /* in this order: one instruction each */
        most = most > pivot ? most : pivot;
        inverse[j] = 1.0 / pivot;
        a[j * n + j] = pivot;
        if (j + 1 < n) { /* by itself, since all else waits for it */
            const double below = c[j][(j + 1) / 2][(j + 1) % 2];

            next = c[j + 1][(j + 1) / 2][(j + 1) % 2] - below * (below * inverse[j]);
        }
        MB_UNROLL
        for (int p = (j + 1) / 2; p < MB_PAIRS(n); p++) /* l_j = a_j / d_j */
            l[p] = c[j][p] * mb_pair_both(inverse[j]);
        MB_UNROLL
        for (int k = j + 1; k < n; k++) { /* A -= l_j d_j l_j' in rows and columns behind j */
            const double lk = l[k / 2][k % 2];

            MB_UNROLL
            for (int p = k / 2; p < MB_PAIRS(n); p++)
                c[k][p] -= c[j][p] * mb_pair_both(lk);
            a[j * n + k] = lk;
        }
    }
    return least > tolerance * most;
}

/* x = A\x (n) */
MB_ALWAYS_INLINE void mb_solve_unrolled(int n, const double *restrict a,
                                        const double *restrict inverse, double *restrict x)
{
    double y[MB_UNROLLED_ORDER];

    MB_UNROLL
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    MB_UNROLL
    for (int j = 0; j < n; j++) { /* y = L\y */
        MB_UNROLL
        for (int i = j + 1; i < n; i++)
            y[i] -= a[j * n + i] * y[j];
    }
    MB_UNROLL
    for (int i = 0; i < n; i++) /* y = D\y */
        y[i] *= inverse[i];
    MB_UNROLL
    for (int k = n - 2; k >= 0; k--) { /* y = L'\y */
        MB_UNROLL
        for (int i = n - 1; i > k; i--)
            y[k] -= a[k * n + i] * y[i];
    }
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, (mb_pair){y[2 * p], 2 * p + 1 < n ? y[2 * p + 1] : 0.0}, x, p);
}

#endif
