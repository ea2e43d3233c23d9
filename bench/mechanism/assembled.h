/* SPDX-License-Identifier: MIT */
/* Where bodies stand and how they move once a mechanism is put together and its start is
 * consistent. */
#ifndef MB_BENCH_MECHANISM_ASSEMBLED_H
#define MB_BENCH_MECHANISM_ASSEMBLED_H

#include "base/arena.h"
#include "problems/mechanism.h"

typedef struct mb_assembled {
    const mb_plain_mechanism *mechanism; /* the declared one with bodies where they stand */
    const double (*v)[3];                /* (nbodies) of centres of mass, in the world [m/s] */
    const double (*omega)[3];            /* (nbodies) in the world [rad/s] */
    const double (*rate)[2];    /* (njoints) of their coordinates, those that position tells */
    const double *shift, *turn; /* (nbodies) from the declared position [m], [rad] */
    int freedoms, given;        /* of the start: how many velocities are held */
} mb_assembled;

enum { MB_ASSEMBLED_BODIES = 100000 }; /* of more it takes too long for a look */

/* By the model in coordinates of whole bodies.  What is made lives in the arena.  MB_BAD_INPUT where
 * there is no such model, or the mechanism is too large. */
mb_status mb_assemble(const mb_plain_mechanism *declared, mb_arena *arena, mb_assembled *assembled,
                      mb_error *err);

#endif
