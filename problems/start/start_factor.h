/* SPDX-License-Identifier: MIT */
/* Shortest solutions of many sparse rows by factors. */
#ifndef MB_PROBLEMS_START_START_FACTOR_H
#define MB_PROBLEMS_START_START_FACTOR_H

#include "base/arena.h"
#include "base/sparse.h"

typedef struct mb_start_factor mb_start_factor;

/* For matrices on a pattern (m x n), analysed once.  MB_FAILURE where the factors of B B' would be
 * far larger than B: a coordinate that thousands of rows share. */
mb_status mb_start_factor_create(const mb_pattern *pattern, mb_arena *arena,
                                 mb_start_factor **factor, mb_error *err);

/* x (n) = the shortest vector that minimises |B x - r|, B of rows no longer than about 1; r (m) is
 * replaced by what is left of it. */
mb_status mb_start_factor_shortest(mb_start_factor *factor, const double *values, double *r,
                                   double *x, mb_error *err);

#endif
