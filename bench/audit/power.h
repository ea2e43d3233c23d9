/* SPDX-License-Identifier: MIT */
/* The mechanism's own motion from each state of a run to the next: the work of the forces without
 * potential, for the energy balance, and how far the run departs from it.
 *
 * A run is known at its accepted steps only, and however accurate these are, steps may be too long
 * for a quadrature over them.  So the work of a step is that of the mechanism's own motion from its
 * begin, and of the small change that brings it to the step's end.  That motion comes from
 * accelerations and multipliers that are functions of (t, q, v) alone, those of Lagrange's
 * equations, in as many steps of Dormand and Prince's pair as its error estimates ask for: of the
 * work, and for a mechanism without a reference of the state too.  Where these would be many, steps
 * of the extrapolated midpoint rule (problems/references/extrapolation.h) take their place. */
#ifndef MB_BENCH_AUDIT_POWER_H
#define MB_BENCH_AUDIT_POWER_H

#include "solvers/solver.h"

typedef struct mb_power mb_power;

/* Of a step, [J] */
typedef struct mb_work {
    double done;
    double error;   /* by how much it may be wrong; INFINITY: it is not known */
    double kinetic; /* largest energy on the way */
    double change; /* [m] of a coordinate, from the own motion's end to the step's; where states are
                     * followed by what they may be wrong by less */
    double travel; /* [m] of a coordinate in the step, where states are followed */
} mb_work;

/* s (nv) turns lengths into tangent increments, borrowed; t_end [s] of the run; states: they are
 * followed as closely as the work, which is none where the model has no slot power. */
mb_status mb_power_create(const mb_model *model, const double *s, double t_end, bool states,
                          mb_arena *arena, mb_power **power, mb_error *err);

/* The state at the start of a run. */
void mb_power_start(mb_power *power, const mb_state *state);

/* Work since the last state.  Its error over the whole run is at best below a small part of the
 * largest kinetic energy, and of one more energy [J] below round-off. */
mb_work mb_power_step(mb_power *power, const mb_state *state, double energy);

#endif
