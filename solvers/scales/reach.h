/* SPDX-License-Identifier: MIT */
/* Positions that do not exist: a drive that goes beyond reach. */
#ifndef MB_SOLVERS_SCALES_REACH_H
#define MB_SOLVERS_SCALES_REACH_H

#include "solvers/solver.h"

/* Takes what the search needs. */
mb_status mb_reach_setup(mb_solver *solver, mb_error *err);

/* Violations below this, in sizes of the mechanism, are left to the iteration. */
#define MB_OPEN 1e-9

/* For an iteration of positions that has ended at (t, q) without convergence.  Where the rows are
 * open there by more than the part `open` of the mechanism's size (or q is no number), looks for
 * positions that satisfy them, from a place `near` (nq) where the iteration began or that of the
 * last step, by minimising |Phi| with Levenberg and Marquardt's method, every row in units of its
 * slope.  Where that ends in a stationary point with a violation left, no position near it
 * satisfies the rows at t: MB_UNCONVERGED, and the text names the row that is violated most.  MB_OK
 * where there are such positions, which the iteration has not found, or where that stays open. */
mb_status mb_check_reach(mb_solver *solver, double open, double t, const double *q,
                         const double *near, mb_error *err);

#endif
