/* SPDX-License-Identifier: MIT */
/* Where bodies are touched: places of their joints, forces and outputs, ends of rods, and their own.  A drawing
 * joins them. */
#ifndef MB_BENCH_DESCRIBE_SHAPES_H
#define MB_BENCH_DESCRIBE_SHAPES_H

#include "base/arena.h"
#include "problems/mechanism.h"

typedef struct mb_shapes {
    const int *begin;      /* (nbodies + 1) first place of a body */
    const double (*at)[3]; /* places in the world, of each body those that differ */
    const int *count;      /* (nbodies) */
} mb_shapes;

mb_status mb_shapes_of(const mb_plain_mechanism *m, mb_arena *arena, mb_shapes *shapes,
                       mb_error *err);

/* Semi-axes and directions as a matrix S = sum a_i^2 n_i n_i', 3 x 3 in the world, of the uniform
 * ellipsoid (planar: disc) of a body's mass and inertia. */
void mb_shape_ellipsoid(const mb_plain_mechanism *m, const mb_plain_body *body, double s[9]);

#endif
