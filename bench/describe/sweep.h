/* SPDX-License-Identifier: MIT */
/* The way of a mechanism's bodies from the start, for pictures: as far as one looks at, once around or a few
 * sizes of the mechanism, in positions that stand close together. */
#ifndef MB_BENCH_DESCRIBE_SWEEP_H
#define MB_BENCH_DESCRIBE_SWEEP_H

#include "base/arena.h"
#include "problems/mechanism.h"

typedef struct mb_pose {
    double x[3], R[9]; /* of a body's frame, as com and turn of the plain mechanism */
} mb_pose;

typedef struct mb_sweep {
    int n, nbodies;
    const double *t;     /* (n) [s], ascending from 0 */
    const mb_pose *pose; /* (n x nbodies) */
    bool around;         /* the last position is the first one again */
} mb_sweep;

enum { MB_SWEEP_BODIES = 60 }; /* of more nobody sees where they go */

/* In the arena.  By a run with an error-controlled solver; where that does not get anywhere, along the
 * automatic reference.  n is 1 where neither moves, or there are too many bodies. */
mb_status mb_sweep_of(const mb_plain_mechanism *declared, mb_arena *arena, mb_sweep *sweep,
                      mb_error *err);

/* Poses (nbodies) nearest to a time. */
const mb_pose *mb_sweep_at(const mb_sweep *sweep, double t);

#endif
