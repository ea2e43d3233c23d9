/* SPDX-License-Identifier: MIT */
/* L D L' of dense_kernel.h by order, compiled for each kind of processors. */
#ifndef MB_SOLVERS_LINSOLVERS_DENSE_UNROLLED_H
#define MB_SOLVERS_LINSOLVERS_DENSE_UNROLLED_H

#include <stdbool.h>

#include "problems/elements/machine/natural/lanes.h"

enum { MB_UNROLLED_ORDER = 8 }; /* at most */

/* mb_factor_unrolled and mb_solve_unrolled of one order */
typedef struct mb_unrolled {
    bool (*factor)(double *a, double *inverse, double tolerance);
    void (*solve)(const double *a, const double *inverse, double *x);
} mb_unrolled;

/* By the kind of processors, where the compiler's target has it; n: 1 to MB_UNROLLED_ORDER */
const mb_unrolled *mb_unrolled_of(mb_lane_kind kind, int n);

/* By order (MB_UNROLLED_ORDER + 1) */
extern const mb_unrolled mb_unrolled_plain[], mb_unrolled_avx2[];

#endif
