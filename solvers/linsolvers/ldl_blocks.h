/* SPDX-License-Identifier: MIT */
/* The walks of ldl.c over its blocks, compiled for each kind of processors: the same operations entry by
 * entry whatever the width of its vectors. */
#ifndef MB_SOLVERS_LINSOLVERS_LDL_BLOCKS_H
#define MB_SOLVERS_LINSOLVERS_LDL_BLOCKS_H

#include <stdbool.h>

#include "problems/elements/machine/natural/lanes.h"
#include "solvers/matrices/elimination.h"

typedef struct mb_ldl {
    mb_elimination plan;
    double *values; /* (plan.size, then 3 more) L, block by block, with 1 / D on its diagonal */
    double *
        times_d; /* (plan.longest + 3, MB_WIDEST_BLOCK) rows of a block times D, as they stand there */
    double *x; /* (n) a right-hand side */
    double least,
        most; /* sizes of the pivots of the last factorisation; of rows if there are any */
    const struct mb_ldl_kernel *kernel;
} mb_ldl;

typedef struct mb_ldl_kernel {
    /* A = L D L', and y = L\y unless y is NULL.  False: a pivot is not positive, or, of matrices with
     * rows, there are not as many below zero. */
    bool (*factor)(mb_ldl *, int rows, double *y);
    void (*forward)(const mb_ldl *, double *y);  /* y = L\y */
    void (*backward)(const mb_ldl *, double *y); /* y = L'\(D\y) */
} mb_ldl_kernel;

/* By the kind of processors; those that the compiler's target lacks may not be asked for. */
const mb_ldl_kernel *mb_ldl_kernel_of(mb_lane_kind kind);

extern const mb_ldl_kernel mb_ldl_plain, mb_ldl_avx2, mb_ldl_avx512;

#endif
