/* SPDX-License-Identifier: MIT */
/* A = L D L' of small dense matrices and the solution with it.  dense.c includes this twice and
 * gets
 *
 *     factor_unrolled, solve_unrolled     loops unrolled, for an order n that the compiler knows
 *     factor_looped, solve_looped         plain loops, for any n
 *
 * by what it has defined KERNEL(name), UNROLL and SKIPPED(l) as (an l that need not be multiplied).
 *
 * Right-looking, by columns: the inner loops run along contiguous entries.  a (n x n) holds on
 * input the lower triangle of A, on output L below the diagonal and its mirror image above it, so
 * that both substitutions run along columns.  inverse (n): 1 / D. */

/* Whether the least pivot is above `tolerance` times the largest one, and all above 0.  A value of
 * A that is not finite makes a pivot that is not, which fails. */
static inline __attribute__((always_inline)) bool
KERNEL(factor)(int n, double *restrict a, double *restrict inverse, double tolerance)
{
    double least = INFINITY, most = 0.0;

    UNROLL
    for (int j = 0; j < n; j++) {
        double *cj = a + j * n, pivot = cj[j];

        if (!(pivot > 0.0))
            return false;
        least = pivot < least ? pivot : least;
        most = pivot > most ? pivot : most;
        inverse[j] = 1.0 / pivot;
        UNROLL
        for (int k = j + 1; k < n; k++) { /* A -= l_j d_j l_j' in rows and columns behind j */
            double l = cj[k] * inverse[j], *ck = a + k * n;

            ck[j] = l;
            if (SKIPPED(l))
                continue;
            UNROLL
            for (int i = k; i < n; i++)
                ck[i] -= cj[i] * l;
        }
        UNROLL
        for (int i = j + 1; i < n; i++) /* l_j = a_j / d_j */
            cj[i] *= inverse[j];
    }
    return least > tolerance * most;
}

/* x = A\x (n) */
static inline __attribute__((always_inline)) void
KERNEL(solve)(int n, const double *restrict a, const double *restrict inverse, double *restrict x)
{
    UNROLL
    for (int j = 0; j < n; j++) { /* x = L\x */
        UNROLL
        for (int i = j + 1; i < n; i++)
            x[i] -= a[j * n + i] * x[j];
    }
    UNROLL
    for (int i = 0; i < n; i++) /* x = D\x */
        x[i] *= inverse[i];
    UNROLL
    for (int i = n - 1; i >= 0; i--) { /* x = L'\x */
        UNROLL
        for (int k = 0; k < i; k++)
            x[k] -= a[i * n + k] * x[i];
    }
}
