/* SPDX-License-Identifier: MIT */
/* Products with lines of n numbers, in the words of base/sparse.h, and sums of them.  n is a constant in
 * each of the copies that tile_kernels.c makes. */
#ifndef MB_SOLVERS_MATRICES_TILE_KERNEL_H
#define MB_SOLVERS_MATRICES_TILE_KERNEL_H

#include "solvers/matrices/tile.h"

/* start + sum of a_j x_j along a line of n */
MB_ALWAYS_INLINE double along(int n, unsigned present, const mb_pair *a, const double *x,
                              double start)
{
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        if (present >> p & 1U) {
            start += a[p][0] * x[2 * p];
            if (2 * p + 1 < n)
                start += a[p][1] * x[2 * p + 1];
        }
    return start;
}

/* y = A x, lines of n */
MB_ALWAYS_INLINE void times(int n, int lines, const mb_tile_side *a, const double *x, double *y)
{
    for (int r = 0; r < lines; r++)
        y[r] = along(n, a->present[r], a->line[r], x, 0.0);
}

/* y += A (s x) */
MB_ALWAYS_INLINE void times_add(int n, int lines, const mb_tile_side *a, double s, const double *x,
                                double *y)
{
    double sx[MB_TILE];

    MB_UNROLL
    for (int i = 0; i < n; i++)
        sx[i] = s * x[i];
    for (int r = 0; r < lines; r++)
        y[r] = along(n, a->present[r], a->line[r], sx, y[r]);
}

/* y = A'x, or b + s A'x unless b is NULL */
MB_ALWAYS_INLINE void pull(int n, int lines, const mb_tile_side *a, double s, const double *x,
                           const double *b, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)] = {{0.0}};

    for (int r = 0; r < lines; r++) {
        const mb_pair factor = mb_pair_both(x[r]);

        MB_UNROLL
        for (int p = 0; p < MB_PAIRS(n); p++)
            if (a->present[r] >> p & 1U)
                sum[p] += a->line[r][p] * factor;
    }
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, b ? mb_pair_of(n, b, p) + mb_pair_both(s) * sum[p] : sum[p], y, p);
}

/* g = gamma - damping A v - stiffness phi,  y = b + s A'g in one walk; phi ends with the first `mh` */
MB_ALWAYS_INLINE void push(int n, int lines, const mb_tile_side *a, const mb_tile_rates *of,
                           const double *v, double s, const double *b, double *g, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)] = {{0.0}};

    for (int r = 0; r < lines; r++) {
        const mb_pair *line = a->line[r];
        const unsigned present = a->present[r];
        double x = of->gamma[r] - of->damping * along(n, present, line, v, 0.0);

        if (r < of->mh)
            x -= of->stiffness * of->phi[r];
        g[r] = x;
        MB_UNROLL
        for (int p = 0; p < MB_PAIRS(n); p++)
            if (present >> p & 1U)
                sum[p] += line[p] * mb_pair_both(x);
    }
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, mb_pair_of(n, b, p) + mb_pair_both(s) * sum[p], y, p);
}

/* y = A x - g, or y = s (g - A x) where `scaled`; |y|^2 */
MB_ALWAYS_INLINE double less(int n, int lines, const mb_tile_side *a, bool scaled, double s,
                             const double *x, const double *g, double *y)
{
    double square = 0.0;

    for (int r = 0; r < lines; r++) {
        const double ax = along(n, a->present[r], a->line[r], x, 0.0);
        const double left = scaled ? s * (g[r] - ax) : ax - g[r];

        y[r] = left;
        square += left * left;
    }
    return square;
}

/* y = b + m_0 (s x_0) + ... of the columns of M (n x n) */
MB_ALWAYS_INLINE void mass_plus(int n, const struct mb_tile *t, double s, const double *x,
                                const double *b, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)];

    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        sum[p] = mb_pair_of(n, b, p);
    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int p = 0; p < MB_PAIRS(n); p++)
            sum[p] += t->mass[j][p] * mb_pair_both(s * x[j]);
    }
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, sum[p], y, p);
}

/* Lower triangle of the sum of a_r a_r' over lines of n, or, unless t is NULL, of M + s times it, by
 * columns */
MB_ALWAYS_INLINE void square(int n, int lines, const mb_tile_side *a, double s,
                             const struct mb_tile *t, double *out)
{
    mb_pair sum[MB_TILE][MB_PAIRS(MB_TILE)] = {{{0.0}}};

    for (int r = 0; r < lines; r++) {
        const mb_pair *line = a->line[r];
        const unsigned present = a->present[r];

        MB_UNROLL
        for (int k = 0; k < MB_PAIRS(n); k++) {
            if (!(present >> k & 1U))
                continue;
            MB_UNROLL
            for (int p = k; p < MB_PAIRS(n); p++)
                if (p == k || present >> p & 1U) {
                    sum[2 * k][p] += line[p] * mb_pair_both(line[k][0]);
                    sum[2 * k + 1][p] += line[p] * mb_pair_both(line[k][1]);
                }
        }
    }
    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int p = j / 2; p < MB_PAIRS(n); p++)
            mb_put_pair(n, t ? t->mass[j][p] + mb_pair_both(s) * sum[j][p] : sum[j][p], out + j * n,
                        p);
    }
}

#endif
