/* SPDX-License-Identifier: MIT */
/* Evaluation of a model's reference solution at any time.
 *
 * y is carried on a fixed grid of reference->step with the extrapolated modified midpoint rule
 * (Gragg-Bulirsch-Stoer, five columns, order 10); a value between grid points is one further step
 * that is not kept, so results do not depend on when they were asked for.  A reference in closed
 * form has n = 0 and a rate that does nothing.
 *
 * How good it is is found on the way: a second run with half the step, from a start that is off by
 * round-off, is compared with the first at every grid point, an interpolant with the extrapolation,
 * a closed form with itself at a time off by round-off.  The largest difference so far times a
 * safety factor, and the round-off of the values themselves, is the bound; where two runs are apart
 * by 1e-6 of the mechanism's size or 1e-6 rad the horizon ends, whatever was declared. */
#ifndef MB_PROBLEMS_REFERENCES_REFERENCE_H
#define MB_PROBLEMS_REFERENCES_REFERENCE_H

#include "problems/model.h"
#include "problems/references/automatic.h"

typedef struct mb_reference_run mb_reference_run;

/* The reference of a model of a plain mechanism, whose outputs are the mechanism's components in
 * their order; both must live as long.  There must be one (facts.there). */
void mb_reference_take(const mb_automatic *automatic, mb_reference *reference);

/* Workspace in the arena, standing at the model's t0.  The model must have a reference. */
mb_status mb_reference_start(const mb_model *model, mb_arena *arena, mb_reference_run **run,
                             mb_error *err);

/* For values at steps h: where these are many to a grid step, those between grid points are taken
 * from now on by Hermite's interpolation of degree 9 on quarters of the grid step, whose error
 * enters the bound. */
mb_status mb_reference_expect(mb_reference_run *run, double h, mb_arena *arena, mb_error *err);

/* Back to t0, for a second run. */
void mb_reference_reset(mb_reference_run *run);

/* Named outputs (noutputs) at time t >= the grid point reached so far. */
void mb_reference_at(mb_reference_run *run, double t, double *out);

/* Minimal coordinates y (n) at time t >= the grid point reached so far. */
void mb_reference_state(mb_reference_run *run, double t, double *y);

/* Bound of the absolute error of a compared output over the times asked for so far, up to the
 * horizon; INFINITY: none is known. */
double mb_reference_bound(const mb_reference_run *run, int output);

/* [s] up to which values are to be trusted: the declared horizon, or the last time at which the two
 * runs were together. */
double mb_reference_horizon(const mb_reference_run *run);

#endif
