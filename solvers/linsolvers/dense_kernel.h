/* SPDX-License-Identifier: MIT */
/* A = L D L' and the solution with it, of an order n that the compiler knows: loops unrolled, columns in
 * registers as pairs.  All else waits for divisions: pivots come two at a time, j and k = j + 1, the
 * second by the minor of both, whose division does not wait for that of the first,
 *
 *     minor = a_jj a_kk - a_kj^2,   d_j = a_jj,   d_k = minor / a_jj
 *     l_j = a_j / a_jj,   l_k = (a_jj a_k - a_kj a_j) / minor
 *
 * a (n x n), by columns, holds the lower triangle of A on input, D on and L below the diagonal on
 * output; what is above it has no meaning.  inverse (n): 1 / D. */
#ifndef MB_SOLVERS_LINSOLVERS_DENSE_KERNEL_H
#define MB_SOLVERS_LINSOLVERS_DENSE_KERNEL_H

#include <math.h>

#include "base/pair.h"
#include "solvers/linsolvers/dense_unrolled.h"

typedef mb_pair mb_unrolled_line[MB_PAIRS(MB_UNROLLED_ORDER)];

MB_ALWAYS_INLINE void mb_compare_pivot(double pivot, double *least, double *most)
{
    *least = *least < pivot ? *least : pivot; /* in this order: one instruction each */
    *most = *most > pivot ? *most : pivot;
}

/* Whether the least pivot is above `tolerance` times the largest one, and all above 0: behind a value
 * that is not finite and behind a division by 0 comes a last pivot that is none. */
MB_ALWAYS_INLINE bool mb_factor_unrolled(int n, double *restrict a, double *restrict inverse,
                                         double tolerance)
{
    const mb_pair one = mb_pair_both(1.0);
    mb_unrolled_line c[MB_UNROLLED_ORDER], l, lk, ck;
    double least = INFINITY, most = 0.0;

    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int p = j / 2; p < MB_PAIRS(n); p++)
            c[j][p] = mb_pair_of(n, a + j * n, p);
    }
    MB_UNROLL
    for (int j = 0; j < n; j += 2) {
        const int k = j + 1, behind = j / 2 + 1;
        const mb_pair pivot = mb_pair_each(c[j][j / 2], 0), by_pivot = one / pivot;
        mb_pair below, minor, by_minor;

        a[j * n + j] = pivot[0];
        inverse[j] = by_pivot[0];
        mb_compare_pivot(pivot[0], &least, &most);
        if (k == n)
            break;
        below = mb_pair_each(c[j][j / 2], 1);
        minor = pivot * mb_pair_each(c[k][j / 2], 1) - below * below;
        by_minor = one / minor;
        a[j * n + k] = below[0] * by_pivot[0];
        a[k * n + k] = minor[0] * by_pivot[0];
        inverse[k] = pivot[0] * by_minor[0];
        mb_compare_pivot(a[k * n + k], &least, &most);
        MB_UNROLL
        for (int p = behind; p < MB_PAIRS(n); p++) {
            const mb_pair times_pivot = pivot * c[k][p] - below * c[j][p];

            l[p] = c[j][p] * by_pivot;
            lk[p] = times_pivot * by_minor;
            ck[p] = times_pivot * by_pivot;
            mb_put_pair(n, l[p], a + j * n, p);
            mb_put_pair(n, lk[p], a + k * n, p);
        }
        MB_UNROLL
        for (int i = k + 1; i < n; i++) { /* A -= c_j l_j' + c_k l_k' in columns behind both */
            const mb_pair of_j = mb_pair_each(l[i / 2], i % 2),
                          of_k = mb_pair_each(lk[i / 2], i % 2);

            MB_UNROLL
            for (int p = i / 2; p < MB_PAIRS(n); p++)
                c[i][p] = c[i][p] - c[j][p] * of_j - ck[p] * of_k;
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
