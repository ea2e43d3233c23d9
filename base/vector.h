/* SPDX-License-Identifier: MIT */
/* Sums over the entries of vectors, in an order that is given by their length: the same numbers
 * wherever one is taken. */
#ifndef MB_BASE_VECTOR_H
#define MB_BASE_VECTOR_H

#include <math.h>

/* From this length on four sums run side by side: one that waits for itself takes longer than all
 * else in it. */
enum { MB_LONG_SUM = 128 };

double mb_inner_of_long(const double *x, const double *y, int n);

/* x'y (n) */
static inline double mb_inner(const double *x, const double *y, int n)
{
    double sum = 0.0;

    if (n >= MB_LONG_SUM)
        return mb_inner_of_long(x, y, n);
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* |x| (n) */
static inline double mb_norm(const double *x, int n)
{
    return sqrt(mb_inner(x, x, n));
}

/* |x - y| (n) */
double mb_distance(const double *x, const double *y, int n);

/* |x / unit| (n), entry by entry */
double mb_norm_in(const double *x, const double *unit, int n);

#endif
