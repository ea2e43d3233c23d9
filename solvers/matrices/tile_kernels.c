/* SPDX-License-Identifier: MIT */
/* The kernels of lines of 1 to 8 numbers, compiled for each kind of processors. */
#include "solvers/matrices/tile_kernel.h"

#define LENGTHS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

#define KERNELS(n)                                                                                 \
    static void times_##n(int lines, const mb_tile_side *a, const double *x, double *y)            \
    {                                                                                              \
        times(n, lines, a, x, y);                                                                  \
    }                                                                                              \
    static void times_add_##n(int lines, const mb_tile_side *a, double s, const double *x,         \
                              double *y)                                                           \
    {                                                                                              \
        times_add(n, lines, a, s, x, y);                                                           \
    }                                                                                              \
    static double miss_##n(int lines, const mb_tile_side *a, bool first, double s,                 \
                           const double *x, const double *g, double *y, double *r)                 \
    {                                                                                              \
        return miss(n, lines, a, first, s, x, g, y, r);                                            \
    }                                                                                              \
    static double short_of_##n(int lines, const mb_tile_side *a, double s, const double *x,        \
                               const double *g, double *y, double *z)                              \
    {                                                                                              \
        return short_of(n, lines, a, s, x, g, y, z);                                               \
    }                                                                                              \
    static void pull_##n(int lines, const mb_tile_side *a, const double *x, double *y)             \
    {                                                                                              \
        pull(n, lines, a, x, y);                                                                   \
    }                                                                                              \
    static void pull_plus_##n(int lines, const mb_tile_side *a, double s, const double *x,         \
                              const double *b, double *y)                                          \
    {                                                                                              \
        pull_plus(n, lines, a, s, x, b, y);                                                        \
    }                                                                                              \
    static void push_##n(int lines, const mb_tile_side *a, const mb_tile_rates *of,                \
                         const double *v, double s, const double *b, double *g, double *y)         \
    {                                                                                              \
        push(n, lines, a, of, v, s, b, g, y);                                                      \
    }                                                                                              \
    static void mass_plus_##n(const struct mb_tile *t, double s, const double *x, const double *b, \
                              double *y)                                                           \
    {                                                                                              \
        mass_plus(n, t, s, x, b, y);                                                               \
    }                                                                                              \
    static void balance_##n(int lines, const struct mb_tile *t, double c, const double *b,         \
                            double s, const double *x, double u, const double *z, double *y)       \
    {                                                                                              \
        balance(n, lines, t, c, b, s, x, u, z, y);                                                 \
    }                                                                                              \
    static double correct_##n(double *x, const double *dx, double *of_x)                           \
    {                                                                                              \
        return correct(n, x, dx, of_x);                                                            \
    }                                                                                              \
    static void sum_##n(int lines, struct mb_tile *t, const double *d, double s, double *out)      \
    {                                                                                              \
        square(n, lines, &t->rows, d, s, t, out);                                                  \
    }                                                                                              \
    static void gram_##n(int lines, struct mb_tile *t, const double *d, double *out)               \
    {                                                                                              \
        square(n, lines, &t->columns, d, 1.0, NULL, out);                                          \
    }

#define ENTRY(n)                                                                                   \
    [n] = {times_##n, times_add_##n, miss_##n,    short_of_##n, pull_##n, pull_plus_##n,           \
           push_##n,  mass_plus_##n, balance_##n, correct_##n,  sum_##n,  gram_##n},

LENGTHS(KERNELS)

const mb_tile_kernels MB_TILE_KERNELS[MB_TILE + 1] = {LENGTHS(ENTRY)};
