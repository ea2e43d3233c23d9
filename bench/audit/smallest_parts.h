/* SPDX-License-Identifier: MIT */
/* Inside of the smallest singular value, for bench/audit/smallest.c and its lanes. */
#ifndef MB_BENCH_AUDIT_SMALLEST_PARTS_H
#define MB_BENCH_AUDIT_SMALLEST_PARTS_H

#include "base/product.h"
#include "bench/audit/smallest.h"
#include "solvers/matrices/linear.h"
#include "solvers/solver.h"

enum { MB_SMALLEST_PASSES = 20 };

/* Part of a singular value that it changes by in the last pass */
#define MB_SMALLEST_SETTLED 1e-3

struct mb_smallest {
    const mb_pattern *D;
    mb_product product; /* A A', lower triangle */
    double *values;
    mb_solver host; /* arena, counters and the like of the linear solver */
    mb_linear *linear;
    double *least, *most; /* (m) unit vectors */
    double *stir;         /* (m) what is mixed into them */
    double *x;            /* (m) */
    double *y;            /* (nv) */
    bool fresh;
    bool moved; /* since it was set to false */
};

#endif
