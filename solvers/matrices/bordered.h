/* SPDX-License-Identifier: MIT */
/* [S D'; D 0] of small mechanisms, up to 8 rows and 8 velocities, in full columns:
 *
 *     W = S^-1,   Z = W D',   G = D Z,   G y = D W b - g,   x = W b - Z y
 *
 * W part by part of those that S falls into: x and y of points, or bodies. */
#ifndef MB_SOLVERS_MATRICES_BORDERED_H
#define MB_SOLVERS_MATRICES_BORDERED_H

#include "solvers/solver.h"

/* Whether the matrices of a model are of that size. */
bool mb_bordered_takes(const mb_model *model);

enum { MB_BORDERED_SIZE = 8 }; /* most of m, and of nv */

/* Part of the largest pivot of rows above which the least one must be */
#define MB_BORDERED_SIMILAR 1e-6

/* Coordinates by the parts of S that know nothing of each other, and its inverse */
typedef struct mb_bordered_parts {
    int n, start[MB_BORDERED_SIZE + 1]; /* parts, and where they start in index */
    int index[MB_BORDERED_SIZE];        /* (nv) coordinates, ascending in each part */
    double inverse[MB_BORDERED_SIZE][MB_BORDERED_SIZE]; /* (nv x nv), zero between parts */
} mb_bordered_parts;

/* NULL where there are none, or another factorisation would have another inverse. */
const mb_bordered_parts *mb_bordered_parts_of(const mb_linear *linear);

/* D (on this pattern) will be read from `values` (D.nnz, then a zero) and not from linear->storage; false
 * where the linear solver is another. */
bool mb_bordered_read_rows(mb_linear *linear, const mb_pattern *D, const double *values);

/* In the place of ldl, for such matrices with all rows */
extern const mb_linsolver mb_linsolver_bordered;

#endif
