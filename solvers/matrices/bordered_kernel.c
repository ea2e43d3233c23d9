/* SPDX-License-Identifier: MIT */
/* An evaluation waits for its divisions, not for its sums: what has just been found is subtracted last,
 * and numbers that have just been written one by one are read so. */
#include "solvers/matrices/bordered_kernel.h"

#include <math.h>

#include "base/pair.h"

enum { SIZE = MB_BORDERED_SIZE, WIDTH = MB_LANE_WIDTH };

typedef double part __attribute__((vector_size(8 * MB_LANE_WIDTH)));
#ifndef __clang__
typedef long long places __attribute__((vector_size(8 * MB_LANE_WIDTH)));
#endif

/* Parts of m rows with b behind them */
#define PARTS(m) ((m) / WIDTH + 1)

/* FUNCTION(k) for each place of a part */
#if MB_LANE_WIDTH == 8
#define PLACES(FUNCTION)                                                                           \
    FUNCTION(0), FUNCTION(1), FUNCTION(2), FUNCTION(3), FUNCTION(4), FUNCTION(5), FUNCTION(6),     \
        FUNCTION(7)
#elif MB_LANE_WIDTH == 4
#define PLACES(FUNCTION) FUNCTION(0), FUNCTION(1), FUNCTION(2), FUNCTION(3)
#else
#define PLACES(FUNCTION) FUNCTION(0), FUNCTION(1)
#endif

MB_ALWAYS_INLINE part *part_of(mb_bordered_column *x, int p)
{
    return (part *)x->of + p;
}

/* Part p of a column of D (m), then of b, then zeros */
MB_ALWAYS_INLINE part gather(int m, const double *values, const mb_bordered_source *x,
                             const double *b, int p)
{
    const int *from = x->from;

#define TAKEN(k)                                                                                   \
    p *WIDTH + (k) < m ? values[from[p * WIDTH + (k)]] : p *WIDTH + (k) == m ? b[x->j] : 0.0
    return (part){PLACES(TAKEN)};
#undef TAKEN
}

/* x[k] in all places */
MB_ALWAYS_INLINE part spread(part x, int k)
{
#ifdef __clang__ /* has no such function, and needs none */
#define SAME(i) x[k]
    return (part){PLACES(SAME)};
#else
#define SAME(i) k
    return __builtin_shuffle(x, (places){PLACES(SAME)});
#endif
#undef SAME
}

/* A column of Z', and what it adds to G with that of D, which is read again: a number of memory comes to
 * all places within a product, one of a register does not. */
MB_ALWAYS_INLINE void add_column(int m, const double *values, const mb_bordered_source *x,
                                 const part *z, part (*g)[PARTS(SIZE)])
{
    __asm__("" : "+r"(values)); /* what has been there is forgotten */
    MB_UNROLL
    for (int p = 0; p < PARTS(m); p++)
        *part_of(x->z, p) = z[p];
    MB_UNROLL
    for (int k = 0; k < m; k++) {
        const double each = values[x->from[k]];

        MB_UNROLL
        for (int p = k / WIDTH; p < PARTS(m); p++)
            g[k][p] += z[p] * each;
    }
}

/* Columns of Z' = (W D')' and of G = D Z, each with what b makes of it, of a part of n coordinates whose
 * columns of D have room in d */
MB_ALWAYS_INLINE void weigh_part(int m, int n, const double *values, const mb_bordered_source *at,
                                 const double *b, part (*d)[PARTS(SIZE)], part (*g)[PARTS(SIZE)])
{
    MB_UNROLL
    for (int e = 0; e < n; e++) {
        MB_UNROLL
        for (int p = 0; p < PARTS(m); p++)
            d[e][p] = gather(m, values, at + e, b, p);
    }
    MB_UNROLL
    for (int a = 0; a < n; a++) {
        part z[PARTS(SIZE)];

        MB_UNROLL
        for (int p = 0; p < PARTS(m); p++) {
            z[p] = d[0][p] * at[a].w[at[0].j];
            MB_UNROLL
            for (int e = 1; e < n; e++)
                z[p] += d[e][p] * at[a].w[at[e].j];
        }
        add_column(m, values, at + a, z, g);
    }
}

