/* SPDX-License-Identifier: MIT */
/* Products with lines of n numbers, in the words of base/sparse.h, and sums of them.  n is a constant in
 * each of the copies that tile_kernels.c makes. */
#ifndef MB_SOLVERS_MATRICES_TILE_KERNEL_H
#define MB_SOLVERS_MATRICES_TILE_KERNEL_H

#include "solvers/matrices/tile.h"

/* FUNCTION(n, present, ...) by the pairs that are present, of those that n numbers take: a constant in
 * each of its copies */
#define MB_BY_PRESENT(present, n, FUNCTION, ...)                                                   \
    switch (present) {                                                                             \
        MB_PRESENT_SETS(MB_PRESENT_CASE, n, FUNCTION, __VA_ARGS__)                                 \
    default:                                                                                       \
        __builtin_unreachable();                                                                   \
    }
#define MB_PRESENT_CASE(k, n, FUNCTION, ...)                                                       \
    case k:                                                                                        \
        if ((k) >= 1U << MB_PAIRS(n))                                                              \
            __builtin_unreachable();                                                               \
        FUNCTION(n, k, __VA_ARGS__);                                                               \
        break;
#define MB_PRESENT_SETS(X, ...)                                                                    \
    X(0U, __VA_ARGS__)                                                                             \
    X(1U, __VA_ARGS__)                                                                             \
    X(2U, __VA_ARGS__)                                                                             \
    X(3U, __VA_ARGS__)                                                                             \
    X(4U, __VA_ARGS__)                                                                             \
    X(5U, __VA_ARGS__)                                                                             \
    X(6U, __VA_ARGS__)                                                                             \
    X(7U, __VA_ARGS__)                                                                             \
    X(8U, __VA_ARGS__)                                                                             \
    X(9U, __VA_ARGS__)                                                                             \
    X(10U, __VA_ARGS__)                                                                            \
    X(11U, __VA_ARGS__)                                                                            \
    X(12U, __VA_ARGS__)                                                                            \
    X(13U, __VA_ARGS__)                                                                            \
    X(14U, __VA_ARGS__)                                                                            \
    X(15U, __VA_ARGS__)

static const unsigned ALL = 15U; /* pairs are present */

/* start + sum of a_j x_j along a line of n; here and below pairs without an entry are passed over */
MB_ALWAYS_INLINE double along(int n, unsigned present, const mb_pair *a, const double *x,
                              double start)
{
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++) {
        if (!(present & 1U << p))
            continue;
        start += a[p][0] * x[2 * p];
        if (2 * p + 1 < n)
            start += a[p][1] * x[2 * p + 1];
    }
    return start;
}

/* sum += a x of a line a */
MB_ALWAYS_INLINE void add_line(int n, unsigned present, const mb_pair *a, double x, mb_pair *sum)
{
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        if (present & 1U << p)
            sum[p] += a[p] * mb_pair_both(x);
}

/* y = b + s sum */
MB_ALWAYS_INLINE void put_sum(int n, const double *b, double s, const mb_pair *sum, double *y)
{
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, mb_pair_of(n, b, p) + mb_pair_both(s) * sum[p], y, p);
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

/* y = A'x */
MB_ALWAYS_INLINE void pull(int n, int lines, const mb_tile_side *a, const double *x, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)] = {{0.0}};

    for (int r = 0; r < lines; r++)
        add_line(n, a->present[r], a->line[r], x[r], sum);
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, sum[p], y, p);
}

/* y = b + s A'x */
MB_ALWAYS_INLINE void pull_plus(int n, int lines, const mb_tile_side *a, double s, const double *x,
                                const double *b, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)] = {{0.0}};

    for (int r = 0; r < lines; r++)
        add_line(n, a->present[r], a->line[r], x[r], sum);
    put_sum(n, b, s, sum, y);
}

/* g_r = gamma_r - damping (A v)_r - stiffness phi_r; phi ends with the first `mh` */
MB_ALWAYS_INLINE void push_line(int n, unsigned present, int r, const mb_pair *line,
                                const mb_tile_rates *of, const double *v, double *g, mb_pair *sum)
{
    const double rate = of->gamma[r] - of->damping * along(n, present, line, v, 0.0);

    g[r] = r < of->mh ? rate - of->stiffness * of->phi[r] : rate;
    add_line(n, present, line, g[r], sum);
}

/* g of all lines,  y = b + s A'g in one walk */
MB_ALWAYS_INLINE void push(int n, int lines, const mb_tile_side *a, const mb_tile_rates *of,
                           const double *v, double s, const double *b, double *g, double *y)
{
    const mb_tile_rates rates = *of; /* which g is not among */
    mb_pair sum[MB_PAIRS(MB_TILE)] = {{0.0}};

    for (int r = 0; r < lines; r++)
        MB_BY_PRESENT(a->present[r], n, push_line, r, a->line[r], &rates, v, g, sum)
    put_sum(n, b, s, sum, y);
}

