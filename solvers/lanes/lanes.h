/* SPDX-License-Identifier: MIT */
/* Steps of several solvers of one model side by side, in the lanes of vector instructions: solvers that
 * differ in the parameters of their formulation alone.  Each lane makes the operations of the solver
 * alone, in their order, so that its numbers are the same to the last bit.  Where a lane would have to
 * do something else (a matrix that is not positive definite), it falls out of that step, which the
 * solver makes alone. */
#ifndef MB_SOLVERS_LANES_LANES_H
#define MB_SOLVERS_LANES_LANES_H

#include "problems/elements/machine/natural/lanes.h"
#include "solvers/solver.h"

typedef struct mb_lanes mb_lanes;

/* Lanes of n solvers that have been started, for a kind of processors, of whose width n is at most, in
 * the arena.
 * *lanes is NULL where they have none: penalty and augmented Lagrangian formulation, Lagrange multipliers
 * and Baumgarte stabilisation with explicit Runge-Kutta methods of a fixed step, semi-implicit Euler and the trapezoidal rule do, without a projection, for models of
 * problems/elements/machine/natural/lanes.h of up to eight velocities. */
mb_status mb_lanes_create(mb_solver *const *solver, int n, mb_lane_kind kind, mb_arena *arena,
                          mb_lanes **lanes, mb_error *err);

/* Where lanes keep their states, as they are after a step: (nq), (nv), (nv), (m) in lanes of
 * problems/elements/machine/natural/lanes.h */
typedef struct mb_lane_states {
    double *q, *v, *a, *lambda;
} mb_lane_states;
mb_lane_states mb_lanes_states(const mb_lanes *lanes);

/* A step of each solver that `goes_on`, as mb_solver_step makes it: (n) each.  All that go on have made
 * equally many.  A solver knows of the time and the number of its steps, and of its state and the other
 * counters when it is told. */
void mb_lanes_step(mb_lanes *lanes, const bool *goes_on, double t_stop, mb_status *status,
                   mb_error *const *err);

/* The solver of lane k changes places with that of lane l of others of the same kind, between steps. */
void mb_lanes_swap(mb_lanes *lanes, int k, mb_lanes *others, int l);

/* Systems that the solver of a lane has solved so far: what its steps cost */
long mb_lanes_solves(const mb_lanes *lanes, int lane);

/* The state and the counters of a lane go to its solver. */
void mb_lanes_tell(mb_lanes *lanes, int lane);

#endif
