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

/* In the place of ldl, for such matrices with all rows */
extern const mb_linsolver mb_linsolver_bordered;

#endif
