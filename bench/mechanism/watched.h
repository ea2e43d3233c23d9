/* SPDX-License-Identifier: MIT */
/* A mechanism whose outputs say where its bodies are and how they move, whatever outputs it declares. */
#ifndef MB_BENCH_MECHANISM_WATCHED_H
#define MB_BENCH_MECHANISM_WATCHED_H

#include "base/arena.h"
#include "problems/mechanism.h"
#include "problems/model.h"

/* What is read of each body, three components each: its centre of mass, two axes of its frame, the
 * velocity of the former, its angular velocity. */
enum {
    MB_WATCHED_PLACE,
    MB_WATCHED_X_AXIS,
    MB_WATCHED_Y_AXIS,
    MB_WATCHED_VELOCITY,
    MB_WATCHED_OMEGA,
    MB_WATCHED
};

/* The mechanism, in the arena, with these outputs of all bodies, then two of each joint: its
 * coordinates; then their rates.  Number of components: 3 MB_WATCHED nbodies + 4 njoints. */
mb_status mb_watched(const mb_plain_mechanism *m, mb_arena *arena, mb_plain_mechanism **watched,
                     mb_error *err);

/* How many coordinates of a joint positions of its bodies tell; the other outputs are without meaning. */
int mb_watched_coordinates(const mb_plain_joint *joint);

/* Puts a body where it was read (MB_WATCHED). */
void mb_watched_stand(mb_plain_body *body, const double (*read)[3]);

#endif
