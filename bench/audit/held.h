/* SPDX-License-Identifier: MIT */
/* Whether a mechanism that has not moved since the start is held in a singular position against
 * forces that would move it.
 *
 * At rest no balance of energy tells it, for nothing is due yet.  So the mechanism is pushed along
 * its forces by a hundredth of its size and brought back onto its rows: where that leads to another
 * position, and the forces do work on the way there, a mechanism would go.  One that is in
 * equilibrium, or taut, comes back to where it was. */
#ifndef MB_BENCH_AUDIT_HELD_H
#define MB_BENCH_AUDIT_HELD_H

#include "bench/audit/closable.h"
#include "bench/audit/rank.h"

typedef struct mb_held mb_held;

/* S (nv), see bench/audit/gap.h.  *held is NULL without rows and where positions cannot be
 * sought. */
mb_status mb_held_create(const mb_model *model, const double *s, mb_closable *closable,
                         mb_arena *arena, mb_held **held, mb_error *err);

void mb_held_start(mb_held *held);

/* [s] of the step at which mb_held_at looks next; NaN: at none */
double mb_held_due(const mb_held *held);

/* Whether it is held at an accepted step: at rest for twice the time in which the forces could take
 * it over its size.  `kinetic` [J] is the largest so far. */
bool mb_held_at(mb_held *held, const mb_state *state, double kinetic, mb_rank *rank,
                mb_rank_result *along);

#endif
