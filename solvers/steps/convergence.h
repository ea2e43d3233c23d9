/* SPDX-License-Identifier: MIT */
/* When an iteration x_{k+1} = x_k + dx_k has converged.
 *
 * A tolerance that a spec gives is that of the papers: the iteration ends with the first change
 * below it.  What that leaves does not depend on the step h, but weighs 1/h in velocities and 1/h^2
 * in accelerations, and a step of 10 us may be over before the first correction is seen.  If unset
 * the iteration ends by what it leaves against what the step does, after two passes at least:
 *
 *     |dx_k| <= least,   left = |dx_k| r / (1 - r) <= 1e-3 |dx_0|^(4/3),   r = |dx_k| / |dx_{k-1}|
 *
 * The first correction is the error of the predictor, O(h^3), in parts of the mechanism's size.
 * What is left of a linear convergence (tangents that a method leaves out, multipliers) is of
 * O(h^4), so that velocities, accelerations and multipliers keep their order down to round-off.
 * Sizes: solvers/scales/size.h.
 *
 * Changes at the floor of round-off that no longer shrink have converged. */
#ifndef MB_SOLVERS_STEPS_CONVERGENCE_H
#define MB_SOLVERS_STEPS_CONVERGENCE_H

#include <float.h>

#include "solvers/observer.h"

typedef struct mb_convergence {
    bool given; /* tol is a spec's */
    bool last;  /* where the change has grown the last iterate is kept; if not, the one before */
    double tol;
    double left;                  /* 1e-3 but for predictors of lower order */
    double first, before, change; /* sizes of the first change, the last but one, the last */
    long pass;                    /* changes so far */
} mb_convergence;

typedef enum mb_iteration_state {
    MB_GOES_ON,
    MB_CONVERGED,
    MB_GROWS /* the change has grown, above the floor of round-off */
} mb_iteration_state;

/* A change below the first part of x is round-off, below the second it may be; one that shrinks below
 * the third part of the first change and then stays below the tolerance is at its floor. */
#define MB_CHANGE_ROUND_OFF (2.0 * DBL_EPSILON)
#define MB_CHANGE_FLOOR (1e3 * DBL_EPSILON)
#define MB_CHANGE_SHRUNK 1e-2

/* Doc of a tolerance whose default is this */
#define MB_OWN_TOLERANCE_DOC(text) text "; if unset 1e-10 of the size, and little of the first one"

/* tol of a spec, or NaN: `least`.  The iterate before is kept. */
void mb_convergence_setup(mb_convergence *convergence, double tol, double least);
void mb_convergence_begin(mb_convergence *convergence);

/* One more change, and the size of x after it */
mb_iteration_state mb_convergence_add(mb_convergence *convergence, double change, double size);

/* The same of a correction dx (nv) of positions that led to q (nq): plain norms with a tolerance
 * that is given, those of solvers/scales/size.h without one.  Where the change has grown below
 * `least` and all rows are at round-off, next to a singular position, q is as well known as it can
 * be and the iteration has converged. */
mb_iteration_state mb_convergence_of_positions(mb_solver *solver, mb_convergence *convergence,
                                               const double *dx, double t, const double *q);

/* Tells the observer of the change that was judged so, which led to positions q, of an integrator's
 * iteration of `limit` passes at most. */
MB_OBSERVING void mb_convergence_tell(mb_solver *solver, const mb_convergence *convergence,
                                      mb_iteration_state iteration, long limit, const double *q);

static inline void mb_convergence_observe(mb_solver *solver, const mb_convergence *convergence,
                                          mb_iteration_state iteration, long limit, const double *q)
{
    if (solver->observer)
        mb_convergence_tell(solver, convergence, iteration, limit, q);
}

#endif
