/* SPDX-License-Identifier: MIT */
/* Audits of runs side by side: rows, gaps, norms, energies and the measure of rank of several states
 * of a model at once, in the lanes of vector instructions.  Each run is told what it is told alone,
 * to the last bit. */
#ifndef MB_BENCH_AUDIT_LANES_H
#define MB_BENCH_AUDIT_LANES_H

#include "bench/audit/audit.h"
#include "solvers/lanes/lanes.h"

typedef struct mb_audit_lanes mb_audit_lanes;

/* Lanes of n audits that have been started, of solvers that keep the accelerations of their states,
 * for a kind of processors, of whose width n is at most, in the arena.  steps: lanes of the same
 * solvers, whose states are looked at where they are; NULL: none.
 * *lanes is NULL where they have none: models of problems/elements/machine/natural/lanes.h do of which up
 * to eight rows do not depend on each other, without a series. */
mb_status mb_audit_lanes_create(mb_audit *const *audit, mb_solver *const *solver, int n,
                                mb_lane_kind kind, const mb_lanes *steps, mb_arena *arena,
                                mb_audit_lanes **lanes, mb_error *err);

/* Looks at the states of those that are `on` (n), which mb_audit_step of each then takes in.  Whether all
 * of them have taken theirs in by themselves (mb_audit_has_taken). */
bool mb_audit_lanes_look(mb_audit_lanes *lanes, const bool *on);

/* The audit of lane k changes places with that of lane l of others, as do the solvers that they look at
 * (mb_lanes_swap): lanes of the same model that have looked at as many steps. */
void mb_audit_lanes_swap(mb_audit_lanes *lanes, int k, mb_audit_lanes *others, int l);

/* No step follows in a lane: its norms go to its result. */
void mb_audit_lanes_leave(mb_audit_lanes *lanes, int lane);

#endif