/* All of them */
MB_ALWAYS_INLINE void weigh(int m, mb_bordered *s, const double *b, part (*g)[PARTS(SIZE)])
{
    const int *start = s->parts.start;
    part d[SIZE][PARTS(SIZE)];

    for (int i = 0; i < s->parts.n; i++)
        weigh_part(m, start[i + 1] - start[i], s->values, s->source + start[i], b, d, g);
}

/* The same where all parts have n coordinates, whose columns of D stay in registers */
MB_ALWAYS_INLINE void weigh_parts(int m, int n, mb_bordered *s, const double *b,
                                  part (*g)[PARTS(SIZE)])
{
    const mb_bordered_source *end = s->source + n * s->parts.n;
    part d[MB_BORDERED_EACH][PARTS(SIZE)];

    for (const mb_bordered_source *at = s->source; at < end; at += n)
        weigh_part(m, n, s->values, at, b, d, g);
}

/* g_ik = g_00 g_ik - g_i0 g_k0, rows of G in vectors */
MB_ALWAYS_INLINE void eliminate_first(int m, part (*g)[PARTS(SIZE)])
{
    const part pivot = spread(g[0][0], 0);

    MB_UNROLL
    for (int k = 1; k < m; k++) {
        const part of_k = spread(g[0][k / WIDTH], k % WIDTH);

        MB_UNROLL
        for (int p = k / WIDTH; p < PARTS(m - 1); p++)
            g[k][p] = pivot * g[k][p] - g[0][p] * of_k;
    }
}

/* G = K F K' without a division between pivots: p_j, product of the first j of F,
 *
 *     g_ik = F_j g_ik - g_ij g_kj / p_{j-1},   F_j = p_j / p_{j-1}
 *
 * (Bareiss, Mathematics of Computation 22 (1968) 565-578), and y = K\(D W b - g); false: pivots have to
 * be chosen */
MB_ALWAYS_INLINE bool eliminate(int m, mb_bordered *s, part (*of)[PARTS(SIZE)], const double *rows,
                                double *y)
{
    double g[SIZE][SIZE], least = INFINITY, most = 0.0, before = 1.0, by_before = 1.0;

    MB_UNROLL
    for (int j = 0; j < m; j++)
        y[j] = of[j][m / WIDTH][m % WIDTH] - rows[j];
    eliminate_first(m, of);
    MB_UNROLL
    for (int j = 0; j < m; j++) {
        MB_UNROLL
        for (int i = j; i < m; i++)
            g[j][i] = of[j][i / WIDTH][i % WIDTH];
    }
    MB_UNROLL
    for (int j = 0; j < m; j++) {
        const double product = g[j][j], inverse = 1.0 / product;
        const double pivot = j > 0 ? product * by_before : product;

        least = least < pivot ? least : pivot; /* and what is no number */
        most = most > pivot ? most : pivot;
        s->inverse[j] = j > 0 ? before * inverse : inverse;
        MB_UNROLL
        for (int k = j + 1; k < m; k++) {
            const double reduced = j > 0 ? g[j][k] * by_before : g[j][k], l = g[j][k] * inverse;

            MB_UNROLL
            for (int i = k; i < m && j > 0; i++) /* 0: in vectors */
                g[k][i] = pivot * g[k][i] - g[j][i] * reduced;
            y[k] -= l * y[j];
            s->k[j][k] = l;
        }
        before = product;
        by_before = inverse;
    }
    s->least = least;
    s->most = most;
    return least > MB_BORDERED_SIMILAR * most;
}

/* W b,  y = K\(Z'b - g) with a factor that is known */
MB_ALWAYS_INLINE void forward(int m, mb_bordered *s, const double *b, const double *rows, double *y)
{
    const mb_bordered_parts *of = &s->parts;

    MB_UNROLL
    for (int i = 0; i < m; i++)
        y[i] = -rows[i];
    for (int p = 0; p < of->n; p++)
        for (int a = of->start[p]; a < of->start[p + 1]; a++) {
            const int j = of->index[a];
            double sum = 0.0;

            for (int e = of->start[p]; e < of->start[p + 1]; e++)
                sum += b[of->index[e]] * of->inverse[j][of->index[e]];
            s->z[j].of[m] = sum;
            MB_UNROLL
            for (int i = 0; i < m; i++)
                y[i] += s->z[j].of[i] * b[j];
        }
    MB_UNROLL
    for (int j = 0; j < m; j++) {
        MB_UNROLL
        for (int i = j + 1; i < m; i++)
            y[i] -= s->k[j][i] * y[j];
    }
}

