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

/* An array of a block: number i of lane l of it at [i * width + l] */
typedef struct mb_lane_row {
    double **array;
    int n;
} mb_lane_row;

/* Arrays one behind the other in the arena; *rows of them in all, from *block on */
static inline mb_status mb_lane_block(int width, const mb_lane_row *of, size_t count,
                                      mb_arena *arena, double **block, int *rows, mb_error *err)
{
    mb_status status;

    *rows = 0;
    for (size_t i = 0; i < count; i++)
        *rows += of[i].n;
    status = mb_lane_array(width, *rows, arena, block, err);
    for (size_t i = 0, at = 0; i < count && status == MB_OK; at += (size_t)of[i++].n)
        *of[i].array = *block + at * (size_t)width;
    return status;
}

/* Lane k of a block changes places with lane l of another of as many rows. */
static inline void mb_lane_swap(int width, int rows, double *x, int k, double *y, int l)
{
    for (int i = 0; i < rows * width; i += width) {
        const double kept = x[i + k];

        x[i + k] = y[i + l];
        y[i + l] = kept;
    }
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
