/* SPDX-License-Identifier: MIT */
/* [S D'; D 0] of small mechanisms, up to 8 rows and 8 velocities, in full columns:
 *
 *     S = L E L',   C = L\D',   G = C'E\C = D S^-1 D',   G y = C'E\(L\b) - g,   x = L'\(E\(L\b - C y))
 *
 * with the zeros of L left out, which are those of S and of its fill. */
#ifndef MB_SOLVERS_MATRICES_BORDERED_H
#define MB_SOLVERS_MATRICES_BORDERED_H

#include "solvers/solver.h"

/* Whether the matrices of a model are of that size. */
bool mb_bordered_takes(const mb_model *model);

enum { MB_BORDERED_SIZE = 8 }; /* most of m, and of nv */

/* Part of the largest pivot of rows above which the least one must be */
#define MB_BORDERED_SIMILAR 1e-6

/* S = L E L' as it is kept: entries of L below the diagonal by columns and by rows, its columns, 1 / E */
typedef struct mb_bordered_parts {
    int nv;
    const int *start, *row, *first, *col;
    const double (*l)[MB_BORDERED_SIZE];
    const double *inverse;
} mb_bordered_parts;

/* False where there are none, or another factorisation would have others. */
bool mb_bordered_parts_of(const mb_linear *linear, mb_bordered_parts *parts);

/* In the place of ldl, for such matrices with all rows */
extern const mb_linsolver mb_linsolver_bordered;

#endif
