/* SPDX-License-Identifier: MIT */
/* Where the bodies of a declared mechanism are in a state of its model, whatever the coordinates. */
#ifndef MB_BENCH_MECHANISM_POSTURE_H
#define MB_BENCH_MECHANISM_POSTURE_H

#include "base/arena.h"
#include "bench/frames.h"
#include "problems/model.h"

typedef struct mb_posture mb_posture;

/* For states of a model, in the arena.  *posture is NULL where they tell of no bodies: the model
 * comes from C code, or has more bodies than frames have room for. */
mb_status mb_posture_create(const mb_model *model, mb_arena *arena, mb_posture **posture,
                            mb_error *err);

/* Empties frames for a run over [t0, t_end]; posture NULL: none will be kept. */
void mb_posture_start(const mb_posture *posture, double t0, double t_end, mb_frames *frames);

/* Takes in the state (q, v) at t: a frame where one is due, unless a number of it is none. */
void mb_posture_pass(mb_posture *posture, double t, const double *q, const double *v,
                     mb_frames *frames);

/* The state taken in last is a frame too. */
void mb_posture_end(mb_posture *posture, mb_frames *frames);

#endif
