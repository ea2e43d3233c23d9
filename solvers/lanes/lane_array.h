/* SPDX-License-Identifier: MIT */
/* Arrays of numbers in lanes: number i of lane l at [i * width + l]. */
#ifndef MB_SOLVERS_LANES_LANE_ARRAY_H
#define MB_SOLVERS_LANES_LANE_ARRAY_H

#include <stdint.h>

#include "base/arena.h"

/* Columns of matrices that have lanes, at most */
enum { MB_LANE_COLUMNS = 8 };

/* n of each lane, aligned to vectors */
static inline mb_status mb_lane_array(int width, int n, mb_arena *arena, double **array,
                                      mb_error *err)
{
    const size_t wide = (size_t)width, align = wide * sizeof **array;
    mb_status status = MB_TAKE(arena, array, ((size_t)n + 1) * wide, err);

    if (status == MB_OK)
        *array += (align - (uintptr_t)*array % align) % align / sizeof **array;
    return status;
}

static inline void mb_lane_put(int width, int n, const double *from, double *to, int lane)
{
    for (int i = 0; i < n; i++)
        to[i * width + lane] = from[i];
}

static inline void mb_lane_get(int width, int n, const double *from, double *to, int lane)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i * width + lane];
}

#endif