/* r = A x - g;  y += s r, or y = s r at `first`,  r = y + s r; |A x - g|^2 */
MB_ALWAYS_INLINE double miss(int n, int lines, const mb_tile_side *a, bool first, double s,
                             const double *x, const double *g, double *y, double *r)
{
    double square = 0.0;

    for (int i = 0; i < lines; i++) {
        const double left = along(n, a->present[i], a->line[i], x, 0.0) - g[i], force = s * left;
        const double sum = first ? force : y[i] + force;

        y[i] = sum;
        r[i] = sum + force;
        square += left * left;
    }
    return square;
}

/* y = s (g - A x), and less of z unless that is NULL; |y|^2 */
MB_ALWAYS_INLINE double short_of(int n, int lines, const mb_tile_side *a, double s, const double *x,
                                 const double *g, double *y, double *z)
{
    double square = 0.0;

    for (int r = 0; r < lines; r++) {
        const double left = s * (g[r] - along(n, a->present[r], a->line[r], x, 0.0));

        y[r] = left;
        if (z)
            z[r] -= left;
        square += left * left;
    }
    return square;
}

/* sum += m_0 (s x_0) + ... of the columns of M (n x n) */
MB_ALWAYS_INLINE void add_mass(int n, const struct mb_tile *t, double s, const double *x,
                               mb_pair *sum)
{
    MB_UNROLL
    for (int j = 0; j < n; j++)
        add_line(n, ALL, t->mass[j], s * x[j], sum);
}

/* y = b + s M x */
MB_ALWAYS_INLINE void mass_plus(int n, const struct mb_tile *t, double s, const double *x,
                                const double *b, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)];

    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        sum[p] = mb_pair_of(n, b, p);
    add_mass(n, t, s, x, sum);
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, sum[p], y, p);
}

/* y = (c b + s M x) + u A'z */
MB_ALWAYS_INLINE void balance(int n, int lines, const struct mb_tile *t, double c, const double *b,
                              double s, const double *x, double u, const double *z, double *y)
{
    mb_pair sum[MB_PAIRS(MB_TILE)], rows[MB_PAIRS(MB_TILE)] = {{0.0}};

    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        sum[p] = mb_pair_both(c) * mb_pair_of(n, b, p);
    add_mass(n, t, s, x, sum);
    for (int r = 0; r < lines; r++)
        add_line(n, t->rows.present[r], t->rows.line[r], z[r], rows);
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        mb_put_pair(n, sum[p] + mb_pair_both(u) * rows[p], y, p);
}

/* x += dx (n); |dx|^2, and |x|^2 after it */
MB_ALWAYS_INLINE double correct(int n, double *x, const double *dx, double *of_x)
{
    mb_pair squares = {0.0};

    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++) {
        const mb_pair d = mb_pair_of(n, dx, p), to = mb_pair_of(n, x, p) + d;

        mb_put_pair(n, to, x, p);
        squares = mb_add_squares(squares, d, to);
    }
    *of_x = squares[1];
    return squares[0];
}

typedef mb_pair mb_tile_square[MB_TILE][MB_PAIRS(MB_TILE)];

/* Takes over a line from the values d, its pairs from *next on */
MB_ALWAYS_INLINE void fill_line(int n, unsigned present, const double *d, const mb_tile_pair **next,
                                mb_pair *line)
{
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(n); p++)
        if (present & 1U << p) {
            line[p] = (mb_pair){d[(*next)->from[0]], d[(*next)->from[1]]};
            ++*next;
        }
}

/* Lower triangle of sum += a a' of a line, by columns */
MB_ALWAYS_INLINE void add_square(int n, unsigned present, const mb_pair *a, mb_tile_square sum)
{
    MB_UNROLL
    for (int k = 0; k < MB_PAIRS(n); k++) {
        if (!(present & 1U << k))
            continue;
        MB_UNROLL
        for (int p = k; p < MB_PAIRS(n); p++)
            if (p == k || present & 1U << p) {
                sum[2 * k][p] += a[p] * mb_pair_both(a[k][0]);
                sum[2 * k + 1][p] += a[p] * mb_pair_both(a[k][1]);
            }
    }
}

/* The sum, or, unless t is NULL, M + s times it */
MB_ALWAYS_INLINE void put_square(int n, double s, const struct mb_tile *t, mb_tile_square sum,
                                 double *out)
{
    MB_UNROLL
    for (int j = 0; j < n; j++) {
        MB_UNROLL
        for (int p = j / 2; p < MB_PAIRS(n); p++)
            mb_put_pair(n, t ? t->mass[j][p] + mb_pair_both(s) * sum[j][p] : sum[j][p], out + j * n,
                        p);
    }
}

MB_ALWAYS_INLINE void square_line(int n, unsigned present, const double *d,
                                  const mb_tile_pair **next, mb_pair *line, mb_tile_square sum)
{
    fill_line(n, present, d, next, line);
    add_square(n, present, line, sum);
}

/* Of all lines of n, with the values d */
MB_ALWAYS_INLINE void square(int n, int lines, mb_tile_side *a, const double *d, double s,
                             const struct mb_tile *t, double *out)
{
    const mb_tile_pair *next = a->pair;
    mb_tile_square sum = {{{0.0}}};

    for (int r = 0; r < lines; r++)
        MB_BY_PRESENT(a->present[r], n, square_line, d, &next, a->line[r], sum)
    put_square(n, s, t, sum, out);
}

#endif