/* W b - z'y in two sums, of the even and of the odd entries of z, that of y_0 last */
MB_ALWAYS_INLINE mb_pair along(int m, const mb_bordered_column *z, const mb_pair *y)
{
    mb_pair left = {z->of[m], 0.0};

    MB_UNROLL
    for (int p = MB_PAIRS(m) - 1; p >= 0; p--)
        left -= mb_pair_of(m, z->of, p) * y[p];
    return left;
}

/* y = K'\(F\y),  x = W b - Z y, the former into `multipliers` (m) too */
MB_ALWAYS_INLINE void back(int m, const mb_bordered *s, double *y, double *x, double *multipliers)
{
    const int nv = s->parts.start[s->parts.n];
    mb_pair both[MB_PAIRS(SIZE)];
    int j = 0;

    MB_UNROLL
    for (int i = m - 1; i >= 0; i--) {
        y[i] *= s->inverse[i];
        MB_UNROLL
        for (int k = m - 1; k > i; k--)
            y[i] -= s->k[i][k] * y[k];
    }
    MB_UNROLL
    for (int i = 0; i < m; i++)
        multipliers[i] = y[i];
    MB_UNROLL
    for (int p = 0; p < MB_PAIRS(m); p++)
        both[p] = (mb_pair){y[2 * p], 2 * p + 1 < m ? y[2 * p + 1] : 0.0};
    for (; j + 1 < nv; j += 2) {
        const mb_pair left = along(m, &s->z[j], both), right = along(m, &s->z[j + 1], both);

        mb_put_pair_at(x + j, (mb_pair){left[0], right[0]} + (mb_pair){left[1], right[1]});
    }
    if (j < nv) {
        const mb_pair last = along(m, &s->z[j], both);

        x[j] = last[0] + last[1];
    }
}

/* n: coordinates of each part; 0: not the same number */
MB_ALWAYS_INLINE bool factor_rows(int m, int n, mb_bordered *s, const mb_sides *of)
{
    static const double none[SIZE];
    part g[SIZE][PARTS(SIZE)];
    double y[SIZE];

    MB_UNROLL
    for (int k = 0; k < m; k++) {
        MB_UNROLL
        for (int p = k / WIDTH; p < PARTS(m); p++)
            g[k][p] = (part){0.0};
    }
    if (n > 0)
        weigh_parts(m, n, s, of ? of->b : none, g);
    else
        weigh(m, s, of ? of->b : none, g);
    if (!eliminate(m, s, g, of ? of->g : none, y))
        return false;
    if (of)
        back(m, s, y, of->x, of->y);
    return true;
}

MB_ALWAYS_INLINE void solve_rows(int m, mb_bordered *s, double *x)
{
    const int nv = s->parts.start[s->parts.n];
    double y[SIZE];

    forward(m, s, x, x + nv, y);
    back(m, s, y, x, x + nv);
}

/* Each on its own, so that it keeps no more registers than it takes */
#define FACTOR(m, n)                                                                               \
    static bool factor_##m##_##n(mb_bordered *s, const mb_sides *sides)                            \
    {                                                                                              \
        return factor_rows(m, n, s, sides);                                                        \
    }
#define FACTORS(m) FACTOR(m, 0) FACTOR(m, 1) FACTOR(m, 2) FACTOR(m, 3)
MB_BORDERED_ORDERS(FACTORS)
#undef FACTORS
#undef FACTOR

static void solve(mb_bordered *s, double *x)
{
    switch (s->m) {
#define SOLVE(m)                                                                                   \
    case m:                                                                                        \
        solve_rows(m, s, x);                                                                       \
        break;
        MB_BORDERED_ORDERS(SOLVE)
#undef SOLVE
    }
}

#define FACTORS(m) {factor_##m##_0, factor_##m##_1, factor_##m##_2, factor_##m##_3},
const mb_bordered_kernel MB_BORDERED_KERNEL = {{MB_BORDERED_ORDERS(FACTORS)}, solve};
#undef FACTORS
