/* SPDX-License-Identifier: MIT */
/* Choice of independent coordinates by Gaussian elimination with full pivoting (Wehage & Haug 1982,
 * section 2; marques2017 after eq. (15)).
 *
 * The pivots' columns are dependent, the rest is independent; rows without a pivot depend on the
 * others and are dropped.  Holonomic rows are eliminated first, nonholonomic ones after them, so
 * that the independent velocities are a part of the independent positions: nonholonomic rows take
 * freedom from velocities only (nada2023 section 5). */
#ifndef MB_SOLVERS_EQUATIONS_PARTITION_H
#define MB_SOLVERS_EQUATIONS_PARTITION_H

#include "problems/model.h"

typedef struct mb_partition {
    double *position, *velocity; /* (nv) 1 where independent, 0 where dependent */
    bool *position_row, *row;    /* (m) rows that determine dependent positions, velocities */
    int dropped;                 /* number of rows that determine nothing */
    double *new_position, *new_velocity; /* (nv) of the choice in hand */
    bool *new_position_row, *new_row;    /* (m) */
    double *a;                           /* (m x nv) rows in elimination */
} mb_partition;

mb_status mb_partition_setup(const mb_model *model, mb_arena *arena, mb_partition **partition,
                             mb_error *err);

/* Chooses anew for D (D.nnz).  *rank receives the number of rows with a pivot; where it is less
 * than `least` the old choice stays.  Whether the independent coordinates are others than before.
 */
bool mb_partition_choose(mb_partition *partition, const mb_model *model, const double *d, int least,
                         int *rank);

#endif
