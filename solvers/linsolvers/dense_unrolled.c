/* SPDX-License-Identifier: MIT */
#include "solvers/linsolvers/dense_kernel.h"

#define ORDERS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)
#define KERNELS(n)                                                                                 \
    static bool factor_##n(double *a, double *inverse, double tolerance)                           \
    {                                                                                              \
        return mb_factor_unrolled(n, a, inverse, tolerance);                                       \
    }                                                                                              \
    static void solve_##n(const double *a, const double *inverse, double *x)                       \
    {                                                                                              \
        mb_solve_unrolled(n, a, inverse, x);                                                       \
    }
ORDERS(KERNELS)

#define ENTRY(n) [n] = {factor_##n, solve_##n},
const mb_unrolled MB_UNROLLED[MB_UNROLLED_ORDER + 1] = {ORDERS(ENTRY)};
