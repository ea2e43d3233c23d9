/* SPDX-License-Identifier: MIT */
/* Elimination of the rows of solvers/matrices/bordered.h, compiled for each kind of processors: the same
 * operations entry by entry whatever the width of its vectors. */
#ifndef MB_SOLVERS_MATRICES_BORDERED_KERNEL_H
#define MB_SOLVERS_MATRICES_BORDERED_KERNEL_H

#include "problems/elements/machine/natural/lanes.h"
#include "solvers/matrices/bordered.h"

/* A number of each row (m), then one of b; whole vectors of any width */
typedef struct mb_bordered_column {
    _Alignas(64) double of[2 * MB_BORDERED_SIZE];
} mb_bordered_column;

enum { MB_BORDERED_EACH = 3 }; /* coordinates of each part up to which loops have a copy */

/* Orders of which loops have a copy each */
#define MB_BORDERED_ORDERS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

/* A column of D, and of W */
typedef struct mb_bordered_source {
    int from[MB_BORDERED_SIZE]; /* (m) where its numbers are in `values` */
    int j;                      /* its coordinate */
    const double *w;            /* (nv) */
    mb_bordered_column *z;      /* that of (W D')', then W b */
} mb_bordered_source;

typedef struct mb_bordered {
    double s[MB_BORDERED_SIZE]
            [MB_BORDERED_SIZE]; /* (nv) columns of S, whose lower triangle counts */
    double d[MB_BORDERED_SIZE][MB_BORDERED_SIZE]; /* (nv) columns of D */
    double nothing;                               /* what stands between rows */
    const double *values; /* where D is read from: d, or the caller's values */
    mb_bordered_source source[MB_BORDERED_SIZE];  /* (nv) in the order of parts.index */
    mb_bordered_column z[MB_BORDERED_SIZE];       /* (nv) columns of (W D')', then W b */
    double k[MB_BORDERED_SIZE][MB_BORDERED_SIZE]; /* (m) columns of K below the diagonal */
    double inverse[MB_BORDERED_SIZE];             /* (m) 1 / F */
    double least, most;                           /* of F */
    int m, each;             /* each: coordinates of each part; 0: no loops know that number */
    mb_bordered_parts parts; /* which S falls into, and its inverse */
    bool known;              /* the inverse has been made */
    const struct mb_bordered_kernel *kernel;
} mb_bordered;

typedef struct mb_bordered_kernel {
    /* Factorises the rows behind a known W, and solves unless sides is NULL; false: pivots have to be
     * chosen.  By m, from 1 on, and `each`. */
    bool (*factor[MB_BORDERED_SIZE][MB_BORDERED_EACH + 1])(mb_bordered *, const mb_sides *sides);
    /* x (nv + m), right-hand side and solution */
    void (*solve)(mb_bordered *, double *x);
} mb_bordered_kernel;

/* By the kind of processors; those that the compiler's target lacks may not be asked for. */
const mb_bordered_kernel *mb_bordered_kernel_of(mb_lane_kind kind);

extern const mb_bordered_kernel mb_bordered_plain, mb_bordered_avx2, mb_bordered_avx512;

#endif
