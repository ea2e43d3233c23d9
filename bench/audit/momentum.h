/* SPDX-License-Identifier: MIT */
/* Momenta that a mechanism keeps, found from the model alone.
 *
 * A rigid motion e of all that moves is a symmetry where the rows let it pass (D e = 0) and the
 * forces do no work on it (Q' e = 0 at rest, so that gyroscopic terms stay out).  Then e' M v, the
 * linear or angular momentum along it, is constant.  That is asked at every accepted step, to as
 * much as its joints are open; a motion that fails once is none.  Conservative models with rows
 * that do not move only. */
#ifndef MB_BENCH_AUDIT_MOMENTUM_H
#define MB_BENCH_AUDIT_MOMENTUM_H

#include "bench/result.h"

typedef struct mb_momentum mb_momentum;

/* S (nv), see bench/audit/gap.h.  *momentum is NULL where no momentum can be told. */
mb_status mb_momentum_create(const mb_model *model, const double *s, mb_arena *arena,
                             mb_momentum **momentum, mb_error *err);

/* The state at the start, at an accepted step, with D's values there and the widest gap in sizes of
 * the mechanism. */
void mb_momentum_start(mb_momentum *momentum, const mb_state *state, const double *d,
                       mb_momentum_result *result);
/* Whether one is kept so far: what is dropped does not return. */
bool mb_momentum_is_kept(const mb_momentum *momentum);
void mb_momentum_step(mb_momentum *momentum, const mb_state *state, const double *d, double gap,
                      mb_momentum_result *result);

#endif
