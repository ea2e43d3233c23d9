/* SPDX-License-Identifier: MIT */
/* Whether the rows of a mechanism that is driven can be met at all.
 *
 * A drive may ask for positions that do not exist.  A solver's iteration then stops short, or its
 * joints open and close again once positions exist anew: its motion in between is none.  From such
 * a state a search (problems/start/closest.h) looks for a position that meets the rows; where it
 * ends in a least |Phi| that is not round-off, none does near the state. */
#ifndef MB_BENCH_AUDIT_CLOSABLE_H
#define MB_BENCH_AUDIT_CLOSABLE_H

#include "problems/model.h"

typedef struct mb_closable mb_closable;

/* S (nv), see bench/audit/gap.h.  *closable is NULL without rows. */
mb_status mb_closable_create(const mb_model *model, const double *s, mb_arena *arena,
                             mb_closable **closable, mb_error *err);

/* The state at the start of a run. */
void mb_closable_start(mb_closable *closable, double t, const double *q);

/* Where no row depends on time positions exist all along, and neither of these looks for them.
 *
 * At an accepted step whose joints are open by `gap` [m]: MB_UNCONVERGED, with the rows that stay
 * open, when no position meets the rows at t.  Gaps of round-off, those beyond a hundredth of the
 * size and, with many rows, most of those that do not grow are passed over. */
mb_status mb_closable_step(mb_closable *closable, double t, const double *q, double gap,
                           mb_error *err);

/* The same for a step that failed at t, from the last position with joints all but closed, where
 * that is a few steps back at most. */
mb_status mb_closable_ahead(mb_closable *closable, double t, double step, mb_error *err);

/* Moves q (nq) to a position near that meets the rows at t; false when none is found. */
bool mb_closable_near(mb_closable *closable, double t, double *q);

#endif
